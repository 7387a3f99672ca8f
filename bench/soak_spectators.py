"""Spectators of a soak, as a process: `python -m bench.soak_spectators SOCKET COUNT`.

Each line of standard input is a JSON list of channels: everybody leaves what they watch and watches
one of these, evenly shared out. The answer is how many updates came since the last line. Some of
them go and come back all the while, as phones do.
"""

import asyncio
import functools
import itertools
import json
import sys
import time

import httpx2
import msgspec

from bench.watching import TEXT, Client

PATIENCE_S = 60
FETCHED_FOR_S = 1.0
COMING_BACK_S = 1.0
"""One of them reconnects each so many seconds."""


class Spectator(Client):
    """One who watches one channel after another, and keeps nothing but a count."""

    def __init__(self, socket: str, channel: str) -> None:
        super().__init__(socket, channel)
        self.updates = 0

    def turn_to(self, channel: str) -> None:
        """Watch another channel."""
        if channel == self._channel:
            return
        self.has_snapshot.clear()
        self._send(TEXT, msgspec.json.encode({"unsub": {"channel": self._channel}}))
        self._channel = channel
        self._subscribe({"channel": channel})

    def leave(self) -> None:
        """Cut the connection."""
        if self._transport is not None:
            self._transport.abort()

    def _take(self, message: bytes) -> None:
        frame = msgspec.json.decode(message)
        if frame.get("c") != self._channel:
            return  # of the channel before
        if frame.get("ok", {}).get("mode") == "refetch":
            at = _stands_at(self._socket, self._channel, int(time.monotonic() / FETCHED_FOR_S))
            self._subscribe({"channel": self._channel, "at": at})
        elif "ok" in frame:
            self.has_snapshot.set()
        elif "rows" in frame:
            self.updates += 1


@functools.lru_cache(maxsize=64)
def _stands_at(socket: str, channel: str, moment: int) -> list[object]:
    """Return the position of a snapshot that is too large for a message.

    It is fetched once for each `moment`.
    """
    del moment
    _, tournament, view = channel.split("/")
    site = socket.removesuffix("/live").replace("ws://", "http://")
    answer = httpx2.get(f"{site}/api/t/{tournament}/views/{view}", timeout=PATIENCE_S)
    at: list[object] = answer.json()["at"]
    return at


class Crowd:
    """All spectators of the process."""

    def __init__(self, socket: str, count: int) -> None:
        self._socket = socket
        self._count = count
        self._channels: list[str] = []
        self._spectators: list[Spectator] = []
        self._gone = 0
        self._turning = asyncio.Lock()

    async def turn_to(self, channels: list[str]) -> int:
        """Have everybody watch one of these; the updates that came by then."""
        async with self._turning:
            self._channels = channels
            while len(self._spectators) < self._count:
                self._spectators.append(await self._another(len(self._spectators)))
            for place, each in enumerate(self._spectators):
                each.turn_to(channels[place % len(channels)])
            await self._wait_for(*self._spectators)
        return self._gone + sum(each.updates for each in self._spectators)

    async def come_and_go(self) -> None:
        """Have one after another reconnect, for ever."""
        for place in itertools.cycle(range(self._count)):
            await asyncio.sleep(COMING_BACK_S)
            async with self._turning:
                self._gone += self._spectators[place].updates
                self._spectators[place].leave()
                self._spectators[place] = await self._another(place)
                await self._wait_for(self._spectators[place])

    async def _another(self, place: int) -> Spectator:
        another = Spectator(self._socket, self._channels[place % len(self._channels)])
        await another.watch()
        return another

    async def _wait_for(self, *spectators: Spectator) -> None:
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.gather(*(each.has_snapshot.wait() for each in spectators))


async def main(socket: str, count: int) -> None:
    """Watch as standard input says until it ends."""
    crowd = Crowd(socket, count)
    going: asyncio.Task[None] | None = None
    while line := await asyncio.to_thread(sys.stdin.readline):
        sys.stdout.write(f"{await crowd.turn_to(json.loads(line))}\n")
        sys.stdout.flush()
        if going is None:
            going = asyncio.create_task(crowd.come_and_go())
        elif going.done():
            going.result()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
