"""Tables of standings, crosstable and Keizer list, the workings of a place, and movements."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from planilla.adapters.http.views.marks import Columns, Mark, game_cell, score_cell
from planilla.adapters.http.views.matches import match_key
from planilla.adapters.http.views.tables import OUT, TableRow, TableShown, detail_of, table_of
from planilla.adapters.http.views.timeline import fact_lines
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.application.states import HistoryEntry
from planilla.domain.crosstable import Seat
from planilla.domain.pairing.keizer.rules import Mode, Of
from planilla.domain.pairing.keizer.season import KeizerRoundKind
from planilla.domain.pairing.keizer.totals import TotalLine
from planilla.domain.ratings.tables import expected_hundredths
from planilla.domain.tiebreaks import tiebreak_of
from planilla.domain.tiebreaks.tiebreak import Note, Term, Working
from planilla.domain.tournament.keizer_values import keizer_of
from planilla.domain.tournament.matches import match_scores
from planilla.domain.vocabulary import EntrantId
from planilla.presentation.figures import figure, figure_in_column
from planilla.presentation.tiebreaks import tiebreak_help, tiebreak_name
from planilla.projections import keizer, standings
from planilla.projections.crosstable import MATRIX, TABLE, CrosstableRow, rows
from planilla.projections.keizer import working
from planilla.projections.movement import Cause, Movement, Why
from planilla.projections.table import TableColumn, of_entrants

SURPRISES = {"win": (50, 64, 76), "loss": (50, 64, 76), "draw": (14, 26, 38)}
"""Deviations of a score from the expected one, in hundredths, above which each shading begins.

