"""Path of the stages of a tournament, and the form of the arbiter that plans and starts them."""

from starlette.responses import Response

from planilla.adapters.http.arbiter import Refused
from planilla.adapters.http.endpoints import Access, Cost, page_at
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.system_settings import SystemForm, system_form
from planilla.adapters.http.views.stages import path_shown
from planilla.adapters.http.web import Pages
from planilla.domain.tournament.shapes import CarryOver, SeedsBy
from planilla.domain.tournament.stages import STAGES_MAX
from planilla.domain.tournament.state import focused
from planilla.domain.vocabulary import EntrantId

SOURCES_SHOWN = 4
"""Rows for sources in the form: more are planned by the API."""


class StagePages(Pages):
    """The path for everybody, and its planning for the arbiter."""

    @page_at("/t/{tournament}/stages", cost=Cost.PAGE, is_cached=True)
    async def path(self, page_request: PageRequest) -> Response:
        """Show the stages and how they lead to one another."""
        return await self._public.page(
            page_request,
            "stages",
            "stages.html",
            lambda: {"steps": path_shown(page_request.page)},
        )

    @page_at(
        "/t/{tournament}/arbiter/stages",
        access=Access.STAFF,
        cost=Cost.PAGE,
        timeless="the form of what comes next",
    )
    async def plan(self, page_request: PageRequest, refused: Refused | None = None) -> Response:
        """Show the form that plans a stage, and the stages that may be started."""
        return await self._arbiter.page(
            page_request,
            "stages_desk.html",
            refused,
            lambda: {
                "steps": path_shown(page_request.page),
                "asked": _asked(page_request, refused),
                "entries": _entries(page_request),
                "carries": tuple(CarryOver),
                "orders": tuple(SeedsBy),
                "sources": range(1, SOURCES_SHOWN + 1),
                "may_plan": page_request.page.state.stages < STAGES_MAX,
            },
        )


PLAN = "plan-stage"
USUAL_SYSTEM = "round-robin"


def _asked(page_request: PageRequest, refused: Refused | None) -> SystemForm:
    """Return the form of a stage with the system of the address, or as it was refused."""
    language = page_request.page.language
    if refused is not None and refused.act == PLAN:
        return system_form(PLAN, refused.form, language, refused.failure)
    named = page_request.request.query_params.get("system", USUAL_SYSTEM)
    return system_form(PLAN, {"system": named}, language)


def _entries(page_request: PageRequest) -> list[tuple[EntrantId, str]]:
    """Return the entrants of the first stage who may be named, with their names."""
    page = page_request.page
    entries = focused(page.state, 1)
    return [
        (entrant, page.name(entrant))
        for entrant in entries.order
        if entries.entrants[entrant].out_from is None
    ]
