"""Tournaments by chance for the differential tests of the Dutch system, each from a seed.

Small fields with everything that can happen: absences with and without half a point, forfeits,
byes, late entries, withdrawals, last rounds, as many rounds as players, forbidden pairs, both point
systems, fictitious points, and histories that no Swiss would give.
"""

from collections.abc import Callable, Iterator
from random import Random

import msgspec

from dsl.crosstables import entrants
from dsl.dutch_oracle import Answer
from planilla.domain.crosstable import Crosstable, Round, Seat
from planilla.domain.pairing.system import PairingInput
from planilla.domain.vocabulary import ByeKind, Colour, GameResult

Pairer = Callable[[PairingInput], Answer | None]
FORFEITS = (
    GameResult.WHITE_WINS_BY_FORFEIT,
    GameResult.BLACK_WINS_BY_FORFEIT,
    GameResult.BOTH_FORFEIT,
)
KINDS_OF_ABSENCE = (ByeKind.ZERO_POINT, ByeKind.HALF_POINT, None)


class Chances(msgspec.Struct, frozen=True, kw_only=True):
    """What a tournament is like; rates are shares of one for each player or game and round."""

    size: int
    planned: int
    draws: float
    absences: float
    forfeits: float
    full_byes: float
    late: float
    withdrawals: float
    no_swiss: float
    point_system: str
    forbidden: frozenset[tuple[Seat, Seat]]
    fictitious: bool


def chances_of(chance: Random, sizes: tuple[int, int]) -> Chances:
    """Half of all tournaments are ordinary ones; the others have rarer things in them."""
    size = chance.randint(*sizes)
    ordinary = chance.random() < 0.5
    return Chances(
        size=size,
        planned=chance.choice((3, 4, 5, 6, 7, size - 1, size)) or 1,
        draws=chance.choice((0.1, 0.3, 0.3, 0.7)),
        absences=chance.choice((0, 0.05, 0.1, 0.2)),
        forfeits=chance.choice((0, 0.05, 0.1)),
        full_byes=0 if ordinary else chance.choice((0, 0.05)),
        late=0 if ordinary else chance.choice((0, 0.2)),
        withdrawals=0 if ordinary else chance.choice((0, 0.05)),
        no_swiss=0 if ordinary else chance.choice((0, 0, 0.5, 1)),
        point_system="1-½-0" if ordinary else chance.choice(("1-½-0", "3-1-0")),
        forbidden=frozenset() if ordinary else _forbidden(chance, size),
        fictitious=not ordinary and chance.random() < 0.1,
    )


def tournament_by_chance(
    seed: int, sizes: tuple[int, int], pairer: Pairer
) -> Iterator[tuple[PairingInput, Answer | None]]:
    """Each round of a tournament before it is paired, and what `pairer` makes of it.

    `sizes` are the least and the greatest field.
    """
    chance = Random(seed)
    given = chances_of(chance, sizes)
    first_colour = chance.choice(tuple(Colour))
    leaves = [_leaving(chance, given) for _ in range(given.size)]
    enters = [
        chance.randint(2, 4) if chance.random() < given.late else 1 for _ in range(given.size)
    ]
    played: list[Round] = []
    for number in range(1, given.planned + 1):
        world = PairingInput(
            crosstable=Crosstable(
                entrants=entrants(given.size),
                rounds=tuple(played),
                rounds_planned=given.planned,
                point_system=given.point_system,
            ),
            present=tuple(
                seat
                for seat in range(given.size)
                if enters[seat] <= number < leaves[seat] and chance.random() >= given.absences
            ),
            first_colour=first_colour,
            forbidden=given.forbidden,
            accelerated=_fictitious_points(given, number),
        )
        answer = pairer(world)
        yield world, answer
        if answer is None or chance.random() < given.no_swiss:
            answer = _anybody(chance, world)
        played.append(_played(chance, given, world, answer))


def _leaving(chance: Random, given: Chances) -> int:
    leaves = chance.random() < given.withdrawals * given.planned
    return chance.randint(2, 1 + given.planned) if leaves else given.planned + 1


def _forbidden(chance: Random, size: int) -> frozenset[tuple[Seat, Seat]]:
    drawn = [
        tuple(sorted(chance.sample(range(size), 2))) for _ in range(chance.choice((0, 0, 1, 3)))
    ]
    return frozenset((low, high) for low, high in drawn)


def _fictitious_points(given: Chances, number: int) -> tuple[tuple[int, ...], ...]:
    """The first half starts with the points of a win, for two rounds, then of a draw for one."""
    if not given.fictitious:
        return ()
    win, draw = (2, 1) if given.point_system == "1-½-0" else (3, 1)
    course = [win, win, draw, *[0] * given.planned][:number]
    half = given.size // 2
    return tuple(tuple(course) if seat < half else (0,) * number for seat in range(given.size))


def _anybody(chance: Random, world: PairingInput) -> Answer:
    """Pairs that nobody would make, rematches included."""
    seats = list(world.present)
    chance.shuffle(seats)
    bye = seats.pop() if len(seats) % 2 else None
    return frozenset(zip(seats[::2], seats[1::2], strict=True)), bye


def _played(chance: Random, given: Chances, world: PairingInput, answer: Answer) -> Round:
    boards = tuple(sorted(answer[0]))
    byes = [] if answer[1] is None else [(answer[1], ByeKind.PAIRING_ALLOCATED)]
    for seat in sorted(set(range(given.size)) - set(world.present)):
        kind = chance.choice(KINDS_OF_ABSENCE)
        if chance.random() < given.full_byes:
            kind = ByeKind.FULL_POINT
        byes += [(seat, kind)] if kind else []
    return Round(
        boards=boards,
        results=bytes(_result(chance, given) for _ in boards),
        byes=tuple(byes),
    )


def _result(chance: Random, given: Chances) -> GameResult:
    if chance.random() < given.forfeits:
        return chance.choice(FORFEITS)
    if chance.random() < given.draws:
        return GameResult.DRAW
    return chance.choice((GameResult.WHITE_WINS, GameResult.BLACK_WINS))
