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
from planilla.application.festivals import said_at
from planilla.application.kinds import KINDS
from planilla.application.ports import TournamentSummary
from planilla.application.roles import View
from planilla.domain.tournament.values import Festival, PublicLevel
from planilla.formats.rating_list.names import search_key

SHOWN_MAX = 24
"""Most tournaments shown with their round; of the others the name and the day are listed."""
QUERY_MAX = 80
"""Most characters of a search."""


class ShownTournament(NamedTuple):
    """A tournament with its system, its round and its boards, as it stands.

    `said_at` is the position in the log of the fact that describes its `festival`.
    """

    head: TournamentHeader
    system: str
    has_begun: bool
    festival: Festival | None = None
    said_at: int = 0

    @property
    def group(self) -> str:
        """The part of the list in which it stands: one of `GROUPS`."""
        return "over" if self.head.finished else "now" if self.has_begun else "coming"


class ListEntry(NamedTuple):
    """An entry of the list: a tournament alone, or a festival with its tournaments."""

    festival: Festival | None
    tournaments: list[ShownTournament]

    @property
    def group(self) -> str:
        """The part of the list in which it stands: that of the tournament that comes first there.

        A festival is on as long as one of its tournaments is.
        """
        return min((each.group for each in self.tournaments), key=GROUPS.index)


GROUPS = ("now", "coming", "over")
"""The parts of the list, in order."""


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
        shown.sort(key=lambda each: each.head.changed_at, reverse=True)  # as the public knows
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
        recorded = await self._web.readings.history(each.id)
        if recorded is None:
            return None
        history = self._web.readings.as_public(recorded, PublicLevel.RESULTS)
        state = history.state(to_staff=False)
        page = TournamentPage(each.id, state, {}, visitor.language, texts={})
        return ShownTournament(
            head=head_of(page, history.version),
            system=state.system_name,
            has_begun=state.has_begun,
            festival=state.festival,
            said_at=0 if state.festival is None else said_at(history),
        )


def _grouped(shown: Iterable[ShownTournament]) -> Sequence[tuple[str, list[ListEntry]]]:
    """Return the tournaments and festivals by what is on; no group is empty."""
    groups: dict[str, list[ListEntry]] = {name: [] for name in GROUPS}
    for entry in _entries(shown):
        groups[entry.group].append(entry)
    return [(name, listed) for name, listed in groups.items() if listed]


def _entries(shown: Iterable[ShownTournament]) -> Iterable[ListEntry]:
    """Return the entries in the order of their first tournament; of a festival by name."""
    found: dict[str, list[ShownTournament]] = {}
    for each in shown:
        found.setdefault(
            each.head.id if each.festival is None else f"/e/{each.festival.id}", []
        ).append(each)
    for listed in found.values():
        last = max(listed, key=lambda each: each.said_at)
        yield ListEntry(last.festival, sorted(listed, key=lambda each: search_key(each.head.name)))
