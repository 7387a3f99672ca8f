"""Correcting a result or colours at any later time, and what the correction counts for.

Source: C.04.2, 4.3: an error reported before the next pairing is used in it; after the next
pairing but before the end of that round, in the pairing after; later, for the rating report only.
"""

import msgspec

from planilla.domain.tournament.commands import CorrectColours, CorrectResult
from planilla.domain.tournament.events import (
    ColoursCorrected,
    DraftDiscarded,
    Effect,
    Event,
    Reported,
    ResultCorrected,
)
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.ladder import is_ladder
from planilla.domain.tournament.refusals import (
    CorrectsAnotherEvent,
    EffectOutOfRange,
    KnownTooLate,
    NoResultYet,
    NotPlayed,
    SameResult,
)
from planilla.domain.tournament.refusals.corrections import (
    KnownTooEarly,
)
from planilla.domain.tournament.rules.evidence import with_evidence
from planilla.domain.tournament.rules.results import known_result, published_game
from planilla.domain.tournament.state import RoundState, RoundStatus, Tournament
from planilla.domain.vocabulary import GameId, GameResult


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """One of the three cases: whether it is this one, and what the correction counts for in it."""

    reported: Reported
    applies: bool
    effect: Effect


def correct_result(state: Tournament, command: CorrectResult, given: Given) -> tuple[Event, ...]:
    """Rule that a game ended otherwise; a draft that was paired without it is discarded."""
    known_result(command.result)
    played, board = in_force(state, command.game, command.corrects)
    effect = command.effect or default_effect(state, played, command.known_at)
    check_effect(state, effect)
    _check_changes(played, board, command, effect)
    check_known(command.known_at, played, given)
    corrected = ResultCorrected(
        game=command.game,
        result=command.result,
        corrects=command.corrects,
        effect=effect,
        reason=command.reason.commitment,
        known_at=command.known_at,
    )
    events = (corrected, *discarded_draft(state, effect))
    return with_evidence(state, events, command.evidence)


def correct_colours(state: Tournament, command: CorrectColours, given: Given) -> tuple[Event, ...]:
    """The two had the other colours; each keeps the points of the game."""
    played, board = published_game(state, command.game)
    corrects = played.version_of(board) if command.corrects is None else command.corrects
    in_force(state, command.game, corrects)
    result = played.result_said(board)
    if result is GameResult.OPEN:
        raise NoResultYet(game=command.game)
    if result.is_forfeit:
        raise NotPlayed(game=command.game)
    effect = command.effect or default_effect(state, played, command.known_at)
    check_effect(state, effect)
    check_known(command.known_at, played, given)
    corrected = ColoursCorrected(
        game=command.game,
        reason=command.reason.commitment,
        corrects=corrects,
        effect=effect,
        known_at=command.known_at,
    )
    events = (corrected, *discarded_draft(state, effect))
    return with_evidence(state, events, command.evidence)


def in_force(state: Tournament, game: GameId, corrects: int) -> tuple[RoundState, int]:
    """The round and board of a game whose result stands since the event of version `corrects`.

    Raises:
        NoSuchGame, RoundNotPublished: as `published_game`.
        NoResultYet: it has no result.
        CorrectsAnotherEvent: another event is in force, perhaps a correction of somebody else.
    """
    played, board = published_game(state, game)
    version = played.version_of(board)
    if not version:
        raise NoResultYet(game=game)
    if corrects != version:
        raise CorrectsAnotherEvent(game=game, corrects=corrects, in_force=version)
    return played, board


def default_effect(state: Tournament, played: RoundState, known_at: int | None = None) -> Effect:
    """What a correction of a game of `played` counts for by C.04.2, 4.3.

    It goes by the moment in which it became known, None: now. A pairing that is published by now
    is never made again, so that it counts from the first that is not.
    """
    return effect_when(state, reported(state, played, known_at))


def reported(state: Tournament, played: RoundState, known_at: int | None = None) -> Reported:
    """Which of the three cases of C.04.2, 4.3 it is; `known_at` as in `default_effect`.

    A ladder counts all rounds anew each time, so that an old game still changes values.
    """
    following = state.round(played.number + 1)
    if following is None or not following.is_published or is_ladder(state):
        return Reported.BEFORE_NEXT_PAIRING
    ended_at = _ended_at(state, following)
    if known_at is not None and following.published_at:  # of an imported round nobody knows when
        if known_at < following.published_at:
            return Reported.BEFORE_NEXT_PAIRING
        if ended_at is not None and known_at < ended_at:
            return Reported.DURING_NEXT_ROUND
    return Reported.DURING_NEXT_ROUND if ended_at is None else Reported.LATER


def _ended_at(state: Tournament, played: RoundState) -> int | None:
    """When a round was closed, or else the next one published; None while it goes on."""
    if played.status is RoundStatus.CLOSED:
        return played.closed_at
    following = state.round(played.number + 1)
    return None if following is None or not following.is_published else following.published_at


def effect_when(state: Tournament, case: Reported) -> Effect:
    """What a correction that was reported so counts for, now."""
    if case is Reported.LATER:
        return Effect(points=False, pairing_from=None, rating=True)
    return Effect(points=True, pairing_from=state.last_published + 1, rating=True)


def proposals(
    state: Tournament, played: RoundState, known_at: int | None = None
) -> tuple[Proposal, ...]:
    """All three cases, with the one that applies; `known_at` as in `default_effect`."""
    this = reported(state, played, known_at)
    return tuple(
        Proposal(reported=case, applies=case is this, effect=effect_when(state, case))
        for case in Reported
    )


def check_effect(state: Tournament, effect: Effect) -> None:
    """A pairing that everybody has seen is not made again.

    Raises:
        EffectOutOfRange: the effect would reach one.
    """
    smallest = state.last_published + 1
    if effect.pairing_from is not None and effect.pairing_from < smallest:
        raise EffectOutOfRange(pairing_from=effect.pairing_from, smallest=smallest)


def check_known(known_at: int | None, played: RoundState | None, given: Given) -> None:
    """An error becomes known after the round was published and before it is recorded.

    Raises:
        KnownTooLate, KnownTooEarly: otherwise.
    """
    if known_at is None:
        return
    if known_at > given.at:
        raise KnownTooLate(known_at=known_at)
    earliest = 0 if played is None else played.published_at
    if known_at < earliest:
        raise KnownTooEarly(known_at=known_at, earliest=earliest)


def _check_changes(played: RoundState, board: int, command: CorrectResult, effect: Effect) -> None:
    result = known_result(command.result)
    said = [ruling for ruling in played.rulings if ruling.board == board]
    before = said[-1].result if said else GameResult(played.recorded[board])
    if result is before and (not said or said[-1].effect == effect):
        raise SameResult(game=command.game, result=command.result)


def discarded_draft(state: Tournament, effect: Effect) -> tuple[DraftDiscarded, ...]:
    """The draft goes that was paired without what counts for its pairing."""
    last = state.rounds[-1]
    if last.is_published or effect.pairing_from is None or effect.pairing_from > last.number:
        return ()
    return (DraftDiscarded(round=last.number),)
