"""Corrections of a hall: points change; seats and the queue stay as they were.

`audit.masnou_replay` calculates what the queue would have been.
"""

from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.corrections import (
    CorrectResult,
    DeleteResult,
    ResultCorrected,
    ResultDeleted,
    SameGame,
    SwapResults,
)
from planilla.domain.tournament.effects import check_known
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.evidence import with_evidence
from planilla.domain.tournament.masnou.acts import end_game, undo_result
from planilla.domain.tournament.masnou.hall import AT_TABLE, Hall, MasnouGame, hall_of, parts_of
from planilla.domain.tournament.masnou.refusals import GameIsVoid, TooLateToUndo
from planilla.domain.tournament.masnou.results import known_game, known_result, may_be_taken_back
from planilla.domain.tournament.masnou.rules import concluded, course_of
from planilla.domain.tournament.refusal import (
    CorrectsAnotherEvent,
    NoResultYet,
    NoSuchResult,
    SameResult,
)
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.values import Effect
from planilla.domain.vocabulary import RESULT_NOTATION, GameId, GameResult

NOT_PLAYED = RESULT_NOTATION[GameResult.BOTH_FORFEIT]
"""The notation of a game of a hall that does not count; it is never open again."""

POINTS = Effect(points=True, pairing_from=None, rating=True)
"""The effect of a correction in a hall: nobody is seated again."""


def correct_result(
    state: Tournament, command: CorrectResult, context: DecisionContext
) -> tuple[Event, ...]:
    """Correct the result of a game: points change, seats do not."""
    result = known_result(command.result)
    game = _in_force(hall_of(state), command.game, command.corrects)
    if result is game.result:
        raise SameResult(game=command.game, result=command.result)
    check_known(command.known_at, None, context)
    corrected = _corrected(command, (command.game, command.corrects, result))
    return with_evidence(state, (corrected,), command.evidence)


def delete_result(
    state: Tournament, command: DeleteResult, context: DecisionContext
) -> tuple[Event, ...]:
    """Delete the result of a game at a table; play has continued, so the game never reopens."""
    if command.counts_as != NOT_PLAYED:
        raise NoSuchResult(result=command.counts_as, known=(NOT_PLAYED,))
    game = _in_force(hall_of(state), command.game, command.corrects)
    if game.voided:
        raise SameResult(game=command.game, result=command.counts_as)
    if parts_of(command.game)[0] != AT_TABLE:
        raise TooLateToUndo(game=command.game)
    check_known(command.known_at, None, context)
    deleted = ResultDeleted(
        game=command.game,
        corrects=command.corrects,
        counts_as=command.counts_as,
        effect=command.effect or POINTS,
        reason=command.reason.commitment,
        known_at=command.known_at,
    )
    return with_evidence(state, (deleted,), command.evidence)


def swap_results(
    state: Tournament, command: SwapResults, context: DecisionContext
) -> tuple[Event, ...]:
    """Exchange the results of two games: one was reported at the other's table.

    If the other game is still running it ends now with the result; that is possible while the first
    report can be withdrawn with the seating that followed it.
    """
    if command.game == command.other:
        raise SameGame(game=command.game)
    hall = hall_of(state)
    game = _in_force(hall, command.game, command.corrects)
    other = known_game(hall, command.other)
    for each, identity in ((game, command.game), (other, command.other)):
        if each.voided:
            raise GameIsVoid(game=identity)
    check_known(command.known_at, None, context)
    if other.is_running and not command.other_corrects:
        moved = _moved(state, command, game, context)
        return with_evidence(state, moved, command.evidence)
    _in_force(hall, command.other, command.other_corrects)
    if game.result is other.result:
        raise SameResult(game=command.game, result=RESULT_NOTATION[game.result])
    swapped = (
        _corrected(command, (command.game, command.corrects, other.result)),
        _corrected(command, (command.other, command.other_corrects, game.result)),
    )
    return with_evidence(state, swapped, command.evidence)


def _moved(
    state: Tournament, command: SwapResults, game: MasnouGame, context: DecisionContext
) -> tuple[Event, ...]:
    course = course_of(state, None, context)
    tables = {parts_of(command.game)[0], parts_of(command.other)[0]}
    if tables != {AT_TABLE} or not may_be_taken_back(course.hall, command.game, game):
        raise TooLateToUndo(game=command.game)
    undo_result(course, command.game)
    end_game(course, command.other, game.result)
    return concluded(state, course)


def _in_force(hall: Hall, identity: GameId, corrects: int) -> MasnouGame:
    game = known_game(hall, identity)
    if not game.version:
        raise NoResultYet(game=identity)
    if corrects != game.version:
        raise CorrectsAnotherEvent(game=identity, corrects=corrects, in_force=game.version)
    return game


def _corrected(
    command: CorrectResult | SwapResults, wanted: tuple[GameId, int, GameResult]
) -> ResultCorrected:
    game, corrects, result = wanted
    return ResultCorrected(
        game=game,
        result=RESULT_NOTATION[result],
        corrects=corrects,
        effect=command.effect or POINTS,
        reason=command.reason.commitment,
        known_at=command.known_at,
    )
