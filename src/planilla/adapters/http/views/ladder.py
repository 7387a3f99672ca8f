"""A Keizer ladder as people read it: places, values in force, totals, and each sum term by term."""

from dataclasses import dataclass
from fractions import Fraction
from html import escape

from planilla.adapters.http.views.columns import Columns
from planilla.adapters.http.views.sheet import TournamentPage, figure, in_a_column
from planilla.adapters.http.views.tables import TableRow, TableShown, detail_of, headings_of
from planilla.adapters.http.views.workings import TermLine, WorkingShown, workings_of
from planilla.domain.crosstable import Seat
from planilla.domain.pairing.keizer.rules import Mode, Of
from planilla.domain.pairing.keizer.season import Kind
from planilla.domain.pairing.keizer.totals import Line as Term
from planilla.domain.tournament.ladder import ladder_of
from planilla.domain.vocabulary import EntrantId
from planilla.projections import ladder
from planilla.projections.ladder import working


@dataclass(frozen=True, kw_only=True)
class LadderShown:
    """The ladder with what has to be known to read it."""

    table: TableShown
    after: int
    is_counted: bool
    notes: tuple[str, ...]


def ladder_shown(sheet: TournamentPage) -> LadderShown:
    """The ladder from the top, at the moment of the sheet."""
    recorded = ladder_of(sheet.state).list_after(len(sheet.crosstable.rounds))
    after = 0 if recorded is None else recorded.after_round
    table = TableShown(
        sheet,
        ladder.TABLE,
        headings_of(sheet, ladder.TABLE),
        rows=_rows(sheet),
        view="ladder",
        style="standings ladder",
        caption=sheet.say("system.keizer"),
    )
    return LadderShown(
        table=table,
        after=after,
        is_counted=after == len(sheet.crosstable.rounds),
        notes=tuple(_notes(sheet)),
    )


def shown_workings(sheet: TournamentPage, seat: Seat) -> tuple[WorkingShown, ...]:
    """Return the workings of an entrant's place: the total of a ladder, else the tie-breaks."""
    if not sheet.state.system.keeps_values:
        return workings_of(sheet, seat)
    return (_working(sheet, seat),)


def _rows(sheet: TournamentPage) -> tuple[TableRow, ...]:
    columns, new = Columns(sheet), sheet.say("page.ladder.new")
    star = f'<span title="{escape(new)}">✱<span class="hidden">{escape(new)}</span></span>'
    return tuple(
        TableRow(
            entrant=entrant,
            place=place,
            move=0 if row.value is None or row.before is None else row.before - place,
            name=sheet.name(entrant),
            detail=detail_of(sheet, entrant),
            number=row.number,
            points=sheet.points(row.points),
            is_out=sheet.state.entrants[EntrantId(entrant)].out_from is not None,
            fields=row,
            last=columns.last(row.number - 1),
            made={
                "total": _total(sheet, int(row.total), int(row.unit)),
                **({"before": star} if row.value is not None and row.before is None else {}),
            },
        )
        for place, (entrant, row) in enumerate(ladder.rows(sheet.state).items(), start=1)
    )


def _total(sheet: TournamentPage, total: int, unit: int) -> str:
    """A total in its column, with the exact one where it is pointed at."""
    shown = in_a_column(sheet.language, total, unit)
    return f'<span title="{figure(total, unit)}">{shown}</span>'


def _notes(sheet: TournamentPage) -> list[str]:
    """Return notes on the last calculation of values that did not converge in one pass."""
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


def _line(sheet: TournamentPage, term: Term) -> TermLine:
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
    return TermLine(
        label=label, value=_product(term), said=" · ".join(said), is_cut=term.over_limit
    )


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
