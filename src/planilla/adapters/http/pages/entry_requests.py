"""Requests to enter: the public form, the page of each applicant, and the arbiters' queue.

An applicant has no account. The form comes with a secret, which becomes the address of the page of
the request; only hashes of it are recorded, so that no reader of the log can open that page.
"""

import hashlib
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from planilla.adapters.http.acts import Act
from planilla.adapters.http.arbiter import Refused
from planilla.adapters.http.bodies import DOOR_MAX, read_form
from planilla.adapters.http.command_forms import body_of, new_entrant
from planilla.adapters.http.endpoints import RESULTS, Access, Cost, Tag, operation_at, page_at
from planilla.adapters.http.forms import Input
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.pages.entrants import (
    RatingSearch,
    entered_in,
    found_of,
    line_of_form,
    list_asked,
    wrong_in,
)
from planilla.adapters.http.problems import Failure, failure_of
from planilla.adapters.http.responses import data_response
from planilla.adapters.http.views.entry_requests import (
    EntryQueue,
    RequestLookup,
    queue_of,
    requests_looked_up,
)
from planilla.adapters.http.views.tournament_page import local_moment, local_time, zone_name
from planilla.adapters.http.web import Pages, Web
from planilla.application.completing import NO_LISTED_PLAYER, CompletionSource
from planilla.application.envelope import Actor, Submission
from planilla.application.recording import place_in
from planilla.application.roles import Grant, Role
from planilla.domain.tournament.entry_requests import (
    pending_requests,
    places_left,
    takes_requests,
    waiting_numbers,
)
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId
from planilla.formats.entry_list import EntryLine

SECRET = re.compile(r"[A-Za-z0-9_-]{20,64}")
"""The secret of a request, as the form has it."""
FEDERATION = re.compile(r"([A-Za-z]{3})?")
CONTACT_MAX = 120
"""Characters of an address or a number, for the arbiters to answer."""
ACCEPT, PICK = "accept-entry-requests", "pick-"
"""The act of the queue, and the prefix of its fields with a choice from the rating list."""
APPLICANT = "applicant"
"""The pseudonym under which requests are recorded."""


