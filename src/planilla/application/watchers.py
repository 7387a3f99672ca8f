"""Watchers: a queue of frames for one connection, and its subscriptions.

A watcher with too much unsent is not waited for: its subscriptions are marked slow and skipped,
and brought up to date in one step when the queue has drained.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import Protocol

from planilla.application.frames import Frame, Offset

UNSENT_MAX = 64 * 1024
"""Bytes waiting for one connection beyond which it counts as slow."""


SendNow = Callable[[Frame], bool]
"""Sends a frame at once, in whole; False when it would have to wait: then nothing was sent."""


class FrameSource(Protocol):
    """A source of frames: a channel."""

    name: str

    def answer(self, subscription: "Subscription") -> None:
        """Bring a subscription up to date from where it is, by what it needs."""

    def remove(self, subscription: "Subscription") -> None:
        """Nothing more for this subscription."""


class Subscription:
    """One watcher on one channel: its offset (`at`), and whether it is left behind.

    `staff`: the watcher holds a link to the tournament.
    """

    def __init__(
        self, watcher: "Watcher", source: FrameSource, at: Offset | None, *, staff: bool = False
    ) -> None:
        self.watcher = watcher
        self.source = source
        self.at = at
        self.staff = staff
        self.slow = False

    def offer(self, frame: Frame) -> bool:
        """Queue a frame unless the watcher is slow, which is then remembered."""
        if not self.slow and self.watcher.has_room_for(frame):
            self.watcher.push(frame)
            self.at = frame.at or self.at
            return True
        self.slow = True
        return False


class Watcher:
    """One connection: what it still has to be sent, whatever the protocol.

    With `send_now` a frame before which nothing waits is sent by whoever tells it: hundreds of
    tasks need not be woken for that.
    """

    def __init__(self, unsent_max: int = UNSENT_MAX, send_now: SendNow | None = None) -> None:
        self.subscriptions: dict[str, Subscription] = {}
        self.unsent = 0
        self._unsent_max = unsent_max
        self._send_now = send_now
        self._queue: deque[Frame] = deque()
        self._ready = asyncio.Event()
        self._closed = False

    def has_room_for(self, frame: Frame) -> bool:
        """Return whether the queue has room for the frame; an empty queue takes any."""
        return not self.unsent or self.unsent + frame.size <= self._unsent_max

    def push(self, frame: Frame) -> None:
        """Send a frame at once, or queue it, whatever waits already."""
        if not self.unsent and self._send_now is not None and self._send_now(frame):
            return
        self.unsent += frame.size
        self._queue.append(frame)
        self._ready.set()

    def close(self) -> None:
        """Accept no further frames."""
        self._closed = True
        self._ready.set()

    async def frames(self) -> AsyncIterator[Frame]:
        """The frames to send, in order; a frame counts as sent when the next one is asked for."""
        while True:
            while self._queue:
                frame = self._queue.popleft()
                yield frame
                self.unsent -= frame.size
            self._catch_up_the_slow()
            if self._queue:
                continue
            if self._closed:
                return
            self._ready.clear()
            await self._ready.wait()

    def _catch_up_the_slow(self) -> None:
        for subscription in tuple(self.subscriptions.values()):
            if subscription.slow:
                subscription.slow = False
                subscription.source.answer(subscription)
