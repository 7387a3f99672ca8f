"""Work beside a server: its processes started, its memory collected, its store inspected."""

import asyncio
import contextlib
import ctypes
import gc
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator

from planilla.application import impact, whatif
from planilla.application.inspecting import Inspection, KnownOutside, inspect
from planilla.application.integrity import Integrity
from planilla.application.jobs import Worker, WorkerLost
from planilla.application.ports import KeyUnusable, StoreUnavailable

START_DELAY_S = 5.0
"""Seconds until the processes are started and the store is inspected, after the server."""

WORK_MODULES = (impact, whatif)
"""The modules that the processes work with: they are loaded with this one."""

INSPECTION_INTERVAL_S = 600.0
INSPECTION_SHARE = 50
"""An inspection takes at most one part of this many of the time."""

FORCED_COLLECTION_PASSES = 200
"""Passes over the middle generation after which a full one is forced (Python: 10).

Each is some 7,000 objects that stay, so that the rubbish among them remains bounded.
"""
DUE_COLLECTION_PASSES = 10
"""Passes over the middle generation after which a full pass is worth a quiet moment."""
COLLECTION_INTERVAL_S = 30.0
"""Seconds between two questions whether a full pass is due."""
QUIET_S = 2.0
"""Seconds without a new event that make a quiet moment."""
QUIET_WAIT_MAX_S = 120.0
"""Maximum seconds from a due full pass to its start without a quiet moment."""

logger = logging.getLogger(__name__)


def modules_loaded(_: None) -> int:
    """The number of modules to work with: a process that is asked for it loads them."""
    return len(WORK_MODULES)


async def start_processes(
    processes: Iterable[Worker | None], *, after_s: float = START_DELAY_S
) -> None:
    """Start each process, one after the other; one that is lost is started when it is needed.

    A process costs three tenths of a second of CPU until it can work: the reader of the first
    dossier, or the arbiter of the first correction, would wait for it.
    """
    await asyncio.sleep(after_s)
    for process in processes:
        if process is not None:
            with contextlib.suppress(WorkerLost):
                await asyncio.wrap_future(process.ask(modules_loaded, None))


def inspection_of(given: tuple[str, KnownOutside]) -> Inspection:
    """Inspect the database at an address: for another process."""
    from planilla.adapters.store.inspection import open_snapshot  # the others work without

    url, known = given
    with open_snapshot(url) as snapshot:
        return inspect(snapshot, known)


async def inspect_regularly(
    url: str,
    known: Callable[[], KnownOutside],
    integrity: Integrity,
    worker: Worker,
    *,
    after_s: float = START_DELAY_S,
) -> None:
    """Inspect soon after the start, then again and again; the log file says what is wrong."""
    await asyncio.sleep(after_s)
    while True:
        begun = time.monotonic()
        try:
            found = await asyncio.wrap_future(worker.ask(inspection_of, (url, known())))
        except (KeyUnusable, StoreUnavailable, WorkerLost) as error:
            logger.warning("the database was not inspected: %s", error)
        except Exception:  # the server must not end with it
            logger.exception("the inspection of the database failed: run `planilla log verify`")
        else:
            integrity.inspected(found)
            if not found.is_whole:
                logger.error("the database was changed outside Planilla: run `planilla log verify`")
        await asyncio.sleep(
            max(INSPECTION_INTERVAL_S, INSPECTION_SHARE * (time.monotonic() - begun))
        )


@contextlib.contextmanager
def full_passes_put_off() -> Iterator[None]:
    """Leave the objects loaded before out of all passes; force full ones seldom.

    A full pass stops the whole process: a tenth of a second with a big hall and hundreds of
    watchers. By itself Python begins one when enough objects have grown old, hence just after a
    tournament was opened. Young objects are collected as always.
    """
    usual = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*usual[:2], FORCED_COLLECTION_PASSES)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()


async def collect_in_quiet_moments(
    position: Callable[[], Awaitable[int]],
    *,
    each_s: float = COLLECTION_INTERVAL_S,
    quiet_s: float = QUIET_S,
    patience_s: float = QUIET_WAIT_MAX_S,
) -> None:
    """Do the full passes that are due, for ever, each when nothing has been recorded lately.

    `position` returns the length of the log. After `patience_s` a pass comes anyway. Free memory
    goes back to the system whether a pass was due or not: answers are few and large objects, and
    the memory between them would be kept. Where nothing is free that takes 0.2 ms, in a thread.
    """
    while True:
        await asyncio.sleep(each_s)
        if gc.get_count()[2] >= DUE_COLLECTION_PASSES:
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
