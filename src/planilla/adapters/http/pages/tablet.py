"""Organiser's pages of a Masnou: set-up, and tablet with its acts, clock and offline copy."""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from itertools import count, islice
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from planilla.adapters.http.arbiter import Refused, desk_links
from planilla.adapters.http.bodies import read_form
from planilla.adapters.http.command_forms import body_of, described, new_entrant, read, shown
from planilla.adapters.http.endpoints import Access, Cost, choice_in, page_at
from planilla.adapters.http.forms import Input
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.pages.entrants import entered_in, not_entered, wrong_in
from planilla.adapters.http.problems import Failure, failure_of
from planilla.adapters.http.responses import data_response
from planilla.adapters.http.views.head import damage_text
from planilla.adapters.http.views.masnou import categories_of, known_to_scripts, tablet_of
from planilla.adapters.http.views.tournament_page import TournamentPage, local_time, zone_name
from planilla.adapters.http.web import Pages, Web
from planilla.application.portions import submit_list
from planilla.application.roles import View
from planilla.domain.pairing.masnou import (
    BOOK_TIEBREAKS,
    MasnouRules,
    MasnouTiebreak,
    suggested_tables,
)
from planilla.domain.pairing.system import Trait
from planilla.domain.tournament.announcement import Regulations
from planilla.domain.tournament.masnou.hall import hall_of
from planilla.domain.tournament.masnou.rules import LIMITS
from planilla.domain.tournament.time_controls import MINUTE_S, Kind
from planilla.domain.vocabulary import number_written
from planilla.formats.entry_list import EntryLine, as_table, read_entries
from planilla.presentation.catalogue import sentence

DEFAULT_RULES = MasnouRules(tables=1)
"""Default values of the form, except the number of tables."""
TIEBREAK_FIELDS = tuple(f"tiebreak-{place}" for place in range(1, len(BOOK_TIEBREAKS) + 1))
"""The fields of the form for the tie-breaks, in their order."""
GUESTS_MAX = 200
"""Most guests that the form enters at once."""
MINUTE = timedelta(minutes=1)
SETUP = "/t/{tournament}/hall/setup"


class MasnouSetup(Pages, trait=Trait.SEATS_AT_ONCE):
    """The set-up form, which enters the players and opens the hall."""

    @page_at(SETUP, access=Access.STAFF, timeless="a form")
    async def show(self, request: Request) -> Response:
        """Show the form with the defaults of the book; once the hall is open, redirect to it."""
        return await self._page(await self._arbiter.page_request(request), {}, "", 200)

    @page_at(SETUP, method="POST", access=Access.STAFF, records=("open-hall",))
    async def start(self, page_request: PageRequest) -> Response:
        """Enter the named players and open the hall; a refusal is shown above the form."""
        form = await read_form(page_request.request)
        try:
            form = {**form, "names": with_guests(page_request.page, form), "guests": ""}
        except Failure as error:
            return await self._refused(page_request, form, error)
        entered = await page_request.beside(entered_in, page_request)
        lines = await page_request.beside(read_entries, form.get("names", ""), entered)
        wrong = [said for line in lines for said in wrong_in(page_request, line)]
        if wrong:
            return await self._page(page_request, form, wrong[0], 422)
        failure = await self._enter(page_request, form, lines)
        page_request = await self._arbiter.page_request(page_request.request)
        if failure is None:
            form = {**form, "names": ""}
            failure = await self._open(page_request, form)
        else:
            form = {**form, "names": as_table(not_entered(page_request, _names_id(form), lines))}
        if failure is not None:
            return await self._refused(page_request, form, failure)
        return RedirectResponse(f"/t/{page_request.page.id}/hall/setup", status_code=303)

    async def _refused(
        self, page_request: PageRequest, form: Mapping[str, str], failure: Failure
    ) -> Response:
        said = sentence(
            page_request.visitor.language, failure.code, failure.fields, page_request.page.name
        )
        return await self._page(page_request, form, said, failure.status)

    async def _enter(
        self, page_request: PageRequest, form: Mapping[str, str], lines: tuple[EntryLine, ...]
    ) -> Failure | None:
        """Enter the named players first, so that they join the queue with the others."""
        if not lines:
            return None
        command_id = _names_id(form)
        entrants = [new_entrant(line, command_id) for line in lines]
        return await self._submit(
            page_request, "enter-entrants", {"entrants": entrants}, command_id
        )

    async def _open(self, page_request: PageRequest, form: Mapping[str, str]) -> Failure | None:
        state = page_request.page.state
        try:
            rules = rules_in(form, len(state.entrants), local_time(state, self._site.clock.now()))
        except Failure as failure:
            return failure
        absent = [entrant for entrant in form.get("absent", "").split(",") if entrant]
        body = {"rules": rules, "absent": absent}
        return await self._submit(page_request, "open-hall", body, form.get("command_id", ""))

    async def _submit(
        self, page_request: PageRequest, name: str, body: Mapping[str, Any], command_id: str
    ) -> Failure | None:
        submission = page_request.submission(name, body, command_id)
        return failure_of(await submit_list(self._site.bus, submission))

    async def _page(
        self, page_request: PageRequest, form: Mapping[str, str], problem: str, status: int
    ) -> Response:
        state = page_request.page.state
        players = len(state.entrants)
        suggested = suggested_tables(players) if players else ""
        usual = {**shown(DEFAULT_RULES), "tables": str(suggested)}
        usual["clock"] = str(clock_of(state.regulations))
        usual["categories"] = ", ".join(categories_of(page_request.page))
        usual |= dict(zip(TIEBREAK_FIELDS, DEFAULT_RULES.tiebreaks, strict=True))

        def fields() -> Mapping[str, Any]:
            return {
                "form": Input({**usual, **form}),
                "described": described(MasnouRules),
                "absent": form.get("absent", "").split(","),
                "entrants": [
                    (entrant, page_request.page.name(entrant)) for entrant in state.entrants
                ],
                "suggested": suggested,
                "tiebreaks": tuple(MasnouTiebreak),
                "tiebreak_fields": TIEBREAK_FIELDS,
                "guests_max": GUESTS_MAX,
                "is_open": state.memory.has_games,
                "problem": problem,
            }

        return await self._public.page(
            page_request, "arbiter", "masnou_setup.html", fields, status=status
        )


