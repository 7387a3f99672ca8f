"""The elected projector: it keeps the stored rows of every view up to date, and rebuilds them.

Which process is elected is decided by whoever runs it. Two at once do no harm: rows are absolute
and a checkpoint never moves back.
"""

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence

from planilla.application.channels import Stop, tournament_of
from planilla.application.envelope import Recorded
from planilla.application.generations import GENERATIONS, show, stored_version, stored_versions
from planilla.application.ports import Log, Saving, StoreUnavailable, Views
from planilla.application.project import JUMP, Folding, Projection, goes_on
from planilla.projections import VIEWS
from planilla.projections.view import View

logger = logging.getLogger(__name__)

BATCH = 1000
PAUSE_S = 0.25
TOURNAMENTS_MAX = 64
"""Foldings kept in memory; the one not used for longest goes first and is loaded again."""

FACTS_MAX = 100_000
"""Facts that the tournaments kept have had in all: their memory grows with these."""

IDLE_S = 600.0
"""A tournament in which nothing was recorded for so long is not kept."""

ROWS_AT_ONCE = 200
"""So many rows go into a transaction, or a whole view: the writer waits for it on SQLite."""

TURN_S = 0.002
"""So long facts are followed in one turn of the event loop, which is then left to others as long.

Whoever records a result waits for the interpreter many times; where none but short turns are taken,
each of these is short, and a result in the midst of ten thousand old ones takes no longer.
"""

EVENTS_AT_ONCE = 200
"""So many events are read in one turn."""

Key = tuple[str, str, int]
"""Tournament, view, stored version."""

Unread = dict[int, Sequence[Recorded]]
"""The log of a tournament after a version: most views are equally far, and it is read once."""


