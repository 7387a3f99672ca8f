"""Notices: the arbiters' page that shows a short text everywhere, and takes it back."""

from starlette.responses import Response

from planilla.adapters.http.arbiter import Refused
from planilla.adapters.http.endpoints import Access, page_at
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.views.tournament_page import zone_name
from planilla.adapters.http.web import Pages
from planilla.domain.tournament.notices import NOTICE_LENGTH_MAX


class NoticePages(Pages):
    """The form of notices; the notices themselves are in the frame of every page."""

    @page_at("/t/{tournament}/arbiter/notices", access=Access.STAFF, desk_link="notices.title")
    async def show(self, page_request: PageRequest, refused: Refused | None = None) -> Response:
        """Show the form, and the notices that are shown now."""
        page = page_request.page
        return await self._arbiter.page(
            page_request,
            "notices_desk.html",
            refused,
            lambda: {"length": NOTICE_LENGTH_MAX, "zone": zone_name(page.state)},
        )
