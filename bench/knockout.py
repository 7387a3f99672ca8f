"""Brackets of many sides: drawn, and folded from all their outcomes."""

from collections.abc import Callable, Iterator
from functools import partial

from bench.figures import Figure, Section, cpu_milliseconds_of
from dsl.knockouts import DRAWS, pairs_of, played_by_waves
from planilla.domain.pairing.knockout.bracket import Bracket
from planilla.domain.pairing.knockout.progress import progress

GOAL_MS = 1000
KINDS = ("single", "double", "triple")


def measure(*, quick: bool) -> Section:
    """The section on knockouts."""
    sizes = (16, 64) if quick else (256, 4_096, 65_536)
    return Section(
        "Knockouts",
        "Brackets by compensation, drawn from the number of sides alone, and the fold of all "
        "outcomes of a bracket played at random to its end, from nothing: processor time, best of "
        "runs.",
        list(_figures(sizes, runs=2 if quick else 5)),
    )


def _figures(sizes: tuple[int, ...], runs: int) -> Iterator[Figure]:
    for kind in KINDS:
        for size in sizes:
            note = f"goal: {GOAL_MS} ms" if size == 65_536 else ""
            draw = partial(_drawn, kind, size)
            yield _figure(f"draw a bracket of {size:,}, {kind}", draw, runs, note)
            bracket = draw()
            outcomes = played_by_waves(bracket, size)
            yield _figure(
                f"fold a bracket of {size:,}, {kind}",
                partial(progress, bracket, outcomes),
                runs,
                f"{len(outcomes):,} outcomes",
            )


def _drawn(kind: str, size: int) -> Bracket:
    return DRAWS[kind](pairs_of(size))


def _figure(what: str, act: Callable[[], object], runs: int, note: str) -> Figure:
    return Figure(what, cpu_milliseconds_of(act, runs=runs), "CPU ms", note)
