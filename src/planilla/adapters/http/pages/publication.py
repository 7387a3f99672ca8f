"""Publication: the arbiters' page that says what the public sees, and when."""

from starlette.responses import Response

from planilla.adapters.http.arbiter import Refused
from planilla.adapters.http.endpoints import Access, page_at
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.views.publication import publication_fields
from planilla.adapters.http.views.tournament_page import zone_name
from planilla.adapters.http.web import Pages
from planilla.domain.tournament.publication import DELAY_MINUTES_MAX


class PublicationPages(Pages):
    """The form of the publication; what waits is said at the head of every page of the staff."""

    @page_at(
        "/t/{tournament}/arbiter/publication",
        access=Access.STAFF,
        desk_link="publication.title",
    )
    async def show(self, page_request: PageRequest, refused: Refused | None = None) -> Response:
        """Show what the public sees now, and the form that changes it."""
        page = page_request.page
        return await self._arbiter.page(
            page_request,
            "publication.html",
            refused,
            lambda: {
                **publication_fields(page),
                "delay_max": DELAY_MINUTES_MAX,
                "zone": zone_name(page.state),
            },
        )
