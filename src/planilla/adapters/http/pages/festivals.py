"""Festivals: the page of several tournaments that belong together, their check-in and links.

A festival has no commands of its own: each form here posts one to one of its tournaments, and an
announcement the same one to several.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from planilla.adapters.http.arbiter import Refused
from planilla.adapters.http.bodies import command_id_of, read_form, read_json
from planilla.adapters.http.command_forms import read as read_struct
from planilla.adapters.http.endpoints import JSON, Access, Cost, Tag, operation_at, page_at
from planilla.adapters.http.forms import Form, Input
from planilla.adapters.http.limits import Threads
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.pages.links import LinkPages
from planilla.adapters.http.problems import Failure, failure_of
from planilla.adapters.http.responses import (
    NO_CACHE,
    NO_STORE,
    data_response,
    share_picture_response,
)
from planilla.adapters.http.views.festivals import (
    FestivalLine,
    FestivalOverview,
    FestivalTournament,
    announcements_of,
    check_in_lines,
    coming_round,
    line_of,
    overview_of,
    part_shown,
    played_now,
    players_found,
    prizes_shown,
    several_prizes,
    twice_entered,
)
from planilla.adapters.http.views.filters import MISSING
from planilla.adapters.http.views.head import festival_data
from planilla.adapters.http.views.share_picture import (
    PictureLine,
    SharePicture,
    drawable,
    drawn,
)
from planilla.adapters.http.visitor import Visitor, not_permitted, visitor_of
from planilla.adapters.http.web import Pages, Web
from planilla.application.festivals import (
    AnnouncedIn,
    FestivalPart,
    announce,
    description_of,
    entered_twice,
    found_by_name,
)
from planilla.application.moments import zone_name
from planilla.application.roles import FESTIVAL_SCOPE, View
from planilla.domain.instants import Instant
from planilla.domain.tournament.festival import FESTIVAL_NAME_MAX, PLACE_MAX
from planilla.domain.tournament.notices import NOTICE_LENGTH_MAX, PostNotice
from planilla.domain.tournament.values import Festival, PublicLevel
from planilla.formats.rating_list.names import search_key
from planilla.presentation.catalogue import sentence
from planilla.presentation.dates import days_between

QUERY_MAX = 80
"""Most characters of a search."""
FOUND_MAX = 60
"""Most players that a search lists."""
ABOUT_ANNOUNCING = (
    "Each tournament decides for itself, and the answer has one for each: `done`, or why it was "
    "refused. Sent again with the same key, it is posted only where it was not."
)
"""The description of the announcement for programs."""


class ListedFestival(FestivalLine, frozen=True, kw_only=True):
    """A festival of the list, with the ids of its tournaments that the reader may see."""

    tournaments: tuple[str, ...]


class FestivalList(msgspec.Struct, frozen=True, kw_only=True):
    """All festivals with visible tournaments, by name."""

    festivals: tuple[ListedFestival, ...]


@dataclass(frozen=True, kw_only=True)
class FestivalRead:
    """A festival as a visitor may see it."""

    visitor: Visitor
    festival: Festival
    parts: Sequence[FestivalPart]

    @property
    def scope(self) -> str:
        """The scope of links for all its tournaments."""
        return FESTIVAL_SCOPE + self.festival.id

    def may_see(self, view: View) -> bool:
        """Return whether the visitor may see a view of all tournaments that are shown."""
        return all(self.visitor.may_see(each.tournament, view) for each in self.parts)


class Addable(NamedTuple):
    """A tournament that the visitor may add to a festival."""

    id: str
    name: str


class FestivalAnnouncement(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A notice for `tournaments`, or for all of the festival; `until` as in `post-notice`."""

    note: str
    until: Instant | None = None
    tournaments: tuple[str, ...] = ()


