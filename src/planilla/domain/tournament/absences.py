"""Absences from a board, and the forfeits that follow from them.

A player who arrives after the default time loses, unless the arbiter decides otherwise (FIDE Laws
of Chess, 6.7.1). In a closed tournament the remaining games of a player who has left are `-` for
that player and `+` for the opponents (seed 004, "Partidas no jugadas"). Which of their games count
for the standings is not decided here.
"""

from typing import ClassVar

from msgspec.structs import replace

from planilla.domain.tournament.command import Command, Duty, StagedCommand
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.event import Audience, Event, StagedEvent, Topic
from planilla.domain.tournament.lookups import published_game
from planilla.domain.tournament.refusal import Conflict, Unacceptable
from planilla.domain.tournament.results import first_report
from planilla.domain.tournament.state import Folds, Restatements, RoundState, Tournament
from planilla.domain.tournament.whatif import of_a_game
from planilla.domain.vocabulary import EntrantId, GameId, GameResult

# Commands


class NoteAbsence(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Note that a player is not at the board; at the default time the game may be forfeited."""

    duty: ClassVar[Duty] = Duty.PRESENCE

    game: GameId
    entrant: EntrantId


class WithdrawAbsence(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Withdraw the note that a player is absent: the player has come."""

    duty: ClassVar[Duty] = Duty.PRESENCE

    game: GameId
    entrant: EntrantId


# Events


class AbsenceNoted(StagedEvent, frozen=True, kw_only=True, tag=True):
    """A player was not at the board of an open game when the arbiter checked."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False
    undone_by: ClassVar[type[Command]] = WithdrawAbsence

    game: GameId
    entrant: EntrantId


class AbsenceWithdrawn(StagedEvent, frozen=True, kw_only=True, tag=True):
    """A player noted absent has come, or was noted by mistake."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False
    undone_by: ClassVar[type[Command]] = NoteAbsence

    game: GameId
    entrant: EntrantId


# Refusals


class NotInThisGame(Unacceptable):
    """The player does not play this game."""

    game: GameId
    entrant: EntrantId


class GameHasResult(Conflict):
    """The game has a result, so nobody can be noted absent from it."""

    game: GameId


# Rules


def note_absence(state: Tournament, command: NoteAbsence, _: DecisionContext) -> tuple[Event, ...]:
    """Note that a player of an open game of a published round is absent."""
    result = _result(state, command.game, command.entrant)
    if command.entrant in state.absences.get(command.game, ()):
        return ()
    if result is not GameResult.OPEN:
        raise GameHasResult(game=command.game)
    return (AbsenceNoted(game=command.game, entrant=command.entrant),)


def withdraw_absence(
    state: Tournament, command: WithdrawAbsence, _: DecisionContext
) -> tuple[Event, ...]:
    """Withdraw a note of absence; a forfeit that followed is withdrawn like any result."""
    _result(state, command.game, command.entrant)
    if command.entrant not in state.absences.get(command.game, ()):
        return ()
    return (AbsenceWithdrawn(game=command.game, entrant=command.entrant),)


def _result(state: Tournament, game: GameId, entrant: EntrantId) -> GameResult:
    """Return the result of a published game of this entrant.

    Raises:
        NoSuchGame, RoundNotPublished: as `published_game`.
        NotInThisGame: the entrant does not play it.
    """
    played, board = published_game(state, game)
    if entrant not in played.boards[board]:
        raise NotInThisGame(game=game, entrant=entrant)
    return GameResult(played.results[board])


def forfeits_at_default_time(state: Tournament, number: int) -> tuple[Event, ...]:
    """Return a forfeit for each open game of a published round with a player noted absent.

    A postponed game is not played at that time.
    """
    played = state.round(number)
    if played is None or not played.is_published:
        return ()
    boards = zip(played.games, played.boards, played.results, strict=True)
    return tuple(
        forfeit_of(game, absent=(white in noted, black in noted))
        for game, (white, black), result in boards
        if result == GameResult.OPEN and game not in state.postponed
        if (noted := state.absences.get(game))
    )


_FORFEITS = {
    (True, False): GameResult.BLACK_WINS_BY_FORFEIT,
    (False, True): GameResult.WHITE_WINS_BY_FORFEIT,
    (True, True): GameResult.BOTH_FORFEIT,
}


def forfeits_of_the_absent(state: Tournament, played: RoundState) -> tuple[Event, ...]:
    """Return a result for each game of an entrant who has left; others are not paired at all."""
    if state.system.pair is not None:
        return ()
    return tuple(
        forfeit_of(game, absent=gone)
        for game, (white, black) in zip(played.games, played.boards, strict=True)
        if any(gone := (has_left(state, white, played), has_left(state, black, played)))
    )


def forfeit_of(game: GameId, *, absent: tuple[bool, bool]) -> Event:
    """Return the result of a game from which White, Black or both were absent."""
    return first_report(game, _FORFEITS[absent])


def has_left(state: Tournament, entrant: EntrantId, played: RoundState) -> bool:
    """Return whether an entrant does not play a round; a player of a team who is lined up does."""
    known = state.entrants.get(entrant)
    return known is not None and not known.plays(played.number)


RULES: Rules = {
    NoteAbsence: note_absence,
    WithdrawAbsence: withdraw_absence,
}


# Folds


def _noted(state: Tournament, event: AbsenceNoted, _: int) -> Tournament:
    return _with_absent(state, event.game, (*state.absences.get(event.game, ()), event.entrant))


def _withdrawn(state: Tournament, event: AbsenceWithdrawn, _: int) -> Tournament:
    noted = state.absences.get(event.game, ())
    return _with_absent(state, event.game, tuple(each for each in noted if each != event.entrant))


def _with_absent(state: Tournament, game: GameId, absent: tuple[EntrantId, ...]) -> Tournament:
    absences = {**state.absences, game: absent}
    if not absent:
        del absences[game]
    return replace(state, absences=absences)


FOLDS: Folds = {
    AbsenceNoted: _noted,
    AbsenceWithdrawn: _withdrawn,
}


RESTATEMENTS: Restatements = {AbsenceNoted: of_a_game, AbsenceWithdrawn: of_a_game}
