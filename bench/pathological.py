"""The hardest rounds we know, and how long the worst of each kind takes: at 60 players at most 5 s.

Tournaments of as many rounds as players, or nearly, are played by the system itself until nobody
can be paired; every fourth round is also asked as if it were the last, when top scorers count.
"""

import time
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from bench.figures import Figure, Section
from planilla.domain.crosstable import Crosstable, Entrant, Round
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import NoPairing, Pairing, PairingInput
from planilla.domain.vocabulary import ByeKind, EntrantId, GameResult

MEASURED = (
    "swiss-dutch-2017",
    "swiss-dutch-2026",
    "swiss-dutch-2012",
    "swiss-dutch-libro",
    "swiss-burstein-2026",
    "swiss-burstein-libro",
    "swiss-dubov-2026",
    "swiss-vega",
)
SIZES = (20, 60)
AS_LAST_EVERY = 4
BOUND_S = 5.0
Outcome = Callable[[int, int, Random], GameResult]


class Kind(NamedTuple):
    """What makes a tournament hard: its results, who stays away, and rounds paired anyhow first."""

    name: str
    outcome: Outcome
    absent: float = 0.0
    anyhow: int = 0


class Worst(NamedTuple):
    """The slowest round of a tournament, and how many were asked."""

    cpu_s: float
    round: int
    rounds: int


def _drawn(_white: int, _black: int, _chance: Random) -> GameResult:
    return GameResult.DRAW


def _by_seat(white: int, black: int, _chance: Random) -> GameResult:
    return GameResult.WHITE_WINS if white < black else GameResult.BLACK_WINS


def _to_white(_white: int, _black: int, _chance: Random) -> GameResult:
    return GameResult.WHITE_WINS


def _any(_white: int, _black: int, chance: Random) -> GameResult:
    return GameResult(chance.choice((1, 2, 3)))


def _any_or_forfeited(_white: int, _black: int, chance: Random) -> GameResult:
    return GameResult(chance.choice((1, 2, 2, 3, 3, 4, 5, 6)))


KINDS = (
    Kind("all games drawn: one bracket", _drawn),
    Kind("the favourite wins: tiny brackets", _by_seat),
    Kind("White wins: many absolutes", _to_white),
    Kind("any result", _any),
    Kind("one in five away, odd and even", _any, absent=0.2),
    Kind("one in four games forfeited", _any_or_forfeited, absent=0.1),
    Kind("paired anyhow for eight rounds before", _any, absent=0.05, anyhow=8),
)


def measure(*, quick: bool) -> Section:
    """The section on the hardest rounds."""
    figures = [
        _figure(system, size, kind)
        for system in (MEASURED[:1] if quick else MEASURED)
        for size in (SIZES[:1] if quick else SIZES)
        for kind in (KINDS[:1] if quick else KINDS)
    ]
    return Section(
        "The hardest rounds",
        "The slowest round of tournaments of as many rounds as players, every fourth round also "
        f"asked as if it were the last. The bound at 60 players is {BOUND_S:g} s.",
        figures,
    )


def _figure(system: str, size: int, kind: Kind) -> Figure:
    worst = worst_round(system, size, kind)
    return Figure(
        f"{system}, {size}, {kind.name}",
        worst.cpu_s * 1000,
        "CPU ms",
        f"round {worst.round}; {worst.rounds} asked",
    )


def worst_round(system: str, size: int, kind: Kind) -> Worst:
    """The slowest of all rounds of one tournament."""
    taken = list(_rounds(system, size, kind))
    cpu_s, number = max(taken)
    return Worst(cpu_s, number, len(taken))


def _rounds(system: str, size: int, kind: Kind) -> Iterator[tuple[float, int]]:
    chance = Random(size)
    given = PairingInput(
        crosstable=Crosstable(
            entrants=tuple(Entrant(id=EntrantId(str(seat))) for seat in range(size)),
            rounds_planned=size + 1,
        ),
        present=tuple(range(size)),
    )
    for number in range(1, size):
        given = replace(
            given, present=tuple(s for s in range(size) if chance.random() >= kind.absent)
        )
        if number % AS_LAST_EVERY == 0:
            last = replace(given, crosstable=replace(given.crosstable, rounds_planned=number))
            yield _timed(system, last)[0], number
        cpu_s, answer = _timed(system, given)
        yield cpu_s, number
        if number <= kind.anyhow:
            answer = _anyhow(given, chance)
        if isinstance(answer, NoPairing):
            return
        rounds = (*given.crosstable.rounds, _played(answer, kind, chance))
        given = replace(given, crosstable=replace(given.crosstable, rounds=rounds))


def _timed(system: str, asked: PairingInput) -> tuple[float, Pairing | NoPairing]:
    start = time.process_time()
    answer = SYSTEMS[system].answer(asked)
    return time.process_time() - start, answer


def _anyhow(given: PairingInput, chance: Random) -> Pairing | NoPairing:
    """Anybody against anybody, with any colour; rematches happen."""
    seats = list(given.present)
    chance.shuffle(seats)
    byes = ((seats.pop(), ByeKind.PAIRING_ALLOCATED),) if len(seats) % 2 else ()
    answer = SYSTEMS["swiss-dutch-2026"].answer(given)
    boards = tuple(zip(seats[::2], seats[1::2], strict=True))
    return answer if isinstance(answer, NoPairing) else replace(answer, boards=boards, byes=byes)


def _played(answer: Pairing, kind: Kind, chance: Random) -> Round:
    return Round(
        boards=answer.boards,
        results=bytes(kind.outcome(white, black, chance) for white, black in answer.boards),
        byes=answer.byes,
    )
