"""A line between two computers that fails as it is told, while both of them go on."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from enum import Enum, auto

CHUNK = 65_536


class Fault(Enum):
    """What becomes of a connection."""

    NONE = auto()
    REFUSED = auto()
    """It is closed before anything passes."""
    HALF = auto()
    """Its first `HALF_BYTES` arrive, then both ends are closed."""
    ANSWER_LOST = auto()
    """The request arrives whole; of the answer nothing comes back."""
    SILENT = auto()
    """It stays open, and nothing passes."""


HALF_BYTES = 400
"""More than the head of a request, less than the head and a portion of one event."""


class BadLine:
    """A proxy to one port; `fault` holds for connections made from then on."""

    def __init__(self, port: int) -> None:
        self.fault = Fault.NONE
        self.failed = 0
        """Connections that failed."""
        self._port = port
        self._open: set[asyncio.Task[None]] = set()

    @contextlib.asynccontextmanager
    async def laid(self) -> AsyncIterator[int]:
        """Its own port, for as long as the block runs."""
        server = await asyncio.start_server(self._come_in, "127.0.0.1", 0)
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            server.close()
            for task in tuple(self._open):
                task.cancel()
            await asyncio.gather(*self._open, return_exceptions=True)

    async def _come_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        fault = self.fault
        try:
            with contextlib.suppress(OSError, asyncio.CancelledError):
                await self._pass(reader, writer, fault)
        finally:
            self.failed += fault is not Fault.NONE
            writer.transport.abort()
            self._open.discard(task)

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, fault: Fault
    ) -> None:
        if fault is Fault.REFUSED:
            return
        if fault is Fault.SILENT:
            await reader.read()
            return
        there_reader, there = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            if fault is Fault.HALF:
                there.write(await reader.readexactly(HALF_BYTES))
                await there.drain()
                return
            asking = asyncio.create_task(_pour(reader, there))
            try:
                while answer := await there_reader.read(CHUNK):
                    if fault is Fault.NONE:
                        writer.write(answer)
                        await writer.drain()
            finally:
                asking.cancel()
            await writer.drain()
            if fault is Fault.NONE:
                writer.close()
                await writer.wait_closed()
        finally:
            there.transport.abort()


async def _pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(CHUNK):
        writer.write(data)
        await writer.drain()
