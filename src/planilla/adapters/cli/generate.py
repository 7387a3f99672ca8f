"""The command `generate`: random tournaments to test with; the same seed gives the same bytes."""

import argparse
import functools
import itertools
import random  # noqa: TID251 - seeded by whoever asks, or else the seed is told
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.outcome import DONE, NO, Outcome, Stop
from planilla.adapters.cli.parallel import each_of, processors
from planilla.adapters.cli.parser import RATES
from planilla.adapters.cli.systems import round_system
from planilla.application.random_tournament import Band, Draw, RandomTournament, Recipe, played
from planilla.application.trf_system import OWN
from planilla.domain.pairing import SYSTEMS
from planilla.formats.trf.dialects import DIALECTS
from planilla.formats.trf.document import Header, Player
from planilla.formats.trf.report import document_of
from planilla.formats.trf.writer import write_trf

STANDARD_OUTPUT = "-"
SEEDS = 1_000_000_000
"""A seed that nobody chose is below this: it can still be typed."""


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked for: a recipe, the system that pairs, and how the file is written.

    `rounds` are played, or all of the recipe's where it is None.
    """

    recipe: Recipe
    rounds: int | None
    system: str
    dialect: str


class Made(msgspec.Struct, frozen=True, kw_only=True):
    """A file made from `seed`; `unpairable` is the reason why it ends before its last round."""

    seed: int
    trf: bytes
    rounds: int
    unpairable: str | None


def _untold(done: int, total: int) -> None:
    """Tell nobody: another process, which has no terminal, is at work."""


def generate(arguments: argparse.Namespace, console: Console) -> Outcome:
    """Make one tournament, to standard output or a file, or many in a folder."""
    order = _order(arguments)
    seed = random.SystemRandom().randrange(SEEDS) if arguments.seed is None else arguments.seed
    if arguments.out_dir is None:
        if arguments.count not in {None, 1}:
            raise Stop("error.count-and-output")
        return _one(made(order, seed, console.progress("progress.rounds")), arguments, console)
    if arguments.output is not None:
        raise Stop("error.output-and-out-dir")
    return _many(order, seed, arguments, console)


def _order(arguments: argparse.Namespace) -> Order:
    round_system(arguments.system)
    if arguments.dialect not in DIALECTS:
        raise Stop("error.no-such-dialect", dialect=arguments.dialect, known=tuple(DIALECTS))
    rates = {name.replace("-", "_") + "_rate" for name in RATES}
    recipe = Recipe(
        players=arguments.players,
        rounds=arguments.rounds,
        bands=tuple(Band(low=low, high=high, weight=n) for low, high, n in arguments.ratings),
        **{rate: getattr(arguments, rate) for rate in rates},
    )
    return Order(
        recipe=recipe,
        rounds=arguments.played,
        system=arguments.system,
        dialect=arguments.dialect,
    )


def made(order: Order, seed: int, progress: Callable[[int, int], None] = _untold) -> Made:
    """The file of one seed; `progress` is told how many rounds are done."""
    tournament: RandomTournament | None = None
    rounds = played(order.recipe, round_system(order.system), draw_from(seed))
    for tournament in itertools.islice(rounds, order.rounds):
        progress(len(tournament.crosstable.rounds), order.rounds or order.recipe.rounds)
    assert tournament is not None, "a recipe has at least one round"
    return Made(
        seed=seed,
        trf=written(tournament, order, seed),
        rounds=len(tournament.crosstable.rounds),
        unpairable=None if tournament.unpairable is None else tournament.unpairable.reason,
    )


def written(tournament: RandomTournament, order: Order, seed: int) -> bytes:
    """A tournament as a file, which tells the seed that it was made from."""
    crosstable = tournament.crosstable
    people = [
        Player(number=number, name=f"Player {number}", rating=entrant.rating)
        for number, entrant in enumerate(crosstable.entrants, start=1)
    ]
    records = [
        Header(code="012", text=f"Planilla, seed {seed}"),
        Header(code="062", text=str(crosstable.size)),
        Header(code="092", text=order.system),
        Header(code="182", text="Planilla"),
        Header(code="192", text=SYSTEMS[order.system].trf_code or OWN),
    ]
    document = document_of(crosstable, people, records, tournament.first_colour)
    return write_trf(document, order.dialect)


def draw_from(seed: int) -> Draw:
    """Lots from a seed, the same on every machine: 53 random bits and one product of IEEE."""
    source = random.Random(seed)  # noqa: S311 - nothing is kept secret by it
    return lambda choices: int(source.random() * choices)


def _one(file: Made, arguments: argparse.Namespace, console: Console) -> Outcome:
    said = {**_data(file, arguments), "path": arguments.output or STANDARD_OUTPUT}
    code, aside = _early([said], console)
    if arguments.output is not None:
        _write(Path(arguments.output), file.trf)
        lines = [console.say("cli.generated", **said)]
        return Outcome(lines=lines, data=said, code=code, aside=aside)
    if console.as_json:
        return Outcome(data={**said, "trf": file.trf.decode()}, code=code, aside=aside)
    return Outcome(raw=file.trf, code=code, aside=aside)


def _many(order: Order, seed: int, arguments: argparse.Namespace, console: Console) -> Outcome:
    folder = Path(arguments.out_dir)
    seeds = range(seed, seed + (arguments.count or 1))
    files = each_of(
        functools.partial(made, order),
        seeds,
        jobs=arguments.jobs or processors(),
        progress=console.progress("progress.generate"),
    )
    told = []
    for file in files:
        path = folder / f"{file.seed:06}.trf"
        _write(path, file.trf)
        told.append({**_data(file, arguments), "path": str(path)})
    code, aside = _early(told, console)
    said: dict[str, Any] = {"count": len(told), "path": arguments.out_dir}
    lines = [console.say("cli.generated-all", **said)]
    return Outcome(lines=lines, data=told, code=code, aside=aside)


def _data(file: Made, arguments: argparse.Namespace) -> dict[str, Any]:
    return {
        "seed": file.seed,
        "system": arguments.system,
        "players": arguments.players,
        "rounds": file.rounds,
        "unpairable": file.unpairable,
    }


def _early(files: Sequence[dict[str, Any]], console: Console) -> tuple[int, list[str]]:
    """The exit code, and a sentence for each tournament that ended before its last round."""
    ended = [each for each in files if each["unpairable"] is not None]
    aside = [
        console.say(
            "cli.ended-early",
            path=each["path"],
            round=each["rounds"] + 1,
            reason=each["unpairable"],
        )
        for each in ended
    ]
    return NO if ended else DONE, aside


def _write(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as error:
        raise Stop("error.cannot-write", path=str(path), reason=error.strerror or "?") from error