Between equals a win deviates by 50 and a draw by nothing; the steps are those of some 100 and 200
points of rating, which for a draw begin one later.
"""
WON = {"win": 100, "draw": 50, "loss": 0}
"""Scores in hundredths by the kind of a mark."""
ORDERS = ("rank", "number")
"""Orders of a crosstable in `?order=`."""
COLOUR_LETTERS, FLOAT_LETTERS = "BN", "aA" + "dD"
"""Letters of a history in the book: blancas, negras; ascendente, descendente."""
IMPLIED_NOTES = frozenset({Note.PLAYED, Note.MISSING})
"""Notes that are implied in a line with an opponent."""
OTHERS_SHOWN = 6
"""Most names listed; the others are counted."""

Matches = Mapping[tuple[int, Seat], tuple[str, str]]
"""Matches by round and seat: the address of the card, and for teams the points on boards."""


def standings_shown(page: TournamentPage) -> TableShown:
    """Return the standings from the top."""
    columns = Columns(page)
    ranked = list(standings.ranked(standings.rows(page.state)))
    shown = deciding([row for _, _, row in ranked])
    codes = page.state.tiebreaks
    rows = [
        replace(_standing_row(page, columns, *each), parting=codes[at] if codes else "")
        for each, at in zip(ranked, shown, strict=True)
    ]
    caption = page.say("page.tab.standings")
    return table_of(
        page,
        _columns(page, standings.TABLE),
        rows,
        "standings",
        caption,
        view="standings",
        file="standings",
    )


def deciding(rows: Sequence[standings.StandingsRow]) -> list[int]:
    """Return for each row the tie-break that a narrow screen shows: the one that decides.

    That is the first that differs from the next row of as many points, or from the one before; the
    first of all where none does.
    """
    with_next = [_differing(one, other) for one, other in pairwise(rows)]
    pairs = zip([*with_next, None], [None, *with_next], strict=True)
    return [next((at for at in pair if at is not None), 0) for pair in pairs][: len(rows)]


def _differing(one: standings.StandingsRow, other: standings.StandingsRow) -> int | None:
    if one.points != other.points:
        return None
    both = enumerate(zip(one.values, other.values, strict=True))
    return next((at for at, (mine, theirs) in both if mine != theirs), None)


def _standing_row(
    page: TournamentPage, columns: Columns, place: int, entrant: str, row: standings.StandingsRow
) -> TableRow:
    seat = row.number - 1
    return TableRow(
        player=entrant,
        place=place,
        move=0 if row.before is None else row.before - place,
        style=OUT if page.state.entrants[EntrantId(entrant)].out_from is not None else "",
        fields=row,
        texts=tuple(
            (code, page.tiebreak(code, value))
            for code, value in zip(page.state.tiebreaks, row.values, strict=True)
        ),
        last=columns.last(seat),
        rounds=columns.cells(seat),
    )


def is_matrix(page: TournamentPage) -> bool:
    """Return whether all entrants meet one another."""
    return page.state.system.has_schedule


def order_asked(page: TournamentPage, asked: str) -> str:
    """Return the order of the crosstable: the one of `ORDERS` asked for, or the usual one."""
    if asked in ORDERS:
        return asked
    return "number" if is_matrix(page) else "rank"


def crosstable_shown(page: TournamentPage, order: str = "") -> TableShown:
    """Return the crosstable in an order, by default by place, or for a round robin by number."""
    matrix = is_matrix(page)
    table = MATRIX if matrix else TABLE
    by_number = order_asked(page, order) == "number"
    rows = cross_rows(page, by_number=by_number) if page.crosstable.rounds else ()
    style = "cross matrix" if matrix else "cross"
    columns = _columns(page, table)
    return table_of(page, columns, rows, style, page.say("page.tab.crosstable"), file="crosstable")


def _columns(page: TournamentPage, columns: Sequence[TableColumn]) -> tuple[TableColumn, ...]:
    return of_entrants(columns, teams=page.state.system.plays_in_teams)


def cross_rows(page: TournamentPage, *, by_number: bool) -> Iterator[TableRow]:
    """Yield the rows of a crosstable, by place or by number; their fields are the standing."""
    standings, line = page.standings, _by_opponent if is_matrix(page) else _by_round
    if by_number:
        standings = tuple(sorted(standings, key=lambda each: each.seat))
    histories, columns, matches = histories_of(page), Columns(page), _matches_by_round(page)
    for standing in standings:
        entrant, seat = page.entrant_at(standing.seat), standing.seat
        colours, floats = histories[entrant]
        yield TableRow(
            player=entrant,
            place=seat + 1 if by_number else standing.rank,
            fields=standing,
            rounds="".join(line(page, seat, columns.marks(seat), matches)),
            below=_detail_to_number(page, entrant),
            made={"colours": escape(colours), "floats": escape(floats)},
        )


def _detail_to_number(page: TournamentPage, entrant: EntrantId) -> str:
    """Return the detail line as HTML; a narrow table leaves out all but the number in its cells."""
    detail, _, number = detail_of(page, entrant).rpartition(" · ")
    more = f'<span class="more">{escape(detail)} · </span>' if detail else ""
    return f"<small>{more}{escape(number)}</small>"


def histories_of(page: TournamentPage) -> dict[str, tuple[str, str]]:
    """Return the colour history and the floats of all entrants, by entrant id.

    They are written as in the book, `BNB0*` and `dA`, or in English `WBW0*` and `dU`.
    """
    colour_letters = str.maketrans(COLOUR_LETTERS, page.say("history.colours"))
    float_letters = str.maketrans(FLOAT_LETTERS, page.say("history.floats"))
    found = {}
    for key, cells in rows(page.state).items():
        row = CrosstableRow(*cells[: len(CrosstableRow._fields)])
        found[key] = (row.colours.translate(colour_letters), row.floats.translate(float_letters))
    return found


def _matches_by_round(page: TournamentPage) -> Matches:
    """Return the matches of published rounds of teams, or of players in a system of matches.

    Points are empty before the first result, where a match is one board, and of players, whose
    cells have them.
    """
    found: dict[tuple[int, Seat], tuple[str, str]] = {}
    if not (page.state.system.plays_in_teams or page.state.system.plays_matches):
        return found
    for played in page.state.rounds:
        for score in match_scores(page.state, played) if played.is_published else ():
            address = f"/t/{escape(page.id)}/matches/{match_key(page, score)}"
            is_told = page.state.shape.boards > 1 and score.open < len(score.games)
            for side, points in zip(score.sides, score.points, strict=True):
                said = page.points(points) if is_told else ""
                found[played.number, page.seats[side]] = (address, said)
    return found


def _linked(match: tuple[str, str] | None, inside: str) -> str:
    """Return the content of a cell as a link to its match, with the points on boards below."""
    if match is None:
        return inside
    address, points = match
    below = f'<small class="on-boards">{points}</small>' if points else ""
    return f'<a href="{address}">{inside}{below}</a>'


def _by_round(
    page: TournamentPage, seat: Seat, marks: Iterable[Mark], matches: Matches
) -> Iterator[str]:
    for mark in marks:
        inside = _linked(matches.get((mark.round, seat)), game_cell(mark))
        yield _cell(_surprise(page, seat, mark), (mark,), inside)


def _by_opponent(
    page: TournamentPage, seat: Seat, marks: Iterable[Mark], matches: Matches
) -> Iterator[str]:
    against: dict[Seat | None, list[Mark]] = {}
    for mark in marks:
        against.setdefault(mark.seat, []).append(mark)
    for other in range(page.crosstable.size):
        games = against.get(other, [])
        if other == seat:
            yield '<td class="round self"></td>'
        elif not games:
            yield '<td class="round"></td>'
        else:
            cells = [_linked(matches.get((game.round, seat)), score_cell(game)) for game in games]
            yield _cell(_surprise(page, seat, games[0]), games, " ".join(cells))


def _cell(surprise: int, games: Sequence[Mark], inside: str) -> str:
    """Return a cell of one or several games, styled by the result and surprise of the first one."""
    label = escape("; ".join([mark.label for mark in games]))
    heat = "forfeit" if games[0].is_forfeit else f"surprise-{surprise}"
    return f'<td class="round {games[0].kind} {heat}" title="{label}">{inside}</td>'


def _surprise(page: TournamentPage, seat: Seat, mark: Mark) -> int:
    """Return the shading of a game, 0 to 3, by the difference of its score from the expected."""
    entrants = page.crosstable.entrants
    if mark.seat is None or mark.kind not in SURPRISES:
        return 0
    mine, theirs = entrants[seat].rating, entrants[mark.seat].rating
    if not mine or not theirs:
        return 0
    deviation = abs(WON[mark.kind] - expected_hundredths(mine - theirs))
    return sum(deviation > step for step in SURPRISES[mark.kind])


@dataclass(frozen=True, kw_only=True)
class TermLine:
    """One term: its subject, value and remarks; cut ones are struck through."""

    label: str
    value: str
    said: str
    is_cut: bool


@dataclass(frozen=True, kw_only=True)
class WorkingShown:
    """One tie-break of one player, as text."""

    name: str
    code: str
    help: str
    among: str
    lines: tuple[TermLine, ...]
    steps: tuple[tuple[str, str], ...]
    total: str


def workings_of(page: TournamentPage, seat: Seat) -> tuple[WorkingShown, ...]:
    """Return the applied tie-breaks of an entrant, term by term, in the order of the list."""
    standing = next(each for each in page.standings if each.seat == seat)
    asked = zip(page.state.tiebreaks, standing.values, standing.among, strict=True)
    return tuple(
        _working(page, code, among, seat) for code, value, among in asked if value is not None
    )


def _working(page: TournamentPage, code: str, among: tuple[Seat, ...], seat: Seat) -> WorkingShown:
    tiebreak = tiebreak_of(code, page.state.tiebreak_edition)
    working = tiebreak.working(page.contest, among, seat)
    value = working.value
    return WorkingShown(
        name=tiebreak_name(page.language, code),
        code=code,
        help=tiebreak_help(page.language, code),
        among=_among(page, among, seat) if tiebreak.depends_on_tied else "",
        lines=tuple(_lines(page, working)),
        steps=tuple(
            (page.say(f"step.{step.name}"), figure(step.numerator, step.denominator))
            for step in working.steps[:-1]
        ),
        total=figure(value.numerator, value.denominator),
    )


def _among(page: TournamentPage, among: Sequence[Seat], seat: Seat) -> str:
    """Return a sentence with the other tied players, for a tie-break among them."""
    others = [page.name(page.entrant_at(other)) for other in among if other != seat]
    return page.say("page.term.among", others=others) if others else ""


def _lines(page: TournamentPage, working: Working) -> Iterator[TermLine]:
    for term in working.terms:
        yield TermLine(
            label=_label(page, term),
            value=_value(working, term),
            said=_said(page, term),
            is_cut=term.cut,
        )


def _label(page: TournamentPage, term: Term) -> str:
    opponent = "" if term.opponent is None else page.name(page.entrant_at(term.opponent))
    fields: dict[str, Any] = {
        "round": term.round or 0,
        "opponent": opponent,
        "note": page.say(f"term.{term.note.value}"),
    }
    if term.round is None:
        return page.say("page.term.missing", **fields)
    return page.say("page.term.played" if opponent else "page.term.alone", **fields)


def _said(page: TournamentPage, term: Term) -> str:
    """Return the remarks on a term: the outcome of the round, a cut, and the article."""
    said = []
    if term.opponent is not None and term.note not in IMPLIED_NOTES:
        said.append(page.say(f"term.{term.note.value}"))
    if term.cut:
        said.append(page.say("page.term.cut"))
    if term.article:
        said.append(page.say("page.term.article", article=term.article))
    return " · ".join(said)


def _value(working: Working, term: Term) -> str:
    value = figure(term.value, working.unit)
    if term.factors is None:
        return value
    mine, theirs = map(figure, term.factors, working.factor_units)
    return f"{mine} × {theirs} = {value}"


def keizer_shown(page: TournamentPage) -> dict[str, Any]:
    """Return the standings by Keizer totals, at the moment of the page."""
    recorded = keizer_of(page.state).list_after(len(page.crosstable.rounds))
    after = 0 if recorded is None else recorded.after_round
    rows, caption = _keizer_rows(page), page.say("system.keizer")
    return {
        "table": table_of(
            page, keizer.TABLE, rows, "standings keizer", caption, view="keizer", file="standings"
        ),
        "after": after,
        "is_counted": after == len(page.crosstable.rounds),
        "notes": tuple(_notes(page)),
    }


def shown_workings(page: TournamentPage, seat: Seat) -> tuple[WorkingShown, ...]:
    """Return the workings of an entrant's place: the Keizer total, else the tie-breaks."""
    if not page.state.system.keeps_values:
        return workings_of(page, seat)
    return (_total_working(page, seat),)


