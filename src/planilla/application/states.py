"""Tournaments in memory: their facts, and their states now and at past moments.

Commands, pages and questions about past moments start from them. Public states are folded from
public facts alone, so that drafts and notes cannot leak.
"""

import asyncio
import threading
import time
from bisect import bisect_right
from collections import OrderedDict
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from sys import intern
from typing import Any
from weakref import WeakValueDictionary

import msgspec
from msgspec.structs import replace

from planilla.application.envelope import DryRunAnswer, Recorded
from planilla.application.integrity import Integrity
from planilla.application.ledger import EMPTY_HEAD, StreamHead
from planilla.application.ports import Clock, Log
from planilla.application.publication import due_after, public_upto
from planilla.application.recording import DamagedLog, head_after
from planilla.application.timeline import ListedFact
from planilla.audit.seal import verify
from planilla.domain.tournament.event import Audience, Event, audience_of
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.publication import is_immediate
from planilla.domain.tournament.state import INITIAL, Tournament
from planilla.domain.tournament.values import Publication, PublicLevel
from planilla.projections.timeline import FactInContext, in_context

TOURNAMENTS_MAX = 256
"""Tournaments in memory; the one not used for longest is dropped first."""
FACTS_MAX = 60_000
"""Facts of all tournaments in memory, 1.6 kB each; the last one used is kept however long."""
STATE_SHARE = 10
"""A state without its facts counts as one of so many of them."""
IDLE_S = 600.0
"""Seconds without a request until a tournament is dropped from memory."""
UNTHREADED_FACTS_MAX = 500
"""Facts: more than these are read in a thread, once for all who ask."""
STATE_INTERVAL = 256
"""Facts between stored states: a past moment folds at most this many."""
COMPARISON_INTERVAL = 16
"""Facts between comparisons of the two states; while they are one it is folded once."""
STATES_MAX = 64
"""Stored states; above this, every second one is dropped and the interval doubled."""


class HistoryEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A recorded fact, decoded, with its command, audience and row.

    `listed` has its row for the staff, `in_public` that for the public where it is another: drafts
    are in one state and not in the other. `hash` is its seal in hex. `publication` and `due_at` say
    until when the public does not see it (`application/publication.py`).
    """

    fact: Fact
    listed: ListedFact
    is_public: bool
    publication: Publication = Publication()
    due_at: int = 0
    in_public: FactInContext | None = None
    hash: str = ""
    position: int = 0
    correlation_id: str = ""

    @property
    def type(self) -> str:
        """The name under which its event is stored."""
        return self.listed.row.kind

    @property
    def row(self) -> FactInContext:
        """Its row for the public."""
        return self.listed.row if self.in_public is None else self.in_public

    @property
    def version(self) -> int:
        """Its place in the tournament."""
        return self.fact.version

    @property
    def recorded_at(self) -> int:
        """The time of recording, in microseconds since 1970 (UTC)."""
        return self.fact.recorded_at

    @property
    def event(self) -> Event:
        """The event."""
        return self.fact.event

    @property
    def command_id(self) -> str:
        """The command that it was decided for."""
        return self.listed.command_id


def seen_at(entries: tuple[HistoryEntry, ...], version: int) -> tuple[HistoryEntry, ...]:
    """Those of entries in order that a version has behind it, itself included."""
    return entries[: bisect_right(entries, version, key=attrgetter("version"))]


_SHARED: WeakValueDictionary[tuple[Audience, bytes], Tournament] = WeakValueDictionary()
_SHARED_LOCK = threading.Lock()


def shared_state(audience: Audience, last: bytes, state: Tournament) -> Tournament:
    """Return the state that anybody holds after the fact with the chained hash `last`, or `state`.

    The hash stands for all facts before it, hence two states under one key are equal.
    """
    with _SHARED_LOCK:
        return _SHARED.setdefault((audience, last), state)


@dataclass(frozen=True, kw_only=True)
class Checkpoint:
    """The two states after a version: what comes after is folded from here."""

    version: int = 0
    public: Tournament = INITIAL
    staff: Tournament = INITIAL


@dataclass(frozen=True, kw_only=True)
class History:
    """All facts of a tournament in order, and the two states that they fold to.

    It `is_whole` unless the chain of hashes was found broken.
    """

    tournament: str
    entries: tuple[HistoryEntry, ...] = ()
    public: Tournament = INITIAL
    staff: Tournament = INITIAL
    head: StreamHead = EMPTY_HEAD
    is_whole: bool = True
    kept: tuple[Checkpoint, ...] = ()
    kept_each: int = STATE_INTERVAL
    memo: dict[tuple[str, bool], Any] = field(default_factory=dict, compare=False)
    """Values that follow from all entries, calculated once, by a name and the audience."""

    @cached_property
    def _public_entries(self) -> tuple[HistoryEntry, ...]:
        return tuple(entry for entry in self.entries if entry.is_public)

    @property
    def version(self) -> int:
        """The last version, staff facts included."""
        return len(self.entries)

    def visible(self, *, to_staff: bool) -> tuple[HistoryEntry, ...]:
        """Return the facts visible to the staff or to the public."""
        return self.entries if to_staff else self._public_entries

    def state(self, *, to_staff: bool) -> Tournament:
        """Return the current state for the staff or for the public."""
        return self.staff if to_staff else self.public

    def state_at(self, version: int, *, to_staff: bool) -> Tournament:
        """Return the tournament as it stood after a version."""
        if version >= self.version:
            return self.state(to_staff=to_staff)
        place = bisect_right(self.kept, version, key=attrgetter("version"))
        kept = self.kept[place - 1] if place else Checkpoint()
        state = kept.staff if to_staff else kept.public
        for entry in self.entries[kept.version : version]:
            if to_staff or entry.is_public:
                state = evolve(state, entry.fact)
        return state

    def public_version(self, at: int, level: PublicLevel) -> int:
        """Return the version up to which the public saw, at a time, what is of a level.

        It is in microseconds since 1970 (UTC).
        """
        return public_upto(self.entries, at, level)

    def published(self, now: int, level: PublicLevel) -> "History":
        """Return the beginning of the history that the public sees now; all of it mostly.

        A clock that is behind that of the last fact withholds nothing.
        """
        if not self.entries or is_immediate(self.staff.publication):
            return self
        version = self.public_version(max(now, self.entries[-1].recorded_at), level)
        if version == self.version:
            return self
        key = f"published {level}", False
        known: History | None = self.memo.get(key)
        if known is None or known.version != version:
            known = self.memo[key] = self._until(version)
        return known

    def _until(self, version: int) -> "History":
        return History(
            tournament=self.tournament,
            entries=self.entries[:version],
            public=self.state_at(version, to_staff=False),
            staff=self.state_at(version, to_staff=True),
            is_whole=self.is_whole,
            kept=tuple(each for each in self.kept if each.version <= version),
            kept_each=self.kept_each,
        )

    def facts_before(self, answer: DryRunAnswer) -> tuple[Fact, ...]:
        """The facts that a dry run was decided after, also where others were recorded since."""
        head = answer.version - len(answer.foreseen)
        return tuple(entry.fact for entry in self.entries[:head])

    def continued(self, events: tuple[Recorded, ...], *, is_whole: bool = True) -> "History":
        """Return the history with the events recorded since; its chain may be broken by them."""
        added = []
        kept, each = list(self.kept), self.kept_each
        public, staff = self.public, self.staff
        due_at = self.entries[-1].due_at if self.entries else 0
        for recorded in events:
            fact, before = recorded.fact, staff
            staff = evolve(before, fact)
            due_at = due_after(due_at, fact.recorded_at, staff.publication, fact.version)
            entry = _entry(recorded, fact, before, staff, due_at)
            if public is before:  # all that the staff sees is public
                public = staff if entry.is_public else public
            elif entry.is_public:
                seen, public = public, evolve(public, fact)
                entry = replace(entry, in_public=in_context(seen, fact, public))
            added.append(entry)
            if public is not staff and fact.version % COMPARISON_INTERVAL == 0 and public == staff:
                public = staff
            is_kept = fact.version % each == 0
            if is_kept or recorded is events[-1]:
                public = shared_state(Audience.PUBLIC, recorded.hash, public)
                staff = shared_state(Audience.STAFF, recorded.hash, staff)
            if is_kept:
                kept.append(Checkpoint(version=fact.version, public=public, staff=staff))
            if len(kept) > STATES_MAX:
                kept, each = kept[1::2], each * 2
        return History(
            tournament=self.tournament,
            entries=(*self.entries, *added),
            public=public,
            staff=staff,
            head=head_after(self.head, events),
            is_whole=is_whole,
            kept=tuple(kept),
            kept_each=each,
        )


def _entry(
    recorded: Recorded, fact: Fact, before: Tournament, after: Tournament, due_at: int
) -> HistoryEntry:
    return HistoryEntry(
        fact=fact,
        listed=ListedFact(
            row=in_context(before, fact, after),
            command_id=intern(recorded.command_id),
            actor=intern(recorded.actor_id),
        ),
        is_public=audience_of(fact.event) is Audience.PUBLIC,
        publication=after.publication,
        due_at=due_at,
        hash=recorded.hash.hex(),
        position=recorded.position,
        correlation_id=intern(recorded.correlation_id),
    )


class Stream(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament as it stands after its head: what the next command is decided on."""

    head: StreamHead = EMPTY_HEAD
    state: Tournament = INITIAL


