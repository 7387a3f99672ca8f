"""Command `ratings`: rating changes of tournament files, game by game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import msgspec

from planilla.adapters.cli.command_line import (
    CSV_FORM,
    Invocation,
    argument,
    command,
    option,
    table_form,
)
from planilla.adapters.cli.console import CommandError, CommandOutcome, Console, Exit
from planilla.adapters.cli.tournament_files import (
    FileFault,
    fault_data,
    fault_line,
    files_of,
    read_document,
)
from planilla.adapters.cli.values import count
from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.ratings.abbreviated import Abbreviated, abbreviated
from planilla.domain.ratings.rated import GameTerm, PlayerRating, changes, uncounted
from planilla.domain.ratings.round_robin import RoundRobin, RoundRobinPlayer, round_robin
from planilla.domain.ratings.rules import RATING_RULES, RatingRules
from planilla.domain.ratings.unrated import Initial
from planilla.formats.trf.crosstable import crosstable_of
from planilla.formats.trf.document import TrfDocument
from planilla.formats.trf.rounds import rounds_played
from planilla.presentation.figures import decimal, signed, written

if TYPE_CHECKING:
    from planilla.projections.elo import EloRow
    from planilla.projections.table import TableColumn


NEWEST_RULES = "elo-fide-2024"
"""Default rating rules: the current ones."""

SWISS, ROUND_ROBIN = "swiss", "round-robin"
"""Methods: game by game, or by the averages of a round robin."""

NO_GAMES = "no-games"


class MeansRow(NamedTuple):
    """Row of a player of a round robin, rated by the averages of the table."""

    number: int
    rating: int
    k: int
    games: int
    score: int
    percentage: str
    mean: int
    expected: int | None
    change: int
    after: int | None
    performance: int | None


def _columns(names: Sequence[str]) -> tuple[TableColumn, ...]:
    """Return columns by the names of their labels."""
    from planilla.projections.table import Figure, TableColumn

    figures = {
        **dict.fromkeys(("rating", "k", "new", "performance"), Figure.RATING),
        **dict.fromkeys(("score", "expected"), Figure.DECIMAL),
        "change": Figure.CHANGE,
        "percentage": Figure.TEXT,
    }
    return tuple(
        TableColumn(
            "after" if name == "new" else name,
            figures.get(name, Figure.NUMBER),
            label=f"cli.ratings.col.{name}",
        )
        for name in names
    )


GAME_BY_GAME = (
    "number",
    "rating",
    "k",
    "games",
    "score",
    "expected",
    "change",
    "new",
    "performance",
)
BY_MEANS = (*GAME_BY_GAME[:5], "percentage", "mean", "expected", "change", "new", "performance")
"""Columns of a table of ratings, by the names of their labels."""


class RatedTable(msgspec.Struct, frozen=True, kw_only=True):
    """Ratings of one file: `numbers` by seat; `means` if calculated `by_means` of the table.

    `players` are always calculated game by game: performances belong to both methods.
    """

    rules: RatingRules
    numbers: Sequence[int]
    crosstable: Crosstable
    players: tuple[PlayerRating, ...]
    by_means: bool = False
    means: RoundRobin | None = None

    def row(self, player: PlayerRating) -> EloRow:
        """Return the row of a player, by the number in the file."""
        from planilla.projections.elo import row_of

        return row_of(player)._replace(number=self.numbers[player.seat])


class FileRated(msgspec.Struct, frozen=True, kw_only=True):
    """A file with its ratings, or with its faults."""

    file: str
    table: RatedTable | None = None
    faults: tuple[FileFault, ...] = ()


class _Question(NamedTuple):
    """The rules, the method, and a K-factor for all players, if given."""

    rules: RatingRules
    by_means: bool
    k: int
    explained: int | None


@command("ratings", "cli.ratings")
@argument("files", key="cli.check.files", metavar="FILE...", nargs=-1, required=True)
@option("--rules", key="cli.ratings.rules", metavar="NAME", default=NEWEST_RULES)
@option(
    "--method", key="cli.ratings.method", type=click.Choice((SWISS, ROUND_ROBIN)), default=SWISS
)
@option("--k", key="cli.ratings.k", metavar="NUMBER", type=count)
@option("--explain", key="cli.ratings.explain", metavar="PLAYER", type=count)
@table_form
def ratings(  # noqa: PLR0913 - a parameter for each option
    invocation: Invocation,
    *,
    files: tuple[str, ...],
    rules: str,
    method: str,
    k: int | None,
    explain: int | None,
    form: str,
) -> CommandOutcome:
    """Rate all players. A file with faults does not stop the others."""
    console = invocation.console
    question = _Question(rules_named(rules), method == ROUND_ROBIN, k or 0, explain)
    names = files_of(files)
    progress = console.progress("progress.ratings")
    rated = []
    for number, name in enumerate(names, start=1):
        rated.append(_rated(name, question))
        progress(number, len(names))
    aside = [fault_line(fault, console) for each in rated for fault in each.faults]
    code = Exit.UNREADABLE if any(each.faults for each in rated) else Exit.DONE
    if console.as_json:
        raw = b"".join(msgspec.json.encode(_data(each, explain, console)) + b"\n" for each in rated)
        return CommandOutcome(raw=raw, code=code, aside=aside)
    if form == CSV_FORM:
        return CommandOutcome(raw=_csv(rated, question).encode(), code=code, aside=aside)
    lines = [line for each in rated for line in _lines(each, explain, console)]
    return CommandOutcome(lines=lines, code=code, aside=aside)


def rules_named(name: str) -> RatingRules:
    """Return the rating rules of this name.

    Raises:
        CommandError: there are none.
    """
    rules = RATING_RULES.get(name)
    if rules is None:
        raise CommandError("error.no-such-rating-rules", rules=name, known=tuple(RATING_RULES))
    return rules


def _rated(name: str, question: _Question) -> FileRated:
    document = read_document(name)
    if not isinstance(document, TrfDocument):
        return FileRated(file=name, faults=document)
    explained, rules = question.explained, question.rules
    if explained is not None and explained not in document.seats:
        raise CommandError("error.no-such-number", file=name, number=explained)
    crosstable = _with_k(crosstable_of(document, rounds_played(document)), question.k)
    return FileRated(
        file=name,
        table=RatedTable(
            rules=rules,
            numbers=document.numbers,
            crosstable=crosstable,
            players=changes(crosstable, rules),
            by_means=question.by_means,
            means=round_robin(crosstable, rules) if question.by_means else None,
        ),
    )


def _with_k(crosstable: Crosstable, k: int) -> Crosstable:
    entrants = tuple(msgspec.structs.replace(each, k=k) for each in crosstable.entrants)
    return msgspec.structs.replace(crosstable, entrants=entrants)


def _data(each: FileRated, explained: int | None, console: Console) -> dict[str, Any]:
    if each.table is None:
        faults = [fault_data(fault, console) for fault in each.faults]
        return {"file": each.file, "faults": faults}
    return {"file": each.file, **_table_data(each.table, explained)}


def _lines(each: FileRated, explained: int | None, console: Console) -> Iterator[str]:
    if each.table is None:
        return
    yield console.say(
        "cli.ratings.title",
        file=each.file,
        rules=console.say(f"rating-rules.{each.table.rules.name}"),
    )
    if explained is None:
        yield from _table_lines(each.table, console)
    else:
        yield from _player_lines(each.table, each.table.numbers.index(explained), console)


def _csv(rated: Sequence[FileRated], question: _Question) -> str:
    """Return the tables of all files as one."""
    from planilla.presentation.tables import csv_of, plain_cells

    columns = _columns(BY_MEANS if question.by_means else GAME_BY_GAME)
    return csv_of(
        ["file", *(column.name for column in columns)],
        (
            [each.file, *plain_cells(columns, row)]
            for each in rated
            if each.table is not None
            for row in _rows(each.table)
        ),
    )


def _rows(table: RatedTable) -> Iterator[EloRow | MeansRow]:
    """Yield all rows by pairing number; none without averages of the table."""
    if not table.by_means:
        yield from map(table.row, table.players)
    elif table.means is not None:
        for player in table.means.players:
            yield _means_row(table, player)


def _table_lines(table: RatedTable, console: Console) -> Iterator[str]:
    """Yield the lines of the table by pairing number."""
    from planilla.presentation.tables import text_lines

    if not table.by_means:
        yield from text_lines(console.language, _columns(GAME_BY_GAME), _rows(table))
        return
    if table.means is None:
        yield console.say("cli.ratings.no-table")
        return
    yield _means(table.means, console)
    yield from text_lines(console.language, _columns(BY_MEANS), _rows(table))


def _means(means: RoundRobin, console: Console) -> str:
    return console.say(
        "cli.ratings.means",
        rated=means.rated_mean,
        difference=_signed(means.mean_difference, console),
        table=means.table_mean,
        opponents=means.opponents,
    )


def _means_row(table: RatedTable, player: RoundRobinPlayer) -> MeansRow:
    return MeansRow(
        number=table.numbers[player.seat],
        rating=player.rating,
        k=player.k,
        games=player.games,
        score=player.score,
        percentage=f"{player.percentage} %",
        mean=player.mean,
        expected=player.expected if player.rating else None,
        change=player.change,
        after=player.rating_after,
        performance=table.players[player.seat].performance,
    )


def _player_lines(table: RatedTable, seat: Seat, console: Console) -> Iterator[str]:
    """Yield lines about one player's games, those not counted with the reason, and the sum."""
    player = table.players[seat]
    kind = "player" if player.rating else "unrated-player"
    number = table.numbers[seat]
    yield console.say(f"cli.ratings.{kind}", number=number, rating=player.rating, k=player.k)
    lines = {game.round: _game_line(table, player, game, console) for game in player.games} | {
        each.round: console.say("cli.ratings.uncounted", round=each.round, why=each.why)
        for each in uncounted(table.crosstable, seat, table.rules)
    }
    yield from (lines[number] for number in sorted(lines))
    yield from _sum_lines(player, console)


