"""Head of each page: tournament, stages and tabs, moment and scrubber, seal, damage to the log."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import msgspec
from markupsafe import Markup

from planilla.adapters.http.endpoints import endpoints_of
from planilla.adapters.http.views.marks import safe
from planilla.adapters.http.views.schedule import next_start
from planilla.adapters.http.views.stages import StageLink, stage_name
from planilla.adapters.http.views.timeline import SIGNS
from planilla.adapters.http.views.tournament_page import TournamentPage, local_moment, zone_name
from planilla.application.integrity import Damage
from planilla.application.states import History, HistoryEntry, seen_at
from planilla.application.trf_export import prose_of
from planilla.audit.proofs import TypedHead, head_line
from planilla.domain.instants import time_zone_of
from planilla.domain.pairing import system_named
from planilla.domain.pairing.system import System
from planilla.domain.tournament.announcement import ProseTopic
from planilla.domain.tournament.event import Topic
from planilla.domain.tournament.masnou.hall import Hall, hall_of
from planilla.domain.tournament.schedule import starts_of
from planilla.domain.tournament.values import Festival
from planilla.domain.vocabulary import GameResult
from planilla.presentation.catalogue import tr
from planilla.projections.stages import boards_of, stage_rows

TICKS = {
    "setup": "M{x} 20v-5",
    "entrant": "M{x} 14v-3",
    "result": "M{x} 20v-9",
    "round": "M{x} 20v-20",
    "correction": "M{x} 0v8M{x} 12v8",
}
"""Ticks by kind in a bar 20 high, as SVG paths of different lengths and heights."""

BEGINS = "begins"

TICKS_MAX = 240
"""Most ticks that a phone shows more than a pixel apart."""
COLUMNS = 72
DATE_LENGTH = len("2026-05-03")
BASELINES = {"result": 200, "round": 85, "entrant": 85, "setup": 85}
"""Baselines of the columns, in tenths of the bar's 20: results below, others above."""
TALLEST = {200: 110, 85: 75}
SHORTEST = 12
LEGEND = {
    "setup": "M.5 8.5v-3h3v3z",
    "entrant": "M.5 8.5v-5h3v5z",
    "round": "M.5 8.5v-7h3v7z",
    "result": "M.5 20v-11h3v11z",
    BEGINS: "M2 20v-20",
    "correction": "M2 0v8M2 12v8",
}


@dataclass(frozen=True, kw_only=True)
class Track:
    """Paths by kind over versions, and a sample of each kind for the legend."""

    paths: tuple[tuple[str, str], ...]
    legend: tuple[tuple[str, str, str], ...]
    has_columns: bool


def track_of(entries: Sequence[HistoryEntry]) -> Track:
    """Return the facts along the bar."""
    return _columns(entries) if len(entries) > TICKS_MAX else _ticks(entries)


def _ticks(entries: Sequence[HistoryEntry]) -> Track:
    paths: dict[str, list[str]] = {kind: [] for kind in TICKS}
    for entry in entries:
        kind = entry.event.topic.value
        paths[kind].append(TICKS[kind].format(x=entry.version))
    return Track(
        paths=tuple((kind, "".join(moves)) for kind, moves in paths.items() if moves),
        legend=tuple((kind, TICKS[kind].format(x=2), SIGNS[kind]) for kind in TICKS if paths[kind]),
        has_columns=False,
    )


