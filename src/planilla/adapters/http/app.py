"""Parts of the web application: routes and middleware, which `main` combines with the live ones."""

import importlib
import logging
import pkgutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from planilla.adapters.http import pages
from planilla.adapters.http.admission import Admission
from planilla.adapters.http.bodies import BodyLimit
from planilla.adapters.http.endpoints import (
    ENDPOINTS,
    Access,
    Endpoint,
    Handler,
    handlers_of,
    is_from_program,
    takes,
)
from planilla.adapters.http.limits import Limits
from planilla.adapters.http.middleware import (
    HEADER,
    HiddenTournaments,
    RequestIds,
    SecurityHeaders,
    current_request_id,
)
from planilla.adapters.http.moments import MomentRedirect, to_its_address
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.rendering import Renderer
from planilla.adapters.http.site import Site
from planilla.adapters.http.visitor import (
    NOBODY,
    THEMES,
    Visitor,
    check_origin,
    chosen_language,
    visitor_of,
)
from planilla.adapters.http.web import Pages, Web
from planilla.application.ports import KeyUnusable, StoreUnavailable
from planilla.application.recording import DamagedLog
from planilla.presentation.catalogue import sentence, tr
from planilla.presentation.problems import article_of, problem_of

COMPRESS_FROM_BYTES = 800
COMPRESS_LEVEL = 6  # a long table is a ninth shorter than at 5, in a fifth more time
CHALLENGES = {
    "no-credentials": 'Bearer realm="planilla"',
    "unknown-link": 'Bearer realm="planilla", error="invalid_token"',
}
"""Values of `WWW-Authenticate` (RFC 6750, 3), by the code of the problem."""

PAGES_MAX = 500
"""Most cached pages of refusals, one for each message."""

logger = logging.getLogger(__name__)

ErrorHandler = Callable[[Request, Any], Any]


@dataclass(frozen=True, kw_only=True)
class WebParts:
    """Arguments of `Starlette(routes=…, middleware=…, exception_handlers=…)`."""

    routes: Sequence[BaseRoute]
    middleware: Sequence[Middleware]
    exception_handlers: Mapping[Any, ErrorHandler]


def build(site: Site) -> WebParts:
    """Return the routes, middleware and error pages of a site."""
    has_accounts, has_push, web = site.accounts is not None, site.push is not None, Web(site)
    classes = [
        each
        for each in page_classes()
        if (has_accounts or not each.of_accounts) and (has_push or not each.of_push)
    ]
    shared = (web.public, web.arbiter, web.acts, web.tickets)
    answering = (*shared, *(each(web) for each in classes))
    web.arbiter.show_refusals_on(answering)
    problems = _Problems(site, web.renderer)
    limits = Limits(ENDPOINTS.values())
    admission = Middleware(
        Admission,
        site=site,
        buckets=web.buckets,
        limits=limits,
        refuse=problems.refused,
        is_awaited=web.tickets.knows,
    )
    return WebParts(
        routes=routes_of(answering, web),
        middleware=[
            Middleware(RequestIds, draw=site.ids.token),
            Middleware(SecurityHeaders, is_secure=site.is_secure),
            admission,
            Middleware(HiddenTournaments, site=site, refuse=problems.refused),
            Middleware(GZipMiddleware, COMPRESS_FROM_BYTES, COMPRESS_LEVEL),
            Middleware(BodyLimit, limits.largest_body),
        ],
        exception_handlers=problems.handlers,
    )


@cache
def page_classes() -> tuple[type[Pages], ...]:
    """Return the classes of pages in the modules of `pages/`, which register their addresses."""
    names = sorted(each.name for each in pkgutil.iter_modules(pages.__path__))
    modules = [importlib.import_module(f"{pages.__name__}.{name}") for name in names]
    return tuple(
        each
        for module in modules
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Pages) and each.__module__ == module.__name__
    )


def routes_of(answering: Iterable[object], web: Web) -> list[Route]:
    """Return the routes of some pages, one for each address, so that 405 names all its methods."""
    by_path: dict[str, dict[str, tuple[Endpoint, Handler]]] = {}
    for each in answering:
        for endpoint, handler in handlers_of(each):
            takes_page = takes(handler, "page_request")
            answer = partial(_with_page_request, web, endpoint, handler) if takes_page else handler
            by_path.setdefault(endpoint.path, {})[endpoint.method] = (endpoint, answer)
    return [Route(path, _answered_by(by), methods=[*by]) for path, by in by_path.items()]


async def _with_page_request(
    web: Web, endpoint: Endpoint, handler: Handler, request: Request
) -> Response:
    """Answer a request of a tournament by a handler that takes its page request."""
    pages = web.arbiter if endpoint.access is Access.STAFF else web.public
    return await handler(await pages.page_request(request))


