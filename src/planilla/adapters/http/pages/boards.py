"""The page of those who record results: the boards of the round that their link is for."""

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from planilla.adapters.http.arbiter import QUICK_RESULTS, RESULTS, Refused, boards_since
from planilla.adapters.http.endpoints import Access, page_at
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.views.desk import boards_shown
from planilla.adapters.http.web import Pages
from planilla.application.permissions import covered_boards, grants_in
from planilla.application.roles import View


class BoardPages(Pages):
    """The boards of the published round, with buttons for their results."""

    @page_at("/t/{tournament}/boards", access=Access.STAFF, view=View.BOARDS)
    async def show(self, page_request: PageRequest, refused: Refused | None = None) -> Response:
        """Show the boards whose results the visitor may record, the open ones counted."""
        is_whole = refused is not None
        return await self._arbiter.page(
            page_request, "boards.html", refused, lambda: _fields(page_request, is_whole=is_whole)
        )


def _fields(page_request: PageRequest, *, is_whole: bool) -> Mapping[str, Any]:
    page, actor = page_request.page, page_request.visitor.actor
    played = page.state.round(page.state.last_published)
    covered = frozenset[int]() if played is None else covered_boards(actor, page.id, played)
    changed = None if is_whole else boards_since(page_request, played)
    shown = covered if changed is None else covered & changed
    grants = grants_in(actor, page.id)
    limits = [each for each in grants if each.is_limited]
    return {
        "shown": played,
        "is_part": changed is not None,
        "table": boards_shown(page, played, shown) if played and covered else None,
        "total": len(covered),
        "done": sum(bool(played and played.version_of(index)) for index in covered),
        "limits": limits if len(limits) == len(grants) else [],
        "quick": QUICK_RESULTS,
        "others": [each for each in RESULTS if each not in QUICK_RESULTS],
    }
