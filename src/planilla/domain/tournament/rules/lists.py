"""Lists in commands: each value once, and no more entries than one command takes."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

from planilla.domain.tournament.refusals import EntrantTwice, ListTooLong
from planilla.domain.vocabulary import EntrantId

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
