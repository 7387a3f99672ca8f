"""Progress of what-ifs: a page that reloads, and a status for programs.

A visitor who has to wait gets a ticket. The page renews it automatically, with script or without.
When a ticket is returned or expires, its runs are cancelled.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.datastructures import URL
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from planilla.adapters.http.bodies import DOOR_MAX
from planilla.adapters.http.endpoints import Cost, Tag, operation_at, page_at
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.public import PublicPages
from planilla.adapters.http.responses import data_response
from planilla.adapters.http.site import Site
from planilla.adapters.http.views.whatif import change_text
from planilla.adapters.http.whatif_asked import (
    WHAT_IF_ANSWERS,
    Supposed,
    answer_of,
    audience_of,
    begun,
    data_of,
    patience_of,
)
from planilla.application.jobs import Job, JobNotReady, JobProgress, Jobs, JobState
from planilla.application.whatif import Answer, Asked, Reading
from planilla.audit.replay import Phase
from planilla.presentation.catalogue import tr

TICKETS_MAX, TICKETS_S = 200, 1_800.0
"""Maximum number of tickets, and seconds that each is kept."""
RELOAD_S, LONG_RELOAD_S = 2, 15
"""Seconds until a page without script reloads, and one whose script fails."""
RETRY_AFTER_S = 2
RUN = "run"
"""Query parameter of a page that reloads."""

Runs = Mapping[Reading, Job[Answer]]


class ReadingStatus(msgspec.Struct, frozen=True, kw_only=True):
    """The progress of a reading: `value` of `max` (0 while unknown), and in words.

    `phase` is `log` (replayed), `rounds` (paired again), `ends` (results of unknown games) or
    `worlds` (drawn scenarios); in the last, `round` of `rounds` is that of the current scenario.
    """

    reading: Reading
    state: JobState
    phase: Phase | None
    done: int
    total: int
    round: int
    rounds: int
    value: int
    max: int
    said: str


class RunStatus(msgspec.Struct, frozen=True, kw_only=True):
    """The progress of a what-if; `answer` is the address of its answer, None until it is ready."""

    run: str
    state: JobState
    readings: tuple[ReadingStatus, ...]
    answer: str | None


class StillAtWork(Exception):
    """The answer is not ready yet; its readings are being calculated."""

    def __init__(self, about: Supposed, runs: Runs) -> None:
        super().__init__()
        self.about = about
        self.runs = runs


@dataclass(frozen=True, kw_only=True)
class Ticket:
    """A pending what-if; `address` is the page that was requested, `answer` that for programs."""

    id: str
    tournament: str
    audience: str
    address: str
    answer: str
    about: Supposed
    runs: Runs

    @property
    def state(self) -> JobState:
        """The state of all readings together."""
        states = {run.progress.state for run in self.runs.values()}
        if JobState.FAILED in states or len(states) == 1:
            return JobState.FAILED if JobState.FAILED in states else states.pop()
        return JobState.RUNNING

    @property
    def head(self) -> int:
        """The last visible version at the time of the request."""
        return self.about.facts[-1].version

    @property
    def is_over(self) -> bool:
        """True if the what-if is answered or has failed."""
        return self.state in {JobState.READY, JobState.FAILED}

    def renew(self) -> None:
        """Extend the lifetime of the ticket."""
        for run in self.runs.values():
            run.keep()

    def status(self, language: str) -> RunStatus:
        """Return the progress in a language."""
        state = self.state
        return RunStatus(
            run=self.id,
            state=state,
            readings=tuple(_status(language, reading, run) for reading, run in self.runs.items()),
            answer=self.answer if state is JobState.READY else None,
        )


class WhatIfTickets:
    """The tickets of pending what-ifs, with their pages and status."""

    def __init__(self, site: Site, public: PublicPages, jobs: Jobs[Asked, Answer]) -> None:
        self._ids = site.ids
        self._jobs = jobs
        self._public = public
        self._tickets: OrderedDict[str, Ticket] = OrderedDict()

    def knows(self, request: Request) -> bool:
        """Return whether the request carries a ticket of this server."""
        return request.query_params.get(RUN, "") in self._tickets

    async def worked_out(
        self,
        page_request: PageRequest,
        about: Supposed,
        readings: Iterable[Reading],
        patience_s: float | None,
    ) -> dict[Reading, Answer]:
        """Return the readings; `patience_s` None is the first wait of a page.

        Raises:
            StillAtWork: they are not ready yet.
            Failure: they were refused, failed, or not started.
        """
        runs = {each: begun(self._jobs, page_request, about, each) for each in readings}
        loop, found = asyncio.get_running_loop(), dict[Reading, Answer]()
        until = loop.time() + (self._jobs.quick_s if patience_s is None else patience_s)
        try:
            for reading, run in runs.items():
                found[reading] = await answer_of(run, max(until - loop.time(), 0.0))
        except JobNotReady as long:
            raise StillAtWork(about, runs) from long
        return found

    def _issued(self, page_request: PageRequest, work: StillAtWork, answer: str = "") -> Ticket:
        known = self._ids.token()
        ticket = Ticket(
            id=known,
            tournament=page_request.page.id,
            audience=audience_of(page_request),
            address=_without_run(page_request.request),
            answer=answer or f"{_place(page_request.page.id, known)}/answer",
            about=work.about,
            runs=work.runs,
        )
        self._tickets[known] = ticket
        while len(self._tickets) > TICKETS_MAX:
            self._tickets.popitem(last=False)
        asyncio.get_running_loop().call_later(TICKETS_S, self._tickets.pop, known, None)
        return ticket

    async def again(self, page_request: PageRequest) -> Response | None:
        """Return the answer to a page that reloads with a ticket; None without one."""
        known = page_request.request.query_params.get(RUN)
        if known is None:
            return None
        ticket = self._held(page_request, known)
        if ticket is not None and not ticket.is_over:
            return await self._page(page_request, ticket)
        address = _without_run(page_request.request)
        if ticket is not None and ticket.head != page_request.seen[-1].version:
            # New facts do not matter: the answer is as of the request, or it would never come.
            address = str(URL(address).include_query_params(at=f"v{ticket.head}"))
        return RedirectResponse(address, 303, {"cache-control": "no-store"})

    async def page(self, page_request: PageRequest, work: StillAtWork) -> Response:
        """Show the progress; the page reloads by itself until the answer is ready."""
        return await self._page(page_request, self._issued(page_request, work))

    async def _page(self, page_request: PageRequest, ticket: Ticket) -> Response:
        ticket.renew()
        other = ticket.about.other
        status = ticket.status(page_request.page.language)
        response = await self._public.page(
            page_request,
            "timeline",
            "whatif_waiting.html",
            lambda: {
                "waiting": status,
                "change": None if other is None else change_text(page_request.page, other),
                "back": str(URL(ticket.address).include_query_params(**{RUN: ticket.id})),
                "reload_s": RELOAD_S,
            },
        )
        response.headers["refresh"] = str(LONG_RELOAD_S)
        response.headers["cache-control"] = "no-store"
        return response

    def accepted(self, page_request: PageRequest, work: StillAtWork, answer: str = "") -> Response:
        """Return the status 202 with the address of the progress; `answer` is the result's."""
        return self._accepted(page_request, self._issued(page_request, work, answer))

    def _accepted(self, page_request: PageRequest, ticket: Ticket) -> Response:
        response = self._status(ticket, page_request.page.language, 202)
        response.headers["location"] = _place(ticket.tournament, ticket.id)
        if "respond-async" in page_request.request.headers.get("prefer", ""):
            response.headers["preference-applied"] = "respond-async"
        return response

    @operation_at(
        "/api/t/{tournament}/whatif/runs/{run}",
        name="read-what-if-run",
        tag=Tag.WHAT_IF,
        summary="The progress of a what-if that takes long.",
        cost=Cost.PAGE,
        answer=RunStatus,
    )
    async def status(self, request: Request) -> Response:
        """Return the progress as JSON."""
        page_request, ticket = await self._of(request)
        ticket.renew()
        return self._status(ticket, page_request.page.language, 200)

    @operation_at(
        "/api/t/{tournament}/whatif/runs/{run}/answer",
        name="read-what-if-answer",
        tag=Tag.WHAT_IF,
        summary="The answer of a what-if, or its progress again.",
        cost=Cost.PAGE,
        parameters=("Prefer-wait",),
        answer=WHAT_IF_ANSWERS,
        problems=(409, 422),
    )
    async def answer(self, request: Request) -> Response:
        """Return the answer, or the progress."""
        page_request, ticket = await self._of(request)
        if not ticket.is_over:
            return self._accepted(page_request, ticket)
        found = {
            reading: await answer_of(run, patience_of(request))
            for reading, run in ticket.runs.items()
        }
        return data_response(await data_of(page_request, ticket.about, found))

    @operation_at(
        "/api/t/{tournament}/whatif/runs/{run}",
        method="DELETE",
        name="stop-what-if-run",
        tag=Tag.WHAT_IF,
        summary="Give a what-if up.",
        status=204,
        problems=(403,),
    )
    async def give_up(self, request: Request) -> Response:
        """Return the ticket."""
        _, ticket = await self._of(request)
        self._stop(ticket)
        return Response(status_code=204, headers={"cache-control": "no-store"})

    @page_at("/t/{tournament}/whatif/runs/{run}/stop", method="POST", body_max=DOOR_MAX)
    async def stop(self, page_request: PageRequest) -> Response:
        """Return the ticket from the page, and redirect to the facts."""
        ticket = self._held(page_request, page_request.request.path_params["run"])
        if ticket is not None:
            self._stop(ticket)
        return RedirectResponse(f"/t/{page_request.page.id}/facts", status_code=303)

    def _stop(self, ticket: Ticket) -> None:
        """Cancel its runs, except those with other waiting tickets."""
        del self._tickets[ticket.id]
        others = [run for each in self._tickets.values() for run in each.runs.values()]
        for run in ticket.runs.values():
            if run not in others:
                run.stop()

    async def _of(self, request: Request) -> tuple[PageRequest, Ticket]:
        page_request = await self._public.page_request(request)
        ticket = self._held(page_request, request.path_params["run"])
        if ticket is None:
            raise Failure("no-such-run")
        return page_request, ticket

    def _held(self, page_request: PageRequest, known: str) -> Ticket | None:
        """Return the ticket if it is of this tournament and its holder has the same rights."""
        ticket = self._tickets.get(known)
        if ticket is None or ticket.tournament != page_request.page.id:
            return None
        return ticket if ticket.audience == audience_of(page_request) else None

    def _status(self, ticket: Ticket, language: str, status_code: int) -> Response:
        response = data_response(ticket.status(language), status=status_code)
        if not ticket.is_over:
            response.headers["retry-after"] = str(RETRY_AFTER_S)
        return response


def _place(tournament: str, known: str) -> str:
    return f"/api/t/{tournament}/whatif/runs/{known}"


def _without_run(request: Request) -> str:
    url = request.url.remove_query_params(RUN)
    return url.path + (f"?{url.query}" if url.query else "")


def _status(language: str, reading: Reading, run: Job[Answer]) -> ReadingStatus:
    progress = run.progress
    step, (value, most) = progress.step, progress.bar
    is_ready = progress.state is JobState.READY
    fields: dict[str, Any] = {
        name: 0 if step is None else getattr(step, name)
        for name in ("done", "total", "round", "rounds")
    }
    phase = None if step is None else step.phase
    return ReadingStatus(
        reading=reading,
        state=progress.state,
        phase=phase,
        value=most if is_ready else value,
        max=most,
        said=tr(language, f"branch.run.{_key(progress)}", **fields),
        **fields,
    )


def _key(progress: JobProgress) -> str:
    step = progress.step
    if progress.state is not JobState.RUNNING or step is None:
        return progress.state.value
    return f"{step.phase}-round" if step.rounds else step.phase.value
