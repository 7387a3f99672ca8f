"""The end of a node."""

import asyncio
import contextlib

from patience import PATIENCE_S
from planilla.main import node


async def test_a_task_that_loses_a_cancellation_is_cancelled_again() -> None:
    async def deaf_once() -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        await asyncio.Event().wait()

    task = asyncio.create_task(deaf_once())
    await asyncio.sleep(0)
    async with asyncio.timeout(PATIENCE_S):
        await node._ended([task])
    assert task.cancelled()