def _keizer_rows(page: TournamentPage) -> tuple[TableRow, ...]:
    columns, new = Columns(page), page.say("page.keizer.new")
    star = f'<span title="{escape(new)}">✱<span class="hidden">{escape(new)}</span></span>'
    return tuple(
        TableRow(
            player=entrant,
            place=place,
            move=0 if row.value is None or row.before is None else row.before - place,
            style=OUT if page.state.entrants[EntrantId(entrant)].out_from is not None else "",
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
    """Return the rounded total, with the exact one as tooltip."""
    shown = figure_in_column(page.language, total, unit)
    return f'<span title="{figure(total, unit)}">{shown}</span>'


def _notes(page: TournamentPage) -> list[str]:
    """Return notes on a last calculation of values with several passes."""
    known = keizer_of(page.state).list_after(len(page.crosstable.rounds))
    if known is None or known.mode is Mode.ONE_PASS:
        return []
    said = {"cycle": known.cycle, "passes": known.passes, "on_cycle": known.on_cycle.value}
    if known.cycle:
        return [page.say("page.keizer.cycle", **said)]
    return [page.say("page.keizer.limited" if known.limited else "page.keizer.rest", **said)]


def _total_working(page: TournamentPage, seat: Seat) -> WorkingShown:
    found = working(page.state, page.entrant_at(seat))
    return WorkingShown(
        name=page.say("page.keizer.total"),
        code="",
        help=page.say("page.keizer.help"),
        among=page.say("page.keizer.mean", parts=found.parts) if found.parts > 1 else "",
        lines=tuple(_total_line(page, term) for term in found.lines),
        steps=(),
        total=figure(found.total, found.unit),
    )


def _total_line(page: TournamentPage, term: TotalLine) -> TermLine:
    opponent = "" if term.opponent is None else page.name(page.entrant_at(term.opponent))
    said = []
    if term.is_frozen:
        said.append(page.say("page.keizer.frozen"))
    if term.over_limit:
        said.append(page.say("page.keizer.over-limit"))
    kind = page.say(f"keizer.{term.kind.value}")
    if term.round is None:
        label = kind
    else:
        key = "page.keizer.game" if opponent else "page.keizer.round"
        label = page.say(key, round=term.round, opponent=opponent, kind=kind)
    return TermLine(
        label=label, value=_product(term), said=" · ".join(said), is_cut=term.over_limit
    )


def _product(term: TotalLine) -> str:
    """Format `44`, or `44 × ½ = 22`; a round without points is 0."""
    product = _exact(term.product)
    if term.kind is KeizerRoundKind.OWN or not term.share:
        return product
    if term.share == 1 and term.of is Of.OPPONENT:
        return product
    return f"{_exact(term.value)} × {_exact(term.share)} = {product}"


def _exact(value: Fraction) -> str:
    return figure(value.numerator, value.denominator)


@dataclass(frozen=True, kw_only=True)
class MoveLine:
    """One cause: the places (`+2`, `−1`), the reason, and the version of its event."""

    places: int
    sign: str
    sentence: str
    version: int


@dataclass(frozen=True, kw_only=True)
class Moves:
    """The causes of a movement with their sum, and earlier changes."""

    round: int
    published: int
    before: int
    now: int
    lines: tuple[MoveLine, ...]
    total: str
    changes: tuple[MoveLine, ...]
    changes_total: str


def moves_of(page: TournamentPage, entries: Iterable[HistoryEntry], found: Movement) -> Moves:
    """Return a movement as text; `entries` are the facts visible to the reader."""
    return Moves(
        round=found.round,
        published=found.published,
        before=found.before,
        now=found.now,
        lines=tuple(_move_line(page, found.round, cause) for cause in found.causes),
        total=_sum([cause.places for cause in found.causes]),
        changes=_changes(page, entries, found.changes),
        changes_total=_sum([cause.places for cause in found.changes]),
    )


def _move_line(page: TournamentPage, number: int, cause: Cause) -> MoveLine:
    is_up = cause.places > 0
    sentence = page.say(
        f"page.movement.{cause.why.value}.{'up' if is_up else 'down'}"
        if cause.why is Why.TIEBREAK
        else f"page.movement.{cause.why.value}",
        round=number,
        points=page.points(cause.points),
        tiebreak=tiebreak_name(page.language, cause.tiebreak) if cause.tiebreak else "",
        value=page.tiebreak(cause.tiebreak, cause.values[0]) if cause.values else "",
        others=_others(page, cause),
    )
    return MoveLine(
        places=cause.places, sign=_signed(cause.places), sentence=sentence, version=cause.version
    )


def _others(page: TournamentPage, cause: Cause) -> tuple[str, ...]:
    """Return the first few of the others with name and score, and the number of the rest."""
    if cause.tiebreak:
        figures = [page.tiebreak(cause.tiebreak, value) for value in cause.values[1:]]
    else:
        figures = [page.points(value) for value in cause.theirs]
    named = [
        f"{page.isolated_name(other)} ({figure})"
        for other, figure in zip(cause.others, figures, strict=True)
    ]
    if len(named) <= OTHERS_SHOWN:
        return tuple(named)
    more = page.say("page.movement.more", n=len(named) - OTHERS_SHOWN)
    return (*named[:OTHERS_SHOWN], more)


def _changes(
    page: TournamentPage, entries: Iterable[HistoryEntry], causes: tuple[Cause, ...]
) -> tuple[MoveLine, ...]:
    versions = {cause.version for cause in causes}
    lines = fact_lines(page, (each for each in entries if each.version in versions), {})
    sentences = {line.version: line.sentence for line in lines}
    return tuple(
        MoveLine(
            places=cause.places,
            sign=_signed(cause.places),
            sentence=sentences[cause.version],
            version=cause.version,
        )
        for cause in causes
    )


def _signed(places: int) -> str:
    return f"+{places}" if places > 0 else f"−{-places}" if places < 0 else "0"


def _sum(places: list[int]) -> str:
    """Return the written sum: `+3 −1 = +2`."""
    if len(places) < 2:
        return _signed(sum(places))
    return f"{' '.join(map(_signed, places))} = {_signed(sum(places))}"
