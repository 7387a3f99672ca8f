"""Front page: the tournaments that are on now, those to come, and those that are over."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from planilla.adapters.http.endpoints import Cost, page_at
from planilla.adapters.http.views.head import TournamentHeader, head_of
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.adapters.http.visitor import Visitor, visitor_of
from planilla.adapters.http.web import Pages
from planilla.application.kinds import KINDS
from planilla.application.ports import TournamentSummary
from planilla.application.roles import View
from planilla.formats.rating_list.names import search_key

SHOWN_MAX = 24
"""Most tournaments shown with their round; of the others the name and the day are listed."""
QUERY_MAX = 80
"""Most characters of a search."""


class ShownTournament(NamedTuple):
    """A tournament with its system, its round and its boards, as it stands."""

    head: TournamentHeader
    system: str
    has_begun: bool


class FrontPages(Pages):
    """The list of the tournaments of this server."""

    @page_at("/", cost=Cost.PAGE, is_cached=True, timeless="the current list of tournaments")
    async def show(self, request: Request) -> Response:
        """Show the tournaments by what is on, the last changed first; `?q=` searches the names."""
        visitor = await visitor_of(request, self._site.grants)
        wanted = request.query_params.get("q", "").strip()[:QUERY_MAX]
        found = [
            each
            for each in await self._site.log.tournaments()
            if not each.hidden or visitor.may_see(each.id, View.HIDDEN)
            if search_key(wanted) in search_key(each.name)
        ]
        shown = [
            made
            for each in found[:SHOWN_MAX]
            if (made := await self._shown(each, visitor)) is not None
        ]
        known = {each.head.id for each in shown}
        is_empty = not (found or wanted)
        return self._renderer.page(
            request,
            visitor,
            "index.html",
            wanted=wanted,
            groups=_grouped(shown),
            others=[each for each in found if each.id not in known],
            lost=self._site.integrity.lost,
            kinds=tuple(KINDS) if is_empty and visitor.is_organiser else (),
        )

    async def _shown(self, each: TournamentSummary, visitor: Visitor) -> ShownTournament | None:
        """Return a tournament as it stands; None where its log is damaged."""
        if self._site.integrity.of(each.id) is not None:
            return None
        history = await self._web.readings.history(each.id)
        if history is None:
            return None
        state = history.state(to_staff=False)
        page = TournamentPage(each.id, state, {}, visitor.language, texts={})
        return ShownTournament(
            head=head_of(page, history.version),
            system=state.system_name,
            has_begun=state.has_begun,
        )


def _grouped(shown: Iterable[ShownTournament]) -> Sequence[tuple[str, list[ShownTournament]]]:
    """Return the tournaments by what is on: `now`, `coming`, `over`; no group is empty."""
    groups: dict[str, list[ShownTournament]] = {"now": [], "coming": [], "over": []}
    for each in shown:
        name = "over" if each.head.finished else "now" if each.has_begun else "coming"
        groups[name].append(each)
    return [(name, listed) for name, listed in groups.items() if listed]
