"""Creation of tournaments: a name and a kind, and the arbiter's link, shown once.

The settings of the chosen kind stand below, with their usual values. Without script the form is
asked again for another kind; a form that was sent with another kind than the one shown has the
usual settings of that kind. With `from` the settings are those of an earlier tournament, whose
regulations are announced too.
"""

import hashlib
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from planilla.adapters.http.bodies import read_form
from planilla.adapters.http.command_forms import KEIZER, keizer_groups, read, shown
from planilla.adapters.http.endpoints import Access, page_at
from planilla.adapters.http.forms import WrongForm, distinct
from planilla.adapters.http.problems import Failure, failure_of
from planilla.adapters.http.rendering import qr_image
from planilla.adapters.http.system_settings import ACCELERATIONS, settings_asked, system_form
from planilla.adapters.http.views.regulations import RegulationsPreview, preview_of
from planilla.adapters.http.visitor import Visitor, address_of_scope
from planilla.adapters.http.web import Pages
from planilla.application.copying import (
    CopiedCommand,
    further_commands,
    joining,
    settings_copied,
    submit_copy,
)
from planilla.application.envelope import Submission
from planilla.application.kinds import KINDS, OTHER
from planilla.application.link_codes import new_link, typed_until
from planilla.application.permissions import actor_of_link
from planilla.application.ports import TournamentSummary
from planilla.application.roles import Grant, View, festival_of_scope, full_grant
from planilla.application.trf_export import prose_of
from planilla.application.trf_import import readable_id
from planilla.domain.pairing import system_named, usual_of
from planilla.domain.pairing.keizer.rules import SEED
from planilla.domain.pairing.system import System
from planilla.domain.tournament.setup import CreateTournament
from planilla.domain.tournament.state import Tournament

logger = logging.getLogger(__name__)

PREVIEW = "preview"
"""The field of a form that asks for a preview of the regulations."""
KEPT = ("name", "time_zone", "command_id")
"""Fields that stay when another kind or system is chosen."""
BOXES = ("shape.sudden_death", "shape.maxi")
"""Settings that are boxes to tick."""
TIEBREAK_FIELDS = 5
EARLIER_MAX = 50
"""Most tournaments that the form offers to start from."""
TIEBREAKS_OFFERED = (
    *("BH/C1", "BH/C2", "BH", "BH/M1", "SB", "SB/C1", "DE", "PS", "PS/C1", "WIN", "WON", "BPG"),
    *("BWG", "KS", "FB", "AOB", "ARO", "ARO/C1", "TPR", "PTP", "REP", "STD", "LOTS"),
)
"""Usual tie-breaks of players; the regulations accept every code."""


@dataclass(frozen=True, kw_only=True)
class EarlierTournament:
    """A tournament that is copied: its state, and the free texts of its regulations by topic."""

    state: Tournament
    prose: Mapping[str, str]


