"""The pages of a Masnou hall: hall and second screen, fairness report, poster, cards to print."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from planilla.adapters.http.limits import Cost, LimitedRoute
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.public import Fields, PageRequest, PublicPages
from planilla.adapters.http.qr import address_as_qr
from planilla.adapters.http.rendering import Renderer
from planilla.adapters.http.site import Site
from planilla.adapters.http.views.hall import hall_shown
from planilla.adapters.http.views.hall_ranking import (
    cartulinas_of,
    ranking_of,
    tiebreak_codes,
)
from planilla.adapters.http.views.hall_report import HallReport, report_of, wrapped
from planilla.adapters.http.views.local import local_time
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.masnou_state import Hall
from planilla.presentation.catalogue import CATALOGUES
from planilla.projections.hall_fairness import Fairness, fairness
from planilla.projections.hall_games import PlayedGame, games

HALL, FAIRNESS = "hall", "fairness"
ROTATE_S = 10
"""Seconds that the second screen shows each page of rows without script."""
TABLES_A_PAGE, QUEUE_A_PAGE, DENSE_A_PAGE, RANKS_A_PAGE = 12, 5, 10, 7
RANKS_MOST, CALLS_SHOWN, FINAL_A_PAGE, FINAL_MOST = 21, 3, 10, 30
PODIUM = 3
REPORTS_MAX = 32
"""Reports that are kept, for a long one takes a moment and many ask at the end."""
TITLE_LETTERS, NAME_LETTERS = 26, 17
"""Letters of the title and of a name that fit into a line of the poster."""
SECOND_US = 1_000_000


class HallPages:
    """Public, and complete at any past moment."""

    def __init__(self, site: Site, public: PublicPages, renderer: Renderer) -> None:
        self._site = site
        self._public = public
        self._renderer = renderer

    @property
    def routes(self) -> list[Route]:
        """The pages, and the code that a phone scans to come to the hall."""
        return [
            LimitedRoute("/t/{tournament}/hall", self.hall, read=Cost.PAGE, is_cached=True),
            LimitedRoute("/t/{tournament}/hall/qr.svg", self.code, read=Cost.PAGE),
            LimitedRoute("/t/{tournament}/screen", self.screen, read=Cost.PAGE, is_cached=True),
            LimitedRoute("/t/{tournament}/fairness", self.fairness, read=Cost.MOMENT),
            LimitedRoute("/t/{tournament}/poster", self.poster, read=Cost.PAGE),
            LimitedRoute("/t/{tournament}/poster.svg", self.poster_file, read=Cost.PAGE),
            LimitedRoute("/t/{tournament}/cards", self.cards, read=Cost.PAGE),
        ]

    async def hall(self, request: Request) -> Response:
        """Tables and queue; a phone tells its player where to go."""
        look = await self._public.look(request)
        hall = look.sheet.state.hall
        return await self._public.page(
            look,
            HALL,
            "hall.html",
            lambda: {
                "hall": None if hall is None else hall_shown(look.sheet, hall, self._now(look)),
                "words": texts_for_scripts(look.visitor.language),
            },
        )

    async def screen(self, request: Request) -> Response:
        """Show the wall screen; without script it pages by reloading."""
        look = await self._public.look(request)
        hall = look.sheet.state.hall
        report = await self._report(look) if hall is not None and hall.over else None
        return await self._public.page(
            look, HALL, "screen.html", lambda: self._screen(look, hall, report)
        )

    def _screen(
        self, look: PageRequest, hall: Hall | None, report: HallReport | None
    ) -> Mapping[str, Any]:
        now = self._now(look)
        turn = now // (ROTATE_S * SECOND_US)
        fields: dict[str, Any] = {"hall": None, "words": texts_for_scripts(look.visitor.language)}
        if hall is not None:
            shown = hall_shown(look.sheet, hall, now)
            ranks = ranking_of(look.sheet, hall)
            most, size = (FINAL_MOST, FINAL_A_PAGE) if hall.over else (RANKS_MOST, RANKS_A_PAGE)
            tables = tuple(each for each in shown.tables if each.sides or not hall.over)
            queue_rows = DENSE_A_PAGE if len(shown.queue) > DENSE_A_PAGE else QUEUE_A_PAGE
            fields |= {
                "hall": shown,
                "calls": shown.calls[:CALLS_SHOWN],
                "tables": page_of(tables, TABLES_A_PAGE, turn),
                "queue": page_of(shown.queue, queue_rows, turn),
                "ranks": page_of(ranks[:most], size, turn),
                "winners": [row for row in ranks if row.place == 1],
                "report": report,
            }
        here = f"{self._site.public_url}/t/{look.sheet.id}"
        return {**fields, "address": f"{here}/hall", "proof": f"{here}/proof"}

    async def fairness(self, request: Request) -> Response:
        """Show how evenly the games were distributed, counted from the log."""
        look = await self._public.look(request)
        report = await self._report(look)
        return await self._public.page(look, FAIRNESS, "fairness.html", lambda: {"report": report})

    async def _report(self, look: PageRequest) -> HallReport | None:
        """The report at the moment that is looked at; None before the hall was open."""
        return await look.beside(_report_of, look)

    async def poster(self, request: Request) -> Response:
        """The result on one sheet of paper."""
        look = await self._public.look(request)
        return await self._public.page(look, FAIRNESS, "poster.html", await self._poster(look))

    async def poster_file(self, request: Request) -> Response:
        """The same as a picture that needs nothing else."""
        look = await self._public.look(request)
        texts, poster = await self._public.texts(look), await self._poster(look)

        def drawn() -> str:
            fields = {**self._public.frame(look, FAIRNESS, texts), **poster()}
            return self._renderer.text(look.request, look.visitor, "poster.svg", fields)

        text = await look.made(drawn)
        headers = {
            "content-disposition": f'attachment; filename="{look.sheet.id}.svg"',
            "cache-control": "no-cache",
            "vary": "cookie, accept-language",
        }
        return Response(text, media_type="image/svg+xml", headers=headers)

    async def _poster(self, look: PageRequest) -> Fields:
        hall, report = hall_of(look), await self._report(look)

        def fields() -> Mapping[str, Any]:
            ranks = ranking_of(look.sheet, hall)
            return {
                "ranks": ranks,
                "title": wrapped(look.sheet.state.name, TITLE_LETTERS),
                "podium": [(row, wrapped(row.name, NAME_LETTERS)) for row in ranks[:PODIUM]],
                "report": report,
                "date": _date(look, hall),
                "tables": len(hall.tables),
            }

        return fields

    async def cards(self, request: Request) -> Response:
        """Everybody's card, to be printed and cut."""
        look = await self._public.look(request)
        hall = hall_of(look)
        return await self._public.page(
            look,
            FAIRNESS,
            "cards.html",
            lambda: {
                "cards": cartulinas_of(look.sheet, hall, games_of(look, hall)),
                "codes": tiebreak_codes(hall),
            },
        )

    async def code(self, request: Request) -> Response:
        """The address of the hall as a code, for phones."""
        tournament = request.path_params["tournament"]
        if not await self._site.log.head(tournament):
            raise Failure(status=404, code="no-such-tournament", fields={"tournament": tournament})
        svg = address_as_qr(f"{self._site.public_url}/t/{tournament}/hall")
        headers = {"cache-control": "public, max-age=86400"}
        return Response(svg, media_type="image/svg+xml", headers=headers)

    def _now(self, look: PageRequest) -> int:
        """The moment that is looked at: in the past that of its last fact."""
        return self._site.clock.now() if look.at is None else look.seen[-1].fact.recorded_at


