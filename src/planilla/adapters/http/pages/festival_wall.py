"""Wall of a festival: what its tournaments show on their walls, in turn on one screen.

Boards, places and halls are slides of one tournament, below its name. The boards of everybody by
name, the announcements and the starts are one slide each, of all tournaments together.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from operator import attrgetter
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from planilla.adapters.http.endpoints import Cost, page_at
from planilla.adapters.http.limits import Threads
from planilla.adapters.http.pages.festivals import FestivalPages, FestivalRead
from planilla.adapters.http.pages.wall import (
    NAMES_A_PART,
    WallBasis,
    WallDue,
    WallSlide,
    basis_of,
    in_parts,
    level_of,
    shows_in,
    slides_of,
    views_of,
    wall_fields,
)
from planilla.adapters.http.responses import qr_response
from planilla.adapters.http.views.festivals import ANNOUNCEMENTS_MAX, played_now
from planilla.adapters.http.views.head import head_of
from planilla.adapters.http.views.notices import NoticeText, notices_in
from planilla.adapters.http.views.tournament_page import TournamentPage, zone_name
from planilla.adapters.http.web import Pages, Web
from planilla.application.frames import ChannelName
from planilla.application.roles import WallShow
from planilla.application.watch import Bounds
from planilla.domain.tournament.personal import alphabetical

WITHOUT_STAGE = frozenset({"people"})
"""Live views of a wall that are of a whole tournament."""

DUES_MAX = 5
"""Most times to which a wall counts."""


class FestivalWall(NamedTuple):
    """The wall of one tournament of a festival: its slides, each below the head."""

    basis: WallBasis
    slides: tuple[WallSlide, ...]

    @property
    def name(self) -> str:
        """The name of the tournament."""
        return self.basis.page.state.name

    @property
    def channels(self) -> Iterator[str]:
        """The live channels that change it, those that do so most first."""
        page = self.basis.page
        for view in views_of(self.slides):
            stage = 1 if view in WITHOUT_STAGE else page.state.stage
            yield str(ChannelName(tournament=page.id, view=view, stage=stage))


class FestivalWallPages(Pages):
    """The wall of a festival."""

    def __init__(self, web: Web) -> None:
        super().__init__(web)
        self._festivals = FestivalPages(web)
        self._threads = Threads()

    @page_at("/e/{festival}/screen", cost=Cost.PAGE, is_cached=True, timeless="several tournaments")
    async def screen(self, request: Request) -> Response:
        """Show the wall of a festival; without script its parts take turns by reloading."""
        shows = shows_in(request)
        read = await self._festivals.read(request, level=level_of(shows))
        texts = await self._festivals.texts(read)
        now = self._site.clock.now()

        def made() -> Response:
            walls = [
                FestivalWall(basis, slides_of(basis, shows)) for basis in _bases(read, texts, now)
            ]
            return self._renderer.page(
                request,
                read.visitor,
                "festival_wall.html",
                festival=read.festival,
                parts=read.parts,
                code=f"/e/{read.festival.id}/qr.svg",
                address=f"{self._site.public_url}/e/{read.festival.id}",
                **_fields(walls, now),
            )

        return await self._threads.run(made, is_staff=False)

    @page_at("/e/{festival}/qr.svg", cost=Cost.PAGE, timeless="an address that never changes")
    async def code(self, request: Request) -> Response:
        """Return the public address of a festival as a QR code."""
        read = await self._festivals.read(request)
        return qr_response(f"{self._site.public_url}/e/{read.festival.id}")


def _bases(
    read: FestivalRead, texts: Mapping[str, Mapping[str, str]], now: int
) -> Iterator[WallBasis]:
    for part in read.parts:
        page = TournamentPage(
            part.tournament,
            played_now(part.state),
            part.people,
            read.visitor.language,
            texts=texts[part.tournament],
        )
        yield basis_of(page, now, part.recorded)


def _fields(walls: Sequence[FestivalWall], now: int) -> Mapping[str, Any]:
    """Return the fields of the wall; its clock is that of the venue, where all have the same."""
    zones = {zone_name(each.basis.page.state) for each in walls}
    dues = _dues(walls, walls)
    return {
        **wall_fields(joined(walls), now, dues[0] if dues else None),
        "views": " ".join(_channels(walls)),
        "notices": _notices(walls),
        "now": now,
        "past": None,
        "unpublished": None,
        "published_later": "",
        "time_zone": zones.pop() if len(zones) == 1 else "",
    }


def _channels(walls: Sequence[FestivalWall]) -> list[str]:
    """Return the channels that a wall follows: the first of each tournament, then the second.

    Beyond what one socket carries they are left out: such a wall renews itself once a minute too.
    """
    ranked = zip_longest(*(each.channels for each in walls))
    found = [channel for of_rank in ranked for channel in of_rank if channel is not None]
    return found[: Bounds().subscriptions]


def joined(walls: Sequence[FestivalWall]) -> tuple[WallSlide, ...]:
    """Return the slides of a festival, by what they show and then by tournament.

    Those of all tournaments together are left out while they would say nothing, unless there is no
    other.
    """
    found = [slide for show in WallShow for slide in _of_all(walls, show)]
    silent = {
        WallShow.ANNOUNCEMENTS: not any(each.basis.has_notices for each in walls),
        WallShow.COUNTDOWN: not _dues(walls, walls),
    }
    telling = [each for each in found if not silent.get(each.show)]
    return tuple(telling or found[:1])


def _of_all(walls: Sequence[FestivalWall], show: WallShow) -> Iterator[WallSlide]:
    own = [(each, slide) for each in walls for slide in each.slides if slide.show is show]
    if not own:
        return
    first = own[0][1]
    if show is WallShow.NAMES:
        yield _by_name(own)
    elif show is WallShow.ANNOUNCEMENTS:
        yield first
    elif show is WallShow.COUNTDOWN:
        yield first._replace(dues=_dues([wall for wall, _ in own], walls))
    else:
        for wall, slide in own:
            yield slide._replace(head=head_of(wall.basis.page, wall.basis.page.state.version))


def _by_name(own: Sequence[tuple[FestivalWall, WallSlide]]) -> WallSlide:
    """Return one list of everybody, in which each board has the name of its tournament."""
    labels = labels_of([wall.name for wall, _ in own])
    lines = [
        line._replace(of=label)
        for (_, slide), label in zip(own, labels, strict=True)
        for part in slide.names
        for line in part
    ]
    lines.sort(key=lambda line: (alphabetical(line.name), line.of, line.entrant))
    return own[0][1]._replace(names=in_parts(lines, NAMES_A_PART))


def labels_of(names: Sequence[str]) -> list[str]:
    """Return names without the words with which all of them begin, unless one has no others."""
    words = [each.split() for each in names]
    common = 0
    while len({tuple(each[: common + 1]) for each in words}) == 1 and common < len(words[0]):
        common += 1
    if any(len(each) == common for each in words):
        return list(names)
    return [" ".join(each[common:]) for each in words]


def _dues(of: Iterable[FestivalWall], walls: Sequence[FestivalWall]) -> tuple[WallDue, ...]:
    """Return the next time of each of some tournaments, the first one first."""
    found: dict[WallDue, list[FestivalWall]] = {}
    for each in of:
        if each.basis.due is not None:
            found.setdefault(each.basis.due, []).append(each)
    dues = [due._replace(title=_said_of(own, walls, due.title)) for due, own in found.items()]
    return tuple(sorted(dues, key=attrgetter("at")))[:DUES_MAX]


def _notices(walls: Sequence[FestivalWall]) -> list[NoticeText]:
    """Return the notices of all tournaments, the last one first."""
    found: dict[str, list[tuple[FestivalWall, NoticeText]]] = {}
    for wall in walls:
        page = wall.basis.page
        for notice in notices_in(wall.basis.recorded, page, wall.basis.now, page.texts):
            found.setdefault(notice.text, []).append((wall, notice))
    notices = [
        max((notice for _, notice in said), key=attrgetter("at"))._replace(
            text=_said_of([wall for wall, _ in said], walls, text)
        )
        for text, said in found.items()
    ]
    return sorted(notices, key=attrgetter("at"), reverse=True)[:ANNOUNCEMENTS_MAX]


def _said_of(of: Sequence[FestivalWall], walls: Sequence[FestivalWall], text: str) -> str:
    """Return a text after the names of the tournaments that it is of, unless it is of all."""
    names = dict.fromkeys(each.name for each in of)
    return text if len(of) == len(walls) else f"{', '.join(names)}: {text}"
