"""How long it takes to fold a log, to rank, and to pair: pure functions, no database."""

import math
from collections.abc import Sequence

from bench.demo_log import demo_facts
from bench.figures import Figure, Section, cpu_milliseconds_of, milliseconds_of
from bench.tournaments import SYSTEM, TIEBREAKS, large_log, swiss
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import Pairing, PairingInput
from planilla.domain.standings import Announced, standings
from planilla.domain.tournament.crosstables import for_pairing, for_standings
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import Fact

PLAYED = 5
"""Rounds before the one that is paired or the standings that are made."""


def measure(*, quick: bool) -> Section:
    """The section on the pure functions."""
    runs = 3 if quick else 7
    figures = [*_folds(quick=quick, runs=runs)]
    for size in (40,) if quick else (40, 100, 200):
        figures += _rank_and_pair(size, runs)
    return Section(
        "Fold, rank, pair",
        "Median of several runs in one process. A fold starts from nothing and goes through every "
        f"event. Standings are with {', '.join(TIEBREAKS)}; pairings by `{SYSTEM}`, with their "
        f"explanation, after {PLAYED} rounds of an open with likely results.",
        figures,
    )


def _folds(*, quick: bool, runs: int) -> list[Figure]:
    demo = demo_facts()
    size, rounds = (1_000, 11) if quick else (10_000, 11)
    large = large_log(size, rounds)
    return [
        Figure(
            "fold the demo's whole log",
            milliseconds_of(lambda: fold(demo), runs=runs),
            "ms",
            f"{len(demo)} events",
        ),
        Figure(
            f"fold {size:,} entrants × {rounds} rounds",
            milliseconds_of(lambda: fold(large), runs=1 if quick else 3),
            "ms",
            f"{len(large):,} events",
        ),
        Figure(
            "of these, the rounds alone",
            _rounds_alone(large, size, runs=1 if quick else 3),
            "ms",
            f"{len(large) - size - 2:,} events",
        ),
        Figure(
            f"growth of the rounds from {size // 2:,} entrants",
            _growth(size, rounds, runs=1 if quick else 5),
            "exponent",
            "linear: 1; processor time, best of runs",
        ),
    ]


def _growth(size: int, rounds: int, *, runs: int) -> float:
    """The exponent by which the fold of the rounds grows from half of the entrants to all."""
    taken = [_rounds_cpu(each, rounds, runs) for each in (size // 2, size)]
    return math.log2(taken[1] / taken[0])


def _rounds_cpu(size: int, rounds: int, runs: int) -> float:
    log = large_log(size, rounds)
    entered = fold(log[: size + 2])
    return cpu_milliseconds_of(lambda: fold(log[size + 2 :], entered), runs=runs)


def _rounds_alone(large: Sequence[Fact], size: int, *, runs: int) -> float:
    entered = fold(large[: size + 2])
    return milliseconds_of(lambda: fold(large[size + 2 :], entered), runs=runs)


def _rank_and_pair(size: int, runs: int) -> list[Figure]:
    state = swiss(size, PLAYED).state
    crosstable = for_pairing(state, PLAYED + 1)
    given = PairingInput(crosstable=crosstable, present=tuple(range(size)))
    system = SYSTEMS[SYSTEM]
    assert system.pair is not None
    assert isinstance(system.answer(given), Pairing)
    announced = Announced(codes=TIEBREAKS, edition="fide-2026-03")
    return [
        Figure(
            f"standings of {size}",
            milliseconds_of(lambda: standings(for_standings(state), announced), runs=runs),
            "ms",
            "crosstable included",
        ),
        Figure(
            f"pairing of {size}",
            milliseconds_of(lambda: system.answer(given), runs=runs),
            "ms",
            f"round {PLAYED + 1}",
        ),
    ]
