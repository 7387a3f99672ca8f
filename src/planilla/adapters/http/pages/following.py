"""The end of a log, and portions of it from the log that leads the tournament.

`planilla follow` asks and sends; `application/following.py` describes both.
"""

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from planilla.adapters.http.bodies import UNTHREADED_BYTES_MAX, unreadable
from planilla.adapters.http.endpoints import Access, Tag, number_in, operation_at
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.responses import data_response
from planilla.adapters.http.visitor import NOBODY, actor_behind, not_permitted
from planilla.adapters.http.web import Pages
from planilla.application.following import (
    PORTION_BYTES_MAX,
    PORTION_MEDIA,
    End,
    FollowerEnd,
    Portion,
    PortionRefused,
    end_of,
)
from planilla.application.permissions import may_found

_PORTIONS = msgspec.json.Decoder(Portion)


class FollowingPages(Pages):
    """Handlers for a log that is pushed here from elsewhere; for the organiser alone."""

    @operation_at(
        "/api/t/{tournament}/log",
        name="read-log-end",
        tag=Tag.FACTS,
        summary="The end of a tournament's log, or its hash at a version.",
        access=Access.ORGANISER,
        timeless="has its own parameter for the version (`?version=`)",
        parameters=("version",),
        answer=FollowerEnd,
        problems=(422,),
    )
    async def end(self, request: Request) -> Response:
        """Return the end of the log here, or of another one at `?version=`."""
        tournament = await self._tournament(request)
        log = self._site.log
        version = await log.head(tournament)
        wanted = number_in(request.query_params.get("version", ""))
        log_id = await log.log_id()
        ends = {at: await self._end_at(tournament, at) for at in {version, wanted} if at}
        led_from = await log.led_from(tournament)
        found = FollowerEnd(
            log_id=log_id,
            end=ends.get(version) or End(),
            led_by=led_from.partition(" ")[0] or (log_id if version else ""),
            at=ends.get(wanted),
        )
        return data_response(found)

    async def _end_at(self, tournament: str, version: int) -> End | None:
        found = await self._site.log.events(tournament, version - 1, version)
        return end_of(found[0]) if found else None

    @operation_at(
        "/api/t/{tournament}/log",
        method="POST",
        name="append-portion",
        tag=Tag.FACTS,
        summary="Append events that were decided in the log that leads the tournament.",
        description="The format is that of `docs/reference/follow.md`; `planilla follow` sends it.",
        access=Access.ORGANISER,
        body=Portion,
        body_media=PORTION_MEDIA,
        body_max=PORTION_BYTES_MAX,
        answer=FollowerEnd,
        problems=(409,),
    )
    async def append(self, request: Request) -> Response:
        """Append a portion and return the new end; one that was appended before changes nothing.

        Raises:
            Failure: it is not appended.
        """
        tournament = await self._tournament(request)
        if self._site.intake is None:
            raise Failure("no-such-page")
        portion = await _portion_in(request)
        try:
            end = await self._site.intake.take(tournament, portion)
        except PortionRefused as refused:
            raise Failure(refused.code, refused.fields) from refused
        return data_response(end)

    async def _tournament(self, request: Request) -> str:
        """Return the tournament of a request of the organiser.

        Raises:
            Failure: it is of somebody else.
        """
        tournament: str = request.path_params["tournament"]
        actor = await actor_behind(request, self._site.grants, tournament)
        if actor is NOBODY:
            raise not_permitted(request, actor)
        if not may_found(actor):
            raise Failure("only-organiser")
        return tournament


async def _portion_in(request: Request) -> Portion:
    """Return the portion in a body; a long one is decoded in a thread.

    Raises:
        Failure: it is none.
    """
    body = await request.body()
    try:
        if len(body) <= UNTHREADED_BYTES_MAX:
            return _PORTIONS.decode(body)
        return await asyncio.to_thread(_PORTIONS.decode, body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise unreadable(error, Portion) from error
