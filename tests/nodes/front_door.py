"""A proxy as small as can be: one address, every connection goes to the first server that is up."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

CHUNK = 65_536


@contextlib.asynccontextmanager
async def front_door(*ports: int) -> AsyncIterator[int]:
    """The port of a proxy to the servers on `ports`, for as long as the block runs."""
    piping: set[asyncio.Task[None]] = set()

    async def come_in(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        piping.add(task)
        with contextlib.suppress(OSError, asyncio.CancelledError):
            await _connect(reader, writer, ports)
        writer.close()
        piping.discard(task)

    server = await asyncio.start_server(come_in, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in tuple(piping):
            task.cancel()
        await asyncio.gather(*piping, return_exceptions=True)


async def _connect(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, ports: tuple[int, ...]
) -> None:
    for port in ports:
        try:
            back_reader, back_writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            continue
        there = asyncio.create_task(_pour(reader, back_writer))
        back = asyncio.create_task(_pour(back_reader, writer))
        try:
            await asyncio.wait((there, back), return_when=asyncio.FIRST_COMPLETED)
        finally:
            there.cancel()
            back.cancel()
            await asyncio.gather(there, back, return_exceptions=True)
            back_writer.close()
        return


async def _pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(CHUNK):
        writer.write(data)
        await writer.drain()
