"""Pages of the website itself: problem codes, health, OpenAPI document, and assets."""

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Annotated, Any, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from planilla.adapters.http.endpoints import Access, Cost, Tag, operation_at, page_at, wants_html
from planilla.adapters.http.openapi import openapi_document
from planilla.adapters.http.problems import Failure, status_of
from planilla.adapters.http.responses import data_response, qr_response
from planilla.adapters.http.visitor import chosen_language, visitor_of
from planilla.adapters.http.web import Pages, Web
from planilla.application.unready import Unready
from planilla.presentation.problems import advice, article_of, fields_of, meaning, problem_codes

CODE_MAX = 60
"""Most characters of an unknown code repeated in the message."""


class ProblemCode(msgspec.Struct, frozen=True, kw_only=True):
    """A problem code: its status, meaning, and remedy.

    `article` is the article of the regulations behind it, or ""; `fields` are the names in its
    `fields`.
    """

    code: str
    type: str
    status: int
    meaning: str
    advice: str
    article: str
    fields: tuple[str, ...]


class ProblemCodes(msgspec.Struct, frozen=True, kw_only=True):
    """All codes in alphabetical order."""

    codes: tuple[ProblemCode, ...]


class ProblemPages(Pages):
    """Pages that explain the problem codes, independent of tournaments."""

    @operation_at(
        "/problems",
        name="list-problems",
        tag=Tag.SERVICE,
        summary="All codes of problems; a page for people, JSON where JSON is asked for.",
        access=Access.PUBLIC,
        cost=Cost.PAGE,
        timeless="the interface, not a tournament",
        answer=ProblemCodes,
    )
    async def listed(self, request: Request) -> Response:
        """List all codes."""
        language = chosen_language(request)
        codes = tuple(explained(language, code) for code in problem_codes())
        if not wants_html(request):
            return _json(ProblemCodes(codes=codes), language)
        return await self._page(request, "problem_codes.html", codes=codes)

    @operation_at(
        "/problems/{code}",
        name="explain-problem",
        tag=Tag.SERVICE,
        summary="The meaning of a code of a problem, what to do, and the article behind it.",
        access=Access.PUBLIC,
        cost=Cost.PAGE,
        timeless="the interface, not a tournament",
        answer=ProblemCode,
    )
    async def explained(self, request: Request) -> Response:
        """Explain one code.

        Raises:
            Failure: there is no such code.
        """
        code = request.path_params["code"]
        if code not in problem_codes():
            raise Failure("no-such-problem", {"code": code[:CODE_MAX]})
        language = chosen_language(request)
        found = explained(language, code)
        if not wants_html(request):
            return _json(found, language)
        return await self._page(request, "problem_code.html", found=found)

    async def _page(
        self, request: Request, template: str, **fields: ProblemCode | tuple[ProblemCode, ...]
    ) -> Response:
        visitor = await visitor_of(request, self._site.grants)
        response = self._renderer.page(request, visitor, template, **fields)
        response.headers["vary"] = f"{response.headers['vary']}, accept"
        return response


def explained(language: str, code: str) -> ProblemCode:
    """Return a code with its texts in a language."""
    status = status_of(code)
    return ProblemCode(
        code=code,
        type=f"/problems/{code}",
        status=status,
        meaning=meaning(language, code),
        advice=advice(language, status),
        article=article_of(code),
        fields=fields_of(code),
    )


def _json(found: ProblemCode | ProblemCodes, language: str) -> Response:
    return Response(
        msgspec.json.encode(found),
        media_type="application/json",
        headers={
            "cache-control": "no-cache",
            "content-language": language,
            "vary": "cookie, accept-language, accept",
        },
    )


KEPT_S = 1.0
"""Seconds that the answer of a check is cached."""
ANSWERED_S = 2.5
"""Seconds until a check counts as failed; probes usually time out after three."""
RETRY_S = 1

Check = Callable[[], tuple[Unready, ...]]


