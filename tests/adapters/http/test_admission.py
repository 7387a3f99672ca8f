"""The queue of what costs work: few at a time, and a number that waits."""

import asyncio
import threading

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from adapters.http.test_limits import asked_from
from dsl.web_club import Club
from patience import PATIENCE_S
from planilla.adapters.http import limits
from planilla.adapters.http.admission import Admission, Busy, Queue
from planilla.adapters.http.endpoints import Cost, Endpoint
from planilla.adapters.http.limits import RATES, Buckets, Limits, Threads, WorkShare
from planilla.adapters.http.problems import Failure
from planilla.adapters.memory import SetClock


async def test_who_comes_when_enough_wait_is_told_to_come_back() -> None:
    queue = Queue(2, 1)
    await queue.enter()
    await queue.enter()
    waiting = asyncio.create_task(queue.enter())
    await asyncio.sleep(0)
    with pytest.raises(Busy) as refused:
        await queue.enter()
    assert (refused.value.status, refused.value.code, refused.value.retry_s) == (503, "busy", 5)
    queue.leave()
    await waiting


async def test_who_gives_up_makes_room_in_the_line() -> None:
    queue = Queue(1, 1)
    await queue.enter()
    waiting = asyncio.create_task(queue.enter())
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    another = asyncio.create_task(queue.enter())
    await asyncio.sleep(0)
    queue.leave()
    await another


async def test_who_gives_up_while_the_queue_rests_makes_room_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "ALLOWANCE_S", 0.0)
    queue = Queue(1, 1)
    await queue.enter()
    await asyncio.sleep(0.02)
    queue.leave()
    waiting = asyncio.create_task(queue.enter())
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    async with asyncio.timeout(PATIENCE_S):
        await queue.enter()


async def test_beyond_the_allowance_the_next_waits_as_long_as_the_last_took(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "ALLOWANCE_S", 0.0)
    loop, queue = asyncio.get_running_loop(), Queue(1, 9)
    await queue.enter()
    begun = loop.time()
    await asyncio.sleep(0.02)
    queue.leave()
    took = loop.time() - begun
    await queue.enter()
    assert loop.time() - begun >= 2 * took


async def test_one_visitor_s_work_meets_no_pause_until_the_allowance_is_used_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "ALLOWANCE_S", 30.0)
    now, paused, share = 100.0, list[float](), WorkShare()

    async def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds
        paused.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: now)
    for took_s in (20.0, 10.0, 0.2, 0.1, 60.0, 0.0):
        await share.begin()
        now += took_s
        share.end()
    # After 20 + 10 s nothing is left of the 30 s; each later piece is followed by its own length,
    # a very long one by at most 0.25 s.
    assert paused == pytest.approx([0, 0, 0, 0.2, 0.1, limits.REST_MAX_S])
    now += 30.0
    await share.begin()
    assert paused[-1] == 0


async def test_who_enters_wrong_links_holds_up_nobody_elses_entrance(club: Club) -> None:
    answered, entered = asyncio.Event(), list[str]()

    async def door(scope: Scope, _: Receive, __: Send) -> None:
        entered.append(scope["client"][0])
        if scope["client"][0] == "192.0.2.1":
            await answered.wait()  # as a link that opens nothing is answered: late

    async def refuse(_: Request, failure: Failure) -> Response:
        return Response(status_code=failure.status)

    buckets = Buckets(SetClock())
    admission = Admission(
        door,
        site=club.site,
        buckets=buckets,
        limits=Limits([Endpoint(path="/enter", method="POST", cost=Cost.DOOR)]),
        refuse=refuse,
        is_awaited=lambda _: False,
    )

    def entering(address: str) -> asyncio.Task[None]:
        request = asked_from(address, "/enter", method="POST")
        return asyncio.create_task(admission(request.scope, request.receive, no_answer))

    async def no_answer(_: Message) -> None: ...

    guesses = [entering("192.0.2.1") for _ in range(2 * RATES[Cost.DOOR].at_once)]
    for _ in range(9):
        await asyncio.sleep(0)
    other = entering("192.0.2.2")
    for _ in range(9):
        await asyncio.sleep(0)
    assert entered == ["192.0.2.1"] * RATES[Cost.DOOR].at_once + ["192.0.2.2"]
    answered.set()
    await asyncio.gather(*guesses, other)


async def test_the_public_has_one_thread_and_the_staff_others() -> None:
    threads, at_work = Threads(), list[str]()
    begun, release = threading.Event(), threading.Event()

    def work(name: str) -> str:
        at_work.append(name)
        if len(at_work) == 3:
            begun.set()
        release.wait(30)
        return name

    public = [asyncio.create_task(threads.run(work, f"p{n}", is_staff=False)) for n in range(3)]
    staff = [asyncio.create_task(threads.run(work, f"s{n}", is_staff=True)) for n in range(2)]
    assert await asyncio.to_thread(begun.wait, 30)
    assert sorted(at_work) == ["p0", "s0", "s1"]
    release.set()
    assert await asyncio.gather(*public, *staff) == ["p0", "p1", "p2", "s0", "s1"]
