"""Results from the floor: the page behind the code of a slip, and the setting for it.

A code is in the address, so the page needs no script and sets no cookie: it is worth one claim
about one game (ADR 0064), which is why the phone may keep a copy of the page. The addresses begin
with `/c/`, because a code also opens its game in a hidden tournament.
"""

import logging
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from planilla.adapters.http.arbiter import Refused
from planilla.adapters.http.bodies import DOOR_MAX, read_form, read_json
from planilla.adapters.http.endpoints import JSON, Access, Cost, Tag, operation_at, page_at
from planilla.adapters.http.limits import address_of
from planilla.adapters.http.page_request import PageRequest, round_in
from planilla.adapters.http.problems import Failure, failure_of
from planilla.adapters.http.responses import data_response
from planilla.adapters.http.views.claims import SeatShown, SeatStanding, seat_shown
from planilla.adapters.http.views.tournament_page import (
    TournamentPage,
    local_moment,
    local_time,
    zone_name,
)
from planilla.adapters.http.visitor import visitor_of
from planilla.adapters.http.web import Pages
from planilla.application.board_codes import (
    CODE_MAX,
    NoSuchBoardCode,
    Seat,
    SlipCodes,
    actor_at,
    check_issue,
    code_of,
    codes_of,
    seat_of,
    secret_of,
)
from planilla.application.envelope import Answer, Submission
from planilla.application.ports import KeyUnusable
from planilla.application.roles import View
from planilla.domain.pairing.system import Trait
from planilla.domain.tournament.claims import CLAIMABLE, GamePairedAnew, check_claims_open
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.tournament.state import focused
from planilla.domain.vocabulary import GameRef
from planilla.presentation.catalogue import sentence

TOURNAMENT_MAX = 64

logger = logging.getLogger(__name__)


