"""Texts of what-ifs and of the impact of acts: edits, rounds, seats, places, prizes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from planilla.adapters.http.views.pairings import (
    BOARD,
    DIFFERENCE,
    boards_compared,
    compared,
    pair_text,
)
from planilla.adapters.http.views.tables import TableRow, TableShown, blocks_of
from planilla.adapters.http.views.timeline import FactLine, fact_lines
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.application.envelope import DryRunAnswer
from planilla.application.states import History, HistoryEntry
from planilla.audit.branch import BoardOutlook, Branch, Outlook, RoundOutlook
from planilla.audit.compare import Consequences
from planilla.audit.impact import Impact, certain_events
from planilla.audit.known_from_start import OtherResult
from planilla.audit.masnou_replay import MasnouEdited, MasnouWhatIf
from planilla.audit.redraw import RoundDifference
from planilla.audit.round_by_round import RoundByRound
from planilla.audit.tally import TEN_THOUSAND, ScenarioShare
from planilla.domain.tournament.memory import Seating
from planilla.presentation.drawings.ranges import bar_markup, last_place
from planilla.presentation.drawings.slopes import slope_markup, slope_of
from planilla.presentation.figures import figure
from planilla.presentation.impact import ImpactTopic, ImpactWords
from planilla.presentation.sentences import board_text
from planilla.presentation.whatif import (
    BranchWords,
    FigureText,
    WhatIfWords,
    share_text,
    tables_compared,
)
from planilla.projections.table import Figure, TableColumn

NOBODY = "–"
LIKELY_SIGNS = {"likely-up": "▲ ", "likely-down": "▼ ", "": ""}


WAS = TableColumn("was", Figure.MADE, label="page.whatif.was")
WOULD_BE = TableColumn("after", Figure.MADE, label="page.whatif.would-be")
ROUNDS = (BOARD, WAS, WOULD_BE, DIFFERENCE)
"""The columns of a round that is paired again."""
SEATS = (
    TableColumn("board", Figure.MADE, label="whatif.masnou.place", heads_rows=True),
    WAS,
    WOULD_BE,
)
"""Columns of the tables of a Masnou."""
BRANCH = (
    TableColumn("board", Figure.MADE),
    TableColumn("pair", Figure.MADE, heads_rows=True),
    TableColumn("result", Figure.MADE, "outcome"),
    TableColumn("share", Figure.MADE, label="page.whatif.meets"),
)
"""Columns of a round of a branch."""
NAME = TableColumn("name", Figure.MADE, "player", "page.col.player", heads_rows=True)
PLACES = (
    NAME,
    TableColumn("range", Figure.MADE, label="page.whatif.places", is_quiet=True),
    TableColumn("now", Figure.NUMBER, "figure", label="page.whatif.now"),
    TableColumn("best", Figure.NUMBER, "figure", label="page.whatif.best"),
    TableColumn("likely", Figure.MADE, "figure likely", label="page.whatif.likely"),
    TableColumn("worst", Figure.NUMBER, "figure", label="page.whatif.worst"),
    TableColumn("stays", Figure.MADE, "share", label="page.whatif.stays"),
)
"""Columns of the places after a branch."""
TOP = TableColumn("top", Figure.MADE, "share")


@dataclass(frozen=True, kw_only=True)
class RoundWords:
    """A later round as text: the different boards, and the others."""

    title: str
    others: TableShown
    same: TableShown
    notes: tuple[str, ...]
    identical: bool


def change_text(page: TournamentPage, other: OtherResult) -> str:
    """Return the assumed change of a game as a sentence."""
    return page.say(
        "page.whatif.change",
        round=other.round,
        where=board_text(page.language, other.board, other.match),
        white=page.isolated_name(other.white),
        black=page.isolated_name(other.black),
        result=other.after,
        before=other.before,
    )


def round_text(
    page: TournamentPage, found: RoundByRound, paired: RoundDifference, stage: str = ""
) -> RoundWords:
    """Return a later round, board by board; `stage` is the title of its stage, if it has one."""
    fields: dict[str, Any] = {"round": paired.round, "n": paired.changed}
    kind = "unpairable" if paired.unpairable else "same" if paired.identical else "changed"
    key = "page.whatif.unpairable" if paired.unpairable else f"page.whatif.round-{kind}"
    byes = (paired.bye_before, paired.bye_after)
    rows = [*boards_compared(page, paired.boards, byes)]
    title = page.say(key, **fields)
    title = page.say("impact.stage.of", stage=stage, text=title) if stage else title
    others, same = (
        blocks_of(page, ROUNDS, kept, "whatif judged", title)
        for kept in (
            [row for row in rows if row.style != "same"],
            [row for row in rows if row.style == "same"],
        )
    )
    return RoundWords(
        title=title,
        others=others,
        same=same,
        notes=tuple(_notes(page, found, paired)),
        identical=paired.identical,
    )


def _notes(page: TournamentPage, found: RoundByRound, paired: RoundDifference) -> list[str]:
    notes = []
    if paired.criterion is not None:
        criterion = page.criterion(paired.criterion.article)
        sentences = WhatIfWords(page.language, page.isolated_name)
        points = figure(paired.criterion.points, sentences.unit(found, paired.stage))
        notes.append(page.say("page.whatif.parting", criterion=criterion, points=points))
    if paired.by_hand:
        notes.append(page.say("page.whatif.by-hand"))
    if not paired.unpairable:
        for key, these, those in (
            ("no-more", paired.floaters_before, paired.floaters_after),
            ("now", paired.floaters_after, paired.floaters_before),
        ):
            who = ", ".join(page.isolated_name(each) for each in these if each not in those)
            notes += [page.say(f"page.whatif.floats-{key}", who=who)] if who else []
    return notes


def branch_round_text(page: TournamentPage, paired: RoundOutlook) -> TableShown:
    """Return a round of the branch: boards missing in some scenarios, and new pairs."""
    boards = [each for each in paired.boards if each.stays.share != TEN_THOUSAND]
    rows = (_meeting(page, each) for each in (*boards, *paired.instead))
    title = WhatIfWords(page.language, page.isolated_name).outlook(paired)
    pair = f"{page.say('page.whatif.was')} / {page.say('page.whatif.instead')}"
    return blocks_of(page, BRANCH, rows, "whatif judged branch", title, pair=pair)


def _meeting(page: TournamentPage, each: BoardOutlook) -> TableRow:
    kind, result = ("was", escape(each.result)) if each.board else ("would-meet", "")
    if each.board is None and each.black is not None:
        unknown = escape(page.say("page.whatif.unknown"))
        kind = f"{kind} unknown"
        result = (
            f'<span class="unknown-mark" title="{unknown}">?</span> '
            f'<span class="quiet">{unknown}</span>'
        )
    return TableRow(
        style=kind,
        made={
            "board": str(each.board or ""),
            "pair": escape(pair_text(page, (each.white, each.black))),
            "result": result,
            "share": escape(share_text(page.language, each.stays)),
        },
    )


def places_shown(page: TournamentPage, found: Branch) -> TableShown:
    """Return everybody's places at the end of the branch, with bars on one scale."""
    last = last_place(found.places)
    return blocks_of(
        page,
        (*PLACES, TOP) if found.top else PLACES,
        (_place_row(page, each, last) for each in found.places),
        "outlook rank-bars",
        page.say("page.whatif.places"),
        top=page.say("page.whatif.top", top=found.top),
    )


