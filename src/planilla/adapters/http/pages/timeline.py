"""Timeline: facts with their causes, filtered by the address, and news since a version."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from planilla.adapters.http.endpoints import (
    RESULTS,
    Cost,
    Tab,
    Tag,
    number_in,
    operation_at,
    page_at,
)
from planilla.adapters.http.moments import caching
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.responses import NO_STORE, data_response
from planilla.adapters.http.views.timeline import FactLine, fact_lines, last_lines
from planilla.adapters.http.views.tournament_page import TournamentPage, zone_name
from planilla.adapters.http.web import Pages
from planilla.application.accounts import actor_names
from planilla.application.roles import View
from planilla.application.states import HistoryEntry
from planilla.application.timeline import (
    Causes,
    FactFilter,
    ListedFact,
    TimelineCause,
    corrected_later,
)
from planilla.audit.known_from_start import is_worth_asking
from planilla.domain.tournament.event import Topic
from planilla.presentation.figures import joined

SINCE_MAX = 40
"""Most sentences of news; the timeline has all of them."""
NEWS_ORDER = (Topic.RESULT, Topic.CORRECTION, Topic.ROUND, Topic.ENTRANT, Topic.SETUP)
"""Kinds of facts in the order in which news count them."""
WINDOW = 400
"""Facts on one page of the timeline."""


class FactRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A fact as data without names; `actor` is for the staff only."""

    version: int
    at: int
    type: str
    kind: str
    cause: TimelineCause
    round: int | None = None
    board: int | None = None
    entrants: tuple[str, ...] = ()
    corrected_at: int | None = None
    actor: str | None = None


class FactsFound(msgspec.Struct, frozen=True, kw_only=True):
    """The requested facts at a version, in order."""

    version: int
    facts: tuple[FactRow, ...]


@dataclass(frozen=True, kw_only=True)
class CausedLine:
    """A fact in words with its cause; `corrected_at` is the version of a later correction."""

    line: FactLine
    cause: str
    cause_version: int | None
    corrected_at: int | None
    has_whatif: bool
    has_dossier: bool


@dataclass(frozen=True, kw_only=True)
class ActorsShown:
    """The actors as a reader may know them: `names` by pseudonym, where the staff reads others."""

    is_staff: bool
    names: Mapping[str, str]

    def said(self, page: TournamentPage, actor: str) -> str:
        """Return an actor for a sentence."""
        return self.names.get(actor, actor) if self.is_staff else page.say("moments.the-arbiter")

    def choices(self, actors: Iterable[str]) -> list[tuple[str, str]]:
        """Return pseudonyms with their labels, by label; of several links with one name as well."""
        if not self.is_staff:
            return []
        named = {each: self.names.get(each, "") for each in actors}
        labels = ((each, f"{name} ({each})" if name else each) for each, name in named.items())
        return sorted(labels, key=lambda each: each[1].casefold())


