"""Keizer seasons: values worked out anew after a season, by size, and how long a round takes."""

from collections.abc import Callable, Iterator
from functools import partial

from bench.figures import Figure, Section, milliseconds_of
from dsl.keizer_seasons import random_season
from planilla.domain.pairing.keizer.engine import pair_round
from planilla.domain.pairing.keizer.memory import KeizerMemory
from planilla.domain.pairing.keizer.rules import KeizerRules, Mode
from planilla.domain.pairing.keizer.season import Season, _column_of
from planilla.domain.pairing.keizer.totals import working_of
from planilla.domain.pairing.keizer.values import first_values, recalculated
from planilla.domain.pairing.system import PairingInput

ROUNDS = 40
GOAL_MS = 50
SETTLED = KeizerRules(mode=Mode.FIXED_POINT)
APART = KeizerRules(rounds_between=8, meetings_max=4, colour_difference_max=2, same_colour_max=2)
"""What a club asks for that wants few rematches."""


def measure(*, quick: bool) -> Section:
    """The section on Keizer tournaments."""
    sizes = (20, 30) if quick else (100, 300, 1_000)
    rounds = 5 if quick else ROUNDS
    runs = 2 if quick else 9
    return Section(
        "Keizer tournaments",
        f"Seasons of {rounds} rounds at random, a sixth of the players away each time, median of "
        "runs from the games alone, nothing kept from one to the next; a tournament remembers the "
        "rounds that did not change.",
        list(_figures(sizes, rounds, runs)),
    )


def _figures(sizes: tuple[int, ...], rounds: int, runs: int) -> Iterator[Figure]:
    for size in sizes:
        season = random_season(size, size=size, rounds=rounds)
        goal = f"goal: {GOAL_MS} ms" if size == 300 else ""
        yield _of(f"new values, {size} players", partial(_one, season), runs, goal)
    for size in sizes[:2]:
        season = random_season(size, size=size, rounds=rounds, rules=SETTLED)
        passes = _one(season)
        yield _of(
            f"until the list stays, {size} players",
            partial(_one, season),
            runs,
            f"{passes} passes",
        )
        counted = recalculated(season, first_values(season)).counting
        act = partial(working_of, season, counted, 0)
        yield _of(f"the sum of one of {size}", act, runs, "term by term")
    for size in sizes[:2]:
        given = _asked(random_season(size, size=size, rounds=rounds))
        yield _of(f"pair a round of {size}", partial(pair_round, given), runs, "")
        given = _asked(random_season(size, size=size, rounds=rounds, rules=APART))
        yield _of(
            f"pair a round of {size}, kept apart",
            partial(pair_round, given),
            runs,
            "8 rounds between, 4 meetings, colours bound",
        )


def _of(what: str, act: Callable[[], object], runs: int, note: str) -> Figure:
    return Figure(what, milliseconds_of(act, runs=runs), "ms", note)


def _one(season: Season) -> int:
    _column_of.cache_clear()
    return recalculated(season, first_values(season)).passes


def _asked(season: Season) -> PairingInput:
    found = recalculated(season, first_values(season))
    there = tuple(seat for seat in range(season.crosstable.size) if seat not in season.left)
    memory = KeizerMemory(rules=season.rules, listing=found.listing)
    return PairingInput(crosstable=season.crosstable, present=there, memory=memory)
