"""The web application in parts: routes and middleware that `main` composes with the live ones."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from planilla.adapters.http.acts import ActPages
from planilla.adapters.http.admission import Admission
from planilla.adapters.http.api import CommandInterface
from planilla.adapters.http.arbiter import ArbiterPages
from planilla.adapters.http.archives import Archives
from planilla.adapters.http.assets import Assets
from planilla.adapters.http.audit import AuditPages
from planilla.adapters.http.bodies import BodyLimit
from planilla.adapters.http.changes import ChangePages
from planilla.adapters.http.create import CreatePages
from planilla.adapters.http.dossier import DossierPages
from planilla.adapters.http.elo import EloPages
from planilla.adapters.http.endpoints import ENDPOINTS, api_routes, is_from_program
from planilla.adapters.http.entries import EntryPages
from planilla.adapters.http.erasure import ErasurePages
from planilla.adapters.http.evidence import EvidencePages
from planilla.adapters.http.exports import TournamentFiles
from planilla.adapters.http.hall import HallPages
from planilla.adapters.http.hall_files import HallFiles
from planilla.adapters.http.hall_setup import HallSetup
from planilla.adapters.http.headers import SecurityHeaders
from planilla.adapters.http.heads import HeadPages
from planilla.adapters.http.hidden import HiddenTournaments
from planilla.adapters.http.imports import ImportPages
from planilla.adapters.http.ladder import LadderDesk
from planilla.adapters.http.limits import Buckets, Cost, LimitedRoute, Limits
from planilla.adapters.http.links import LinkPages
from planilla.adapters.http.moments import Elsewhen, to_its_address
from planilla.adapters.http.movement import MovementPages
from planilla.adapters.http.openapi import openapi_document
from planilla.adapters.http.previews import PreviewPages
from planilla.adapters.http.prizes import PrizePages
from planilla.adapters.http.problem_pages import ProblemPages
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.public import PublicPages
from planilla.adapters.http.qr import qr_routes
from planilla.adapters.http.qualifying import QualifyingPages
from planilla.adapters.http.readiness import ReadinessCheck
from planilla.adapters.http.reading import TournamentReader
from planilla.adapters.http.regulations import RegulationsPages
from planilla.adapters.http.rendering import Renderer
from planilla.adapters.http.request_ids import HEADER, RequestIds, current_request_id
from planilla.adapters.http.sign_in import SignInPages
from planilla.adapters.http.site import Site
from planilla.adapters.http.tablet import TabletPages
from planilla.adapters.http.timeline import TimelinePages
from planilla.adapters.http.tournaments import Tournaments
from planilla.adapters.http.visitor import NOBODY, THEMES, Visitor, chosen_language, visitor_of
from planilla.adapters.http.whatif import WhatIfPages
from planilla.adapters.http.whatif_waiting import WhatIfTickets
from planilla.application.impact import Impacts
from planilla.application.jobs import JobRunner
from planilla.application.ports import KeyUnusable, StoreUnavailable
from planilla.application.previews import Previews, PrizeChances
from planilla.application.recording import DamagedLog
from planilla.application.whatif import what_if_jobs
from planilla.presentation.catalogue import sentence, tr
from planilla.presentation.problems import article_of, problem_of

COMPRESS_FROM_BYTES = 800
COMPRESS_LEVEL = 5
CHALLENGES = {
    "no-credentials": 'Bearer realm="planilla"',
    "unknown-link": 'Bearer realm="planilla", error="invalid_token"',
}
"""Values of `WWW-Authenticate` (RFC 6750, 3), by the code of the problem."""

PAGES_MAX = 500
"""Pages of refusals that are kept: one for each sentence."""

logger = logging.getLogger(__name__)

Handler = Callable[[Request, Any], Any]


@dataclass(frozen=True, kw_only=True)
class WebParts:
    """Arguments of `Starlette(routes=…, middleware=…, exception_handlers=…)`."""

    routes: Sequence[BaseRoute]
    middleware: Sequence[Middleware]
    exception_handlers: Mapping[Any, Handler]


def build(site: Site) -> WebParts:
    """The routes, middleware and error pages of a site."""
    assets = Assets(site.web_dir)
    renderer = Renderer(site, assets)
    runner = JobRunner(site.worker, site.follower)
    readings, impacts = TournamentReader(site.log, site.integrity), Impacts(runner)
    public = PublicPages(site, readings, renderer, runner)
    arbiter = ArbiterPages(site, public)
    acts = ActPages(site, arbiter, impacts)
    problems = _Problems(site, renderer)
    buckets = Buckets(site.clock)
    waiting = WhatIfTickets(site, public, what_if_jobs(runner))
    routes: list[Route] = [
        *Tournaments(site, public).routes,
        *CommandInterface(site, readings, impacts).routes,
        *_service_routes(site),
        *ProblemPages(site, renderer).routes,
        LimitedRoute("/assets/{digest}/{path:path}", assets.serve, read=Cost.FREE),
        *SignInPages(site, renderer).routes,
        *_founding_routes(site, public, acts, renderer),
        *EntryPages(site, public, acts).routes,
        *TournamentFiles(site, public).routes,
        *Archives(site).routes,
        *HeadPages(site, public).routes,
        *_hall_routes(site, public, renderer),
        *waiting.routes,
        *AuditPages(buckets, public, runner).routes,
        *_reading_routes(site, public, runner, waiting),
        *PreviewPages(arbiter, Previews(runner)).routes,
        *ChangePages(site, arbiter, acts, runner).routes,
        *acts.routes,
        *_desk_routes(site, public, arbiter, assets),
        *public.routes,
    ]
    limits = Limits(routes, ENDPOINTS.values())
    admission = Middleware(
        Admission,
        site=site,
        buckets=buckets,
        limits=limits,
        refuse=problems.refused,
        is_awaited=waiting.knows,
    )
    return WebParts(
        routes=routes,
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


def _reading_routes(
    site: Site, public: PublicPages, runner: JobRunner, waiting: WhatIfTickets
) -> list[Route]:
    """Return the routes of what-if, dossiers, Elo, prizes, movement and explanations."""
    chances = PrizeChances(runner)
    return [
        *WhatIfPages(public, waiting).routes,
        *DossierPages(site, public, waiting).routes,
        *EloPages(public).routes,
        *PrizePages(public, chances).routes,
        *QualifyingPages(public, chances).routes,
        *MovementPages(public).routes,
        *TimelinePages(public).routes,
    ]


def _founding_routes(
    site: Site, public: PublicPages, acts: ActPages, renderer: Renderer
) -> list[Route]:
    """The ways to begin a tournament: in short, by its regulations, from a file."""
    founding = CreatePages(site, renderer)
    return [
        *founding.routes,
        *RegulationsPages(site, public, founding, acts, renderer).routes,
        *LinkPages(site, founding, renderer).routes,
        *ImportPages(site, renderer).routes,
    ]


def _hall_routes(site: Site, public: PublicPages, renderer: Renderer) -> list[Route]:
    """Return the routes that only a Masnou has: its set-up, screens and files."""
    return [
        *HallSetup(site, public).routes,
        *HallPages(site, public, renderer).routes,
        *HallFiles(public).routes,
    ]


def _desk_routes(
    site: Site, public: PublicPages, arbiter: ArbiterPages, assets: Assets
) -> list[Route]:
    """The arbiter's own pages: the tablet of a hall, the desk of a ladder, and that of rounds."""
    return [
        *TabletPages(site, public, arbiter, assets).routes,
        *LadderDesk(arbiter).routes,
        *EvidencePages(site, arbiter).routes,
        *ErasurePages(site, arbiter).routes,
        *arbiter.routes,
    ]


