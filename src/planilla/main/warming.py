"""The processes that pages ask, started before anybody waits for them.

A process costs three tenths of a second of CPU until it can work, much at its niceness on a busy
machine: whoever opens the first dossier, or corrects the first result, would wait for it.
"""

import asyncio
import contextlib
from collections.abc import Iterable

from planilla.application import foretelling, whatif
from planilla.application.ports import Worker, WorkerLost

WARM_AFTER_S = 5.0
"""A server that has just started has other things to do."""

LOADED = (foretelling, whatif)
"""What the processes work with: it is loaded with this module."""


def loaded(_: None) -> int:
    """How many modules are there to work with: who asks for it has them loaded."""
    return len(LOADED)


async def warmed(processes: Iterable[Worker | None], *, after_s: float = WARM_AFTER_S) -> None:
    """Start each process, one after the other; one that is lost is started when it is needed."""
    await asyncio.sleep(after_s)
    for process in processes:
        if process is not None:
            with contextlib.suppress(WorkerLost):
                await asyncio.wrap_future(process.ask(loaded, None))
