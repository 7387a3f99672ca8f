"""The hub: all watchers, whatever the protocol, and the channels that they watch.

One task follows the wake-ups of the log, one sends the heartbeats, and each channel with changes to
send has a task that paces it. Law: snapshot + messages = fresh snapshot.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple
from weakref import WeakValueDictionary

import msgspec

from planilla.application.channels import Channel, Snapshot, Stopped, live_epoch, tournament_of
from planilla.application.envelope import Recorded
from planilla.application.frames import ChannelName, Offset, bye_frame, channel_name, error_frame
from planilla.application.ports import Clock, Log, StoreUnavailable
from planilla.application.project import JUMP
from planilla.application.publication import Gate
from planilla.application.roles import View
from planilla.application.watchers import (
    PUBLIC_ONLY,
    UNSENT_MAX,
    Outlet,
    Subscription,
    ViewsOf,
    Watcher,
    public_only,
)
from planilla.domain.tournament.event import Audience
from planilla.domain.tournament.setup import TournamentHidden
from planilla.projections import VIEWS
from planilla.projections.view import StateView, may_wait

logger = logging.getLogger(__name__)

BATCH = 1000
HIDING_EVENT = TournamentHidden.__name__
"""After an event of this type only watchers with a link stay subscribed."""


class FrameInterval(msgspec.Struct, frozen=True, kw_only=True):
    """Seconds: the first window after an update, the longest under load, heartbeat, patience.

    A channel that nobody watched for `idle` is dropped; a watcher that takes longer than `stuck`
    over one frame is cut off; after a restart clients come back between the two `retry` times.
    """

    window: float = 0.05
    window_max: float = 0.25
    heartbeat: float = 15.0
    idle: float = 60.0
    stuck: float = 30.0
    retry: tuple[float, float] = (0.5, 5.0)


class Bounds(msgspec.Struct, frozen=True, kw_only=True):
    """Limits of channels, watchers, and subscriptions of one watcher.

    `unsent` are the bytes that may wait for one of them; more than `jump` events at once are not
    told apart, and everybody gets a snapshot.
    """

    channels: int = 512
    watchers: int = 15_000
    subscriptions: int = 24
    unsent: int = UNSENT_MAX
    jump: int = JUMP


class ChannelKey(NamedTuple):
    """A channel by name, that of the public or that of those who are ahead of it."""

    name: str
    is_ahead: bool


class CannotWatch(Exception):
    """A subscription is not possible; `code` is stable."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