def _place_row(page: TournamentPage, place: Outlook, last: int) -> TableRow:
    now = place.now or place.likely
    way = "likely-up" if place.likely < now else "likely-down" if place.likely > now else ""
    return TableRow(
        style=way,
        fields=place,
        made={
            "name": escape(page.isolated_name(place.entrant)),
            "range": bar_markup(place, last),
            "likely": f"{LIKELY_SIGNS[way]}{place.likely}",
            "stays": _share(page, place.same),
            "top": "" if place.top is None else _share(page, place.top),
        },
    )


def _share(page: TournamentPage, share: ScenarioShare) -> str:
    """Return a share as HTML that breaks only before its error."""
    figure_, bracket, error = share_text(page.language, share).partition(" (")
    rest = f' <span class="nowrap">({escape(error)}</span>' if bracket else ""
    return f'<span class="nowrap">{escape(figure_)}</span>{rest}'


def figures_shown(page: TournamentPage, found: Branch, places: Sequence[Outlook]) -> TableShown:
    """Return points, tie-breaks, ratings and prizes of `places` in all worlds."""
    words = BranchWords(page.language, found)
    columns = [TableColumn(name, Figure.MADE, "figure") for name, _ in words.columns]
    rows = (_figures_row(page, words, each) for each in places)
    title = page.say("branch.figures")
    return blocks_of(page, (NAME, *columns), rows, "outlook reach", title, **dict(words.columns))


