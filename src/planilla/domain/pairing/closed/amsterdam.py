"""Round robins in groups, and the final of the Amsterdam system without the games already played.

All groups have the same size, so that the number of players is the product of groups and size. Two
finalists from the same group have met; their game, with its colours and its result, counts in the
final and is not played again, which saves rounds.

Source: seed 000, 2.2.3.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from msgspec.structs import replace

from planilla.domain.pairing.closed.berger import ROUND_ROBIN, Row, as_rounds, cycle, repeated
from planilla.domain.pairing.table import (
    NoTable,
    Place,
    Rounds,
    TableRequest,
    TableSystem,
)

QUALIFIERS = 2
"""The finalists of each group, as in the example of the book."""
FINALISTS_MIN = 3


class Grouping(NamedTuple):
    """Groups of equal size."""

    groups: int
    players_per_group: int


def groupings(players: int) -> tuple[Grouping, ...]:
    """Return the ways to make equal groups, at least two of at least two players.

    The way with most groups comes first; a prime number of players has none.
    """
    return tuple(
        Grouping(groups, players // groups)
        for groups in range(players // 2, 1, -1)
        if players % groups == 0
    )


def finalists(groups: int, qualifiers: int) -> tuple[tuple[int, ...], ...]:
    """Return the numbers in the final of the qualifiers of each group.

    With an even number of qualifiers a group is two units, the first and the last, the second and
    the last but one, and so on (1 and 8, 2 and 7, 3 and 6, 4 and 5); otherwise a group is one unit.
    Units have successive numbers.
    """
    count, size = _units(groups, qualifiers)
    numbers = [tuple(range(at * size + 1, (at + 1) * size + 1)) for at in range(count)]
    if count == groups:
        return tuple(numbers)
    return tuple(numbers[at] + numbers[-1 - at] for at in range(groups))


def inherited(groups: int, qualifiers: int) -> frozenset[tuple[int, int]]:
    """Return the pairs of finalists who met in their group, the lower number first."""
    return frozenset(
        pair for numbers in finalists(groups, qualifiers) for pair in combinations(numbers, 2)
    )


def amsterdam_table(request: TableRequest) -> Rounds:
    """Return the rounds of the final for finalists 1..`players`, without inherited games.

    `teams` is the number of groups, of which equally many qualify; without it two of each qualify
    (of the first group one, if the number is odd).

    Raises:
        NoTable: fewer than three finalists, or groups of which not equally many qualify.
    """
    size = request.players
    if size < FINALISTS_MIN:
        raise NoTable("players", size, least=FINALISTS_MIN)
    groups = request.teams
    if not groups:
        return as_rounds(_rows((size + 1) // QUALIFIERS, QUALIFIERS), size)
    if groups not in (offered := tuple(each for each in range(2, size + 1) if size % each == 0)):
        raise NoTable("teams", groups, offered=offered)
    return as_rounds(_rows(groups, size // groups), size)


def _rows(groups: int, qualifiers: int) -> Iterator[Row]:
    """Yield the rounds of the final as pairs of numbers, 0 for nobody.

    The units play a Berger table, without its first round if that is between the two units of each
    group, in as many cycles as a unit has players: in each cycle every player meets another player
    of the opposing unit.
    """
    count, size = _units(groups, qualifiers)
    table = cycle(count)[1:] if count > groups else cycle(count)
    for at, games in enumerate(repeated(table, size)):
        shift = at // len(table)
        yield tuple(
            (_member(white, own, size), _member(black, opposed, size))
            for white, black in games
            for own, opposed in _meetings(size, shift, lower_is_white=white < black)
        )


def _meetings(size: int, shift: int, *, lower_is_white: bool) -> Iterator[tuple[int, int]]:
    """Yield the games of two units in one cycle, as (White's, Black's) indices in the units."""
    for index in range(size):
        other = (index + shift) % size
        yield (index, other) if lower_is_white else (other, index)


def _member(unit: Place, index: int, size: int) -> int:
    return (unit.number - 1) * size + index + 1 if unit.number else 0


def _units(groups: int, qualifiers: int) -> tuple[int, int]:
    """Return the number of units, and of players in each."""
    return (groups, qualifiers) if qualifiers % 2 else (2 * groups, qualifiers // 2)


AMSTERDAM_TABLE = TableSystem(
    name="amsterdam",
    source="seed 000, 2.2.3",
    takes=frozenset({"players", "teams"}),
    of=amsterdam_table,
)

AMSTERDAM = replace(
    ROUND_ROBIN,
    name=AMSTERDAM_TABLE.name,
    edition="libro",
    trf_code="",
    repeat=None,
    schedule=lambda size: amsterdam_table(TableRequest(players=size)),
    rounds_for=lambda size: max(0, size + size % 2 - QUALIFIERS),
    follows_groups=True,
)
"""The final of two qualifiers of each group, who do not play their game of the group again."""