class EntryRequestPages(Pages):
    """The form, the applicant's page and the queue."""

    def __init__(self, web: Web) -> None:
        super().__init__(web)
        self._listed = RatingSearch(web.site)

    @page_at("/t/{tournament}/enter", cost=Cost.PAGE, timeless="the entry form", level=RESULTS)
    async def form(self, page_request: PageRequest) -> Response:
        """Show the form; where it is not open, say so."""
        return await self._form(page_request, {})

    @page_at(
        "/t/{tournament}/enter",
        method="POST",
        cost=Cost.APPLY,
        body_max=DOOR_MAX,
        records=("request-entry",),
    )
    async def apply(self, request: Request) -> Response:
        """Put a request into the queue and lead to its page; faults are shown at the form."""
        page_request = await self._public.page_request(request)
        form = await read_form(request)
        secret = form.get("secret", "")
        if not SECRET.fullmatch(secret):
            raise Failure("not-a-form")
        line = line_of_form(form, entered_in(page_request))
        said = wrong_in(page_request, line, is_form=True)
        if not FEDERATION.fullmatch(line.values.get("federation", "")):
            said.append(page_request.page.say("requests.wrong-federation"))
        if not said:
            answer = await self._site.bus.submit(
                _submission(page_request, "request-entry", secret, _body(line, form, secret))
            )
            failure = failure_of(answer)
            if failure is None:
                address = f"/t/{page_request.page.id}/enter/{secret}"
                return RedirectResponse(address, status_code=303)
            said = [self._arbiter.said(page_request, failure)]
        return await self._form(page_request, form, said)

    @page_at(
        "/t/{tournament}/enter/{secret}",
        cost=Cost.PAGE,
        timeless="a request as it stands now",
        level=RESULTS,
    )
    async def mine(self, page_request: PageRequest) -> Response:
        """Show the applicant where the request stands."""
        return await self._mine(page_request)

    @page_at(
        "/t/{tournament}/enter/{secret}",
        method="POST",
        cost=Cost.APPLY,
        body_max=DOOR_MAX,
        records=("withdraw-entry-request",),
    )
    async def withdraw(self, page_request: PageRequest) -> Response:
        """Withdraw the request, for whoever has its secret."""
        secret = page_request.request.path_params["secret"]
        body = {"entrant": entrant_of(secret)}
        wanted = _submission(page_request, "withdraw-entry-request", secret, body)
        failure = failure_of(await self._site.bus.submit(wanted))
        if failure is not None:
            return await self._mine(page_request, self._arbiter.said(page_request, failure))
        return RedirectResponse(page_request.request.url.path, status_code=303)

    @page_at("/t/{tournament}/arbiter/requests", access=Access.STAFF, desk_link="requests.title")
    async def queue(self, page_request: PageRequest, refused: Refused | None = None) -> Response:
        """Show the queue with its waiting list and what the rating list says; the form's switch."""
        page, now = page_request.page, self._site.clock.now()
        typed = {} if refused is None else refused.form
        source = await self._source(page_request, typed)
        lookups = await self._lookups(page_request, source, {})

        def fields() -> Mapping[str, Any]:
            form = page.state.entry_form
            ends = None if form is None else form.closes_at
            return {
                "queue": queue_of(page.state, page.people, now, lookups),
                "lookups": lookups,
                "search": source,
                "found_of": found_of,
                "nobody_listed": NO_LISTED_PLAYER,
                "form": form,
                "ends": "" if ends is None else local_moment(page.language, page.state, ends),
                "ends_typed": ""
                if ends is None
                else f"{local_time(page.state, ends):%Y-%m-%dT%H:%M}",
                "address": f"{self._site.public_url}/t/{page.id}/enter",
                "zone": zone_name(page.state),
            }

        return await self._arbiter.page(page_request, "requests_desk.html", refused, fields)

    @page_at(
        "/t/{tournament}/arbiter/requests",
        method="POST",
        access=Access.STAFF,
        records=("accept-entry-requests",),
    )
    async def accept(self, request: Request) -> Response:
        """Enter those chosen, with the data of the rating list unless the arbiter says otherwise.

        `pick-<entrant>` is the id of a player of the list, or `NO_LISTED_PLAYER`: as it was typed.
        """
        page_request = await self._arbiter.page_request(request)
        form = await read_form(request)
        picked = {
            name.removeprefix(PICK): each for name, each in form.items() if name.startswith(PICK)
        }
        source = await self._source(page_request, form)
        lookups = await self._lookups(page_request, source, picked)
        act = Act(
            name=ACCEPT,
            address=request.url.path,
            form=form,
            body=lambda: _acceptance(form, lookups),
            back=request.url.path,
        )
        try:
            return await self._acts.done_or_asked(request, page_request, act)
        except Failure as failure:
            page_request = await self._arbiter.page_request(request)
            said = self._arbiter.said(page_request, failure)
            refused = Refused(
                act=ACCEPT, sentence=said, status=failure.status, form=form, failure=failure
            )
            return await self.queue(page_request, refused)

    async def _source(
        self, page_request: PageRequest, form: Mapping[str, str]
    ) -> CompletionSource | None:
        """Return the rating list that the form or the address names; by default the first one."""
        chosen = {**page_request.request.query_params, **form}
        return await self._listed.source(list_asked(page_request, chosen))

    async def _lookups(
        self,
        page_request: PageRequest,
        source: CompletionSource | None,
        picked: Mapping[str, str],
    ) -> Mapping[EntrantId, RequestLookup]:
        if source is None:
            return {}
        page = page_request.page
        return await page_request.beside(
            requests_looked_up, page.state, page.people, source, picked
        )

    @operation_at(
        "/api/t/{tournament}/entry-requests",
        name="list-entry-requests",
        tag=Tag.ARBITER,
        summary="The public entry form and its queue, with the waiting list.",
        access=Access.STAFF,
        timeless="the current queue",
        answer=EntryQueue,
    )
    async def data(self, page_request: PageRequest) -> Response:
        """Return the queue as JSON, with personal data and those of the rating list."""
        page, now = page_request.page, self._site.clock.now()
        lookups = await self._lookups(page_request, await self._source(page_request, {}), {})
        queue = queue_of(page.state, page.people, now, lookups)
        return data_response(queue, version=page_request.history.version)

    async def _form(
        self,
        page_request: PageRequest,
        form: Mapping[str, str],
        said: tuple[str, ...] | list[str] = (),
    ) -> Response:
        now = self._site.clock.now()
        led_place = place_in(await self._site.log.led_from(page_request.page.id))

        def fields() -> Mapping[str, Any]:
            state = page_request.recorded.staff
            return {
                "form": Input(form),
                "wrong": said,
                "elsewhere": led_place,
                "is_open": takes_requests(state, now) and not led_place,
                "places": 0 if state.entry_form is None else state.entry_form.places,
                "left": _free_for_next(state),
            }

        status = 422 if said else 200
        response = await self._public.page(
            page_request, "players", "enter.html", fields, status=status
        )
        response.headers["cache-control"] = "no-store"
        return response

    async def _mine(self, page_request: PageRequest, problem: str = "") -> Response:
        tournament = page_request.page.id
        entrant = entrant_of(page_request.request.path_params["secret"])
        people = await self._site.log.people(tournament)
        texts = await self._site.log.texts(tournament, "staff")
        standing = await page_request.made(_standing, page_request, entrant)
        fields = {
            "problem": problem,
            "entrant": entrant,
            "standing": standing,
            "person": people.get(entrant) if standing.status in {"pending", "accepted"} else None,
            "why": texts.get(standing.reason, ""),
        }
        response = await self._public.page(
            page_request,
            "players",
            "request.html",
            lambda: fields,
            status=404 if standing.status == "unknown" else 200,
        )
        response.headers["cache-control"] = "no-store"
        response.headers["x-robots-tag"] = "noindex"
        return response


