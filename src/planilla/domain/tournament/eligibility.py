"""Withdrawal, return and expulsion of entrants, and rulings of ineligibility.

For a withdrawal recorded too late, and for a ruling, the arbiter chooses the effect on the games
played since. Each changed game is an event of its own, so nothing changes silently. Boards and
opponents stay as they were: past rounds are not paired again (C.04.2, 4.3). That games stand for
the opponents unless it is ruled otherwise is our reading; the wording of C.05 was not read
(UNVERIFIED, see docs/rules/corrections.md).
"""

from collections.abc import Iterator
from typing import ClassVar

from planilla.domain.instants import Instant
from planilla.domain.tournament.byes import ByeCorrected
from planilla.domain.tournament.command import Command, ConfirmFirst, Duty, Sealed, StagedCommand
from planilla.domain.tournament.context import Corrected, DecisionContext, Rules
from planilla.domain.tournament.corrections import ResultCorrected
from planilla.domain.tournament.drafting import DraftDiscarded
from planilla.domain.tournament.effects import check_effect, check_known, default_effect
from planilla.domain.tournament.event import (
    EFFECT_ARTICLE,
    Audience,
    CaseArticle,
    CorrectionEvent,
    Details,
    Event,
    ReportMoment,
    StagedEvent,
    Topic,
)
from planilla.domain.tournament.evidence import with_evidence
from planilla.domain.tournament.lookups import known_entrant
from planilla.domain.tournament.refusal import Conflict, EntrantIsExpelled, NoSuchRound
from planilla.domain.tournament.results import first_report
from planilla.domain.tournament.state import (
    EntrantState,
    Folds,
    Restatements,
    RoundState,
    Tournament,
    with_entrant,
)
from planilla.domain.tournament.values import Effect, EvidenceFile, GamesMeanwhile
from planilla.domain.tournament.whatif import of_an_entrant
from planilla.domain.vocabulary import RESULT_NOTATION, ByeKind, EntrantId, GameId, GameResult

# Commands


