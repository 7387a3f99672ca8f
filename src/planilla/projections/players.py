"""The list of players: numbers, ratings and who still plays. Names are joined from `people`."""

from collections.abc import Mapping
from typing import NamedTuple

from planilla.domain.tournament.state import EntrantState, Tournament
from planilla.projections.table import PLAYER, Figure, TableColumn


class PlayerListRow(NamedTuple):
    """One entrant; `number` is the pairing number, or the one to come.

    `out_from` is the first round not played.
    """

    number: int
    rating: int
    title: str
    federation: str
    status: str
    first_round: int
    out_from: int | None


TABLE = (
    TableColumn("place", Figure.PLACE, label="page.col.number"),
    PLAYER,
    TableColumn("rating", Figure.RATING, "figure"),
    TableColumn("federation", Figure.MADE, "short"),
    TableColumn("club", Figure.TEXT, "wide"),
)
"""The columns of the list of players, in order."""
FILE = (
    TableColumn("number", Figure.NUMBER),
    PLAYER,
    TableColumn("title", Figure.TEXT, label="page.entries.column.title"),
    TableColumn("federation", Figure.TEXT, label="page.entries.column.federation"),
    TableColumn("rating", Figure.RATING),
    TableColumn("status", Figure.TEXT, label="screens.col.status"),
    TableColumn("first_round", Figure.NUMBER),
    TableColumn("out_from", Figure.NUMBER),
)
"""The columns of the players in terminals and files."""
PLAYING = "playing"
WITHDRAWN = "withdrawn"
EXPELLED = "expelled"


def rows(state: Tournament) -> Mapping[str, PlayerListRow]:
    """Return everybody's row, by entrant id."""
    return {
        (entrant := state.entrants[each]).id: PlayerListRow(
            number=number,
            rating=entrant.rating,
            title=entrant.title,
            federation=entrant.federation,
            status=status_of(entrant),
            first_round=entrant.first_round,
            out_from=entrant.out_from,
        )
        for number, each in enumerate(state.order, start=1)
    }


def status_of(entrant: EntrantState) -> str:
    """`playing`, `withdrawn` or `expelled`."""
    if entrant.expelled:
        return EXPELLED
    return PLAYING if entrant.out_from is None else WITHDRAWN
