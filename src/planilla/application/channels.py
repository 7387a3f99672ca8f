"""A channel: one view of one tournament, folded in memory while somebody watches it."""

import asyncio
import logging
import time
from collections.abc import Sequence

import msgspec

from planilla.application import roles
from planilla.application.envelope import Recorded
from planilla.application.frames import (
    ChannelName,
    Frame,
    Offset,
    error_frame,
    names_frame,
    ok_refetch_frame,
    ok_resumed_frame,
    ok_snapshot_frame,
    reset_frame,
    snapshot_body,
    update_frame,
)
from planilla.application.ports import Log
from planilla.application.project import JUMP, Cells, Projection, merged, upserts
from planilla.application.publication import Gate, goes_on
from planilla.application.watchers import Subscription, offer_to_all
from planilla.domain.tournament.event import Audience
from planilla.projections.view import View, may_wait

logger = logging.getLogger(__name__)

IN_BAND_MAX = 64 * 1024
"""Bytes of a snapshot beyond which the client fetches it by HTTP, where it is cached."""


NAME_VIEWS = frozenset({"event", "people"})
"""Views whose channels also send the number of erased people: every page watches one."""
FEW_WATCHERS = 100
"""Watchers whose number is not sent again: they may all fetch a page at once."""


class Stop(msgspec.Struct, frozen=True, kw_only=True):
    """Why a projection does not go on: the event it cannot follow, and what went wrong."""

    position: int
    version: int
    code: str


class Stopped(Exception):
    """The projection has stopped at a poison event."""

    def __init__(self, stop: Stop) -> None:
        self.stop = stop
        super().__init__(f"position {stop.position}, version {stop.version}: {stop.code}")


ANSWERS_MAX = 64
"""Most answers to subscriptions that a channel keeps: clients choose the offset they come from."""


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """All rows of a view, encoded once, and where they stand."""

    at: Offset
    body: bytes

    @property
    def etag(self) -> str:
        """The entity tag, with its quotes."""
        return f'"{self.at}"'


def live_epoch(log_epoch: str, view: View) -> str:
    """Return the epoch of the channels of a view: the log's, and the version of the view."""
    return f"{log_epoch}.{view.version}"


def tournament_of(recorded: Recorded) -> str:
    """Return the tournament of the stream of an event."""
    return recorded.stream_id.partition("/")[2]


