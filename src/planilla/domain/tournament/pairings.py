"""Rounds: publication of pairings, changes by the arbiter, and withdrawal of a round."""

from typing import ClassVar

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from planilla.domain.tournament import acceleration, closing, numbering
from planilla.domain.tournament.absences import forfeits_of_the_absent
from planilla.domain.tournament.closing import RoundClosed, RoundReopened, check_decided
from planilla.domain.tournament.command import Command, ConfirmFirst, Sealed, StagedCommand
from planilla.domain.tournament.context import DecisionContext, Questions, Rules
from planilla.domain.tournament.crosstables import rounds_planned
from planilla.domain.tournament.drafting import (
    ChangedPairing,
    DraftChanged,
    DraftDiscarded,
    NobodyToPair,
    NoLegalPairing,
    RoundPairing,
    UnpairRound,
    draft_of,
    first_of_matches,
    matches_named,
    numbered_games,
    pairing_changed,
    question_of_draft,
    with_new_round,
    without_round,
)
from planilla.domain.tournament.event import (
    Audience,
    CaseArticle,
    Details,
    Event,
    PairingAct,
    ReportMoment,
    StagedEvent,
    Topic,
)
from planilla.domain.tournament.line_ups import LineUpsPublished
from planilla.domain.tournament.lookups import awaited_games, doubles, paired_round
from planilla.domain.tournament.matches import MatchIsDecided
from planilla.domain.tournament.numbering import numbering_before_pairing
from planilla.domain.tournament.publication import published_after
from planilla.domain.tournament.questions import PairingAsked
from planilla.domain.tournament.refusal import (
    Conflict,
    NoSuchRound,
    NotInThisSystem,
    RoundAlreadyPaired,
    RoundIsClosed,
    RoundIsPublished,
    RoundNotPaired,
    Unacceptable,
)
from planilla.domain.tournament.state import (
    Folds,
    Restatements,
    RoundState,
    RoundStatus,
    Sides,
    Tournament,
    following,
    standing_in,
)
from planilla.domain.tournament.system_parts import Preparation, parts_of
from planilla.domain.tournament.values import GrantedBye, PairedGame, allocated_bye
from planilla.domain.tournament.whatif import changed_by_hand, without_absent
from planilla.domain.vocabulary import ByeKind, EntrantId, GameId, GameRef, GameResult

# Commands


