"""Screens on walls, paired by a short code and steered from a page of arbiters.

A browser that opens `/screen` gets a token that opens nothing yet, and shows a code made of it.
Whoever types the code on the arbiters' page of a tournament or of a festival makes that token a
link of the role `screen` for it; what the wall shows is a term of the link. So neither a restart of
the server nor of the screen ends the pairing, and nothing else is stored: a waiting screen asks
every few seconds, which makes its code known to the server again.

Another process or node than the one that the screen asked may get the code. It offers the link
under a token made of the code and the log's key, for as long as a screen takes to ask again;
whichever node is asked by that screen hands the link over to the token of the screen.
"""

import asyncio
import hashlib
from collections import OrderedDict
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from planilla.adapters.http.bodies import read_form
from planilla.adapters.http.endpoints import Access, Cost, choice_in, choices_in, page_at
from planilla.adapters.http.forms import Form
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.pages.festivals import FestivalPages, FestivalRead
from planilla.adapters.http.pages.wall import wall_of
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.responses import data_response
from planilla.adapters.http.visitor import (
    A_YEAR_S,
    TOKEN_MAX,
    Visitor,
    address_of_scope,
    remember_link,
    visitor_of,
)
from planilla.adapters.http.web import Pages, Web
from planilla.application.envelope import Actor
from planilla.application.permissions import actor_of_link, hash_of_token, link_id
from planilla.application.roles import (
    NAME_MAX,
    Grant,
    Role,
    View,
    WallProgramme,
    WallShow,
    festival_of_scope,
    shows_of,
)
from planilla.audit.seal import keyed_hash
from planilla.domain.tournament.masnou.hall import SECOND_US

SCREEN_COOKIE = "planilla_screen"
CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The 32 signs of Crockford's Base32: without I, L, O and U, which are read as others."""
ALIKE = str.maketrans("ILO", "110")
CODE_LENGTH = 5
WAITING_MAX, WAITING_US = 500, 60 * SECOND_US
"""Most waiting screens, and the time after which one that no longer asks is forgotten."""
SEEN_MAX = 500
OFFER_US = 6 * SECOND_US
"""The time that an offer stands: a screen asks every four seconds."""
OFFER_LOOK_S = 0.25
"""Seconds between two looks whether an offer was taken."""
OFFERS = b"planilla offers to screens\n"
"""The beginning of what is signed, which no other message of Planilla has."""
Kept = TypeVar("Kept")
TURNS = "turns"
"""The choice of several things, which take turns."""


class ScreenNow(msgspec.Struct, frozen=True, kw_only=True):
    """The address that a screen shows now."""

    address: str


class PairedScreen(msgspec.Struct, frozen=True, kw_only=True):
    """A screen of a tournament; `seen_at` is in microseconds since 1970, 0 since the start."""

    link: str
    name: str
    programme: WallProgramme
    seen_at: int


