"""Lookups of what a command names, which refuse it if there is none, and checks of its lists."""

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
from planilla.domain.vocabulary import RESULT_OF_NOTATION, EntrantId, GameId, GameResult

ENTRIES_MAX = 1_000
"""Entries that one command makes or removes: about 0.1 s of the one writer, with 9,000 before."""

Value = TypeVar("Value", bound=str | int)


def check_length(entries: Sequence[object]) -> None:
    """Refuse a list that would keep all other commands waiting.

    Raises:
        ListTooLong: it has more than `ENTRIES_MAX`.
    """
    if len(entries) > ENTRIES_MAX:
        raise ListTooLong(largest=ENTRIES_MAX, given=len(entries))


def check_each_once(entrants: Iterable[EntrantId]) -> None:
    """Refuse a list that names somebody twice.

    Raises:
        EntrantTwice: the first who is named again.
    """
    for entrant in doubles(entrants):
        raise EntrantTwice(entrant=entrant)


def doubles(values: Iterable[Value]) -> tuple[Value, ...]:
    """The values that come more than once, in the order in which they come first."""
    return tuple(value for value, times in Counter(values).items() if times > 1)


def known_entrant(state: Tournament, entrant: EntrantId) -> EntrantState:
    """The entrant with this id.

    Raises:
        NoSuchEntrant: nobody has it.
    """
    known = state.entrants.get(entrant)
    if known is None:
        raise NoSuchEntrant(entrant=entrant)
    return known


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


def paired_round(state: Tournament, number: int) -> RoundState:
    """Round `number`.

    Raises:
        RoundNotPaired: there is none yet.
    """
    played = state.round(number)
    if played is None:
        raise RoundNotPaired(round=number)
    return played
