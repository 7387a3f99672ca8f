"""Creation of tournaments: a name and a kind, and the arbiter's link, shown once.

The settings of the chosen kind stand below, with their usual values. Without script the form is
asked again for another kind; a form that was sent with another kind than the one shown has the
usual settings of that kind.
"""

import hashlib
from collections.abc import Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from planilla.adapters.http.bodies import read_form
from planilla.adapters.http.command_forms import KEIZER, keizer_groups, read, shown
from planilla.adapters.http.endpoints import Access, page_at
from planilla.adapters.http.forms import WrongForm
from planilla.adapters.http.problems import Failure, failure_of
from planilla.adapters.http.system_settings import ACCELERATIONS, system_form
from planilla.adapters.http.visitor import Visitor
from planilla.adapters.http.web import Pages
from planilla.application.envelope import Submission
from planilla.application.kinds import KINDS, OTHER
from planilla.application.permissions import actor_of_link
from planilla.application.roles import Grant, full_grant
from planilla.application.trf_import import readable_id
from planilla.domain.pairing import system_named, usual_of
from planilla.domain.pairing.keizer.rules import SEED
from planilla.domain.pairing.system import System
from planilla.domain.tournament.setup import CreateTournament

KEPT = ("name", "time_zone", "command_id")
"""Fields that stay when another kind or system is chosen."""
TIEBREAK_FIELDS = 5
TIEBREAKS_OFFERED = (
    *("BH/C1", "BH/C2", "BH", "BH/M1", "SB", "SB/C1", "DE", "PS", "PS/C1", "WIN", "WON", "BPG"),
    *("BWG", "KS", "FB", "AOB", "ARO", "ARO/C1", "TPR", "PTP", "REP", "STD", "LOTS"),
)
"""Usual tie-breaks of players; the regulations accept every code."""


class CreatePages(Pages):
    """The form, and the page after it."""

    @page_at("/new", access=Access.ORGANISER, timeless="a form")
    async def show(self, request: Request) -> Response:
        """Show the empty form for the system of the address."""
        visitor = await self._organiser(request)
        return self._form(request, visitor, asked_again(request.query_params))

    @page_at("/new", method="POST", access=Access.ORGANISER, records=("create-tournament",))
    async def create(self, request: Request) -> Response:
        """Create the tournament; a refusal is shown at its field, and the form keeps its input."""
        visitor = await self._organiser(request)
        form = asked_again(await read_form(request))
        failure = await self._submit(visitor, form)
        if failure is not None:
            return self._form(request, visitor, form, failure)
        seats_at_once = system_named(form.get("system", "")).seats_at_once
        template = "created_masnou.html" if seats_at_once else "created.html"
        grant = full_grant(tournament_id(form))
        return await self.created(request, visitor, grant, template=template)

    async def _submit(self, visitor: Visitor, form: Mapping[str, str]) -> Failure | None:
        try:
            body = read(CreateTournament, form)
        except WrongForm as wrong:
            return wrong
        if tuple(body.get("tiebreaks", ())) == usual_of(body.get("system", "")).tiebreaks:
            body["tiebreaks"] = None
        answer = await self._site.bus.submit(
            Submission(
                tournament=tournament_id(form),
                name="create-tournament",
                body=msgspec.json.encode(body),
                command_id=form.get("command_id", ""),
                actor=visitor.actor,
            )
        )
        return failure_of(answer)

    async def created(
        self, request: Request, visitor: Visitor, grant: Grant, *, template: str
    ) -> Response:
        """Return the page with a new link for a grant, shown once."""
        token = self._site.ids.token()
        await self._site.grants.give(token, actor_of_link(token, grant.role), grant)
        response = self._renderer.page(
            request,
            visitor,
            template,
            tournament=grant.tournament,
            grant=grant,
            secret_link=f"{self._site.public_url}/enter#{token}",
        )
        response.headers["cache-control"] = "no-store"
        return response

    def _form(
        self,
        request: Request,
        visitor: Visitor,
        form: Mapping[str, str],
        failure: Failure | None = None,
    ) -> Response:
        kind = kind_in(form)
        texts = {**shown(SEED, KEIZER), **texts_of_kind(kind), **form}
        asked = system_form("create-tournament", texts, visitor.language, failure)
        system, usual = system_named(asked.system), usual_of(asked.system).tiebreaks
        chosen = (
            [code for code in form.get("tiebreaks", "").split(",") if code] if failure else [*usual]
        )
        return self._renderer.page(
            request,
            visitor,
            "create.html",
            asked=asked,
            kind=kind,
            kinds=tuple(KINDS),
            accelerations=[each.value for each in ACCELERATIONS],
            rounds=system.rounds_default,
            keizer_groups=keizer_groups(),
            tiebreaks=tuple(dict.fromkeys((*usual, *_tiebreaks_offered(system)))),
            chosen=[*chosen, *[""] * TIEBREAK_FIELDS][:TIEBREAK_FIELDS],
            status=200 if failure is None else failure.status,
        )


def kind_in(form: Mapping[str, str]) -> str:
    """Return the kind that a form or an address names; one with a system alone names `other`."""
    return form["kind"] if form.get("kind") in KINDS else OTHER if "system" in form else "open"


def texts_of_kind(kind: str) -> dict[str, str]:
    """Return the texts of the fields of a kind, without those that are empty or 0."""
    texts = shown(KINDS[kind])
    return {name: text for name, text in texts.items() if text not in {"", "0"}}


def asked_again(form: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of a form; beside another choice only those that every choice has.

    `kind` differs from `kind_shown`, or `choice` from `system`, where somebody without script has
    chosen anew: what stands below was asked for the choice before.
    """
    kept = {name: form[name] for name in KEPT if name in form}
    if "kind" in form and form["kind"] != form.get("kind_shown", form["kind"]):
        return {**kept, "kind": form["kind"], **texts_of_kind(kind_in(form))}
    if form.get("choice", form.get("system")) != form.get("system"):
        return {**kept, "kind": OTHER, "system": form["choice"]}
    return dict(form)


def _tiebreaks_offered(system: System) -> tuple[str, ...]:
    return () if system.plays_in_teams else TIEBREAKS_OFFERED


def tournament_id(form: Mapping[str, str]) -> str:
    """Return a readable id derived from the form, so sending it twice creates one tournament."""
    digest = hashlib.sha256(form.get("command_id", "").encode()).hexdigest()
    return readable_id(form.get("name", ""), digest)
