"""Hidden tournaments: everything of them answers that they are not public, but for their staff."""

import re
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from planilla.adapters.http.problems import Failure
from planilla.adapters.http.site import Site
from planilla.adapters.http.visitor import actor_behind
from planilla.application.permissions import may_act

TOURNAMENT_PATH = re.compile(r"/(?:api/)?t/(?P<tournament>[^/]+)")

Refuse = Callable[[Request, Failure], Awaitable[Response]]


class HiddenTournaments:
    """Middleware that answers 404 for a hidden tournament without a link to it.

    It stands behind the admission, which counts who asks; a page that was kept before the
    tournament was hidden is not shown again, for that is a fact like any other.
    """

    def __init__(self, app: ASGIApp, *, site: Site, refuse: Refuse) -> None:
        self._app = app
        self._site = site
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        found = TOURNAMENT_PATH.match(scope["path"]) if scope["type"] == "http" else None
        failure = None if found is None else await self._failure(scope, found["tournament"])
        if failure is None:
            await self._app(scope, receive, send)
        else:
            response = await self._refuse(Request(scope), failure)
            await response(scope, receive, send)

    async def _failure(self, scope: Scope, tournament: str) -> Failure | None:
        if not await self._site.log.hidden(tournament):
            return None
        actor = await actor_behind(Request(scope), self._site.grants, tournament)
        if may_act(actor, tournament):
            return None
        return Failure(status=404, code="tournament-hidden")