EMPTY_STREAM = Stream()
"""A tournament before its first event."""


class CachedTournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament in memory: as the writer left it, its history, or both."""

    stream: Stream | None = None
    history: History | None = None
    used_at: float = 0.0

    @property
    def latest(self) -> Stream | None:
        """The later of the two; a history whose chain is broken takes no command."""
        stream, history = self.stream, self.history
        if history is None or not history.is_whole:
            return stream
        if stream is not None and stream.head.version >= history.version:
            return stream
        return Stream(head=history.head, state=history.staff)

    @property
    def size(self) -> int:
        """The memory that it takes, in facts of a history."""
        if self.history is not None:
            return self.history.version
        return 0 if self.stream is None else self.stream.head.version // STATE_SHARE


_UNKNOWN = CachedTournament()
"""Nothing in memory of a tournament."""


class States:
    """The cache of a process: one for the writer, the pages and the questions, with one bound.

    It reads nothing itself, and may be used from any thread.
    """

    def __init__(self, tournaments_max: int = TOURNAMENTS_MAX) -> None:
        self._tournaments_max = tournaments_max
        self._known: OrderedDict[str, CachedTournament] = OrderedDict()
        self._size = 0
        self._lock = threading.Lock()

    def of(self, tournament: str) -> CachedTournament:
        """Return what is in memory of a tournament."""
        return self._known.get(tournament, _UNKNOWN)

    def keep(
        self, tournament: str, *, stream: Stream | None = None, history: History | None = None
    ) -> None:
        """Keep one of the two, or both, as the last used; drop what is above the bounds."""
        with self._lock:
            now, before = time.monotonic(), self.of(tournament)
            known = CachedTournament(
                stream=stream or before.stream, history=history or before.history, used_at=now
            )
            self._known[tournament] = known
            self._known.move_to_end(tournament)
            self._size += known.size - before.size
            while len(self._known) > 1 and (
                len(self._known) > self._tournaments_max
                or self._size > FACTS_MAX
                or now - next(iter(self._known.values())).used_at > IDLE_S
            ):
                self._size -= self._known.popitem(last=False)[1].size

    def clear(self) -> None:
        """Drop everything."""
        with self._lock:
            self._known.clear()
            self._size = 0


class TournamentReader:
    """Reads tournaments from the log; each request reads only what is new.

    Without a `clock` it is as late as the last fact.
    """

    def __init__(
        self,
        log: Log,
        integrity: Integrity,
        states: States | None = None,
        *,
        clock: Clock | None = None,
    ) -> None:
        self._log = log
        self._clock = clock
        self._integrity = integrity
        self._states = States() if states is None else states
        self._epoch = ""
        self._reading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def history(self, tournament: str) -> History | None:
        """Everything recorded of a tournament up to now; None when there is no such tournament.

        Raises:
            DamagedLog: its events cannot be read any more.
        """
        if (epoch := await self._log.epoch()) != self._epoch:  # the database was restored
            self._states.clear()
            self._epoch = epoch
        if self._states.of(tournament).history is not None:
            known, events = await self._new(tournament)
            if len(events) <= UNTHREADED_FACTS_MAX:
                return self._continued(epoch, known, events)
        async with self._reading.setdefault(tournament, asyncio.Lock()):
            known, events = await self._new(tournament)  # others may have read them meanwhile
            if len(events) <= UNTHREADED_FACTS_MAX:
                return self._continued(epoch, known, events)
            return await asyncio.to_thread(self._continued, epoch, known, events)

    def as_public(self, history: History, level: PublicLevel = PublicLevel.STANDINGS) -> History:
        """Return the beginning of a history that is public now."""
        return history.published(0 if self._clock is None else self._clock.now(), level)

    async def _new(self, tournament: str) -> tuple[History, tuple[Recorded, ...]]:
        """Return the known history of a tournament, and the events recorded since."""
        known = self._states.of(tournament).history or History(tournament=tournament)
        return known, await self._log.events(tournament, known.version)

    def _continued(
        self, epoch: str, known: History, events: tuple[Recorded, ...]
    ) -> History | None:
        """Keep a history with the events recorded since, and return it; None for an empty one.

        The chain is followed over them; where it is broken they are shown all the same.
        """
        is_whole = known.is_whole
        for fault in verify(events, previous=known.head.hash, after=known.version)[:1]:
            self._integrity.read(known.tournament, fault)
            is_whole = False
        try:
            history = known.continued(events, is_whole=is_whole) if events else known
        except Exception as error:
            damage = self._integrity.of(known.tournament)
            if damage is None or not damage.is_broken:
                raise
            raise DamagedLog(damage.version) from error
        if history.entries and epoch == self._epoch:
            self._states.keep(known.tournament, history=history)
        return history if history.entries else None
