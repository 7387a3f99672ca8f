"""All games of a Masnou hall with when they began and ended: for player cards and for export."""

from collections.abc import Iterable

import msgspec

from planilla.domain.pairing.masnou import MasnouRules, points_of
from planilla.domain.tournament.event import GameAct
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.masnou.events import GameSeated
from planilla.domain.tournament.masnou.hall import Hall, MasnouGame, playoff_game, table_game
from planilla.domain.vocabulary import Colour, EntrantId, GameId, GameResult
from planilla.projections.table import COLOUR, OPPONENT, RESULT, Figure, TableColumn

GAMES = (
    TableColumn("number", Figure.MADE, label="page.col.number", help="page.col.game"),
    COLOUR,
    OPPONENT,
    RESULT,
    TableColumn("total", Figure.POINTS, "points total", "page.col.points"),
    TableColumn("table", Figure.MADE, "figure", "screens.col.table"),
    TableColumn("at", Figure.MADE, "figure wide", "screens.col.time"),
    TableColumn("minutes", Figure.MADE, "figure wide", "screens.col.minutes"),
)
"""The columns of the games on a player's card, in order."""


class PlayedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game at a `table`, or (table 0) of a `round` of the play-off.

    Times are in microseconds since 1970 (UTC): 0 where none is known, as for the play-off.
    `recorded` is what was first reported.
    """

    game: GameId
    table: int = 0
    round: int = 0
    white: EntrantId
    black: EntrantId
    started: int = 0
    ended: int = 0
    result: GameResult
    recorded: GameResult = GameResult.OPEN
    offline: bool = False


class CardGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game seen by one of its players: points won in it, and the sum after it, in halves."""

    played: PlayedGame
    colour: Colour
    opponent: EntrantId
    points: int
    total: int


def games(hall: Hall, facts: Iterable[Fact]) -> tuple[PlayedGame, ...]:
    """Return all games that count, in the order in which they began, then those of the play-off."""
    ended = ends(facts)
    at_tables = [
        _played(game, identity, ended, table=table.number)
        for table in hall.tables.values()
        for number, game in enumerate(table.games, start=1)
        if not game.voided and (identity := table_game(table.number, number))
    ]
    of_playoff = [
        _played(game, playoff_game(number, place), ended, number=number)
        for number, drawn in enumerate(hall.playoff, start=1)
        for place, game in enumerate(drawn.games, start=1)
    ]
    return (*sorted(at_tables, key=lambda game: (game.started, game.table)), *of_playoff)


def _played(
    game: MasnouGame, identity: GameId, ended: dict[GameId, int], *, table: int = 0, number: int = 0
) -> PlayedGame:
    return PlayedGame(
        game=identity,
        table=table,
        round=number,
        white=game.white,
        black=game.black,
        started=game.at,
        ended=ended.get(identity, 0),
        result=game.result,
        recorded=game.recorded,
        offline=game.offline,
    )


def ends(facts: Iterable[Fact]) -> dict[GameId, int]:
    """Return the end of each game, in microseconds since 1970 (UTC).

    A result entered without a connection is recorded late; when the next game at the table had
    begun by then, its start gives the end of the game before. A result recorded after the marathon
    carries its own time.
    """
    ended: dict[GameId, int] = {}
    reported_at: dict[GameId, int] = {}
    last: dict[int, GameId] = {}
    for fact in facts:
        event = fact.event
        game = event.game
        if game is not None and event.game_act is GameAct.REPORTED:
            ended[game] = reported_at.get(game, fact.recorded_at)
        elif game is not None and event.game_act is GameAct.WITHDRAWN:
            ended.pop(game, None)
        elif isinstance(event, GameSeated):
            before = last.get(event.table)
            if before in ended:
                ended[before] = min(ended[before], event.at)
            last[event.table] = event.game
            if event.ended_at is not None:
                reported_at[event.game] = event.ended_at
    return ended


def card_games(
    rules: MasnouRules, played: Iterable[PlayedGame], entrant: EntrantId
) -> tuple[CardGame, ...]:
    """Return the games of one player in their order; those of the play-off give no points."""
    total, found = 0, []
    for game in played:
        if entrant not in (game.white, game.black):
            continue
        is_white = entrant == game.white
        result = game.result if is_white else game.result.reversed
        won, drawn = result is GameResult.WHITE_WINS, result is GameResult.DRAW
        points = points_of(rules, int(won), int(drawn)) if game.table else 0
        total += points
        found.append(
            CardGame(
                played=game,
                colour=Colour.WHITE if is_white else Colour.BLACK,
                opponent=game.black if is_white else game.white,
                points=points,
                total=total,
            )
        )
    return tuple(found)
