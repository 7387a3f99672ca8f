"""Secret links: the token of a link becomes a cookie, and appears in no address and no log.

A link is `/enter#<token>`: browsers do not send the part after the `#`. The page's script posts it;
without script it can be pasted into a field. The code of a link for some boards is typed there.
"""

import logging

import anyio
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from planilla.adapters.http.bodies import DOOR_MAX, read_form
from planilla.adapters.http.endpoints import Cost, page_at
from planilla.adapters.http.limits import address_of
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.visitor import HOMES, LINKS_COOKIE, NOBODY, remember_link, visitor_of
from planilla.adapters.http.web import Pages
from planilla.application.link_codes import code_in, may_be_typed, token_of
from planilla.application.ports import KeyUnusable, SecretLink
from planilla.application.roles import ALL_TOURNAMENTS, Grant, View, festival_of_scope

TOKEN_LENGTH_MAX = 200
WRONG_LINK_DELAY_S = 1.0
"""Delay in seconds after a wrong link, to limit the load: 192 bits cannot be guessed."""

logger = logging.getLogger(__name__)


class SignInPages(Pages):
    """Pages for signing in by a link and for signing out."""

    @page_at("/enter", cost=Cost.FREE, timeless="the sign-in page, not a view")
    async def show(self, request: Request) -> Response:
        """Show the field for a link."""
        return await self._page(request, status=200)

    @page_at("/enter", method="POST", cost=Cost.DOOR, body_max=DOOR_MAX)
    async def enter(self, request: Request) -> Response:
        """Exchange a token, or a code that was typed, for a cookie; redirect to its tournament."""
        given = (await read_form(request)).get("token", "").strip()
        token = given.rpartition("#")[2][:TOKEN_LENGTH_MAX]
        code, now = code_in(token), self._site.clock.now()
        if code:  # before the lookup: beyond the limit also a right code is not looked up
            self._web.buckets.spend(address_of(request), Cost.SIGN_IN)
            token = self._token_of(code)
        link = await self._site.grants.link(token) if token else None
        opens = link is not None and link.is_open(now) and (not code or may_be_typed(link, now))
        if link is None or not opens:
            logger.warning("an invalid link was entered from %s", address_of(request))
            await anyio.sleep(WRONG_LINK_DELAY_S)
            return await self._page(request, status=403, known=link, code=code)
        response = RedirectResponse(_home_of(link.grant), status_code=303)
        remember_link(request, response, token, is_secure=self._site.is_secure)
        return response

    @page_at("/leave", method="POST", body_max=DOOR_MAX)
    async def leave(self, _: Request) -> Response:
        """Delete the links of this browser."""
        response = RedirectResponse("/", status_code=303)
        response.delete_cookie(LINKS_COOKIE, httponly=True, samesite="strict")
        return response

    def _token_of(self, code: str) -> str:
        """Return the token of the link of a code; "" without a key, as then no code was made."""
        if self._site.keys is None:
            return ""
        try:
            return token_of(self._site.keys, code)
        except KeyUnusable as error:
            raise Failure("no-key") from error

    async def _page(
        self, request: Request, *, status: int, known: SecretLink | None = None, code: str = ""
    ) -> Response:
        visitor = await visitor_of(request, self._site.grants)
        holds = visitor.actor is not NOBODY
        return self._renderer.page(
            request,
            visitor,
            "sign_in.html",
            wrong=status != 200,
            known=known,
            code=code,
            now=self._site.clock.now(),
            holds=holds,
            status=status,
        )


def _home_of(grant: Grant) -> str:
    """Return the address that a link opens first."""
    if grant.tournament == ALL_TOURNAMENTS:
        return "/"
    festival = festival_of_scope(grant.tournament)
    if festival:
        return f"/e/{festival}{'/check-in' if grant.rights.home is View.PRESENCE else ''}"
    return f"/t/{grant.tournament}/{HOMES[grant.rights.home]}"
