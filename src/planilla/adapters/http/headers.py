"""Headers on every answer: what a page may run, what no proxy keeps, and where it leads."""

from urllib.parse import urlsplit, urlunsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from planilla.adapters.http.visitor import LINKS_COOKIE

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