def _game_line(table: RatedTable, player: PlayerRating, game: GameTerm, console: Console) -> str:
    kind = "game" if player.rating else "game-first"
    return console.say(
        f"cli.ratings.{kind}{'-cut' if game.is_cut else ''}",
        round=game.round,
        opponent=table.numbers[game.opponent],
        rating=game.rating,
        difference=_signed(game.difference, console),
        expected=written(console.language, game.expected),
        score=written(console.language, game.score),
        change=signed(console.language, game.change),
    )


def _sum_lines(player: PlayerRating, console: Console) -> Iterator[str]:
    if player.rating:
        yield console.say(
            "cli.ratings.sum",
            change=signed(console.language, player.change),
            rounded=_signed(player.rounded, console),
            rating=player.rating_after,
        )
        yield from _short_lines(player, console)
        return
    first = player.initial
    if first is not None:
        yield console.say(
            "cli.ratings.first",
            mean=written(console.language, int(100 * first.mean)),
            percent=first.percentage,
            difference=_signed(first.difference, console),
            value=first.value,
        )
    if first is None or first.reason:
        yield console.say("cli.ratings.none", why=first.reason if first else NO_GAMES)


def _short_lines(player: PlayerRating, console: Console) -> Iterator[str]:
    short = _short_formula(player)
    if short is not None:
        yield console.say(
            "cli.ratings.short",
            mean=short.mean,
            change=signed(console.language, short.change),
            rating=short.rating,
        )


