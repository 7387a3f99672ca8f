"""Public pages out of the cache: made once for all who look, and never older than the facts."""

import asyncio
from typing import Any

import pytest
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from adapters.http.test_limits import counted
from dsl.web_club import Club
from patience import PATIENCE_S
from planilla.adapters.http.page_cache import FRESH_US, PAGE_MAX, PageCache
from planilla.adapters.memory import CountedIds, MemoryStore, SetClock


@pytest.fixture
def club() -> Club:
    made = Club()
    made.found()
    return made


def test_a_page_is_made_once_for_all_who_look(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    made = counted(club.store, "events", monkeypatch)
    pages = {club.browser().get("/t/club").text for _ in range(5)}
    assert (len(pages), len(made)) == (1, 1)


@pytest.mark.parametrize(
    "other",
    [
        "/t/club?theme=dark",
        "/t/club?lang=es",
        "/t/club?follow=e1",
        "/t/club/entrants",
        "/t/club?at=v3",
    ],
)
def test_another_page_is_another(club: Club, other: str) -> None:
    first = club.browser().get("/t/club").text
    assert club.browser().get(other).text != first
    assert club.browser().get("/t/club").text == first


def test_languages_and_codings_are_told_apart(club: Club) -> None:
    assert "Standings" in club.browser("en").get("/t/club").text
    assert "Clasificación" in club.browser("es").get("/t/club").text
    plain = club.browser().get("/t/club", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert club.browser().get("/t/club").headers["content-encoding"] == "gzip"


def test_what_is_recorded_is_seen_at_once(club: Club) -> None:
    before = club.browser().get("/t/club/rounds").text
    club.pair(1)
    assert club.browser().get("/t/club/rounds").text != before
    front = club.browser().get("/").text
    club.command("other", "create-tournament", name="Another", rounds=3)
    assert "Another" not in front
    assert "Another" in club.browser().get("/").text


def test_who_is_erased_is_gone_at_once(club: Club) -> None:
    assert "Fay Font" in club.browser().get("/t/club/entrants").text
    assert asyncio.run(club.store.erase_person("club", "e6"))
    assert "Fay Font" not in club.browser().get("/t/club/entrants").text


def test_a_page_is_made_again_after_a_while(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    made = counted(club.store, "events", monkeypatch)
    for moved in (0, FRESH_US - 1, 1):
        club.clock.time += moved
        assert club.browser().get("/t/club").status_code == 200
    assert len(made) == 2


def test_who_holds_a_link_is_shown_their_own_page(club: Club) -> None:
    asyncio.run(club.let_in("arbiter-token", "club"))
    theirs = club.client.get("/t/club").text
    public = club.browser().get("/t/club").text
    assert "/t/club/arbiter" in theirs
    assert "/t/club/arbiter" not in public
    assert club.client.get("/t/club").text == theirs
    assert "/t/club/arbiter" not in club.browser().get("/t/club").text


def test_a_choice_is_remembered_for_its_browser_alone(club: Club) -> None:
    for _ in range(2):
        assert "planilla_lang" in club.browser().get("/t/club?lang=es").headers["set-cookie"]


def test_a_head_is_answered_as_its_page(club: Club) -> None:
    for _ in range(2):
        assert club.browser().head("/t/club").status_code == 200
        assert club.browser().get("/t/club").status_code == 200


class Answers:
    """An application that sends answers of a given size, and counts them; `gate` holds it up."""

    def __init__(self, size: int, gate: asyncio.Event | None = None) -> None:
        self.made = 0
        self._size = size
        self._gate = gate

    async def __call__(self, _: Scope, __: Receive, send: Send) -> None:
        self.made += 1
        if self._gate is not None:
            await self._gate.wait()
        headers = [(b"cache-control", b"no-cache"), (b"etag", b'"7"')]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"x" * self._size, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


def scope_of(path: str, **headers: str) -> Scope:
    return {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }


async def receive() -> Any:
    return {"type": "http.request"}


async def send(_: Any) -> None: ...


NOW = SetClock().now()


def cache_of(bytes_max: int, clock: SetClock | None = None) -> PageCache:
    store = MemoryStore(clock=SetClock(), ids=CountedIds())
    return PageCache(store, clock or SetClock(), lambda _: True, bytes_max)


async def test_the_cache_holds_so_many_bytes_and_the_oldest_goes() -> None:
    cache, app = cache_of(25_000), Answers(10_000)
    for path in ("/t/a", "/t/b", "/t/a", "/t/c"):
        if await cache.answer(Request(scope_of(path)), NOW) is None:
            await cache.make(app, scope_of(path), receive, send)
    kept = [await cache.answer(Request(scope_of(f"/t/{name}")), NOW) is not None for name in "abc"]
    assert kept == [True, False, True]
    assert app.made == 3


async def test_a_page_that_is_too_long_is_not_kept() -> None:
    cache, app = cache_of(10 * PAGE_MAX), Answers(PAGE_MAX + 1)
    await cache.make(app, scope_of("/t/a"), receive, send)
    assert await cache.answer(Request(scope_of("/t/a")), NOW) is None


async def test_those_who_ask_meanwhile_wait_for_the_one_that_is_made() -> None:
    gate = asyncio.Event()
    cache, app = cache_of(100_000), Answers(10, gate)
    first = asyncio.create_task(cache.make(app, scope_of("/t/a"), receive, send))
    await asyncio.sleep(0)
    others = [asyncio.create_task(cache.answer(Request(scope_of("/t/a")), NOW)) for _ in range(9)]
    await asyncio.sleep(0)
    gate.set()
    await first
    assert all([await each is not None for each in others])
    assert app.made == 1


@pytest.mark.parametrize("size", [10, PAGE_MAX + 1], ids=["kept", "too long to be kept"])
async def test_nobody_waits_for_the_one_who_reads_slowly(size: int) -> None:
    cache, reads = cache_of(10 * PAGE_MAX), asyncio.Event()

    async def send_slowly(_: Any) -> None:
        await reads.wait()

    slow = asyncio.create_task(cache.make(Answers(size), scope_of("/t/a"), receive, send_slowly))
    for _ in range(9):
        await asyncio.sleep(0)
    another = asyncio.create_task(cache.answer(Request(scope_of("/t/a")), NOW))
    for _ in range(9):
        await asyncio.sleep(0)
    assert another.done()
    reads.set()
    await slow


async def test_a_page_is_held_against_what_was_recorded_before_it_was_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = MemoryStore(clock=SetClock(), ids=CountedIds())
    cache, marks, answered = PageCache(store, SetClock(), lambda _: True), ["1"], asyncio.Event()
    answered.set()

    async def mark(_: str) -> str:
        found = marks[-1]
        await answered.wait()
        return found

    monkeypatch.setattr(store, "mark", mark)
    await cache.make(Answers(10), scope_of("/t/a"), receive, send)
    answered.clear()
    before = asyncio.create_task(cache.answer(Request(scope_of("/t/a")), NOW))
    for _ in range(9):
        await asyncio.sleep(0)
    marks.append("2")  # recorded while the first one's question is under way
    after = [asyncio.create_task(cache.answer(Request(scope_of("/t/a")), NOW)) for _ in range(3)]
    for _ in range(9):
        await asyncio.sleep(0)
    answered.set()
    assert await before is not None
    assert await asyncio.gather(*after) == [None, None, None]


async def test_who_has_it_already_is_told_so() -> None:
    cache = cache_of(100_000)
    await cache.make(Answers(10), scope_of("/t/a"), receive, send)
    asked = Request(scope_of("/t/a", **{"if-none-match": 'W/"6", "7"'}))
    again = await cache.answer(asked, NOW)
    assert again is not None
    assert (again.status_code, again.headers["etag"], again.body) == (304, '"7"', b"")


async def test_a_crowd_is_content_with_what_was_made_since_it_asked() -> None:
    clock = SetClock()
    cache, asked_at = cache_of(100_000, clock), clock.now()
    await cache.make(Answers(10), scope_of("/t/a"), receive, send)
    clock.time += 10 * FRESH_US  # it waited in a queue
    assert await cache.answer(Request(scope_of("/t/a")), asked_at) is not None
    assert await cache.answer(Request(scope_of("/t/a")), asked_at + 1) is None


async def test_what_takes_longer_than_it_holds_serves_those_who_waited_for_it() -> None:
    clock, gate = SetClock(), asyncio.Event()
    cache, app = cache_of(100_000, clock), Answers(10, gate)
    first = asyncio.create_task(cache.make(app, scope_of("/t/a"), receive, send))
    while not app.made:  # noqa: ASYNC110 - nobody sets an event
        await asyncio.sleep(0)
    clock.time += 10 * FRESH_US
    other = asyncio.create_task(cache.answer(Request(scope_of("/t/a")), clock.now()))
    await asyncio.sleep(0)
    gate.set()
    await first
    assert await other is not None
    assert await cache.answer(Request(scope_of("/t/a")), clock.now()) is None


async def test_what_was_made_in_the_future_of_a_clock_that_was_put_back_is_made_again() -> None:
    clock = SetClock()
    cache = cache_of(100_000, clock)
    await cache.make(Answers(10), scope_of("/t/a"), receive, send)
    clock.time -= 1
    assert await cache.answer(Request(scope_of("/t/a")), clock.now()) is None


async def test_the_same_page_made_again_is_the_same_bytes() -> None:
    cache = cache_of(100_000)
    answers = []
    for _ in range(2):
        await cache.make(Answers(1_000), scope_of("/t/a"), receive, send)
        answers.append(await cache.answer(Request(scope_of("/t/a")), NOW))
    first, second = answers
    assert first is not None
    assert second is not None
    assert first.body is second.body


async def test_the_page_that_is_kept_is_the_one_that_is_sent() -> None:
    cache, sent = cache_of(100_000), list[bytes]()

    async def app(_: Scope, __: Receive, send: Send) -> None:
        headers = [(b"cache-control", b"no-cache")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"x" * 1_000})

    async def note(message: Any) -> None:
        sent.append(message.get("body"))

    await cache.make(app, scope_of("/t/a"), receive, note)
    kept = await cache.answer(Request(scope_of("/t/a")), NOW)
    assert kept is not None
    assert kept.body is sent[-1]


async def test_answers_are_dropped_when_they_serve_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("planilla.adapters.http.page_cache.KEPT_S", 0.0)
    clock = SetClock()
    cache = cache_of(100_000, clock)
    await cache.make(Answers(10), scope_of("/t/a"), receive, send)
    clock.time += 1
    await cache.make(Answers(10), scope_of("/t/a"), receive, send)
    await asyncio.sleep(0)
    async with asyncio.timeout(PATIENCE_S):
        while await cache.answer(Request(scope_of("/t/a")), NOW) is not None:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