class CreatePages(Pages):
    """The form, and the page after it."""

    @page_at("/new", access=Access.ORGANISER, timeless="a form")
    async def show(self, request: Request) -> Response:
        """Show the empty form for the system of the address."""
        visitor = await self._organiser(request)
        form = asked_again(request.query_params)
        earlier = await self._earlier(form)
        if earlier is not None:
            form = {**texts_copied(earlier.state), **form}
        return await self._form(request, visitor, form, earlier=earlier)

    @page_at(
        "/new",
        method="POST",
        access=Access.ORGANISER,
        records=("create-tournament", "announce-regulations"),
    )
    async def create(self, request: Request) -> Response:
        """Create the tournament; a refusal is shown at its field, and the form keeps its input.

        A form with `preview` shows the regulations beside it, and nothing is recorded.
        """
        visitor = await self._organiser(request)
        sent = await read_form(request)
        form = asked_again(sent)
        earlier = await self._earlier(form)
        if PREVIEW in sent:
            return await self._previewed(request, visitor, form, earlier)
        failure = await self._submit(visitor, form, earlier)
        if failure is not None:
            return await self._form(request, visitor, form, failure, earlier)
        seats_at_once = system_named(form.get("system", "")).seats_at_once
        template = "created_masnou.html" if seats_at_once else "created.html"
        grant = full_grant(tournament_id(form))
        return await self.created(request, visitor, grant, template=template)

    async def _earlier(self, form: Mapping[str, str]) -> EarlierTournament | None:
        """Return the tournament that the form is copied from; None without one.

        Raises:
            Failure: there is no such tournament.
        """
        tournament = form.get("from", "")
        if not tournament:
            return None
        history = await self._web.readings.history(tournament)
        if history is None:
            raise Failure("no-such-tournament", {"tournament": tournament[:40]})
        state = history.state(to_staff=True)
        texts = await self._site.log.texts(tournament, "public")
        return EarlierTournament(state=state, prose=prose_of(state, texts))

    async def _offered(self, visitor: Visitor) -> Sequence[TournamentSummary]:
        """Return the tournaments of a visitor to start from, the newest first."""
        own = [
            each
            for each in await self._site.log.tournaments()
            if visitor.may_see(each.id, View.GOVERN)
        ]
        return sorted(own, key=lambda each: -each.created_at)[:EARLIER_MAX]

    async def _previewed(
        self,
        request: Request,
        visitor: Visitor,
        form: Mapping[str, str],
        earlier: EarlierTournament | None,
    ) -> Response:
        """Show the form with the regulations of the tournament that it would create."""
        try:
            commands = founding_commands(form, earlier)
        except WrongForm as wrong:
            return await self._form(
                request, visitor, form, RegulationsPreview(failure=wrong), earlier
            )
        preview = preview_of(commands, self._site.clock.now(), visitor.language)
        return await self._form(request, visitor, form, preview, earlier)

    async def _submit(
        self, visitor: Visitor, form: Mapping[str, str], earlier: EarlierTournament | None
    ) -> Failure | None:
        try:
            first, *further = founding_commands(form, earlier)
        except WrongForm as wrong:
            return wrong
        submission = Submission(
            tournament=tournament_id(form),
            name=first.name,
            body=msgspec.json.encode(first.body),
            command_id=form.get("command_id", ""),
            actor=visitor.actor,
        )
        return failure_of(await submit_copy(self._site.bus, submission, iter(further)))

    async def created(
        self, request: Request, visitor: Visitor, grant: Grant, *, template: str
    ) -> Response:
        """Return the page with a new link for a grant, shown once."""
        token, typed = new_link(self._site.ids.token(), grant, self._site.keys)
        actor_id, by = actor_of_link(token, grant.role), visitor.actor.id
        await self._site.grants.give(token, actor_id, grant, by=by)
        logger.info("%s made %s a link as %s of %s", by, actor_id, grant.role, grant.tournament)
        names = {each.id: each.name for each in await self._site.log.tournaments()}
        festival = festival_of_scope(grant.tournament)
        secret_link = f"{self._site.public_url}/enter#{token}"
        response = self._renderer.page(
            request,
            visitor,
            template,
            tournament=grant.tournament,
            name=names.get(grant.tournament, festival),
            address=address_of_scope(grant.tournament),
            is_of_festival=bool(festival),
            grant=grant,
            secret_link=secret_link,
            code=qr_image(secret_link),
            typed=typed,
            typed_at=f"{self._site.public_url}/enter",
            typed_until=typed_until(grant, self._site.clock.now()),
        )
        response.headers["cache-control"] = "no-store"
        return response

    async def _form(
        self,
        request: Request,
        visitor: Visitor,
        form: Mapping[str, str],
        outcome: Failure | RegulationsPreview | None = None,
        earlier: EarlierTournament | None = None,
    ) -> Response:
        """Show the form as it was sent, with what came of it; without an outcome the first one."""
        preview = outcome if isinstance(outcome, RegulationsPreview) else None
        failure = outcome.failure if isinstance(outcome, RegulationsPreview) else outcome
        kind, is_sent = kind_in(form), outcome is not None
        asked = system_form(
            "create-tournament", texts_shown(form, kind, is_sent=is_sent), visitor.language, failure
        )
        system, usual = system_named(asked.system), usual_of(asked.system).tiebreaks
        is_chosen = earlier is not None or (is_sent and "tiebreaks" in form)
        chosen = distinct(form.get("tiebreaks", "")) if is_chosen else [*usual]
        copied = () if earlier is None else earlier.state.tiebreaks
        return self._renderer.page(
            request,
            visitor,
            "create.html",
            asked=asked,
            kind=kind,
            kinds=tuple(KINDS),
            earlier=None if earlier is None else earlier.state,
            offered=await self._offered(visitor) if earlier is None else (),
            accelerations=[each.value for each in ACCELERATIONS],
            rounds=system.rounds_default,
            keizer_groups=keizer_groups(),
            tiebreaks=tuple(dict.fromkeys((*usual, *_tiebreaks_offered(system), *copied))),
            chosen=[*chosen, *[""] * (TIEBREAK_FIELDS - len(chosen))],
            preview=preview,
            status=200 if failure is None or preview is not None else failure.status,
        )