def _short_formula(player: PlayerRating) -> Abbreviated | None:
    """Return the result of the book's short formula; None without a rating or a game."""
    if not player.rating or not player.games:
        return None
    valid = [player.rating - game.difference for game in player.games]
    return abbreviated(player.rating, player.k, valid, player.score)


def _table_data(table: RatedTable, explained: int | None) -> dict[str, Any]:
    """Return all values as exact text, and the games of player `explained`."""
    data: dict[str, Any] = {"rules": table.rules.name}
    if table.by_means:
        data |= {"method": "round-robin", **_means_data(table)}
    else:
        data |= {"method": "swiss", "players": [_player_data(table, p) for p in table.players]}
    if explained is not None:
        data["explained"] = _games_data(table, table.numbers.index(explained))
    return data


def _means_data(table: RatedTable) -> dict[str, Any]:
    means = table.means
    if means is None:
        return {"players": []}
    return {
        "rated_mean": str(means.rated_mean),
        "mean_difference": str(means.mean_difference),
        "table_mean": str(means.table_mean),
        "opponents": str(means.opponents),
        "players": [_mean_data(table, player) for player in means.players],
    }


def _mean_data(table: RatedTable, player: RoundRobinPlayer) -> dict[str, Any]:
    return {
        "number": table.numbers[player.seat],
        "rating": _text(player.rating),
        "k": _text(player.k),
        "games": str(player.games),
        "score": decimal(player.score),
        "expected": decimal(player.expected) if player.rating else None,
        "change": decimal(player.change),
        "new": _text(player.rating_after),
        "performance": _text(table.players[player.seat].performance),
        "opponents_mean": str(player.mean),
        "percentage": str(player.percentage),
        "reason": player.reason or None,
    }


