"""The teams of a tournament by the points of their players: one row for each team, by rank.

The ids of the teams of a table are their letters; the names of all teams are joined by the reader.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from planilla.domain.scoring import POINT_SYSTEMS
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId, GameResult
from planilla.projections.table import PLACE, Figure, TableColumn


class PlayerTotal(NamedTuple):
    """The games of a player with a result, and the points in them, in units."""

    games: int = 0
    points: int = 0


class TeamTotal(NamedTuple):
    """A team with its place by points, and the games and points of its players, in units."""

    team: str
    place: int
    games: int
    points: int


TABLE = (
    PLACE,
    TableColumn("team", Figure.SIDE, "who", "page.col.team", heads_rows=True),
    TableColumn("games", Figure.NUMBER, "figure", "screens.col.games.long"),
    TableColumn("points", Figure.POINTS),
)
"""The columns of the teams in terminals and files."""


def player_totals(state: Tournament) -> Mapping[EntrantId, PlayerTotal]:
    """Return the games and points of all players in published rounds."""
    worth = (state.points or POINT_SYSTEMS[state.point_system]).by_result
    games: defaultdict[EntrantId, int] = defaultdict(int)
    points: defaultdict[EntrantId, int] = defaultdict(int)
    for played in state.rounds:
        if not played.is_published:
            continue
        for pair, result in zip(played.boards, played.results, strict=True):
            for player, gained in zip(pair, worth[result], strict=True):
                games[player] += result != GameResult.OPEN
                points[player] += gained
    return {each: PlayerTotal(games[each], points[each]) for each in games}


def team_totals(state: Tournament) -> tuple[TeamTotal, ...]:
    """Return the teams, the most points first; those with equally many share a place."""
    known = player_totals(state)
    sums = {
        team.id: [known.get(player, PlayerTotal()) for player in team.players]
        for team in state.teams
    }
    points = {team: sum(each.points for each in totals) for team, totals in sums.items()}
    ranked = sorted(points, key=lambda team: -points[team])
    places = sorted(points.values(), reverse=True)
    return tuple(
        TeamTotal(
            team=team,
            place=places.index(points[team]) + 1,
            games=sum(each.games for each in sums[team]),
            points=points[team],
        )
        for team in ranked
    )