class PairRound(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Make a draft of the next round."""

    needs_rounds: ClassVar[bool] = True
    needs_people: ClassVar[bool] = True

    round: int


class ChangePairing(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Replace the boards of a round by hand, in board order as (White, Black)."""

    needs_rounds: ClassVar[bool] = True
    reason_is_public: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.OF_PUBLISHED_ROUND
    allowed_in_what_if: ClassVar[bool] = True

    round: int
    boards: tuple[tuple[EntrantId, EntrantId], ...]
    bye: EntrantId | None = None
    reason: Sealed


class PublishPairings(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Publish the draft of a round."""

    needs_rounds: ClassVar[bool] = True

    round: int


# Events


class PairingsPublished(RoundPairing, frozen=True, kw_only=True, tag=True):
    """The pairings of a round were published; they are repeated, so that public facts suffice.

    `engine` is the system's own pairing, if the arbiter changed the boards by hand.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ROUND
    on_day_of_play: ClassVar[bool] = True
    pairing_act: ClassVar[PairingAct] = PairingAct.PUBLISHED
    moves_standings: ClassVar[bool] = False
    begins_a_round: ClassVar[bool] = True
    undone_by: ClassVar[type[Command]] = UnpairRound

    engine: tuple[PairedGame, ...] = ()

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        shown = {"boards": len(self.pairs), "byes": len(self.byes), "system": self.system}
        return {**shown, "by_hand": True} if self.engine else shown

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return ".by-hand" if self.engine else ""


class RoundImported(RoundPairing, frozen=True, kw_only=True, tag=True):
    """A round paired elsewhere was recorded from a file and is public.

    Nothing states that `system` made it: it is the system, in this `edition`, by which it is
    judged.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ROUND
    on_day_of_play: ClassVar[bool] = True
    pairing_act: ClassVar[PairingAct] = PairingAct.IMPORTED
    moves_standings: ClassVar[bool] = False
    begins_a_round: ClassVar[bool] = True

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"boards": len(self.games), "byes": len(self.byes)}


class PairingChanged(ChangedPairing, frozen=True, kw_only=True, tag=True):
    """The arbiter changed published pairings; unchanged games keep their identity and result."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.CORRECTION
    pairing_act: ClassVar[PairingAct] = PairingAct.CHANGED
    corrects_record: ClassVar[bool] = True
    reason_is_public: ClassVar[bool] = True
    editable_in_what_if: ClassVar[bool] = True

    def articles(self) -> tuple[CaseArticle, ...]:
        """Return the articles that rule the correction."""
        return (CaseArticle(name="C.04.2-4.4"),)

    def report_remark(self, moment: ReportMoment) -> str:
        """Return the remark of a tournament report on it."""
        numbers = " ".join(moment.number(each) for each in self.arrivals or ())
        return f"late arrival {numbers}" if numbers else ""


class RoundUnpaired(StagedEvent, frozen=True, kw_only=True, tag=True):
    """A published round without results was withdrawn."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ROUND
    pairing_act: ClassVar[PairingAct] = PairingAct.DISCARDED
    moves_standings: ClassVar[bool] = False

    round: int
    reason: str = ""

    def report_remark(self, _: ReportMoment) -> str:
        """Return the remark of a tournament report on it."""
        return "unpaired"


# Refusals


class IllegalPairing(Unacceptable):
    """The boards break an absolute rule; `article` names it (B1, B2 …)."""

    article: str
    entrants: tuple[EntrantId, ...]


class AllRoundsPaired(Conflict):
    """All rounds of the tournament have been paired."""

    rounds: int


class PreviousRoundOpen(Conflict):
    """The previous round is not finished."""

    round: int
    games: tuple[GameId, ...]


class DraftPending(Conflict):
    """The previous round is still a draft."""

    round: int


class RoundHasResults(Conflict):
    """The round has results and cannot be withdrawn."""

    cites = "C.04.2 4.4"
    round: int
    games: tuple[GameId, ...]


class NotTheLastRound(Conflict):
    """Only the last paired round can be withdrawn."""

    round: int
    last: int


# Rules


def pair_round(
    state: Tournament, command: PairRound, context: DecisionContext
) -> tuple[Event, ...]:
    """Make a draft of the next round; it closes the previous one and numbers late entries."""
    before, ready = _made_ready(state, command, context)
    return (*before, draft_of(ready, context))


def question_of_pairing(
    state: Tournament, command: PairRound, context: DecisionContext
) -> PairingAsked | None:
    """Return the question of `pair_round` to a system that pairs by rounds.

    Raises:
        Refusal: as `pair_round`.
    """
    _, ready = _made_ready(state, command, context)
    return question_of_draft(ready, context)


def _made_ready(
    state: Tournament, command: PairRound, context: DecisionContext
) -> tuple[tuple[Event, ...], Tournament]:
    """Return the events before the draft, and the tournament after them."""
    _check_next(state, command.round)
    before: list[Event] = []
    folds = {
        **closing.FOLDS,
        **numbering.FOLDS,
        **acceleration.FOLDS,
        **parts_of(state).folds,
    }
    for follow in (_closing_before, *preparations(state)):
        for event in follow(state, context):
            before.append(event)
            state = following(state, event, context.at, folds)
    return tuple(before), state


def _closing_before(state: Tournament, _: DecisionContext) -> tuple[Event, ...]:
    if not state.rounds:
        return ()
    events = _closing(state, state.rounds[-1])
    check_decided(state, *state.rounds)
    return events


def preparations(state: Tournament) -> tuple[Preparation, ...]:
    """Return the events between the closing of a round and the next pairing, step by step.

    The system adds what follows the closing of a round, or a correction after it was closed.
    """
    parts = parts_of(state)
    is_closed = bool(state.rounds) and state.rounds[-1].status is RoundStatus.CLOSED
    return (
        parts.after_correction if is_closed else parts.after_closing,
        numbering_before_pairing,
        acceleration.top_group_before_pairing,
        parts.before_pairing,
    )


def _check_next(state: Tournament, number: int) -> None:
    if 1 <= number <= len(state.rounds):
        raise RoundAlreadyPaired(round=number)
    parts_of(state).check_ready(state)
    planned = rounds_planned(state)
    if not planned:
        raise NobodyToPair(present=len(state.order))
    if number == len(state.rounds) + 1 and number > planned:
        raise AllRoundsPaired(rounds=planned)
    if not 1 <= number <= planned:
        raise NoSuchRound(round=number, rounds=planned)
    if number > len(state.rounds) + 1:
        raise RoundNotPaired(round=number - 1)


def _closing(state: Tournament, last: RoundState) -> tuple[RoundClosed, ...]:
    if not last.is_published:
        raise DraftPending(round=last.number)
    awaited = awaited_games(state, last)
    if awaited:
        raise PreviousRoundOpen(round=last.number, games=awaited)
    closing.check_matches(last)
    return () if last.status is RoundStatus.CLOSED else (RoundClosed(round=last.number),)


def publish_pairings(
    state: Tournament, command: PublishPairings, _: DecisionContext
) -> tuple[Event, ...]:
    """Publish the draft; in a schedule the games of entrants who left are forfeited."""
    played = paired_round(state, command.round)
    if played.is_published:
        raise RoundIsPublished(round=played.number)
    published = PairingsPublished(
        round=played.number,
        games=played.paired_games,
        byes=played.byes,
        system=played.system,
        edition=played.edition,
        first_colour=played.first_colour,
        engine=_engine_instead(played),
        sides=played.sides or UNSET,
        bracket_matches=played.bracket_matches or UNSET,
    )
    return (published, *forfeits_of_the_absent(state, played))


def _engine_instead(played: RoundState) -> tuple[PairedGame, ...]:
    """Return the system's own pairing if other boards are published (C.02, VCL 66 and 69)."""
    boards = set(first_of_matches(played.engine))
    return () if boards == set(played.pairs) else played.engine


def unpair_round(state: Tournament, command: UnpairRound, _: DecisionContext) -> tuple[Event, ...]:
    """Withdraw the last round, as long as none of its games was played."""
    played = paired_round(state, command.round)
    if played.number != len(state.rounds):
        raise NotTheLastRound(round=played.number, last=len(state.rounds))
    reason = command.reason.commitment
    before = state.round(played.number - 1)
    closed = before is not None and before.status is RoundStatus.CLOSED
    reopened = (RoundReopened(round=played.number - 1),) if command.reopens and closed else ()
    if not played.is_published:
        return (DraftDiscarded(round=played.number, reason=reason), *reopened)
    if played.finished_games:
        raise RoundHasResults(round=played.number, games=played.finished_games)
    return (RoundUnpaired(round=played.number, reason=reason), *reopened)


def change_pairing(
    state: Tournament, command: ChangePairing, context: DecisionContext
) -> tuple[Event, ...]:
    """Replace the boards by hand; a game keeps its identity if its players and colours stay.

    The order of the boards is the arbiter's. Violations of absolute criteria are shown beside the
    engine's own pairing (`System.check`) and are the arbiter's responsibility (C.04.2, 4.4). The
    rule checks only that everybody who was paired appears exactly once. Teams are paired by hand
    until their line-ups are published: the boards are then the matches.
    """
    played, games = _changed(state, command)
    if games is None:
        return ()
    kind = PairingChanged if played.is_published else DraftChanged
    return (
        kind(
            round=played.number,
            games=games if state.system.plays_matches or not played.sides else (),
            byes=_byes_with(played, command.bye),
            engine=engine_games(state, context),
            reason=command.reason.commitment,
            sides=command.boards if played.sides else UNSET,
        ),
    )


def question_of_change(
    state: Tournament, command: ChangePairing, context: DecisionContext
) -> PairingAsked | None:
    """Return the question of `change_pairing` to a system that pairs by rounds.

    Its answer is recorded with the change.

    Raises:
        Refusal: as `change_pairing`.
    """
    _, games = _changed(state, command)
    return None if games is None else question_of_draft(unpaired(state), context)


def unpaired(state: Tournament) -> Tournament:
    """Return the tournament without its last round, as it was before that was paired.

    The colour drawn by lot stays the one that was drawn.
    """
    last = state.rounds[-1]
    return msgspec.structs.replace(state, rounds=state.rounds[:-1], first_colour=last.first_colour)


def _changed(
    state: Tournament, command: ChangePairing
) -> tuple[RoundState, tuple[PairedGame, ...] | None]:
    """Return the round and its games, or matches, after the change; None if nothing changes."""
    played = changeable_round(state, command.round)
    _check_everybody_once(played, command)
    if command.boards == played.pairs and command.bye == allocated_bye(played.byes):
        return played, None
    if played.sides and not state.system.plays_matches:
        return played, matches_named(state, played.number, command.boards)
    games = numbered_games(state, played.number, command.boards, identities_in(played))
    _check_no_result_lost(played, games)
    return played, games


def changeable_round(state: Tournament, number: int) -> RoundState:
    """Return the last round, if its boards may be changed by hand.

    Raises:
        NotInThisSystem: the system has a bracket, or its matches follow a schedule.
        RoundNotPaired, RoundIsClosed, NotTheLastRound: it is not the round that is played.
        LineUpsPublished, MatchIsDecided: something is known of its matches.
    """
    if state.system.has_bracket:
        raise NotInThisSystem(system=state.system_name)
    played = paired_round(state, number)
    if played.sides and not state.system.plays_matches:
        _check_matches_open(state, played)
    if played.status is RoundStatus.CLOSED:
        raise RoundIsClosed(round=played.number)
    if played.number != len(state.rounds):
        raise NotTheLastRound(round=played.number, last=len(state.rounds))
    return played


def identities_in(played: RoundState) -> dict[Sides, GameId]:
    """Return the first game of each pair of a round."""
    return {
        (each.white, each.black): each.game
        for each in played.paired_games
        if GameRef.of(each.game).game == 1
    }


def _check_matches_open(state: Tournament, played: RoundState) -> None:
    """Refuse another pairing of the matches of a schedule, or once something is known of them."""
    if state.system.has_schedule:
        raise NotInThisSystem(system=state.system_name)
    if played.games:
        raise LineUpsPublished(round=played.number)
    for ruled in played.decisions:
        raise MatchIsDecided(
            round=played.number, match=ruled.match, winner=ruled.winner or EntrantId("")
        )


def _byes_with(played: RoundState, entrant: EntrantId | None) -> tuple[GrantedBye, ...]:
    others = tuple(bye for bye in played.byes if bye.kind is not ByeKind.PAIRING_ALLOCATED)
    if entrant is None:
        return others
    return (GrantedBye(entrant=entrant, kind=ByeKind.PAIRING_ALLOCATED), *others)


def _check_everybody_once(played: RoundState, command: ChangePairing) -> None:
    wanted = [entrant for board in command.boards for entrant in board]
    wanted += [] if command.bye is None else [command.bye]
    bye = allocated_bye(played.byes)
    were = [entrant for board in played.pairs for entrant in board] + ([bye] if bye else [])
    if sorted(wanted) != sorted(were):
        wrong = tuple(sorted(set(wanted) ^ set(were) or doubles(wanted)))
        raise IllegalPairing(article="C.04.1 3", entrants=wrong)


def _check_no_result_lost(played: RoundState, games: tuple[PairedGame, ...]) -> None:
    kept = {game.game for game in games}
    lost = tuple(
        game
        for game, result in zip(played.games, played.results, strict=True)
        if game not in kept and result != GameResult.OPEN
    )
    if lost:
        raise RoundHasResults(round=played.number, games=lost)


def engine_games(state: Tournament, context: DecisionContext) -> tuple[PairedGame, ...]:
    """Return the system's own pairing; empty if it has none now."""
    try:
        draft = draft_of(unpaired(state), context)
    except NoLegalPairing:
        return ()
    return draft.games or matches_named(state, draft.round, draft.pairs)


QUESTIONS: Questions = {PairRound: question_of_pairing, ChangePairing: question_of_change}

RULES: Rules = {
    PairRound: pair_round,
    ChangePairing: change_pairing,
    UnpairRound: unpair_round,
    PublishPairings: publish_pairings,
}


# Folds


def _published(state: Tournament, event: PairingsPublished, version: int) -> Tournament:
    publication = published_after(state.publication, event, version)
    paired = with_new_round(state, event, RoundStatus.PUBLISHED, published_at=state.changed_at)
    return replace(paired, publication=publication)


def _imported(state: Tournament, event: RoundImported, _: int) -> Tournament:
    return with_new_round(state, event, RoundStatus.PUBLISHED)


def _unpaired(state: Tournament, event: RoundUnpaired, _: int) -> Tournament:
    """Withdraw a published round; its boards stay on record, as they were public."""
    seen = state.shown_paired | standing_in(state.rounds[event.round - 1])
    return replace(without_round(state, event.round), shown_paired=seen)


FOLDS: Folds = {
    PairingsPublished: _published,
    RoundImported: _imported,
    PairingChanged: pairing_changed,
    RoundUnpaired: _unpaired,
}


RESTATEMENTS: Restatements = {
    PairingsPublished: without_absent,
    RoundImported: without_absent,
    PairingChanged: changed_by_hand,
}
