"""Pages about pairings: preview of the next round, manual changes, and the pairing audit.

Drafts are not public: the preview and the review of a change are for the arbiter only.
"""

import asyncio
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from planilla.adapters.http.acts import in_stage_of
from planilla.adapters.http.arbiter import Refused, last_round
from planilla.adapters.http.bodies import read_form, read_json
from planilla.adapters.http.command_forms import body_of
from planilla.adapters.http.endpoints import JSON, Access, Cost, Tag, operation_at, page_at
from planilla.adapters.http.limits import address_of
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.problems import Failure, failure_of
from planilla.adapters.http.responses import data_response
from planilla.adapters.http.views.pairings import judged
from planilla.adapters.http.views.tables import TableRow, TableShown, blocks_of
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.adapters.http.views.whatif import ImpactShown
from planilla.adapters.http.web import Pages, Web
from planilla.adapters.http.whatif_asked import facts_seen, key_of
from planilla.application.envelope import Answer, DryRunAnswer
from planilla.application.jobs import SingleFlight
from planilla.application.previews import Previews, PreviewTooLong
from planilla.application.roles import View
from planilla.audit.pairing_audit import PairingAudit, audit
from planilla.audit.preview import RESULTS, Meeting, Preview, PreviewOutcome
from planilla.audit.redraw import Boards, ManualPairing, ManualReview, manual_pairing, reviewed
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.tournament.state import RoundState
from planilla.domain.tournament.values import allocated_bye
from planilla.domain.vocabulary import EntrantId, GameId
from planilla.presentation.pairing_audit import AuditWords
from planilla.projections.table import Figure, TableColumn

PATIENCE_S = 8.0
"""Seconds that a page waits for a calculation; a later result is served on reload."""


@dataclass(frozen=True, kw_only=True)
class PreviewGame:
    """An open game: its players, the chosen result, and the effect of each result."""

    game: str
    name: str
    players: str
    chosen: str
    results: tuple[tuple[str, tuple[str, ...]], ...]


UNCERTAIN = (
    TableColumn("pair", Figure.MADE, label="page.preview.pair", heads_rows=True),
    TableColumn("depends", Figure.MADE, "quiet", "page.preview.depends"),
    TableColumn("outcomes", Figure.MADE, "figure", "page.preview.outcomes"),
)
"""The columns of the boards that depend on open games."""


class PreviewPages(Pages):
    """The preview as a page and as JSON."""

    def __init__(self, web: Web) -> None:
        super().__init__(web)
        self._previews = Previews(web.runner)

    @operation_at(
        "/api/t/{tournament}/preview",
        name="preview-round",
        tag=Tag.ARBITER,
        summary="The next round after each outcome of the open games.",
        access=Access.STAFF,
        view=View.STAFF,
        parameters=("at", "stage"),
        answer=Preview,
        problems=(409, 422),
    )
    async def data(self, page_request: PageRequest) -> Response:
        """Return the whole preview as JSON; entrants by id.

        Raises:
            Failure: there is no preview, or it is not permitted.
        """
        preview = await self._preview(page_request)
        return data_response(preview, version=page_request.version)

    @page_at("/t/{tournament}/arbiter/preview", access=Access.STAFF, view=View.STAFF)
    async def page(self, page_request: PageRequest) -> Response:
        """Show the certain boards, the effect of each game, and the round for chosen results.

        The chosen results are in the address: `?1.3=1-0&1.4=½-½`.
        """
        preview = await self._preview(page_request)
        page = page_request.page
        chosen = {
            game: result
            for game in preview.games
            if (result := page_request.request.query_params.get(game, "")) in RESULTS
        }
        shown = _matching(preview, chosen)
        return await self._arbiter.page(
            page_request,
            "preview.html",
            None,
            lambda: {
                "coming": preview.round,
                "total": len(preview.outcomes),
                "certain": [meeting_text(page, each) for each in preview.certain],
                "games": [_open_game(page, preview, game, chosen) for game in preview.games],
                "uncertain": _uncertain(page, preview),
                "unpairable": sum(outcome.unpairable for outcome in preview.outcomes),
                "shown": None if shown is None else _boards(page, preview, shown),
                "choices": RESULTS,
            },
        )

    async def _preview(self, page_request: PageRequest) -> Preview:
        page = page_request.page
        names = {EntrantId(id_): person.name for id_, person in page.people.items()}
        try:
            return await asyncio.wait_for(
                self._previews.preview(page.id, page.state, DecisionContext(alphabet=names)),
                PATIENCE_S,
            )
        except Refusal as refusal:
            raise Failure(refusal.code, refusal.fields) from refusal
        except PreviewTooLong as long:
            fields = {"paired": long.paired, "total": long.total}
            raise Failure("preview-too-long", fields) from long
        except TimeoutError as error:
            raise Failure("what-if-too-long") from error