def _service_routes(site: Site) -> list[Route]:
    document = openapi_document(site.public_url, site.version)

    async def health(_: Request) -> Response:
        await site.log.epoch()
        return JSONResponse({"status": "ok"}, headers={"cache-control": "no-store"})

    async def openapi(_: Request) -> Response:
        return Response(document, media_type="application/json")

    handlers = {
        "check-health": health,
        "check-readiness": ReadinessCheck(site.faults).serve,
        "read-openapi": openapi,
    }
    return [*api_routes(handlers), *qr_routes(site)]


class _Problems:
    """Says what went wrong: to programs as problem+json, to people as a page."""

    def __init__(self, site: Site, renderer: Renderer) -> None:
        self._site = site
        self._renderer = renderer
        self._pages: dict[tuple[str, str], bytes] = {}

    @property
    def handlers(self) -> Mapping[Any, Handler]:
        """The answers by the exception that they are about."""
        return {
            Failure: self.failure,
            Elsewhen: to_its_address,
            HTTPException: self.http,
            StoreUnavailable: self.unavailable,
            KeyUnusable: self.no_key,
            DamagedLog: self.damaged,
            Exception: self.internal,
        }

    async def refused(self, request: Request, failure: Failure) -> Response:
        """A request that is not let in: nothing is looked up, and its page is made once."""
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
        """A request that cannot be served."""
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
        """No such address, or not with this method."""
        code = {404: "no-such-page", 405: "no-such-method"}.get(error.status_code, "internal")
        failure = Failure(status=error.status_code, code=code)
        response = await self.failure(request, failure)
        response.headers.update(error.headers or {})
        return response

    async def unavailable(self, request: Request, _: StoreUnavailable) -> Response:
        """The database does not answer; even the visitor cannot be looked up."""
        return self._plain(request, Failure(status=503, code="unavailable"))

    async def no_key(self, request: Request, _: KeyUnusable) -> Response:
        """The key that signs cannot be used; nothing else needs it."""
        return await self.failure(request, Failure(status=503, code="no-key"))

    async def damaged(self, request: Request, error: DamagedLog) -> Response:
        """The facts of a tournament cannot be read any more."""
        failure = Failure(status=500, code="log-damaged", fields={"version": error.version})
        return await self.failure(request, failure)

    async def internal(self, request: Request, _: Exception) -> Response:
        """An internal error: the server logs its traceback and does not send it."""
        failure = Failure(status=500, code="internal", fields={"request": current_request_id()})
        response = self._plain(request, failure)
        response.headers[HEADER] = current_request_id()  # it is made outside of all middleware
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
    """A problem as RFC 9457 has it; 401 names the scheme that is wanted (RFC 9110, 11.6.1)."""
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
    """The header that says when the same may be asked again, where that is known."""
    return {"retry-after": str(failure.retry_s)} if failure.retry_s else {}
