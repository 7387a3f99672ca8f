"""Files of a festival for calendars and feed readers: those of its tournaments in one."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from planilla.adapters.http.endpoints import Cost, page_at
from planilla.adapters.http.limits import Threads
from planilla.adapters.http.pages.spectators import FEED_FACTS, Feed, feed_of
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.responses import NO_CACHE, attachment
from planilla.adapters.http.views.festivals import played_now
from planilla.adapters.http.views.schedule import calendar_of
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.adapters.http.visitor import Visitor, visitor_of
from planilla.adapters.http.web import Pages, Web
from planilla.application.festivals import FestivalPart, description_of
from planilla.application.states import HistoryEntry
from planilla.domain.instants import utc
from planilla.domain.tournament.values import Festival
from planilla.formats.ics import write


class PartRead(NamedTuple):
    """A tournament of a festival with the facts and the texts that everybody may read."""

    page: TournamentPage
    seen: Sequence[HistoryEntry]
    texts: Mapping[str, str]


class FestivalFiles(Pages):
    """Handlers of the calendar and the feed of a festival."""

    def __init__(self, web: Web) -> None:
        super().__init__(web)
        self._threads = Threads()

    @page_at(
        "/e/{festival}/schedule.ics", cost=Cost.PAGE, is_cached=True, timeless="several tournaments"
    )
    async def calendar(self, request: Request) -> Response:
        """Return the rounds and dated games of all tournaments as iCalendar (RFC 5545)."""
        _, festival, parts = await self._read(request)
        site = self._site.public_url

        def written() -> str:
            entries = [
                each
                for part in parts
                for each in calendar_of(part.page, part.seen, site, part.texts)
            ]
            changed_at = max(part.page.state.changed_at for part in parts)
            return write(festival.name, entries, stamped=utc(changed_at))

        return Response(
            await self._threads.run(written, is_staff=False),
            headers=attachment(f"{festival.id}.ics", vary="cookie, accept-language"),
            media_type="text/calendar",
        )

    @page_at(
        "/e/{festival}/feed.atom", cost=Cost.PAGE, is_cached=True, timeless="several tournaments"
    )
    async def feed(self, request: Request) -> Response:
        """Return the newest entries of the feeds of all tournaments as Atom (RFC 4287)."""
        visitor, festival, parts = await self._read(request)
        site = self._site.public_url

        def written() -> str:
            feed = _joined(
                festival, [feed_of(each.page, each.seen, site, each.texts) for each in parts], site
            )
            fields = {"feed": feed, "site": site}
            return self._renderer.text(request, visitor, "feed.xml", fields)

        return Response(
            await self._threads.run(written, is_staff=False),
            headers={"cache-control": NO_CACHE, "vary": "authorization, cookie, accept-language"},
            media_type="application/atom+xml",
        )

    async def _read(self, request: Request) -> tuple[Visitor, Festival, list[PartRead]]:
        """Return the festival of an address with its tournaments, by name.

        Raises:
            Failure: there is no such festival, or nothing in it for this visitor.
        """
        festival = request.path_params["festival"]
        visitor = await visitor_of(request, self._site.grants)
        parts = await self._web.festivals.parts(visitor.actor, festival)
        if not parts:
            raise Failure("no-such-festival", {"festival": festival[:64]})
        read = [await self._part(each, visitor.language) for each in parts]
        return visitor, description_of(parts), read

    async def _part(self, part: FestivalPart, language: str) -> PartRead:
        texts = await self._site.log.texts(part.tournament, "public")
        state = played_now(part.state)
        page = TournamentPage(part.tournament, state, part.people, language, texts=texts)
        return PartRead(page, part.seen, texts)


def _joined(festival: Festival, feeds: Sequence[Feed], site: str) -> Feed:
    """Return the newest entries of some feeds as one, each with the name of its tournament."""
    entries = [
        entry._replace(title=f"{feed.title} · {entry.title}")
        for feed in feeds
        for entry in feed.entries
    ]
    entries.sort(key=lambda each: each.updated, reverse=True)
    here = f"{site}/e/{festival.id}"
    return Feed(
        address=f"{here}/feed.atom",
        page=here,
        title=festival.name,
        updated=max(each.updated for each in feeds),
        entries=tuple(entries[:FEED_FACTS]),
    )
