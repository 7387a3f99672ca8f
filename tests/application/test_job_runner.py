"""What takes long: asked of another process, done here where there is none, and done once."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

import pytest

from dsl.other_process import counting
from planilla.application.jobs import TRIES, JobRunner, JobStopped, SingleFlight, WorkerLost

Asked = TypeVar("Asked")
Found = TypeVar("Found")


class Careless:
    """A worker that loses the first `losses` things it is asked."""

    def __init__(self, losses: int) -> None:
        self.losses = losses
        self.asked = 0

    def ask(self, work: Callable[[Asked], Found], given: Asked) -> Future[Found]:
        self.asked += 1
        future: Future[Found] = Future()
        if self.asked <= self.losses:
            future.set_exception(WorkerLost("gone"))
        else:
            future.set_result(work(given))
        return future


@pytest.mark.parametrize(
    ("losses", "asked"), [(0, 1), (1, 2), (TRIES, TRIES)], ids=["at once", "again", "in a thread"]
)
async def test_what_a_process_loses_is_asked_again_and_then_done_here(
    losses: int, asked: int
) -> None:
    worker = Careless(losses)
    assert await JobRunner(worker).run_in_worker(abs, -3) == 3
    assert worker.asked == asked


async def test_without_a_process_a_thread_does_it() -> None:
    assert await JobRunner(None).run_in_worker(abs, -3) == 3


class CarelessFollower(Careless):
    """The same, of work that tells its steps."""

    def follow(
        self,
        work: Callable[[Asked, Callable[[Any], None]], Found],
        given: Asked,
        on_step: Callable[[Any], bool],
    ) -> Future[Found]:
        def tell(step: object) -> None:
            on_step(step)

        return self.ask(lambda each: work(each, tell), given)


@pytest.mark.parametrize(("losses", "asked"), [(0, 1), (1, 2), (TRIES, TRIES)])
async def test_followed_work_is_asked_again_and_then_done_here(losses: int, asked: int) -> None:
    follower, told = CarelessFollower(losses), list[int]()

    def heard(step: int) -> bool:
        told.append(step)
        return True

    runner = JobRunner(None, follower)
    assert runner.has_follower
    assert await runner.follow(counting, 3, heard) == 6
    assert (follower.asked, told) == (asked, [1, 2, 3])


async def test_work_in_a_thread_ends_when_a_step_is_wanted_no_more() -> None:
    runner = JobRunner(None)
    assert not runner.has_follower
    with pytest.raises(JobStopped):
        await runner.follow(counting, 10**9, lambda step: step < 5)


class Slowly:
    """Makes `text` in several steps of the event loop, and counts how often."""

    def __init__(self, text: str = "made", fault: Exception | None = None) -> None:
        self.text = text
        self.fault = fault
        self.times = 0

    async def __call__(self) -> str:
        self.times += 1
        await asyncio.sleep(0)
        if self.fault is not None:
            raise self.fault
        return self.text


async def test_several_who_ask_for_one_thing_have_it_made_once() -> None:
    once, make = SingleFlight[str](4), Slowly()
    assert {*await asyncio.gather(once.get("k", make), once.get("k", make))} == {"made"}
    assert await once.get("k", make) == "made"
    assert make.times == 1


async def test_what_failed_is_made_again() -> None:
    once, make = SingleFlight[str](4), Slowly(fault=ValueError("no"))
    with pytest.raises(ValueError, match="no"):
        await once.get("k", make)
    assert await once.get("k", Slowly("now")) == "now"


async def test_the_oldest_is_forgotten() -> None:
    once, make = SingleFlight[str](1), Slowly()
    await once.get("a", make)
    await once.get("b", make)
    await once.get("a", make)
    assert make.times == 3


async def test_what_is_still_being_made_is_not_forgotten() -> None:
    once, make = SingleFlight[str](1), Slowly()
    await asyncio.gather(once.get("a", make), once.get("b", make), once.get("a", make))
    assert make.times == 2


async def test_who_goes_away_leaves_it_to_the_others() -> None:
    once, make = SingleFlight[str](4), Slowly()
    impatient = asyncio.create_task(once.get("k", make))
    await asyncio.sleep(0)
    impatient.cancel()
    assert await once.get("k", make) == "made"
    assert make.times == 1


async def test_what_was_cancelled_while_it_was_made_is_made_again() -> None:
    once = SingleFlight[str](4)

    async def cancelled() -> str:
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await once.get("k", cancelled)
    assert await once.get("k", Slowly()) == "made"
