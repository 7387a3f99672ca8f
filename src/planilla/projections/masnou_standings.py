"""The ranking of a Masnou hall beside its rows: categories, and what parts neighbours."""

from collections.abc import Iterable, Mapping

import msgspec

from planilla.domain.tournament.masnou.hall import Hall
from planilla.domain.tournament.masnou.ranking import Ranked
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId
from planilla.projections import table
from planilla.projections.table import Figure, TableColumn

TABLE = (
    table.PLACE,
    table.PLAYER,
    table.POINTS,
    table.LAST,
    TableColumn("streak", Figure.MADE, label="screens.col.streak", help="screens.col.streak.long"),
    TableColumn("values", Figure.TIEBREAKS, "value"),
)
"""The columns of the ranking of a hall, in order."""
TALLY = (
    *TABLE,
    TableColumn("games", Figure.NUMBER, label="screens.col.games"),
    TableColumn("wins", Figure.NUMBER, label="screens.col.wins"),
    TableColumn("draws", Figure.NUMBER, label="screens.col.draws"),
    TableColumn("losses", Figure.NUMBER, label="screens.col.losses"),
    TableColumn("longest_wait_s", Figure.NUMBER, label="screens.col.longest"),
    TableColumn("categories", Figure.TEXT, label="screens.col.categories"),
)
"""The same with what a card says, for terminals and files."""
Places = Mapping[EntrantId, tuple[tuple[str, int], ...]]
"""Categories of each entrant, each with a place in it."""
EXPULSION, POINTS, PLAYOFF = "expelled", "points", "playoff"
"""Criteria that separate two players besides the tie-breaks."""


class Parted(msgspec.Struct, frozen=True, kw_only=True):
    """Why one is ahead of another: `by` points, a tie-break or the play-off, and both values.

    Points are in halves; of the play-off a value is the round that was reached; who was expelled
    (1) is behind.
    """

    by: str
    ahead: int
    behind: int


def category_places(state: Tournament, ranked: Iterable[Ranked]) -> Places:
    """Return the categories of each player, with the place among those who have the category.

    Who shares a place of the ranking shares that of the category.
    """
    seen: dict[str, list[int]] = {}
    places = {}
    for row in ranked:
        mine = []
        for category in state.entrants[row.entrant].categories:
            ahead = seen.setdefault(category, [])
            ahead.append(row.place)
            mine.append((category, ahead.index(row.place) + 1))
        places[row.entrant] = tuple(mine)
    return places


def parted(hall: Hall, ahead: Ranked, behind: Ranked) -> Parted | None:
    """Return the criterion that separates two neighbours; None when they share a place."""
    if ahead.key == behind.key:
        return None
    if ahead.key[0] != behind.key[0]:
        return Parted(by=EXPULSION, ahead=ahead.key[0], behind=behind.key[0])
    if ahead.points != behind.points:
        return Parted(by=POINTS, ahead=ahead.points, behind=behind.points)
    tiebreaks = zip(hall.rules.tiebreaks, ahead.values, behind.values, strict=True)
    for code, mine, theirs in tiebreaks:
        if mine != theirs and mine is not None and theirs is not None:
            return Parted(by=code.value, ahead=mine, behind=theirs)
    return Parted(by=PLAYOFF, ahead=-ahead.key[-1], behind=-behind.key[-1])
