"""The what-if and the impact of an act in words: edits, rounds, seats, places, prizes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from planilla.adapters.http.views.timeline import FactLine, fact_lines
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.application.envelope import DryRunAnswer
from planilla.application.states import History, HistoryEntry
from planilla.audit.branch import BoardOutlook, Branch, Outlook, RoundOutlook
from planilla.audit.compare import BoardDifference, Consequences
from planilla.audit.impact import Impact, certain_events
from planilla.audit.known_from_start import OtherResult
from planilla.audit.masnou_replay import MasnouEdited, MasnouWhatIf
from planilla.audit.redraw import RoundDifference
from planilla.audit.round_by_round import RoundByRound
from planilla.audit.tally import TEN_THOUSAND
from planilla.domain.tournament.memory import Seating
from planilla.presentation.drawings.ranges import bar_markup, last_place, legend_markup
from planilla.presentation.drawings.slopes import slope_markup, slope_of
from planilla.presentation.figures import figure
from planilla.presentation.impact import ImpactTopic, ImpactWords
from planilla.presentation.whatif import (
    BranchWords,
    FigureSaid,
    WhatIfWords,
    share_said,
    tables_compared,
)

NOBODY = "–"
UNKNOWN = "?"


@dataclass(frozen=True, kw_only=True)
class BoardWords:
    """A board number with who sat there and who would have."""

    board: str
    was: str
    would_be: str
    change: str


@dataclass(frozen=True, kw_only=True)
class RoundWords:
    """A later round in words; `parting` is empty where nothing parts."""

    title: str
    boards: tuple[BoardWords, ...]
    notes: tuple[str, ...]
    identical: bool


@dataclass(frozen=True, kw_only=True)
class MeetingWords:
    """A pair of a branch and how often it meets; `is_unknown` where no result is known of it."""

    board: str
    pair: str
    result: str
    stays: str
    is_unknown: bool


@dataclass(frozen=True, kw_only=True)
class BranchRoundWords:
    """A round of a branch: recorded boards that do not stay in every world, and who would meet."""

    title: str
    boards: tuple[MeetingWords, ...]
    instead: tuple[MeetingWords, ...]
    certain: bool


@dataclass(frozen=True, kw_only=True)
class PlaceWords:
    """An entrant's places; `kind` is `up` or `down` where the likely one is another."""

    name: str
    now: str
    best: str
    likely: str
    worst: str
    stays: str
    top: str
    kind: str


@dataclass(frozen=True, kw_only=True)
class FiguresTable:
    """The ranges of all figures: titles of the columns, and by entrant a cell for each."""

    how: str
    titles: tuple[str, ...]
    rows: tuple[tuple[str, tuple[FigureSaid | None, ...]], ...]


def change_said(page: TournamentPage, told: OtherResult) -> str:
    """Return the assumed change of a game as a sentence."""
    return page.say(
        "page.whatif.change",
        round=told.round,
        board=told.board,
        white=page.isolated_name(told.white),
        black=page.isolated_name(told.black),
        result=told.after,
        before=told.before,
    )


def round_said(page: TournamentPage, found: RoundByRound, paired: RoundDifference) -> RoundWords:
    """A later round, board by board."""
    fields: dict[str, Any] = {"round": paired.round, "n": paired.changed}
    kind = "unpairable" if paired.unpairable else "same" if paired.identical else "changed"
    key = "page.whatif.unpairable" if paired.unpairable else f"page.whatif.round-{kind}"
    boards = [_board(page, each) for each in paired.boards]
    if paired.bye_before is not None or paired.bye_after is not None:
        same = paired.bye_before == paired.bye_after
        boards.append(
            BoardWords(
                board=page.say("page.whatif.bye"),
                was=_name(page, paired.bye_before),
                would_be=_name(page, paired.bye_after),
                change="same" if same else "opponents",
            )
        )
    return RoundWords(
        title=page.say(key, **fields),
        boards=tuple(boards),
        notes=tuple(_notes(page, found, paired)),
        identical=paired.identical,
    )


def _notes(page: TournamentPage, found: RoundByRound, paired: RoundDifference) -> list[str]:
    notes = []
    if paired.criterion is not None:
        criterion = page.criterion(paired.criterion.article)
        points = figure(paired.criterion.points, found.unit)
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


def _board(page: TournamentPage, each: BoardDifference) -> BoardWords:
    return BoardWords(
        board=str(each.board),
        was=_pair(page, each.before),
        would_be=_pair(page, each.after),
        change=each.change,
    )


def _pair(page: TournamentPage, pair: tuple[str, str | None] | None) -> str:
    if pair is None:
        return NOBODY
    white, black = pair
    if black is None:
        return f"{page.say('page.whatif.bye')}: {page.isolated_name(white)}"
    return f"□ {page.isolated_name(white)} – ■ {page.isolated_name(black)}"


def _name(page: TournamentPage, entrant: str | None) -> str:
    return NOBODY if entrant is None else page.isolated_name(entrant)


def branch_round_said(page: TournamentPage, paired: RoundOutlook) -> BranchRoundWords:
    """A round of the branch."""
    return BranchRoundWords(
        title=WhatIfWords(page.language, page.isolated_name).outlook(paired),
        boards=_meetings(page, [each for each in paired.boards if not _always(each)]),
        instead=_meetings(page, paired.instead),
        certain=paired.certain and not paired.instead,
    )


def _always(board: BoardOutlook) -> bool:
    return board.stays.share == TEN_THOUSAND


