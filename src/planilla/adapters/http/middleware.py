"""Middleware for security headers, hidden tournaments, and request ids."""

import logging
import re
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from urllib.parse import urlsplit, urlunsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from planilla.adapters.http.limits import READ_METHODS
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.site import Site
from planilla.adapters.http.visitor import LINKS_COOKIE, SESSION_COOKIE, actor_behind
from planilla.application.permissions import may_see
from planilla.application.roles import View

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
"""Content security policy without inline scripts or styles, with one policy for trusted HTML."""

FRAMED_ANYWHERE = "frame-ancestors *"
EMBEDDED_POLICY = "; ".join(DIRECTIVES).replace("frame-ancestors 'none'", FRAMED_ANYWHERE)
"""The policy of a public page that other sites may show within theirs."""
SHARED_PATH = re.compile(r"/api/[et](?:/|$)|/t/[^/]+/[^/]+\.(?:csv|ics|atom)$|/embed\.js$")
"""Addresses whose public content scripts of other sites may read: without cookies, by GET."""

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
"""Values of `cache-control`; private for holders of links, whose pages may differ."""


class SecurityHeaders:
    """Middleware that adds the security headers to each response."""

    def __init__(self, app: ASGIApp, *, is_secure: bool) -> None:
        self._app = app
        self._headers = dict(SECURITY_HEADERS)
        if is_secure:
            self._headers["strict-transport-security"] = HSTS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and complete the headers of its response."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_completed(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._complete(scope, MutableHeaders(scope=message))
            await send(message)

        await self._app(scope, receive, send_completed)

    def _complete(self, scope: Scope, headers: MutableHeaders) -> None:
        if "location" in headers:
            headers["location"] = _within(headers["location"])
        for name, value in self._headers.items():
            headers.setdefault(name, value)
        if FRAMED_ANYWHERE in headers["content-security-policy"]:
            del headers["x-frame-options"]
        if scope["method"] in READ_METHODS and SHARED_PATH.match(scope["path"]):
            headers["access-control-allow-origin"] = "*"
            headers["cross-origin-resource-policy"] = "cross-origin"
        is_known = _has_a_link(Headers(scope=scope))
        if is_known and headers.get("cache-control") == PUBLIC_CACHE_CONTROL:
            headers["cache-control"] = PRIVATE_CACHE_CONTROL


def _has_a_link(headers: Headers) -> bool:
    cookies = headers.get("cookie", "")
    is_known = any(f"{name}=" in cookies for name in (LINKS_COOKIE, SESSION_COOKIE))
    return is_known or "authorization" in headers


def _within(location: str) -> str:
    """Return an address without scheme and host, since the requested host is not trusted."""
    parts = urlsplit(location)
    path = "/" + parts.path.lstrip("/")  # two leading slashes would name a host
    return urlunsplit(("", "", path, parts.query, parts.fragment))


TOURNAMENT_PATH = re.compile(r"/(?:api/)?t/(?P<tournament>[^/]+)")

Refuse = Callable[[Request, Failure], Awaitable[Response]]


class HiddenTournaments:
    """Middleware that answers 404 for a hidden tournament without a link to it.

    It follows the admission, which limits requests. Pages cached before the tournament was hidden
    are not sent, since hiding is a fact and invalidates them.
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
        if may_see(actor, tournament, View.HIDDEN):
            return None
        return Failure("tournament-hidden")


HEADER = "x-request-id"
OWN_LENGTH = 16
_CLIENT_ID = re.compile("[0-9A-Za-z-]{8,64}")
_CURRENT: ContextVar[str] = ContextVar("request_id", default="")


def current_request_id() -> str:
    """Return the id of the current request; "" outside of one."""
    return _CURRENT.get()


class RequestIds:
    """Middleware that gives an id to each request and to its response."""

    def __init__(self, app: ASGIApp, *, draw: Callable[[], str]) -> None:
        self._app = app
        self._draw = draw

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, with its id in the context and in the response headers."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        brought = Headers(scope=scope).get(HEADER, "")
        request_id = brought if _CLIENT_ID.fullmatch(brought) else self._draw()[:OWN_LENGTH]
        _CURRENT.set(request_id)  # each request has its own context, so there is no reset

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)[HEADER] = request_id
            await send(message)

        await self._app(scope, receive, send_with_id)


class WithRequestId(logging.Filter):
    """Log filter that appends the id of the request, if any, to the message."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Complete the record; return True."""
        request_id = current_request_id()
        if request_id and not hasattr(record, "request_id"):  # another handler may have done so
            record.request_id = request_id
            record.msg, record.args = f"{record.getMessage()} [request {request_id}]", ()
        return True
