"""Round robin by the Berger tables: everybody meets everybody once.

An odd number is completed by a number without a player: whoever meets it is free and scores
nothing (the free round is no bye: it is not an element of any sum).

Source: seed 000, 2.2.1 and 2.2.4; FIDE C.05, Annex 1; free rounds by C.07, 15.2.
"""

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.closed.table import (
    FREE,
    NoTable,
    Place,
    Rounds,
    TableRequest,
    TableSystem,
)
from planilla.domain.pairing.system import (
    TIEBREAKS_OF_A_ROUND_ROBIN,
    BoardReason,
    Explanation,
    Pairing,
    PairingStep,
    System,
    Usual,
)
from planilla.domain.vocabulary import ByeKind

NAME = "round-robin"
PLAYERS_MIN = 2


def rounds_for(size: int) -> int:
    """Return the rounds of `size` entrants: one less than the even number at or above it."""
    return max(0, _even(size) - 1)


def schedule(size: int) -> tuple[Pairing, ...]:
    """Return all rounds for pairing numbers 1..`size` as seats 0..`size` - 1.

    A single entrant has one free round, two entrants one game.
    """
    return tuple(
        _pairing(berger_round(_even(size), number), size)
        for number in range(1, rounds_for(size) + 1)
    )


def berger_round(size: int, number: int) -> tuple[tuple[int, int], ...]:
    """Round `number` of the table for the even `size`, as (White's, Black's) pairing numbers.

    The last number stays at board 1 and changes its colour every round; the others turn past it
    by half a table.
    """
    turning = size - 1
    start = (number - 1) * (size // 2)
    ring = [(start + place) % turning + 1 for place in range(turning)]
    top = (ring[0], size) if number % 2 else (size, ring[0])
    others = tuple((ring[board], ring[-board]) for board in range(1, size // 2))
    return (top, *others)


def _even(size: int) -> int:
    return size + size % 2


def _pairing(table: tuple[tuple[int, int], ...], size: int) -> Pairing:
    boards = tuple((white - 1, black - 1) for white, black in table if max(white, black) <= size)
    free = tuple(min(pair) - 1 for pair in table if max(pair) > size)
    return Pairing(
        boards=boards,
        byes=tuple((seat, ByeKind.ZERO_POINT) for seat in free),
        explanation=Explanation(system=NAME, steps=(_step(boards, free, size),)),
    )


def _step(boards: tuple[tuple[Seat, Seat], ...], free: tuple[Seat, ...], size: int) -> PairingStep:
    return PairingStep(
        kind="table",
        seats=tuple(range(size)),
        boards=tuple(
            BoardReason(white=white, black=black, meeting="table", colour_rule="Berger")
            for white, black in boards
        ),
        bye=free[0] if free else None,
    )


ROUND_ROBIN = System(
    name=NAME,
    edition="berger",
    usual=Usual(tiebreaks=TIEBREAKS_OF_A_ROUND_ROBIN),
    rounds_default=0,
    rounds_max=0,
    trf_code="BERGER_ROUNDROBIN",
    byes_on_request=frozenset(),
    may_forbid_pairs=False,
    takes_late_entries=False,
    schedule=schedule,
    rounds_for=rounds_for,
)
"""A single cycle of the Berger tables, for any number of entrants."""


def berger_table(request: TableRequest) -> Rounds:
    """Return the rounds for players 1..`players`, free ones paired with `FREE`.

    Raises:
        NoTable: fewer than two players.
    """
    size = request.players
    if size < PLAYERS_MIN:
        raise NoTable("players", size, least=PLAYERS_MIN)
    numbered = [FREE, *(Place(number) for number in range(1, size + 1)), FREE]
    return tuple(
        tuple(
            (numbered[white], numbered[black]) for white, black in berger_round(_even(size), number)
        )
        for number in range(1, rounds_for(size) + 1)
    )


ROUND_ROBIN_TABLE = TableSystem(
    name=NAME, source="seed 000, 2.2.4; C.05 Annex 1", takes=frozenset({"players"}), of=berger_table
)
