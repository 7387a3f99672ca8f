"""A Keizer ladder as people read it: places, values in force, totals, and each sum term by term."""

from dataclasses import dataclass
from fractions import Fraction

from markupsafe import Markup

from planilla.adapters.http.views.columns import Columns
from planilla.adapters.http.views.sheet import TournamentPage, figure, in_a_column
from planilla.adapters.http.views.table import detail_of
from planilla.adapters.http.views.workings import Line, WorkingShown, workings_of
from planilla.domain.crosstable import Seat
from planilla.domain.pairing.keizer.rules import Mode, Of
from planilla.domain.pairing.keizer.season import Kind
from planilla.domain.pairing.keizer.totals import Line as Term
from planilla.domain.scoring import scores
from planilla.domain.tournament.ladder import Climb, climb_of, ladder_of
from planilla.projections.ladder import working


@dataclass(frozen=True, kw_only=True)
class LadderLine:
    """One line of the ladder; `value` is empty for who is not in the list, `move` 0 for who stays.

    `is_new` tells that the entrant was not in the list of before.
    """

    entrant: str
    place: int
    move: int
    is_new: bool
    name: str
    detail: str
    value: str
    total: str
    exact: str
    points: str
    last: Markup
    is_out: bool


@dataclass(frozen=True, kw_only=True)
class LadderShown:
    """The ladder with what has to be known to read it."""

    rows: tuple[LadderLine, ...]
    after: int
    is_counted: bool
    notes: tuple[str, ...]


def ladder_shown(sheet: TournamentPage) -> LadderShown:
    """The ladder from the top, at the moment of the sheet."""
    climb = climb_of(sheet.state)
    rows = _Rows(sheet, climb)
    recorded = ladder_of(sheet.state).list_after(len(sheet.crosstable.rounds))
    after = 0 if recorded is None else recorded.after_round
    return LadderShown(
        rows=tuple(rows.row(place, seat) for place, seat in enumerate(climb.order, start=1)),
        after=after,
        is_counted=after == len(sheet.crosstable.rounds),
        notes=tuple(_notes(sheet)),
    )


def shown_workings(sheet: TournamentPage, seat: Seat) -> tuple[WorkingShown, ...]:
    """How the place of an entrant came about: a total of a ladder, or else the tie-breaks."""
    if not sheet.state.system.keeps_values:
        return workings_of(sheet, seat)
    return (_working(sheet, seat),)


class _Rows:
    """The lines of a ladder."""

    def __init__(self, sheet: TournamentPage, climb: Climb) -> None:
        self._sheet = sheet
        self._climb = climb
        self._points = scores(climb.season.crosstable)
        self._columns = Columns(sheet)

    def row(self, place: int, seat: Seat) -> LadderLine:
        """The line of one entrant."""
        sheet, climb = self._sheet, self._climb
        entrant = sheet.state.entrants[sheet.entrant_at(seat)]
        before, total = climb.before[seat], climb.totals[seat]
        is_off = seat in climb.off
        return LadderLine(
            entrant=entrant.id,
            place=place,
            move=0 if is_off or not before else before - place,
            is_new=not is_off and not before,
            name=sheet.name(entrant.id),
            detail=detail_of(sheet, entrant.id),
            value="" if is_off else str(climb.values[seat]),
            total=in_a_column(sheet.language, total, climb.unit),
            exact=figure(total, climb.unit),
            points=sheet.points(self._points[seat]),
            last=self._columns.last(seat),
            is_out=entrant.out_from is not None,
        )


def _notes(sheet: TournamentPage) -> list[str]:
    """What was out of the ordinary the last time that values were worked out."""
    known = ladder_of(sheet.state).list_after(len(sheet.crosstable.rounds))
    if known is None or known.mode is Mode.ONE_PASS:
        return []
    said = {"cycle": known.cycle, "passes": known.passes, "on_cycle": known.on_cycle.value}
    if known.cycle:
        return [sheet.say("page.ladder.cycle", **said)]
    return [sheet.say("page.ladder.limited" if known.limited else "page.ladder.rest", **said)]


def _working(sheet: TournamentPage, seat: Seat) -> WorkingShown:
    found = working(sheet.state, sheet.entrant_at(seat))
    return WorkingShown(
        name=sheet.say("page.ladder.total"),
        code="",
        help=sheet.say("page.ladder.help"),
        among=sheet.say("page.ladder.mean", parts=found.parts) if found.parts > 1 else "",
        lines=tuple(_line(sheet, term) for term in found.lines),
        steps=(),
        total=figure(found.total, found.unit),
    )


def _line(sheet: TournamentPage, term: Term) -> Line:
    opponent = "" if term.opponent is None else sheet.name(sheet.entrant_at(term.opponent))
    said = []
    if term.is_frozen:
        said.append(sheet.say("page.ladder.frozen"))
    if term.over_limit:
        said.append(sheet.say("page.ladder.over-limit"))
    kind = sheet.say(f"ladder.{term.kind.value}")
    if term.round is None:
        label = kind
    else:
        key = "page.ladder.game" if opponent else "page.ladder.round"
        label = sheet.say(key, round=term.round, opponent=opponent, kind=kind)
    return Line(label=label, value=_product(term), said=" · ".join(said), is_cut=term.over_limit)


def _product(term: Term) -> str:
    """`44`, or `44 × ½ = 22`; a round that brings nothing is 0."""
    product = _figure(term.product)
    if term.kind is Kind.OWN or not term.share:
        return product
    if term.share == 1 and term.of is Of.OPPONENT:
        return product
    return f"{_figure(term.value)} × {_figure(term.share)} = {product}"


def _figure(value: Fraction) -> str:
    return figure(value.numerator, value.denominator)
