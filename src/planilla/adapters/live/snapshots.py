"""Snapshots of views, current or past, and the names that pages join to them."""

import hashlib
from collections.abc import Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from planilla.adapters.live.problems import no_moment, problem
from planilla.adapters.live.reader import ActorOf, channel_in, views_over
from planilla.application.envelope import Person
from planilla.application.frames import ChannelName, Offset, snapshot_body
from planilla.application.moments import MomentFault, canonical, moment_in
from planilla.application.ports import Log, StoreUnavailable
from planilla.application.privacy import shown_to_all
from planilla.application.queries import NoSuchVersion, Queries
from planilla.application.roles import View
from planilla.application.watch import CannotWatch, Hub
from planilla.projections import VIEWS
from planilla.projections.view import may_wait

IMMUTABLE_CACHE_CONTROL = "max-age=31536000, immutable"
"""`Cache-Control` of a past version, which never changes."""


class Snapshots:
    """Handlers of the resources that are fetched, not subscribed to."""

    def __init__(self, hub: Hub, log: Log, queries: Queries, actor_of: ActorOf) -> None:
        self._hub = hub
        self._log = log
        self._queries = queries
        self._actor_of = actor_of

    async def view(self, request: Request) -> Response:
        """Answer with all rows of a view: current, or with `?at=` those of a moment."""
        name = channel_in(request)
        if name is None:
            return problem(request, "no-such-channel")
        views = await views_over(request, self._actor_of)(name.tournament)
        try:
            channel = await self._hub.channel(str(name), views)
            at = request.query_params.get("at")
            if at is not None:
                return await self._past(request, name, channel.epoch, at, views)
            snapshot = await self._hub.snapshot(str(name), views)
        except CannotWatch as refused:
            return problem(request, refused.code)
        return answer(request, snapshot.body, snapshot.etag, "no-cache")

    async def _past(
        self, request: Request, name: ChannelName, epoch: str, at: str, views: frozenset[View]
    ) -> Response:
        view = VIEWS[name.view]
        level = view.level if may_wait(view) and View.AHEAD not in views else None
        try:
            version = await self._queries.version_at(
                name.tournament, moment_in(at), view.audience, level=level
            )
            if at != canonical(version):
                return _moved(request, version)
            found, rows = await self._queries.rows_at(
                name.tournament, name.view, version, name.stage, level=level
            )
        except MomentFault as fault:
            return no_moment(request, fault)
        except NoSuchVersion:
            return problem(request, "no-such-version")
        except StoreUnavailable:
            return problem(request, "unavailable")
        offset = Offset(epoch, found)
        body = snapshot_body(view, offset, rows)
        readers = "public" if view.audience.value == "public" else "private"
        return answer(request, body, f'"{offset}"', f"{readers}, {IMMUTABLE_CACHE_CONTROL}")

    async def people(self, request: Request) -> Response:
        """Answer with the public personal data by entrant id, reduced for minors."""
        tournament = request.path_params["tournament"]
        try:
            if not await self._log.head(tournament):
                return problem(request, "no-such-tournament")
            people = await self._log.people(tournament)
            body = people_body(shown_to_all(people, await self._queries.state_at(tournament)))
        except StoreUnavailable:
            return problem(request, "unavailable")
        etag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
        return answer(request, body, etag, "no-cache")


def _moved(request: Request, version: int) -> Response:
    """Redirect to the canonical address of a moment."""
    url = request.url.include_query_params(at=canonical(version))
    headers = {"Cache-Control": "no-cache"}
    return RedirectResponse(f"{url.path}?{url.query}", status_code=302, headers=headers)


def people_body(people: Mapping[str, Person]) -> bytes:
    """Return names, clubs and FIDE ids as JSON; birth dates and contacts are left out."""
    return msgspec.json.encode(
        {
            "people": {
                entrant: {"name": person.name, "club": person.club, "fide_id": person.fide_id}
                for entrant, person in sorted(people.items())
            }
        }
    )


def answer(request: Request, body: bytes, etag: str, cache: str) -> Response:
    """Return the body, or 304 if the client has it already."""
    headers = {"ETag": etag, "Cache-Control": cache}
    if has_it(request.headers.get("if-none-match", ""), etag):
        return Response(status_code=304, headers=headers)
    return Response(body, headers=headers, media_type="application/json")


def has_it(if_none_match: str, etag: str) -> bool:
    """Return whether `If-None-Match` contains this tag; weak tags count (RFC 9110, 13.1.2)."""
    tags = {tag.strip().removeprefix("W/") for tag in if_none_match.split(",")}
    return etag in tags or "*" in tags