def _names_id(form: Mapping[str, str]) -> str:
    return f"{form.get('command_id', '')}-names"


def clock_of(regulations: Regulations | None) -> int:
    """Return the announced minutes per player if the rules of a hall can express them; else 0.

    These allow only whole minutes for the whole game, equal for both, without increments.
    """
    control = None if regulations is None else regulations.time_control
    if control is None or control.kind is not Kind.GUILLOTINE or control.black is not None:
        return DEFAULT_RULES.clock
    minutes, seconds = divmod(control.periods[0].seconds, MINUTE_S)
    _, most = LIMITS["clock"]
    return DEFAULT_RULES.clock if seconds or minutes > most else minutes


def with_guests(page: TournamentPage, form: Mapping[str, str]) -> str:
    """Return the names of a form, and below them those of its guests, who have numbers.

    Raises:
        Failure: the number of guests is not valid.
    """
    text, typed = form.get("guests", "").strip(), form.get("names", "")
    wanted = number_written(text) if text else 0
    if wanted is None or wanted > GUESTS_MAX:
        fields = {"field": "guests", "value": text[:20], "smallest": 0, "largest": GUESTS_MAX}
        raise Failure("hall-out-of-range", fields)
    taken = {page.name(each) for each in page.state.entrants} | {*typed.splitlines()}
    names = (page.say("tablet.guest", n=number) for number in count(1))
    free = islice((name for name in names if name not in taken), wanted)
    return "\n".join(filter(None, (typed.rstrip(), *free)))


