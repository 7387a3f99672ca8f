"""Somebody who should not have been paired: ruled ineligible, or withdrawn too late in the log.

What becomes of the games since is the arbiter's choice, and each game changed is a fact of its own,
so that nothing changes silently. Boards and opponents stay as they were: the past is not paired
again (C.04.2, 4.3). That games stand for the opponents unless it is ruled otherwise is our reading;
the wording of C.05 was not read (UNVERIFIED, see docs/rules/corrections.md).
"""

from collections.abc import Iterator

from planilla.domain.tournament.commands import (
    ReinstateEntrant,
    RuleIneligible,
    WithdrawEntrant,
)
from planilla.domain.tournament.events import (
    ByeCorrected,
    DraftDiscarded,
    Effect,
    EntrantReinstated,
    EntrantRuledIneligible,
    EntrantWithdrawn,
    Event,
    GamesMeanwhile,
    ResultCorrected,
    ResultRecorded,
)
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.refusals import (
    AlreadyWithdrawn,
    EntrantIsExpelled,
    NoSuchRound,
)
from planilla.domain.tournament.refusals.corrections import (
    AlreadyIneligible,
    EntrantIsIneligible,
    NotIneligible,
)
from planilla.domain.tournament.rules.evidence import with_evidence
from planilla.domain.tournament.rules.registration import known_entrant
from planilla.domain.tournament.rules.rulings import check_effect, check_known, default_effect
from planilla.domain.tournament.state import EntrantState, RoundState, Tournament
from planilla.domain.vocabulary import RESULT_NOTATION, ByeKind, EntrantId, GameId, GameResult


def rule_ineligible(state: Tournament, command: RuleIneligible, given: Given) -> tuple[Event, ...]:
    """Rule that somebody might not have played from a round on; they are not paired any more.

    Games that were played stay in the rating report: only points and pairings follow the ruling.
    """
    entrant = known_entrant(state, command.entrant)
    if entrant.ineligible_from is not None:
        raise AlreadyIneligible(entrant=entrant.id)
    _check_round(state, command.from_round)
    check_known(command.known_at, None, given)
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
    state: Tournament, command: ReinstateEntrant, given: Given
) -> tuple[Event, ...]:
    """Take the ruling back: paired again from the next round on; results stay as they are.

    Who had withdrawn before it, or was expelled, is not paired all the same.
    """
    entrant = known_entrant(state, command.entrant)
    if entrant.ineligible_from is None:
        raise NotIneligible(entrant=entrant.id)
    check_known(command.known_at, None, given)
    reinstated = EntrantReinstated(
        entrant=entrant.id,
        from_round=len(state.rounds) + 1,
        reason=command.reason.commitment,
        known_at=command.known_at,
    )
    return with_evidence(state, (reinstated,), command.evidence)


def withdraw_earlier(
    state: Tournament, command: WithdrawEntrant, given: Given, *, from_round: int
) -> tuple[Event, ...]:
    """A withdrawal that was recorded too late: from a round that was paired already.

    A result that was wrong is corrected as any other (C.04.2, 4.3), unless an effect was ruled.
    """
    entrant = known_entrant(state, command.entrant)
    _check_may_go(entrant, from_round)
    _check_round(state, from_round)
    check_known(command.known_at, None, given)
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
    """A draft goes in which somebody is paired who may not be."""
    if not state.rounds or state.rounds[-1].is_published:
        return ()
    draft = state.rounds[-1]
    paired = any(entrant.id in board for board in draft.boards)
    bye = any(each.entrant == entrant.id for each in draft.byes)
    return (DraftDiscarded(round=draft.number),) if paired or bye else ()


class _Since:
    """The rounds of somebody since one, as the arbiter wants them to count."""

    def __init__(
        self, state: Tournament, entrant: EntrantId, from_round: int, games: GamesMeanwhile
    ) -> None:
        self._state = state
        self._entrant = entrant
        self._rounds = state.rounds[from_round - 1 : state.last_published]
        self._games = games

    def facts(self, effect: Effect | None, known_at: int | None) -> Iterator[Event]:
        """One for each game and bye that counts otherwise; without `effect` by C.04.2, 4.3."""
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
        said = played.result_said(board)
        wanted = self._wanted(said, is_white=played.boards[board][0] == self._entrant)
        if said is wanted:
            return
        result = RESULT_NOTATION[wanted]
        if not version:
            yield ResultRecorded(game=game, result=result)
            return
        yield ResultCorrected(
            game=game, result=result, corrects=version, effect=effect, known_at=known_at
        )

    def _wanted(self, said: GameResult, *, is_white: bool) -> GameResult:
        """An opponent who did not come, or lost too, wins nothing by it."""
        lost, won = GameResult.BLACK_WINS_BY_FORFEIT, GameResult.WHITE_WINS_BY_FORFEIT
        if not is_white:
            lost, won = won, lost
        if self._games is GamesMeanwhile.NOT_PLAYED or said is won:
            return GameResult.BOTH_FORFEIT
        return said if said in {GameResult.BOTH_FORFEIT, GameResult.BOTH_LOSE} else lost
