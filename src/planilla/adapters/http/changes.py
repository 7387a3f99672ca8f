"""Reviews of a pairing changed by hand against the system's own, before and after confirmation."""

from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from planilla.adapters.http.acts import ActPages
from planilla.adapters.http.arbiter import ArbiterPages, Refused
from planilla.adapters.http.bodies import read_form, read_json
from planilla.adapters.http.command_forms import body_of
from planilla.adapters.http.endpoints import api_routes
from planilla.adapters.http.problems import Failure, failure_of, status_of
from planilla.adapters.http.public import PageRequest
from planilla.adapters.http.site import Site
from planilla.adapters.http.views.impact import ImpactShown
from planilla.adapters.http.views.judged import judged
from planilla.adapters.http.visitor import check_origin
from planilla.application.envelope import Answer, DryRunAnswer, Submission
from planilla.application.jobs import JobRunner, SingleFlight
from planilla.audit.redraw import Boards, ManualPairing, ManualReview, manual_pairing, reviewed
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.tournament.state import RoundState
from planilla.domain.tournament.values import allocated_bye
from planilla.domain.vocabulary import EntrantId

CHANGE = "change-pairing"
CONTROL_FIELDS = frozenset({"command_id", "expected", "head", "mend", "next"})
"""Form fields that control the request and are not part of the change."""
REVIEWS_MAX = 64
"""Reviews kept in memory."""


class ProposedRound(msgspec.Struct, frozen=True, kw_only=True):
    """A pairing of a round as a program proposes it: boards in board order, and the bye."""

    boards: Boards
    bye: EntrantId | None = None


class ChangePages:
    """Reviews for the arbiter, as pages and as JSON; nothing here is recorded."""

    def __init__(
        self, site: Site, arbiter: ArbiterPages, acts: ActPages, runner: JobRunner
    ) -> None:
        self._site = site
        self._arbiter = arbiter
        self._acts = acts
        self._runner = runner
        self._known: SingleFlight[ManualReview] = SingleFlight(REVIEWS_MAX)

    @property
    def routes(self) -> list[Route]:
        """Routes of the review of a recorded round (GET) and of a proposed one (POST)."""
        page = "/t/{tournament}/arbiter/rounds/{number:int}/review"
        return [
            Route(page, self.of_what_stands, methods=["GET"]),
            Route(page, self.of_a_change, methods=["POST"]),
            *api_routes(
                {
                    "review-pairing": self.data_of_what_stands,
                    "review-change": self.data_of_a_change,
                }
            ),
        ]

    async def of_what_stands(self, request: Request) -> Response:
        """The round as it is now, beside the system's own."""
        page_request, played = await self._round(request)
        review = await self._review(page_request, _standing(played))
        return await self._page(page_request, review, {"round": str(played.number)})

    async def of_a_change(self, request: Request) -> Response:
        """A change as it was typed: refused, or shown with everything it breaks, to be confirmed.

        The same form comes again to be mended.
        """
        check_origin(request)
        page_request, played = await self._round(request)
        form = await read_form(request)
        if "mend" in form:
            mending = Refused(act=CHANGE, sentence="", status=200, form=form)
            return await self._arbiter.change(request, mending)
        body = body_of(CHANGE, {**form, "round": str(played.number)})
        answer = await self._tried(page_request, body, form.get("command_id", ""))
        failure = failure_of(answer)
        if failure is not None:
            said = self._arbiter.said(page_request, failure)
            refused = Refused(act=CHANGE, sentence=said, status=failure.status, form=form)
            return await self._arbiter.change(request, refused)
        wanted = msgspec.convert({"boards": body["boards"], "bye": body.get("bye")}, ProposedRound)
        review = await self._review(page_request, wanted)
        if wanted == _standing(played):
            return await self._page(page_request, review, form)
        assert isinstance(answer, DryRunAnswer), "a dry run is answered so"
        shown = await self._acts.impact(request, form, answer)
        return await self._page(page_request, review, form, impact=shown)

    async def data_of_what_stands(self, request: Request) -> Response:
        """Return the review of the recorded pairing as JSON."""
        page_request, played = await self._round(request)
        return _json(page_request, await self._review(page_request, _standing(played)))

    async def data_of_a_change(self, request: Request) -> Response:
        """Return the review of a proposed pairing as JSON; the body is a `ProposedRound`.

        Raises:
            Failure: the change would be refused, or the body cannot be read.
        """
        check_origin(request)
        page_request, played = await self._round(request)
        wanted = await read_json(request, ProposedRound)
        body = {**msgspec.to_builtins(wanted), "round": played.number, "reason": ""}
        failure = failure_of(await self._tried(page_request, body, self._site.ids.token()))
        if failure is not None:
            raise failure
        return _json(page_request, await self._review(page_request, wanted))

    async def _round(self, request: Request) -> tuple[PageRequest, RoundState]:
        page_request = await self._arbiter.page_request(request)
        number = request.path_params["number"]
        played = page_request.page.state.round(number)
        if played is None or played is not page_request.page.current:
            raise Failure(status=404, code="round-not-paired", fields={"round": number})
        return page_request, played

    async def _tried(
        self, page_request: PageRequest, body: Mapping[str, Any], command_id: str
    ) -> Answer:
        """Return the answer of a dry run of the change."""
        return await self._site.bus.submit(
            Submission(
                tournament=page_request.page.id,
                name=CHANGE,
                body=msgspec.json.encode(body),
                command_id=command_id,
                actor=page_request.visitor.actor,
                dry_run=True,
            )
        )

    async def _review(
        self, page_request: PageRequest, wanted: ProposedRound
    ) -> ManualReview | None:
        """Return the system's review of a pairing; None if the round has a schedule."""
        state = page_request.page.state
        try:
            proposal = manual_pairing(state, wanted.boards, wanted.bye, DecisionContext())
        except Refusal as refusal:
            raise Failure(
                status=status_of(refusal.code), code=refusal.code, fields=refusal.fields
            ) from refusal
        return None if proposal is None else await self._judge(proposal)

    async def _judge(self, proposal: ManualPairing) -> ManualReview:
        return await self._known.get(
            proposal, lambda: self._runner.run_in_worker(reviewed, proposal)
        )

    async def _page(
        self,
        page_request: PageRequest,
        review: ManualReview | None,
        form: Mapping[str, str],
        *,
        impact: ImpactShown | None = None,
    ) -> Response:
        return await self._arbiter.page(
            page_request,
            "change_review.html",
            None,
            lambda: {
                "number": page_request.request.path_params["number"],
                "review": None if review is None else judged(page_request.page, review),
                "wanted": {
                    name: value for name, value in form.items() if name not in CONTROL_FIELDS
                },
                "impact": impact,
            },
        )


def _standing(played: RoundState) -> ProposedRound:
    return ProposedRound(boards=played.boards, bye=allocated_bye(played.byes))


def _json(page_request: PageRequest, review: ManualReview | None) -> Response:
    return Response(
        msgspec.json.encode(review),
        headers={"etag": f'"{page_request.history.version}"', "cache-control": "no-store"},
        media_type="application/json",
    )