def _columns(entries: Sequence[HistoryEntry]) -> Track:
    """Return columns of equal numbers of versions; starts of rounds and corrections stay lines."""
    last = entries[-1].version
    size = -(-last // COLUMNS)
    lines: dict[str, list[str]] = {BEGINS: [], "correction": []}
    places = []
    for entry in entries:
        version, event = entry.fact.version, entry.fact.event
        if event.begins_a_round:
            lines[BEGINS].append(TICKS["round"].format(x=version))
        elif event.topic is Topic.CORRECTION:
            lines["correction"].append(TICKS["correction"].format(x=version))
        else:
            places.append((event.topic, (version - 1) // size))
    counted = Counter({(topic.value, at): count for (topic, at), count in Counter(places).items()})
    columns = stacked(counted)
    drawn = {kind: _shapes(kind, columns, size, last) for kind in BASELINES}
    drawn |= {kind: "".join(moves) for kind, moves in lines.items()}
    return Track(
        paths=tuple((kind, drawn[kind]) for kind in LEGEND if drawn[kind]),
        legend=tuple(
            (kind, shape, SIGNS.get(kind, "")) for kind, shape in LEGEND.items() if drawn[kind]
        ),
        has_columns=True,
    )


def stacked(counted: Counter[tuple[str, int]]) -> dict[tuple[str, int], tuple[int, int]]:
    """Return top and foot of each column, in tenths from the top of the bar, by kind and column.

    The tallest column of a lane has the height of the lane, the others are in proportion, and no
    column is too low to be visible.
    """
    piles: Counter[tuple[int, int]] = Counter()
    for (kind, column), count in counted.items():
        piles[BASELINES[kind], column] += count
    most: Counter[int] = Counter()
    for (floor, _), count in piles.items():
        most[floor] = max(most[floor], count)
    feet: dict[tuple[int, int], int] = {}
    found = {}
    for kind, floor in BASELINES.items():
        for (each, column), count in counted.items():
            if each != kind:
                continue
            foot = feet.get((floor, column), floor)
            height = max(SHORTEST, TALLEST[floor] * count // most[floor])
            feet[floor, column] = foot - height
            found[kind, column] = (foot - height, foot)
    return found


def _shapes(
    kind: str, columns: dict[tuple[str, int], tuple[int, int]], size: int, last: int
) -> str:
    """Return the columns of a kind as one path; each begins half a version before its first."""
    moves = []
    for (each, column), (top, foot) in columns.items():
        if each == kind:
            begin = column * size * 10 + 5
            width = _tenths(min(size * 8, last * 10 + 5 - begin))
            moves.append(f"M{_tenths(begin)} {_tenths(top)}h{width}V{_tenths(foot)}h-{width}z")
    return "".join(moves)


def _tenths(value: int) -> str:
    whole, rest = divmod(value, 10)
    return f"{whole}.{rest}" if rest else str(whole)


@dataclass(frozen=True, kw_only=True)
class MasnouHead:
    """The state of a Masnou hall; `ends_at` in microseconds since 1970 (UTC)."""

    tables: int
    running: int
    waiting: int
    ends_at: int
    over: bool


@dataclass(frozen=True, kw_only=True)
class TournamentHeader:
    """The header of every page of a tournament; `starts` is the start of a round in words."""

    id: str
    name: str
    version: int
    changed_at: int
    round: int
    rounds: int
    done: int
    total: int
    entrants: int
    finished: bool
    tiebreaks: tuple[str, ...]
    zone: str
    hidden: bool = False
    starts: str = ""
    hall: MasnouHead | None = None
    festival: Festival | None = None


def head_of(page: TournamentPage, version: int) -> TournamentHeader:
    """Return the header at the moment of the page; `version` is the version shown."""
    state = page.state
    current = state.round(state.last_published)
    results = current.results if current is not None else b""
    return TournamentHeader(
        id=page.id,
        name=state.name,
        version=version,
        changed_at=state.changed_at,
        round=state.last_published,
        rounds=page.rounds_planned,
        done=len(results) - results.count(GameResult.OPEN),
        total=boards_of(state, current),
        entrants=len(state.entrants),
        finished=state.is_over,
        tiebreaks=state.tiebreaks,
        zone=zone_name(state),
        hidden=state.hidden,
        starts=next_start(page),
        hall=_masnou_head(hall_of(state)) if state.memory.has_games else None,
        festival=state.festival,
    )


def share_of(page: TournamentPage, site: str, texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields for networks and search engines; `site` is the public address.

    `texts` are those that everybody may read.
    """
    venue = prose_of(page.state, texts).get(ProseTopic.VENUE.value, "")
    return {
        "site": site,
        "system_name": page.state.system_name,
        "has_calendar": bool(starts_of(page.state)),
        "event_data": _event_data(page, venue, f"{site}/t/{page.id}"),
    }


def _event_data(page: TournamentPage, venue: str, address: str) -> Markup:
    """Return the tournament as JSON by schema.org, with the days of the announced rounds.

    Source: https://schema.org/SportsEvent.
    """
    state = page.state
    zone = time_zone_of(zone_name(state))
    starts = [each.replace(tzinfo=zone).isoformat() for each in starts_of(state).values()]
    regulations = state.regulations
    city = "" if regulations is None else regulations.venue.city
    event: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "SportsEvent",
        "name": state.name,
        "sport": "Chess",
        "url": address,
        "eventStatus": "https://schema.org/EventScheduled",
    }
    if starts:
        event |= {"startDate": min(starts), "endDate": max(starts)[:DATE_LENGTH]}
    if venue or city:
        event["location"] = {"@type": "Place", "name": venue or city, "address": city or venue}
    return _as_data(event)


def festival_data(festival: Festival, site: str) -> Markup:
    """Return a festival as JSON by schema.org, with its days and its place.

    Source: https://schema.org/EventSeries.
    """
    event: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "EventSeries",
        "name": festival.name,
        "url": f"{site}/e/{festival.id}",
    }
    days = {"startDate": festival.first_day, "endDate": festival.last_day}
    event |= {name: day for name, day in days.items() if day}
    if festival.place:
        place = festival.place
        event["location"] = {"@type": "Place", "name": place, "address": place}
    return _as_data(event)


def _as_data(event: Mapping[str, Any]) -> Markup:
    """Return data as JSON that cannot end the element around it."""
    return safe(msgspec.json.encode(event).decode().replace("<", "\\u003c"))


def _masnou_head(hall: Hall) -> MasnouHead:
    tables = [table for table in hall.tables.values() if not table.withdrawn]
    return MasnouHead(
        tables=len(tables),
        running=sum(table.running is not None for table in tables),
        waiting=len(hall.queue),
        ends_at=hall.ends_at,
        over=hall.over,
    )


@dataclass(frozen=True, kw_only=True)
class Past:
    """A past moment of a page, and the number of later facts.

    `clock` is its local date and time, in the time zone `zone`.
    """

    version: int
    at: int
    clock: str
    zone: str
    ago: int


@dataclass(frozen=True, kw_only=True)
class Scrubber:
    """The facts along the bar, over versions; `stops` are the visible versions.

    The four neighbours are versions one fact and one round earlier and later, or None.
    """

    last: int
    at: int
    started_at: int
    track: Track
    stops: str
    rounds: str
    back: int | None
    on: int | None
    round_back: int | None
    round_on: int | None


def past_of(page: TournamentPage, entries: tuple[HistoryEntry, ...], at: int | None) -> Past | None:
    """Return the moment of a version; None for the present, the only one that changes.

    The last version is a moment too: its page does not change with new facts.
    """
    if at is None:
        return None
    seen = seen_at(entries, at)
    moment = (seen or entries)[-1 if seen else 0].recorded_at
    return Past(
        version=at,
        at=moment,
        clock=local_moment(page.language, page.state, moment),
        zone=zone_name(page.state),
        ago=len(entries) - len(seen),
    )


def scrubber_of(history: History, entries: tuple[HistoryEntry, ...], at: int | None) -> Scrubber:
    """Return the bar at the foot of each page."""
    last = history.version
    here = last if at is None else min(at, last)
    key = ("bar", entries is history.entries)
    if key not in history.memo:
        history.memo[key] = track_of(entries), _stops(entries)
    track, stops = history.memo[key]
    versions = [entry.version for entry in entries]
    rounds = [entry.version for entry in entries if entry.event.begins_a_round]
    return Scrubber(
        last=last,
        at=here,
        started_at=entries[0].recorded_at,
        track=track,
        stops=stops,
        rounds=" ".join(str(each) for each in rounds),
        back=_before(versions, here),
        on=_after(versions, here),
        round_back=_before([versions[0], *rounds], here),
        round_on=_after([*rounds, versions[-1]], here),
    )


def _before(versions: list[int], here: int) -> int | None:
    place = bisect_left(versions, here)
    return versions[place - 1] if place else None


def _after(versions: list[int], here: int) -> int | None:
    place = bisect_right(versions, here)
    return versions[place] if place < len(versions) else None


def _stops(entries: tuple[HistoryEntry, ...]) -> str:
    """Return the visible versions as ranges, `1-40 42 45-61`; drafts are left out."""
    ranges: list[list[int]] = []
    for entry in entries:
        if ranges and entry.version == ranges[-1][1] + 1:
            ranges[-1][1] = entry.version
        else:
            ranges.append([entry.version, entry.version])
    return " ".join(f"{a}-{b}" if a != b else str(a) for a, b in ranges)


def seal_of(history: History, version: int) -> str:
    """Return the short head at the moment of the page, for its foot."""
    return head_line(version, history.entries[version - 1].hash)


class Compared(StrEnum):
    """The result of comparing a published head with the log."""

    UNREADABLE = "unreadable"
    CONTAINED = "contained"
    CUT = "cut"
    ANOTHER = "another"


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """A typed head and the result of its comparison with the log."""

    text: str
    found: Compared
    line: str = ""


def compared(history: History, text: str, typed: TypedHead | None) -> Comparison:
    """Return whether the tournament's log contains, or once contained, the head typed."""
    if typed is None:
        return Comparison(text=text, found=Compared.UNREADABLE)
    if typed.version > history.version:
        return Comparison(text=text, found=Compared.CUT)
    hash_ = history.entries[typed.version - 1].hash
    is_ours = hash_.startswith(typed.digits)
    return Comparison(
        text=text,
        found=Compared.CONTAINED if is_ours else Compared.ANOTHER,
        line=head_line(typed.version, hash_),
    )


LINKS = 5
MARK_DIGITS = 8
GROUP = 4


@dataclass(frozen=True, kw_only=True)
class HashLink:
    """A fact in the chain; `before` is its hash of the preceding fact, "" for the first.

    `kind` and `sign` are empty for facts of the arbiters only.
    """

    version: int
    kind: str
    sign: str
    mark: str
    before: str


def links_of(history: History, version: int) -> tuple[HashLink, ...]:
    """Return the fact of `version`, the head, and a few preceding facts, in order."""
    first = max(0, version - LINKS)
    return tuple(_link(history, place) for place in range(first, version))


def _link(history: History, place: int) -> HashLink:
    entry = history.entries[place]
    kind = entry.event.topic.value if entry.is_public else ""
    return HashLink(
        version=entry.version,
        kind=kind,
        sign=SIGNS.get(kind, ""),
        mark=_short(entry.hash),
        before=_short(history.entries[place - 1].hash) if place else "",
    )


def _short(hash_: str) -> str:
    """Return the first digits of a hash, in groups: `3f17 9be3`."""
    return " ".join(hash_[start : start + GROUP] for start in range(0, MARK_DIGITS, GROUP))


def damage_text(language: str, damage: Damage | None) -> str:
    """Return the public notice of a tournament's damage; empty without damage."""
    if damage is None:
        return ""
    if damage.is_broken:
        return tr(language, "damage.broken")
    why = [tr(language, f"fault.{code}") for code in damage.codes]
    return tr(language, "damage.beside", why=why)


def tabs_of(page: TournamentPage, system: System | None = None) -> list[tuple[str, str]]:
    """Return the name and the address of each tab of a tournament, from the left.

    `system` is that of another stage.
    """
    system = page.state.system if system is None else system
    tabs = [(each.tab, each.path) for each in endpoints_of(system) if each.tab is not None]
    return [
        (tab.name, path.replace("{tournament}", page.id))
        for tab, path in sorted(tabs, key=lambda each: each[0].place)
        if system.has(tab.trait)
    ]


def stage_links(page: TournamentPage, tab: str) -> tuple[StageLink, ...]:
    """Return the stages of a tournament of several, each with the address of the same tab there."""
    found = []
    for row in stage_rows(page.state.whole or page.state):
        tabs = dict(tabs_of(page, system_named(row.system)))
        found.append(
            StageLink(
                number=row.number,
                name=stage_name(page, row),
                status=row.status,
                address=tabs.get(tab, f"/t/{page.id}"),
                is_here=row.number == page.state.stage,
            )
        )
    return tuple(found)