class TimelinePages(Pages):
    """Pages of the timeline: public, live, and available at any past moment."""

    @page_at(
        "/t/{tournament}/facts",
        cost=Cost.PAGE,
        is_cached=True,
        tab=Tab("timeline", 8),
        level=RESULTS,
    )
    async def page(self, page_request: PageRequest) -> Response:
        """Show the timeline, the last fact first; for the staff with reasons and who acted."""
        is_staff = page_request.is_staff
        texts = await self._public.texts(page_request, "staff" if is_staff else "public")
        asked = filter_in(page_request.request, is_staff=is_staff), _upto(page_request.request)
        names = await self._actor_names(page_request)
        actors = ActorsShown(is_staff=is_staff, names=names)
        response = await self._public.page(
            page_request,
            "timeline",
            "timeline.html",
            lambda: _shown(page_request, *asked, texts, actors),
        )
        if is_staff:
            response.headers["cache-control"] = "no-store"
        return response

    async def _actor_names(self, page_request: PageRequest) -> Mapping[str, str]:
        """Return the names of actors by pseudonym, for those who may see the links; else none."""
        if not page_request.visitor.may_see(page_request.page.id, View.GOVERN):
            return {}
        accounts = self._site.accounts
        known = () if accounts is None else await accounts.accounts()
        return actor_names(await self._site.grants.links(), known)

    @operation_at(
        "/api/t/{tournament}/facts",
        name="list-facts",
        tag=Tag.FACTS,
        summary="The facts that fit, each with its cause; the public ones without a link.",
        cost=Cost.PAGE,
        parameters=("player", "of_round", "board", "kind", "actor", "at"),
        answer=FactsFound,
        problems=(422,),
        level=RESULTS,
    )
    async def data(self, page_request: PageRequest) -> Response:
        """Return the requested facts as JSON, in order; for the staff all facts."""
        is_staff = page_request.is_staff
        if is_staff:
            page_request = await self._public.page_request(page_request.request, to_staff=True)
        chosen = filter_in(page_request.request, is_staff=is_staff)
        return await page_request.made(
            lambda: data_response(
                _found(page_request, chosen, is_staff=is_staff),
                version=page_request.version,
                cache=NO_STORE if is_staff else caching(page_request.at),
                vary="cookie, authorization",
            )
        )

    @page_at("/t/{tournament}/since/v{version:int}", cost=Cost.PAGE, level=RESULTS)
    async def since(self, page_request: PageRequest) -> Response:
        """Return the facts after a version, with the rows that they change."""
        version = page_request.request.path_params["version"]
        if version > page_request.history.version:
            fields = {"at": f"v{version}", "last": page_request.history.version}
            raise Failure("no-such-moment", fields)
        texts = await self._public.texts(page_request)
        return await self._public.part(
            page_request, "since.html", lambda: _since(page_request, version, texts)
        )


def _shown(
    page_request: PageRequest,
    chosen: FactFilter,
    upto: int | None,
    texts: Mapping[str, str],
    actors: ActorsShown,
) -> Mapping[str, Any]:
    """Return the requested window of the timeline, and the filter choices."""
    listed = [entry.listed for entry in page_request.seen]
    wanted = [each.version for each in listed if chosen.passes(each)]
    oldest, newest = _window(wanted, upto)
    window = frozenset(wanted[oldest:newest])
    lines = fact_lines(
        page_request.page, (e for e in page_request.seen if e.version in window), texts
    )
    there = {each.kind for each in listed}
    return {
        "facts": _caused(page_request, listed, lines, actors)[::-1],
        "asked": _asked(page_request.request, is_staff=actors.is_staff),
        "is_sifted": not chosen.is_open,
        "count": len(wanted),
        "shown": window,
        "older": wanted[oldest - 1] if oldest else None,
        "has_newer": newest < len(wanted),
        "players": _players(page_request),
        "kinds": [each for each in Topic if each in there],
        "rounds": sorted({each.row.round for each in listed if each.row.round}),
        "actors": actors.choices({each.actor for each in listed}),
    }


def _found(page_request: PageRequest, chosen: FactFilter, *, is_staff: bool) -> FactsFound:
    listed = [entry.listed for entry in page_request.seen]
    causes, later = Causes(listed), corrected_later(listed)
    rows = tuple(
        _row(fact, causes.of(fact), later.get(fact.version), is_staff=is_staff)
        for fact in listed
        if chosen.passes(fact)
    )
    return FactsFound(version=page_request.version, facts=rows)


def _since(page_request: PageRequest, version: int, texts: Mapping[str, str]) -> Mapping[str, Any]:
    new = [entry for entry in page_request.seen if entry.version > version]
    listed = last_lines(new, len(new))
    touched = {str(who) for entry in new for who in entry.listed.row.entrants}
    touched |= {str(entry.event.game) for entry in new if entry.event.game}
    return {
        "tournament": page_request.page.id,
        "time_zone": zone_name(page_request.page.state),
        "lines": fact_lines(page_request.page, listed[-SINCE_MAX:], texts)[::-1],
        "count": len(listed),
        "kinds": _kinds_text(page_request, listed),
        "touched": " ".join(sorted(touched)),
        "reached": page_request.version,
    }


