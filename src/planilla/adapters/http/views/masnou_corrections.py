"""Games of a Masnou hall to be corrected: one with its state, and all others to choose from."""

from collections.abc import Iterator
from dataclasses import dataclass

from planilla.adapters.http.views.corrections import OtherGame
from planilla.adapters.http.views.marks import RESULT_TEXTS
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.domain.tournament.masnou.hall import AT_TABLE, Hall, MasnouGame, game_id, parts_of
from planilla.domain.vocabulary import GameId, GameResult


@dataclass(frozen=True, kw_only=True)
class MasnouGameShown:
    """A game of a hall: who, what it is now, and what was first reported where that differs."""

    id: GameId
    players: tuple[str, str]
    title: str
    white: str
    black: str
    result: str
    struck: str
    version: int
    is_void: bool
    is_playoff: bool
    whatif: str


@dataclass(frozen=True, kw_only=True)
class TableGames:
    """All games of a table that ended, the last first."""

    title: str
    games: tuple[OtherGame, ...]


def masnou_game_shown(page: TournamentPage, game: GameId, found: MasnouGame) -> MasnouGameShown:
    """One game."""
    is_playoff = parts_of(game)[0] != AT_TABLE
    differs = found.recorded not in {found.result, GameResult.OPEN}
    turned = "0-1" if found.result is GameResult.WHITE_WINS else "1-0"
    return MasnouGameShown(
        id=game,
        players=found.players,
        title=_title(page, game),
        white=page.name(found.white),
        black=page.name(found.black),
        result=RESULT_TEXTS[found.result],
        struck=RESULT_TEXTS[found.recorded] if differs else "",
        version=found.version,
        is_void=found.voided,
        is_playoff=is_playoff,
        whatif=""
        if is_playoff or found.voided
        else f"/t/{page.id}/whatif?game={game}&result={turned}",
    )


def _title(page: TournamentPage, game: GameId) -> str:
    kind, group, number = parts_of(game)
    key = "correct.at-table" if kind == AT_TABLE else "correct.of-playoff"
    return page.say(key, table=group, game=number)


def other_masnou_games(page: TournamentPage, hall: Hall, game: GameId) -> tuple[OtherGame, ...]:
    """The games at tables that a result may have been meant for: the latest first."""
    others = ((each, found) for each, found in _at_tables(hall) if each != game)
    latest = sorted(others, key=lambda other: -other[1].at)
    return tuple(_other(page, each, found) for each, found in latest)


def _at_tables(hall: Hall) -> Iterator[tuple[GameId, MasnouGame]]:
    for table in hall.tables.values():
        for number, found in enumerate(table.games, start=1):
            if not found.voided:
                yield game_id(table.number, number), found


def _other(page: TournamentPage, game: GameId, found: MasnouGame) -> OtherGame:
    said = page.say(
        "correct.other-at-table",
        where=_title(page, game),
        white=found.white,
        black=found.black,
        result=RESULT_TEXTS[found.result] or "–",
    )
    return OtherGame(value=f"{game}@{found.version}", said=said)


def tables_of(page: TournamentPage, hall: Hall) -> tuple[TableGames, ...]:
    """The finished games by table, those without one left out."""
    found = (_table(page, hall, number) for number in sorted(hall.tables))
    return tuple(table for table in found if table.games)


def _table(page: TournamentPage, hall: Hall, number: int) -> TableGames:
    games = [
        (game_id(number, place), game)
        for place, game in enumerate(hall.tables[number].games, start=1)
        if game.version
    ]
    return TableGames(
        title=page.say("correct.table", table=number),
        games=tuple(
            OtherGame(value=identity, said=_other(page, identity, game).said)
            for identity, game in reversed(games)
        ),
    )