class Projector:
    """Stored rows, view by view. `stopped` holds the projections that met a poison event.

    Rows are stored when nothing has been recorded for `quiet_s`, so that storing holds up no
    result; where results never cease, `patience_s` after the first that is not stored yet.
    """

    def __init__(
        self, log: Log, views: Views, *, quiet_s: float = 0, patience_s: float = 0
    ) -> None:
        self._quiet_s = quiet_s
        self._patience_s = patience_s
        self.stopped: dict[Key, Stop] = {}
        self._log = log
        self._views = views
        self._foldings: OrderedDict[Key, tuple[Folding, Projection]] = OrderedDict()
        self._projected_at: dict[str, float] = {}

    async def run(self) -> None:
        """Follow the log for ever; every tournament is looked at once at the beginning."""
        position = 0
        while True:
            try:
                async for head in self._log.wakes():
                    position = await self._advance(position, await self._quieted(head))
            except StoreUnavailable:
                logger.warning("the log does not answer; stored rows wait")
            await asyncio.sleep(PAUSE_S)

    async def _quieted(self, head: int) -> int:
        """Wait for a quiet moment, but not too long; how far the log is then."""
        since = time.monotonic()
        while True:
            await asyncio.sleep(self._quiet_s)
            grown = await self._log.position()
            if grown == head or time.monotonic() - since >= self._patience_s:
                return grown
            head = grown

    async def _advance(self, position: int, head: int) -> int:
        if position == 0:
            for summary in await self._log.tournaments():
                await self.project(summary.id)
            return head
        while position < head:
            events = await self._log.since(position, BATCH)
            if not events:
                break
            for tournament in dict.fromkeys(tournament_of(each) for each in events):
                await self.project(tournament)
            position = events[-1].position
        return position

    async def project(self, tournament: str) -> None:
        """Bring the stored rows of one tournament to the head of the log."""
        self._forget_the_idle(tournament)
        versions = await stored_versions(self._views, VIEWS.values())
        read: Unread = {}
        unsaved: list[Saving] = []
        with self._beginning_again(tournament, unsaved):
            for name, view in VIEWS.items():
                unsaved += await self._followed((tournament, name, versions[name]), view, read)
                if sum(len(saving.changed) for saving in unsaved) >= ROWS_AT_ONCE:
                    await self._save(tournament, unsaved)
            await self._save(tournament, unsaved)

    async def rebuild(self, name: str) -> int:
        """Make all rows of a view anew beside the old ones, then switch; the new stored version.

        Raises:
            Exception: whatever a poison event raises; then nothing was switched.
        """
        view = VIEWS[name]
        old = await stored_version(self._views, view)
        new = old + 1
        assert new % GENERATIONS, "a thousand rebuilds of one version"
        await self._views.drop_rows(name, new)  # what an interrupted rebuild may have left
        for summary in await self._log.tournaments():
            unsaved = await self._followed((summary.id, name, new), view, {})
            with self._beginning_again(summary.id, unsaved):
                await self._save(summary.id, unsaved)
            stop = self.stopped.pop((summary.id, name, new), None)
            if stop is not None:
                raise RebuildStopped(summary.id, stop)
        await show(self._views, view, new)
        await self._views.drop_rows(name, old)
        return new

    async def _followed(self, key: Key, view: View, read: Unread) -> list[Saving]:
        """A view followed to the head of the log: what is to be stored of it, if anything is."""
        if key in self.stopped:
            return []
        tournament, name, version = key
        folding, projection = await self._folding(key, view)
        stored = projection.offset
        if folding.version not in read:
            read[folding.version] = await self._read(tournament, folding.version)
        events = read[folding.version]
        await self._follow(key, folding, events)
        if projection.offset == stored:
            return []
        changed = projection.stored_after(stored)
        upto = projection.offset
        return [
            Saving(view=name, view_version=version, changed=changed, checkpoint=upto, after=stored)
        ]

    async def _read(self, tournament: str, after: int) -> Sequence[Recorded]:
        """The events after a version."""
        read: list[Recorded] = []
        while True:
            begun = time.perf_counter()
            some = await self._log.events(tournament, after=after, upto=after + EVENTS_AT_ONCE)
            read += some
            if len(some) < EVENTS_AT_ONCE:
                return read
            after += EVENTS_AT_ONCE
            await _leave_as_long(begun)

    async def _follow(self, key: Key, folding: Folding, events: Sequence[Recorded]) -> None:
        # Nobody can be a little behind what was never stored: then no step need be told apart.
        first_exact = len(events) - (JUMP if folding.projections[0].offset else 0)
        begun = time.perf_counter()
        for place, recorded in enumerate(events):
            try:
                if place == first_exact:
                    folding.settle()
                folding.follow(
                    recorded.fact, exactly=place >= first_exact, more=goes_on(events, place)
                )
            except Exception as error:  # noqa: BLE001 - a poison event stops this projection alone
                at, version = recorded.position, recorded.version
                stop = Stop(position=at, version=version, code=type(error).__name__)
                self._stop(key, stop, error)
                break
            if time.perf_counter() - begun > TURN_S:
                await _leave_as_long(begun)
                begun = time.perf_counter()
        else:
            if events:
                folding.share(events[-1].hash)
        folding.settle()  # a poison event may have come before the last, exact ones
        await _leave_as_long(begun)

    async def _save(self, tournament: str, unsaved: list[Saving]) -> None:
        if unsaved:
            await self._views.save_rows(tournament, *unsaved)
            for saving in unsaved:
                known = self._foldings.get((tournament, saving.view, saving.view_version))
                if known is not None:  # it met no poison event
                    known[1].forget_stored()
            unsaved.clear()

    @contextlib.contextmanager
    def _beginning_again(self, tournament: str, unsaved: list[Saving]) -> Iterator[None]:
        """Where the store fails, what is kept here is ahead of what is stored: forget it."""
        try:
            yield
        except StoreUnavailable:
            for saving in unsaved:
                # One that met a poison event is not kept any more.
                self._foldings.pop((tournament, saving.view, saving.view_version), None)
            raise

    def _stop(self, key: Key, stop: Stop, error: Exception) -> None:
        self.stopped[key] = stop
        self._foldings.pop(key, None)
        logger.error("stored view %s stopped at position %d", key, stop.position, exc_info=error)

    async def _folding(self, key: Key, view: View) -> tuple[Folding, Projection]:
        known = self._foldings.get(key)
        if known is None:
            projection = Projection(view)
            projection.load(*await self._views.load_rows(*key))
            known = (Folding((projection,)), projection)
            self._foldings[key] = known
            self._forget_the_oldest(key[0])
        self._foldings.move_to_end(key)
        return known

    def _forget_the_idle(self, at_hand: str) -> None:
        now = time.monotonic()
        self._projected_at[at_hand] = now
        for tournament, then in tuple(self._projected_at.items()):
            if now - then > IDLE_S:
                self._forget(tournament)

    def _forget(self, tournament: str) -> None:
        self._projected_at.pop(tournament, None)
        for key in [key for key in self._foldings if key[0] == tournament]:
            del self._foldings[key]

    def _forget_the_oldest(self, but: str) -> None:
        """Keep foldings within both bounds; those of the tournament at hand stay."""
        facts: dict[str, int] = {}  # the tournament not used for longest first
        for (tournament, _, _), (folding, _) in self._foldings.items():
            facts[tournament] = max(facts.pop(tournament, 0), folding.version)
        for tournament in tuple(facts):
            if len(facts) <= TOURNAMENTS_MAX and sum(facts.values()) <= FACTS_MAX:
                return
            if tournament != but:
                del facts[tournament]
                self._forget(tournament)


async def _leave_as_long(begun: float) -> None:
    """Leave the event loop to others for as long as it was held."""
    await asyncio.sleep(time.perf_counter() - begun)


class RebuildStopped(Exception):
    """A rebuild met a poison event; the old rows are still shown."""

    def __init__(self, tournament: str, stop: Stop) -> None:
        self.tournament = tournament
        self.stop = stop
        super().__init__(f"tournament {tournament}, position {stop.position}: {stop.code}")
