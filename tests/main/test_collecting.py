"""The moments of full passes of the garbage collector."""

import asyncio
import gc
import threading
import weakref
from collections.abc import Awaitable, Callable, Iterator
from itertools import chain, count, repeat
from types import SimpleNamespace

import pytest

from patience import PATIENCE_S
from planilla.application.ports import StoreUnavailable
from planilla.main.node import (
    DUE_COLLECTION_PASSES,
    FORCED_COLLECTION_PASSES,
    THOROUGH_EACH,
    URGENT_COLLECTION_PASSES,
    collect_in_quiet_moments,
    full_passes_put_off,
    give_back_free_memory,
    trim_regularly,
)


class Ring:
    """Refers to itself, so that only the collector can end it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def full_passes_by_hand() -> Iterator[None]:
    """Nothing that another test leaves behind brings a full pass meanwhile."""
    usual = gc.get_threshold()
    gc.collect()
    gc.set_threshold(*usual[:2], 100_000)
    yield
    gc.set_threshold(*usual)
    gc.unfreeze()


def grown_old() -> "weakref.ref[Ring]":
    """A ring that nobody has any more, too old for all but a full pass; one is due."""
    ring = Ring()
    seen = weakref.ref(ring)
    for _ in range(DUE_COLLECTION_PASSES + 1):
        gc.collect(1)
    del ring
    gc.collect(1)
    assert seen() is not None
    return seen


def test_inside_the_block_what_was_loaded_is_left_out_and_full_passes_are_rare() -> None:
    usual, kept = gc.get_threshold(), gc.get_freeze_count()
    with full_passes_put_off():
        assert gc.get_freeze_count() > kept
        assert gc.get_threshold() == (*usual[:2], FORCED_COLLECTION_PASSES)
    assert gc.get_threshold() == usual
    assert gc.get_freeze_count() == 0


@pytest.mark.usefixtures("full_passes_by_hand")
async def test_a_pass_that_is_due_waits_until_nothing_more_is_recorded() -> None:
    seen = grown_old()
    asked: list[int] = []
    busy = chain(range(1, 6), repeat(5))

    async def position() -> int:
        asked.append(next(busy))
        assert seen() is not None or asked[-2:] == [5, 5], "collected while results came"
        return asked[-1]

    await _until_collected(seen, position)
    assert asked[:6] == [1, 2, 3, 4, 5, 5]


@pytest.mark.usefixtures("full_passes_by_hand")
async def test_a_database_that_does_not_answer_is_asked_again_later() -> None:
    seen = grown_old()
    times = count()

    async def position() -> int:
        if next(times) == 0:
            raise StoreUnavailable("for a moment")
        return 7

    await _until_collected(seen, position)
    assert next(times) >= 3


@pytest.mark.usefixtures("full_passes_by_hand")
async def test_while_no_pass_is_due_nobody_is_asked() -> None:
    gc.collect()

    async def position() -> int:
        raise AssertionError("asked, though nothing grew old")

    task = asyncio.create_task(collect_in_quiet_moments(position, each_s=0.001, quiet_s=0.001))
    await asyncio.sleep(0.05)
    assert not task.done()
    await _end(task)


@pytest.mark.usefixtures("full_passes_by_hand")
async def test_where_results_never_cease_a_pass_comes_when_it_is_urgent() -> None:
    seen = grown_old()
    results = count()

    async def position() -> int:
        gc.collect(1)  # as new objects grow old
        return next(results)

    await _until_collected(seen, position)
    assert next(results) >= URGENT_COLLECTION_PASSES - DUE_COLLECTION_PASSES - 2


@pytest.mark.usefixtures("full_passes_by_hand")
async def test_what_was_set_aside_is_collected_by_a_thorough_pass() -> None:
    ring = Ring()
    seen = weakref.ref(ring)
    asked = 0

    async def position() -> int:
        nonlocal asked
        asked += 1
        return 7

    gc.collect()
    gc.freeze()  # as a pass before did
    del ring
    task = asyncio.create_task(collect_in_quiet_moments(position, each_s=0.0, quiet_s=0.0))
    async with asyncio.timeout(PATIENCE_S):
        while seen() is not None:
            for _ in range(DUE_COLLECTION_PASSES):
                gc.collect(1)
            await asyncio.sleep(0)
    await _end(task)
    assert asked >= 2 * THOROUGH_EACH, "a pass before collected it: each asks twice"


async def test_free_memory_is_given_back_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    given_back = threading.Semaphore(0)
    monkeypatch.setattr("planilla.main.node.give_back_free_memory", given_back.release)
    task = asyncio.create_task(trim_regularly(each_s=0.001))
    for _ in range(3):
        assert await asyncio.to_thread(given_back.acquire, timeout=PATIENCE_S)
    await _end(task)


def test_free_memory_is_given_back_where_the_c_library_can(monkeypatch: pytest.MonkeyPatch) -> None:
    trimmed: list[int] = []
    monkeypatch.setattr("ctypes.CDLL", lambda _: SimpleNamespace(malloc_trim=trimmed.append))
    give_back_free_memory()
    assert trimmed == [0]
    monkeypatch.setattr("ctypes.CDLL", lambda _: SimpleNamespace())
    give_back_free_memory()
    assert trimmed == [0]


async def _until_collected(
    seen: "weakref.ref[Ring]",
    position: Callable[[], Awaitable[int]],
) -> None:
    collecting = collect_in_quiet_moments(position, each_s=0.001, quiet_s=0.001)
    task = asyncio.create_task(collecting)
    async with asyncio.timeout(PATIENCE_S):
        while seen() is not None:  # noqa: ASYNC110 - the collector sets no event
            await asyncio.sleep(0.001)
    await _end(task)


async def _end(task: "asyncio.Task[None]") -> None:
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()