def meeting_text(page: TournamentPage, meeting: Meeting) -> str:
    """Return two players with their colours, or the player with the bye."""
    white, black = meeting
    if black is None:
        return f"{page.isolated_name(white)}: {page.say('page.bye.U')}"
    return f"□ {page.isolated_name(white)} – ■ {page.isolated_name(black)}"


def _uncertain(page: TournamentPage, preview: Preview) -> TableShown:
    """Return the boards of some outcomes, the most frequent first."""
    rows = (
        TableRow(
            made={
                "pair": escape(meeting_text(page, each.meeting)),
                "depends": escape("; ".join(_board_text(page, game) for game in each.games)),
                "outcomes": f"{each.outcomes}/{len(preview.outcomes)}",
            }
        )
        for each in sorted(preview.undecided, key=lambda each: -each.outcomes)
    )
    caption = page.say("page.preview.uncertain", n=len(preview.undecided))
    return blocks_of(page, UNCERTAIN, rows, "whatif foreseen", caption)


def _open_game(
    page: TournamentPage, preview: Preview, game: GameId, chosen: dict[GameId, str]
) -> PreviewGame:
    found = page.state.find(game)
    assert found is not None
    played, board = found
    return PreviewGame(
        game=game,
        name=_board_text(page, game),
        players=meeting_text(page, played.boards[board]),
        chosen=chosen.get(game, ""),
        results=tuple(
            (each.result, tuple(meeting_text(page, meeting) for meeting in each.meetings))
            for each in preview.decisions
            if each.game == game
        ),
    )


def _board_text(page: TournamentPage, game: GameId) -> str:
    found = page.state.find(game)
    assert found is not None
    return page.board_name(*found)


def _matching(preview: Preview, chosen: dict[GameId, str]) -> PreviewOutcome | None:
    """Return the outcome for the chosen results; None until all open games have one."""
    wanted = tuple(chosen.get(game, "") for game in preview.games)
    return next((each for each in preview.outcomes if each.results == wanted), None)


def _boards(
    page: TournamentPage, preview: Preview, outcome: PreviewOutcome
) -> list[tuple[str, bool]]:
    """Return the boards of an outcome in board order, each with its certainty."""
    return [
        (meeting_text(page, meeting), meeting in preview.certain) for meeting in outcome.meetings
    ]


CHANGE = "change-pairing"
CONTROL_FIELDS = frozenset({"command_id", "expected", "head", "mend", "next"})
"""Form fields that control the request and are not part of the change."""
REVIEWS_MAX = 64
"""Reviews kept in memory."""


class ProposedRound(msgspec.Struct, frozen=True, kw_only=True):
    """A proposed pairing of a round: boards in board order, and the bye."""

    boards: Boards
    bye: EntrantId | None = None


