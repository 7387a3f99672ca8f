"""The tablet of a Masnou hall: its page, its acts as forms, its clock, and its offline copy."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from planilla.adapters.http.arbiter import ArbiterPages, Refused
from planilla.adapters.http.assets import Assets
from planilla.adapters.http.bodies import read_form
from planilla.adapters.http.command_forms import body_of
from planilla.adapters.http.limits import Cost, LimitedRoute
from planilla.adapters.http.problems import Failure, failure_of
from planilla.adapters.http.public import PageRequest, PublicPages
from planilla.adapters.http.site import Site
from planilla.adapters.http.views.damage import damage_said
from planilla.adapters.http.views.local import zone_name
from planilla.adapters.http.views.tablet import known_to_scripts, tablet_of
from planilla.adapters.http.visitor import check_origin
from planilla.application.envelope import Submission
from planilla.domain.tournament.masnou.hall import hall_of

WORKER = "scripts/tablet-worker.js"
ACTS = frozenset(
    {
        "record-result",
        "take-seat",
        "miss-call",
        "queue-player",
        "stand-down",
        "enter-entrants",
        "add-table",
        "pause-hall",
        "resume-hall",
        "end-hall",
        "draw-playoff",
        "finish-tournament",
    }
)
"""Commands that the page offers without script."""


class TabletPages:
    """Pages of the tablet of a marathon's organiser."""

    def __init__(
        self, site: Site, public: PublicPages, arbiter: ArbiterPages, assets: Assets
    ) -> None:
        self._site = site
        self._public = public
        self._arbiter = arbiter
        self._worker = assets.files[WORKER]

    @property
    def routes(self) -> list[Route]:
        """The addresses under which a service worker may keep the page, and no others."""
        return [
            Route("/t/{tournament}/arbiter/hall", self.page),
            Route("/t/{tournament}/arbiter/hall/clock", self.clock),
            Route("/t/{tournament}/arbiter/hall/acts/{act}", self.act, methods=["POST"]),
            LimitedRoute("/t/{tournament}/arbiter/hall-worker.js", self.worker, read=Cost.FREE),
        ]

    async def page(self, request: Request, refused: Refused | None = None) -> Response:
        """A card for each table, the queue, and everything else behind one tap."""
        page_request = await self._page_request(request)
        state = page_request.page.state
        if not state.memory.has_games:
            return RedirectResponse(f"/t/{page_request.page.id}/hall/setup", status_code=303)
        now = self._site.clock.now()
        response = await self._public.part(
            page_request,
            "tablet.html",
            lambda: {
                "tournament": page_request.page.id,
                "name": page_request.page.state.name,
                "damage": damage_said(
                    page_request.visitor.language, self._site.integrity.of(page_request.page.id)
                ),
                "time_zone": zone_name(page_request.page.state),
                "tablet": tablet_of(page_request.page, hall_of(state), now),
                "known": known_to_scripts(page_request.page, now, page_request.history.version),
                "is_finished": page_request.page.state.finished,
                "failed": refused,
                "status": 200 if refused is None else refused.status,
            },
        )
        # The browser's own cache must not answer for the network: the worker keeps a copy instead.
        response.headers["cache-control"] = "no-store"
        return response

    async def _page_request(self, request: Request) -> PageRequest:
        page_request = await self._arbiter.page_request(request)
        if not page_request.page.state.system.seats_at_once:
            system = page_request.page.state.system_name
            raise Failure(status=409, code="not-in-this-system", fields={"system": system})
        return page_request

    async def act(self, request: Request) -> Response:
        """An act without script: one form, one command, and the page again."""
        check_origin(request)
        page_request = await self._page_request(request)
        act = request.path_params["act"]
        form = await read_form(request)
        try:
            failure = await self._submit(page_request, act, form)
        except Failure as error:
            failure = error
        if failure is None:
            return RedirectResponse(f"/t/{page_request.page.id}/arbiter/hall", status_code=303)
        said = self._arbiter.said(page_request, failure)
        return await self.page(request, Refused(act=act, sentence=said, status=failure.status))

    async def _submit(
        self, page_request: PageRequest, act: str, form: Mapping[str, str]
    ) -> Failure | None:
        if act not in ACTS:
            raise Failure(status=404, code="no-such-command", fields={"command": act[:40]})
        answer = await self._site.bus.submit(
            Submission(
                tournament=page_request.page.id,
                name=act,
                body=msgspec.json.encode(self._body(act, form)),
                command_id=form.get("command_id", ""),
                actor=page_request.visitor.actor,
            )
        )
        return failure_of(answer)

    def _body(self, act: str, form: Mapping[str, str]) -> dict[str, Any]:
        if act == "enter-entrants":
            identity = re.sub(r"[^A-Za-z0-9]", "", form.get("command_id", ""))[:24]
            person = {"name": form.get("name", "").strip()}
            return {"entrants": [{"id": identity, "person": person}]}
        return body_of(act, form)

    async def clock(self, request: Request) -> Response:
        """The server's clock, in microseconds since 1970 (UTC): tablets correct theirs by it."""
        await self._page_request(request)
        return JSONResponse({"now": self._site.clock.now()}, headers={"cache-control": "no-store"})

    async def worker(self, _: Request) -> Response:
        """The script that opens the page again without a network, where browsers allow one."""
        return Response(
            self._worker.plain,
            headers={"cache-control": "no-cache"},
            media_type=self._worker.media_type,
        )
