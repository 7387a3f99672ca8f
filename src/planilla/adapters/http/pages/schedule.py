"""The arbiter's page of the schedule: the starts of rounds, their order, and postponed games."""

from starlette.responses import Response

from planilla.adapters.http.arbiter import Refused
from planilla.adapters.http.endpoints import Access, page_at
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.views.schedule import schedule_shown
from planilla.adapters.http.web import Pages
from planilla.application.moments import zone_name


class SchedulePages(Pages):
    """The forms that date rounds, put them in order, and postpone games."""

    @page_at("/t/{tournament}/arbiter/schedule", access=Access.STAFF)
    async def show(self, page_request: PageRequest, refused: Refused | None = None) -> Response:
        """Show the schedule of the stage, and its forms."""
        return await self._arbiter.page(
            page_request,
            "schedule_desk.html",
            refused,
            lambda: {
                "schedule": schedule_shown(page_request.page),
                "zone": zone_name(page_request.page.state),
            },
        )
