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
    recorded,
)
from planilla.application.jobs import JobRunner
from planilla.application.previews import PrizeChances
from planilla.domain.prizes.chances import Basis
from planilla.domain.prizes.outcomes import Likelihood, Model
from planilla.domain.tournament.prizes import chances_asked
from planilla.domain.tournament.questions import ChancesAsked
from planilla.domain.tournament.state import Tournament

PLAYING = folded(
    replace(CREATED, rounds_asked=1), *entered(*FOUR), numbered(*FOUR),
    published(1, (ANA, CARL), (BEA, DORA)),
)  # fmt: skip


def asked(state: Tournament = PLAYING, likelihood: Likelihood = Likelihood.EVEN) -> ChancesAsked:
    return chances_asked(state, plan(group(900)), Basis(model=Model(likelihood=likelihood)))


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


async def test_chances_are_worked_out_once_for_all_who_look_at_the_same_time_or_later() -> None:
    worker = SlowWorker(0.01)
    known = PrizeChances(JobRunner(worker))
    first, same = await asyncio.gather(known.chances(asked()), known.chances(asked()))
    assert first is not None
    assert first.outcomes == 9
    assert same is first
    assert await known.chances(asked()) is first
    assert worker.asked == 1


async def test_what_leaves_the_games_as_they_are_has_nothing_worked_out_again() -> None:
    worker = SlowWorker(0)
    known = PrizeChances(JobRunner(worker))
    announced = replace(PLAYING, version=PLAYING.version + 1, changed_at=PLAYING.changed_at + 1)
    assert await known.chances(asked()) is await known.chances(asked(announced))
    assert worker.asked == 1


async def test_another_likelihood_or_one_more_result_is_another_question() -> None:
    worker = SlowWorker(0)
    known = PrizeChances(JobRunner(worker))
    ended = folded(
        replace(CREATED, rounds_asked=1), *entered(*FOUR), numbered(*FOUR),
        published(1, (ANA, CARL), (BEA, DORA)), recorded("1.1", "1-0"),
    )  # fmt: skip
    questions = (asked(), asked(likelihood=Likelihood.ELO), asked(ended))
    found = [await known.chances(question) for question in questions]
    assert [each.outcomes for each in found if each is not None] == [9, 9, 3]
    assert worker.asked == 3


async def test_a_page_does_not_wait_for_long_and_finds_them_later() -> None:
    slow = asyncio.Event()

    class Waiting(JobRunner):
        """Runs nothing before the event is set."""

        async def run_in_worker(self, work: Callable[[Any], Any], given: Any) -> Any:
            """Wait, then do the work."""
            await slow.wait()
            return work(given)

    known = PrizeChances(Waiting(None), patience_s=0.01)
    assert await known.chances(asked()) is None
    slow.set()
    await asyncio.sleep(0.01)
    found = await known.chances(asked())
    assert found is not None
    assert found.is_exact
