"""Results: the first report, taking it back at once, and colours that were wrong."""

from planilla.domain.tournament.commands import CorrectColours, RecordResult, WithdrawResult
from planilla.domain.tournament.events import (
    ColoursCorrected,
    Event,
    ResultRecorded,
    ResultWithdrawn,
)
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.refusals import (
    LaterRoundPaired,
    NoResultYet,
    NoSuchGame,
    NoSuchResult,
    NotPlayed,
    ResultsConflict,
    RoundIsClosed,
    RoundNotPublished,
)
from planilla.domain.tournament.state import RoundState, RoundStatus, Tournament
from planilla.domain.vocabulary import (
    RESULT_NOTATION,
    RESULT_OF_NOTATION,
    GameId,
    GameResult,
)


def record_result(state: Tournament, command: RecordResult, _: Given) -> tuple[Event, ...]:
    """Enter the first result of a game of a published round."""
    result = known_result(command.result)
    played, board = published_game(state, command.game)
    recorded = GameResult(played.recorded[board])
    if recorded is result:
        return ()  # two phones, one result: already so
    if recorded is not GameResult.OPEN:
        raise ResultsConflict(
            game=command.game,
            recorded=RESULT_NOTATION[recorded],
            reported=command.result,
        )
    return (ResultRecorded(game=command.game, result=command.result),)


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


def correct_colours(state: Tournament, command: CorrectColours, _: Given) -> tuple[Event, ...]:
    """The two had the other colours; each keeps the points of the game."""
    played, board = published_game(state, command.game)
    result = GameResult(played.results[board])
    if result is GameResult.OPEN:
        raise NoResultYet(game=command.game)
    if result.is_forfeit:
        raise NotPlayed(game=command.game)
    return (ColoursCorrected(game=command.game, reason=command.reason.commitment),)


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
