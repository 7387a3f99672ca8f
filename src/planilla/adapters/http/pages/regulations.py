"""Regulations: their public page, the calendar of the rounds, and their form."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from planilla.adapters.http.acts import Act
from planilla.adapters.http.bodies import read_form
from planilla.adapters.http.command_forms import (
    HINTS,
    KEIZER,
    described,
    fields_shown,
    keizer_groups,
    keizer_in,
    rows_offered,
    shown,
)
from planilla.adapters.http.endpoints import RESULTS, Access, Cost, Tag, operation_at, page_at
from planilla.adapters.http.forms import (
    FieldProblem,
    Form,
    FormReader,
    Input,
    WrongForm,
    amount_text,
)
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.pages.create import PREVIEW, CreatePages, tournament_id
from planilla.adapters.http.problems import Failure, failure_of
from planilla.adapters.http.responses import attachment
from planilla.adapters.http.system_settings import settings_asked
from planilla.adapters.http.views.regulations import (
    RegulationsPreview,
    RegulationsWriter,
    fixed_later,
    preview_of,
    rounds_judged,
)
from planilla.adapters.http.views.schedule import calendar_of
from planilla.adapters.http.visitor import Visitor
from planilla.adapters.http.web import Pages, Web
from planilla.application.copying import CopiedCommand
from planilla.application.envelope import Submission
from planilla.application.malformed import malformed
from planilla.application.roles import full_grant
from planilla.application.schedule import regulations_of
from planilla.application.trf_export import prose_of
from planilla.domain.instants import time_zone_of, utc
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.keizer.rules import SEED
from planilla.domain.pairing.system import ROUNDS_DEFAULT
from planilla.domain.tournament.announcement import Play, ProseTopic, Regulations
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.keizer_values import keizer_of
from planilla.domain.tournament.prizes import plan_of
from planilla.domain.tournament.regulations import faults_in
from planilla.domain.tournament.schedule import starts_of
from planilla.domain.tournament.time_controls import parse_code
from planilla.formats.ics import write
from planilla.presentation.catalogue import sentence, tr

NEW_REGULATIONS = Regulations(
    name="", play=Play(rounds=ROUNDS_DEFAULT), time_control=parse_code("5400+30")
)
"""Default values of the form of a new tournament: the usual time control of opens."""

ANNOUNCE = "announce-regulations"
SETTINGS_HIDDEN = frozenset({"rounds", "keizer", "same_origin", "tiebreaks"})
"""Settings that the form shows only for the systems that use them."""
CATEGORY_ROWS, PRIZE_ROWS = 3, 3
"""Fewest rows of the form; there is always an empty one."""
FIELD_OF_CODE = {
    "name-missing": "name",
    "no-such-system": "play.system",
    "rounds-out-of-range": "play.rounds",
    "no-such-point-system": "play.point_system",
    "no-such-mode": "play.tiebreak_mode",
    "no-such-tiebreak-edition": "play.tiebreak_edition",
    "no-such-rating-rules": "rating.rules",
    "not-in-this-system": "same_origin",
}
"""The form field of each refusal that names none."""
PRIZE_CODES = frozenset(
    {
        "no-prizes",
        "no-such-currency",
        "negative-prize",
        "prizes-rise",
        "prize-group-twice",
        "rating-band-empty",
        "prize-fund-mismatch",
    }
)
"""Refusals of a prize plan."""


class RegulationsPages(Pages):
    """Handler of the regulations and their form."""

    def __init__(self, web: Web) -> None:
        super().__init__(web)
        self._founding = CreatePages(web)

    @page_at("/t/{tournament}/regulations", cost=Cost.PAGE, is_cached=True, level=RESULTS)
    async def show(self, page_request: PageRequest) -> Response:
        """Show the regulations as articles."""
        writer = RegulationsWriter(
            page_request.page, await self._prose(page_request), plan_of(page_request.page.state)
        )
        return await self._public.page(
            page_request,
            "rules",
            "regulations.html",
            lambda: {
                "articles": writer.articles,
                "is_whole": page_request.page.state.regulations is not None,
                "has_schedule": bool(starts_of(page_request.page.state)),
                "fixed": fixed_later(page_request.page),
                "judged": rounds_judged(page_request.page),
                "subscription": self._subscription(page_request.page.id),
            },
        )

    def _subscription(self, tournament: str) -> str:
        """Return the address by which calendar programs subscribe to the schedule."""
        _, _, place = self._site.public_url.partition("://")
        return f"webcal://{place}/t/{tournament}/schedule.ics"

    @operation_at(
        "/t/{tournament}/schedule.ics",
        name="download-calendar",
        tag=Tag.FILES,
        summary="Rounds, postponed and adjourned games as a calendar (RFC 5545), to subscribe to.",
        cost=Cost.PAGE,
        parameters=("at",),
        media="text/calendar",
        level=RESULTS,
    )
    async def calendar(self, page_request: PageRequest) -> Response:
        """Return the rounds, the postponed and the adjourned games as iCalendar."""
        page = page_request.page
        texts = await self._public.texts(page_request)
        entries = calendar_of(page, page_request.seen, self._site.public_url, texts)
        return Response(
            write(regulations_of(page.state).name, entries, stamped=utc(page.state.changed_at)),
            headers=attachment(f"{page.id}.ics", vary="cookie, accept-language"),
            media_type="text/calendar",
        )

    async def _prose(self, page_request: PageRequest) -> dict[str, str]:
        """Return the current free texts by topic; erased ones are absent."""
        texts = await self._public.texts(page_request)
        return prose_of(page_request.page.state, texts)

    @page_at("/new/regulations", access=Access.ORGANISER, timeless="a form")
    async def begin(self, request: Request) -> Response:
        """Show the form of a new tournament."""
        visitor = await self._organiser(request)
        return self._form(request, visitor, regulations_texts(NEW_REGULATIONS), ())

    @page_at(
        "/new/regulations",
        method="POST",
        access=Access.ORGANISER,
        records=("announce-regulations",),
    )
    async def create(self, request: Request) -> Response:
        """Create a tournament by its regulations; faults are shown beside the fields.

        A form with `preview` shows the regulations beside it, and nothing is recorded.
        """
        visitor = await self._organiser(request)
        form = await read_form(request)
        if PREVIEW in form:
            return self._previewed(request, visitor, form)
        try:
            await self._announce(visitor, tournament_id(form), form)
        except WrongForm as wrong:
            return self._form(request, visitor, form, wrong.problems)
        return await self._founding.created(
            request, visitor, full_grant(tournament_id(form)), template="created.html"
        )

    def _previewed(self, request: Request, visitor: Visitor, form: Form) -> Response:
        """Show the form of a new tournament with its regulations as they would be read."""
        try:
            commands = (CopiedCommand(ANNOUNCE, body_of(form, {})),)
        except WrongForm as wrong:
            return self._form(request, visitor, form, wrong.problems, RegulationsPreview())
        preview = preview_of(commands, self._site.clock.now(), visitor.language)
        refused = preview.failure
        problems = () if refused is None else (placed(refused.code, refused.fields),)
        return self._form(request, visitor, form, problems, preview)

    @page_at("/t/{tournament}/arbiter/regulations", access=Access.STAFF)
    async def edit(self, page_request: PageRequest) -> Response:
        """Show the form with the current regulations."""
        return self._form(
            page_request.request,
            page_request.visitor,
            await self._stand(page_request),
            (),
            page_request,
        )

    @page_at(
        "/t/{tournament}/arbiter/regulations",
        method="POST",
        access=Access.STAFF,
        records=("announce-regulations",),
    )
    async def change(self, request: Request) -> Response:
        """Announce changed regulations; after the first publication show their impact first."""
        page_request = await self._arbiter.page_request(request)
        form = await read_form(request)
        if "mend" in form:
            return self._form(request, page_request.visitor, form, (), page_request)
        try:
            body = body_of(form, await self._prose(page_request))
            return await self._acts.done_or_asked(
                request, page_request, _act(page_request, form, body)
            )
        except WrongForm as wrong:
            return self._form(request, page_request.visitor, form, wrong.problems, page_request)
        except Failure as failure:
            problem = placed(failure.code, failure.fields)
            return self._form(request, page_request.visitor, form, (problem,), page_request)

    async def _stand(self, page_request: PageRequest) -> dict[str, str]:
        """Return the fields of the form with the current regulations."""
        prose = {
            f"prose.{topic}": text for topic, text in (await self._prose(page_request)).items()
        }
        regulations = regulations_of(page_request.page.state)
        origin = {"same_origin": page_request.page.state.same_origin.value}
        keizer = shown(keizer_of(page_request.page.state).rules, KEIZER)
        return {**regulations_texts(regulations), **origin, **keizer, **prose}

    async def _announce(self, visitor: Visitor, tournament: str, form: Form) -> None:
        """Create a tournament from the form.

        Raises:
            WrongForm: a field is not valid, or the tournament was refused.
        """
        submission = Submission(
            tournament=tournament,
            name=ANNOUNCE,
            body=msgspec.json.encode(body_of(form, {})),
            command_id=form.get("command_id", ""),
            actor=visitor.actor,
        )
        failure = failure_of(await self._site.bus.submit(submission))
        if failure is not None:
            raise WrongForm(placed(failure.code, failure.fields))

    def _form(
        self,
        request: Request,
        visitor: Visitor,
        form: Form,
        problems: Sequence[FieldProblem],
        about: PageRequest | RegulationsPreview | None = None,
    ) -> Response:
        """Show the form of a tournament that there is, or of a new one, possibly with a preview."""
        page_request = None if isinstance(about, RegulationsPreview) else about
        preview = about if isinstance(about, RegulationsPreview) else None
        wrong: dict[str, list[str]] = {}
        for problem in problems:
            said = sentence(visitor.language, problem.code, dict(problem.fields))
            wrong.setdefault(problem.field, []).append(said)
        title = "regulations.form.new" if page_request is None else "regulations.form.change"
        response = self._renderer.page(
            request,
            visitor,
            "regulations_form.html",
            form=Input({**shown(SEED, KEIZER), **form}),
            described=described(Regulations) | fields_shown(ANNOUNCE),
            keizer_groups=keizer_groups(),
            wrong=wrong,
            count=len(problems),
            title=tr(visitor.language, title),
            tournament="" if page_request is None else page_request.page.id,
            is_fixed=page_request is not None and bool(page_request.page.state.rounds),
            fixed=() if page_request is None else fixed_later(page_request.page),
            category_rows=rows_offered(form, "categories", "code", CATEGORY_ROWS),
            prize_rows=rows_offered(form, "prizes.groups", "prizes", PRIZE_ROWS),
            topics=tuple(ProseTopic),
            unused={
                name: " ".join(SETTINGS_HIDDEN.difference(settings_asked(each)))
                for name, each in SYSTEMS.items()
            },
            preview=preview,
            status=422 if problems and preview is None else 200,
        )
        response.headers["cache-control"] = "no-store"
        return response


def _act(page_request: PageRequest, form: Form, body: Mapping[str, Any]) -> Act:
    address = f"/t/{page_request.page.id}/arbiter/regulations"
    back = f"/t/{page_request.page.id}/regulations"
    return Act(name=ANNOUNCE, address=address, form=form, body=lambda: body, back=back, mends=True)


def regulations_texts(regulations: Regulations) -> dict[str, str]:
    """Return the field texts of the form without the free texts."""
    currency = regulations.entries.currency
    deposit = amount_text(regulations.appeals.deposit, currency)
    return {**shown(regulations), "appeals.deposit": deposit}


def body_of(form: Form, before: Mapping[str, str]) -> dict[str, Any]:
    """Return the body of the command, with the free texts that differ from `before`.

    Raises:
        WrongForm: with all faults that do not depend on the tournament.
    """
    reader = FormReader(form, HINTS, blank_is_empty=True)
    regulations = reader.struct(Regulations)
    problems = reader.problems or problems_in(regulations)
    if problems:
        raise WrongForm(*problems)
    return {
        "regulations": regulations,
        "prose": changed_texts(form, before),
        "same_origin": form.get("same_origin") or None,
        "keizer": keizer_in(form),
        "reason": form.get("reason", ""),
    }


def changed_texts(form: Form, before: Mapping[str, str]) -> dict[str, str]:
    """Return the free texts that changed, ignoring Windows line ends."""
    now = {topic.value: _plain(form.get(f"prose.{topic.value}", "")) for topic in ProseTopic}
    return {topic: text for topic, text in now.items() if text != _plain(before.get(topic, ""))}


def _plain(text: str) -> str:
    return text.strip().replace("\r\n", "\n")


def problems_in(body: Mapping[str, Any]) -> list[FieldProblem]:
    """Return all faults for which these regulations would be refused."""
    try:
        regulations = msgspec.convert(body, Regulations, strict=True)
    except msgspec.ValidationError as error:
        unread = malformed(error, Regulations)
        return [FieldProblem(field="", code=unread.code, fields=unread.fields)]
    found = [
        placed(fault.code, fault.fields) for fault in faults_in(regulations, DecisionContext())
    ]
    zone = regulations.schedule.time_zone
    if not found and zone and time_zone_of(zone) is None:
        place = "schedule.time_zone"
        found.append(
            FieldProblem(field=place, code="no-such-code", fields={"field": place, "value": zone})
        )
    return found


def placed(code: str, fields: Mapping[str, Any]) -> FieldProblem:
    """Return a refusal with its field; "" is above the form."""
    named = FIELD_OF_CODE.get(code)
    if named is None and "tiebreak" in fields:
        named = "play.tiebreaks"
    if code in PRIZE_CODES:
        named = "prizes"
    if code == "keizer-setting-impossible":
        named = "keizer"
    return FieldProblem(field=named or str(fields.get("field", "")), code=code, fields=fields)
