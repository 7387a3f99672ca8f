"""Restricted drawing of the numbers of a round robin by the Varma tables, for 9 to 24 players.

Players of one federation draw their numbers from one envelope, whose numbers do not meet in the
last three rounds of the Berger table. `draw` makes the drawing from given random numbers, and
returns its working; the games are those of the Berger table.

Source: seed 000, 2.2.2; seed 004, restricted drawing; FIDE C.05, Annex 2.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from msgspec.structs import replace

from planilla.domain.chance import below
from planilla.domain.pairing.closed.berger import ROUND_ROBIN, berger_table
from planilla.domain.pairing.table import NoTable, Rounds, TableRequest, TableSystem

SIZES = tuple(range(9, 25))

Envelopes = dict[str, tuple[int, ...]]
"""The numbers in each large envelope, by its letter."""

ENVELOPES: dict[int, Envelopes] = {
    10: {"A": (3, 4, 8), "B": (5, 7, 9), "C": (1, 6), "D": (2, 10)},
    12: {"A": (4, 5, 9, 10), "B": (1, 2, 7), "C": (6, 8, 11), "D": (3, 12)},
    14: {"A": (4, 5, 6, 11, 12), "B": (1, 2, 8, 9), "C": (7, 10, 13), "D": (3, 14)},
    16: {"A": (5, 6, 7, 12, 13, 14), "B": (1, 2, 3, 9, 10), "C": (8, 11, 15), "D": (4, 16)},
    18: {
        "A": (5, 6, 7, 8, 14, 15, 16),
        "B": (1, 2, 3, 10, 11, 12),
        "C": (9, 13, 17),
        "D": (4, 18),
    },
    20: {
        "A": (6, 7, 8, 9, 15, 16, 17, 18),
        "B": (1, 2, 3, 11, 12, 13, 14),
        "C": (5, 10, 19),
        "D": (4, 20),
    },
    22: {
        "A": (6, 7, 8, 9, 10, 17, 18, 19, 20),
        "B": (1, 2, 3, 4, 12, 13, 14, 15),
        "C": (11, 16, 21),
        "D": (5, 22),
    },
    24: {
        "A": (6, 7, 8, 9, 10, 11, 19, 20, 21, 22),
        "B": (1, 2, 3, 4, 13, 14, 15, 16, 17),
        "C": (12, 18, 23),
        "D": (5, 24),
    },
}
"""The envelopes by the even size of the table."""


class VarmaPlayer(NamedTuple):
    """A player who draws a number.

    `federation` is the code of the federation, else its name; empty: the player draws alone. `name`
    is in the form used for alphabetical order.
    """

    federation: str
    name: tuple[str, ...]


class FederationDraw(NamedTuple):
    """The drawing of one federation: its envelope, chosen among `large_enough`.

    `numbers` holds each player, as the index in the list of players, with the number drawn, in the
    order of drawing; `left` the numbers that stay in the envelope for other players.
    """

    federation: str
    large_enough: tuple[str, ...]
    envelope: str
    numbers: tuple[tuple[int, int], ...]
    left: tuple[int, ...]


class VarmaDraw(NamedTuple):
    """The number of each player, in the order of the list of players, and the working."""

    numbers: tuple[int, ...]
    working: tuple[FederationDraw, ...]


class NoEnvelope(Exception):
    """No envelope holds enough numbers for all players of a federation.

    `largest` is the most numbers that are left in one envelope. `may_draw_again` means that another
    choice of envelopes gives numbers to all; otherwise the arbiter has to split a federation.
    """

    def __init__(
        self, federation: str, players: int, largest: int, *, may_draw_again: bool
    ) -> None:
        self.federation = federation
        self.players = players
        self.largest = largest
        self.may_draw_again = may_draw_again
        super().__init__(f"{federation}: {players} players, at most {largest} numbers")


def envelopes(size: int) -> Envelopes:
    """Return the envelopes for `size` players; the number of nobody is taken out.

    Raises:
        NoTable: not between 9 and 24 players.
    """
    if size not in SIZES:
        raise NoTable("players", size, offered=SIZES)
    table = ENVELOPES[size + size % 2]
    return {
        letter: tuple(number for number in numbers if number <= size)
        for letter, numbers in table.items()
    }


def draw(
    players: Sequence[VarmaPlayer],
    lots: Iterator[int],
) -> VarmaDraw:
    """Draw a number for each player (seed 000, 2.2.2).

    `lots` gives random numbers of 64 bits without end, as a generator of `chance` does: one for the
    envelope of each federation, then one for each of its players.

    Raises:
        NoTable: not between 9 and 24 players.
        NoEnvelope: a federation has more players than numbers are left in any envelope.
    """
    left = {letter: list(numbers) for letter, numbers in envelopes(len(players)).items()}
    drawn: dict[int, int] = {}
    working = []
    for federation, members in _in_order(players):
        large_enough = tuple(each for each in left if len(left[each]) >= len(members))
        if not large_enough:
            sizes = sorted((len(group) for _, group in _in_order(players)), reverse=True)
            room = [len(numbers) for numbers in envelopes(len(players)).values()]
            raise NoEnvelope(
                federation,
                len(members),
                max(map(len, left.values())),
                may_draw_again=_fits(sizes, room),
            )
        letter = large_enough[below(len(large_enough), lots)]
        envelope = left[letter]
        numbers = tuple((each, envelope.pop(below(len(envelope), lots))) for each in members)
        drawn.update(numbers)
        working.append(FederationDraw(federation, large_enough, letter, numbers, tuple(envelope)))
    return VarmaDraw(tuple(drawn[each] for each in range(len(players))), tuple(working))


def _in_order(players: Sequence[VarmaPlayer]) -> list[tuple[str, list[int]]]:
    """Return the federations in order of drawing, with their players in alphabetical order.

    A federation with more players draws before one with fewer; of two with the same number, that
    whose code comes first in the alphabet.
    """

    def origin(each: int) -> tuple[str, int]:
        federation = players[each].federation
        return federation, -1 if federation else each

    found = []
    for (federation, _), members in groupby(sorted(range(len(players)), key=origin), key=origin):
        found.append((federation, sorted(members, key=lambda each: players[each].name)))
    return sorted(found, key=lambda each: (-len(each[1]), each[0], players[each[1][0]].name))


def _fits(federations: Sequence[int], room: Sequence[int]) -> bool:
    """Return whether each federation, by its number of players, can have an envelope with room."""
    if not federations:
        return True
    first, *others = federations
    return any(
        _fits(others, [*room[:at], each - first, *room[at + 1 :]])
        for at, each in enumerate(room)
        if each >= first and each not in room[:at]
    )


def varma_table(request: TableRequest) -> Rounds:
    """Return the Berger table for 9 to 24 players, whose numbers `draw` gives.

    Raises:
        NoTable: not between 9 and 24 players, or no cycle.
    """
    if request.players not in SIZES:
        raise NoTable("players", request.players, offered=SIZES)
    return berger_table(request)


ROUND_ROBIN_VARMA_TABLE = TableSystem(
    name="round-robin-varma",
    source="seed 000, 2.2.2; C.05 Annex 2",
    takes=frozenset({"players", "cycles"}),
    of=varma_table,
)

ROUND_ROBIN_VARMA = replace(
    ROUND_ROBIN,
    name=ROUND_ROBIN_VARMA_TABLE.name,
    edition="varma",
    trf_code="",
    numbers_by_envelopes=True,
    schedule=lambda size: varma_table(TableRequest(players=size)),
)
"""A round robin of 9 to 24 players whose numbers are drawn from envelopes."""