def _figures_row(page: TournamentPage, words: BranchWords, place: Outlook) -> TableRow:
    figures = words.figures(place)
    made = {name: _figure_cell(page, figures.get(name)) for name, _ in words.columns}
    return TableRow(made={"name": escape(page.isolated_name(place.entrant)), **made})


def _figure_cell(page: TournamentPage, said: FigureText | None) -> str:
    if said is None:
        return NOBODY
    now = said.now if said.now != said.span else ""
    below = (said.mean, now and page.say("branch.figure.now", now=now))
    style = ' class="goes"' if said.goes_far else ""
    span = f"<span{style}>{escape(said.span)}</span>"
    return span + "".join(f" <small>{escape(each)}</small>" for each in below if each)


def slope_drawn(page: TournamentPage, effects: Consequences, name_of: Callable[[str], str]) -> str:
    """Return lines from the places before to those after, as markup; "" without movement."""
    slope = slope_of(effects.places)
    return "" if slope is None else slope_markup(slope, page.language, name_of)


def seat_tables(page: TournamentPage, found: MasnouWhatIf | MasnouEdited) -> list[TableShown]:
    """Return the seats right after the game, if there is one, and the current ones."""
    moments = {"after": found.after} if isinstance(found, MasnouWhatIf) else {}
    titles = {key: page.say(f"whatif.masnou.{key}") for key in (*moments, "now")}
    return [
        blocks_of(page, SEATS, _seat_rows(page, *seatings), "whatif judged", titles[key])
        for key, seatings in (moments | {"now": found.now}).items()
    ]


def _seat_rows(page: TournamentPage, was: Seating, would_be: Seating) -> Iterator[TableRow]:
    """Yield a row for each table, and one for the queue."""
    for table, *pairs in tables_compared(was, would_be):
        where = page.say("whatif.masnou.at-table", table=table)
        yield compared(page, where, [" – ".join(map(page.name, pair)) for pair in pairs])
    queues = [", ".join(map(page.name, each.queue)) for each in (was, would_be)]
    yield compared(page, page.say("whatif.masnou.queue"), queues)


LINES_SHOWN = 8
"""Most lines of a topic shown at first; the rest is folded."""


@dataclass(frozen=True, kw_only=True)
class ImpactShown:
    """An impact as text: the events to be recorded, and their effects by topic.

    `head` is its version; `meanwhile` are the facts recorded since the version `looked_at`, None
    without any.
    """

    head: int
    version: int
    facts: tuple[FactLine, ...]
    topics: tuple[ImpactTopic, ...]
    at_once: int
    looked_at: int | None
    meanwhile: tuple[FactLine, ...]


@dataclass(frozen=True, kw_only=True)
class ImpactRequest:
    """A dry run with its answer and its impact; `texts` are the reasons for the staff."""

    history: History
    form: Mapping[str, str]
    answer: DryRunAnswer
    impact: Impact
    texts: Mapping[str, str]


def impact_shown(page: TournamentPage, wanted: ImpactRequest) -> ImpactShown:
    """Return the impact in the reader's language, including a reason just typed."""
    answer, form = wanted.answer, wanted.form
    head = answer.version - len(answer.foreseen)
    typed = {
        commitment: form.get("reason", "")
        for each in answer.foreseen
        if (commitment := each.event.reason)
    }
    looked_at = _looked_at(form, head)
    since = [
        each
        for each in wanted.history.entries
        if looked_at is not None and each.version > looked_at
    ]
    return ImpactShown(
        head=head,
        version=answer.version,
        facts=fact_lines(page, _foreseen(wanted.history, answer, head), typed),
        topics=ImpactWords(page.language, page.isolated_name).topics(wanted.impact),
        at_once=LINES_SHOWN,
        looked_at=looked_at,
        meanwhile=fact_lines(page, since, wanted.texts),
    )


def _looked_at(form: Mapping[str, str], head: int) -> int | None:
    """Return the version that was shown if it is no longer the last."""
    shown = form.get("head", "")
    if not (shown.isascii() and shown.isdecimal()) or len(shown) > len(str(head)):
        return None
    return int(shown) if int(shown) < head else None


def _foreseen(history: History, answer: DryRunAnswer, head: int) -> tuple[HistoryEntry, ...]:
    """Return the certain events, as entries after the head of the decision."""
    state = history.state_at(head, to_staff=True)
    sure = certain_events(state, [each.event for each in answer.foreseen]).events
    before = History(tournament=history.tournament, public=state, staff=state)
    return before.continued(answer.foreseen[: len(sure)]).entries
