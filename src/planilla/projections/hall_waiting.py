"""How long each in the queue of a Masnou hall will wait: the place times a game, by the tables.

A game counts from its start to the start of the next one at its table, so that calling and setting
up are in it. The last two games of each table are looked at, which are those that a row of the view
`hall` tells: a phone reckons the same (`web/scripts/hall-rows.js`).
"""

from collections.abc import Iterator
from itertools import pairwise

import msgspec

from planilla.domain.tournament.hall.state import Hall, Status, Table
from planilla.domain.vocabulary import EntrantId

SECOND_US = 1_000_000
GUESS_S = 600
"""A game without a clock, before one has ended: ten minutes."""
GUESS_PER_MINUTE_S = 90
"""Of each minute that a player has on the clock: three quarters of what the two may use up."""


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody in the queue; `place` 1 is called next, `about_s` is the expected wait in seconds.

    `late` tells that the hall will probably be over before.
    """

    entrant: EntrantId
    place: int
    about_s: int
    late: bool


def waiting(hall: Hall, now: int) -> tuple[Waiting, ...]:
    """All who wait, the next to be called first; who pauses and keeps a place is not among them.

    `now` is in microseconds since 1970 (UTC).
    """
    length, tables = game_length(hall), tables_in_use(hall)
    willing = [each for each in hall.queue if hall.members[each].status is Status.WAITING]
    found = []
    for place, entrant in enumerate(willing, start=1):
        about = expected_wait(place, length, tables)
        late = now + about * SECOND_US > hall.ends_at
        found.append(Waiting(entrant=entrant, place=place, about_s=about, late=late))
    return tuple(found)


def expected_wait(place: int, length_s: int, tables: int) -> int:
    """The wait of who is at `place` in the queue, in seconds, when `tables` end a game in turn."""
    return place * length_s // tables


def game_length(hall: Hall) -> int:
    """The mean length in seconds of the last game of each table that was followed by another.

    The guess from the clock counts as one game more: alone before a game has ended, and less with
    each table that has shown how long its games are.
    """
    lengths = [_guess(hall), *_lengths(hall)]
    return sum(lengths) // len(lengths)


def _guess(hall: Hall) -> int:
    return hall.rules.clock * GUESS_PER_MINUTE_S or GUESS_S


def _lengths(hall: Hall) -> Iterator[int]:
    for table in hall.tables.values():
        for last, following in pairwise(table.games[-2:]):
            if not (last.voided or following.voided):
                yield (following.at - last.at) // SECOND_US


def tables_in_use(hall: Hall) -> int:
    """How many tables go on being used, at least one."""
    return max(1, sum(map(_goes_on, hall.tables.values())) - hall.to_withdraw)


def _goes_on(table: Table) -> bool:
    return not (table.withdrawn or table.withdrawing)
