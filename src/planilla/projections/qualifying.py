"""Qualifiers by the current standings: all entrants by rank, and the position of the line."""

from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

import msgspec

from planilla.domain.tournament.qualifying import Cut, cut_of
from planilla.domain.tournament.ranking import current_standings, points_unit
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.values import Stage
from planilla.domain.vocabulary import EntrantId
from planilla.projections.table import PLACE, PLAYER, Figure, TableColumn


class Side(StrEnum):
    """Position relative to the line: above it, tied for the last places above it, below it."""

    WITHIN = "within"
    SHARING = "sharing"
    OUTSIDE = "outside"


class Contender(msgspec.Struct, frozen=True, kw_only=True):
    """One entrant with the rank of the standings; `points` in units."""

    entrant: EntrantId
    rank: int
    points: int
    side: Side


class QualifyingRow(NamedTuple):
    """One entrant of the table; `chance` is None while none is calculated."""

    points: int
    chance: Fraction | None


TABLE = (
    PLACE,
    PLAYER,
    TableColumn("points", Figure.POINTS, "made", "page.prizes.points"),
)
"""The columns of the table, in order."""
CHANCE = TableColumn(
    "chance", Figure.CHANCE, "made", "qualifying.chance.short", help="qualifying.chance"
)
"""The column of chances, while games are open."""


class Qualification(msgspec.Struct, frozen=True, kw_only=True):
    """The places that were set, and everybody by rank; points in one `unit`-th of a point.

    `cut` is None where there are no more entrants than places. `is_final` tells that the tournament
    is finished.
    """

    places: int
    stage: Stage
    is_final: bool
    unit: int
    cut: Cut | None
    entrants: tuple[Contender, ...]


def qualifying(state: Tournament) -> Qualification | None:
    """Return the qualifiers by the current standings; None when no place qualifies."""
    if state.qualifying is None:
        return None
    rows, unit = _rows(state)
    places = state.qualifying.places
    cut = cut_of([rank for _, rank, _ in rows], places)
    return Qualification(
        places=places,
        stage=state.qualifying.stage,
        is_final=state.finished,
        unit=unit,
        cut=cut,
        entrants=tuple(
            Contender(entrant=entrant, rank=rank, points=points, side=_side(rank, cut))
            for entrant, rank, points in rows
        ),
    )


def _rows(state: Tournament) -> tuple[list[tuple[EntrantId, int, int]], int]:
    """Everybody with rank and points, best first, and the unit of the points."""
    rows, order = current_standings(state), state.order
    return [(order[row.seat], row.rank, row.points) for row in rows], points_unit(state)


def _side(rank: int, cut: Cut | None) -> Side:
    if cut is None:
        return Side.WITHIN
    if rank > cut.places:
        return Side.OUTSIDE
    tied = cut.sharing and rank > cut.places - cut.left
    return Side.SHARING if tied else Side.WITHIN