class ChangePages(Pages):
    """Reviews of pairings for the arbiter, as pages and as JSON; nothing is recorded."""

    def __init__(self, web: Web) -> None:
        super().__init__(web)
        self._known: SingleFlight[ManualReview] = SingleFlight(REVIEWS_MAX)

    @page_at("/t/{tournament}/arbiter/rounds/{number:int}/review", access=Access.STAFF)
    async def recorded_pairing(self, request: Request) -> Response:
        """Show the recorded pairing of the round beside that of the system."""
        page_request, played = await self._round(request)
        review = await self._review(page_request, _standing(played))
        return await self._page(page_request, review, {"round": str(played.number)})

    @page_at(
        "/t/{tournament}/arbiter/rounds/{number:int}/review", method="POST", access=Access.STAFF
    )
    async def typed_change(self, request: Request) -> Response:
        """Show a typed change for confirmation with all broken rules, or its refusal.

        The form is shown again for changes.
        """
        page_request, played = await self._round(request)
        form = await read_form(request)
        if "mend" in form:
            mending = Refused(act=CHANGE, sentence="", status=200, form=form)
            return await self._arbiter.change(page_request, mending)
        body = body_of(CHANGE, {**form, "round": str(played.number)})
        body = in_stage_of(page_request.page.state, CHANGE, body)
        answer = await self._tried(page_request, body, form.get("command_id", ""))
        failure = failure_of(answer)
        if failure is not None:
            said = self._arbiter.said(page_request, failure)
            refused = Refused(act=CHANGE, sentence=said, status=failure.status, form=form)
            return await self._arbiter.change(page_request, refused)
        wanted = msgspec.convert({"boards": body["boards"], "bye": body.get("bye")}, ProposedRound)
        review = await self._review(page_request, wanted)
        if wanted == _standing(played):
            return await self._page(page_request, review, form)
        assert isinstance(answer, DryRunAnswer), "a dry run is answered so"
        shown = await self._acts.impact(request, form, answer)
        return await self._page(page_request, review, form, impact=shown)

    @operation_at(
        "/api/t/{tournament}/rounds/{number:int}/review",
        name="review-pairing",
        tag=Tag.ARBITER,
        summary="The last round beside the system's own answer; null where a table pairs.",
        access=Access.STAFF,
        view=View.STAFF,
        parameters=("at", "stage"),
        answer=ManualReview | None,
        problems=(409, 422),
    )
    async def recorded_pairing_data(self, request: Request) -> Response:
        """Return the review of the recorded pairing as JSON."""
        page_request, played = await self._round(request)
        review = await self._review(page_request, _standing(played))
        return data_response(review, version=page_request.history.version)

    @operation_at(
        "/api/t/{tournament}/rounds/{number:int}/review",
        method="POST",
        name="review-change",
        tag=Tag.ARBITER,
        summary="A pairing by hand beside the system's own answer; nothing is recorded.",
        access=Access.STAFF,
        body=ProposedRound,
        body_media=JSON,
        answer=ManualReview | None,
        problems=(409,),
    )
    async def proposed_change_data(self, request: Request) -> Response:
        """Return the review of a proposed pairing as JSON; the body is a `ProposedRound`.

        Raises:
            Failure: the change would be refused, or the body is not valid.
        """
        page_request, played = await self._round(request)
        wanted = await read_json(request, ProposedRound)
        body = {**msgspec.to_builtins(wanted), "round": played.number, "reason": ""}
        failure = failure_of(await self._tried(page_request, body, self._site.ids.token()))
        if failure is not None:
            raise failure
        review = await self._review(page_request, wanted)
        return data_response(review, version=page_request.history.version)

    async def _round(self, request: Request) -> tuple[PageRequest, RoundState]:
        page_request = await self._arbiter.page_request(request)
        return page_request, last_round(page_request)

    async def _tried(
        self, page_request: PageRequest, body: Mapping[str, Any], command_id: str
    ) -> Answer:
        """Return the answer of a dry run of the change."""
        return await self._site.bus.submit(
            page_request.submission(CHANGE, body, command_id, dry_run=True)
        )

    async def _review(
        self, page_request: PageRequest, wanted: ProposedRound
    ) -> ManualReview | None:
        """Return the system's review of a pairing; None if the round has a schedule."""
        state = page_request.page.state
        try:
            proposal = manual_pairing(state, wanted.boards, wanted.bye, DecisionContext())
        except Refusal as refusal:
            raise Failure(refusal.code, refusal.fields) from refusal
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
        number = page_request.request.path_params["number"]
        return await self._arbiter.page(
            page_request,
            "change_review.html",
            None,
            lambda: {
                "number": number,
                "found": review,
                "review": None if review is None else judged(page_request.page, review, number),
                "wanted": {
                    name: value for name, value in form.items() if name not in CONTROL_FIELDS
                },
                "impact": impact,
            },
        )


