"""Chances of prizes are worked out by another process: nobody waits, and the event is the same."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from typing import Any

import pytest

from patience import PATIENCE_S
from planilla.adapters.clock import SystemClock
from planilla.adapters.ids import RandomIds
from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.adapters.store.database import Database
from planilla.adapters.store.writer import DEFERRALS_MAX
from planilla.application.envelope import Answer, Submission
from planilla.application.jobs import WorkerLost
from planilla.domain.tournament.prizes import PrizesShared
from stores import created, submission

SHARE = {"by": "chances"}
PLAN = {"currency": "EUR", "fund": 900, "groups": [{"prizes": [600, 300]}]}


class Held:
    """A worker that answers when it is told to, and keeps what it was asked."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Callable[[Any], Any], Any, Future[Any]]] = []
        self.asked = 0

    def ask(self, work: Callable[[Any], Any], given: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        self.waiting.append((work, given, future))
        self.asked += 1
        return future

    async def is_asked(self) -> None:
        """Wait until there is something to do."""
        async with asyncio.timeout(PATIENCE_S):
            while not self.waiting:  # noqa: ASYNC110 - it is asked by another thread
                await asyncio.sleep(0.001)

    async def answer(self) -> None:
        """Do what it is asked, now or as soon as it is."""
        await self.is_asked()
        for work, given, future in self._taken():
            future.set_result(work(given))

    async def lose(self) -> None:
        """Be lost over what it is asked."""
        await self.is_asked()
        for _, _, future in self._taken():
            future.set_exception(WorkerLost("gone"))

    def _taken(self) -> list[tuple[Callable[[Any], Any], Any, Future[Any]]]:
        taken, self.waiting = self.waiting, []
        return taken


@pytest.fixture
def worker() -> Held:
    return Held()


@pytest.fixture
async def database(sqlite_url: str, worker: Held) -> AsyncIterator[Database]:
    opened = Database(sqlite_url, clock=SystemClock(), ids=RandomIds(), worker=worker)
    async with opened as database:
        database.bus.submit_all(PLAYING)
        yield database


def playing() -> tuple[Submission, ...]:
    """Four players whose two games of the only round are open, and two prizes."""
    body = {"name": "Open", "system": "swiss-dutch-2026", "rounds": 1, "first_colour": "white"}
    entrants = [
        {"id": f"e{n}", "person": {"name": f"Player {n}"}, "rating": 2400 - n} for n in range(4)
    ]
    return (
        submission("create-tournament", body),
        submission("enter-entrants", {"entrants": entrants}),
        submission("announce-prizes", {"plan": PLAN}),
        submission("pair-round", {"round": 1}),
        submission("publish-pairings", {"round": 1}),
    )


PLAYING = playing()


def sharing(database: Database, **more: Any) -> asyncio.Task[Answer]:
    """The wish to share the prizes, handed in."""
    return asyncio.create_task(database.bus.submit(submission("share-prizes", SHARE, **more)))


def result(game: str) -> Submission:
    return submission("record-result", {"game": game, "result": "1-0"})


async def shared_in(database: Database) -> PrizesShared:
    event = (await database.log.events("club"))[-1].event
    assert isinstance(event, PrizesShared)
    return event


async def test_the_writer_goes_on_meanwhile(database: Database, worker: Held) -> None:
    wish = sharing(database)
    await worker.is_asked()
    other = await database.bus.submit(created("other"))
    assert (other.status, wish.done()) == ("done", False)
    await worker.answer()
    assert (await wish).events == ("PrizesShared",)
    assert worker.asked == 1


async def test_the_event_is_the_one_that_would_be_decided_on_the_spot(
    database: Database, worker: Held
) -> None:
    wish = sharing(database)
    await worker.answer()
    await wish
    here = MemoryStore(clock=SetClock(), ids=CountedIds())
    here.submit_all((*PLAYING, submission("share-prizes", SHARE)))
    assert await shared_in(database) == here.ledger.log[-1].event


async def test_after_a_result_of_the_same_tournament_the_chances_are_asked_for_anew(
    database: Database, worker: Held
) -> None:
    wish = sharing(database)
    await worker.is_asked()
    assert (await database.bus.submit(result("1.1"))).status == "done"
    await worker.answer()
    await worker.answer()
    assert (await wish).status == "done"
    shared = await shared_in(database)
    assert shared.chances is not None
    assert shared.chances.outcomes == 3  # one game is open


async def test_a_mended_name_leaves_the_chances_as_they_are(
    database: Database, worker: Held
) -> None:
    wish = sharing(database)
    await worker.is_asked()
    mended = {"entrant": "e2", "person": {"name": "Mended"}}
    await database.bus.submit(submission("correct-personal-data", mended))
    await worker.answer()
    await wish
    assert worker.asked == 1


async def test_a_preview_and_the_real_thing_have_it_worked_out_once(
    database: Database, worker: Held
) -> None:
    wishes = asyncio.gather(sharing(database, dry_run=True), sharing(database))
    await worker.is_asked()
    await database.bus.submit(created("other"))  # it is behind both
    await worker.answer()
    preview, shared = await wishes
    assert preview.events == shared.events == ("PrizesShared",)
    assert worker.asked == 1


async def test_what_is_refused_asks_for_nothing(database: Database, worker: Held) -> None:
    database.bus.submit_all((result("1.1"), result("1.2")))
    assert (await sharing(database)).code == "nothing-open"
    assert worker.asked == 0


async def test_a_lost_process_is_asked_again(
    database: Database, worker: Held, caplog: pytest.LogCaptureFixture
) -> None:
    wish = sharing(database)
    await worker.lose()
    await worker.answer()
    assert (await wish).status == "done"
    assert "calculated again" in caplog.text


async def test_when_none_lives_the_writer_works_it_out(database: Database, worker: Held) -> None:
    wish = sharing(database)
    for _ in range(DEFERRALS_MAX):
        await worker.lose()
    assert (await wish).status == "done"
    assert worker.asked == DEFERRALS_MAX
