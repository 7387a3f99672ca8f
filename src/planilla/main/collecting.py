"""When the garbage collector goes through everything: in quiet moments, not while people wait.

A full pass stops the whole process: a tenth of a second with a big hall and hundreds who watch. By
itself Python begins one when enough objects have grown old, hence just after a tournament was
opened and everybody came to watch. Young objects are looked at as always.
"""

import asyncio
import contextlib
import gc
from collections.abc import Awaitable, Callable, Iterator

from planilla.application.ports import StoreUnavailable

FORCED_AFTER = 200
"""Passes through what is half old after which a full one comes anyway, quiet or not (Python: 10).

Each is some 7,000 objects that stay, so that what is rubbish among them remains bounded.
"""
DUE_AFTER = 10
"""As many as Python would wait for, before a full pass is worth a quiet moment."""
EACH_S = 30.0
"""How often it is looked whether a full pass is due."""
QUIET_S = 2.0
"""So long nothing was recorded: the moment is quiet."""


@contextlib.contextmanager
def full_passes_put_off() -> Iterator[None]:
    """Inside the block, leave what was loaded before out of all passes; force full ones seldom."""
    usual = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*usual[:2], FORCED_AFTER)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()


async def collect_in_quiet_moments(
    position: Callable[[], Awaitable[int]], *, each_s: float = EACH_S, quiet_s: float = QUIET_S
) -> None:
    """Do the full passes that are due, for ever, each when nothing has been recorded lately.

    `position` tells how far the log has grown.
    """
    while True:
        await asyncio.sleep(each_s)
        if gc.get_count()[2] < DUE_AFTER:
            continue
        with contextlib.suppress(StoreUnavailable):
            await _quiet(position, quiet_s)
            gc.collect()


async def _quiet(position: Callable[[], Awaitable[int]], quiet_s: float) -> None:
    """Wait until nothing was recorded for `quiet_s`."""
    before, now = -1, await position()
    while before != now:
        await asyncio.sleep(quiet_s)
        before, now = now, await position()
