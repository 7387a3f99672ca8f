"""Correcting a result at any later time, and what the correction counts for.

Source: C.04.2, 4.3: an error reported before the next pairing is used in it; after the next
pairing but before the end of that round, in the pairing after; later, for the rating report only.
"""

from planilla.domain.tournament.commands import CorrectResult
from planilla.domain.tournament.events import DraftDiscarded, Effect, Event, ResultCorrected
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.ladder import is_ladder
from planilla.domain.tournament.refusals import (
    CorrectsAnotherEvent,
    EffectOutOfRange,
    KnownTooLate,
    NoResultYet,
    SameResult,
)
from planilla.domain.tournament.rules.results import known_result, published_game
from planilla.domain.tournament.state import RoundState, RoundStatus, Tournament
from planilla.domain.vocabulary import GameResult


def correct_result(state: Tournament, command: CorrectResult, given: Given) -> tuple[Event, ...]:
    """Rule that a game ended otherwise; a draft that was paired without it is discarded."""
    known_result(command.result)
    played, board = published_game(state, command.game)
    in_force = played.version_of(board)
    if not in_force:
        raise NoResultYet(game=command.game)
    if command.corrects != in_force:
        raise CorrectsAnotherEvent(game=command.game, corrects=command.corrects, in_force=in_force)
    effect = command.effect or default_effect(state, played)
    _check_effect(state, effect)
    _check_changes(played, board, command, effect)
    if command.known_at is not None and command.known_at > given.at:
        raise KnownTooLate(known_at=command.known_at)
    corrected = ResultCorrected(
        game=command.game,
        result=command.result,
        corrects=command.corrects,
        effect=effect,
        reason=command.reason.commitment,
        known_at=command.known_at,
    )
    return (corrected, *_discarded_draft(state, effect))


def default_effect(state: Tournament, played: RoundState) -> Effect:
    """What a correction of a game of `played` counts for at this moment (C.04.2, 4.3).

    A ladder counts all rounds anew each time, so that an old game still changes values.
    """
    last = state.last_published
    if last == played.number or is_ladder(state):
        return Effect(points=True, pairing_from=last + 1, rating=True)
    during_next = last == played.number + 1 and (
        state.rounds[last - 1].status is not RoundStatus.CLOSED
    )
    if during_next:
        return Effect(points=True, pairing_from=last + 1, rating=True)
    return Effect(points=False, pairing_from=None, rating=True)


def _check_effect(state: Tournament, effect: Effect) -> None:
    smallest = state.last_published + 1
    if effect.pairing_from is not None and effect.pairing_from < smallest:
        raise EffectOutOfRange(pairing_from=effect.pairing_from, smallest=smallest)


def _check_changes(played: RoundState, board: int, command: CorrectResult, effect: Effect) -> None:
    result = known_result(command.result)
    said = [ruling for ruling in played.rulings if ruling.board == board]
    before = said[-1].result if said else GameResult(played.recorded[board])
    if result is before and (not said or said[-1].effect == effect):
        raise SameResult(game=command.game, result=command.result)


def _discarded_draft(state: Tournament, effect: Effect) -> tuple[DraftDiscarded, ...]:
    last = state.rounds[-1]
    if last.is_published or effect.pairing_from is None or effect.pairing_from > last.number:
        return ()
    return (DraftDiscarded(round=last.number),)