class RuleIneligible(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rule that an entrant was not entitled to play from a round on."""

    allowed_after_end: ClassVar[bool] = True
    needs_rounds: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ONCE_PLAYED
    allowed_in_what_if: ClassVar[bool] = True

    entrant: EntrantId
    from_round: int
    reason: Sealed
    games: GamesMeanwhile = GamesMeanwhile.STAND
    effect: Effect | None = None
    known_at: Instant | None = None
    evidence: tuple[EvidenceFile, ...] = ()


class ReinstateEntrant(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Withdraw the ruling that an entrant is ineligible."""

    allowed_after_end: ClassVar[bool] = True
    needs_rounds: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ONCE_PLAYED
    allowed_in_what_if: ClassVar[bool] = True

    entrant: EntrantId
    reason: Sealed
    known_at: Instant | None = None
    evidence: tuple[EvidenceFile, ...] = ()


class WithdrawEntrant(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Withdraw an entrant, who is no longer paired.

    A `from_round` that is already paired means that the withdrawal was recorded too late; `games`
    is then the treatment of the games since, and `effect` is as in `CorrectResult` for each of
    them.
    """

    duty: ClassVar[Duty] = Duty.PRESENCE
    needs_rounds: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ONCE_PLAYED
    allowed_in_what_if: ClassVar[bool] = True

    entrant: EntrantId
    reason: Sealed = Sealed()
    from_round: int | None = None
    games: GamesMeanwhile = GamesMeanwhile.STAND
    effect: Effect | None = None
    known_at: Instant | None = None
    evidence: tuple[EvidenceFile, ...] = ()


class ReturnEntrant(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Let an entrant return after a withdrawal."""

    duty: ClassVar[Duty] = Duty.PRESENCE
    needs_rounds: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ONCE_PLAYED
    allowed_in_what_if: ClassVar[bool] = True

    entrant: EntrantId


class ExpelEntrant(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Exclude an entrant permanently."""

    needs_rounds: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ONCE_PLAYED
    allowed_in_what_if: ClassVar[bool] = True

    entrant: EntrantId
    reason: Sealed


# Events


ELIGIBILITY_ARTICLE = CaseArticle(name="C.05-6.5", unverified=True)


class EntrantRuledIneligible(CorrectionEvent, frozen=True, kw_only=True, tag=True):
    """An entrant was not entitled to play from `from_round` on; not paired from `out_from` on.

    Changes to the games since are separate facts of the same act.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.CORRECTION
    in_player_story: ClassVar[bool] = True

    entrant: EntrantId
    from_round: int
    out_from: int
    games: GamesMeanwhile
    reason: str = ""
    known_at: int | None = None

    def articles(self) -> tuple[CaseArticle, ...]:
        """Return the articles that rule the correction."""
        return (ELIGIBILITY_ARTICLE, EFFECT_ARTICLE)

    def report_remark(self, moment: ReportMoment) -> str:
        """Return the remark of a tournament report on it."""
        return f"ineligible {moment.number(self.entrant)}, games {self.games.value}"


class EntrantReinstated(CorrectionEvent, frozen=True, kw_only=True, tag=True):
    """A ruling of ineligibility was withdrawn: the entrant is paired again from `from_round` on."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.CORRECTION
    in_player_story: ClassVar[bool] = True

    entrant: EntrantId
    from_round: int
    reason: str = ""
    known_at: int | None = None

    def articles(self) -> tuple[CaseArticle, ...]:
        """Return the articles that rule the correction."""
        return (ELIGIBILITY_ARTICLE, EFFECT_ARTICLE)

    def as_command(self) -> ReinstateEntrant:
        """Return the command that decides it again."""
        return ReinstateEntrant(entrant=self.entrant, reason=Sealed(self.reason))

    def report_remark(self, moment: ReportMoment) -> str:
        """Return the remark of a tournament report on it."""
        return f"reinstated {moment.number(self.entrant)} from round {self.from_round}"


class EntrantWithdrawn(StagedEvent, frozen=True, kw_only=True, tag=True):
    """An entrant withdrew and is not paired from `from_round` on.

    If that round was already paired, the withdrawal was recorded too late: `known_at` is the time
    at which it became known (as in `SportingDataCorrected`) and `games` the treatment of the games
    since, whose changes are separate facts of the same act.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ENTRANT
    in_player_story: ClassVar[bool] = True
    suggests_what_if: ClassVar[bool] = True
    undone_by: ClassVar[type[Command]] = ReturnEntrant
    editable_in_what_if: ClassVar[bool] = True
    may_affect_pairings: ClassVar[bool] = True

    entrant: EntrantId
    from_round: int
    reason: str = ""
    games: GamesMeanwhile | None = None
    known_at: int | None = None

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {} if self.games is None else super().details()

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return "" if self.games is None else ".late"

    def is_correction(self) -> bool:
        """Return whether it was recorded after the round was paired."""
        return self.games is not None

    def articles(self) -> tuple[CaseArticle, ...]:
        """Return the articles that rule the correction."""
        return (CaseArticle(name="C.04.2-3.2"), EFFECT_ARTICLE)

    def as_command(self) -> WithdrawEntrant:
        """Return the command that decides it again."""
        return WithdrawEntrant(entrant=self.entrant)


class EntrantReturned(StagedEvent, frozen=True, kw_only=True, tag=True):
    """An entrant returned and is paired again from `from_round` on."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ENTRANT
    in_player_story: ClassVar[bool] = True
    undone_by: ClassVar[type[Command]] = WithdrawEntrant
    editable_in_what_if: ClassVar[bool] = True
    may_affect_pairings: ClassVar[bool] = True

    entrant: EntrantId
    from_round: int

    def as_command(self) -> ReturnEntrant:
        """Return the command that decides it again."""
        return ReturnEntrant(entrant=self.entrant)


class EntrantExpelled(StagedEvent, frozen=True, kw_only=True, tag=True):
    """The arbiter expelled an entrant, who is not paired from `from_round` on and cannot return."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ENTRANT
    changes_entry: ClassVar[bool] = True
    in_player_story: ClassVar[bool] = True
    editable_in_what_if: ClassVar[bool] = True
    may_affect_pairings: ClassVar[bool] = True

    entrant: EntrantId
    from_round: int
    reason: str = ""

    def as_command(self) -> ExpelEntrant:
        """Return the command that decides it again."""
        return ExpelEntrant(entrant=self.entrant, reason=Sealed(self.reason))


# Refusals


class AlreadyIneligible(Conflict):
    """The entrant has already been ruled ineligible."""

    entrant: EntrantId


class EntrantIsIneligible(Conflict):
    """An ineligible entrant can neither withdraw nor return before the ruling is withdrawn."""

    entrant: EntrantId


class NotIneligible(Conflict):
    """There is no ruling of ineligibility to withdraw."""

    entrant: EntrantId


class AlreadyWithdrawn(Conflict):
    """The entrant has already withdrawn."""

    entrant: EntrantId


class NotWithdrawn(Conflict):
    """The entrant has not withdrawn."""

    entrant: EntrantId


# Rules


def rule_ineligible(
    state: Tournament, command: RuleIneligible, context: DecisionContext
) -> tuple[Event, ...]:
    """Rule that an entrant was not entitled to play from a round on, and pair them no more.

    Games that were played stay in the rating report: only points and pairings follow the ruling.
    """
    entrant = known_entrant(state, command.entrant)
    if entrant.ineligible_from is not None:
        raise AlreadyIneligible(entrant=entrant.id)
    _check_round(state, command.from_round)
    check_known(command.known_at, None, context)
    coming = state.last_published + 1
    effect = command.effect or Effect(points=True, pairing_from=coming, rating=False)
    check_effect(state, effect)
    ruled = EntrantRuledIneligible(
        entrant=entrant.id,
        from_round=command.from_round,
        out_from=min(coming, entrant.out_from or coming),
        games=command.games,
        reason=command.reason.commitment,
        known_at=command.known_at,
    )
    since = _Since(state, entrant.id, command.from_round, command.games)
    events = (ruled, *since.facts(effect, command.known_at), *_draft_of(state, entrant))
    return with_evidence(state, events, command.evidence)


def reinstate_entrant(
    state: Tournament, command: ReinstateEntrant, context: DecisionContext
) -> tuple[Event, ...]:
    """Withdraw the ruling: the entrant is paired from the next round on, and results stay.

    An entrant who had withdrawn before it, or was expelled, is still not paired.
    """
    entrant = known_entrant(state, command.entrant)
    if entrant.ineligible_from is None:
        raise NotIneligible(entrant=entrant.id)
    check_known(command.known_at, None, context)
    reinstated = EntrantReinstated(
        entrant=entrant.id,
        from_round=len(state.rounds) + 1,
        reason=command.reason.commitment,
        known_at=command.known_at,
    )
    return with_evidence(state, (reinstated,), command.evidence)


def withdraw_earlier(
    state: Tournament, command: WithdrawEntrant, context: DecisionContext, *, from_round: int
) -> tuple[Event, ...]:
    """Record a late withdrawal, from a round that is already paired.

    Wrong results are corrected like any other (C.04.2, 4.3), unless an effect was ruled.
    """
    entrant = known_entrant(state, command.entrant)
    _check_may_go(entrant, from_round)
    _check_round(state, from_round)
    check_known(command.known_at, None, context)
    if command.effect is not None:
        check_effect(state, command.effect)
    withdrawn = EntrantWithdrawn(
        entrant=entrant.id,
        from_round=from_round,
        reason=command.reason.commitment,
        games=command.games,
        known_at=command.known_at,
    )
    since = _Since(state, entrant.id, from_round, command.games)
    events = (withdrawn, *since.facts(command.effect, command.known_at), *_draft_of(state, entrant))
    return with_evidence(state, events, command.evidence)


def _check_may_go(entrant: EntrantState, from_round: int) -> None:
    if entrant.expelled:
        raise EntrantIsExpelled(entrant=entrant.id)
    if entrant.ineligible_from is not None:
        raise EntrantIsIneligible(entrant=entrant.id)
    if entrant.out_from is not None and entrant.out_from <= from_round:
        raise AlreadyWithdrawn(entrant=entrant.id)


def _check_round(state: Tournament, number: int) -> None:
    coming = state.last_published + 1
    if not 1 <= number <= coming:
        raise NoSuchRound(round=number, rounds=coming)


def _draft_of(state: Tournament, entrant: EntrantState) -> tuple[DraftDiscarded, ...]:
    """Discard the draft if it pairs an entrant who may not be paired."""
    if not state.rounds or state.rounds[-1].is_published:
        return ()
    draft = state.rounds[-1]
    paired = any(entrant.id in board for board in draft.boards)
    bye = any(each.entrant == entrant.id for each in draft.byes)
    return (DraftDiscarded(round=draft.number),) if paired or bye else ()


class _Since:
    """The rounds of an entrant from a given one, as the arbiter wants them to count."""

    def __init__(
        self, state: Tournament, entrant: EntrantId, from_round: int, games: GamesMeanwhile
    ) -> None:
        self._state = state
        self._entrant = entrant
        self._rounds = state.rounds[from_round - 1 : state.last_published]
        self._games = games

    def facts(self, effect: Effect | None, known_at: int | None) -> Iterator[Event]:
        """Yield a fact for each game and bye that changes; without `effect` by C.04.2, 4.3."""
        if self._games is GamesMeanwhile.STAND:
            return
        for played in self._rounds:
            counts = effect or default_effect(self._state, played, known_at)
            for board, sides in enumerate(played.boards):
                if self._entrant in sides:
                    yield from self._game(played, board, counts, known_at)
            for bye in played.byes:
                if bye.entrant == self._entrant and bye.kind is not ByeKind.ZERO_POINT:
                    yield ByeCorrected(
                        entrant=bye.entrant,
                        round=played.number,
                        kind=ByeKind.ZERO_POINT,
                        known_at=known_at,
                    )

    def _game(
        self, played: RoundState, board: int, effect: Effect, known_at: int | None
    ) -> Iterator[Event]:
        game, version = GameId(played.games[board]), played.version_of(board)
        said = played.reported_result(board)
        wanted = self._wanted(said, is_white=played.boards[board][0] == self._entrant)
        if said is wanted:
            return
        if not version:
            yield first_report(game, wanted)
            return
        result = RESULT_NOTATION[wanted]
        yield ResultCorrected(
            game=game, result=result, corrects=version, effect=effect, known_at=known_at
        )

    def _wanted(self, said: GameResult, *, is_white: bool) -> GameResult:
        """Return the wanted result; an opponent who was also absent or also lost gains nothing."""
        lost, won = GameResult.BLACK_WINS_BY_FORFEIT, GameResult.WHITE_WINS_BY_FORFEIT
        if not is_white:
            lost, won = won, lost
        if self._games is GamesMeanwhile.NOT_PLAYED or said is won:
            return GameResult.BOTH_FORFEIT
        return said if said in {GameResult.BOTH_FORFEIT, GameResult.BOTH_LOSE} else lost


def withdraw_entrant(
    state: Tournament, command: WithdrawEntrant, context: DecisionContext
) -> tuple[Event, ...]:
    """Stop pairing an entrant from the next round on, or from an earlier one (C.04.2, 3.2)."""
    coming = len(state.rounds) + 1
    if command.from_round is not None and command.from_round != coming:
        return withdraw_earlier(state, command, context, from_round=command.from_round)
    entrant = _still_in(state, command.entrant)
    check_known(command.known_at, None, context)
    withdrawn = EntrantWithdrawn(
        entrant=entrant.id,
        from_round=coming,
        reason=command.reason.commitment,
        known_at=command.known_at,
    )
    return with_evidence(state, (withdrawn,), command.evidence)


def return_entrant(
    state: Tournament, command: ReturnEntrant, _: DecisionContext
) -> tuple[Event, ...]:
    """Pair an entrant again from the next round on; missed rounds stay absences."""
    entrant = known_entrant(state, command.entrant)
    if entrant.expelled:
        raise EntrantIsExpelled(entrant=entrant.id)
    if entrant.ineligible_from is not None:
        raise EntrantIsIneligible(entrant=entrant.id)
    if entrant.out_from is None:
        raise NotWithdrawn(entrant=entrant.id)
    return (EntrantReturned(entrant=entrant.id, from_round=len(state.rounds) + 1),)


def expel_entrant(
    state: Tournament, command: ExpelEntrant, _: DecisionContext
) -> tuple[Event, ...]:
    """Exclude an entrant permanently, from the next round on."""
    entrant = known_entrant(state, command.entrant)
    if entrant.expelled:
        raise EntrantIsExpelled(entrant=entrant.id)
    return (
        EntrantExpelled(
            entrant=entrant.id,
            from_round=entrant.out_from or len(state.rounds) + 1,
            reason=command.reason.commitment,
        ),
    )


def _still_in(state: Tournament, entrant_id: EntrantId) -> EntrantState:
    entrant = known_entrant(state, entrant_id)
    if entrant.out_from is not None:
        raise AlreadyWithdrawn(entrant=entrant.id)
    return entrant


RULES: Rules = {
    WithdrawEntrant: withdraw_entrant,
    ReturnEntrant: return_entrant,
    ExpelEntrant: expel_entrant,
    RuleIneligible: rule_ineligible,
    ReinstateEntrant: reinstate_entrant,
}


def _games_since(state: Tournament, command: WithdrawEntrant | RuleIneligible) -> Iterator[int]:
    """Yield the versions of the results since a round that was paired before the command."""
    rounds = () if command.from_round is None else state.rounds[max(command.from_round - 1, 0) :]
    for played in rounds:
        for board, sides in enumerate(played.boards):
            if command.entrant in sides:
                yield played.version_of(board)


CORRECTED: Corrected = {WithdrawEntrant: _games_since, RuleIneligible: _games_since}


# Folds


def _withdrawn(state: Tournament, event: EntrantWithdrawn, _: int) -> Tournament:
    return with_entrant(state, event.entrant, out_from=event.from_round)


def _returned(state: Tournament, event: EntrantReturned, _: int) -> Tournament:
    return with_entrant(state, event.entrant, out_from=None)


def _expelled(state: Tournament, event: EntrantExpelled, _: int) -> Tournament:
    """Expel an entrant, in other stages than that of the event from their next round on."""
    from_round = event.from_round
    if event.stage_number != state.stage:
        from_round = state.entrants[event.entrant].out_from or len(state.rounds) + 1
    return with_entrant(state, event.entrant, out_from=from_round, expelled=True)


def _ruled_ineligible(state: Tournament, event: EntrantRuledIneligible, _: int) -> Tournament:
    return with_entrant(
        state,
        event.entrant,
        ineligible_from=event.from_round,
        out_from=event.out_from,
        left_from=state.entrants[event.entrant].out_from,
    )


def _reinstated(state: Tournament, event: EntrantReinstated, _: int) -> Tournament:
    """Lift a ruling; an entrant who had left before, or was expelled since, stays out."""
    entrant = state.entrants[event.entrant]
    out_from = entrant.out_from if entrant.expelled else entrant.left_from
    return with_entrant(
        state, event.entrant, ineligible_from=None, out_from=out_from, left_from=None
    )


FOLDS: Folds = {
    EntrantWithdrawn: _withdrawn,
    EntrantReturned: _returned,
    EntrantExpelled: _expelled,
    EntrantRuledIneligible: _ruled_ineligible,
    EntrantReinstated: _reinstated,
}


RESTATEMENTS: Restatements = {EntrantRuledIneligible: of_an_entrant}
