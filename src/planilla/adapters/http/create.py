"""Creating a tournament: a form with defaults that need no thought, and the arbiter's link once."""

import hashlib
import re
import unicodedata
from collections.abc import Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from planilla.adapters.http.bodies import read_form
from planilla.adapters.http.command_forms import KEIZER, fields_shown, keizer_groups, read, shown
from planilla.adapters.http.forms import Input, WrongForm
from planilla.adapters.http.limits import LimitedRoute
from planilla.adapters.http.problems import Failure, failure_of
from planilla.adapters.http.rendering import Renderer
from planilla.adapters.http.site import Site
from planilla.adapters.http.visitor import Visitor, check_origin, visitor_of
from planilla.application.envelope import Submission
from planilla.application.permissions import actor_of_link
from planilla.domain.pairing import system_named, usual_of
from planilla.domain.pairing.keizer.rules import SEED
from planilla.domain.tournament.setup import CreateTournament
from planilla.presentation.catalogue import sentence

TIEBREAK_FIELDS = 5
TIEBREAKS_OFFERED = (
    *("BH/C1", "BH/C2", "BH", "BH/M1", "SB", "SB/C1", "DE", "PS", "PS/C1", "WIN", "WON", "BPG"),
    *("BWG", "KS", "FB", "AOB", "ARO", "ARO/C1", "TPR", "PTP", "REP", "STD", "LOTS"),
)
"""The usual ones; the regulations take every code."""
TIEBREAKS_DEFAULT = usual_of(CreateTournament(name="").system).tiebreaks
SLUG_LENGTH_MAX = 40


class CreatePages:
    """The form, and what comes after it."""

    def __init__(self, site: Site, renderer: Renderer) -> None:
        self._site = site
        self._renderer = renderer

    @property
    def routes(self) -> list[Route]:
        """Routes of the form that creates a tournament."""
        return [
            LimitedRoute("/new", self.show, methods=["GET"]),
            LimitedRoute("/new", self.create, methods=["POST"]),
        ]

    async def show(self, request: Request) -> Response:
        """The empty form."""
        visitor = await self.organiser(request)
        return self._form(request, visitor, {}, "", 200)

    async def create(self, request: Request) -> Response:
        """Create the tournament; a refusal stands above the form, which keeps its input."""
        check_origin(request)
        visitor = await self.organiser(request)
        form = await read_form(request)
        failure = await self._submit(visitor, form)
        if failure is not None:
            said = sentence(visitor.language, failure.code, failure.fields)
            return self._form(request, visitor, form, said, failure.status)
        seats_at_once = system_named(form.get("system", "")).seats_at_once
        template = "created_hall.html" if seats_at_once else "created.html"
        return await self.created(request, visitor, tournament_id(form), template=template)

    async def organiser(self, request: Request) -> Visitor:
        """Return the visitor if they may create tournaments.

        Raises:
            Failure: they may not.
        """
        visitor = await visitor_of(request, self._site.grants)
        if not visitor.is_organiser:
            raise Failure(status=403, code="only-organiser")
        return visitor

    async def _submit(self, visitor: Visitor, form: Mapping[str, str]) -> Failure | None:
        try:
            body = read(CreateTournament, form)
        except WrongForm as wrong:
            return wrong
        if tuple(body.get("tiebreaks", ())) == TIEBREAKS_DEFAULT:
            # What nobody touched is what is usual for the system that was chosen.
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
        self, request: Request, visitor: Visitor, tournament: str, *, template: str
    ) -> Response:
        """The page with a new link for an arbiter of the tournament, shown once."""
        token = self._site.ids.token()
        await self._site.grants.grant(token, actor_of_link(token), tournament)
        response = self._renderer.page(
            request,
            visitor,
            template,
            tournament=tournament,
            secret_link=f"{self._site.public_url}/enter#{token}",
        )
        response.headers["cache-control"] = "no-store"
        return response

    def _form(
        self,
        request: Request,
        visitor: Visitor,
        form: Mapping[str, str],
        problem: str,
        status: int,
    ) -> Response:
        chosen = [code for code in form.get("tiebreaks", "").split(",") if code]
        chosen = chosen if form else list(TIEBREAKS_DEFAULT)
        return self._renderer.page(
            request,
            visitor,
            "create.html",
            form=Input({**shown(SEED, KEIZER), **form}),
            keizer_groups=keizer_groups(),
            described=fields_shown("create-tournament"),
            problem=problem,
            tiebreaks=TIEBREAKS_OFFERED,
            chosen=[*chosen, *[""] * TIEBREAK_FIELDS][:TIEBREAK_FIELDS],
            status=status,
        )


def tournament_id(form: Mapping[str, str]) -> str:
    """A readable id that follows from the form, so that sending it twice makes one tournament."""
    plain = unicodedata.normalize("NFKD", form.get("name", "")).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:SLUG_LENGTH_MAX].strip("-")
    digest = hashlib.sha256(form.get("command_id", "").encode()).hexdigest()[:5]
    return f"{slug or 't'}-{digest}"