class Hub:
    """All live channels of this process.

    A tournament whose public waits has two channels of a view: that of the public, and that of
    those who see what is not public yet. Without a `clock` it is as late as the last event.
    """

    def __init__(
        self,
        log: Log,
        *,
        pace: FrameInterval | None = None,
        bounds: Bounds | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.pace = pace or FrameInterval()
        self.bounds = bounds or Bounds()
        self._log = log
        self._clock = clock
        self._channels: dict[ChannelKey, Channel] = {}
        self._unwatched_since: dict[ChannelKey, float] = {}
        self._opening: WeakValueDictionary[ChannelKey, asyncio.Lock] = WeakValueDictionary()
        self._watchers: set[Watcher] = set()
        self._pacing: dict[ChannelKey, asyncio.Task[None]] = {}
        self._position: int | None = None

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Hub"]:
        """Follow the log while the block runs, then say `bye` to everybody."""
        tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._beat())]
        try:
            yield self
        finally:
            self.dismiss()
            for task in (*tasks, *self._pacing.values()):
                task.cancel()
            await asyncio.gather(*tasks, *self._pacing.values(), return_exceptions=True)

    # --- watchers ---------------------------------------------------------------------------

    def join(self, outlet: Outlet | None = None, views_of: ViewsOf = public_only) -> Watcher:
        """Return a new watcher, who must `leave` at the end.

        Raises:
            CannotWatch: `too-many-watchers`.
        """
        if len(self._watchers) >= self.bounds.watchers:
            raise CannotWatch("too-many-watchers")
        watcher = Watcher(self.bounds.unsent, outlet, views_of)
        self._watchers.add(watcher)
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """The watcher is gone."""
        self._watchers.discard(watcher)
        for subscription in tuple(watcher.subscriptions.values()):
            subscription.source.remove(subscription)

    def dismiss(self) -> None:
        """Send `bye` to every watcher, and close it."""
        frame = bye_frame(*self.pace.retry)
        for watcher in self._watchers:
            watcher.push(frame)
            watcher.close()

    async def subscribe(
        self,
        watcher: Watcher,
        name: str,
        at: Offset | None,
        views: frozenset[View] = PUBLIC_ONLY,
    ) -> None:
        """Let `watcher` watch a channel from `at` on; what goes wrong is told in a frame."""
        try:
            channel = await self._admit(watcher, name, at, views)
        except CannotWatch as refused:
            watcher.push(error_frame(refused.code, name))
            return
        key = _key_of(channel)
        if self._channels.get(key) is not channel:
            watcher.push(error_frame("unavailable", name))
            return
        self.unsubscribe(watcher, name)
        subscription = Subscription(watcher, channel, at, views)
        watcher.subscriptions[name] = subscription
        self._unwatched_since.pop(key, None)
        channel.add(subscription)

    def unsubscribe(self, watcher: Watcher, name: str) -> None:
        """End a subscription, if there is one."""
        known = watcher.subscriptions.get(name)
        if known is not None:
            known.source.remove(known)

    async def _admit(
        self, watcher: Watcher, text: str, at: Offset | None, views: frozenset[View]
    ) -> Channel:
        known = text in watcher.subscriptions
        if not known and len(watcher.subscriptions) >= self.bounds.subscriptions:
            raise CannotWatch("too-many-subscriptions")
        channel = await self.channel(text, views)
        # A reader may have been further on another node than this one is.
        if at is not None and at.epoch == channel.epoch and at.version > channel.at.version:
            channel = await self._at_least(channel, at.version, views)
        if channel.stop is not None:
            raise CannotWatch("projection-stopped")
        return channel

    # --- channels ---------------------------------------------------------------------------

    async def channel(self, text: str, views: frozenset[View] = PUBLIC_ONLY) -> Channel:
        """Return the channel of this name for somebody with `views`, opened if it is not yet.

        Raises:
            CannotWatch: `no-such-channel`, `no-such-tournament`, `not-permitted`,
                `tournament-hidden`,
                `too-many-channels`, `unavailable`.
        """
        name = channel_name(text)
        if name is None or not _is_view(name):
            raise CannotWatch("no-such-channel")
        if VIEWS[name.view].audience is Audience.STAFF and View.STAFF not in views:
            raise CannotWatch("not-permitted")
        if View.HIDDEN not in views and await self._is_hidden(name.tournament):
            raise CannotWatch("tournament-hidden")
        channel = await self._opened(name)
        if View.AHEAD in views and channel.is_behind:
            return await self._opened(name, is_ahead=True)
        return channel

    async def _opened(self, name: ChannelName, *, is_ahead: bool = False) -> Channel:
        # Nobody keeps a lock but those who wait for it: names that are none leave nothing behind.
        key = ChannelKey(str(name), is_ahead or not may_wait(VIEWS[name.view]))
        async with self._opening.setdefault(key, asyncio.Lock()):
            if key not in self._channels:
                await self._open(name, key)
        return self._channels[key]

    async def _is_hidden(self, tournament: str) -> bool:
        try:
            return await self._log.hidden(tournament)
        except StoreUnavailable as error:
            raise CannotWatch("unavailable") from error

    async def _open(self, name: ChannelName, key: ChannelKey) -> None:
        if len(self._channels) >= self.bounds.channels and not self._drop_one():
            raise CannotWatch("too-many-channels")
        view = VIEWS[name.view]
        try:
            if not await self._log.head(name.tournament):
                raise CannotWatch("no-such-tournament")
            epoch = live_epoch(await self._log.epoch(), view)
            gate = None if key.is_ahead else Gate(view.level)
            channel = Channel(name, view, epoch, self._log, jump=self.bounds.jump, gate=gate)
            await channel.start(self._now())
        except StoreUnavailable as error:
            raise CannotWatch("unavailable") from error
        if not channel.has_stage:
            raise CannotWatch("no-such-channel")
        self._channels[key] = channel
        self._unwatched_since[key] = asyncio.get_running_loop().time()
        # What came between the reading and now was not handed to this channel.
        self._notify(channel)

    def _drop_one(self) -> bool:
        """Drop the channel that nobody has watched for longest."""
        idle = [key for key in self._unwatched_since if not self._channels[key].subscriptions]
        if idle:
            self._drop(min(idle, key=self._unwatched_since.__getitem__))
        return bool(idle)

    def _drop(self, key: ChannelKey) -> None:
        del self._channels[key]
        self._unwatched_since.pop(key, None)

    def _now(self) -> int:
        return 0 if self._clock is None else self._clock.now()

    async def snapshot(self, name: str, views: frozenset[View] = PUBLIC_ONLY) -> Snapshot:
        """Return all rows of a channel at the head of the log.

        Raises:
            CannotWatch: as `channel`, or `projection-stopped`.
        """
        channel = await self.channel(name, views)
        head = await self._head(channel.tournament)
        channel = await self._at_least(channel, head, views)
        try:
            return channel.snapshot()
        except Stopped as error:
            raise CannotWatch("projection-stopped") from error

    async def _head(self, tournament: str) -> int:
        try:
            return await self._log.head(tournament)
        except StoreUnavailable as error:
            raise CannotWatch("unavailable") from error

    async def _at_least(self, channel: Channel, version: int, views: frozenset[View]) -> Channel:
        """Let a channel follow the log to a version, and return it.

        Where it learns only thereby that the public waits, whoever sees more gets the other one.
        """
        await self._follow(channel, version)
        if channel.is_behind and View.AHEAD in views:
            channel = await self.channel(channel.name, views)
            await self._follow(channel, version)
        return channel

    async def _follow(self, channel: Channel, least: int | None) -> None:
        try:
            await channel.follow(least, now=self._now())
        except StoreUnavailable as error:
            raise CannotWatch("unavailable") from error

    # --- following the log ------------------------------------------------------------------

    async def _listen(self) -> None:
        while True:
            try:
                async for position in self._log.wakes():
                    await self._wake(position)
            except StoreUnavailable:
                logger.warning("the log does not answer; live pages are not updated")
            await asyncio.sleep(self.pace.window_max)

    async def _wake(self, head: int) -> None:
        if self._position is None:
            self._position = head
            for channel in tuple(self._channels.values()):
                self._notify(channel)
        while self._position < head:
            events = await self._log.since(self._position, BATCH)
            if not events:
                return
            self._position = events[-1].position
            self._hand_out(events)

    def _hand_out(self, events: Sequence[Recorded]) -> None:
        by_tournament: dict[str, list[Recorded]] = {}
        for event in events:
            by_tournament.setdefault(tournament_of(event), []).append(event)
        # They share one loop: what takes long lets the quick ones tell first.
        for channel in sorted(self._channels.values(), key=lambda each: each.took_s):
            own = by_tournament.get(channel.tournament)
            if own is not None:
                if any(each.type == HIDING_EVENT for each in own):
                    channel.end_public("tournament-hidden")
                channel.hand(own)
                self._notify(channel)

    def _notify(self, channel: Channel) -> None:
        """Notify watchers soon: at once after a quiet time, else when the window ends."""
        channel.fresh = True
        key = _key_of(channel)
        if key not in self._pacing:
            self._pacing[key] = asyncio.create_task(self._pace(channel))

    async def _pace(self, channel: Channel) -> None:
        window = self.pace.window
        try:
            while channel.fresh:
                channel.fresh = False
                try:
                    await channel.follow(now=self._now())
                except StoreUnavailable:
                    channel.fresh = True
                channel.let_go_ahead()
                channel.publish()
                await asyncio.sleep(window)
                window = min(2 * window, self.pace.window_max)
        finally:  # at once, not by a callback: whoever tells in between must find no task
            self._pacing.pop(_key_of(channel), None)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self.pace.heartbeat)
            try:
                await self._look_after_channels()
            except StoreUnavailable:
                logger.warning("the log does not answer; no heartbeat")

    async def _look_after_channels(self) -> None:
        now = asyncio.get_running_loop().time()
        log_epoch = await self._log.epoch()
        for key, channel in tuple(self._channels.items()):
            if channel.epoch != live_epoch(log_epoch, channel.view):
                channel.reset("epoch")
                self._drop(key)
            elif channel.subscriptions:
                self._unwatched_since.pop(key, None)
                await channel.review_views()
                if await self._log.hidden(channel.tournament):  # since somebody was let in
                    channel.end_public("tournament-hidden")
                await channel.count_people()
                channel.beat()
                if channel.is_behind:  # the delay may let events pass meanwhile
                    self._notify(channel)
            elif now - self._unwatched_since.setdefault(key, now) > self.pace.idle:
                self._drop(key)


def _key_of(channel: Channel) -> ChannelKey:
    return ChannelKey(channel.name, channel.is_ahead)


def _is_view(name: ChannelName) -> bool:
    """Return whether there is such a view; one made of facts is of the whole tournament."""
    view = VIEWS.get(name.view)
    return view is not None and (name.stage == 1 or isinstance(view, StateView))
