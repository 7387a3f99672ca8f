"""Parallel work on all processors, with results in the order of the items."""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

CHUNKS_FOR_EACH = 8
"""Chunks per process: few, for low overhead, but enough to end at about the same time."""

PORTION_MAX = 16

Item = TypeVar("Item")
Done = TypeVar("Done")


def processors() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def each_of(
    work: Callable[[Item], Done],
    items: Sequence[Item],
    *,
    jobs: int,
    progress: Callable[[int, int], None],
) -> Iterator[Done]:
    """Yield the results of `work` in the order of the items; report the number done to `progress`.

    With more than one job, `work`, its argument and its result must be picklable.
    """
    done_by = _here if min(jobs, len(items)) < 2 else _apart
    progress(0, len(items))
    for number, done in enumerate(done_by(work, items, jobs), start=1):
        progress(number, len(items))
        yield done


def _here(work: Callable[[Item], Done], items: Sequence[Item], jobs: int) -> Iterator[Done]:
    del jobs
    return map(work, items)


def _apart(work: Callable[[Item], Done], items: Sequence[Item], jobs: int) -> Iterator[Done]:
    from concurrent.futures import ProcessPoolExecutor

    portion = min(PORTION_MAX, -(-len(items) // (jobs * CHUNKS_FOR_EACH)))
    workers = min(jobs, len(items))
    pool = ProcessPoolExecutor(workers, initializer=_leave_interrupts_to_the_parent)
    try:
        yield from pool.map(work, items, chunksize=portion)
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    # Ctrl-C reaches every process of the terminal; one message is enough.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
