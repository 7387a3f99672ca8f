"""List of tournaments and overview of one, for programs."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from planilla.adapters.http.endpoints import RESULTS, Cost, Tag, operation_at
from planilla.adapters.http.moments import caching
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.responses import NO_CACHE, data_response
from planilla.adapters.http.visitor import visitor_of
from planilla.adapters.http.web import Pages
from planilla.application.roles import View
from planilla.domain.tournament.crosstables import rounds_planned
from planilla.domain.tournament.event import Audience
from planilla.projections import VIEWS


class ListedTournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament of the list; times are in microseconds since 1970 (UTC)."""

    id: str
    name: str
    version: int
    created_at: int
    changed_at: int
    api: str
    page: str


class TournamentList(msgspec.Struct, frozen=True, kw_only=True):
    """All visible tournaments, the last changed first."""

    tournaments: tuple[ListedTournament, ...]


class TournamentOverview(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament at a version; `round` is the last published one, 0 before the first.

    `views` and `links` are addresses by name. Times are in microseconds since 1970 (UTC).
    """

    id: str
    name: str
    system: str
    version: int
    rounds: int
    round: int
    entrants: int
    is_finished: bool
    created_at: int
    changed_at: int
    page: str
    views: dict[str, str]
    links: dict[str, str]


LINKS = {
    "people": "people",
    "facts": "facts",
    "audit": "audit",
    "trf": "trf",
    "head": "head",
    "qualifying": "qualifying",
}
"""The last segment of further addresses of a tournament, by relation."""


class Tournaments(Pages):
    """Entry point for programs, with links to all other addresses."""

    @operation_at(
        "/api/t",
        name="list-tournaments",
        tag=Tag.TOURNAMENTS,
        summary="List the tournaments, the last changed first.",
        cost=Cost.PAGE,
        timeless="the current list of tournaments",
        answer=TournamentList,
    )
    async def listed(self, request: Request) -> Response:
        """Return all tournaments, as listed on the front page."""
        visitor = await visitor_of(request, self._site.grants)
        found = TournamentList(
            tournaments=tuple(
                ListedTournament(
                    id=each.id,
                    name=each.name,
                    version=each.version,
                    created_at=each.created_at,
                    changed_at=each.changed_at,
                    api=f"/api/t/{each.id}",
                    page=f"/t/{each.id}",
                )
                for each in await self._site.log.tournaments()
                if not each.hidden or visitor.may_see(each.id, View.HIDDEN)
            )
        )
        return data_response(found, cache=NO_CACHE, vary="cookie, authorization")

    @operation_at(
        "/api/t/{tournament}",
        name="read-tournament",
        tag=Tag.TOURNAMENTS,
        summary="Name, system and state of a tournament, and the addresses of what it has.",
        cost=Cost.PAGE,
        parameters=("at", "stage"),
        answer=TournamentOverview,
        level=RESULTS,
    )
    async def overview(self, page_request: PageRequest) -> Response:
        """Return one tournament, current or at a moment; staff views are listed for the staff."""
        state, id_ = page_request.page.state, page_request.page.id
        is_staff = page_request.is_staff
        found = TournamentOverview(
            id=id_,
            name=state.name,
            system=state.system_name,
            version=page_request.version,
            rounds=rounds_planned(state),
            round=state.last_published,
            entrants=len(state.entrants),
            is_finished=state.is_over,
            created_at=page_request.seen[0].recorded_at,
            changed_at=page_request.seen[-1].recorded_at,
            page=f"/t/{id_}",
            views={
                name: f"/api/t/{id_}/views/{name}"
                for name, view in VIEWS.items()
                if is_staff or view.audience is Audience.PUBLIC
            },
            links={
                **{name: f"/api/t/{id_}/{end}" for name, end in LINKS.items()},
                "archive": f"/t/{id_}/archive.jsonl",
                "calendar": f"/t/{id_}/schedule.ics",
            },
        )
        return data_response(
            found,
            version=page_request.version,
            cache=caching(None if is_staff else page_request.at),
            vary="cookie, authorization",
        )
