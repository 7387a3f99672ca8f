"""Elo as it stands now: one row for each entrant, changed by each result.

Scores are in hundredths of a point and changes in hundredths of a rating point, exact; what people
see is rounded by whoever shows it, and `rounded` as the rules round the sum.
"""

from collections.abc import Mapping
from typing import NamedTuple

from planilla.domain.crosstable import Crosstable
from planilla.domain.ratings.rated import PlayerRating, changes
from planilla.domain.ratings.rules import RATING_RULES, RatingRules
from planilla.domain.tournament.crosstables import for_games
from planilla.domain.tournament.state import Tournament
from planilla.projections.table import OPPONENT, PLAYER, Figure, TableColumn
from planilla.projections.view import Row

HUNDRED = 100


class EloRow(NamedTuple):
    """One entrant.

    `games` is how many count; `rating` and `k` are 0 without a rating, and then `expected`,
    `change` and `rounded` None; `after` is None while there is no first rating, `performance`
    without a game. `terms` are (round, the opponent's number, change) of the games that count.
    """

    number: int
    rating: int
    k: int
    games: int
    score: int
    expected: int | None
    change: int | None
    rounded: int | None
    after: int | None
    performance: int | None
    terms: tuple[Row, ...]


SCORE = TableColumn(
    "score",
    Figure.POINTS,
    "made",
    "page.elo.col.score",
    unit=HUNDRED,
    beneath=TableColumn("expected", Figure.DECIMAL, label="page.elo.col.expected"),
)
TABLE = (
    TableColumn("number", Figure.NUMBER, "place", "page.col.place", is_quiet=True, sorts=True),
    PLAYER,
    SCORE,
    TableColumn("terms", Figure.CHANGES, "round"),
    TableColumn("change", Figure.CHANGE, label="page.elo.col.change", opens="working", lights=True),
    TableColumn(
        "performance",
        Figure.NUMBER,
        "made wide",
        "cli.ratings.col.performance",
        help="page.elo.col.performance",
    ),
    TableColumn(
        "after",
        Figure.NUMBER,
        "made after",
        "page.elo.col.new",
        beneath=TableColumn("k", Figure.NUMBER, prefix="K "),
    ),
)
"""The columns of the table of Elo, in order."""
ROUND = TableColumn("place", Figure.PLACE, label="page.round", is_quiet=True)
GAMES = (
    ROUND,
    OPPONENT,
    TableColumn("difference", Figure.MADE, "made wide", "page.elo.col.difference"),
    SCORE,
    TableColumn("change", Figure.CHANGE, label="page.elo.col.change"),
)
"""Those of the games of one player."""
UNCOUNTED = (ROUND, OPPONENT, TableColumn("why", Figure.MADE))
"""Those of a round that does not count."""


def rules_of(state: Tournament) -> RatingRules:
    """Return the rating rules that were announced, or else those that are usual for the system."""
    return RATING_RULES.get(state.rating_rules) or RATING_RULES[state.system.usual.rating_rules]


def ratings_of(state: Tournament, crosstable: Crosstable) -> tuple[PlayerRating, ...]:
    """Return the rating changes by seat; `crosstable` is that of the games."""
    return changes(crosstable, rules_of(state))


def rows(state: Tournament) -> Mapping[str, EloRow]:
    """Return everybody's row, by entrant id."""
    if not state.exists:
        return {}
    crosstable = for_games(state)
    return {
        crosstable.entrants[player.seat].id: row_of(player)
        for player in ratings_of(state, crosstable)
    }


def row_of(player: PlayerRating) -> EloRow:
    """Return the row of one player."""
    is_rated = bool(player.rating)
    return EloRow(
        number=player.seat + 1,
        rating=player.rating,
        k=player.k,
        games=len(player.games),
        score=player.score,
        expected=player.expected if is_rated else None,
        change=player.change if is_rated else None,
        rounded=player.rounded if is_rated else None,
        after=player.rating_after,
        performance=player.performance,
        terms=tuple(
            (game.round, game.opponent + 1, game.change if is_rated else None)
            for game in player.games
        ),
    )
