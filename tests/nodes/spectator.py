"""A spectator as a browser is one: rows kept by the client's law, on whichever server answers.

Apply an update iff from ≤ own < to, ignore it when to ≤ own, subscribe again when from > own.
"""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import httpx2
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from patience import PATIENCE_S

WHOLE_ROW = -1
RETRY_S = 0.05


class Gap(Exception):
    """An update begins after where we are: something was lost on the way."""


class Table:
    """The rows of one channel, and how they came to be."""

    def __init__(self) -> None:
        self.rows: dict[str, list[Any]] = {}
        self.at: tuple[str, int] | None = None
        self.modes: list[str] = []
        self.steps: list[tuple[int, int]] = []

    def take(self, frame: dict[str, Any]) -> None:
        """Follow one message.

        Raises:
            Gap: it cannot be applied; subscribe again.
        """
        if "ok" in frame:
            self.modes.append(frame["ok"]["mode"])
            if "snapshot" in frame["ok"]:
                self.start(frame["ok"]["snapshot"])
        if "reset" in frame:
            self.modes.append("reset")
            self.at = None
        if "o" in frame:  # an answer that resumes brings what was missed
            self._update(frame)

    def start(self, snapshot: dict[str, Any]) -> None:
        """Begin with a snapshot."""
        self.rows = {key: list(row) for key, row in snapshot["rows"].items()}
        epoch, version = snapshot["at"]
        self.at = (epoch, version)

    def _update(self, frame: dict[str, Any]) -> None:
        since, upto = frame["o"]
        assert self.at is not None, "an update came before a snapshot"
        epoch, own = self.at
        if since > own:
            raise Gap(f"from {since}, own {own}")
        if upto <= own:
            return
        for key, column, value in frame.get("rows", ()):
            if column == WHOLE_ROW:
                self.rows[key] = list(value)
            else:
                self.rows[key][column] = value
        for key in frame.get("del", ()):
            self.rows.pop(key, None)
        self.steps.append((own, upto))
        self.at = (epoch, upto)


class Spectator:
    """Watches one channel; when the server goes away, resumes on the next of `sockets`."""

    def __init__(self, channel: str, *sockets: str) -> None:
        self.channel = channel
        self.table = Table()
        self.connections = 0
        self._sockets = sockets
        self._grown = asyncio.Event()

    async def watch(self) -> None:
        """Watch until cancelled."""
        for socket in itertools.cycle(self._sockets):
            with contextlib.suppress(OSError, ConnectionClosed, InvalidHandshake, EOFError, Gap):
                await self._watch_on(socket)
            await asyncio.sleep(RETRY_S)

    async def reach(self, version: int) -> None:
        """Wait until the rows stand at `version` or later."""
        await self.until(lambda: self.table.at is not None and self.table.at[1] >= version)

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until a message made it so."""
        while not is_so():
            self._grown.clear()
            await self._grown.wait()

    async def _watch_on(self, socket: str) -> None:
        async with connect(socket, compression=None, open_timeout=PATIENCE_S) as connection:
            self.connections += 1
            wish = {"sub": {"channel": self.channel, "at": self.table.at}}
            await connection.send(msgspec.json.encode(wish))
            async for message in connection:
                frame = msgspec.json.decode(message)
                if "bye" in frame:
                    return
                self.table.take(frame)
                self._grown.set()
                if self.table.at is None:
                    return


@contextlib.asynccontextmanager
async def watching(spectators: Sequence[Spectator]) -> AsyncIterator[None]:
    """All of them watch while the block runs; a fault of one ends it."""
    async with asyncio.TaskGroup() as tasks:
        started = [tasks.create_task(spectator.watch()) for spectator in spectators]
        yield
        for task in started:
            task.cancel()


def check_steps(table: Table) -> None:
    """Check that a reader went on where it was: no step left out, none taken twice.

    It had one snapshot, whatever was cut meanwhile.
    """
    assert table.modes == ["snapshot"] + ["resumed"] * (len(table.modes) - 1)
    ends = [upto for _, upto in table.steps]
    assert [since for since, _ in table.steps[1:]] == ends[:-1]


def fresh_rows(address: str, tournament: str, view: str) -> dict[str, list[Any]]:
    """The rows of a view as they are served now."""
    response = httpx2.get(f"{address}/api/t/{tournament}/views/{view}", timeout=PATIENCE_S)
    assert response.status_code == 200, response.text
    rows: dict[str, list[Any]] = response.json()["rows"]
    return rows