class RequestStanding(NamedTuple):
    """The state of a request: a `RequestStatus`, or `unknown` if there is none.

    `number` is its place in the queue, `waiting` that on the waiting list, both 0 where it has
    none; `reason` is the commitment to the reason for refusing it.
    """

    status: str
    number: int = 0
    waiting: int = 0
    reason: str = ""


def entrant_of(secret: str) -> EntrantId:
    """Return the id of a request, and of the entry that it becomes."""
    return EntrantId(f"r{hashlib.sha256(f'entrant {secret}'.encode()).hexdigest()[:16]}")


def _submission(
    page_request: PageRequest, name: str, secret: str, body: Mapping[str, Any]
) -> Submission:
    """Return a command of an applicant; sending it again has no effect."""
    tournament = page_request.page.id
    digest = hashlib.sha256(f"{name} {secret}".encode()).hexdigest()
    grant = Grant(tournament=tournament, role=Role.APPLICANT)
    return Submission(
        tournament=tournament,
        name=name,
        body=msgspec.json.encode(body),
        command_id=f"{APPLICANT}:{digest[:40]}",
        actor=Actor(id=APPLICANT, grants=(grant,)),
    )


def _body(line: EntryLine, form: Mapping[str, str], secret: str) -> dict[str, Any]:
    entry = new_entrant(line, secret)
    contact = " ".join(form.get("contact", "").split())[:CONTACT_MAX]
    return {
        "entrant": entrant_of(secret),
        "person": {**entry["person"], **({"contact": contact} if contact else {})},
        "rating": entry["rating"],
        "federation": entry["federation"],
    }


def _acceptance(
    form: Mapping[str, str], lookups: Mapping[EntrantId, RequestLookup]
) -> dict[str, Any]:
    """Return the body that accepts those chosen, with the data of the list where it has them."""
    body = body_of(ACCEPT, form)
    chosen = [lookups.get(EntrantId(each), RequestLookup()) for each in body["entrants"]]
    listed = [msgspec.to_builtins(each.listed) for each in chosen if each.listed is not None]
    return {**body, "listed": listed}


def _free_for_next(state: Tournament) -> int | None:
    """Return the places that nobody before the next request waits for; None without a limit."""
    left = places_left(state)
    return None if left is None else max(0, left - len(pending_requests(state)))


def _standing(page_request: PageRequest, entrant: EntrantId) -> RequestStanding:
    state = page_request.recorded.staff
    known = state.requests.get(entrant)
    if known is None:
        return RequestStanding("unknown")
    waiting = waiting_numbers(state)
    if entrant not in waiting:
        return RequestStanding(known.status.value, reason=known.reason)
    number = [*waiting].index(entrant) + 1
    return RequestStanding(known.status.value, number=number, waiting=waiting[entrant])
