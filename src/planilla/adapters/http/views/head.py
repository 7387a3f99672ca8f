"""The head of a tournament's pages: name, progress, the scrubber, the moment looked at."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from planilla.adapters.http.reading import History, HistoryEntry, seen_at
from planilla.adapters.http.views.local import local_moment, zone_name
from planilla.adapters.http.views.ticks import Track, track_of
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.domain.tournament.masnou.hall import Hall, hall_of
from planilla.domain.vocabulary import GameResult


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
    """The header of every page of a tournament."""

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
    hall: MasnouHead | None = None


def head_of(page: TournamentPage, version: int) -> TournamentHeader:
    """The header at the moment of the page; `version` is the version shown."""
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
        total=len(results),
        entrants=len(state.entrants),
        finished=state.finished,
        tiebreaks=state.tiebreaks,
        zone=zone_name(state),
        hidden=state.hidden,
        hall=_masnou_head(hall_of(state)) if state.memory.has_games else None,
    )


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
    """The moment a page looks back to, and how many facts have come since.

    `clock` is its date and time at the venue, in the time zone `zone`.
    """

    version: int
    at: int
    clock: str
    zone: str
    ago: int


@dataclass(frozen=True, kw_only=True)
class Scrubber:
    """The facts along the bar, over versions; `stops` are the visible ones.

    The four neighbours are versions: one fact and one round back and on, None where there is none.
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
    """The moment of a version; None for the present, which is the only one that goes on.

    The last version is a moment too: its page stays as it is when more happens.
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
    """The bar at the foot of each page."""
    last = history.version
    here = last if at is None else min(at, last)
    versions = [entry.version for entry in entries]
    rounds = [entry.version for entry in entries if entry.event.begins_a_round]
    return Scrubber(
        last=last,
        at=here,
        started_at=entries[0].recorded_at,
        track=track_of(entries),
        stops=_stops(entries),
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
    """The visible versions as ranges, `1-40 42 45-61`: drafts are not stopped at."""
    ranges: list[list[int]] = []
    for entry in entries:
        if ranges and entry.version == ranges[-1][1] + 1:
            ranges[-1][1] = entry.version
        else:
            ranges.append([entry.version, entry.version])
    return " ".join(f"{a}-{b}" if a != b else str(a) for a, b in ranges)