class ScreenPages(Pages):
    """The page of a screen, and the arbiters' pages of all screens of a tournament or festival."""

    def __init__(self, web: Web) -> None:
        super().__init__(web)
        self._festivals = FestivalPages(web)
        self._codes: OrderedDict[str, tuple[str, int]] = OrderedDict()
        self._asked_at: OrderedDict[str, int] = OrderedDict()

    @page_at("/screen", cost=Cost.PAGE, timeless="what the screen shows now")
    async def show(self, request: Request) -> Response:
        """Show the code of a screen that is not paired; else what it was told to show."""
        token = await self._token(request)
        address = await self._address(token)
        if address:
            response: Response = RedirectResponse(address, status_code=303)
            remember_link(request, response, token, is_secure=self._site.is_secure)
        else:
            response = self._renderer.page(
                request,
                await visitor_of(request, self._site.grants),
                "screen_code.html",
                code=code_of(token),
                desk=f"{self._site.public_url.partition('://')[2]}/t/…/arbiter/screens",
            )
        response.headers["cache-control"] = "no-store"
        response.set_cookie(
            SCREEN_COOKIE,
            token,
            max_age=A_YEAR_S,
            httponly=True,
            samesite="strict",
            secure=self._site.is_secure,
        )
        return response

    @page_at("/screen/now", cost=Cost.PAGE, timeless="what the screen shows now")
    async def now(self, request: Request) -> Response:
        """Return the address that the screen shows now, as JSON."""
        token = request.cookies.get(SCREEN_COOKIE, "")[:TOKEN_MAX]
        address = await self._address(token) if token else ""
        return data_response(ScreenNow(address=address or "/screen"))

    async def _token(self, request: Request) -> str:
        """Return the token of a screen, a new one where the old one no longer opens anything."""
        token = request.cookies.get(SCREEN_COOKIE, "")[:TOKEN_MAX]
        known = await self._site.grants.link(token) if token else None
        holder = await self._site.grants.holder(token) if known is not None else None
        opens_nothing = known is not None and (holder is None or not holder.grants)
        return self._site.ids.token() if opens_nothing or not token else token

    async def _address(self, token: str) -> str:
        """Return what a paired screen shows; "" for another one, which is waiting from now on."""
        now = self._site.clock.now()
        holder = await self._site.grants.holder(token) or await self._offered(token, now)
        found = await self._site.grants.link(token)
        if holder is None or found is None or not holder.grants:
            self._codes[code_of(token)] = (token, now)
            _keep_last(self._codes, code_of(token), WAITING_MAX)
            return ""
        self._asked_at[found.id] = now
        _keep_last(self._asked_at, found.id, SEEN_MAX)
        return f"{address_of_scope(found.grant.tournament)}/{wall_of(found.grant.programme)}"

    @page_at(
        "/t/{tournament}/arbiter/screens",
        access=Access.STAFF,
        desk_link="wall.screens",
        timeless="the current screens",
    )
    async def desk(self, page_request: PageRequest) -> Response:
        """Show the screens of the tournament, and the field for the code of another one."""
        return await self._desk(page_request)

    @page_at("/t/{tournament}/arbiter/screens", method="POST", access=Access.STAFF)
    async def pair(self, page_request: PageRequest) -> Response:
        """Pair the screen that shows a code; a code that no screen shows is said at the field."""
        form, scope = await read_form(page_request.request), page_request.page.id
        if not await self._is_paired(form, scope, page_request.visitor):
            return await self._desk(page_request, form.get("code", "")[:20], status=422)
        return _back(scope)

    @page_at(
        "/e/{festival}/screens",
        access=Access.STAFF,
        view=View.DESK,
        timeless="the current screens",
    )
    async def festival_desk(self, request: Request) -> Response:
        """Show the screens of a festival to whoever has the desks of all its tournaments."""
        return await self._festival_desk(request, await self._festival(request))

    @page_at("/e/{festival}/screens", method="POST", access=Access.STAFF, view=View.DESK)
    async def festival_pair(self, request: Request) -> Response:
        """Pair a screen with a festival, as with a tournament."""
        read, form = await self._festival(request), await read_form(request)
        if not await self._is_paired(form, read.scope, read.visitor):
            code = form.get("code", "")[:20]
            return await self._festival_desk(request, read, code, status=422)
        return _back(read.scope)

    async def _festival(self, request: Request) -> FestivalRead:
        return await self._festivals.read_whole(request, View.DESK)

    async def _is_paired(self, form: Form, scope: str, visitor: Visitor) -> bool:
        """Pair the screen that shows the code of a form; return whether one does."""
        code = form.get("code", "").strip().upper().translate(ALIKE)
        name = " ".join(form.get("name", "").split())[:NAME_MAX] or code
        grant = Grant(tournament=scope, role=Role.SCREEN, name=name)
        token, asked_at = self._codes.pop(code, ("", 0))
        if self._site.clock.now() - asked_at <= WAITING_US:
            actor = actor_of_link(token, Role.SCREEN)
            await self._site.grants.give(token, actor, grant, by=visitor.actor.id)
            return True
        return await self._is_taken(code, grant)

    async def _is_taken(self, code: str, grant: Grant) -> bool:
        """Offer a link to a screen that asks elsewhere; return whether one took it in time."""
        secret = self._site.secret(OFFERS)
        if not secret or not self._site.has_others:
            return False
        until = self._site.clock.now() + OFFER_US
        offer = _offer(secret, code, self._site.clock.now())
        await self._site.grants.give(offer, actor_of_link(offer, Role.SCREEN), grant)
        while self._site.clock.now() < until:
            await asyncio.sleep(OFFER_LOOK_S)
            found = await self._site.grants.link(offer)
            if found is None or found.revoked_at is not None:
                return found is not None and found.grant == grant
        await self._site.grants.revoke(link_id(hash_of_token(offer)))
        return False

    async def _offered(self, token: str, now: int) -> Actor | None:
        """Return the actor of a screen that takes the link offered for its code, if one is."""
        secret = self._site.secret(OFFERS) if self._site.has_others else b""
        if not secret:
            return None
        for at in (now, now - OFFER_US):
            offer = _offer(secret, code_of(token), at)
            found = await self._site.grants.link(offer)
            if found is not None and found.is_open(now):
                await self._site.grants.give(token, actor_of_link(token, Role.SCREEN), found.grant)
                await self._site.grants.revoke(found.id)
                return await self._site.grants.holder(token)
        return None

    @page_at("/t/{tournament}/arbiter/screens/{link}", method="POST", access=Access.STAFF)
    async def steer(self, page_request: PageRequest) -> Response:
        """Change what a screen shows, or end its pairing where nothing is chosen.

        Raises:
            Failure: there is no such screen of the tournament, or no such choice.
        """
        stages = page_request.page.state.stages
        return await self._steered(
            page_request.request, page_request.page.id, page_request.visitor, stages=stages
        )

    @page_at("/e/{festival}/screens/{link}", method="POST", access=Access.STAFF, view=View.DESK)
    async def festival_steer(self, request: Request) -> Response:
        """Change what a screen of a festival shows, or end its pairing.

        Raises:
            Failure: there is no such screen of the festival, or no such choice.
        """
        read = await self._festival(request)
        return await self._steered(request, read.scope, read.visitor)

    async def _steered(
        self, request: Request, scope: str, visitor: Visitor, *, stages: int = 0
    ) -> Response:
        form, link = await read_form(request), request.path_params["link"]
        choice = choice_in(form, "show", (*WallShow, TURNS))
        stage = choice_in(form, "stage", tuple(map(str, range(1, stages + 1))))
        if link not in {each.link for each in await self._screens(scope)}:
            raise Failure("no-such-link", {"link": link})
        if choice:
            turns = choices_in(form, TURNS, WallShow) if choice == TURNS else (choice,)
            programme = WallProgramme(
                shows=tuple(map(WallShow, turns)) or (WallShow.BOTH,),
                stage=int(stage) if stage else None,
            )
            await self._site.grants.show(link, scope, programme)
        else:
            await self._site.grants.revoke(link, scope, by=visitor.actor.id)
        return _back(scope)

    async def _screens(self, scope: str) -> list[PairedScreen]:
        """Return the screens that are paired with a tournament or a festival."""
        now = self._site.clock.now()
        return [
            PairedScreen(
                link=each.id,
                name=each.grant.name,
                programme=each.grant.programme,
                seen_at=self._asked_at.get(each.id, 0),
            )
            for each in await self._site.grants.links(scope)
            if each.grant.role is Role.SCREEN and each.is_open(now)
        ]

    async def _fields(self, scope: str, unknown: str) -> dict[str, Any]:
        return {
            "screens": await self._screens(scope),
            "here": _page_of(scope),
            "unknown": unknown,
            "code_length": CODE_LENGTH,
            "name_max": NAME_MAX,
            "address": f"{self._site.public_url}/screen",
        }

    async def _desk(
        self, page_request: PageRequest, unknown: str = "", *, status: int = 200
    ) -> Response:
        fields = await self._fields(page_request.page.id, unknown)
        system = page_request.page.state.system
        response = await self._public.page(
            page_request,
            "arbiter",
            "screens_desk.html",
            lambda: {
                **fields,
                "shows": shows_of(system),
                "seats_at_once": system.seats_at_once,
                "turns_help": "wall.turns.help" + (".hall" if system.seats_at_once else ""),
            },
            status=status,
        )
        response.headers["cache-control"] = "no-store"
        return response

    async def _festival_desk(
        self, request: Request, read: FestivalRead, unknown: str = "", *, status: int = 200
    ) -> Response:
        response = self._renderer.page(
            request,
            read.visitor,
            "festival_screens.html",
            festival=read.festival,
            shows=tuple(WallShow),
            seats_at_once=False,
            turns_help="wall.turns.help.festival",
            stage_links=(),
            **await self._fields(read.scope, unknown),
            status=status,
        )
        response.headers["cache-control"] = "no-store"
        return response


def _page_of(scope: str) -> str:
    """Return the arbiters' page of the screens of a tournament or a festival."""
    of_festival = bool(festival_of_scope(scope))
    return f"{address_of_scope(scope)}/{'screens' if of_festival else 'arbiter/screens'}"


def _back(scope: str) -> Response:
    return RedirectResponse(_page_of(scope), status_code=303)


def code_of(token: str) -> str:
    """Return the code that a screen with this token shows."""
    number = int.from_bytes(hashlib.sha256(f"screen {token}".encode()).digest()[:8])
    return "".join(CODE_ALPHABET[number >> 5 * at & 31] for at in range(CODE_LENGTH))


def _offer(secret: bytes, code: str, at: int) -> str:
    """Return the token under which a link is offered to the screen with a code at a time."""
    return keyed_hash(secret, f"{code} {at // OFFER_US}".encode()).hex()


def _keep_last(known: OrderedDict[str, Kept], key: str, most: int) -> None:
    """Move a key to the end, and drop the first ones beyond the most."""
    known.move_to_end(key)
    while len(known) > most:
        known.popitem(last=False)