class FestivalAnnounced(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of each tournament to an announcement."""

    announced: tuple[AnnouncedIn, ...]


@dataclass(frozen=True, kw_only=True)
class AnnouncementSent:
    """An announcement of the form, and the answers to it, or why it was sent nowhere."""

    form: Input
    answers: tuple[AnnouncedIn, ...] = ()
    failure: Failure | None = None


class FestivalPages(Pages):
    """Pages of festivals, and the page by which a tournament joins one."""

    def __init__(self, web: Web) -> None:
        super().__init__(web)
        self._threads = Threads()
        self._links = LinkPages(web)

    @page_at("/e/{festival}", cost=Cost.PAGE, is_cached=True, timeless="several tournaments")
    async def show(self, request: Request) -> Response:
        """Show the tournaments of a festival as they stand; `?q=` searches the players of all."""
        return await self._page(request, await self.read(request))

    @page_at(
        "/e/{festival}",
        method="POST",
        access=Access.STAFF,
        view=View.DESK,
    )
    async def announce(self, request: Request) -> Response:
        """Announce to the ticked tournaments, and show what each answered."""
        read = await self.read(request, View.DESK)
        form = await read_form(request)
        try:
            notices = [(each.tournament, _notice(form, each)) for each in _chosen(form, read)]
        except Failure as failure:
            sent = AnnouncementSent(form=Input(form), failure=failure)
        else:
            command_id = form.get("command_id", "")
            answers = await announce(self._site.bus, read.visitor.actor, command_id, notices)
            sent = AnnouncementSent(form=Input(form), answers=answers)
        response = await self._page(request, await self.read(request), sent)
        response.headers["cache-control"] = NO_STORE
        return response

    @operation_at(
        "/api/e/{festival}/announcements",
        method="POST",
        name="announce-to-festival",
        tag=Tag.ARBITER,
        summary="Post a notice in several tournaments of a festival at once.",
        description=ABOUT_ANNOUNCING,
        access=Access.STAFF,
        view=View.DESK,
        parameters=("Idempotency-Key",),
        body=FestivalAnnouncement,
        body_media=JSON,
        answer=FestivalAnnounced,
    )
    async def announce_by_program(self, request: Request) -> Response:
        """Announce to the named tournaments, or to all, and return the answer of each.

        Raises:
            Failure: the body cannot be read, or there is no such festival for the sender.
        """
        read = await self.read(request, View.DESK)
        asked = await read_json(request, FestivalAnnouncement)
        lines = await self._web.festivals.lines(read.visitor.actor, read.festival.id)
        known = [each.id for each in lines]
        for each in asked.tournaments:
            if each not in known:
                raise Failure("no-such-tournament", {"tournament": each[:64]})
        body = {"note": asked.note, "until": asked.until}
        notices = [(each, body) for each in known if each in (asked.tournaments or known)]
        command_id = command_id_of(request)
        answers = await announce(self._site.bus, read.visitor.actor, command_id, notices)
        return data_response(FestivalAnnounced(announced=answers))

    async def _page(
        self, request: Request, read: FestivalRead, sent: AnnouncementSent | None = None
    ) -> Response:
        """Return the page of a festival, with what became of an announcement."""
        wanted = request.query_params.get("q", "").strip()[:QUERY_MAX]
        texts = await self.texts(read)
        governs = read.may_see(View.GOVERN)
        addable = await self._addable(read.visitor) if governs else []
        of_desk = await self._web.festivals.parts(read.visitor.actor, read.festival.id, View.DESK)

        def made() -> Response:
            found = players_found(read.parts, found_by_name(read.parts, wanted))
            shown = self._shown(read, texts)
            return self._renderer.page(
                request,
                read.visitor,
                "festival.html",
                festival=read.festival,
                followed=read.parts,
                site=self._site.public_url,
                event_data=festival_data(read.festival, self._site.public_url),
                days=_days(read),
                tournaments=shown,
                announcements=announcements_of(shown),
                announces=[Addable(each.tournament, each.state.name) for each in of_desk],
                notice_max=NOTICE_LENGTH_MAX,
                **_said(read, sent),
                wanted=wanted,
                found=found[:FOUND_MAX],
                more=max(0, len(found) - FOUND_MAX),
                governs=governs,
                steers=read.may_see(View.DESK),
                addable=addable,
                checks_in=any(
                    read.visitor.may_see(each.tournament, View.PRESENCE) for each in read.parts
                ),
                twice=twice_entered(of_desk),
                name_max=FESTIVAL_NAME_MAX,
                place_max=PLACE_MAX,
                status=200 if sent is None or sent.failure is None else sent.failure.status,
            )

        return await self._threads.run(made, is_staff=governs)

    @page_at("/e/{festival}/prizes", cost=Cost.PAGE, is_cached=True, timeless="several tournaments")
    async def prizes(self, request: Request) -> Response:
        """Show the winners of all tournaments, and who has prizes in several of them."""
        read = await self.read(request)

        def made() -> Response:
            language = read.visitor.language
            return self._renderer.page(
                request,
                read.visitor,
                "festival_prizes.html",
                festival=read.festival,
                tournaments=prizes_shown(read.parts, language),
                several=several_prizes(read.parts, language),
            )

        return await self._threads.run(made, is_staff=False)

    @page_at(
        "/e/{festival}/share.png", cost=Cost.PAGE, is_cached=True, timeless="several tournaments"
    )
    async def picture(self, request: Request) -> Response:
        """Return a festival as a picture for networks: its tournaments and their rounds."""
        read = await self.read(request)

        def made() -> bytes:
            heads = [each.head for each in self._shown(read, {})]
            lines = tuple(
                PictureLine("", drawable(each.name, each.id), f"{each.round} / {each.rounds}")
                for each in heads
            )
            days = _days(read)
            place = drawable(read.festival.place, "")
            site = self._site.public_url.partition("://")[2]
            return drawn(
                SharePicture(
                    title=drawable(read.festival.name, read.festival.id),
                    status=" · ".join(filter(None, (place, days))),
                    lines=lines,
                    foot=f"{site}/e/{read.festival.id}",
                )
            )

        return share_picture_response(await self._threads.run(made, is_staff=False))

    @page_at(
        "/e/{festival}/check-in",
        access=Access.STAFF,
        view=View.PRESENCE,
        timeless="the players who are here now",
    )
    async def check_in(self, request: Request) -> Response:
        """Show everybody who may play a next round, with a button for who is here."""
        read = await self.read(request, View.PRESENCE)
        wanted = request.query_params.get("q", "").strip()[:QUERY_MAX]
        twice = entered_twice(read.parts)

        def made() -> Response:
            lines = check_in_lines(read.parts, twice)
            words = search_key(wanted).split()
            missing = Counter(each.tournament for each in lines if not each.is_here)
            is_missing_only = request.query_params.get("show") == MISSING
            return self._renderer.page(
                request,
                read.visitor,
                "festival_check_in.html",
                festival=read.festival,
                followed=read.parts,
                lines=[
                    each
                    for each in lines
                    if all(word in search_key(each.name) for word in words)
                    and not (is_missing_only and each.is_here)
                ],
                is_missing_only=is_missing_only,
                wanted=wanted,
                here=sum(each.is_here for each in lines),
                all_count=len(lines),
                rounds=[
                    (part.tournament, part.state.name, coming, missing[part.tournament])
                    for part in read.parts
                    if (coming := coming_round(played_now(part.state)))
                ],
            )

        response = await self._threads.run(made, is_staff=True)
        response.headers["cache-control"] = NO_STORE
        return response

    @page_at(
        "/e/{festival}/links", access=Access.STAFF, view=View.GOVERN, timeless="the current links"
    )
    async def links(self, request: Request) -> Response:
        """Show the links for all tournaments of a festival to whoever governs all of them."""
        read = await self.read_whole(request, View.GOVERN)
        return await self._links.page(request, read.visitor, read.scope)

    @page_at("/e/{festival}/links", method="POST", access=Access.STAFF, view=View.GOVERN)
    async def make_link(self, request: Request) -> Response:
        """Give a role in all tournaments of a festival to an account, or show a new link once."""
        read = await self.read_whole(request, View.GOVERN)
        return await self._links.asked(request, read.visitor, read.scope)

    @page_at(
        "/e/{festival}/links/{link}/revoke", method="POST", access=Access.STAFF, view=View.GOVERN
    )
    async def revoke(self, request: Request) -> Response:
        """Revoke a link of a festival."""
        read = await self.read_whole(request, View.GOVERN)
        return await self._links.revoked(request, read.visitor, read.scope)

    @page_at(
        "/t/{tournament}/arbiter/festival",
        access=Access.STAFF,
        view=View.GOVERN,
        desk_link="festival.title",
    )
    async def desk(self, page_request: PageRequest, refused: Refused | None = None) -> Response:
        """Show the forms by which a tournament joins a festival, founds one or leaves its own."""
        visitor, own = page_request.visitor, page_request.page.state.festival
        if own is not None and refused is None:
            return RedirectResponse(
                f"/e/{own.id}", status_code=303, headers={"cache-control": NO_STORE}
            )
        known = [
            description_of(parts)
            for parts in (await self._web.festivals.all(visitor.actor)).values()
            if all(visitor.may_see(each.tournament, View.GOVERN) for each in parts)
        ]
        return await self._arbiter.page(
            page_request,
            "festival_desk.html",
            refused,
            lambda: {
                "known": sorted(known, key=lambda each: search_key(each.name)),
                "name_max": FESTIVAL_NAME_MAX,
                "place_max": PLACE_MAX,
            },
        )

    @operation_at(
        "/api/e",
        name="list-festivals",
        tag=Tag.TOURNAMENTS,
        summary="List the festivals: tournaments that belong together, by name.",
        cost=Cost.PAGE,
        timeless="the current list of festivals",
        answer=FestivalList,
    )
    async def listed(self, request: Request) -> Response:
        """Return all festivals with tournaments that the reader may see."""
        visitor = await visitor_of(request, self._site.grants)
        found = []
        for parts in (await self._web.festivals.all(visitor.actor)).values():
            line = msgspec.structs.asdict(line_of(description_of(parts)))
            found.append(
                ListedFestival(**line, tournaments=tuple(each.tournament for each in parts))
            )
        found.sort(key=lambda each: (search_key(each.name), each.id))
        answer = FestivalList(festivals=tuple(found))
        return data_response(answer, cache=NO_CACHE, vary="cookie, authorization")

    @operation_at(
        "/api/e/{festival}",
        name="read-festival",
        tag=Tag.TOURNAMENTS,
        summary="A festival, and how far its tournaments are.",
        cost=Cost.PAGE,
        timeless="several tournaments",
        answer=FestivalOverview,
    )
    async def overview(self, request: Request) -> Response:
        """Return one festival with the tournaments that the reader may see."""
        read = await self.read(request)
        shown = await self._threads.run(self._shown, read, {}, is_staff=False)
        answer = overview_of(read.festival, shown)
        return data_response(answer, cache=NO_CACHE, vary="cookie, authorization")

    def _shown(
        self, read: FestivalRead, texts: Mapping[str, Mapping[str, str]]
    ) -> list[FestivalTournament]:
        now = self._site.clock.now()
        return [
            part_shown(part, read.visitor.language, now, texts.get(part.tournament, {}))
            for part in read.parts
        ]

    async def read(
        self,
        request: Request,
        view: View | None = None,
        *,
        level: PublicLevel = PublicLevel.STANDINGS,
    ) -> FestivalRead:
        """Return the festival of an address, as the visitor may see it.

        It has what is public of a level. With a view it has the tournaments of which the visitor
        may see it, with all facts.

        Raises:
            Failure: there is no such festival, or nothing in it for this visitor.
        """
        festival = request.path_params["festival"]
        visitor = await visitor_of(request, self._site.grants)
        parts = await self._web.festivals.parts(visitor.actor, festival, view, level=level)
        if (
            not parts
            and view is not None
            and await self._web.festivals.lines(visitor.actor, festival)
        ):
            raise not_permitted(request, visitor.actor)
        if not parts:
            raise Failure("no-such-festival", {"festival": festival[:64]})
        return FestivalRead(visitor=visitor, festival=description_of(parts), parts=parts)

    async def read_whole(self, request: Request, view: View) -> FestivalRead:
        """Return the festival of an address to whoever may see a view of all its tournaments.

        Raises:
            Failure: there is no such festival, or the visitor may not.
        """
        read = await self.read(request, view)
        actor = read.visitor.actor
        if not await self._web.festivals.are_all_seen(actor, read.festival.id, view):
            raise not_permitted(request, actor)
        return read

    async def texts(self, read: FestivalRead) -> dict[str, Mapping[str, str]]:
        """Return the public texts of each tournament of a festival."""
        return {
            each.tournament: await self._site.log.texts(each.tournament, "public")
            for each in read.parts
        }

    async def _addable(self, visitor: Visitor) -> list[Addable]:
        """Return the tournaments without festival that a visitor governs, by name."""
        found = [
            Addable(each.id, each.name)
            for each in await self._site.log.tournaments()
            if not each.festival and visitor.may_see(each.id, View.GOVERN)
        ]
        return sorted(found, key=lambda each: search_key(each.name))


def _chosen(form: Form, read: FestivalRead) -> list[FestivalPart]:
    """Return the tournaments that are ticked.

    Raises:
        Failure: none is.
    """
    wanted = form.get("tournaments", "").split(",")
    parts = [each for each in read.parts if each.tournament in wanted]
    if not parts:
        raise Failure("no-tournament-chosen")
    return parts


def _notice(form: Form, part: FestivalPart) -> dict[str, Any]:
    """Return the body of a notice; its end is at the time of the tournament's venue.

    Raises:
        WrongForm: the end cannot be read.
    """
    return read_struct(PostNotice, {**form, "zone": zone_name(part.state)})


def _said(read: FestivalRead, sent: AnnouncementSent | None) -> dict[str, Any]:
    """Return the fields of the form of announcements: what was sent, and the answers in words.

    Where all was posted it is empty again; otherwise the tournaments that refused stay ticked.
    """
    sent = AnnouncementSent(form=Input()) if sent is None else sent
    names = {each.tournament: each.state.name for each in read.parts}
    refused = {each.tournament: failure_of(each.answer) for each in sent.answers}
    left = {of for of, failure in refused.items() if failure is not None}
    if sent.failure is not None:
        left = {*sent.form["tournaments"].split(",")}
    return {
        "sent": sent.form if left else Input(),
        "left": left,
        "unsent": _sentence(read, sent.failure),
        "outcomes": [
            (names.get(of, of), _sentence(read, failure)) for of, failure in refused.items()
        ],
    }


def _sentence(read: FestivalRead, failure: Failure | None) -> str:
    """Return why something was refused; empty where it was not."""
    if failure is None:
        return ""
    return sentence(read.visitor.language, failure.code, dict(failure.fields))


def _days(read: FestivalRead) -> str:
    """Return the days of a festival in words; empty where they are not said."""
    festival = read.festival
    return days_between(read.visitor.language, festival.first_day, festival.last_day)
