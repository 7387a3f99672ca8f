"""Lookups of what a command names, refusing it if absent, and checks of lists."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

from planilla.domain.tournament.refusal import (
    EntrantTwice,
    ListTooLong,
    NoSuchEntrant,
    NoSuchGame,
    NoSuchResult,
    RoundNotPaired,
    RoundNotPublished,
)
from planilla.domain.tournament.state import EntrantState, RoundState, Tournament
from planilla.domain.tournament.values import Postponement
from planilla.domain.vocabulary import RESULT_OF_NOTATION, EntrantId, GameId, GameResult

ENTRIES_MAX = 1_000
"""Entries that one command adds or removes: about 0.1 s of the writer, with 9,000 present."""

Value = TypeVar("Value", bound=str | int)


def check_length(entries: Sequence[object]) -> None:
    """Refuse a list that would delay all other commands.

    Raises:
        ListTooLong: it has more than `ENTRIES_MAX`.
    """
    if len(entries) > ENTRIES_MAX:
        raise ListTooLong(largest=ENTRIES_MAX, given=len(entries))


def check_each_once(entrants: Iterable[EntrantId]) -> None:
    """Refuse a list that names an entrant twice.

    Raises:
        EntrantTwice: the first entrant who is repeated.
    """
    for entrant in doubles(entrants):
        raise EntrantTwice(entrant=entrant)


def doubles(values: Iterable[Value]) -> tuple[Value, ...]:
    """Return the values that occur more than once, in the order in which they first occur."""
    return tuple(value for value, times in Counter(values).items() if times > 1)


def known_entrant(state: Tournament, entrant: EntrantId) -> EntrantState:
    """Return the entrant with this id.

    Raises:
        NoSuchEntrant: there is none.
    """
    known = state.entrants.get(entrant)
    if known is None:
        raise NoSuchEntrant(entrant=entrant)
    return known


def known_person(state: Tournament, entrant: EntrantId) -> EntrantState:
    """Return the entry of an entrant, or of a player of a team.

    Raises:
        NoSuchEntrant: there is none.
    """
    known = state.entry(entrant)
    if known is None:
        raise NoSuchEntrant(entrant=entrant)
    return known


def published_game(state: Tournament, game: GameId) -> tuple[RoundState, int]:
    """Return the round and board index of a published game.

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


def awaited_games(state: Tournament, played: RoundState) -> tuple[GameId, ...]:
    """Return the games without which a round is not closed, in board order.

    These are the open ones, without those postponed where the system goes on without them
    (C.04.2, 3.1).
    """
    if not state.system.goes_on_without_postponed:
        return played.open_games
    return tuple(game for game in played.open_games if game not in state.postponed)


def postponement_of(state: Tournament, played: RoundState, board: int) -> Postponement | None:
    """Return the postponement of a game that has no result yet; None without one."""
    if played.results[board] != GameResult.OPEN:
        return None
    return state.postponed.get(played.games[board])


def postponed_games(state: Tournament, played: RoundState) -> tuple[GameId, ...]:
    """Return the games of a round that are postponed and have no result yet, in board order."""
    if not state.postponed:
        return ()
    return tuple(game for game in played.open_games if game in state.postponed)


def known_result(notation: str) -> GameResult:
    """Return the result written as in `vocabulary.RESULT_NOTATION`, except an open game.

    Raises:
        NoSuchResult: it is not in the notation.
    """
    result = RESULT_OF_NOTATION.get(notation, GameResult.OPEN)
    if result is GameResult.OPEN:
        known = tuple(text for text in RESULT_OF_NOTATION if text != "*")
        raise NoSuchResult(result=notation, known=known)
    return result


def paired_round(state: Tournament, number: int) -> RoundState:
    """Return round `number`.

    Raises:
        RoundNotPaired: it does not exist yet.
    """
    played = state.round(number)
    if played is None:
        raise RoundNotPaired(round=number)
    return played
