"""The inspection of the store beside a server: in a process that gives way to everything else."""

import asyncio
import logging
import time
from collections.abc import Callable

from planilla.adapters.store.inspection import open_snapshot
from planilla.application.inspecting import Inspection, KnownOutside, inspect
from planilla.application.integrity import Integrity
from planilla.application.ports import KeyUnusable, StoreUnavailable, Worker, WorkerLost

INSPECT_AFTER_S = 5.0
"""A server that has just started has other things to do."""
INSPECT_EACH_S = 600.0
SHARE = 50
"""An inspection takes at most one part in so many of the time."""

logger = logging.getLogger(__name__)


def inspection_of(given: tuple[str, KnownOutside]) -> Inspection:
    """Inspect the database at an address: for another process."""
    url, known = given
    with open_snapshot(url) as snapshot:
        return inspect(snapshot, known)


async def watched_over(
    url: str,
    known: Callable[[], KnownOutside],
    integrity: Integrity,
    worker: Worker,
    *,
    after_s: float = INSPECT_AFTER_S,
) -> None:
    """Inspect soon after the start, then again and again, and tell the log file what is wrong."""
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
        await asyncio.sleep(max(INSPECT_EACH_S, SHARE * (time.monotonic() - begun)))