def _standing(played: RoundState) -> ProposedRound:
    return ProposedRound(boards=played.pairs, bye=allocated_bye(played.byes))


AUDITS_MAX = 16


AuditAnswer = msgspec.defstruct(
    "AuditAnswer",
    [
        ("holds", bool),
        *((each.encode_name, each.type) for each in msgspec.structs.fields(PairingAudit)),
    ],
    frozen=True,
    kw_only=True,
    module=__name__,
    namespace={"__doc__": "The audit of the pairings; `holds`: no round differs."},
)


def _sent(found: PairingAudit) -> dict[str, Any]:
    """Return the fields of an audit by the names that they are sent under."""
    fields = msgspec.structs.fields(found)
    return {each.encode_name: getattr(found, each.name) for each in fields}


class AuditPages(Pages):
    """Pages of the pairing audit: from public facts, and for the staff from all facts."""

    def __init__(self, web: Web) -> None:
        super().__init__(web)
        self._buckets = web.buckets
        self._known: SingleFlight[PairingAudit] = SingleFlight(AUDITS_MAX)

    @page_at("/t/{tournament}/audit", cost=Cost.MOMENT)
    async def page(self, request: Request) -> Response:
        """Show each round with its verdict, the differing boards, and the reasons."""
        page_request = await self._reader_request(request)
        found = await self._audit(page_request)
        page, is_staff = page_request.page, page_request.is_staff
        texts = await self._public.texts(page_request, "staff" if is_staff else "public")
        words = AuditWords(language=page.language, name_of=page.isolated_name, texts=texts)
        return await self._public.page(
            page_request,
            "timeline",
            "audit.html",
            lambda: {
                "holds": found.holds,
                "unjudged": found.unjudged,
                "version": found.version,
                "headline": words.headline(found),
                "lists": words.lists(found),
                "rounds": tuple(words.round(each, found.unit_of(each)) for each in found.rounds),
            },
        )

    @operation_at(
        "/api/t/{tournament}/audit",
        name="audit-pairings",
        tag=Tag.FACTS,
        summary=(
            "Every round paired again: `same`, `by-hand`, `differs`, or `unjudged` where the "
            "reader's facts do not suffice."
        ),
        cost=Cost.MOMENT,
        parameters=("at",),
        answer=AuditAnswer,
    )
    async def as_json(self, request: Request) -> Response:
        """Return the audit as JSON: reasons by commitments, people by ids."""
        found = await self._audit(await self._reader_request(request))
        return data_response(AuditAnswer(holds=found.holds, **_sent(found)))

    async def _audit(self, page_request: PageRequest) -> PairingAudit:
        """Return the audit; if it is not cached, it costs the public as much as a what-if."""

        def begun() -> Awaitable[PairingAudit]:
            if not page_request.is_staff:
                self._buckets.spend(address_of(page_request.request), Cost.WORK)
            return self._runner.run_in_worker(audit, facts_seen(page_request))

        try:
            return await asyncio.wait_for(self._known.get(key_of(page_request), begun), PATIENCE_S)
        except TimeoutError as error:
            raise Failure("what-if-too-long") from error