def _player_data(table: RatedTable, player: PlayerRating) -> dict[str, Any]:
    return {
        "number": table.numbers[player.seat],
        "rating": _text(player.rating),
        "k": _text(player.k),
        "games": str(len(player.games)),
        "score": decimal(player.score),
        "expected": decimal(player.expected) if player.rating else None,
        "change": decimal(player.change) if player.rating else None,
        "rounded": str(player.rounded) if player.rating else None,
        "new": _text(player.rating_after),
        "performance": _text(player.performance),
        "reason": _reason(player),
    }


def _reason(player: PlayerRating) -> str | None:
    if player.rating_after is not None:
        return None
    return player.initial.reason if player.initial is not None else NO_GAMES


def _games_data(table: RatedTable, seat: Seat) -> dict[str, Any]:
    player = table.players[seat]
    return {
        "number": table.numbers[seat],
        "games": [_game_data(table, player, game) for game in player.games],
        "uncounted": [
            {"round": each.round, "why": each.why}
            for each in uncounted(table.crosstable, seat, table.rules)
        ],
        "first": None if player.initial is None else _first_data(player.initial),
        "short": _short_data(_short_formula(player)),
    }


def _short_data(short: Abbreviated | None) -> dict[str, str] | None:
    if short is None:
        return None
    return {"mean": str(short.mean), "change": decimal(short.change), "new": str(short.rating)}


def _game_data(table: RatedTable, player: PlayerRating, game: GameTerm) -> dict[str, Any]:
    data: dict[str, Any] = {
        "round": game.round,
        "opponent": table.numbers[game.opponent],
        "opponent_rating": str(game.rating),
        "score": decimal(game.score),
    }
    if player.rating:
        data |= {
            "difference": str(game.difference),
            "cut": game.is_cut,
            "expected": decimal(game.expected),
            "change": decimal(game.change),
        }
    return data


def _first_data(first: Initial) -> dict[str, str]:
    return {
        "games": str(first.games),
        "mean": str(first.mean),
        "percentage": str(first.percentage),
        "difference": str(first.difference),
        "value": str(first.value),
    }


def _text(value: int | None) -> str | None:
    return str(value) if value else None


def _signed(whole: int, console: Console) -> str:
    return signed(console.language, 100 * whole)
