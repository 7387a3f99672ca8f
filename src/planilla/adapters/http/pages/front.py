"""Front page: the tournaments that are on now, those to come, and those that are over."""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import islice
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from planilla.adapters.http.endpoints import Cost, page_at
from planilla.adapters.http.views.head import TournamentHeader, head_of
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.adapters.http.visitor import NOBODY, visitor_of
from planilla.adapters.http.web import Pages, Web
from planilla.application.festivals import described_at
from planilla.application.kinds import KINDS
from planilla.application.ports import TournamentSummary
from planilla.application.roles import View
from planilla.application.states import History
from planilla.domain.tournament.schedule import starts_of
from planilla.domain.tournament.values import Festival, PublicLevel
from planilla.formats.rating_list.names import search_key
from planilla.presentation.dates import days_between

ON_MAX = 96
"""Most tournaments shown of those that are on."""
SHOWN_MAX = 24
"""Most tournaments shown of those that are not; of the others the name and the day are listed."""
FOLLOWED_MAX = 24
"""Most tournaments that the page follows live, those that are on first."""
KEPT_MAX = 1_000
"""Most tournaments of which a process keeps what the page shows."""
QUERY_MAX = 80
"""Most characters of a search."""


class ShownTournament(NamedTuple):
    """A tournament with its system, its round and its boards, as it stands.

    `first_day` is that of its rounds, or else of its `festival`; `days` are those of its rounds in
    words. `described_at` is the position in the log of the fact that describes the festival.
    """

    head: TournamentHeader
    system: str
    has_begun: bool
    first_day: date | None = None
    days: str = ""
    festival: Festival | None = None
    described_at: int = 0

    @property
    def group(self) -> str:
        """The part of the list in which it stands: one of `GROUPS`."""
        return "over" if self.head.finished else "now" if self.has_begun else "coming"


class ListEntry(NamedTuple):
    """An entry of the list: a tournament alone, or a festival with its tournaments and days."""

    festival: Festival | None
    tournaments: list[ShownTournament]
    days: str = ""

    @property
    def group(self) -> str:
        """The part of the list in which it stands: that of the tournament that comes first there.

        A festival is on as long as one of its tournaments is.
        """
        return min((each.group for each in self.tournaments), key=GROUPS.index)

    @property
    def first_day(self) -> date:
        """The day by which those to come are in order; without one it comes last."""
        return min((each.first_day or date.max for each in self.tournaments), default=date.max)


GROUPS = ("now", "coming", "over")
"""The parts of the list, in order."""


class FrontPages(Pages):
    """The list of the tournaments of this server."""

    def __init__(self, web: Web) -> None:
        super().__init__(web)
        self._kept: OrderedDict[tuple[str, str], tuple[TournamentSummary, ShownTournament]] = (
            OrderedDict()
        )

    @page_at("/", cost=Cost.PAGE, is_cached=True, timeless="the current list of tournaments")
    async def show(self, request: Request) -> Response:
        """Show the tournaments by what is on, the last changed first.

        `?q=` searches the names, and those of festivals and their places.
        """
        visitor = await visitor_of(request, self._site.grants)
        wanted = request.query_params.get("q", "").strip()[:QUERY_MAX]
        words = search_key(wanted).split()
        found = [
            each
            for each in await self._site.log.tournaments()
            if not each.hidden or visitor.may_see(each.id, View.HIDDEN)
            if _has_words(each, words)
        ]
        shown = [
            made
            for each in _chosen(found)
            if (made := await self._shown(each, visitor.language)) is not None
        ]
        shown.sort(key=lambda each: each.head.changed_at, reverse=True)  # as the public knows
        known = {each.head.id for each in shown}
        is_empty = not (found or wanted)
        return self._renderer.page(
            request,
            visitor,
            "index.html",
            site=self._site.public_url,
            wanted=wanted,
            groups=_grouped(shown, visitor.language),
            followed=_followed(shown),
            others=[each for each in found if each.id not in known],
            lost=self._site.integrity.lost,
            kinds=tuple(KINDS) if is_empty and visitor.is_organiser else (),
            holds=visitor.actor is not NOBODY,
        )

    async def _shown(self, each: TournamentSummary, language: str) -> ShownTournament | None:
        """Return a tournament as it stands; None where its log is damaged.

        What nothing was recorded of since is not read again.
        """
        if self._site.integrity.of(each.id) is not None:
            return None
        key = each.id, language
        kept = self._kept.get(key)
        if kept is not None and kept[0] == each:
            self._kept.move_to_end(key)
            return kept[1]
        recorded = await self._web.readings.history(each.id)
        if recorded is None:
            return None
        history = self._web.readings.as_public(recorded, PublicLevel.RESULTS)
        made = _shown_of(each.id, history, language)
        if history.version == recorded.version == each.version:  # the public waits for nothing
            self._kept[key] = each, made
            if len(self._kept) > KEPT_MAX:
                self._kept.popitem(last=False)
        return made


def _has_words(each: TournamentSummary, words: Iterable[str]) -> bool:
    """Return whether all words occur in the name of a tournament or the words of its festival."""
    text = search_key(f"{each.name} {each.festival_words}")
    return all(word in text for word in words)


def _chosen(found: Iterable[TournamentSummary]) -> Iterable[TournamentSummary]:
    """Yield the tournaments that are shown with their round: those that are on, and some others."""
    listed = list(found)
    yield from islice((each for each in listed if each.is_on), ON_MAX)
    yield from islice((each for each in listed if not each.is_on), SHOWN_MAX)


def _shown_of(tournament: str, history: History, language: str) -> ShownTournament:
    state = history.state(to_staff=False)
    festival = state.festival
    starts = sorted(each.date() for each in starts_of(state).values())
    of_festival = None if festival is None else festival.first_day
    return ShownTournament(
        head=head_of(TournamentPage(tournament, state, {}, language, texts={}), history.version),
        system=state.system_name,
        has_begun=state.has_begun,
        first_day=starts[0] if starts else of_festival,
        days=days_between(language, starts[0], starts[-1]) if starts else "",
        festival=festival,
        described_at=0 if festival is None else described_at(history),
    )


def _followed(shown: Iterable[ShownTournament]) -> Sequence[ShownTournament]:
    """Return the tournaments that the page follows: of those on or to come the last changed."""
    awaited = [each for each in shown if each.group != "over"]
    return sorted(awaited, key=lambda each: GROUPS.index(each.group))[:FOLLOWED_MAX]


def _grouped(
    shown: Iterable[ShownTournament], language: str
) -> Sequence[tuple[str, list[ListEntry]]]:
    """Return the tournaments and festivals by what is on, those to come by day; no empty group."""
    groups: dict[str, list[ListEntry]] = {name: [] for name in GROUPS}
    for entry in _entries(shown, language):
        groups[entry.group].append(entry)
    groups["coming"].sort(key=lambda each: each.first_day)
    return [(name, listed) for name, listed in groups.items() if listed]


def _entries(shown: Iterable[ShownTournament], language: str) -> Iterable[ListEntry]:
    """Return the entries in the order of their first tournament; of a festival by name."""
    found: dict[str, list[ShownTournament]] = {}
    for each in shown:
        found.setdefault(
            each.head.id if each.festival is None else f"/e/{each.festival.id}", []
        ).append(each)
    for listed in found.values():
        festival = max(listed, key=lambda each: each.described_at).festival
        days = festival and days_between(language, festival.first_day, festival.last_day)
        by_name = sorted(listed, key=lambda each: search_key(each.head.name))
        yield ListEntry(festival, by_name, days or "")
