"""Ratings of one file as a table, as the games of one player, and as data."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from planilla.adapters.cli.console import Console
from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.ratings.abbreviated import Abbreviated, abbreviated
from planilla.domain.ratings.rated import GameTerm, PlayerRating
from planilla.domain.ratings.round_robin import RoundRobin, RoundRobinPlayer
from planilla.domain.ratings.rules import RatingRules
from planilla.domain.ratings.uncounted import uncounted
from planilla.domain.ratings.unrated import Initial
from planilla.presentation.figures import decimal, signed, written

UNKNOWN = "–"
GAP = "  "
NO_GAMES = "no-games"


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """One file worked out: `numbers` by seat; `means` where it was asked `by_means` of the table.

    `players` are always there, game by game: their performance belongs to both methods.
    """

    rules: RatingRules
    numbers: Sequence[int]
    crosstable: Crosstable
    players: tuple[PlayerRating, ...]
    by_means: bool = False
    means: RoundRobin | None = None


def table_lines(sheet: Sheet, console: Console) -> Iterator[str]:
    """Everybody by pairing number, in columns."""
    if not sheet.by_means:
        yield from _aligned(_game_by_game(sheet, console))
        return
    if sheet.means is None:
        yield console.say("cli.ratings.no-table")
        return
    yield _means(sheet.means, console)
    yield from _aligned(_by_means(sheet, sheet.means, console))


def _means(means: RoundRobin, console: Console) -> str:
    return console.say(
        "cli.ratings.means",
        rated=means.rated_mean,
        difference=_signed(means.mean_difference, console),
        table=means.table_mean,
        opponents=means.opponents,
    )


def _game_by_game(sheet: Sheet, console: Console) -> Iterator[list[str]]:
    yield _head(
        console,
        *("number", "rating", "k", "games", "score", "expected", "change", "new", "performance"),
    )
    for player in sheet.players:
        yield [
            str(sheet.numbers[player.seat]),
            _known(player.rating),
            _known(player.k),
            str(len(player.games)),
            written(console.language, player.score),
            _where(player.rating, written(console.language, player.expected)),
            _where(player.rating, signed(console.language, player.change)),
            _known(player.rating_after),
            _known(player.performance),
        ]


def _by_means(sheet: Sheet, means: RoundRobin, console: Console) -> Iterator[list[str]]:
    yield _head(
        console,
        *("number", "rating", "k", "games", "score", "percentage", "mean", "expected", "change"),
        *("new", "performance"),
    )
    for player in means.players:
        yield [
            str(sheet.numbers[player.seat]),
            _known(player.rating),
            _known(player.k),
            str(player.games),
            written(console.language, player.score),
            f"{player.percentage} %",
            str(player.mean),
            _where(player.rating, written(console.language, player.expected)),
            signed(console.language, player.change),
            _known(player.rating_after),
            _known(sheet.players[player.seat].performance),
        ]


def player_lines(sheet: Sheet, seat: Seat, console: Console) -> Iterator[str]:
    """The games of one player that count, those that do not with the reason, and what they make."""
    player = sheet.players[seat]
    kind = "player" if player.rating else "unrated-player"
    number = sheet.numbers[seat]
    yield console.say(f"cli.ratings.{kind}", number=number, rating=player.rating, k=player.k)
    lines = {game.round: _game_line(sheet, player, game, console) for game in player.games} | {
        each.round: console.say("cli.ratings.uncounted", round=each.round, why=each.why)
        for each in uncounted(sheet.crosstable, seat, sheet.rules)
    }
    yield from (lines[number] for number in sorted(lines))
    yield from _sum_lines(player, console)


def _game_line(sheet: Sheet, player: PlayerRating, game: GameTerm, console: Console) -> str:
    kind = "game" if player.rating else "game-first"
    return console.say(
        f"cli.ratings.{kind}{'-cut' if game.is_cut else ''}",
        round=game.round,
        opponent=sheet.numbers[game.opponent],
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
    short = short_formula(player)
    if short is not None:
        yield console.say(
            "cli.ratings.short",
            mean=short.mean,
            change=signed(console.language, short.change),
            rating=short.rating,
        )


def short_formula(player: PlayerRating) -> Abbreviated | None:
    """The book's short formula, for comparison; None without a rating or a game."""
    if not player.rating or not player.games:
        return None
    valid = [player.rating - game.difference for game in player.games]
    return abbreviated(player.rating, player.k, valid, player.score)


def data_of(sheet: Sheet, explained: int | None) -> dict[str, Any]:
    """Everything for programs: values as text, exact; the games of player `explained` besides."""
    data: dict[str, Any] = {"rules": sheet.rules.name}
    if sheet.by_means:
        data |= {"method": "round-robin", **_means_data(sheet)}
    else:
        data |= {"method": "swiss", "players": [_player_data(sheet, p) for p in sheet.players]}
    if explained is not None:
        data["explained"] = _games_data(sheet, sheet.numbers.index(explained))
    return data


def _means_data(sheet: Sheet) -> dict[str, Any]:
    means = sheet.means
    if means is None:
        return {"players": []}
    return {
        "rated_mean": str(means.rated_mean),
        "mean_difference": str(means.mean_difference),
        "table_mean": str(means.table_mean),
        "opponents": str(means.opponents),
        "players": [_mean_data(sheet, player) for player in means.players],
    }


def _mean_data(sheet: Sheet, player: RoundRobinPlayer) -> dict[str, Any]:
    return {
        "number": sheet.numbers[player.seat],
        "rating": _text(player.rating),
        "k": _text(player.k),
        "games": str(player.games),
        "score": decimal(player.score),
        "expected": decimal(player.expected) if player.rating else None,
        "change": decimal(player.change),
        "new": _text(player.rating_after),
        "performance": _text(sheet.players[player.seat].performance),
        "opponents_mean": str(player.mean),
        "percentage": str(player.percentage),
        "reason": player.reason or None,
    }


def _player_data(sheet: Sheet, player: PlayerRating) -> dict[str, Any]:
    return {
        "number": sheet.numbers[player.seat],
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


def _games_data(sheet: Sheet, seat: Seat) -> dict[str, Any]:
    player = sheet.players[seat]
    return {
        "number": sheet.numbers[seat],
        "games": [_game_data(sheet, player, game) for game in player.games],
        "uncounted": [
            {"round": each.round, "why": each.why}
            for each in uncounted(sheet.crosstable, seat, sheet.rules)
        ],
        "first": None if player.initial is None else _first_data(player.initial),
        "short": _short_data(short_formula(player)),
    }


def _short_data(short: Abbreviated | None) -> dict[str, str] | None:
    if short is None:
        return None
    return {"mean": str(short.mean), "change": decimal(short.change), "new": str(short.rating)}


def _game_data(sheet: Sheet, player: PlayerRating, game: GameTerm) -> dict[str, Any]:
    data: dict[str, Any] = {
        "round": game.round,
        "opponent": sheet.numbers[game.opponent],
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


def _head(console: Console, *columns: str) -> list[str]:
    return [console.say(f"cli.ratings.col.{column}") for column in columns]


def _aligned(rows: Iterator[list[str]]) -> Iterator[str]:
    cells = [*rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        yield GAP.join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))


def _known(value: int | None) -> str:
    return str(value) if value else UNKNOWN


def _where(rating: int, text: str) -> str:
    return text if rating else UNKNOWN


def _text(value: int | None) -> str | None:
    return str(value) if value else None


def _signed(whole: int, console: Console) -> str:
    return signed(console.language, 100 * whole)
