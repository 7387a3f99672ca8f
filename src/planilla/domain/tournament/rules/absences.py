"""Who is not at the board when a round begins, and the forfeits that follow at the default time.

Source: FIDE Laws of Chess, 6.7.1: who arrives after the default time loses, unless the arbiter
decides otherwise.
"""

from planilla.domain.tournament.commands import NoteAbsence, WithdrawAbsence
from planilla.domain.tournament.events import (
    AbsenceNoted,
    AbsenceWithdrawn,
    Event,
    ResultRecorded,
)
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.refusals.timers import GameHasResult, NotInThisGame
from planilla.domain.tournament.rules.forfeits import forfeit_of
from planilla.domain.tournament.rules.results import published_game
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId, GameId, GameResult


def note_absence(state: Tournament, command: NoteAbsence, _: Given) -> tuple[Event, ...]:
    """Note that a player of an open game of a published round is missing."""
    result = _result(state, command.game, command.entrant)
    if command.entrant in state.absences.get(command.game, ()):
        return ()
    if result is not GameResult.OPEN:
        raise GameHasResult(game=command.game)
    return (AbsenceNoted(game=command.game, entrant=command.entrant),)


def withdraw_absence(state: Tournament, command: WithdrawAbsence, _: Given) -> tuple[Event, ...]:
    """Take back that somebody is absent; a forfeit that followed is withdrawn as any result."""
    _result(state, command.game, command.entrant)
    if command.entrant not in state.absences.get(command.game, ()):
        return ()
    return (AbsenceWithdrawn(game=command.game, entrant=command.entrant),)


def _result(state: Tournament, game: GameId, entrant: EntrantId) -> GameResult:
    """The result of a published game of this entrant.

    Raises:
        NoSuchGame, RoundNotPublished: as `published_game`.
        NotInThisGame: somebody else plays it.
    """
    played, board = published_game(state, game)
    if entrant not in played.boards[board]:
        raise NotInThisGame(game=game, entrant=entrant)
    return GameResult(played.results[board])


def forfeits_at_default_time(state: Tournament, number: int) -> tuple[ResultRecorded, ...]:
    """One forfeit for each open game of a published round in which somebody was noted absent."""
    played = state.round(number)
    if played is None or not played.is_published:
        return ()
    boards = zip(played.games, played.boards, played.results, strict=True)
    return tuple(
        forfeit_of(game, absent=(white in noted, black in noted))
        for game, (white, black), result in boards
        if result == GameResult.OPEN and (noted := state.absences.get(game))
    )
