"""Data for spectators: the lines of the players they follow, and the feed of a tournament."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from planilla.adapters.http.endpoints import RESULTS, Cost, page_at
from planilla.adapters.http.page_request import FOLLOWED_MAX, PageRequest
from planilla.adapters.http.responses import NO_CACHE, share_picture_response
from planilla.adapters.http.views.following import followed_shown, push_key
from planilla.adapters.http.views.head import head_of
from planilla.adapters.http.views.share_picture import drawn, picture_of
from planilla.adapters.http.views.timeline import fact_lines
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.adapters.http.web import Pages, Web
from planilla.application.states import HistoryEntry
from planilla.domain.tournament.event import PairingAct, Topic
from planilla.domain.tournament.state import RoundState
from planilla.domain.vocabulary import RESULT_NOTATION, GameRef, GameResult
from planilla.presentation.catalogue import LANGUAGES, tr
from planilla.presentation.figures import RESULT_TEXTS

FEED_ROUNDS, FEED_FACTS = 5, 30
"""Most rounds and most other facts of a feed, the newest first."""
FEED_TOPICS = frozenset({Topic.SETUP, Topic.CORRECTION})
"""Topics of the facts that are entries of their own; results are in the entry of their round."""
ELEMENT_WORDS = {
    "place": "embed.place",
    "player": "page.col.player",
    "points": "page.col.points",
    "number": "page.player-number",
}
"""Keys of the texts of the element for other sites."""
MANIFEST = {
    "name": "Planilla",
    "short_name": "Planilla",
    "id": "/",
    "start_url": "/",
    "scope": "/",
    "display": "standalone",
    "background_color": "#fbfaf6",
    "theme_color": "#fbfaf6",
}
"""The app that a browser installs; the colours are those of paper."""
ICONS = (
    ("planilla.svg", "any", "image/svg+xml"),
    ("icon-192.png", "192x192", "image/png"),
    ("icon-512.png", "512x512", "image/png"),
)
PUBLISHED = frozenset({PairingAct.PUBLISHED, PairingAct.IMPORTED})


class FeedEntry(NamedTuple):
    """An entry of a feed; times in microseconds since 1970 (UTC), `id` and `page` are addresses."""

    id: str
    page: str
    title: str
    published: int
    updated: int
    lines: tuple[str, ...] = ()


class Feed(NamedTuple):
    """A feed with its own address and that of the page it is about."""

    address: str
    page: str
    title: str
    updated: int
    entries: tuple[FeedEntry, ...]


class SpectatorPages(Pages):
    """Handlers of the parts of pages and the files that spectators keep."""

    def __init__(self, web: Web) -> None:
        super().__init__(web)
        words = {
            language: {name: tr(language, key, number="#") for name, key in ELEMENT_WORDS.items()}
            for language in LANGUAGES
        }
        element = web.assets.files["scripts/embed.js"].plain
        self._worker = web.assets.files["scripts/app-worker.js"].plain
        icons = [
            {"src": web.assets.url(f"icons/{name}"), "sizes": sizes, "type": kind, "purpose": "any"}
            for name, sizes, kind in ICONS
        ]
        self._manifest = msgspec.json.encode({**MANIFEST, "icons": icons})
        self._element = b"const WORDS=" + msgspec.json.encode(words) + b";" + element

    @page_at("/manifest.webmanifest", cost=Cost.FREE, timeless="a file of this version")
    async def manifest(self, _: Request) -> Response:
        """Return the description by which a browser installs the pages as an app."""
        headers = {"cache-control": NO_CACHE}
        return Response(self._manifest, headers=headers, media_type="application/manifest+json")

    @page_at("/worker.js", cost=Cost.FREE, timeless="a file of this version of the program")
    async def worker(self, _: Request) -> Response:
        """Return the service worker that opens the pages seen last without a network."""
        headers = {"cache-control": NO_CACHE}
        return Response(self._worker, headers=headers, media_type="text/javascript")

    @page_at("/embed.js", cost=Cost.FREE, timeless="a file of this version of the program")
    async def element(self, _: Request) -> Response:
        """Return the element `<planilla-standings>` for pages of other sites."""
        headers = {"cache-control": "public, max-age=3600"}
        return Response(self._element, headers=headers, media_type="text/javascript")

    @page_at("/t/{tournament}/following", cost=Cost.PAGE, is_cached=True)
    async def following(self, page_request: PageRequest) -> Response:
        """Show the lines of the players in `?follow=`."""
        return await self._public.part(
            page_request,
            "following.html",
            lambda: {
                "head": head_of(page_request.page, page_request.version),
                "followed": followed_shown(page_request.page, page_request.followed),
                "followed_max": FOLLOWED_MAX,
                "push_key": push_key(self._site.push, page_request.page),
            },
        )

    @page_at("/t/{tournament}/share.png", cost=Cost.PAGE, is_cached=True)
    async def picture(self, page_request: PageRequest) -> Response:
        """Return the tournament as a picture for networks, drawn once for each version."""
        site = self._site.public_url.partition("://")[2]

        def made() -> bytes:
            return drawn(picture_of(page_request.page, page_request.version, site))

        return share_picture_response(await page_request.beside(made))

    @page_at("/t/{tournament}/feed.atom", cost=Cost.PAGE, is_cached=True, level=RESULTS)
    async def feed(self, page_request: PageRequest) -> Response:
        """Return the published rounds with their results, announcements and corrections as Atom.

        Source: RFC 4287.
        """
        texts = await self._public.texts(page_request)
        site = self._site.public_url

        def written() -> str:
            fields = {
                "feed": feed_of(page_request.page, page_request.seen, site, texts),
                "site": site,
            }
            visitor = page_request.visitor
            return self._renderer.text(page_request.request, visitor, "feed.xml", fields)

        return Response(
            await page_request.made(written),
            headers={"cache-control": NO_CACHE, "vary": "authorization, cookie, accept-language"},
            media_type="application/atom+xml",
        )


def feed_of(
    page: TournamentPage, seen: Sequence[HistoryEntry], site: str, texts: Mapping[str, str]
) -> Feed:
    """Return the feed of a tournament after the facts `seen`, the newest entry first."""
    here = f"{site}/t/{page.id}"
    facts = [each for each in seen if each.event.topic in FEED_TOPICS][-FEED_FACTS:]
    entries = [
        FeedEntry(f"{here}?at=v{each.version}", here, each.sentence, each.at, each.at)
        for each in fact_lines(page, facts, texts)
    ]
    entries += _rounds(page, here, seen)
    return Feed(
        address=f"{here}/feed.atom",
        page=here,
        title=page.state.name,
        updated=seen[-1].recorded_at,
        entries=tuple(sorted(entries, key=lambda each: each.updated, reverse=True)),
    )


def _rounds(page: TournamentPage, here: str, seen: Sequence[HistoryEntry]) -> Iterator[FeedEntry]:
    """Yield the last published rounds of the stage, each dated by its last fact."""
    stage = page.state.stage
    last = page.state.last_published if page.state.system.has_rounds else 0
    for number in range(max(1, last - FEED_ROUNDS + 1), last + 1):
        played = page.state.round(number)
        assert played is not None, "all rounds up to the last published one exist"
        about = [each for each in seen if _place(each) == (stage, number)] or seen[-1:]
        begun = next((each for each in about if each.event.pairing_act in PUBLISHED), about[0])
        address = f"{here}/rounds/{number}{f'?stage={stage}' if page.state.stages > 1 else ''}"
        yield FeedEntry(
            id=address,
            page=address,
            title=page.say(
                "share.round",
                round=number,
                done=len(played.finished_games),
                total=len(played.games),
            ),
            published=begun.recorded_at,
            updated=about[-1].recorded_at,
            lines=tuple(_board(page, played, index) for index in range(len(played.games))),
        )


def _place(entry: HistoryEntry) -> tuple[int, int | None]:
    """Return the stage and the round of a fact."""
    ref = None if entry.event.game is None else GameRef.parse(entry.event.game)
    return entry.event.stage_number if ref is None else ref.stage, entry.row.round


def _board(page: TournamentPage, played: RoundState, index: int) -> str:
    white, black = (page.name(each) for each in played.boards[index])
    result = played.reported_result(index)
    said = "" if result is GameResult.OPEN else f": {RESULT_TEXTS[RESULT_NOTATION[result]]}"
    return f"{white} – {black}{said}"