class Channel:
    """The rows of one channel, its watchers, and the changes not yet sent to them.

    `took_s` is the time taken to follow the log the last time. While it follows a long tail it is
    between two versions: others get their turn, and nobody is told of rows that are not those of
    the offset. Who subscribes meanwhile is answered afterwards.

    The subscriptions are in the order of their connections: so are these in memory, also in the
    kernel's, and thousands are sent a frame in a tenth less time than in the order of a set.
    """

    def __init__(  # noqa: PLR0913 - the last two have defaults
        self,
        name: ChannelName,
        view: View,
        epoch: str,
        log: Log,
        *,
        jump: int = JUMP,
        gate: Gate | None = None,
    ) -> None:
        self.name = str(name)
        self.tournament = name.tournament
        self.epoch = epoch
        self.fresh = False
        self.erased: int | None = None
        self._watchers = 0
        self.stop: Stop | None = None
        self.took_s = 0.0
        self.subscriptions: dict[Subscription, None] = {}
        self._view = view
        self._log = log
        self._gate = gate
        self._read = 0
        self._jump = jump
        self._projection = Projection(view, name.stage)
        self._moved: Cells = {}
        self._sent = 0
        self._inbox: list[Recorded] = []
        self._reading = asyncio.Lock()
        self._is_between = False
        self._late: set[Subscription] = set()
        self._snapshot: Snapshot | None = None
        self._answers: dict[Offset | None, Frame | None] = {}
        self._answers_at: Offset | None = None

    @property
    def view(self) -> View:
        """The view whose rows it has."""
        return self._view

    @property
    def is_ahead(self) -> bool:
        """True if it has everything recorded, also what is not public yet."""
        return self._gate is None

    @property
    def is_behind(self) -> bool:
        """True if it lacks what is recorded, or may lack what is recorded next."""
        return self._gate is not None and self._gate.is_closing

    @property
    def has_stage(self) -> bool:
        """Return whether its stage is planned."""
        return self._projection.stage <= self._projection.state.stages

    @property
    def at(self) -> Offset:
        """The position up to which this channel has followed the log."""
        return Offset(self.epoch, self._projection.offset)

    async def start(self, now: int = 0) -> None:
        """Follow the log from its beginning to its head, or as far as it is public now."""
        await self.follow(now=now)
        self._note_sent()
        await self.count_people()

    async def count_people(self) -> None:
        """Send the watchers how many names went, which no event tells, and how many they are.

        Their number is sent again once it has doubled, or halved.

        Raises:
            StoreUnavailable: the log did not answer.
        """
        if self._view.name not in NAME_VIEWS:
            return
        erased, watchers = await self._log.erased(self.tournament), len(self.subscriptions)
        known = max(self._watchers, FEW_WATCHERS)
        if erased != self.erased or not known <= 2 * max(watchers, FEW_WATCHERS) <= 4 * known:
            self.erased, self._watchers = erased, watchers
            frame = names_frame(self.name, erased, watchers)
            for subscription in self.subscriptions:
                subscription.watcher.push(frame)

    def hand(self, events: Sequence[Recorded]) -> None:
        """Events that were read from the log already, and need not be read again."""
        self._inbox.extend(events)

    async def follow(self, least: int | None = None, *, now: int = 0) -> None:
        """Follow the log; with `least`, at least to there, and only when it is not that far yet.

        Without it the events that were handed over are enough: more are handed over soon. What is
        not public at `now`, in microseconds since 1970 (UTC), waits, also where it was read before.

        Raises:
            StoreUnavailable: the log did not answer; nothing was lost.
        """
        async with self._reading:
            is_read = least is not None and self._read >= least
            if self.stop is not None or (is_read and not self.is_behind):
                return
            events = () if is_read else await self._unread(least)
            self._read = events[-1].version if events else self._read
            if self._gate is not None:
                events = self._gate.passed(events, now)
            begun = time.perf_counter()
            self._is_between = True
            try:
                await self._follow(events)
            finally:
                self._is_between = False
                self._answer_the_late()
            self.took_s = time.perf_counter() - begun

    def _answer_the_late(self) -> None:
        late, self._late = self._late, set()
        for subscription in late.intersection(self.subscriptions):
            subscription.slow = False
            self.answer(subscription)

    async def _unread(self, least: int | None) -> Sequence[Recorded]:
        """Return what was handed over, or what the log has where that does not reach `least`."""
        version = self._read
        handed = [each for each in self._inbox if each.version > version]
        self._inbox.clear()
        if handed and handed[0].version == version + 1 and handed[-1].version >= (least or 0):
            return handed
        return await self._log.events(self.tournament, after=version)

    async def _follow(self, events: Sequence[Recorded]) -> None:
        """Follow events; where whoever waits for it is cancelled, to their end before that."""
        first_exact = len(events) - self._jump
        cancelled: asyncio.CancelledError | None = None
        for place, recorded in enumerate(events):
            try:
                if place == first_exact:
                    self._projection.settle()
                moved = self._projection.follow(
                    recorded.fact, exactly=place >= first_exact, more=goes_on(events, place)
                )
            except Exception as error:  # noqa: BLE001 - a poison event stops this projection alone
                self._stop_at(recorded, error)
                break
            self._moved = merged(self._moved, moved)
            if place + 1 < len(events) and cancelled is None:
                try:
                    await asyncio.sleep(0)  # a long tail must not hold up everybody else
                except asyncio.CancelledError as error:
                    cancelled = error
        if events and self.stop is None:
            self._projection.share(events[-1].hash)
        if cancelled is not None:
            raise cancelled

    def _stop_at(self, recorded: Recorded, error: Exception) -> None:
        self.stop = Stop(
            position=recorded.position, version=recorded.version, code=type(error).__name__
        )
        logger.error(
            "projection %s stopped at position %d", self.name, recorded.position, exc_info=error
        )
        self.reset("stopped")

    def publish(self) -> None:
        """Send the changes, if any, to the watchers in one frame for all of them."""
        if self._is_between:
            self.fresh = True
        elif self._projection.floor > self._sent:
            self._start_over()
        elif self._moved:
            self._broadcast()

    def beat(self) -> None:
        """Send the watchers the offset of the channel, so that a lost frame is noticed."""
        self.publish()
        if not self._is_between:
            self._broadcast()

    def _broadcast(self) -> None:
        rows = self._projection.rows
        frame = update_frame(
            self.name,
            self._sent,
            self.at,
            upserts(self._moved, rows),
            (key for key in self._moved if key not in rows),
        )
        self._note_sent()
        offer_to_all(self.subscriptions, frame)

    def _start_over(self) -> None:
        """Send a snapshot to everybody, after too many changes at once."""
        self._note_sent()
        for subscription in tuple(self.subscriptions):
            if not subscription.slow:
                self.answer(subscription)

    def _note_sent(self) -> None:
        self._sent = self._projection.offset
        self._moved = {}

    def add(self, subscription: Subscription) -> None:
        """Watch from now on; the first frames bring the subscription to where the channel is."""
        self.subscriptions[subscription] = None
        self.answer(subscription)
        if self.erased is not None and subscription in self.subscriptions:
            frame = names_frame(self.name, self.erased, len(self.subscriptions))
            subscription.watcher.push(frame)

    def remove(self, subscription: Subscription) -> None:
        """Watch no longer."""
        self.subscriptions.pop(subscription, None)
        subscription.watcher.subscriptions.pop(self.name, None)

    def answer(self, subscription: Subscription) -> None:
        """Resume from where the subscription is, or send a snapshot, or ask for a fetch."""
        if self._is_between:
            subscription.slow = True
            self._late.add(subscription)
            return
        answer = self._answer_after(subscription.at)
        if answer is not None:
            subscription.offer(answer)
        else:
            subscription.watcher.push(ok_refetch_frame(self.name))
            self.remove(subscription)

    def _answer_after(self, at: Offset | None) -> Frame | None:
        """Return the changes after `at` or all rows, None if they are too much for a message.

        It is made once for all who come from the same offset: after a restart thousands do.
        """
        if self._answers_at != self.at:
            self._answers_at, self._answers = self.at, {}
        if at not in self._answers:
            missed = self._missed(at)
            if missed is not None and missed.size <= IN_BAND_MAX:
                if len(self._answers) >= ANSWERS_MAX:
                    self._answers.clear()
                self._answers[at] = missed
                return missed
            at = None
        if at not in self._answers:
            body = self.snapshot().body
            fits = len(body) <= IN_BAND_MAX
            self._answers[at] = ok_snapshot_frame(self.name, self.at, body) if fits else None
        return self._answers[at]

    def _missed(self, at: Offset | None) -> Frame | None:
        """Return the changes after `at`; None when they are not known here."""
        if at is None or at.epoch != self.epoch:
            return None
        missed = self._projection.after(at.version)
        return None if missed is None else ok_resumed_frame(self.name, at.version, self.at, *missed)

    def snapshot(self) -> Snapshot:
        """Return all rows as they are now.

        Raises:
            Stopped: the projection could not follow the log to here.
        """
        if self.stop is not None:
            raise Stopped(self.stop)
        if self._snapshot is None or self._snapshot.at != self.at:
            rows = {key: row for key, (_, row) in self._projection.rows.items()}
            body = snapshot_body(self._view, self.at, rows)
            self._snapshot = Snapshot(at=self.at, body=body)
        return self._snapshot

    async def review_views(self) -> None:
        """End what those see whose links were revoked or have expired since they subscribed.

        Raises:
            StoreUnavailable: the links could not be looked up.
        """
        for subscription in tuple(self.subscriptions):
            if subscription.views:
                subscription.views = await subscription.watcher.views_of(self.tournament)
        if self._view.audience is Audience.STAFF:
            former = self._without(roles.View.STAFF)
            self._end(former, error_frame("not-permitted", self.name))
        elif self.is_ahead and may_wait(self._view):
            self._end(self._without(roles.View.AHEAD), reset_frame(self.name, "publication"))

    def let_go_ahead(self) -> None:
        """End the subscriptions of those who may see more than this channel has now."""
        if self.is_behind:
            ahead = tuple(each for each in self.subscriptions if roles.View.AHEAD in each.views)
            self._end(ahead, reset_frame(self.name, "publication"))

    def reset(self, why: str) -> None:
        """End all subscriptions; clients may subscribe again."""
        self._end(tuple(self.subscriptions), reset_frame(self.name, why))

    def end_public(self, code: str) -> None:
        """End the subscriptions of everybody who does not see a hidden tournament."""
        self._end(self._without(roles.View.HIDDEN), error_frame(code, self.name))

    def _without(self, view: roles.View) -> tuple[Subscription, ...]:
        return tuple(each for each in self.subscriptions if view not in each.views)

    def _end(self, subscriptions: Sequence[Subscription], frame: Frame) -> None:
        for subscription in subscriptions:
            subscription.watcher.push(frame)
            self.remove(subscription)
