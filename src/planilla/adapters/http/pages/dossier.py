"""Dossier of a correction: all documents on one printable page, and as JSON."""

from functools import partial

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from planilla.adapters.http.endpoints import Cost, Tag, operation_at, page_at
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.responses import data_response
from planilla.adapters.http.web import Pages
from planilla.adapters.http.whatif_asked import Supposed, acts_seen, beside, facts_seen, patience_of
from planilla.adapters.http.whatif_waiting import StillAtWork
from planilla.application.heads import HeadNotFound
from planilla.application.log_tree import OutsideTheLog
from planilla.application.ports import KeyUnusable
from planilla.application.whatif import Reading
from planilla.audit.branch import Branch, BranchOptions
from planilla.audit.dossier import Dossier, dossier, supposed
from planilla.audit.edits import edited
from planilla.audit.masnou_replay import MasnouWhatIf, masnou_what_if
from planilla.audit.proofs import SignedHead
from planilla.audit.round_by_round import RoundByRound
from planilla.domain.tournament.refusal import NoSuchGame, NoSuchResult, Refusal
from planilla.domain.vocabulary import RESULT_OF_NOTATION, GameId
from planilla.presentation.dossier import DossierText, DossierWords, Readings, SealedLog

GAME_MAX = 40
RESULT_MAX = 10


class DossierAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A dossier with both readings; for a Masnou with the seats."""

    dossier: Dossier
    rounds: RoundByRound | None
    branch: Branch | None
    hall: MasnouWhatIf | None


class DossierPages(Pages):
    """Pages of the dossier of an appeal: with public facts, and for the staff with all facts."""

    @page_at("/t/{tournament}/dossier/{version:int}", cost=Cost.WORK)
    @page_at("/t/{tournament}/dossier", cost=Cost.WORK)
    async def page(self, request: Request) -> Response:
        """Show facts, readings, rule, options, decision and verification."""
        page_request = await self._reader_request(request)
        if (again := await self._waiting.again(page_request)) is not None:
            return again
        case = await beside(page_request, _case, page_request)
        try:
            readings = await self._readings(page_request, case, None)
        except StillAtWork as work:
            return await self._waiting.page(page_request, work)
        said = await self._said(page_request, case, readings)
        asked = "" if case.version is None else f"/{case.version}"
        response = await self._public.page(
            page_request,
            "timeline",
            "dossier.html",
            lambda: {"said": said, "case": case, "asked": asked},
        )
        if page_request.is_staff:
            response.headers["cache-control"] = "no-store"
        return response

    @operation_at(
        "/api/t/{tournament}/dossier/{version:int}",
        name="read-dossier",
        tag=Tag.FACTS,
        summary="The case of a correction that was made.",
        cost=Cost.WORK,
        parameters=("at", "Prefer-wait"),
        answer=DossierAnswer,
        problems=(409, 422),
    )
    @operation_at(
        "/api/t/{tournament}/dossier",
        name="suppose-dossier",
        tag=Tag.FACTS,
        summary="The case of a correction that was not made yet.",
        cost=Cost.WORK,
        parameters=("of_game", "as_result", "at", "Prefer-wait"),
        answer=DossierAnswer,
        problems=(409, 422),
    )
    async def as_json(self, request: Request) -> Response:
        """Return the same as JSON: texts by commitments, people by ids."""
        _check_named(request)
        page_request = await self._reader_request(request)
        case = await beside(page_request, _case, page_request)
        try:
            readings = await self._readings(page_request, case, patience_of(request))
        except StillAtWork as work:
            return self._waiting.accepted(page_request, work, answer=_address_then(page_request))
        data = DossierAnswer(
            dossier=case, rounds=readings.rounds, branch=readings.branch, hall=readings.seats
        )
        return data_response(data)

    async def _readings(
        self, page_request: PageRequest, case: Dossier, patience_s: float | None
    ) -> Readings:
        facts = facts_seen(page_request)
        try:
            if case.game_seated_again is not None:
                work = partial(masnou_what_if, facts, case.game_seated_again, case.after)
                return Readings(seats=await page_request.beside(work))
            if not case.edits:
                return Readings()
            await page_request.beside(edited, facts, case.edits)  # for its refusals
        except Refusal as refusal:
            return Readings(refused=(refusal.code, refusal.fields))
        about = Supposed(facts=facts, edits=case.edits, other=None, names={}, ways=BranchOptions())
        found = await self._waiting.worked_out(page_request, about, Reading, patience_s)
        rounds, followed = found[Reading.ROUNDS], found[Reading.BRANCH]
        assert isinstance(rounds, RoundByRound), "that is its reading"
        assert isinstance(followed, Branch), "that is its reading"
        return Readings(rounds=rounds, branch=followed)

    async def _said(
        self, page_request: PageRequest, case: Dossier, readings: Readings
    ) -> DossierText:
        page, is_staff = page_request.page, page_request.is_staff
        words = DossierWords(
            language=page.language,
            name_of=page.isolated_name,
            facts=facts_seen(page_request),
            sealed=SealedLog(
                tournament=page.id,
                hashes={each.version: each.hash for each in page_request.seen},
                actors={each.version: each.listed.actor for each in page_request.seen}
                if is_staff
                else {},
                texts=await self._public.texts(page_request, "staff" if is_staff else "public"),
                signed=await self._signed(page_request),
                is_public=not is_staff,
                public_url=self._site.public_url,
            ),
        )
        return await page_request.beside(words.said, case, readings)

    async def _signed(self, page_request: PageRequest) -> SignedHead | None:
        """Return the signed head at the moment of the page; None without a key."""
        if self._heads is None:
            return None
        try:
            return await self._heads.head(page_request.page.id, page_request.seen[-1].position)
        except (KeyUnusable, HeadNotFound, OutsideTheLog):
            return None


def _check_named(request: Request) -> None:
    """Check that the address names a correction to be tried, before its moment is checked.

    Raises:
        Failure: there is no game or no result in the address.
    """
    query = request.query_params
    if "version" in request.path_params:
        return
    if not query.get("result"):
        known = tuple(text for text in RESULT_OF_NOTATION if text != "*")
        raise Failure(NoSuchResult.code, {"result": "", "known": known})
    if not query.get("game"):
        raise Failure(NoSuchGame.code, {"game": ""})


def _case(page_request: PageRequest) -> Dossier:
    facts = facts_seen(page_request)
    version = page_request.request.path_params.get("version")
    if version is None:
        query = page_request.request.query_params
        result = query.get("result", "")[:RESULT_MAX].replace("1/2", "½")
        return supposed(facts, GameId(query.get("game", "")[:GAME_MAX]), result)
    found = dossier(facts, version, acts_seen(page_request))
    if found is None:
        raise Failure("no-case", {"version": version})
    return found


def _address_then(page_request: PageRequest) -> str:
    """Return the address of this page at the current version."""
    then = page_request.request.url.include_query_params(at=f"v{page_request.seen[-1].version}")
    return f"{then.path}?{then.query}"