def _answered_by(methods: Mapping[str, tuple[Endpoint, Handler]]) -> Handler:
    """Return the handler of an address; HEAD is answered as GET.

    A request that changes anything is refused if another site made the browser send it.
    """

    async def handle(request: Request) -> Response:
        endpoint, handler = methods["GET" if request.method == "HEAD" else request.method]
        request.state.endpoint = endpoint
        if endpoint.method != "GET" and not endpoint.is_question:
            check_origin(request)
        return await handler(request)

    return handle


class _Problems:
    """Exception handlers: problem+json for programs, pages for browsers."""

    def __init__(self, site: Site, renderer: Renderer) -> None:
        self._site = site
        self._renderer = renderer
        self._pages: dict[tuple[str, str], bytes] = {}

    @property
    def handlers(self) -> Mapping[Any, ErrorHandler]:
        """Return the handlers by exception."""
        return {
            Failure: self.failure,
            MomentRedirect: to_its_address,
            HTTPException: self.http,
            StoreUnavailable: self.unavailable,
            KeyUnusable: self.no_key,
            DamagedLog: self.damaged,
            Exception: self.internal,
        }

    async def refused(self, request: Request, failure: Failure) -> Response:
        """Answer a request that is not admitted, without look-ups and with a cached page."""
        language = chosen_language(request)
        said = sentence(language, failure.code, dict(failure.fields))
        if is_from_program(request):
            return problem_json(failure, language)
        page = self._pages.get((language, said))
        if page is None:
            front = Request({**request.scope, "path": "/", "query_string": b""})
            visitor = Visitor(language=language, theme=THEMES[0], actor=NOBODY)
            page = bytes(self._page(front, visitor, failure).body)
            if len(self._pages) < PAGES_MAX:
                self._pages[language, said] = page
        headers = {"cache-control": "no-store", "content-language": language, **_retry(failure)}
        return HTMLResponse(page, failure.status, headers)

    async def failure(self, request: Request, failure: Failure) -> Response:
        """Answer a request that cannot be served."""
        language = chosen_language(request)
        if is_from_program(request):
            return problem_json(failure, language)
        visitor = await visitor_of(request, self._site.grants)
        response = self._page(request, visitor, failure)
        response.headers.update(_retry(failure))
        return response

    def _page(self, request: Request, visitor: Visitor, failure: Failure) -> Response:
        return self._renderer.page(
            request,
            visitor,
            "problem.html",
            sentence=sentence(visitor.language, failure.code, dict(failure.fields)),
            code=failure.code,
            article=article_of(failure.code, failure.fields),
            status=failure.status,
        )

    async def http(self, request: Request, error: HTTPException) -> Response:
        """Answer an unknown address or a wrong method."""
        code = {404: "no-such-page", 405: "no-such-method"}.get(error.status_code, "internal")
        failure = Failure(code, status=error.status_code)
        response = await self.failure(request, failure)
        response.headers.update(error.headers or {})
        return response

    async def unavailable(self, request: Request, _: StoreUnavailable) -> Response:
        """Answer while the database does not respond; even the visitor cannot be looked up."""
        return self._plain(request, Failure("unavailable"))

    async def no_key(self, request: Request, _: KeyUnusable) -> Response:
        """Answer if the signing key cannot be used; nothing else needs it."""
        return await self.failure(request, Failure("no-key"))

    async def damaged(self, request: Request, error: DamagedLog) -> Response:
        """Answer if the facts of a tournament cannot be decoded."""
        failure = Failure("log-damaged", {"version": error.version})
        return await self.failure(request, failure)

    async def internal(self, request: Request, _: Exception) -> Response:
        """Answer an internal error; its traceback is logged, not sent."""
        failure = Failure("internal", {"request": current_request_id()})
        response = self._plain(request, failure)
        response.headers[HEADER] = current_request_id()  # made outside of all middleware
        return response

    def _plain(self, request: Request, failure: Failure) -> Response:
        language = chosen_language(request)
        if is_from_program(request):
            return problem_json(failure, language)
        said = sentence(language, failure.code, {})
        if "request" in failure.fields:
            said += " " + tr(language, "page.request-id", request=failure.fields["request"])
        return Response(said, status_code=failure.status, media_type="text/plain; charset=utf-8")


def problem_json(failure: Failure, language: str) -> Response:
    """Return a problem by RFC 9457; a 401 names the required scheme (RFC 9110, 11.6.1)."""
    headers = {"content-language": language, "cache-control": "no-store", **_retry(failure)}
    if failure.status == 401:
        headers["www-authenticate"] = CHALLENGES[failure.code]
    return JSONResponse(
        problem_of(language, failure.code, failure.status, failure.fields, failure.version),
        status_code=failure.status,
        media_type="application/problem+json",
        headers=headers,
    )


def _retry(failure: Failure) -> dict[str, str]:
    """Return the header `Retry-After`, if the time is known."""
    return {"retry-after": str(failure.retry_s)} if failure.retry_s else {}