@dataclass(frozen=True)
class _ReportMoment:
    """A moment of a tournament; the facts come along and take no part in equality."""

    tournament: str
    version: int
    recorded_at: int
    facts: tuple[Fact, ...] = field(compare=False)


def _report_of(look: PageRequest) -> HallReport | None:
    facts = tuple(entry.fact for entry in look.seen)
    last = facts[-1]
    found = _fairness(_ReportMoment(look.sheet.id, last.version, last.recorded_at, facts))
    return None if found is None else report_of(look.sheet, found)


@lru_cache(maxsize=REPORTS_MAX)
def _fairness(moment: _ReportMoment) -> Fairness | None:
    return fairness(moment.facts)


def _date(look: PageRequest, hall: Hall) -> str:
    """The day on which the hall was opened, at the venue."""
    day = local_time(look.sheet.state, hall.opened_at)
    parts = {"day": f"{day:%d}", "month": f"{day:%m}", "year": f"{day:%Y}"}
    return look.sheet.say("screens.poster.date", **parts)


def hall_of(look: PageRequest) -> Hall:
    """The hall that is looked at.

    Raises:
        Failure: it is not open, at that moment or at all.
    """
    if look.sheet.state.hall is None:
        raise Failure(status=409, code="hall-not-open")
    return look.sheet.state.hall


def games_of(look: PageRequest, hall: Hall) -> tuple[PlayedGame, ...]:
    """All games of the hall up to the moment."""
    return games(hall, (entry.fact for entry in look.seen))


def page_of(rows: tuple[Any, ...], size: int, turn: int) -> tuple[Any, ...]:
    """The rows of the page whose turn it is."""
    pages = max(1, -(-len(rows) // size))
    first = turn % pages * size
    return rows[first : first + size]


def texts_for_scripts(language: str) -> dict[str, str]:
    """The texts that a script fills with names and numbers, by the rest of their key."""
    return {
        key.removeprefix("screens."): text
        for key, text in CATALOGUES[language].items()
        if key.startswith(SPOKEN_KEYS)
    }


SPOKEN_KEYS = (
    "hall-status.",
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
)
"""Prefixes of the keys of texts that a script fills in."""
