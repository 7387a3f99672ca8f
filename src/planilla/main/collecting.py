"""When the garbage collector goes through everything: in quiet moments, not while people wait.

A full pass stops the whole process: a tenth of a second with a big hall and hundreds who watch. By
itself Python begins one when enough objects have grown old, hence just after a tournament was
opened and everybody came to watch. Young objects are looked at as always.
"""

import asyncio
import contextlib
import ctypes
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
PATIENCE_S = 120.0
"""So long a quiet moment is waited for: where results never cease there is none."""


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
    position: Callable[[], Awaitable[int]],
    *,
    each_s: float = EACH_S,
    quiet_s: float = QUIET_S,
    patience_s: float = PATIENCE_S,
) -> None:
    """Do the full passes that are due, for ever, each when nothing has been recorded lately.

    `position` tells how far the log has grown. After `patience_s` a pass comes anyway. What is free
    goes back to the system whether a pass was due or not: answers are few and large objects, and
    the memory between them would be kept. Where nothing is free that takes 0.2 ms, in a thread.
    """
    while True:
        await asyncio.sleep(each_s)
        if gc.get_count()[2] >= DUE_AFTER:
            with contextlib.suppress(StoreUnavailable):
                await _quiet(position, quiet_s, patience_s)
                gc.collect()
        await asyncio.to_thread(give_back_free_memory)


async def _quiet(position: Callable[[], Awaitable[int]], quiet_s: float, patience_s: float) -> None:
    """Wait until nothing was recorded for `quiet_s`, at most `patience_s`."""
    give_up_at = asyncio.get_running_loop().time() + patience_s
    before, now = -1, await position()
    while before != now and asyncio.get_running_loop().time() < give_up_at:
        await asyncio.sleep(quiet_s)
        before, now = now, await position()


def give_back_free_memory() -> None:
    """Let the C library return its free pages to the system, where it can (glibc)."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