def _meetings(page: TournamentPage, boards: Sequence[BoardOutlook]) -> tuple[MeetingWords, ...]:
    return tuple(
        MeetingWords(
            board=str(each.board or ""),
            pair=_pair(page, (each.white, each.black)),
            result=each.result if each.board else UNKNOWN,
            stays=share_said(page.language, each.stays),
            is_unknown=each.board is None and each.black is not None,
        )
        for each in boards
    )


def place_said(page: TournamentPage, place: Outlook) -> PlaceWords:
    """An entrant's places at the end of the branch."""
    now = place.now or place.likely
    kind = "up" if place.likely < now else "down" if place.likely > now else ""
    return PlaceWords(
        name=page.isolated_name(place.entrant),
        now=NOBODY if place.now is None else str(place.now),
        best=str(place.best),
        likely=str(place.likely),
        worst=str(place.worst),
        stays=share_said(page.language, place.same),
        top="" if place.top is None else share_said(page.language, place.top),
        kind=kind,
    )


def figures_said(page: TournamentPage, found: Branch) -> FiguresTable:
    """Points, tie-breaks, ratings and prizes in all worlds, in the order of the places."""
    words = BranchWords(page.language, found)
    names = [name for name, _ in words.columns]

    def cells(place: Outlook) -> tuple[FigureSaid | None, ...]:
        figures = words.figures(place)
        return tuple(figures.get(name) for name in names)

    return FiguresTable(
        how=words.how,
        titles=tuple(title for _, title in words.columns),
        rows=tuple((page.isolated_name(each.entrant), cells(each)) for each in found.places),
    )


@dataclass(frozen=True, kw_only=True)
class Bars:
    """A bar for each of the places, in their order, and what its parts are; all are markup."""

    legend: str
    bars: tuple[str, ...]


def slope_drawn(page: TournamentPage, told: Consequences, name_of: Callable[[str], str]) -> str:
    """Return lines from the places before to those after, as markup; "" without movement."""
    slope = slope_of(told.places)
    return "" if slope is None else slope_markup(slope, page.language, name_of)


def bars_drawn(page: TournamentPage, places: Sequence[Outlook]) -> Bars:
    """All bars on one scale, from the first place to the last that anybody may come to."""
    last = last_place(places)
    bars = tuple(bar_markup(each, last) for each in places)
    return Bars(legend=legend_markup(page.language), bars=bars)


@dataclass(frozen=True, kw_only=True)
class SeatLine:
    """A table, or the queue: the actual and the assumed players; empty for none."""

    place: str
    was: str
    would_be: str

    @property
    def differs(self) -> bool:
        """True if the result differs."""
        return self.was != self.would_be


@dataclass(frozen=True, kw_only=True)
class SeatTable:
    """All tables and the queue at one moment."""

    title: str
    lines: tuple[SeatLine, ...]


def seat_tables(page: TournamentPage, found: MasnouWhatIf | MasnouEdited) -> tuple[SeatTable, ...]:
    """Right after the game, where it is one, and today."""
    moments = [("now", found.now)]
    if isinstance(found, MasnouWhatIf):
        moments.insert(0, ("after", found.after))
    return tuple(
        SeatTable(title=page.say(f"whatif.masnou.{key}"), lines=_lines(page, *seatings))
        for key, seatings in moments
    )


def _lines(page: TournamentPage, was: Seating, would_be: Seating) -> tuple[SeatLine, ...]:
    tables = [
        SeatLine(
            place=page.say("whatif.masnou.at-table", table=table),
            was=_seated_pair(page, before),
            would_be=_seated_pair(page, after),
        )
        for table, before, after in tables_compared(was, would_be)
    ]
    queue = SeatLine(
        place=page.say("whatif.masnou.queue"),
        was=_queue(page, was.queue),
        would_be=_queue(page, would_be.queue),
    )
    return (*tables, queue)


def _seated_pair(page: TournamentPage, pair: tuple[str, ...]) -> str:
    return " – ".join(page.name(each) for each in pair)


def _queue(page: TournamentPage, queue: tuple[str, ...]) -> str:
    return ", ".join(page.name(each) for each in queue)


LINES_SHOWN = 8
"""Lines of a topic that are shown at once; the rest is a tap away."""


@dataclass(frozen=True, kw_only=True)
class ImpactShown:
    """An impact in words: what would be recorded, topic by topic what that brings.

    `head` is the version of which it is told; `meanwhile` what was recorded since the version
    `looked_at`, None where nothing was.
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
    """A dry run with its answer and its impact; `texts` are the reasons that the staff may read."""

    history: History
    form: Mapping[str, str]
    answer: DryRunAnswer
    impact: Impact
    texts: Mapping[str, str]


def impact_shown(page: TournamentPage, wanted: ImpactRequest) -> ImpactShown:
    """The impact in the reader's language; a reason that was just typed is there too."""
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
    """The version that had been shown, where it is no longer the last."""
    shown = form.get("head", "")
    if not (shown.isascii() and shown.isdecimal()) or len(shown) > len(str(head)):
        return None
    return int(shown) if int(shown) < head else None


def _foreseen(history: History, answer: DryRunAnswer, head: int) -> tuple[HistoryEntry, ...]:
    """The events that are certain, as entries after the head that they were decided at."""
    state = history.state_at(head, to_staff=True)
    sure = certain_events(state, [each.event for each in answer.foreseen]).events
    before = History(tournament=history.tournament, public=state, staff=state)
    return before.continued(answer.foreseen[: len(sure)]).entries
