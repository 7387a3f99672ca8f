"""Answers that clients have not read yet: sent in portions, and bounded in bytes.

The application is done before its answer is sent. So a client who does not read holds no lock, no
place in a queue and no rendering: only the bytes of the answer, and one portion in its connection.
"""

from collections import Counter, OrderedDict
from typing import Protocol

from starlette.types import ASGIApp, Message, Receive, Scope, Send

PORTION = 32 * 1024
"""Bytes of an answer that a connection is given at a time; the next when these have left."""
UNSENT_MAX = 20_000_000
"""Bytes of answers longer than a portion; one that is sent to many clients counts once."""


class Reader(Protocol):
    """A connection that an answer is sent over."""

    def cut_off(self) -> None:
        """End the connection."""


class Unsent:
    """The answers under way of one server, ordered by when their clients last took a portion.

    A single answer counts as half of the bound at most: a large file of evidence, alone, cuts
    nobody off.
    """

    def __init__(self, bytes_max: int) -> None:
        self._bytes_max = bytes_max
        self._bodies: OrderedDict[Reader, bytes] = OrderedDict()
        self._readers: Counter[int] = Counter()
        self.size = 0

    def add(self, reader: Reader, body: bytes) -> None:
        """Count an answer; where there are too many bytes, cut off who took none for longest."""
        self._bodies[reader] = body
        self._readers[id(body)] += 1
        if self._readers[id(body)] == 1:
            self.size += self._counted(body)
        while self.size > self._bytes_max:
            slowest = next(iter(self._bodies))
            if slowest is reader:
                return
            self.discard(slowest)
            slowest.cut_off()

    def touch(self, reader: Reader) -> None:
        """The client has taken a portion."""
        if reader in self._bodies:
            self._bodies.move_to_end(reader)

    def discard(self, reader: Reader) -> None:
        """Release an answer that is sent or abandoned."""
        body = self._bodies.pop(reader, None)
        if body is None:
            return
        self._readers[id(body)] -= 1
        if not self._readers[id(body)]:
            del self._readers[id(body)]
            self.size -= self._counted(body)

    def _counted(self, body: bytes) -> int:
        return min(len(body), self._bytes_max // 2)


class Portioned:
    """The application of one connection, its answers sent in portions once it is done."""

    def __init__(self, app: ASGIApp, reader: Reader, unsent: Unsent) -> None:
        self._app = app
        self._reader = reader
        self._unsent = unsent

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request; what is not the end of an answer is sent at once."""
        held: list[Message] = []

        async def send_held() -> None:
            while held:
                await self._send(held.pop(0), send)

        async def hold(message: Message) -> None:
            held.append(message)
            if message.get("more_body", False):
                await send_held()

        await self._app(scope, receive, hold)
        await send_held()

    async def _send(self, message: Message, send: Send) -> None:
        body: bytes = message.get("body", b"")
        if len(body) <= PORTION:
            await send(message)
            return
        self._unsent.add(self._reader, body)
        try:
            for start in range(0, len(body), PORTION):
                end = start + PORTION
                is_last = end >= len(body) and not message.get("more_body", False)
                await send({**message, "body": body[start:end], "more_body": not is_last})
                self._unsent.touch(self._reader)
        finally:
            self._unsent.discard(self._reader)
