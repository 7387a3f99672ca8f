"""Watchers: a queue of frames for one connection, and its subscriptions.

A watcher with too much unsent is not waited for: its subscriptions are marked slow and skipped,
and brought up to date in one step when the queue has drained.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import Protocol

from planilla.application.frames import Frame, Offset
from planilla.application.roles import View

UNSENT_MAX = 64 * 1024
"""Bytes waiting for one connection beyond which it counts as slow."""


class Outlet(Protocol):
    """A connection that accepts messages without a task while nothing waits before them.

    `send` hands encoded bytes to the kernel and returns the number that it accepted; it is None
    while anything waits, in the queue or in the connection, and where bytes must not bypass it.
    """

    @property
    def send(self) -> Callable[[bytes], int] | None:
        """The function that sends at once, if it may be called now."""

    def encoded(self, data: bytes) -> bytes:
        """Return a message as it is sent, the same for all connections."""

    def finish(self, rest: bytes) -> None:
        """Send what `send` has not accepted of its bytes."""

    def write(self, data: bytes) -> bool:
        """Write a message in whole; return False if nothing was written: it has to wait."""

    def hold(self) -> None:
        """Let nothing pass: a message waits in the queue."""

    def release(self) -> None:
        """Let messages pass again: the queue is empty."""


ViewsOf = Callable[[str], Awaitable[frozenset[View]]]
"""Returns the views of a tournament that are not public and that somebody may see now."""
PUBLIC_ONLY: frozenset[View] = frozenset()


async def public_only(_: str) -> frozenset[View]:
    """Return what somebody without a link may see besides what is public: nothing."""
    return PUBLIC_ONLY


class FrameSource(Protocol):
    """A source of frames: a channel."""

    name: str

    def answer(self, subscription: "Subscription") -> None:
        """Bring a subscription up to date from where it is, by what it needs."""

    def remove(self, subscription: "Subscription") -> None:
        """Nothing more for this subscription."""


class Subscription:
    """One watcher on one channel: its offset (`at`), and whether it is left behind.

    `views` are those that the watcher may see besides what is public.
    """

    __slots__ = ("at", "outlet", "slow", "source", "views", "watcher")

    def __init__(
        self,
        watcher: "Watcher",
        source: FrameSource,
        at: Offset | None,
        views: frozenset[View] = PUBLIC_ONLY,
    ) -> None:
        self.watcher = watcher
        self.outlet = watcher.outlet
        self.source = source
        self.at = at
        self.views = views
        self.slow = False

    def offer(self, frame: Frame) -> bool:
        """Queue a frame unless the watcher is slow, which is then remembered."""
        if self.slow or not self.watcher.take(frame):
            self.slow = True
            return False
        self.at = frame.at or self.at
        return True


def offer_to_all(subscriptions: Iterable[Subscription], frame: Frame) -> None:
    """Offer a frame to each of many: `Subscription.offer`, without its calls where nothing waits.

    Thousands are served in one turn of the event loop, and the memory of thousands is in no cache:
    of each only its subscription, its outlet and its socket are touched. All but the ordinary case
    is left to `offer`: a queue, a full or lost connection, and a watcher without an outlet.
    """
    at = frame.at
    encoded = b""
    for subscription in subscriptions:
        outlet = subscription.outlet
        if outlet is None or (send := outlet.send) is None or subscription.slow:
            subscription.offer(frame)
            continue
        encoded = encoded or outlet.encoded(frame.data)
        try:
            sent = send(encoded)
        except OSError:  # nothing was sent
            subscription.offer(frame)
            continue
        if sent != len(encoded):
            outlet.finish(encoded[sent:])
        subscription.at = at or subscription.at


class Watcher:
    """One connection: what it still has to be sent, whatever the protocol.

    With an `outlet` a frame before which nothing waits is sent by whoever tells it: hundreds of
    tasks need not be woken for that. `wake` is called when something waits, or nothing more comes.
    `views_of` is asked again while the watcher has views that are not public: a link may be
    revoked.
    """

    __slots__ = (
        "_queue",
        "_unsent_max",
        "is_closed",
        "outlet",
        "subscriptions",
        "unsent",
        "views_of",
        "wake",
    )

    def __init__(
        self,
        unsent_max: int = UNSENT_MAX,
        outlet: Outlet | None = None,
        views_of: ViewsOf = public_only,
    ) -> None:
        self.subscriptions: dict[str, Subscription] = {}
        self.unsent = 0
        self.is_closed = False
        self.views_of = views_of
        self.outlet = outlet
        self.wake: Callable[[], None] | None = None
        self._unsent_max = unsent_max
        self._queue: list[Frame] = []

    def take(self, frame: Frame) -> bool:
        """Push a frame if the queue has room for it; an empty queue takes any.

        Return whether it had.
        """
        if self.unsent and self.unsent + frame.size > self._unsent_max:
            return False
        self.push(frame)
        return True

    def push(self, frame: Frame) -> None:
        """Send a frame at once, or queue it, whatever waits already."""
        if self.outlet is not None:
            if self.outlet.write(frame.data):
                return
            self.outlet.hold()
        self.unsent += frame.size
        self._queue.append(frame)
        if self.wake is not None:
            self.wake()

    def close(self) -> None:
        """Accept no further frames."""
        self.is_closed = True
        if self.wake is not None:
            self.wake()

    async def waiting(self) -> AsyncIterator[Frame]:
        """The frames that wait, in order; a frame counts as sent when the next one is asked for."""
        while self._queue:
            while self._queue:
                frame = self._queue.pop(0)
                yield frame
                self.unsent -= frame.size
            if self.outlet is not None:
                self.outlet.release()
            self._catch_up_the_slow()

    async def frames(self) -> AsyncIterator[Frame]:
        """All frames to send, in order, until the watcher is closed."""
        ready = asyncio.Event()
        self.wake = ready.set
        while True:
            async for frame in self.waiting():
                yield frame
            if self.is_closed:
                return
            ready.clear()
            await ready.wait()

    def _catch_up_the_slow(self) -> None:
        for subscription in tuple(self.subscriptions.values()):
            if subscription.slow:
                subscription.slow = False
                subscription.source.answer(subscription)
