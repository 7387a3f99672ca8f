"""A crowd of WebSocket clients, as a process: `python -m bench.watching SOCKET CHANNEL COUNT`.

It says `ready` when everybody has a snapshot; it is told the last version on standard input, and
answers with every update of every client: from, to, when it was parsed (ns), its bytes.
"""

import asyncio
import functools
import json
import sys
import time

import httpx2
import msgspec
from websockets.asyncio.client import connect

STRAGGLERS_S = 10

Arrival = tuple[int, int, int, int]


class Client:
    """One spectator, and what came."""

    def __init__(self) -> None:
        self.arrivals: list[Arrival] = []
        self.has_snapshot = asyncio.Event()
        self._grown = asyncio.Event()
        self._upto = 0

    async def watch(self, socket: str, channel: str) -> None:
        """Watch one channel until cancelled."""
        async with connect(socket, compression=None, open_timeout=20) as connection:
            await connection.send(msgspec.json.encode({"sub": {"channel": channel}}))
            async for message in connection:
                frame = msgspec.json.decode(message)
                if "rows" in frame:
                    since, self._upto = frame["o"]
                    arrival = (since, self._upto, time.monotonic_ns(), len(message))
                    self.arrivals.append(arrival)
                    self._grown.set()
                elif frame.get("ok", {}).get("mode") == "refetch":
                    at = _fetched(socket, channel)
                    again = {"sub": {"channel": channel, "at": at}}
                    await connection.send(msgspec.json.encode(again))
                elif "ok" in frame:
                    self.has_snapshot.set()

    async def reach(self, version: int) -> None:
        """Wait until the client has seen `version`."""
        while self._upto < version:
            self._grown.clear()
            await self._grown.wait()


@functools.cache
def _fetched(socket: str, channel: str) -> list[object]:
    """Where a snapshot stands that is too large for a message; fetched once for the crowd."""
    _, tournament, view = channel.split("/")
    site = socket.removesuffix("/live").replace("ws://", "http://")
    answer = httpx2.get(f"{site}/api/t/{tournament}/views/{view}", timeout=STRAGGLERS_S)
    at: list[object] = answer.json()["at"]
    return at


async def crowd(socket: str, channel: str, count: int) -> list[list[Arrival]]:
    """Watch with `count` clients until all have seen the version that standard input names."""
    clients = [Client() for _ in range(count)]
    tasks = [asyncio.create_task(client.watch(socket, channel)) for client in clients]
    await asyncio.gather(*(client.has_snapshot.wait() for client in clients))
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    last = int(await asyncio.to_thread(sys.stdin.readline))
    async with asyncio.timeout(STRAGGLERS_S):
        await asyncio.gather(*(client.reach(last) for client in clients))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return [client.arrivals for client in clients]


if __name__ == "__main__":
    found = asyncio.run(crowd(sys.argv[1], sys.argv[2], int(sys.argv[3])))
    sys.stdout.write(json.dumps(found))
