"""The audit of the pairings: every round paired again, as a page and as JSON."""

import asyncio
from collections.abc import Awaitable

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from planilla.adapters.http.endpoints import api_routes
from planilla.adapters.http.limits import Buckets, Cost, LimitedRoute, address_of
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.public import PageRequest, PublicPages
from planilla.adapters.http.whatif_asked import facts_seen, key_of
from planilla.application.jobs import JobRunner, SingleFlight
from planilla.audit.pairing_audit import PairingAudit, audit
from planilla.presentation.pairing_audit import AuditWords

AUDITS_MAX = 16
PATIENCE_S = 8.0
"""Seconds that a page waits for a calculation; a later result is served on reload."""


class AuditPages:
    """Pages of the pairing audit: from public facts, and for the staff from all facts."""

    def __init__(self, buckets: Buckets, public: PublicPages, runner: JobRunner) -> None:
        self._buckets = buckets
        self._public = public
        self._runner = runner
        self._known: SingleFlight[PairingAudit] = SingleFlight(AUDITS_MAX)

    @property
    def routes(self) -> list[Route]:
        """The page, and what it says for programs."""
        return [
            LimitedRoute("/t/{tournament}/audit", self.page, read=Cost.MOMENT),
            *api_routes({"audit-pairings": self.as_json}),
        ]

    async def page(self, request: Request) -> Response:
        """Each round with its verdict, the boards that are not the system's, and why."""
        page_request = await self._page_request(request)
        found = await self._audit(page_request)
        page, is_staff = page_request.page, page_request.visitor.may_act(page_request.page.id)
        texts = await self._public.texts(page_request, "staff" if is_staff else "public")
        words = AuditWords(language=page.language, name_of=page.isolated_name, texts=texts)
        return await self._public.page(
            page_request,
            "timeline",
            "audit.html",
            lambda: {
                "holds": found.holds,
                "unjudged": found.unjudged,
                "version": found.version,
                "headline": words.headline(found),
                "lists": words.lists(found),
                "rounds": tuple(words.round(each, found.unit) for each in found.rounds),
            },
        )

    async def as_json(self, request: Request) -> Response:
        """The same as data: reasons by their commitments, people by their ids."""
        found = await self._audit(await self._page_request(request))
        return Response(
            msgspec.json.encode({"holds": found.holds, **msgspec.to_builtins(found)}),
            headers={"cache-control": "no-store"},
            media_type="application/json",
        )

    async def _page_request(self, request: Request) -> PageRequest:
        """Return the page request; for the staff it includes all facts."""
        page_request = await self._public.page_request(request)
        if not page_request.visitor.may_act(page_request.page.id):
            return page_request
        return await self._public.page_request(request, to_staff=True)

    async def _audit(self, page_request: PageRequest) -> PairingAudit:
        """The audit; one that is not known yet costs the public as much as a what-if."""

        def begun() -> Awaitable[PairingAudit]:
            if not page_request.visitor.may_act(page_request.page.id):
                self._buckets.spend(address_of(page_request.request), Cost.WORK)
            return self._runner.run_in_worker(audit, facts_seen(page_request))

        try:
            return await asyncio.wait_for(self._known.get(key_of(page_request), begun), PATIENCE_S)
        except TimeoutError as error:
            raise Failure(status=503, code="what-if-too-long") from error