def founding_commands(
    form: Mapping[str, str], earlier: EarlierTournament | None
) -> Iterator[CopiedCommand]:
    """Return the commands of a form, the creation first; further ones copy an earlier tournament.

    Raises:
        WrongForm: a field cannot be read.
    """
    body = read(CreateTournament, form)
    if tuple(body.get("tiebreaks", ())) == usual_of(body.get("system", "")).tiebreaks:
        body["tiebreaks"] = None
    further: Iterator[CopiedCommand] = iter(())
    if earlier is not None:
        body = body_copied(earlier.state, form, body)
        created = msgspec.convert(body, CreateTournament)
        further = further_commands(earlier.state, earlier.prose, created)
        festival = earlier.state.festival
        if festival is not None and form.get("festival") == festival.id:
            further = chain((joining(festival),), further)
    return chain((CopiedCommand("create-tournament", body),), further)


def texts_shown(form: Mapping[str, str], kind: str, *, is_sent: bool) -> dict[str, str]:
    """Return the texts of a form's fields above the usual ones of its kind.

    A box that is not ticked is not in a form that was sent.
    """
    usual = texts_of_kind(kind)
    if is_sent:
        usual = {name: text for name, text in usual.items() if name not in BOXES}
    return {**shown(SEED, KEIZER), **usual, **form}


def kind_in(form: Mapping[str, str]) -> str:
    """Return the kind that a form or an address names; one with a system alone names `other`."""
    return form["kind"] if form.get("kind") in KINDS else OTHER if "system" in form else "open"


def texts_of_kind(kind: str) -> dict[str, str]:
    """Return the texts of the fields of a kind, without those that are empty or 0."""
    texts = shown(msgspec.convert({"name": "", **KINDS[kind]}, CreateTournament))
    return {name: text for name, text in texts.items() if text not in {"", "0"}}


def texts_copied(state: Tournament) -> dict[str, str]:
    """Return the texts of the fields of a tournament that is copied, without its empty ones."""
    settings = settings_copied(state, state.name)
    texts = shown(settings) | (shown(settings.keizer, KEIZER) if settings.keizer else {})
    return {name: text for name, text in texts.items() if text not in {"", "0"}}


def body_copied(
    state: Tournament, form: Mapping[str, str], body: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the settings of an earlier tournament with those that the form names in their place.

    A setting with a box that is not ticked is not in the form.
    """
    copied: dict[str, Any] = msgspec.to_builtins(settings_copied(state, state.name))
    if body.get("system", copied["system"]) != copied["system"]:
        return dict(body)
    boxes = {each.partition(".")[2] for each in BOXES if each in settings_asked(state.system)}
    unticked = {each: False for each in boxes if f"shape.{each}" not in form}
    shape = {**copied["shape"], **unticked, **body.get("shape", {})}
    return {**copied, **body, "shape": shape}


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
