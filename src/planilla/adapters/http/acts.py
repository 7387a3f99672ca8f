"""The address of all acts: an act is done, refused, or shown first with its impact.

An act that changes published facts is sent twice: first as filled in, and then with `head`, the
version whose impact was shown. At another head the new impact is shown instead. Forms with their
own address (regulations, entries) use `done_or_asked` in the same way.

An act may include files, as `multipart/form-data`. The files are stored, and the form continues
with the field `evidence`, which names them: `<sha256>:<media type>:<size>`, separated by blanks.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from planilla.adapters.http.arbiter import ArbiterPages, Refused
from planilla.adapters.http.bodies import MULTIPART, UPLOAD_MAX, read_files, read_form
from planilla.adapters.http.command_forms import EVIDENCE, body_of, file_text, of_board
from planilla.adapters.http.endpoints import ENDPOINTS, Access, number_in, page_at
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.problems import STALE, Failure, failure_of
from planilla.adapters.http.site import Site
from planilla.adapters.http.views.timeline import as_form
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.adapters.http.views.whatif import ImpactRequest, ImpactShown, impact_shown
from planilla.application.envelope import Answer, DryRunAnswer, Person, Submission
from planilla.application.evidence import take_in
from planilla.application.impact import Impacts
from planilla.application.portions import submit_list
from planilla.application.ports import Evidence
from planilla.application.undo import undo_for
from planilla.domain.tournament.command import ConfirmFirst
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.tournament.state import Tournament, focused
from planilla.domain.tournament.subjects import COMMANDS
from planilla.domain.tournament.values import EvidenceFile, TimerKind

CONTROL_FIELDS = frozenset({"command_id", "next", "head", "expected", "look", "top"})
"""Form fields that control the request and are not part of the act."""
UNATTENDED = frozenset({"fire-timer"})
"""Commands of timers, which have no form."""
NO_PEOPLE: Mapping[str, Person] = {}
UNDO_US = 30_000_000
"""Time in microseconds in which undoing an act needs no confirmation."""


Body = Mapping[str, Any]
"""The body of a command as JSON data."""
Asks = Callable[[Tournament, Body], bool]


def always(_: Tournament, __: Body) -> bool:
    """Return True: the act is always shown first."""
    return True


def has_published_round(state: Tournament, _: Body) -> bool:
    """Return whether a round has been published."""
    return state.last_published > 0


def has_started(state: Tournament, _: Body) -> bool:
    """Return whether a round has been published or a hall opened."""
    return state.has_begun


def recalculates_values(state: Tournament, _: Body) -> bool:
    """Return whether closing a round recalculates all values of the ranking."""
    return state.system.keeps_values


def forfeits_games(state: Tournament, body: Body) -> bool:
    """Return whether the timer of the command forfeits games; a cancelled one does not."""
    timer = state.awaiting.get(body.get("timer", ""))
    forfeits = timer is not None and timer.kind is TimerKind.DEFAULT_TIME
    return forfeits and not body.get("is_dropped")


def is_of_published_round(state: Tournament, body: Body) -> bool:
    """Return whether the round of the command has been published."""
    played = state.round(body.get("round", 0))
    return played is not None and played.is_published


def erases_people(_: Tournament, body: Body) -> bool:
    """Return whether the command erases people, which cannot be undone."""
    return bool(body.get("erases"))


CASES: dict[ConfirmFirst, Asks] = {
    ConfirmFirst.ALWAYS: always,
    ConfirmFirst.ONCE_PUBLISHED: has_published_round,
    ConfirmFirst.ONCE_PLAYED: has_started,
    ConfirmFirst.OF_PUBLISHED_ROUND: is_of_published_round,
    ConfirmFirst.IF_VALUES_FOLLOW: recalculates_values,
    ConfirmFirst.IF_FORFEITS_FOLLOW: forfeits_games,
    ConfirmFirst.IF_IT_ERASES: erases_people,
}
"""Conditions on the state and the body by the case that a command declares."""


def needs_confirmation(act: str, state: Tournament, body: Body) -> bool:
    """Return whether to show the impact of an act before doing it.

    Each command declares the condition (`Command.confirm_first`); its title is `confirm.act.<act>`
    in the catalogues. `body` is the body to be submitted, so the answer does not depend on the
    spelling of a form.
    """
    kind = COMMANDS.get(act)
    asks = None if kind is None else CASES.get(kind.confirm_first)
    return asks is not None and asks(state, body)


def commands_elsewhere() -> frozenset[str]:
    """Return the commands that other addresses record, which the address of all acts refuses."""
    return UNATTENDED.union(*(each.records for each in ENDPOINTS.values()))


@dataclass(frozen=True, kw_only=True)
class Act:
    """A submitted act: its name, fields, command body, and the address to return to.

    It is confirmed at `address`; `mends` is the address that shows the form again for changes.
    `people` are the new people of the act by entrant, whose names are not recorded yet.
    """

    name: str
    address: str
    form: Mapping[str, str]
    body: Callable[[], Mapping[str, Any]]
    back: str
    mends: bool = False
    people: Mapping[str, Person] = field(default_factory=dict)

    @property
    def wanted(self) -> dict[str, str]:
        """The fields of the act itself."""
        return {name: value for name, value in self.form.items() if name not in CONTROL_FIELDS}


class ActPages:
    """Pages that submit acts and show their impact."""

    def __init__(self, site: Site, arbiter: ArbiterPages, impacts: Impacts) -> None:
        self._site = site
        self.arbiter = arbiter
        self._impacts = impacts

    @page_at(
        "/t/{tournament}/acts/{act}",
        method="POST",
        access=Access.STAFF,
        view=None,
        body_max=UPLOAD_MAX,
    )
    async def act(self, request: Request) -> Response:
        """Do the act of a form and redirect to its page, or show its impact first."""
        page_request = await self.arbiter.page_request(request)
        sent, unfit = await read_act(request, self._site)
        form = of_board(sent)
        name = request.path_params["act"]
        act = Act(
            name=name,
            address=f"/t/{page_request.page.id}/acts/{name}",
            form=form,
            body=lambda: _body_of(page_request, name, form),
            back=_back(page_request, form),
        )
        try:
            if unfit is not None:
                raise unfit
            return await self.done_or_asked(request, page_request, act)
        except Failure as failure:
            return await self._refused(request, page_request, act, failure)

    async def done_or_asked(
        self, request: Request, page_request: PageRequest, act: Act
    ) -> Response:
        """Return the redirect after the act, or the page with its impact.

        Raises:
            Failure: it is refused.
        """
        if self._asks(page_request, act):
            return await self._ask(request, act)
        failure = failure_of(await self._submit(page_request, act))
        if failure is None:
            return RedirectResponse(act.back, status_code=303)
        if failure.code == STALE and act.form.get("head"):
            # The refusal has used up the command id; the next page has a new one.
            return await self._ask(request, act)
        raise failure

    def _asks(self, page_request: PageRequest, act: Act) -> bool:
        if act.form.get("head"):
            return "look" in act.form
        body = act.body()
        if not needs_confirmation(act.name, _stage_of(page_request.page.state, body), body):
            return False
        return not self._is_undo(page_request, act)

    def _is_undo(self, page_request: PageRequest, act: Act) -> bool:
        """Return whether `act` undoes the last act within `UNDO_US`, if nothing came since."""
        expected = act.form.get("expected", "")
        if not expected:
            return False
        if number_in(expected) != page_request.history.version:
            return True  # and is refused, since something was recorded
        undo = undo_for(page_request.history, page_request.visitor.actor)
        if undo is None or as_form(undo.command) != (act.name, act.wanted):
            return False
        return self._site.clock.now() - undo.undone.recorded_at <= UNDO_US

    async def _submit(
        self, page_request: PageRequest, act: Act, *, dry_run: bool = False
    ) -> Answer:
        shown = act.form.get("head") or act.form.get("expected", "")
        submission = Submission(
            tournament=page_request.page.id,
            name=act.name,
            body=msgspec.json.encode(act.body()),
            command_id=act.form.get("command_id", ""),
            actor=page_request.visitor.actor,
            expected=number_in(shown) if shown and not dry_run else None,
            dry_run=dry_run,
        )
        return await submit_list(self._site.bus, submission)

    async def _ask(self, request: Request, act: Act) -> Response:
        """Return the confirmation page: the events to be recorded, and their impact.

        Raises:
            Failure: it would be refused.
        """
        page_request = await self.arbiter.page_request(request)
        answer = await self._submit(page_request, act, dry_run=True)
        failure = failure_of(answer)
        if failure is not None:
            raise failure
        assert isinstance(answer, DryRunAnswer), "a dry run is answered so"
        if not answer.foreseen:  # already done
            return RedirectResponse(act.back, status_code=303)
        shown = await self.impact(request, act.form, answer, people=act.people)
        return await self.arbiter.page(
            await self.arbiter.page_request(request),
            "confirm.html",
            None,
            lambda: {"act": act, "shown": shown},
        )

    async def impact(
        self,
        request: Request,
        form: Mapping[str, str],
        answer: DryRunAnswer,
        *,
        people: Mapping[str, Person] = NO_PEOPLE,
    ) -> ImpactShown:
        """Return the impact of a dry run in the visitor's language; `people` adds personal data.

        `head` in the form is the version that the visitor has seen; later facts are listed.
        """
        page_request = await self.arbiter.page_request(request)
        top = number_in(form.get("top", "").strip())
        found = await self._impacts.of(page_request.history.facts_before(answer), answer, top=top)
        texts = dict(await self._site.log.texts(page_request.page.id, "staff"))
        wanted = ImpactRequest(
            history=page_request.history, form=form, answer=answer, impact=found, texts=texts
        )
        known = {**page_request.page.people, **people}
        page = TournamentPage(
            page_request.page.id,
            page_request.page.state,
            known,
            page_request.page.language,
            texts=texts,
        )
        return await page_request.made(impact_shown, page, wanted)

    async def _refused(
        self, request: Request, page_request: PageRequest, act: Act, failure: Failure
    ) -> Response:
        said = self.arbiter.said(page_request, failure)
        refused = Refused(
            act=act.name, sentence=said, status=failure.status, form=act.form, failure=failure
        )
        return await self.arbiter.again(request, page_request, act.back, refused)


def _body_of(page_request: PageRequest, name: str, form: Mapping[str, str]) -> dict[str, Any]:
    if name in commands_elsewhere():
        raise Failure("no-such-command", {"command": name})
    return in_stage_of(page_request.page.state, name, body_of(name, form))


def in_stage_of(state: Tournament, name: str, body: dict[str, Any]) -> dict[str, Any]:
    """Return the body of a command with the stage of its page, unless it names one."""
    is_staged = state.stages > 1 and "in_stage" in COMMANDS[name].__struct_fields__
    return {"in_stage": state.stage, **body} if is_staged else body


def _stage_of(state: Tournament, body: Body) -> Tournament:
    """Return the stage of a body; the rules refuse one that does not exist."""
    number = body.get("in_stage", state.stage)
    return focused(state, number) if 1 <= number <= state.stages else state


def _back(page_request: PageRequest, form: Mapping[str, str]) -> str:
    back = form.get("next", "")
    own = re.escape(page_request.page.id)
    if re.fullmatch(rf"(?:/t/{own}/|/e/[a-z0-9-]+)[\w./?=&#:%+-]*", back):
        return back
    return f"/t/{page_request.page.id}/arbiter"


async def read_act(request: Request, site: Site) -> tuple[Mapping[str, str], Failure | None]:
    """Return the fields of an act with its stored files named, and the failure of a file, if any.

    Raises:
        Failure: it is not a form of a browser.
        TooLarge: it exceeds the limit of bodies.
    """
    if not request.headers.get("content-type", "").startswith(MULTIPART):
        return await read_form(request), None
    fields, files = await read_files(request)
    try:
        named = [
            file_text(await kept(site, request.path_params["tournament"], each)) for each in files
        ]
    except Failure as failure:
        return fields, failure
    fields[EVIDENCE] = " ".join((*fields.get(EVIDENCE, "").split(), *named))
    return fields, None


async def kept(site: Site, tournament: str, body: bytes) -> EvidenceFile:
    """Store a file beside the log.

    Raises:
        Failure: its type is not allowed, or there is no room for it.
    """
    try:
        return await take_in(evidence_of_site(site), tournament, body)
    except Refusal as refusal:
        raise Failure(refusal.code, refusal.fields) from None


def evidence_of_site(site: Site) -> Evidence:
    """Return the store of evidence files.

    Raises:
        Failure: this site stores no evidence.
    """
    if site.evidence is None:
        raise Failure("no-such-page")
    return site.evidence
