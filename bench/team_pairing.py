"""How fast a round of teams is paired, beside the Dutch system of the same size, and its growth."""

import itertools
import math
import random
from pathlib import Path

import msgspec

from bench.figures import Figure, Section
from bench.pairing import ROUNDS_BEFORE, WARM_UP, Measured, Round, measured_round, round_of
from planilla.demo.random_teams import TeamRecipe, played_by_teams
from planilla.demo.random_tournament import Band, Recipe
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import ColourType, PairingInput
from planilla.domain.pairing.team_matches import matches_of

DUTCH = "swiss-dutch-2026"
TYPES = {
    "swiss-team-2026, type A": ("swiss-team-2026", ColourType.A),
    "swiss-team-2026, type B": ("swiss-team-2026", ColourType.B),
    "swiss-team-olympiad-2012": ("swiss-team-olympiad-2012", ColourType.A),
}
SIZES = (100, 200, 400, 800)
BOUND_SIZE = 200
BOUND_MS = 100
ROUNDS = 9
BOARDS = 4
TURNS = 3
SEED = 7


def measure(folder: Path, *, quick: bool) -> Section:
    """The section on pairing teams by results."""
    sizes = SIZES[:1] if quick else SIZES
    figures: list[Figure] = []
    dutch = {size: round_of(folder, size) for size in {WARM_UP, *sizes}}
    beside = {size: _least(DUTCH, dutch[WARM_UP], dutch[size]) for size in sizes}
    for name, (system, kind) in TYPES.items():
        rounds = {size: _round(folder, system, kind, size) for size in {WARM_UP, *sizes}}
        ours = {size: _least(system, rounds[WARM_UP], rounds[size]) for size in sizes}
        for size, each in ours.items():
            times = f"{each.cpu_s / beside[size].cpu_s:.2f} times {DUTCH}"
            bound = f"; bound {BOUND_MS} ms" if size == BOUND_SIZE else ""
            figures.append(Figure(f"{name}, {size}", each.cpu_s * 1000, "CPU ms", times + bound))
        if len(sizes) > 1:
            grown = math.log(ours[sizes[-1]].cpu_s / ours[sizes[0]].cpu_s)
            growth = grown / math.log(sizes[-1] / sizes[0])
            span = f"growth {sizes[0]} to {sizes[-1]}"
            figures.append(Figure(f"{name}, {span}", growth, "exponent", "bound 1.8"))
    return Section(
        "A round of teams",
        f"Round {ROUNDS_BEFORE + 1} of {ROUNDS} of a random tournament, teams of {BOARDS} boards, "
        f"CPU seconds of a warm process, the least of {TURNS} turns, beside a round of {DUTCH} for "
        "as many players.",
        figures,
    )


def _least(system: str, warm_up: Round, asked: Round) -> Measured:
    turns = (measured_round(system, warm_up, asked) for _ in range(TURNS))
    return min(turns, key=lambda measured: measured.cpu_s)


def _round(folder: Path, system: str, kind: ColourType, size: int) -> Round:
    """Return the question of a round of teams, paired by the system up to there."""
    recipe = Recipe(
        players=size, rounds=ROUNDS, bands=(Band(low=1400, high=2600),), draw_rate=300_000
    )
    source = random.Random(SEED)
    played = played_by_teams(
        TeamRecipe(recipe=recipe, boards=BOARDS, colour_type=kind),
        SYSTEMS[system],
        lambda choices: int(source.random() * choices),
    )
    *_, tournament = itertools.islice(played, ROUNDS_BEFORE)
    matches = matches_of(tournament.table)
    given = PairingInput(
        crosstable=matches.crosstable,
        present=tuple(range(size)),
        first_colour=tournament.first_colour,
        totals=matches.totals,
        secondary=matches.secondary,
        colour_type=kind,
    )
    path = folder / f"teams-{system}-{kind}-{size}.json"
    path.write_bytes(msgspec.json.encode(given))
    return Round(size, path, path)
