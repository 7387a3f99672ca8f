"""Data for spectators, on their phones and in other programs: lines of the followed players."""

from starlette.responses import Response

from planilla.adapters.http.endpoints import Cost, page_at
from planilla.adapters.http.public import PageRequest, followed_in
from planilla.adapters.http.views.head import head_of
from planilla.adapters.http.web import Pages


class SpectatorPages(Pages):
    """Handlers of the parts of pages and the files that spectators keep."""

    @page_at("/t/{tournament}/following", cost=Cost.PAGE, is_cached=True)
    async def following(self, page_request: PageRequest) -> Response:
        """Show the lines of the players in `?follow=`."""
        return await self._public.part(
            page_request,
            "following.html",
            lambda: {
                "head": head_of(page_request.page, page_request.version),
                **followed_in(page_request),
            },
        )
