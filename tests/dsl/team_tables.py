"""Team tables as text, and what is counted in them."""

from collections import Counter, defaultdict

from planilla.domain.pairing.table import TableRequest
from planilla.domain.pairing.table_systems import SYSTEMS_BY_TABLE

Table = list[list[str]]
"""The games of each round, as `White-Black`."""


def table_of(system: str, *, teams: int = 0, boards: int = 0) -> Table:
    rounds = SYSTEMS_BY_TABLE[system].of(TableRequest(teams=teams, boards=boards))
    return [[f"{white.written}-{black.written}" for white, black in games] for games in rounds]


def sides(game: str) -> tuple[str, str]:
    """Return the players of a game, White first."""
    white, black = game.split("-")
    return white, black


def teams_of(game: str) -> tuple[str, str]:
    """Return the letters of the teams of a game, White's first."""
    white, black = sides(game)
    return white[0], black[0]


def colours_by_player(table: Table) -> dict[str, str]:
    """Return the colours of each player in the order of the rounds, W and B."""
    found: defaultdict[str, str] = defaultdict(str)
    for games in table:
        for game in games:
            white, black = sides(game)
            found[white] += "W"
            found[black] += "B"
    return dict(found)


def whites_by_team(games: list[str]) -> Counter[str]:
    return Counter(teams_of(game)[0] for game in games)


def meetings(table: Table) -> Counter[frozenset[str]]:
    """Return how often each two players meet."""
    return Counter(frozenset(sides(game)) for games in table for game in games)


def team_meetings(games: list[str]) -> Counter[frozenset[str]]:
    """Return how often each two teams meet."""
    return Counter(frozenset(teams_of(game)) for game in games)


def players_of(teams: int, boards: int) -> list[str]:
    """Return all players of a table, sorted."""
    letters = "ABCDEFGHIJKL"[:teams]
    return sorted(f"{letter}{board}" for letter in letters for board in range(1, boards + 1))


def playing(games: list[str]) -> list[str]:
    """Return the players of a round, sorted, each as often as it has a game."""
    return sorted(side for game in games for side in sides(game))
