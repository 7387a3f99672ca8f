"""The command `generate`: random tournaments to test with; the same seed gives the same bytes."""

import functools
import itertools
import random  # noqa: TID251 - seeded by the caller, or else the seed is shown
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from planilla.adapters.cli.command_line import Invocation, command, option
from planilla.adapters.cli.console import CommandError, CommandOutcome, Console, Exit
from planilla.adapters.cli.files import STANDARD_STREAM, cannot_write
from planilla.adapters.cli.parallel import each_of, processors
from planilla.adapters.cli.tournament_files import round_system
from planilla.adapters.cli.values import count as count_in
from planilla.adapters.cli.values import seed as seed_in
from planilla.application.trf_system import TeamOptions, code_of, team_code
from planilla.demo.random_teams import RandomTeams, TeamRecipe, played_by_teams
from planilla.demo.random_tournament import MILLION, Band, Draw, RandomTournament, Recipe, played
from planilla.domain.crosstable import Crosstable
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.swiss.acceleration import TOP_GROUPS
from planilla.domain.pairing.system import ColourType
from planilla.domain.scoring import system_of
from planilla.domain.teams import GAME, MATCH
from planilla.formats.trf.dialects import DIALECTS
from planilla.formats.trf.document import HeaderRecord, PlayerRecord, Record
from planilla.formats.trf.fictitious import ranges_of
from planilla.formats.trf.lines import write_trf
from planilla.formats.trf.report import document_of
from planilla.formats.trf.team_report import ReportedTeam, team_lines, with_teams

NEWEST_SYSTEM = "swiss-dutch-2026"
"""The system that pairs where the command names none."""

BAKU = "baku"
"""The acceleration with a code of its own in the files."""

RATING_MAX = 9999
"""Ratings have four digits in the files that programs exchange."""

SCORES = (MATCH, GAME)
FILE_TYPES = (ColourType.A.value, ColourType.B.value)
"""The types of preferences with a code in files."""

SEEDS = 1_000_000_000
"""A seed that is drawn is below this: it can still be typed."""


class GenerateOrder(msgspec.Struct, frozen=True, kw_only=True):
    """A recipe, the system that pairs, and the dialect of the file.

    `rounds` are played, or all of the recipe's where it is None. `teams` is the recipe of a system
    of teams.
    """

    recipe: Recipe
    teams: TeamRecipe | None
    rounds: int | None
    system: str
    dialect: str


class Folder(NamedTuple):
    """A folder for tournaments, their seeds, and the number of processes that make them."""

    path: str
    seeds: range
    jobs: int


class GeneratedFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file made from `seed`; `unpairable` is the reason why it ends before its last round."""

    seed: int
    trf: bytes
    rounds: int
    unpairable: str | None


def _unshown(done: int, total: int) -> None:
    """Show nothing: another process, which has no terminal, is at work."""


def rate_of(text: str) -> int:
    """Return a rate in millionths: `0.05` and `5%` are both 50,000.

    Raises:
        ValueError: it is no number, or not one from 0 to 1.
    """
    try:
        rate = Fraction(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ZeroDivisionError as error:
        raise ValueError(text) from error
    if not 0 <= rate <= 1:
        raise ValueError(text)
    return int(rate * MILLION)


def bands(text: str) -> tuple[Band, ...]:
    """Bands of ratings: `1400-2600`, or with weights `1400-2000:3,2000-2600:1`.

    Raises:
        ValueError: it is not written so, or a band is empty.
    """
    read = []
    for band in text.split(","):
        limits, _, weight = band.partition(":")
        low, high = (int(limit) for limit in limits.split("-"))
        if not 0 < low <= high <= RATING_MAX or int(weight or 1) < 1:
            raise ValueError(text)
        read.append(Band(low=low, high=high, weight=int(weight or 1)))
    return tuple(read)


def _rate(name: str, usual: str) -> Callable[[Any], Any]:
    """The option of a rate: an event that is random, and its frequency where none is asked."""
    key = f"cli.generate.{name}"
    return option(f"--{name}-rate", key=key, metavar="RATE", type=rate_of, default=usual)


@command("generate", "cli.generate")
@option("--players", key="cli.generate.players", metavar="N", type=count_in, default=100)
@option("--boards", key="cli.generate.boards", metavar="N", type=count_in, default=4)
@option("--score", key="cli.generate.score", metavar="NAME", default=MATCH)
@option("--colour-type", key="cli.generate.colour-type", metavar="NAME", default=ColourType.A)
@option("--rounds", key="cli.generate.rounds", metavar="N", type=count_in, default=9)
@option("--played", "rounds_played", key="cli.generate.played", metavar="N", type=count_in)
@option("--seed", key="cli.generate.seed", metavar="N", type=seed_in)
@option("--system", key="cli.generate.system", metavar="NAME", default=NEWEST_SYSTEM)
@option("--acceleration", key="cli.generate.acceleration", metavar="NAME")
@option("--ratings", key="cli.generate.ratings", metavar="BANDS", type=bands, default="1400-2600")
@_rate("draw", "0.3")
@_rate("forfeit", "0.01")
@_rate("bye", "0.02")
@_rate("full-bye", "0")
@_rate("withdrawal", "0.01")
@_rate("late", "0.02")
@option("--dialect", key="cli.dialect", metavar="NAME", default="trf26")
@option("--count", key="cli.generate.count", metavar="N", type=count_in)
@option("--output", "-o", key="cli.output", metavar="FILE")
@option("--out-dir", key="cli.generate.out-dir", metavar="FOLDER")
@option("--jobs", key="cli.jobs", metavar="N", type=count_in)
def generate(  # noqa: PLR0913 - a parameter for each option
    invocation: Invocation,
    *,
    players: int,
    boards: int,
    score: str,
    colour_type: str,
    rounds: int,
    rounds_played: int | None,
    seed: int | None,
    system: str,
    acceleration: str | None,
    ratings: tuple[Band, ...],
    dialect: str,
    count: int | None,
    output: str | None,
    out_dir: str | None,
    jobs: int | None,
    **rates: int,
) -> CommandOutcome:
    """Make one tournament, to standard output or a file, or many in a folder."""
    console = invocation.console
    recipe = Recipe(
        players=players,
        rounds=rounds,
        bands=ratings,
        acceleration=_accelerated(system, acceleration),
        **rates,
    )
    if dialect not in DIALECTS:
        raise CommandError("error.no-such-dialect", dialect=dialect, known=tuple(DIALECTS))
    order = GenerateOrder(
        recipe=recipe,
        teams=_of_teams(system, recipe, boards, score, colour_type),
        rounds=rounds_played,
        system=system,
        dialect=dialect,
    )
    first = random.SystemRandom().randrange(SEEDS) if seed is None else seed
    if out_dir is None:
        if count not in {None, 1}:
            raise CommandError("error.count-and-output")
        file = made(order, first, console.progress("progress.rounds"))
        return _one(file, order, output, console)
    if output is not None:
        raise CommandError("error.output-and-out-dir")
    seeds = range(first, first + (count or 1))
    return _many(order, Folder(out_dir, seeds, jobs or processors()), console)


def _of_teams(
    name: str, recipe: Recipe, boards: int, score: str, colour_type: str
) -> TeamRecipe | None:
    """Return the recipe of teams; None for a system of players.

    Raises:
        CommandError: there is no such system, score or type, or no such acceleration of teams.
    """
    system = round_system(name)
    if not system.plays_in_teams:
        return None
    if score not in SCORES:
        raise CommandError("error.no-such-score", score=score, known=SCORES)
    if colour_type not in FILE_TYPES:
        raise CommandError("error.no-such-colour-type", type=colour_type, known=FILE_TYPES)
    if recipe.acceleration and score == GAME:
        raise CommandError("error.acceleration-by-games", system=name)
    return TeamRecipe(
        recipe=recipe, boards=boards, score=score, colour_type=ColourType(colour_type)
    )


def _accelerated(name: str, asked: str | None) -> str:
    """Return the acceleration that was asked for; empty: none.

    Raises:
        CommandError: there is no such system or acceleration, or the system takes none.
    """
    system = round_system(name)
    if asked is None:
        return ""
    if asked not in TOP_GROUPS:
        raise CommandError(
            "error.no-such-acceleration", acceleration=asked, known=tuple(TOP_GROUPS)
        )
    if not system.takes_acceleration:
        known = tuple(each for each, found in SYSTEMS.items() if found.takes_acceleration)
        raise CommandError("error.acceleration-not-taken", system=name, known=known)
    return asked


def made(
    order: GenerateOrder, seed: int, progress: Callable[[int, int], None] = _unshown
) -> GeneratedFile:
    """Make the file of one seed; `progress` is called with the number of rounds done."""
    if order.teams is not None:
        return _made_of_teams(order, order.teams, seed, progress)
    tournament: RandomTournament | None = None
    rounds = played(order.recipe, round_system(order.system), _draw_from(seed))
    for tournament in itertools.islice(rounds, order.rounds):
        progress(len(tournament.crosstable.rounds), order.rounds or order.recipe.rounds)
    assert tournament is not None, "a recipe has at least one round"
    return GeneratedFile(
        seed=seed,
        trf=_trf(tournament, order, seed),
        rounds=len(tournament.crosstable.rounds),
        unpairable=None if tournament.unpairable is None else tournament.unpairable.reason,
    )


def _made_of_teams(
    order: GenerateOrder, recipe: TeamRecipe, seed: int, progress: Callable[[int, int], None]
) -> GeneratedFile:
    tournament: RandomTeams | None = None
    rounds = played_by_teams(recipe, round_system(order.system), _draw_from(seed))
    for tournament in itertools.islice(rounds, order.rounds):
        progress(len(tournament.table.rounds), order.rounds or order.recipe.rounds)
    assert tournament is not None, "a recipe has at least one round"
    return GeneratedFile(
        seed=seed,
        trf=_trf_of_teams(tournament, order, recipe, seed),
        rounds=len(tournament.table.rounds),
        unpairable=None if tournament.unpairable is None else tournament.unpairable.reason,
    )


def _trf_of_teams(
    tournament: RandomTeams, order: GenerateOrder, recipe: TeamRecipe, seed: int
) -> bytes:
    """Return a tournament of teams as a file; its players are numbered team by team."""
    games, table = tournament.games, tournament.table
    options = TeamOptions(
        colour_type=recipe.colour_type,
        is_by_games=recipe.score == GAME,
        is_baku=order.recipe.acceleration == BAKU,
    )
    teams = [
        ReportedTeam(f"Team {number}", tuple(range(first, first + table.boards)))
        for number, first in enumerate(range(1, games.size + 1, table.boards), start=1)
    ]
    document = document_of(
        games,
        _people(games),
        [
            *_head(order, seed, games.size, team_code(SYSTEMS[order.system], options)),
            *ranges_of(tournament.accelerated, table.match_points.unit),
        ],
        tournament.first_colour,
    )
    return write_trf(with_teams(document, team_lines(table, teams)), order.dialect)


def _trf(tournament: RandomTournament, order: GenerateOrder, seed: int) -> bytes:
    """Return a tournament as a file, with the seed that it was made from."""
    crosstable = replace(tournament.crosstable, rounds=tournament.columns, points=None)
    is_baku = order.recipe.acceleration == BAKU
    records = [
        *_head(order, seed, crosstable.size, code_of(SYSTEMS[order.system], is_baku=is_baku)),
        *ranges_of(tournament.accelerated, system_of(crosstable).unit),
    ]
    document = document_of(crosstable, _people(crosstable), records, tournament.first_colour)
    return write_trf(document, order.dialect)


def _people(games: Crosstable) -> list[PlayerRecord]:
    return [
        PlayerRecord(number=number, name=f"Player {number}", rating=entrant.rating)
        for number, entrant in enumerate(games.entrants, start=1)
    ]


def _head(order: GenerateOrder, seed: int, players: int, code: str) -> list[Record]:
    return [
        HeaderRecord(code="012", text=f"Planilla, seed {seed}"),
        HeaderRecord(code="062", text=str(players)),
        HeaderRecord(code="092", text=order.system),
        HeaderRecord(code="182", text="Planilla"),
        HeaderRecord(code="192", text=code),
    ]


def _draw_from(seed: int) -> Draw:
    """Lots from a seed, the same on every machine: 53 random bits and one product of IEEE."""
    source = random.Random(seed)  # noqa: S311 - nothing is kept secret by it
    return lambda choices: int(source.random() * choices)


def _one(
    file: GeneratedFile, order: GenerateOrder, output: str | None, console: Console
) -> CommandOutcome:
    said = {**_data(file, order), "path": output or STANDARD_STREAM}
    code, aside = _early([said], console)
    if output is not None:
        _write(Path(output), file.trf)
        lines = [console.say("cli.generated", **said)]
        return CommandOutcome(lines=lines, data=said, code=code, aside=aside)
    if console.as_json:
        return CommandOutcome(data={**said, "trf": file.trf.decode()}, code=code, aside=aside)
    return CommandOutcome(raw=file.trf, code=code, aside=aside)


def _many(order: GenerateOrder, folder: Folder, console: Console) -> CommandOutcome:
    files = each_of(
        functools.partial(made, order),
        folder.seeds,
        jobs=folder.jobs,
        progress=console.progress("progress.generate"),
    )
    written = []
    for file in files:
        path = Path(folder.path) / f"{file.seed:06}.trf"
        _write(path, file.trf)
        written.append({**_data(file, order), "path": str(path)})
    code, aside = _early(written, console)
    said: dict[str, Any] = {"count": len(written), "path": folder.path}
    lines = [console.say("cli.generated-all", **said)]
    return CommandOutcome(lines=lines, data=written, code=code, aside=aside)


def _data(file: GeneratedFile, order: GenerateOrder) -> dict[str, Any]:
    return {
        "seed": file.seed,
        "system": order.system,
        "players": order.recipe.players,
        "rounds": file.rounds,
        "unpairable": file.unpairable,
    }


def _early(files: Sequence[dict[str, Any]], console: Console) -> tuple[int, list[str]]:
    """Return the exit code, and a sentence for each tournament that ended before its last round."""
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
    return Exit.NO if ended else Exit.DONE, aside


def _write(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as error:
        raise cannot_write(path, error) from error
