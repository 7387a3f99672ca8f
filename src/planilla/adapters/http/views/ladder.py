"""A Keizer ladder as people read it: places, values in force, totals, and each sum term by term."""

from dataclasses import dataclass
from fractions import Fraction
from html import escape

from planilla.adapters.http.views.columns import Columns
from planilla.adapters.http.views.tables import TableRow, TableShown, detail_of, headings_of
from planilla.adapters.http.views.tournament_page import TournamentPage, figure, in_a_column
from planilla.adapters.http.views.workings import TermLine, WorkingShown, workings_of
from planilla.domain.crosstable import Seat
from planilla.domain.pairing.keizer.rules import Mode, Of
from planilla.domain.pairing.keizer.season import KeizerRoundKind
from planilla.domain.pairing.keizer.totals import TotalLine as Term
from planilla.domain.tournament.keizer_values import keizer_of
from planilla.domain.vocabulary import EntrantId
from planilla.projections import keizer
from planilla.projections.keizer import working


@dataclass(frozen=True, kw_only=True)
class LadderShown:
    """The ladder with what has to be known to read it."""

    table: TableShown
    after: int
    is_counted: bool
    notes: tuple[str, ...]


def ladder_shown(page: TournamentPage) -> LadderShown:
    """The ladder from the top, at the moment of the page."""
    recorded = keizer_of(page.state).list_after(len(page.crosstable.rounds))
    after = 0 if recorded is None else recorded.after_round
    table = TableShown(
        page,
        keizer.TABLE,
        headings_of(page, keizer.TABLE),
        rows=_rows(page),
        view="ladder",
        style="standings ladder",
        caption=page.say("system.keizer"),
    )
    return LadderShown(
        table=table,
        after=after,
        is_counted=after == len(page.crosstable.rounds),
        notes=tuple(_notes(page)),
    )


def shown_workings(page: TournamentPage, seat: Seat) -> tuple[WorkingShown, ...]:
    """Return the workings of an entrant's place: the total of a ladder, else the tie-breaks."""
    if not page.state.system.keeps_values:
        return workings_of(page, seat)
    return (_working(page, seat),)


def _rows(page: TournamentPage) -> tuple[TableRow, ...]:
    columns, new = Columns(page), page.say("page.ladder.new")
    star = f'<span title="{escape(new)}">✱<span class="hidden">{escape(new)}</span></span>'
    return tuple(
        TableRow(
            entrant=entrant,
            place=place,
            move=0 if row.value is None or row.before is None else row.before - place,
            name=page.name(entrant),
            detail=detail_of(page, entrant),
            number=row.number,
            points=page.points(row.points),
            is_out=page.state.entrants[EntrantId(entrant)].out_from is not None,
            fields=row,
            last=columns.last(row.number - 1),
            made={
                "total": _total(page, int(row.total), int(row.unit)),
                **({"before": star} if row.value is not None and row.before is None else {}),
            },
        )
        for place, (entrant, row) in enumerate(keizer.rows(page.state).items(), start=1)
    )


def _total(page: TournamentPage, total: int, unit: int) -> str:
    """A total in its column, with the exact one where it is pointed at."""
    shown = in_a_column(page.language, total, unit)
    return f'<span title="{figure(total, unit)}">{shown}</span>'


def _notes(page: TournamentPage) -> list[str]:
    """Return notes on the last calculation of values that did not converge in one pass."""
    known = keizer_of(page.state).list_after(len(page.crosstable.rounds))
    if known is None or known.mode is Mode.ONE_PASS:
        return []
    said = {"cycle": known.cycle, "passes": known.passes, "on_cycle": known.on_cycle.value}
    if known.cycle:
        return [page.say("page.ladder.cycle", **said)]
    return [page.say("page.ladder.limited" if known.limited else "page.ladder.rest", **said)]


def _working(page: TournamentPage, seat: Seat) -> WorkingShown:
    found = working(page.state, page.entrant_at(seat))
    return WorkingShown(
        name=page.say("page.ladder.total"),
        code="",
        help=page.say("page.ladder.help"),
        among=page.say("page.ladder.mean", parts=found.parts) if found.parts > 1 else "",
        lines=tuple(_line(page, term) for term in found.lines),
        steps=(),
        total=figure(found.total, found.unit),
    )


def _line(page: TournamentPage, term: Term) -> TermLine:
    opponent = "" if term.opponent is None else page.name(page.entrant_at(term.opponent))
    said = []
    if term.is_frozen:
        said.append(page.say("page.ladder.frozen"))
    if term.over_limit:
        said.append(page.say("page.ladder.over-limit"))
    kind = page.say(f"ladder.{term.kind.value}")
    if term.round is None:
        label = kind
    else:
        key = "page.ladder.game" if opponent else "page.ladder.round"
        label = page.say(key, round=term.round, opponent=opponent, kind=kind)
    return TermLine(
        label=label, value=_product(term), said=" · ".join(said), is_cut=term.over_limit
    )


def _product(term: Term) -> str:
    """`44`, or `44 × ½ = 22`; a round that brings nothing is 0."""
    product = _figure(term.product)
    if term.kind is KeizerRoundKind.OWN or not term.share:
        return product
    if term.share == 1 and term.of is Of.OPPONENT:
        return product
    return f"{_figure(term.value)} × {_figure(term.share)} = {product}"


def _figure(value: Fraction) -> str:
    return figure(value.numerator, value.denominator)
