"""A Keizer tournament: one row for each entrant, without a place; the total and what it is made of.

The client sorts by `key`, greatest first. The working of a total is a value of its own: `working`.
"""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from planilla.domain.pairing.keizer.totals import TotalLine, working_of
from planilla.domain.scoring import scores
from planilla.domain.tournament.keizer_values import KeizerStandings, keizer_standings
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId
from planilla.projections.outcomes import forms_of
from planilla.projections.players import status_of
from planilla.projections.table import LAST, PLACE, PLAYER, Figure, TableColumn


class KeizerRow(NamedTuple):
    """One entrant.

    `value` is the one in force for the next pairing, None for who is not in the list; `total` is in
    units of one `unit`-th, as text, for it may have more digits than the numbers of JavaScript;
    `points` are those of the tournament; `before` the place in the list of before, None for who
    was in none; `form` and `status` as in the standings.
    """

    key: tuple[int, ...]
    value: int | None
    total: str
    unit: str
    points: int
    number: int
    before: int | None
    form: str
    rating: int
    title: str
    federation: str
    status: str


TABLE = (
    PLACE,
    TableColumn("before", Figure.MOVE, "move", "page.col.move", is_quiet=True),
    PLAYER,
    TableColumn("value", Figure.NUMBER, label="page.keizer.value", help="page.keizer.value.help"),
    TableColumn("total", Figure.MADE, label="page.keizer.total", opens="working"),
    TableColumn(
        "points",
        Figure.POINTS,
        "score",
        "page.keizer.points",
        help="page.keizer.points.help",
        lights=True,
    ),
    LAST,
)
"""The columns of a Keizer tournament, in order."""


class KeizerWorking(msgspec.Struct, frozen=True, kw_only=True):
    """One total, term by term; its `total` is in units of one `unit`-th."""

    entrant: EntrantId
    lines: tuple[TotalLine, ...]
    total: int
    unit: int
    parts: int


def rows(state: Tournament) -> Mapping[str, KeizerRow]:
    """Return everybody's row, by entrant id; none in other systems."""
    if not state.system.keeps_values:
        return {}
    keizer = keizer_standings(state)
    crosstable = keizer.season.crosstable
    points, forms = scores(crosstable), forms_of(crosstable)
    size = len(keizer.order)
    return {
        (entrant := crosstable.entrants[seat]).id: KeizerRow(
            key=(size - place,),
            value=None if seat in keizer.off else keizer.values[seat],
            total=str(keizer.totals[seat]),
            unit=str(keizer.unit),
            points=points[seat],
            number=seat + 1,
            before=keizer.before[seat] or None,
            form=forms[seat],
            rating=entrant.rating,
            title=entrant.title,
            federation=entrant.federation,
            status=status_of(state.entrants[entrant.id]),
        )
        for place, seat in enumerate(keizer.order)
    }


def working(
    state: Tournament, entrant: EntrantId, keizer: KeizerStandings | None = None
) -> KeizerWorking:
    """Return the calculation of an entrant's total; the products of its lines add up to it."""
    keizer = keizer or keizer_standings(state)
    seat = state.order.index(entrant)
    return KeizerWorking(
        entrant=entrant,
        lines=working_of(keizer.season, keizer.counting, seat),
        total=keizer.totals[seat],
        unit=keizer.unit,
        parts=keizer.counting.parts,
    )
