"""Pages of the allocation before a tournament: its result with the steps, and its ballots."""

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from planilla.adapters.http.arbiter import Refused
from planilla.adapters.http.endpoints import Access, Cost, Tag, operation_at, page_at
from planilla.adapters.http.moments import caching
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.responses import data_response
from planilla.adapters.http.views.allocation import (
    AllocationShown,
    allocation_desk,
    ballot_matrix,
)
from planilla.adapters.http.web import Pages
from planilla.projections.allocation import AllocationSheet, allocation_sheet


class AllocationPages(Pages):
    """The public page, complete at any past moment, and that of the arbiter."""

    @page_at("/t/{tournament}/allocation", cost=Cost.MOMENT)
    async def page(self, page_request: PageRequest) -> Response:
        """Show the options or teams, the ballots, and the steps of the book."""
        sheet = await page_request.beside(allocation_sheet, page_request.page.state)

        def fields() -> Mapping[str, Any]:
            page = page_request.page
            found = page.state.allocation
            if sheet is None or found is None:
                return {"shown": None}
            has_ballots = sheet.result is not None and sheet.result.ballots
            return {
                "shown": AllocationShown(page, sheet),
                "ballots": ballot_matrix(page, found) if has_ballots else None,
            }

        return await self._public.page(page_request, "players", "allocation.html", fields)

    @operation_at(
        "/api/t/{tournament}/allocation",
        name="read-allocation",
        tag=Tag.VIEWS,
        summary="The allocation before the tournament: its result, and the steps that led to it.",
        cost=Cost.MOMENT,
        parameters=("at", "stage"),
        answer=AllocationSheet | None,
    )
    async def data(self, page_request: PageRequest) -> Response:
        """Return the same as JSON, null without an allocation; entrants by id."""
        sheet = await page_request.beside(allocation_sheet, page_request.page.state)
        return data_response(sheet, version=page_request.version, cache=caching(page_request.at))

    @page_at(
        "/t/{tournament}/arbiter/allocation",
        access=Access.STAFF,
        desk_link="page.allocation.desk",
    )
    async def desk(self, page_request: PageRequest, refused: Refused | None = None) -> Response:
        """Show the ballots and the acts; `?entrant=` chooses the ballot of the form."""
        form: Mapping[str, str] = {} if refused is None else refused.form
        asked = page_request.request.query_params.get("entrant", "")
        return await self._arbiter.page(
            page_request,
            "allocation_desk.html",
            refused,
            lambda: allocation_desk(page_request.page, asked, form),
        )
