"""Allocations: the optimum of large ballots, with its proof and the test if it is unique."""

import random
from functools import partial

from bench.figures import Figure, Section, cpu_milliseconds_of
from planilla.domain.allocation.hungarian import Ballots, Goal, allocate

SIZE = 1_000
GOAL_MS = 2_000


def measure(*, quick: bool) -> Section:
    """The section on allocations."""
    size, runs = (50, 2) if quick else (SIZE, 5)
    ballots = {
        "votes": _votes(size, most=1_000_000),
        "votes from 0 to 3": _votes(size, most=3),
        "ranks": _ranks(size),
        "equal ranks in groups of ten": _groups(size),
    }
    return Section(
        "Allocations",
        "The Hungarian method from checked ballots to the assignment that is first among the "
        "optimal ones, with the proof in whole numbers and the test if it is unique: processor "
        "time, best of runs. "
        "The steps of the book are left out: they are for sizes that people read.",
        [_figure(f"{size} x {size}, {kind}", each, runs) for kind, each in ballots.items()],
    )


def _figure(what: str, ballots: Ballots, runs: int) -> Figure:
    found = allocate(ballots)
    note = "unique" if found.is_unique else "one of several"
    took_ms = cpu_milliseconds_of(partial(allocate, ballots), runs=runs)
    return Figure(what, took_ms, "CPU ms", f"goal: {GOAL_MS} ms; {note}")


def _votes(size: int, *, most: int) -> Ballots:
    """Votes at random; the last option gets the rest of the budget."""
    chance = random.Random(size + most)
    budget = size * most
    rows = []
    for _ in range(size):
        row = [chance.randint(0, most) for _ in range(size - 1)]
        rows.append((*row, budget - sum(row)))
    return _ballots(Goal.MAX, rows, budget)


def _ranks(size: int) -> Ballots:
    chance = random.Random(size)
    rows = [tuple(chance.sample(range(size), size)) for _ in range(size)]
    return _ballots(Goal.MIN, rows)


def _groups(size: int) -> Ballots:
    """Ten players each with the same list: many optimal assignments."""
    chance = random.Random(size)
    lists = [tuple(chance.sample(range(size), size)) for _ in range(size // 10)]
    return _ballots(Goal.MIN, [lists[at % len(lists)] for at in range(size)])


def _ballots(goal: Goal, rows: list[tuple[int, ...]], votes: int = 0) -> Ballots:
    names = tuple(map(str, range(len(rows))))
    return Ballots(goal=goal, players=names, options=names, rows=tuple(rows), votes=votes)
