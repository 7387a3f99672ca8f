"""Results: the first report, and taking it back at once."""

from planilla.domain.tournament.commands import RecordResult, WithdrawResult
from planilla.domain.tournament.events import (
    Event,
    ResultRecorded,
    ResultWithdrawn,
)
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.refusals import (
    LaterRoundPaired,
    NoSuchGame,
    NoSuchResult,
    ResultsConflict,
    RoundIsClosed,
    RoundNotPublished,
)
from planilla.domain.tournament.refusals.corrections import ResultWasDeleted
from planilla.domain.tournament.state import RoundState, RoundStatus, Tournament
from planilla.domain.vocabulary import (
    RESULT_NOTATION,
    RESULT_OF_NOTATION,
    GameId,
    GameResult,
)


def record_result(state: Tournament, command: RecordResult, _: Given) -> tuple[Event, ...]:
    """Enter the first result of a game of a published round.

    A repeated report is compared with the current result: after a correction, with the corrected.
    """
    result = known_result(command.result)
    played, board = published_game(state, command.game)
    _check_not_deleted(played, board)
    current = played.result_said(board)
    if current is result:
        return ()  # two phones, one result: already so
    if current is not GameResult.OPEN:
        raise ResultsConflict(
            game=command.game,
            recorded=RESULT_NOTATION[current],
            reported=command.result,
        )
    return (ResultRecorded(game=command.game, result=command.result),)


def _check_not_deleted(played: RoundState, board: int) -> None:
    """A report that was on its way when the result was deleted does not bring it back."""
    is_ruled = any(ruling.board == board for ruling in played.rulings)
    if is_ruled and played.result_said(board) is GameResult.OPEN:
        raise ResultWasDeleted(game=played.games[board], in_force=played.version_of(board))


def is_fresh(state: Tournament, played: RoundState) -> bool:
    """Whether a result of the round may still be taken back as a typing error."""
    return played.status is not RoundStatus.CLOSED and len(state.rounds) == played.number


def withdraw_result(state: Tournament, command: WithdrawResult, _: Given) -> tuple[Event, ...]:
    """Take a result back while its round is open: a typing error, not a correction."""
    played, board = published_game(state, command.game)
    if played.results[board] == GameResult.OPEN:
        return ()
    if played.status is RoundStatus.CLOSED:
        raise RoundIsClosed(round=played.number)
    if len(state.rounds) > played.number:
        raise LaterRoundPaired(round=played.number, later=len(state.rounds))
    return (ResultWithdrawn(game=command.game),)


def published_game(state: Tournament, game: GameId) -> tuple[RoundState, int]:
    """The round and board index of a game that everybody may see.

    Raises:
        NoSuchGame: no round has it.
        RoundNotPublished: its round is a draft.
    """
    found = state.find(game)
    if found is None:
        raise NoSuchGame(game=game)
    if not found[0].is_published:
        raise RoundNotPublished(round=found[0].number)
    return found


def known_result(notation: str) -> GameResult:
    """The result written as in `vocabulary.RESULT_NOTATION`, except an open game.

    Raises:
        NoSuchResult: nothing is written so.
    """
    result = RESULT_OF_NOTATION.get(notation, GameResult.OPEN)
    if result is GameResult.OPEN:
        known = tuple(text for text in RESULT_OF_NOTATION if text != "*")
        raise NoSuchResult(result=notation, known=known)
    return result
