"""Forecast of the waiting time of each player in the queue of a Masnou hall.

The running games show when tables become free: of many games some are short and some long
(`STILL_RUNNING`), and the longer a game has been played, the sooner it ends. At the beginning no
table becomes free for a while; later about one in each game's length, divided by the tables.

A game counts from its start to the start of the next one at its table, and so includes the call and
the set-up. The last games of each table are used, which are those in a row of the view `hall`:
phones calculate the same (`web/scripts/masnou-wait.js`).
"""

from collections.abc import Iterator
from itertools import pairwise

import msgspec

from planilla.domain.tournament.masnou.hall import SECOND_US, Hall, Status, Table
from planilla.domain.vocabulary import EntrantId
from planilla.projections.masnou import first_shown

GUESS_S = 480
"""A game without a clock, before one has ended: who always wins plays 13 to 18 games in two hours
(seed 004), so one takes about eight minutes."""
GUESS_PER_MINUTE_S = 90
"""Expected seconds of a game for each minute on the clock: three quarters of both players' time."""
PARTS = 8
"""The mean length of a game is divided into so many parts."""
STILL_RUNNING = (
    *(1000, 1000, 999, 988, 949, 867, 744, 599, 453, 324, 220),
    *(143, 90, 54, 32, 18, 10, 5, 3, 2, 1, 0),
)
"""Games of a thousand that still run after 0, 1, 2, … parts: Erlang's distribution of eight phases,
whose standard deviation is a third of the mean."""
LONGEST = len(STILL_RUNNING) - 1
HORIZON = 64
"""Parts that are looked at one by one; after them the tables become free at an even pace."""


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody in the queue; `place` 1 is called next, `about_s` is the expected wait in seconds.

    `late` tells that probably no game begins any more when it is their turn.
    """

    entrant: EntrantId
    place: int
    about_s: int
    late: bool


def waiting(hall: Hall, now: int) -> tuple[Waiting, ...]:
    """All who wait, the next to be called first; who pauses and keeps a place is not among them.

    `now` is in microseconds since 1970 (UTC).
    """
    forecast = Forecast(hall, now)
    willing = [each for each in hall.queue if hall.members[each].status is Status.WAITING]
    found = []
    for place, entrant in enumerate(willing, start=1):
        about = forecast.wait(place)
        late = now + about * SECOND_US > hall.last_start_at
        found.append(Waiting(entrant=entrant, place=place, about_s=about, late=late))
    return tuple(found)


class Forecast:
    """Forecast of the times at which tables become free, from `now` (microseconds, UTC).

    Players held at a withdrawn table are seated before the queue.
    """

    def __init__(self, hall: Hall, now: int) -> None:
        self._length = game_length(hall)
        self._held = len(hall.held)
        tables = sorted(filter(_goes_on, hall.tables.values()), key=lambda table: table.number)
        self._tables = tables_in_use(hall)
        ages = [0] * (LONGEST + 1)
        for table in tables[: self._tables]:
            ages[self._age(table, now)] += 1
        self._calls = _calls(ages)

    def _age(self, table: Table, now: int) -> int:
        """Return the age in parts of the game of a table; 0 while the table is being filled."""
        game = table.running_game
        if game is None:
            return 0
        played = max(0, now - game.at) // SECOND_US
        return min(LONGEST - 1, played * PARTS // self._length)

    def wait(self, place: int) -> int:
        """Return the wait in seconds of who is at `place` in the queue."""
        wanted = self._held + place - 0.5
        for part in range(HORIZON):
            if self._calls[part + 1] >= wanted:
                begun = (wanted - self._calls[part]) / (self._calls[part + 1] - self._calls[part])
                return int((part + begun) * self._length / PARTS)
        more = (wanted - self._calls[HORIZON]) * PARTS / self._tables
        return int((HORIZON + more) * self._length / PARTS)


def _calls(ages: list[int]) -> list[float]:
    """Return the expected calls in the first 0, 1, 2, … parts; `ages` counts games by age.

    A running game ends like others of its age; the next one at its table begins at once.
    """
    found = [0.0]
    for part in range(HORIZON):
        more = 0.0
        for age, games in enumerate(ages):
            if games:
                more += games * _ends(age, part)
        found.append(found[part] + more)
    return found


def _ends(age: int, part: int) -> float:
    """Return the expected games that end in `part` at a table, `age` parts into a game."""
    ends = _share(age, part)
    for first in range(min(part, LONGEST)):
        ends += _share(age, first) * _ENDS_OF_NEW[part - 1 - first]
    return ends


def _share(age: int, part: int) -> float:
    """Return the share of games `age` parts old that ends in the part `part` from then."""
    if age + part >= LONGEST:
        return 0.0
    return (STILL_RUNNING[age + part] - STILL_RUNNING[age + part + 1]) / STILL_RUNNING[age]


_ENDS_OF_NEW: list[float] = []
"""Expected games that end in each part at a table with a new game; each item follows from the ones
before it."""
while len(_ENDS_OF_NEW) < HORIZON:
    _ENDS_OF_NEW.append(_ends(0, len(_ENDS_OF_NEW)))


def game_length(hall: Hall) -> int:
    """The mean length in seconds of the last games of each table that were followed by another.

    The guess from the clock counts as one game more: alone before a game has ended, and less with
    each game that has shown how long one is. A pause of the hall is not counted.
    """
    lengths = [hall.rules.clock * GUESS_PER_MINUTE_S or GUESS_S, *_lengths(hall)]
    return max(1, sum(lengths) // len(lengths))


def _lengths(hall: Hall) -> Iterator[int]:
    for table in (each for each in hall.tables.values() if not each.withdrawn):
        for last, following in pairwise(table.games[first_shown(table) :]):
            if not (last.voided or following.voided):
                played = following.at - last.at - _paused(hall, last.at, following.at)
                yield max(0, played) // SECOND_US


def _paused(hall: Hall, since: int, until: int) -> int:
    """Return the part of a time in which the hall paused."""
    return sum(max(0, min(until, last) - max(since, first)) for first, last in hall.pauses)


def tables_in_use(hall: Hall) -> int:
    """Return the number of tables that remain in use, at least one."""
    return max(1, sum(map(_goes_on, hall.tables.values())) - hall.to_withdraw)


def _goes_on(table: Table) -> bool:
    return not (table.withdrawn or table.withdrawing)
