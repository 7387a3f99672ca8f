"""The dossier of a correction: its whole case on one page, to be printed, and as JSON."""

from functools import partial

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from planilla.adapters.http.endpoints import api_routes
from planilla.adapters.http.limits import Cost, LimitedRoute
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.public import PageRequest, PublicPages
from planilla.adapters.http.site import Site
from planilla.adapters.http.whatif_asked import (
    Supposed,
    acts_seen,
    beside,
    facts_seen,
    patience_of,
    refused,
)
from planilla.adapters.http.whatif_waiting import StillAtWork, WhatIfTickets
from planilla.application.heads import Heads, NoSuchPlace
from planilla.application.log_tree import OutsideTheLog
from planilla.application.ports import KeyUnusable
from planilla.application.whatif import Reading
from planilla.audit.branch import Branch, BranchOptions
from planilla.audit.dossier import SEATED_AGAIN, Dossier, dossier, supposed
from planilla.audit.edits import edited
from planilla.audit.hall_replay import hall_what_if
from planilla.audit.proofs import SignedHead
from planilla.audit.round_by_round import RoundByRound
from planilla.domain.tournament.refusal import NoSuchGame, NoSuchResult, Refusal
from planilla.domain.vocabulary import RESULT_OF_NOTATION, GameId
from planilla.presentation.dossier import DossierSaid, DossierWords, Readings, Sealed

GAME_MAX = 40
RESULT_MAX = 10


class DossierPages:
    """Pages of the dossier of an appeal: from public facts, and for the staff from all facts."""

    def __init__(self, site: Site, public: PublicPages, waiting: WhatIfTickets) -> None:
        self._site = site
        self._public = public
        self._waiting = waiting
        self._heads = None if site.keys is None else Heads(site.log, site.keys, site.clock)

    @property
    def routes(self) -> list[Route]:
        """Routes by the version of a correction, and by a game and its assumed result."""
        return [
            LimitedRoute("/t/{tournament}/dossier/{version:int}", self.page, read=Cost.WORK),
            LimitedRoute("/t/{tournament}/dossier", self.page, read=Cost.WORK),
            *api_routes({"read-dossier": self.as_json, "suppose-dossier": self.as_json}),
        ]

    async def page(self, request: Request) -> Response:
        """The facts, both readings, the rule, the options, what was decided, how to verify."""
        look = await self._look(request)
        if (again := await self._waiting.again(look)) is not None:
            return again
        case = await beside(look, _case, look)
        try:
            readings = await self._readings(look, case, None)
        except StillAtWork as work:
            return await self._waiting.page(look, work)
        said = await self._said(look, case, readings)
        asked = "" if case.version is None else f"/{case.version}"
        response = await self._public.page(
            look, "timeline", "dossier.html", lambda: {"said": said, "case": case, "asked": asked}
        )
        if look.visitor.may_act(look.sheet.id):
            response.headers["cache-control"] = "no-store"
        return response

    async def as_json(self, request: Request) -> Response:
        """The same as data: texts by their commitments, people by their ids."""
        _check_named(request)
        look = await self._look(request)
        case = await beside(look, _case, look)
        try:
            readings = await self._readings(look, case, patience_of(request))
        except StillAtWork as work:
            return self._waiting.accepted(look, work, answer=_address_then(look))
        data = {
            "dossier": case,
            "rounds": readings.rounds,
            "branch": readings.branch,
            "hall": readings.hall,
        }
        return Response(
            msgspec.json.encode(data),
            headers={"cache-control": "no-store"},
            media_type="application/json",
        )

    async def _look(self, request: Request) -> PageRequest:
        """Return the page request; for the staff it includes all facts."""
        look = await self._public.look(request)
        if not look.visitor.may_act(look.sheet.id):
            return look
        return await self._public.look(request, to_staff=True)

    async def _readings(
        self, look: PageRequest, case: Dossier, patience_s: float | None
    ) -> Readings:
        facts = facts_seen(look)
        try:
            if case.in_hall:
                if case.game is None or case.kind not in SEATED_AGAIN:
                    return Readings()
                work = partial(hall_what_if, facts, case.game, case.after)
                return Readings(hall=await look.beside(work))
            if not case.edits:
                return Readings()
            await look.beside(edited, facts, case.edits)  # for what it refuses
        except Refusal as refusal:
            return Readings(refused=(refusal.code, refusal.fields))
        about = Supposed(facts=facts, edits=case.edits, told=None, names={}, ways=BranchOptions())
        found = await self._waiting.worked_out(look, about, Reading, patience_s)
        rounds, followed = found[Reading.ROUNDS], found[Reading.BRANCH]
        assert isinstance(rounds, RoundByRound), "that is its reading"
        assert isinstance(followed, Branch), "that is its reading"
        return Readings(rounds=rounds, branch=followed)

    async def _said(self, look: PageRequest, case: Dossier, readings: Readings) -> DossierSaid:
        sheet, is_staff = look.sheet, look.visitor.may_act(look.sheet.id)
        words = DossierWords(
            language=sheet.language,
            name_of=sheet.isolated_name,
            facts=facts_seen(look),
            sealed=Sealed(
                tournament=sheet.id,
                hashes={each.version: each.hash for each in look.seen},
                actors={each.version: each.actor_id for each in look.seen} if is_staff else {},
                texts=await self._public.texts(look, "staff" if is_staff else "public"),
                signed=await self._signed(look),
                is_public=not is_staff,
                public_url=self._site.public_url,
            ),
        )
        return await look.beside(words.said, case, readings)

    async def _signed(self, look: PageRequest) -> SignedHead | None:
        """The head at the moment of the page; None where there is no key to sign it with."""
        if self._heads is None:
            return None
        last = look.seen[-1]
        at = None if last.version == look.history.version else last.position
        try:
            return await self._heads.head(look.sheet.id, at)
        except (KeyUnusable, NoSuchPlace, OutsideTheLog):
            return None


def _check_named(request: Request) -> None:
    """Look whether a correction that was not made yet is named, before its moment is.

    Raises:
        Failure: there is no game or no result in the address.
    """
    query = request.query_params
    if "version" in request.path_params:
        return
    if not query.get("result"):
        known = tuple(text for text in RESULT_OF_NOTATION if text != "*")
        raise refused(NoSuchResult(result="", known=known))
    if not query.get("game"):
        raise refused(NoSuchGame(game=GameId("")))


def _case(look: PageRequest) -> Dossier:
    facts = facts_seen(look)
    version = look.request.path_params.get("version")
    if version is None:
        query = look.request.query_params
        result = query.get("result", "")[:RESULT_MAX].replace("1/2", "½")
        return supposed(facts, GameId(query.get("game", "")[:GAME_MAX]), result)
    found = dossier(facts, version, acts_seen(look))
    if found is None:
        raise Failure(status=404, code="no-case", fields={"version": version})
    return found


def _address_then(look: PageRequest) -> str:
    """Return the address of this page at the current version."""
    then = look.request.url.include_query_params(at=f"v{look.seen[-1].version}")
    return f"{then.path}?{then.query}"