class ReadinessCheck:
    """Readiness check that serves the last result, or that of a running check."""

    def __init__(self, check: Check, clock: Callable[[], float] = time.monotonic) -> None:
        self._check = check
        self._clock = clock
        self._checking: Future[tuple[Unready, ...]] | None = None
        self._good_until = 0.0

    async def serve(self, _: Request) -> Response:
        """Answer 200 `ready`, or 503 with the codes of the faults."""
        why = await self._faults()
        if not why:
            return data_response(Readiness())
        response = data_response(NotReady(why=why), status=503)
        response.headers["retry-after"] = str(RETRY_S)
        return response

    async def _faults(self) -> tuple[Unready, ...]:
        found = self._checking
        if found is None or (found.done() and self._clock() >= self._good_until):
            found = self._checking = Future()
            threading.Thread(
                target=self._run, args=(found,), name="planilla-readiness", daemon=True
            ).start()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ANSWERED_S):
                return await asyncio.shield(asyncio.wrap_future(found))
        return (Unready.NO_ANSWER,)

    def _run(self, found: Future[tuple[Unready, ...]]) -> None:
        try:
            faults = self._check()
        except BaseException as error:  # noqa: BLE001 - raised in the waiting tasks
            self._good_until = self._clock() + KEPT_S
            found.set_exception(error)
        else:
            self._good_until = self._clock() + KEPT_S
            found.set_result(faults)


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of a server that can read its database."""

    status: Literal["ok"] = "ok"


class Readiness(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of a server that can record commands."""

    status: Literal["ready"] = "ready"


class NotReady(msgspec.Struct, frozen=True, kw_only=True):
    """The faults that prevent recording, as stable codes."""

    status: Literal["not-ready"] = "not-ready"
    why: Annotated[tuple[Unready, ...], msgspec.Meta(min_length=1)]


class ServicePages(Pages):
    """Handlers of assets, health, and the OpenAPI document."""

    def __init__(self, web: Web) -> None:
        super().__init__(web)
        self._assets = web.assets
        self._readiness = ReadinessCheck(web.site.faults)

    @page_at(
        "/assets/{digest}/{path:path}",
        cost=Cost.FREE,
        timeless="files of this version of the program",
    )
    async def asset(self, request: Request) -> Response:
        """Return a style sheet, a script or an icon."""
        return await self._assets.serve(request)

    @operation_at(
        "/healthz",
        name="check-health",
        tag=Tag.SERVICE,
        summary="Answers 200 when the database can be read.",
        access=Access.PUBLIC,
        cost=Cost.FREE,
        timeless="whether the server answers",
        answer=Health,
    )
    async def health(self, _: Request) -> Response:
        """Answer after reading the database."""
        await self._site.log.epoch()
        return data_response(Health())

    @operation_at(
        "/readyz",
        name="check-readiness",
        tag=Tag.SERVICE,
        summary="Answers 200 when commands can be recorded, otherwise 503 with the reasons.",
        access=Access.PUBLIC,
        cost=Cost.FREE,
        timeless="whether the server can record now",
        answer=Readiness,
        unavailable=NotReady,
    )
    async def readiness(self, request: Request) -> Response:
        """Return whether commands can be recorded."""
        return await self._readiness.serve(request)

    @operation_at(
        "/api/openapi.json",
        name="read-openapi",
        tag=Tag.SERVICE,
        summary="This document.",
        access=Access.PUBLIC,
        cost=Cost.FREE,
        timeless="the interface, not a tournament",
        answer=dict[str, Any],
    )
    async def openapi(self, _: Request) -> Response:
        """Return the document of all addresses for programs."""
        document = openapi_document(self._site.public_url, self._site.version)
        return Response(document, media_type="application/json")

    @page_at("/t/{tournament}/qr.svg", cost=Cost.PAGE, timeless="an address that never changes")
    async def code(self, request: Request) -> Response:
        """Return the public address of a tournament as a QR code."""
        tournament = request.path_params["tournament"]
        await self._head_version(tournament)
        return qr_response(f"{self._site.public_url}/t/{tournament}")