class ReportedResult(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The result that a side says, in the notation; None takes back what it said."""

    result: str | None


class SeatAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The game of a code: the results that each side said and that is recorded, "" without one.

    `white` and `black` are entrants, `side` is that of the code.
    """

    game: str
    side: str
    white: str
    black: str
    standing: SeatStanding
    own: str
    other: str
    recorded: str


class CodeHolder(NamedTuple):
    """A player at a board: the request, the page of all facts, the seat and its written code."""

    page_request: PageRequest
    page: TournamentPage
    seat: Seat
    code: str

    @property
    def address(self) -> str:
        """The address of its page."""
        return f"/c/{self.page.id}/{self.code}"


class ClaimPages(Pages):
    """The page of a player, the same for programs, and the codes of a round."""

    @page_at("/c/{tournament}", cost=Cost.FREE, access=Access.PUBLIC, timeless="a form")
    async def typed(self, request: Request) -> Response:
        """Show the field for a code, or open the page of the code that was typed."""
        tournament = request.path_params["tournament"]
        code = request.query_params.get("code", "").strip()
        if not code:
            return await self._field(request, None)
        try:
            seat = self._seat(request, code)
        except Failure as failure:
            return await self._field(request, failure)
        code = code_of(self._secret(tournament), seat)
        return RedirectResponse(f"/c/{quote(tournament)}/{code}", status_code=303)

    @page_at(
        "/c/{tournament}/{code}", cost=Cost.FREE, access=Access.PUBLIC, timeless="what stands now"
    )
    async def show(self, request: Request) -> Response:
        """Show the game of a code, what both sides said, and a button for each result."""
        try:
            return self._page(await self._seated(request), None)
        except Failure as failure:
            return await self._field(request, failure)

    @page_at(
        "/c/{tournament}/{code}",
        method="POST",
        cost=Cost.FREE,
        access=Access.PUBLIC,
        body_max=DOOR_MAX,
        records=("claim-result", "withdraw-claim"),
    )
    async def say(self, request: Request) -> Response:
        """Say a result, or take back what was said, and show the page again."""
        try:
            seated = await self._seated(request)
        except Failure as failure:
            return await self._field(request, failure)
        form = await read_form(request)
        reported = ReportedResult(result=form.get("result"))
        refused = failure_of(await self._said(seated, reported, form.get("command_id", "")))
        if refused is None:
            return RedirectResponse(seated.address, status_code=303)
        return self._page(await self._seated(request), refused)

    @operation_at(
        "/api/claims/{tournament}/{code}",
        name="read-claims",
        tag=Tag.PLAYERS,
        summary="The game of a code, and what both sides said.",
        cost=Cost.FREE,
        access=Access.PUBLIC,
        timeless="what stands now",
        answer=SeatAnswer,
        problems=(409, 422),
    )
    async def read(self, request: Request) -> Response:
        """Return the game of a code."""
        seated = await self._seated(request)
        shown = seat_shown(seated.page, seated.seat)
        if shown is None:
            raise _gone(seated)
        players = seated.page.state.players_of(seated.seat.game)
        assert players is not None, "the game is shown"
        answer = SeatAnswer(
            game=shown.game,
            side=seated.seat.side.value,
            white=players[0],
            black=players[1],
            standing=shown.standing,
            own=shown.own,
            other=shown.other,
            recorded=shown.recorded,
        )
        return data_response(answer, version=seated.page_request.recorded.version)

    @operation_at(
        "/api/claims/{tournament}/{code}",
        method="POST",
        name="say-result",
        tag=Tag.PLAYERS,
        summary="Say the result of the game of a code for its side, or take it back.",
        cost=Cost.FREE,
        access=Access.PUBLIC,
        body_max=DOOR_MAX,
        parameters=("Idempotency-Key",),
        body=ReportedResult,
        body_media=JSON,
        answer=Answer,
        problems=(409,),
    )
    async def report(self, request: Request) -> Response:
        """Say a result and return the answer to the command.

        Raises:
            Failure: it was refused, or is not valid.
        """
        seated = await self._seated(request)
        reported = await read_json(request, ReportedResult)
        command_id = request.headers.get("idempotency-key", "").strip('"')
        if not command_id:
            raise Failure("command-id-missing")
        answer = await self._said(seated, reported, command_id)
        failure = failure_of(answer)
        if failure is not None:
            raise failure
        return data_response(answer, version=answer.version)

    @operation_at(
        "/api/t/{tournament}/rounds/{number:int}/codes",
        name="read-codes",
        tag=Tag.ARBITER,
        summary="The codes of a round for its slips: one for each side of each board.",
        access=Access.STAFF,
        view=View.DESK,
        timeless="the codes that are valid now",
        answer=tuple[SlipCodes, ...],
        problems=(409,),
    )
    async def codes(self, page_request: PageRequest) -> Response:
        """Return the codes of a published round.

        Raises:
            Failure: there is no such round, or players do not report results.
        """
        played = round_in(page_request, page_request.request.path_params["number"])
        state = page_request.history.staff
        if not state.claiming.is_open:
            raise Failure("claims-not-open")
        secret = self._secret(page_request.page.id)
        return data_response(codes_of(secret, played, state.claiming.issue))

    async def _said(self, seated: CodeHolder, reported: ReportedResult, command_id: str) -> Answer:
        """Submit what a player said, under the pseudonym of the code."""
        body: dict[str, Any] = {"game": seated.seat.game, "side": seated.seat.side}
        name = "withdraw-claim"
        if reported.result is not None:
            name, body = "claim-result", {**body, "result": reported.result}
        submission = Submission(
            tournament=seated.page.id,
            name=name,
            body=msgspec.json.encode(body),
            command_id=command_id,
            actor=actor_at(seated.page.state, seated.page.id, seated.seat, seated.code),
        )
        answer = await self._site.bus.submit(submission)
        failure = failure_of(answer)
        if failure is not None:
            logger.info("a claim about %s was refused: %s", seated.seat.game, failure.code)
        return answer

    async def _seated(self, request: Request) -> CodeHolder:
        """Return the player whose code is in the address.

        Raises:
            Failure: it is no code, or new ones were issued; or there are too many attempts.
        """
        seat = self._seat(request, request.path_params["code"])
        tournament = request.path_params["tournament"]
        code = code_of(self._secret(tournament), seat)
        self._web.buckets.spend(f"code {tournament} {code}", Cost.DOOR)
        page_request = await self._public.page_request(request)
        state, people = page_request.recorded.staff, page_request.page.people
        stage = GameRef.of(seat.game).stage
        state = focused(state, stage) if stage <= state.stages else state
        try:
            check_issue(state, seat)
        except Refusal as refusal:
            raise self._refused(seat.game, refusal) from None
        language = page_request.visitor.language
        texts = page_request.page.texts
        page = TournamentPage(tournament, state, people, language, texts=texts)
        return CodeHolder(page_request, page, seat, code)

    def _seat(self, request: Request, text: str) -> Seat:
        """Return the seat of a code; attempts of an address with wrong ones are counted.

        Raises:
            Failure: it is no code of this tournament.
            TooOften: too many wrong ones came from the address.
        """
        tournament = request.path_params["tournament"][:TOURNAMENT_MAX]
        try:
            return seat_of(self._secret(tournament), text[: CODE_MAX + 1])
        except NoSuchBoardCode as refusal:
            self._web.buckets.spend(address_of(request), Cost.DOOR)
            raise self._refused("", refusal, address=address_of(request)) from None

    def _refused(self, game: str, refusal: Refusal, *, address: str = "") -> Failure:
        logger.warning("a code was refused: %s %s%s", refusal.code, game, address)
        return Failure(refusal.code, refusal.fields)

    def _secret(self, tournament: str) -> bytes:
        try:
            if self._site.keys is not None:
                return secret_of(self._site.keys, tournament)
        except KeyUnusable as error:
            raise Failure("no-key") from error
        raise Failure("no-key")

    def _page(self, seated: CodeHolder, failed: Failure | None) -> Response:
        shown = seat_shown(seated.page, seated.seat)
        closed = self._closed(seated, shown)
        said = failed or closed
        response = self._renderer.page(
            seated.page_request.request,
            seated.page_request.visitor,
            "claim.html",
            name=seated.page.state.name,
            tournament=seated.page.id,
            code=seated.code,
            side=seated.seat.side.value,
            shown=shown,
            results=CLAIMABLE,
            may_say=closed is None and shown is not None and not shown.recorded,
            failed=said and self._arbiter.said(seated.page_request, said),
            status=200 if failed is None else failed.status,
        )
        response.headers["cache-control"] = "no-store"
        return response

    def _closed(self, seated: CodeHolder, shown: SeatShown | None) -> Failure | None:
        """Return the reason for which this side may not say anything now; None if it may."""
        if shown is None:
            return _gone(seated)
        if shown.recorded:
            return None
        try:
            check_claims_open(seated.page.state, self._site.clock.now())
        except Refusal as refusal:
            return Failure(refusal.code, refusal.fields)
        return None

    async def _field(self, request: Request, failed: Failure | None) -> Response:
        visitor = await visitor_of(request, self._site.grants)
        response = self._renderer.page(
            request,
            visitor,
            "claim_code.html",
            tournament=request.path_params["tournament"][:TOURNAMENT_MAX],
            typed=request.query_params.get("code", request.path_params.get("code", ""))[:CODE_MAX],
            failed=failed and sentence(visitor.language, failed.code, failed.fields),
            status=200 if failed is None else failed.status,
        )
        response.headers["cache-control"] = "no-store"
        return response


def _gone(seated: CodeHolder) -> Failure:
    """Return the failure of a code whose game was paired anew, or whose round is not public."""
    ref = GameRef.of(seated.seat.game)
    return Failure(GamePairedAnew.code, {"game": seated.seat.game, "round": ref.round})


class ClaimDesk(Pages, trait=Trait.HAS_ROUNDS):
    """The setting that lets players report results."""

    @page_at(
        "/t/{tournament}/arbiter/claims",
        access=Access.STAFF,
        desk_link="claims.title",
        timeless="the current setting",
    )
    async def show(self, page_request: PageRequest, refused: Refused | None = None) -> Response:
        """Show whether players report results, until when, and the acts that change it."""
        return await self._arbiter.page(
            page_request, "claims_desk.html", refused, lambda: self._fields(page_request.page)
        )

    def _fields(self, page: TournamentPage) -> Mapping[str, Any]:
        state, now = page.state, self._site.clock.now()
        ends_at = state.claiming.ends_at
        has_ended = ends_at is not None and ends_at <= now
        ends = None if ends_at is None else local_time(state, ends_at)
        return {
            "claiming": state.claiming,
            "has_ended": has_ended,
            "ends": "" if ends_at is None else local_moment(page.language, state, ends_at),
            "ends_typed": "" if ends is None or has_ended else f"{ends:%Y-%m-%dT%H:%M}",
            "zone": zone_name(state),
            "today": f"{local_time(state, now):%Y-%m-%d}",
            "published": state.last_published,
            "has_key": self._site.keys is not None,
        }
