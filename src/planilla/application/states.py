"""Tournaments in memory: their facts, and their states now and at past moments.

Pages, questions about past moments and live channels start from them. Public states are folded from
public facts alone, so that drafts and notes cannot leak.
"""

import asyncio
import threading
import time
from bisect import bisect_right
from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from sys import intern
from typing import Any
from weakref import WeakValueDictionary

import msgspec
from msgspec.structs import replace

from planilla.application.envelope import DryRunAnswer, Recorded
from planilla.application.integrity import Integrity
from planilla.application.ports import Log
from planilla.application.recording import DamagedLog
from planilla.application.timeline import ListedFact
from planilla.audit.seal import GENESIS, verify
from planilla.domain.tournament.event import Audience, Event, audience_of
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.state import INITIAL, Tournament
from planilla.projections.timeline import FactInContext, in_context

HISTORIES_MAX = 64
"""Tournaments whose history is kept in memory; the one not looked at for longest goes first."""
FACTS_MAX = 60_000
"""Facts of these histories in all, 1.6 kB each; the last one looked at is kept however long."""
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
    are in one state and not in the other. `hash` is its seal in hex.
    """

    fact: Fact
    listed: ListedFact
    is_public: bool
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
    def command_id(self) -> str:
        """The command that recorded it."""
        return self.listed.command_id

    @property
    def actor_id(self) -> str:
        """The pseudonym of the sender of the command."""
        return self.listed.actor

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


def seen_at(entries: tuple[HistoryEntry, ...], version: int) -> tuple[HistoryEntry, ...]:
    """Those of entries in order that a version has behind it, itself included."""
    return entries[: bisect_right(entries, version, key=attrgetter("version"))]


class SharedStates:
    """States by audience and by the chained hash of their last fact, while anybody holds them.

    The hash stands for all facts before it, hence two states under one key are equal. It may be
    used from any thread.
    """

    def __init__(self) -> None:
        self._states: WeakValueDictionary[tuple[Audience, bytes], Tournament]
        self._states = WeakValueDictionary()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """Return the number of states that somebody holds."""
        return len(self._states)

    def one_for(self, audience: Audience, last: bytes, state: Tournament) -> Tournament:
        """Return the state that is already held after the fact with the hash `last`, or `state`."""
        with self._lock:
            return self._states.setdefault((audience, last), state)


SHARED_STATES = SharedStates()
"""Those of this process: a hash is of one log alone, so that several logs may use it."""


@dataclass(frozen=True, kw_only=True)
class Checkpoint:
    """The two states after a version: what comes after is folded from here."""

    version: int = 0
    public: Tournament = INITIAL
    staff: Tournament = INITIAL


@dataclass(frozen=True, kw_only=True)
class History:
    """All facts of a tournament in order, and the two states that they fold to."""

    tournament: str
    entries: tuple[HistoryEntry, ...] = ()
    public: Tournament = INITIAL
    staff: Tournament = INITIAL
    kept: tuple[Checkpoint, ...] = ()
    kept_each: int = STATE_INTERVAL

    @cached_property
    def _public_entries(self) -> tuple[HistoryEntry, ...]:
        return tuple(entry for entry in self.entries if entry.is_public)

    @cached_property
    def memo(self) -> dict[tuple[str, bool], Any]:
        """Values that follow from all entries, calculated once, by a name and the audience."""
        return {}

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
        """The tournament as it stood after a version."""
        if version >= self.version:
            return self.state(to_staff=to_staff)
        kept = self.nearest(version)
        state = kept.staff if to_staff else kept.public
        for entry in self.entries[kept.version : version]:
            if to_staff or entry.is_public:
                state = evolve(state, entry.fact)
        return state

    def facts_before(self, answer: DryRunAnswer) -> tuple[Fact, ...]:
        """The facts that a dry run was decided after, also where others were recorded since."""
        head = answer.version - len(answer.foreseen)
        return tuple(entry.fact for entry in self.entries[:head])

    def continued(self, events: tuple[Recorded, ...]) -> "History":
        """Return the history with the events recorded since."""
        added = []
        kept, each = list(self.kept), self.kept_each
        public, staff = self.public, self.staff
        for recorded in events:
            fact, before = recorded.fact, staff
            staff = evolve(before, fact)
            entry = _entry(recorded, fact, before, staff)
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
                public = SHARED_STATES.one_for(Audience.PUBLIC, recorded.hash, public)
                staff = SHARED_STATES.one_for(Audience.STAFF, recorded.hash, staff)
            if is_kept:
                kept.append(Checkpoint(version=fact.version, public=public, staff=staff))
            if len(kept) > STATES_MAX:
                kept, each = kept[1::2], each * 2
        return History(
            tournament=self.tournament,
            entries=(*self.entries, *added),
            public=public,
            staff=staff,
            kept=tuple(kept),
            kept_each=each,
        )

    def nearest(self, version: int) -> Checkpoint:
        """The latest kept states that are not after a version; at worst those before all facts."""
        place = bisect_right(self.kept, version, key=lambda each: each.version)
        return self.kept[place - 1] if place else Checkpoint()


def _entry(recorded: Recorded, fact: Fact, before: Tournament, after: Tournament) -> HistoryEntry:
    return HistoryEntry(
        fact=fact,
        listed=ListedFact(
            row=in_context(before, fact, after),
            command_id=intern(recorded.command_id),
            actor=intern(recorded.actor_id),
        ),
        is_public=audience_of(fact.event) is Audience.PUBLIC,
        hash=recorded.hash.hex(),
        position=recorded.position,
        correlation_id=intern(recorded.correlation_id),
    )


class TournamentReader:
    """Reads tournaments from the log; each request reads only what is new."""

    def __init__(self, log: Log, integrity: Integrity) -> None:
        self._log = log
        self._integrity = integrity
        self._epoch = ""
        self._histories: OrderedDict[str, History] = OrderedDict()
        self._looked_at: dict[str, float] = {}
        self._reading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def history(self, tournament: str) -> History | None:
        """Everything recorded of a tournament up to now; None when there is no such tournament.

        Raises:
            DamagedLog: its events cannot be read any more.
        """
        await self._start_again_after_a_restore()
        if tournament in self._histories:
            known, events = await self._new(tournament)
            if len(events) <= UNTHREADED_FACTS_MAX:
                return self._kept(self._continued(known, events))
        async with self._reading.setdefault(tournament, asyncio.Lock()):
            epoch = self._epoch
            known, events = await self._new(tournament)  # others may have read them meanwhile
            if len(events) <= UNTHREADED_FACTS_MAX:
                return self._kept(self._continued(known, events))
            history = await asyncio.to_thread(self._continued, known, events)
            return self._kept(history) if epoch == self._epoch else history

    async def _new(self, tournament: str) -> tuple[History, tuple[Recorded, ...]]:
        """Return the known history of a tournament, and the events recorded since."""
        known = self._histories.get(tournament, History(tournament=tournament))
        return known, await self._log.events(tournament, known.version)

    def _continued(self, known: History, events: tuple[Recorded, ...]) -> History:
        self._check(known, events)
        try:
            return known.continued(events) if events else known
        except Exception as error:
            damage = self._integrity.of(known.tournament)
            if damage is None or not damage.is_broken:
                raise
            raise DamagedLog(damage.version) from error

    def _kept(self, history: History) -> History | None:
        """Keep a history that is not empty as the last one looked at."""
        if not history.entries:
            return None
        tournament = history.tournament
        self._histories[tournament] = history
        self._histories.move_to_end(tournament)
        self._looked_at[tournament] = time.monotonic()
        self._drop_what_is_too_much()
        return history

    def _drop_what_is_too_much(self) -> None:
        """Drop histories that were idle too long, and the oldest above the maximum."""
        now = time.monotonic()
        for tournament, then in tuple(self._looked_at.items()):
            if now - then > IDLE_S:
                del self._looked_at[tournament]
                self._histories.pop(tournament, None)
        facts = sum(each.version for each in self._histories.values())
        while len(self._histories) > 1 and (
            len(self._histories) > HISTORIES_MAX or facts > FACTS_MAX
        ):
            facts -= self._histories.popitem(last=False)[1].version

    def _check(self, known: History, events: tuple[Recorded, ...]) -> None:
        """Follow the chain over what was read; it is shown all the same, and said to be damaged."""
        previous = bytes.fromhex(known.entries[-1].hash) if known.entries else GENESIS
        for fault in verify(events, previous=previous, after=known.version)[:1]:
            self._integrity.read(known.tournament, fault)

    async def _start_again_after_a_restore(self) -> None:
        epoch = await self._log.epoch()
        if epoch != self._epoch:
            self._histories.clear()
            self._epoch = epoch
