"""Creation of tournaments: a form with usual defaults, and the arbiter's link, shown once."""

import hashlib
import logging
import re
import unicodedata
from collections.abc import Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from planilla.adapters.http.bodies import read_form
from planilla.adapters.http.command_forms import KEIZER, keizer_groups, read, shown
from planilla.adapters.http.endpoints import Access, page_at
from planilla.adapters.http.forms import WrongForm
from planilla.adapters.http.problems import Failure, failure_of
from planilla.adapters.http.system_settings import ACCELERATIONS, system_form
from planilla.adapters.http.visitor import Visitor, tokens_of, visitor_of
from planilla.adapters.http.web import Pages, Web
from planilla.application.envelope import Submission
from planilla.application.permissions import ALL_TOURNAMENTS, actor_of_link, hash_of_token, link_id
from planilla.application.ports import SecretLink
from planilla.domain.pairing import system_named, usual_of
from planilla.domain.pairing.keizer.rules import SEED
from planilla.domain.pairing.system import System
from planilla.domain.tournament.setup import CreateTournament

TIEBREAK_FIELDS = 5
TIEBREAKS_OFFERED = (
    *("BH/C1", "BH/C2", "BH", "BH/M1", "SB", "SB/C1", "DE", "PS", "PS/C1", "WIN", "WON", "BPG"),
    *("BWG", "KS", "FB", "AOB", "ARO", "ARO/C1", "TPR", "PTP", "REP", "STD", "LOTS"),
)
"""Usual tie-breaks of players; the regulations accept every code."""
SLUG_LENGTH_MAX = 40


class CreatePages(Pages):
    """The form, and the page after it."""

    @page_at("/new", access=Access.ORGANISER, timeless="a form")
    async def show(self, request: Request) -> Response:
        """Show the empty form for the system of the address."""
        visitor = await self._organiser(request)
        return self._form(request, visitor, _form_asked(request.query_params))

    @page_at("/new", method="POST", access=Access.ORGANISER, records=("create-tournament",))
    async def create(self, request: Request) -> Response:
        """Create the tournament; a refusal is shown at its field, and the form keeps its input."""
        visitor = await self._organiser(request)
        form = await read_form(request)
        failure = await self._submit(visitor, form)
        if failure is not None:
            return self._form(request, visitor, form, failure)
        seats_at_once = system_named(form.get("system", "")).seats_at_once
        template = "created_masnou.html" if seats_at_once else "created.html"
        return await self.created(request, visitor, tournament_id(form), template=template)

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
        self, request: Request, visitor: Visitor, tournament: str, *, template: str
    ) -> Response:
        """Return the page with a new link for an arbiter of the tournament, shown once."""
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
        failure: Failure | None = None,
    ) -> Response:
        texts = {**shown(SEED, KEIZER), **form}
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
            accelerations=[each.value for each in ACCELERATIONS],
            rounds=system.rounds_default,
            keizer_groups=keizer_groups(),
            tiebreaks=tuple(dict.fromkeys((*usual, *_tiebreaks_offered(system)))),
            chosen=[*chosen, *[""] * TIEBREAK_FIELDS][:TIEBREAK_FIELDS],
            status=200 if failure is None else failure.status,
        )


def _form_asked(query: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of an address; beside another choice of system only those of every system.

    Without script the whole form asks for the settings of the system that is chosen.
    """
    if "choice" not in query:
        return dict(query)
    kept = {name: query[name] for name in ("name", "time_zone") if name in query}
    return {**kept, "system": query["choice"]}


def _tiebreaks_offered(system: System) -> tuple[str, ...]:
    return () if system.plays_in_teams else TIEBREAKS_OFFERED


def tournament_id(form: Mapping[str, str]) -> str:
    """Return a readable id derived from the form, so sending it twice creates one tournament."""
    plain = unicodedata.normalize("NFKD", form.get("name", "")).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:SLUG_LENGTH_MAX].strip("-")
    digest = hashlib.sha256(form.get("command_id", "").encode()).hexdigest()[:5]
    return f"{slug or 't'}-{digest}"


logger = logging.getLogger(__name__)


class LinkPages(Pages):
    """Lists of links of a tournament, or of all tournaments, with buttons for revocation."""

    def __init__(self, web: Web) -> None:
        super().__init__(web)
        self._founding = CreatePages(web)

    @page_at("/links", access=Access.ORGANISER, timeless="the current links")
    async def show_all(self, request: Request) -> Response:
        """Show the links of all tournaments to the organiser."""
        visitor = await self._organiser(request)
        return self._page(request, visitor, "", await self._site.grants.links())

    @page_at("/t/{tournament}/links", access=Access.STAFF, timeless="the current links")
    async def show(self, request: Request) -> Response:
        """Show the links of a tournament to its arbiters."""
        visitor, tournament = await self._as_arbiter(request)
        links = await self._site.grants.links(tournament)
        return self._page(request, visitor, tournament, links)

    @page_at("/t/{tournament}/links", method="POST", access=Access.STAFF)
    async def create(self, request: Request) -> Response:
        """Show a new link for an arbiter of the tournament, once."""
        visitor, tournament = await self._as_arbiter(request)
        return await self._founding.created(request, visitor, tournament, template="link.html")

    @page_at("/links/{link}/revoke", method="POST", access=Access.ORGANISER)
    async def revoke_any(self, request: Request) -> Response:
        """Revoke any link, for the organiser, whose own is renewed on the command line."""
        await self._organiser(request)
        return await self._revoked(request, "")

    @page_at("/t/{tournament}/links/{link}/revoke", method="POST", access=Access.STAFF)
    async def revoke(self, request: Request) -> Response:
        """Revoke a link of the tournament, for its arbiters."""
        _, tournament = await self._as_arbiter(request)
        return await self._revoked(request, tournament)

    async def _as_arbiter(self, request: Request) -> tuple[Visitor, str]:
        tournament = request.path_params["tournament"]
        visitor = await visitor_of(request, self._site.grants)
        if not visitor.may_act(tournament) or not await self._site.log.head(tournament):
            raise Failure("not-permitted")
        return visitor, tournament

    async def _revoked(self, request: Request, tournament: str) -> Response:
        link = request.path_params["link"]
        offered = await self._site.grants.links(tournament or None)
        found = next((each for each in offered if each.id == link), None)
        if found is None:
            raise Failure("no-such-link", {"link": link})
        if found.scope == ALL_TOURNAMENTS:
            raise Failure("organisers-link", {"link": link})
        if await self._site.grants.revoke(link):
            logger.info("link %s of %s was revoked", link, found.scope)
        return RedirectResponse(_page_of(tournament), status_code=303)

    def _page(
        self,
        request: Request,
        visitor: Visitor,
        tournament: str,
        links: tuple[SecretLink, ...],
    ) -> Response:
        own = {link_id(hash_of_token(token)) for token in tokens_of(request)}
        response = self._renderer.page(
            request,
            visitor,
            "links.html",
            tournament=tournament,
            page=_page_of(tournament),
            everywhere=ALL_TOURNAMENTS,
            current=[each for each in links if each.revoked_at is None],
            revoked=[each for each in links if each.revoked_at is not None],
            own=own,
        )
        response.headers["cache-control"] = "no-store"
        return response


def _page_of(tournament: str) -> str:
    return f"/t/{tournament}/links" if tournament else "/links"
