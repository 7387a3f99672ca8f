"""Nagarajan: a round robin of players numbered by rating, with the extra White spread over them.

Number 1 has the highest rating; no numbers are drawn. The table is that of Berger with the first
board of some rounds turned, so that every odd number has one White more than every even one, and
with the rounds in another order. Numbers 1 and 2 draw lots: if 1 wins, the table holds as it is; if
2 wins, all colours are reversed (the order `inverted`).

There is no FIDE rule. The order of the rounds follows no visible rule and is printed for 3 to 20
players; other sizes are refused.

Source: seed 000, 2.3.
"""

from msgspec.structs import replace

from planilla.domain.pairing.closed.berger import (
    ROUND_ROBIN,
    Row,
    as_rounds,
    berger_round,
    reversed_colours,
)
from planilla.domain.pairing.table import NoTable, Rounds, TableRequest, TableSystem

SIZES = tuple(range(3, 21))
INVERTED = "inverted"
"""The order of the request after number 2 won the lot."""

ORDERS: dict[int, tuple[int, ...]] = {
    4: (3, 1, 2),
    6: (4, 3, 2, 1, 5),
    8: (6, 7, 1, 2, 3, 4, 5),
    10: (5, 6, 9, 1, 2, 3, 4, 7, 8),
    12: (9, 8, 5, 4, 3, 2, 1, 11, 10, 7, 6),
    14: (3, 4, 7, 8, 11, 12, 2, 5, 6, 9, 10, 13, 1),
    16: (4, 5, 8, 9, 12, 13, 14, 15, 1, 2, 3, 6, 7, 10, 11),
    18: (16, 15, 5, 6, 9, 10, 13, 14, 17, 1, 2, 3, 4, 7, 8, 11, 12),
    20: (6, 7, 12, 13, 18, 19, 1, 2, 3, 4, 5, 8, 9, 10, 11, 14, 15, 16, 17),
}
"""The rounds of the Berger table in the order in which they are played, by its even size."""


def nagarajan_table(request: TableRequest) -> Rounds:
    """Return the rounds for players 1..`players`, with `order` after the lot of numbers 1 and 2.

    Raises:
        NoTable: not between 3 and 20 players, or an order that is neither empty nor `inverted`.
    """
    size = request.players
    if size not in SIZES:
        raise NoTable("players", size, offered=SIZES)
    if request.order not in {"", INVERTED}:
        raise NoTable("order", request.order, offered=(INVERTED,))
    even = size + size % 2
    rows = (_turned(berger_round(even, number), even) for number in ORDERS[even])
    rounds = as_rounds(rows, size)
    return reversed_colours(rounds) if request.order else rounds


def _turned(row: Row, size: int) -> Row:
    """Return a Berger round with the colours of its first board turned where the table says so.

    The printed table turns the game of `size` against every odd number above half of `size`, and
    against every even number up to half of it.
    """
    (white, black), *others = row
    number = min(white, black)
    if number % 2 == (number > size // 2):
        return ((black, white), *others)
    return row


NAGARAJAN_TABLE = TableSystem(
    name="nagarajan",
    source="seed 000, 2.3",
    takes=frozenset({"players", "order"}),
    of=nagarajan_table,
)

NAGARAJAN = replace(
    ROUND_ROBIN,
    name=NAGARAJAN_TABLE.name,
    edition="libro",
    trf_code="",
    colours_by_lot=True,
    repeat=None,
    schedule=lambda size: nagarajan_table(TableRequest(players=size)),
    table_rule="Nagarajan",
)
"""The same with a lot: White for the first board means that number 1 won it."""