def _kinds_text(page_request: PageRequest, listed: Sequence[HistoryEntry]) -> str:
    """Return how many facts of each kind there are, in words."""
    numbers = Counter(entry.event.topic for entry in listed)
    said = (
        page_request.page.say(f"moments.count.{kind}", n=numbers[kind])
        for kind in NEWS_ORDER
        if numbers[kind]
    )
    return joined(page_request.visitor.language, tuple(said))


def filter_in(request: Request, *, is_staff: bool) -> FactFilter:
    """Return the filter in the address: `player`, `round`, `board`, `kind`; `actor` for staff.

    Raises:
        Failure: a number is not valid, or there is no such kind.
    """
    asked = _asked(request, is_staff=is_staff)
    if asked["kind"] not in ("", *Topic):
        raise Failure("no-such-kind", {"kind": asked["kind"][:20], "known": tuple(Topic)})
    return FactFilter(
        players=frozenset({asked["player"]}) if asked["player"] else None,
        round=_number(asked["round"]),
        board=_number(asked["board"]),
        kind=asked["kind"],
        actor=asked["actor"],
    )


def _upto(request: Request) -> int | None:
    """Return the newest version to show; None for the last."""
    return _number(request.query_params.get("upto", "").strip().removeprefix("v"))


def _window(wanted: Sequence[int], upto: int | None) -> tuple[int, int]:
    """Return the first and last index of the window of facts that ends at `upto`."""
    newest = len(wanted) if upto is None else bisect_right(wanted, upto)
    return max(0, newest - WINDOW), newest


def _asked(request: Request, *, is_staff: bool) -> Mapping[str, str]:
    names = ("player", "round", "board", "kind", "actor")
    asked = {name: request.query_params.get(name, "").strip() for name in names}
    return asked if is_staff else {**asked, "actor": ""}


def _number(text: str) -> int | None:
    return number_in(text) if text else None


def _caused(
    page_request: PageRequest,
    listed: list[ListedFact],
    lines: tuple[FactLine, ...],
    actors: ActorsShown,
) -> list[CausedLine]:
    causes, later = Causes(listed), corrected_later(listed)
    has_rounds = not page_request.page.state.system.seats_at_once
    facts = {each.version: each for each in listed}
    why = {line.version: causes.of(facts[line.version]) for line in lines}
    return [
        CausedLine(
            line=line,
            cause=_said(page_request.page, facts[line.version], why[line.version], actors),
            cause_version=why[line.version].version,
            corrected_at=later.get(line.version),
            has_whatif=is_worth_asking(facts[line.version].row.event, has_rounds=has_rounds),
            has_dossier=facts[line.version].row.event.is_correction(),
        )
        for line in lines
    ]


def _said(page: TournamentPage, fact: ListedFact, cause: TimelineCause, actors: ActorsShown) -> str:
    """Return the cause in words, with who acted."""
    actor = actors.said(page, fact.actor)
    return page.say(f"moments.cause.{cause.why}", version=cause.version or 0, actor=actor)


def _players(page_request: PageRequest) -> list[tuple[str, str]]:
    """Return all entrants by name, for the choice of a player."""
    named = [(str(each), page_request.page.name(each)) for each in page_request.page.state.entrants]
    return sorted(named, key=lambda each: each[1].casefold())


def _row(
    fact: ListedFact, cause: TimelineCause, corrected_at: int | None, *, is_staff: bool
) -> FactRow:
    row = fact.row
    return FactRow(
        version=row.version,
        at=row.at,
        type=row.kind,
        kind=fact.kind,
        cause=cause,
        round=row.round,
        board=row.board,
        entrants=tuple(sorted(row.entrants)),
        corrected_at=corrected_at,
        actor=fact.actor if is_staff else None,
    )
