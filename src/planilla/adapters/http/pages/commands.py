"""Command interface: `POST /api/t/{tournament}/commands/{name}` with a JSON body.

The `Idempotency-Key` is the command id: repeating it gives the same answer. The answer to a dry run
includes its impact.
"""

import re
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from planilla.adapters.http.bodies import command_id_of
from planilla.adapters.http.endpoints import JSON, Access, Tag, operation_at
from planilla.adapters.http.problems import STALE, Failure, failure_of
from planilla.adapters.http.responses import data_response
from planilla.adapters.http.visitor import actor_behind, not_permitted
from planilla.adapters.http.web import Pages
from planilla.application.envelope import Answer, DryRunAnswer, Submission
from planilla.application.permissions import may_act
from planilla.audit.impact import Impact

TOP = re.compile(r"top=(\d{1,4})", re.ASCII)
"""The `top` preference of the `Prefer` header, used with `dry-run`."""
IF_MATCH = re.compile(r'"(\d{1,12})"')


class AnswerWithImpact(Answer, frozen=True, kw_only=True):
    """The answer to a dry run; `impact` holds the changes, None without any."""

    impact: Impact | None


class CommandInterface(Pages):
    """Handler that submits commands to the command bus."""

    @operation_at(
        "/api/t/{tournament}/commands/{name}",
        method="POST",
        name="submit-command",
        tag=Tag.COMMANDS,
        summary="Submit a command: one operation for each in the document.",
        access=Access.STAFF,
        view=None,
        parameters=("Idempotency-Key", "If-Match", "Prefer"),
        body=dict[str, Any],
        body_media=JSON,
        answer=AnswerWithImpact,
        problems=(409, 412),
    )
    async def submit(self, request: Request) -> Response:
        """Submit a command and return its answer.

        Raises:
            Failure: it was refused, or is not valid.
        """
        tournament = request.path_params["tournament"]
        actor = await actor_behind(request, self._site.grants, tournament)
        if not may_act(actor, tournament):
            raise not_permitted(request, actor)
        submission = Submission(
            tournament=tournament,
            name=request.path_params["name"],
            body=await request.body(),
            command_id=command_id_of(request),
            actor=actor,
            expected=_expected(request),
            dry_run="dry-run" in _preferences(request),
        )
        answer = await self._site.bus.submit(submission)
        failure = failure_of(answer)
        if failure is not None:
            if failure.code == STALE:
                failure.status = 412  # a precondition of the request failed (RFC 9110, 13.1.1)
            raise failure
        if isinstance(answer, DryRunAnswer):
            top = _top(request)
            return _answered(await self._with_impact(tournament, answer, top), dry_run=True)
        return _answered(answer, dry_run=submission.dry_run)

    async def _with_impact(
        self, tournament: str, answer: DryRunAnswer, top: int
    ) -> AnswerWithImpact:
        history = await self._web.readings.history(tournament)
        facts = () if history is None else history.facts_before(answer)
        return AnswerWithImpact(
            status=answer.status,
            version=answer.version,
            events=answer.events,
            impact=await self._web.impacts.of(facts, answer, top=top) if answer.foreseen else None,
        )


def _expected(request: Request) -> int | None:
    given = request.headers.get("if-match")
    if given is None or given == "*":
        return None
    found = IF_MATCH.fullmatch(given.strip())
    if found is None:
        raise Failure("bad-if-match")
    return int(found[1])


def _top(request: Request) -> int:
    """Return the number of first places requested; 0 if there is none or it is not a number."""
    for each in _preferences(request):
        found = TOP.fullmatch(each)
        if found is not None:
            return int(found[1])
    return 0


def _preferences(request: Request) -> tuple[str, ...]:
    given = request.headers.get("prefer", "").lower().split(",")
    return tuple(each.strip() for each in given)


def _answered(answer: Answer, *, dry_run: bool) -> Response:
    response = data_response(answer, version=answer.version)
    if dry_run:
        response.headers["preference-applied"] = "dry-run"
    return response
