"""Chances are worked out once for all who look, and nobody waits for long."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from msgspec.structs import replace

from dsl.prize_plans import group, plan
from dsl.tournaments import (
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    FOUR,
    entered,
    folded,
    numbered,
    published,
)
from planilla.application.chances import PrizeChances
from planilla.application.elsewhere import Elsewhere
from planilla.domain.prizes.likelihood import Likelihood

PLAN = plan(group(900))
PLAYING = folded(
    replace(CREATED, rounds=1), *entered(*FOUR), numbered(*FOUR),
    published(1, (ANA, CARL), (BEA, DORA)),
)  # fmt: skip


class SlowWorker:
    """Another process that takes its time and counts what it was asked."""

    def __init__(self, seconds: float) -> None:
        self.asked = 0
        self._seconds = seconds

    def ask(self, work: Callable[[Any], Any], given: Any) -> "Future[Any]":
        """Do it here, after a while."""
        self.asked += 1
        time.sleep(self._seconds)
        future: Future[Any] = Future()
        future.set_result(work(given))
        return future

    def close(self) -> None:
        """Nothing is held."""


async def test_the_chances_of_a_version_are_worked_out_once() -> None:
    worker = SlowWorker(0)
    known = PrizeChances(Elsewhere(worker))
    first = await known.chances("club", PLAYING, PLAN, Likelihood.EVEN)
    again = await known.chances("club", PLAYING, PLAN, Likelihood.EVEN)
    assert first is again
    assert first is not None
    assert first.outcomes == 9
    assert worker.asked == 1
    assert await known.chances("club", PLAYING, PLAN, Likelihood.ELO) is not None
    assert worker.asked == 2


async def test_a_page_does_not_wait_for_long_and_finds_them_later() -> None:
    slow = asyncio.Event()

    class Waiting(Elsewhere):
        """Answers when it is told to."""

        async def ask(self, work: Callable[[Any], Any], given: Any) -> Any:
            """Wait, then do it."""
            await slow.wait()
            return work(given)

    known = PrizeChances(Waiting(None), patience_s=0.01)
    assert await known.chances("club", PLAYING, PLAN, Likelihood.EVEN) is None
    slow.set()
    await asyncio.sleep(0.01)
    found = await known.chances("club", PLAYING, PLAN, Likelihood.EVEN)
    assert found is not None
    assert found.is_exact
