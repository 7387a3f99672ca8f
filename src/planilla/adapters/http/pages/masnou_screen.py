"""Wall screen of a Masnou hall, and the report of a moment that other pages of it show too."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.views.filters import chosen_in
from planilla.adapters.http.views.masnou import (
    CallLine,
    MasnouShown,
    QueueRow,
    TableCard,
    calls_of,
    masnou_shown,
)
from planilla.adapters.http.views.masnou_ranking import (
    MasnouReport,
    RankRow,
    ranking_of,
    report_of,
)
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.application.ports import Clock
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.masnou.hall import SECOND_US, hall_of
from planilla.domain.tournament.masnou.ranking import longest_reigns
from planilla.domain.vocabulary import EntrantId
from planilla.presentation.catalogue import CATALOGUES
from planilla.presentation.figures import percentage
from planilla.projections.masnou_fairness import Fairness, fairness

ROTATE_S = 10
"""Seconds that the wall screen shows each page of rows without script."""
TABLES_A_PAGE, QUEUE_A_PAGE, DENSE_A_PAGE, RANKS_A_PAGE = 12, 5, 10, 7
RANKS_MAX, CALLS_SHOWN, FINAL_A_PAGE, FINAL_MAX = 21, 3, 10, 30
CALL_US = 30 * SECOND_US
"""The time for which a wall that turns stays at a call."""
HALL_FIGURES = (
    "screens.col.games",
    "screens.col.wins",
    "screens.col.streak",
    "screens.col.reign",
    "screens.col.rate",
)
"""Headings of the figures beside the points of a hall."""
Row = TypeVar("Row")
REPORTS_MAX = 32
"""Most cached reports; a long one takes time, and many visitors request it at the end."""


async def report_at(page_request: PageRequest) -> MasnouReport | None:
    """Return the report at the moment of the page; None before the hall was opened."""
    return await page_request.beside(_report_of, page_request)


def now_at(page_request: PageRequest, clock: Clock) -> int:
    """Return the time of a page; for a past moment that of its last fact."""
    return clock.now() if page_request.at is None else page_request.seen[-1].fact.recorded_at


def hall_screen(
    page_request: PageRequest, report: MasnouReport | None, now: int
) -> Mapping[str, Any]:
    """Return the fields of the wall screen of a hall; `report` is None until it is over."""
    state = page_request.page.state
    fields: dict[str, Any] = {
        "hall": None,
        "only": None,
        "words": texts_for_scripts(page_request.visitor.language),
    }
    if state.memory.has_games:
        turn = now // (ROTATE_S * SECOND_US)
        hall = hall_of(state)
        shown = masnou_shown(page_request.page, hall, now)
        everybody = ranking_of(page_request.page, hall)
        ranks, only = ranks_of(page_request, everybody)
        most, size = (FINAL_MAX, FINAL_A_PAGE) if hall.over else (RANKS_MAX, RANKS_A_PAGE)
        tables = tuple(each for each in shown.tables if each.sides or not hall.over)
        queue_rows = DENSE_A_PAGE if len(shown.queue) > DENSE_A_PAGE else QUEUE_A_PAGE
        fields |= {
            "hall": shown,
            "calls": shown.calls[:CALLS_SHOWN],
            "tables": page_of(tables, TABLES_A_PAGE, turn),
            "queue": page_of(shown.queue, queue_rows, turn),
            "ranks": page_of(ranks[:most], size, turn),
            "winners": [row for row in everybody if row.place == 1],
            "only": only,
            "report": report,
        }
    return fields


class ChosenRanks(NamedTuple):
    """The rows of a ranking on a wall; `only` are the ids of a part of the players."""

    rows: tuple[RankRow, ...]
    only: tuple[str, ...] | None


def ranks_of(page_request: PageRequest, everybody: tuple[RankRow, ...]) -> ChosenRanks:
    """Return the ranking of the players that the address asks for, with the places among them."""
    chosen = chosen_in(page_request.page, page_request.request.query_params)
    if not chosen.is_part:
        return ChosenRanks(everybody, None)
    rows = [row for row in everybody if chosen.has((row.entrant,))]
    places = [row.place for row in rows]
    found = (replace(row, place=places.index(row.place) + 1) for row in rows)
    return ChosenRanks(tuple(found), tuple(row.entrant for row in rows))


class HallParts(NamedTuple):
    """A hall beside other things on a wall: its calls, and its lists in parts that take turns."""

    shown: MasnouShown
    calls: tuple[CallLine, ...]
    tables: tuple[tuple[TableCard, ...], ...]
    queue: tuple[tuple[QueueRow, ...], ...]
    ranks: tuple[tuple[RankRow, ...], ...]

    @property
    def parts(self) -> tuple[tuple[Any, ...], ...]:
        """The lists."""
        return (self.tables, self.queue, self.ranks)


def hall_parts(page: TournamentPage, now: int) -> HallParts:
    """Return an open hall for a wall that turns."""
    hall = hall_of(page.state)
    shown = masnou_shown(page, hall, now)
    rows = DENSE_A_PAGE if len(shown.queue) > DENSE_A_PAGE else QUEUE_A_PAGE
    return HallParts(
        shown=shown,
        calls=shown.calls[:CALLS_SHOWN],
        tables=pages_of(shown.tables, TABLES_A_PAGE),
        queue=pages_of(shown.queue, rows),
        ranks=pages_of(ranking_of(page, hall)[:RANKS_MAX], RANKS_A_PAGE),
    )


def hall_ranks(page: TournamentPage) -> Iterator[tuple[int, str, str, tuple[str, ...]]]:
    """Yield place, name, points and `HALL_FIGURES` of everybody in a hall."""
    hall = hall_of(page.state)
    reigns = longest_reigns(hall)
    for row in ranking_of(page, hall):
        won, games = row.member.wins, row.member.games
        rate = percentage(page.language, Fraction(won, games)) if games else "–"
        counts = (games, won, row.member.streak, reigns[EntrantId(row.entrant)])
        yield row.place, row.name, row.points, (*map(str, counts), rate)


def is_calling(page: TournamentPage, now: int) -> bool:
    """Return whether somebody was called to a table a moment ago, or has not come yet."""
    calls = calls_of(page, hall_of(page.state))
    return any(call.is_pending or now - call.at < CALL_US for call in calls)


@dataclass(frozen=True)
class _ReportMoment:
    """A moment of a tournament; its facts are not part of equality."""

    tournament: str
    version: int
    recorded_at: int
    facts: tuple[Fact, ...] = field(compare=False)


def fairness_at(page_request: PageRequest) -> Fairness | None:
    """Return the figures of the report at the moment; None before the hall was opened."""
    facts = tuple(entry.fact for entry in page_request.seen)
    last = facts[-1]
    return _fairness(_ReportMoment(page_request.page.id, last.version, last.recorded_at, facts))


def _report_of(page_request: PageRequest) -> MasnouReport | None:
    found = fairness_at(page_request)
    return None if found is None else report_of(page_request.page, found)


@lru_cache(maxsize=REPORTS_MAX)
def _fairness(moment: _ReportMoment) -> Fairness | None:
    return fairness(moment.facts)


def page_of(rows: tuple[Any, ...], size: int, turn: int) -> tuple[Any, ...]:
    """Return the rows of the page for a turn."""
    pages = pages_of(rows, size)
    return pages[turn % len(pages)]


def pages_of(rows: tuple[Row, ...], size: int) -> tuple[tuple[Row, ...], ...]:
    """Return the rows in pages of a size; an empty one without any."""
    return tuple(rows[first : first + size] for first in range(0, max(1, len(rows)), size))


def texts_for_scripts(language: str) -> dict[str, str]:
    """Return the texts that scripts fill in, by the rest of their key."""
    return {
        key.removeprefix("screens."): text
        for key, text in CATALOGUES[language].items()
        if key.startswith(SCRIPT_TEXT_PREFIXES)
    }


SCRIPT_TEXT_PREFIXES = (
    "masnou-status.",
    "screens.me.",
    "screens.ordinal",
    "screens.wait.",
    "screens.table",
    "screens.free",
    "screens.minutes",
    "screens.speech",
    "screens.streak",
    "screens.points",
    "screens.queue.",
    "screens.running",
    "screens.waiting",
    "screens.games",
    "screens.over",
    "screens.paused",
    "screens.no-more-games",
    "screens.withdrawing",
    "screens.col.",
    "screens.before.",
    "screens.fairness.cause.",
)
"""Prefixes of the keys of texts that a script fills in."""
