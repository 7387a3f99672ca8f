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

WORKER = "scripts/tablet-worker.js"
ACTS = frozenset(
    {
        "record-result",
        "withdraw-result",
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
        look = await self._look(request)
        hall = look.sheet.state.hall
        if hall is None:
            return RedirectResponse(f"/t/{look.sheet.id}/hall/setup", status_code=303)
        now = self._site.clock.now()
        response = await self._public.part(
            look,
            "tablet.html",
            lambda: {
                "tournament": look.sheet.id,
                "name": look.sheet.state.name,
                "damage": damage_said(
                    look.visitor.language, self._site.integrity.of(look.sheet.id)
                ),
                "time_zone": zone_name(look.sheet.state),
                "tablet": tablet_of(look.sheet, hall, now),
                "known": known_to_scripts(look.sheet, now, look.history.version),
                "is_finished": look.sheet.state.finished,
                "failed": refused,
                "status": 200 if refused is None else refused.status,
            },
        )
        # The browser's own cache must not answer for the network: the worker keeps a copy instead.
        response.headers["cache-control"] = "no-store"
        return response

    async def _look(self, request: Request) -> PageRequest:
        look = await self._arbiter.look(request)
        if not look.sheet.state.system.seats_at_once:
            system = look.sheet.state.system_name
            raise Failure(status=409, code="not-in-this-system", fields={"system": system})
        return look

    async def act(self, request: Request) -> Response:
        """An act without script: one form, one command, and the page again."""
        check_origin(request)
        look = await self._look(request)
        act = request.path_params["act"]
        form = await read_form(request)
        try:
            failure = await self._submit(look, act, form)
        except Failure as error:
            failure = error
        if failure is None:
            return RedirectResponse(f"/t/{look.sheet.id}/arbiter/hall", status_code=303)
        said = self._arbiter.said(look, failure)
        return await self.page(request, Refused(act=act, sentence=said, status=failure.status))

    async def _submit(self, look: PageRequest, act: str, form: Mapping[str, str]) -> Failure | None:
        if act not in ACTS:
            raise Failure(status=404, code="no-such-command", fields={"command": act[:40]})
        answer = await self._site.bus.submit(
            Submission(
                tournament=look.sheet.id,
                name=act,
                body=msgspec.json.encode(self._body(act, form)),
                command_id=form.get("command_id", ""),
                actor=look.visitor.actor,
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
        await self._look(request)
        return JSONResponse({"now": self._site.clock.now()}, headers={"cache-control": "no-store"})

    async def worker(self, _: Request) -> Response:
        """The script that opens the page again without a network, where browsers allow one."""
        return Response(
            self._worker.plain,
            headers={"cache-control": "no-cache"},
            media_type=self._worker.media_type,
        )
