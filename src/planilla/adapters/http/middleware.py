"""Middleware: headers of security, hidden tournaments, and an id for each request."""

import logging
import re
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from urllib.parse import urlsplit, urlunsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from planilla.adapters.http.problems import Failure
from planilla.adapters.http.site import Site
from planilla.adapters.http.visitor import LINKS_COOKIE, actor_behind
from planilla.application.permissions import may_act

DIRECTIVES = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types planilla",
)
"""No inline script or style. One named policy turns our own server's HTML into nodes."""

SECURITY_HEADERS = {
    "content-security-policy": "; ".join(DIRECTIVES),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
HSTS = "max-age=31536000"


PUBLIC_CACHE_CONTROL, PRIVATE_CACHE_CONTROL = "no-cache", "private, no-cache"
"""Values of `cache-control`; private for holders of a link, whose pages may show more."""


class SecurityHeaders:
    """Adds the headers to each response of the application that it wraps."""

    def __init__(self, app: ASGIApp, *, is_secure: bool) -> None:
        self._app = app
        self._headers = dict(SECURITY_HEADERS)
        if is_secure:
            self._headers["strict-transport-security"] = HSTS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and complete the head of its response."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        is_known = _has_a_link(Headers(scope=scope))

        async def send_completed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if "location" in headers:
                    headers["location"] = _within(headers["location"])
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                if is_known and headers.get("cache-control") == PUBLIC_CACHE_CONTROL:
                    headers["cache-control"] = PRIVATE_CACHE_CONTROL
            await send(message)

        await self._app(scope, receive, send_completed)


def _has_a_link(headers: Headers) -> bool:
    return "authorization" in headers or f"{LINKS_COOKIE}=" in headers.get("cookie", "")


def _within(location: str) -> str:
    """Return an address without scheme and host: which host was asked for is not to be trusted."""
    parts = urlsplit(location)
    path = "/" + parts.path.lstrip("/")  # two slashes at the beginning would name a host
    return urlunsplit(("", "", path, parts.query, parts.fragment))


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
        return Failure("tournament-hidden")


HEADER = "x-request-id"
OWN_LENGTH = 16
_CLIENT_ID = re.compile("[0-9A-Za-z-]{8,64}")
_CURRENT: ContextVar[str] = ContextVar("request_id", default="")


def current_request_id() -> str:
    """Return the id of the request that is being answered; empty outside of one."""
    return _CURRENT.get()


class RequestIds:
    """Gives each request its id, and each answer the id of its request."""

    def __init__(self, app: ASGIApp, *, draw: Callable[[], str]) -> None:
        self._app = app
        self._draw = draw

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, with its id in the context and in the head of the response."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        brought = Headers(scope=scope).get(HEADER, "")
        request_id = brought if _CLIENT_ID.fullmatch(brought) else self._draw()[:OWN_LENGTH]
        _CURRENT.set(request_id)  # a request has a context of its own: nothing is to be undone

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)[HEADER] = request_id
            await send(message)

        await self._app(scope, receive, send_with_id)


class WithRequestId(logging.Filter):
    """Puts the id of the request, where there is one, behind the message of a log record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Complete the record; every record is written."""
        request_id = current_request_id()
        if request_id and not hasattr(record, "request_id"):  # another handler may have done so
            record.request_id = request_id
            record.msg, record.args = f"{record.getMessage()} [request {request_id}]", ()
        return True
