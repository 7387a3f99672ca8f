"""Secret links of arbiters and the organiser: pages that list, create and revoke them.

An arbiter sees and revokes the links of their tournament; the organiser those of all.
"""

import logging

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from planilla.adapters.http.create import CreatePages
from planilla.adapters.http.limits import LimitedRoute
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.rendering import Renderer
from planilla.adapters.http.site import Site
from planilla.adapters.http.visitor import Visitor, check_origin, tokens_of, visitor_of
from planilla.application.permissions import ALL_TOURNAMENTS, hash_of_token, link_id
from planilla.application.ports import SecretLink

logger = logging.getLogger(__name__)


class LinkPages:
    """The list of links of a tournament, or of all tournaments, with what closes each."""

    def __init__(self, site: Site, founding: CreatePages, renderer: Renderer) -> None:
        self._site = site
        self._founding = founding
        self._renderer = renderer

    @property
    def routes(self) -> list[Route]:
        """Routes for the arbiters of a tournament and for the organiser."""
        return [
            LimitedRoute("/links", self.show_all, methods=["GET"]),
            Route("/links/{link}/revoke", self.revoke_any, methods=["POST"]),
            LimitedRoute("/t/{tournament}/links", self.show, methods=["GET"]),
            LimitedRoute("/t/{tournament}/links", self.create, methods=["POST"]),
            Route("/t/{tournament}/links/{link}/revoke", self.revoke, methods=["POST"]),
        ]

    async def show_all(self, request: Request) -> Response:
        """Show the links of all tournaments to the organiser."""
        visitor = await self._founding.organiser(request)
        return self._page(request, visitor, "", await self._site.grants.links())

    async def show(self, request: Request) -> Response:
        """Show the links of a tournament to its arbiters."""
        visitor, tournament = await self._arbiter(request)
        links = await self._site.grants.links(tournament)
        return self._page(request, visitor, tournament, links)

    async def create(self, request: Request) -> Response:
        """Show a new link for an arbiter of the tournament, once."""
        check_origin(request)
        visitor, tournament = await self._arbiter(request)
        return await self._founding.created(request, visitor, tournament, template="link.html")

    async def revoke_any(self, request: Request) -> Response:
        """Close any link, for the organiser; their own is renewed on the command line."""
        check_origin(request)
        await self._founding.organiser(request)
        return await self._revoked(request, "")

    async def revoke(self, request: Request) -> Response:
        """Close a link of the tournament, for its arbiters."""
        check_origin(request)
        _, tournament = await self._arbiter(request)
        return await self._revoked(request, tournament)

    async def _arbiter(self, request: Request) -> tuple[Visitor, str]:
        tournament = request.path_params["tournament"]
        visitor = await visitor_of(request, self._site.grants)
        if not visitor.may_act(tournament) or not await self._site.log.head(tournament):
            raise Failure(status=403, code="not-permitted")
        return visitor, tournament

    async def _revoked(self, request: Request, tournament: str) -> Response:
        link = request.path_params["link"]
        offered = await self._site.grants.links(tournament or None)
        found = next((each for each in offered if each.id == link), None)
        if found is None:
            raise Failure(status=404, code="no-such-link", fields={"link": link})
        if found.scope == ALL_TOURNAMENTS:
            raise Failure(status=409, code="organisers-link", fields={"link": link})
        if await self._site.grants.revoke(link):
            logger.info("link %s of %s was revoked", link, found.scope)
        return RedirectResponse(_page_of(tournament), status_code=303)

    def _page(
        self,
        request: Request,
        visitor: Visitor,
        tournament: str,
        links: tuple[SecretLink, ...],
    ) -> Response:
        own = {link_id(hash_of_token(token)) for token in tokens_of(request)}
        response = self._renderer.page(
            request,
            visitor,
            "links.html",
            tournament=tournament,
            page=_page_of(tournament),
            everywhere=ALL_TOURNAMENTS,
            current=[each for each in links if each.revoked_at is None],
            revoked=[each for each in links if each.revoked_at is not None],
            own=own,
        )
        response.headers["cache-control"] = "no-store"
        return response


def _page_of(tournament: str) -> str:
    return f"/t/{tournament}/links" if tournament else "/links"
