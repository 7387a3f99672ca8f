"""A result deleted, and the results of two games that were reported each as the other's.

Seats and pairings stay as they were; only what counts is ruled. Taking back a typing error at once
is `results.withdraw_result`.
"""

from planilla.domain.tournament.commands import DeleteResult, SwapResults
from planilla.domain.tournament.events import (
    Effect,
    Event,
    ResultCorrected,
    ResultDeleted,
    ResultRecorded,
    ResultWithdrawn,
)
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.refusals import (
    NoResultYet,
    NoSuchResult,
    SameResult,
)
from planilla.domain.tournament.refusals.corrections import (
    SameGame,
)
from planilla.domain.tournament.rules.evidence import with_evidence
from planilla.domain.tournament.rules.results import is_fresh, published_game
from planilla.domain.tournament.rules.rulings import (
    check_effect,
    check_known,
    default_effect,
    discarded_draft,
    in_force,
)
from planilla.domain.tournament.state import RoundState, Tournament
from planilla.domain.vocabulary import RESULT_NOTATION, GameId, GameResult

LEFT = ("*", "-/-")
"""What a game may be without its result: open again, or played by neither."""


def delete_result(state: Tournament, command: DeleteResult, given: Given) -> tuple[Event, ...]:
    """Rule that a game has no such result, also after later rounds were paired.

    An open game counts as a draw for pairing (C.04.2, 3.1); one that neither played brings no
    points, and the two may meet again (C.04.2, 3.5).
    """
    if command.counts_as not in LEFT:
        raise NoSuchResult(result=command.counts_as, known=LEFT)
    played, board = in_force(state, command.game, command.corrects)
    if RESULT_NOTATION[played.result_said(board)] == command.counts_as:
        raise SameResult(game=command.game, result=command.counts_as)
    effect = command.effect or default_effect(state, played, command.known_at)
    check_effect(state, effect)
    check_known(command.known_at, played, given)
    deleted = ResultDeleted(
        game=command.game,
        corrects=command.corrects,
        counts_as=command.counts_as,
        effect=effect,
        reason=command.reason.commitment,
        known_at=command.known_at,
    )
    return with_evidence(state, (deleted, *discarded_draft(state, effect)), command.evidence)


def swap_results(state: Tournament, command: SwapResults, given: Given) -> tuple[Event, ...]:
    """Give each of two games the other's result; where the other has none, it only moves there."""
    if command.game == command.other:
        raise SameGame(game=command.game)
    played, board = in_force(state, command.game, command.corrects)
    check_known(command.known_at, played, given)
    result = _told(played, board, command.game)
    if not command.other_corrects:
        moved = _moved(state, command, result)
        return with_evidence(state, moved, command.evidence)
    others, other_board = in_force(state, command.other, command.other_corrects)
    other_result = _told(others, other_board, command.other)
    if result is other_result:
        raise SameResult(game=command.game, result=RESULT_NOTATION[result])
    first = _corrected(state, command, played, (command.game, command.corrects, other_result))
    second = _corrected(state, command, others, (command.other, command.other_corrects, result))
    drafts = discarded_draft(state, first.effect) or discarded_draft(state, second.effect)
    return with_evidence(state, (first, second, *drafts), command.evidence)


def _told(played: RoundState, board: int, game: GameId) -> GameResult:
    result = played.result_said(board)
    if result is GameResult.OPEN:
        raise NoResultYet(game=game)
    return result


def _corrected(
    state: Tournament,
    command: SwapResults,
    played: RoundState,
    wanted: tuple[GameId, int, GameResult],
) -> ResultCorrected:
    game, corrects, result = wanted
    effect = _effect(state, command, played)
    return ResultCorrected(
        game=game,
        result=RESULT_NOTATION[result],
        corrects=corrects,
        effect=effect,
        reason=command.reason.commitment,
        known_at=command.known_at,
    )


def _effect(state: Tournament, command: SwapResults, played: RoundState) -> Effect:
    effect = command.effect or default_effect(state, played, command.known_at)
    check_effect(state, effect)
    return effect


def _moved(state: Tournament, command: SwapResults, result: GameResult) -> tuple[Event, ...]:
    """The result goes to a game that has none; the one that had it is open again."""
    others, other_board = published_game(state, command.other)
    if others.version_of(other_board):
        in_force(state, command.other, command.other_corrects)
    played, _ = published_game(state, command.game)
    recorded = ResultRecorded(game=command.other, result=RESULT_NOTATION[result])
    if is_fresh(state, played):
        return (ResultWithdrawn(game=command.game), recorded)
    effect = _effect(state, command, played)
    deleted = ResultDeleted(
        game=command.game,
        corrects=command.corrects,
        counts_as=RESULT_NOTATION[GameResult.OPEN],
        effect=effect,
        reason=command.reason.commitment,
        known_at=command.known_at,
    )
    return (deleted, recorded, *discarded_draft(state, effect))