def tiebreaks_in(form: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the tie-breaks of a form in their order, each once; nothing where it has none.

    Raises:
        Failure: there is no such tie-break.
    """
    if not any(name in form for name in TIEBREAK_FIELDS):
        return {}
    chosen = [choice_in(form, name, tuple(MasnouTiebreak)) for name in TIEBREAK_FIELDS]
    return {"tiebreaks": list(dict.fromkeys(filter(None, chosen)))}


def rules_in(form: Mapping[str, str], players: int, now: datetime) -> dict[str, Any]:
    """Return the rules of a form; the default number of tables is a third of the players.

    Raises:
        Failure: a number or the time of the end is not valid.
    """
    rules = {**read(MasnouRules, form), **tiebreaks_in(form)}
    if not form.get("tables", "").strip():
        rules["tables"] = suggested_tables(players)
    ends = form.get("ends", "").strip()
    return {**rules, "duration": _minutes_until(ends, now)} if ends else rules


def _minutes_until(text: str, now: datetime) -> int:
    """Return the minutes, rounded up, from now until a local time of day."""
    try:
        hour, minute = (int(part) for part in text.split(":"))
        end = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
    except ValueError as error:
        raise Failure("no-such-end", {"text": text[:20]}) from error
    away = end - now
    if away <= timedelta():
        away += timedelta(days=1)
    return -(-away // MINUTE)


PUBLIC_LINKS = (
    ("", "tablet.public"),
    ("/screen", "tablet.screen"),
    ("/fairness", "tablet.fairness"),
)
STAFF_LINKS = (
    ("/entries", "tablet.entries"),
    ("/arbiter/timers", "tablet.timers"),
    ("/arbiter/corrections", "correct.title"),
)
GOVERN_LINKS = (("/links", "links.title"), ("/arbiter/regulations", "regulations.form.change"))
"""Pages that lead from the tablet, beside those that lead from every desk, with their texts."""


def links_of(page_request: PageRequest) -> list[tuple[str, str]]:
    """Return the text and the address of each page that leads from the tablet."""
    page = page_request.page
    governed = GOVERN_LINKS if page_request.visitor.may_see(page.id, View.GOVERN) else ()
    own = ((f"/t/{page.id}{path}", text) for path, text in (*PUBLIC_LINKS, *STAFF_LINKS))
    last = ((f"/t/{page.id}{path}", text) for path, text in governed)
    return [(page.say(text), address) for address, text in (*own, *desk_links(page_request), *last)]


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
        "withdraw-table",
        "pause-hall",
        "resume-hall",
        "end-hall",
        "draw-playoff",
        "finish-tournament",
    }
)
"""Commands of the page without script."""


class TabletPages(Pages, trait=Trait.SEATS_AT_ONCE):
    """Pages of the organiser's tablet."""

    def __init__(self, web: Web) -> None:
        super().__init__(web)
        self._worker = web.assets.files[WORKER]

    @page_at("/t/{tournament}/arbiter/hall", access=Access.STAFF, is_desk=True)
    async def page(self, page_request: PageRequest, refused: Refused | None = None) -> Response:
        """Show a card for each table, the queue, and menus for all other acts."""
        state = page_request.page.state
        if not state.memory.has_games:
            return RedirectResponse(f"/t/{page_request.page.id}/hall/setup", status_code=303)
        now, links = self._site.clock.now(), links_of(page_request)
        response = await self._public.part(
            page_request,
            "tablet.html",
            lambda: {
                "tournament": page_request.page.id,
                "name": page_request.page.state.name,
                "damage": damage_text(
                    page_request.visitor.language, self._site.integrity.of(page_request.page.id)
                ),
                "time_zone": zone_name(page_request.page.state),
                "tablet": tablet_of(page_request.page, hall_of(state), now),
                "known": {
                    **known_to_scripts(page_request.page, now, page_request.history.version),
                    "links": links,
                },
                "links": links,
                "categories": categories_of(page_request.page),
                "is_finished": page_request.page.state.finished,
                "failed": refused,
                "status": 200 if refused is None else refused.status,
            },
        )
        # Not from the browser's cache: the service worker keeps a copy instead.
        response.headers["cache-control"] = "no-store"
        return response

    @page_at("/t/{tournament}/arbiter/hall/acts/{act}", method="POST", access=Access.STAFF)
    async def act(self, page_request: PageRequest) -> Response:
        """Do an act without script, and show the page again."""
        act = page_request.request.path_params["act"]
        form = await read_form(page_request.request)
        try:
            failure = await self._submit(page_request, act, form)
        except Failure as error:
            failure = error
        if failure is None:
            return RedirectResponse(f"/t/{page_request.page.id}/arbiter/hall", status_code=303)
        said = self._arbiter.said(page_request, failure)
        refused = Refused(act=act, sentence=said, status=failure.status)
        return await self.page(await self._arbiter.page_request(page_request.request), refused)

    async def _submit(
        self, page_request: PageRequest, act: str, form: Mapping[str, str]
    ) -> Failure | None:
        if act not in ACTS:
            raise Failure("no-such-command", {"command": act[:40]})
        body, command_id = self._body(act, form), form.get("command_id", "")
        return failure_of(
            await self._site.bus.submit(page_request.submission(act, body, command_id))
        )

    def _body(self, act: str, form: Mapping[str, str]) -> dict[str, Any]:
        if act == "enter-entrants":
            identity = re.sub(r"[^A-Za-z0-9]", "", form.get("command_id", ""))[:24]
            person = {"name": form.get("name", "").strip()}
            chosen = [form["category"]] if form.get("category") else []
            return {"entrants": [{"id": identity, "person": person, "categories": chosen}]}
        return body_of(act, form)

    @page_at("/t/{tournament}/arbiter/hall/clock", access=Access.STAFF, timeless="the current time")
    async def clock(self, request: Request) -> Response:
        """Return the server's time in microseconds since 1970 (UTC), to correct tablets' clocks."""
        await self._arbiter.page_request(request)
        return data_response({"now": self._site.clock.now()})

    @page_at(
        "/t/{tournament}/arbiter/hall-worker.js",
        cost=Cost.FREE,
        timeless="a file of this version of the program",
    )
    async def worker(self, _: Request) -> Response:
        """Return the service worker, which opens the page without a network."""
        return Response(
            self._worker.plain,
            headers={"cache-control": "no-cache"},
            media_type=self._worker.media_type,
        )
