"""Big rounds are paired by another process: nobody waits, and the event is the same."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path

import httpx2
import pytest
from starlette.applications import Starlette

from dsl.slow_pairing import NAME, WORK_S, paired_in, register, slow
from dsl.web_club import WEB
from patience import PATIENCE_S
from planilla.adapters.clock import SystemClock
from planilla.adapters.http.app import build
from planilla.adapters.http.site import Site
from planilla.adapters.ids import RandomIds
from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.adapters.store.database import Database
from planilla.adapters.workers import WorkerProcess
from planilla.application.decisions import PAIRED_AT_ONCE_MAX
from planilla.application.envelope import Answer, Submission
from planilla.domain.pairing import SYSTEMS
from planilla.domain.tournament.drafting import RoundPaired
from stores import created, submission

BIG = PAIRED_AT_ONCE_MAX + 4
BEGUN = BIG + 2
"""The version of a big tournament before its first round: created, entered, numbered."""


@pytest.fixture(scope="module")
def diary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("diary") / "paired-in"
    path.touch()
    return path


@pytest.fixture(scope="module")
def worker(diary: Path) -> Iterator[WorkerProcess]:
    with WorkerProcess(begin=partial(register, diary)) as process:
        yield process


@pytest.fixture(autouse=True)
def _slow(monkeypatch: pytest.MonkeyPatch, diary: Path) -> None:
    monkeypatch.setitem(SYSTEMS, NAME, slow(diary))
    diary.write_text("")


@pytest.fixture
async def database(sqlite_url: str, worker: WorkerProcess) -> AsyncIterator[Database]:
    async with opened(sqlite_url, worker) as database:
        yield database


@pytest.fixture
async def each_database(database_url: str, worker: WorkerProcess) -> AsyncIterator[Database]:
    async with opened(database_url, worker) as database:
        yield database


def opened(url: str, worker: WorkerProcess) -> Database:
    return Database(url, clock=SystemClock(), ids=RandomIds(), worker=worker)


def begun(size: int = BIG, tournament: str = "club") -> tuple[Submission, ...]:
    """A tournament of the slow system with everybody numbered."""
    body = {"name": "Open", "system": NAME, "rounds": 3, "first_colour": "white"}
    entrants = [
        {"id": f"e{n}", "person": {"name": f"Player {n}"}, "rating": 2400 - n} for n in range(size)
    ]
    return (
        submission("create-tournament", body, tournament=tournament),
        submission("enter-entrants", {"entrants": entrants}, tournament=tournament),
        submission("assign-numbers", {}, tournament=tournament),
    )


PAIR = {"round": 1}


async def under_way(diary: Path, count: int = 1) -> None:
    """Wait until so many pairings were begun."""
    async with asyncio.timeout(PATIENCE_S):
        while len(paired_in(diary)) < count:  # noqa: ASYNC110 - it is another process
            await asyncio.sleep(0.01)


async def draft_in(database: Database) -> RoundPaired:
    event = (await database.log.events("club"))[-1].event
    assert isinstance(event, RoundPaired)
    return event


async def test_the_writer_goes_on_while_another_process_pairs(
    each_database: Database, diary: Path
) -> None:
    each_database.bus.submit_all(begun())
    pairing = asyncio.create_task(each_database.bus.submit(submission("pair-round", PAIR)))
    await under_way(diary)
    other = await each_database.bus.submit(created("other"))
    assert (other.status, pairing.done()) == ("done", False)
    assert (await pairing).events == ("RoundPaired",)
    assert os.getpid() not in paired_in(diary)


async def test_the_event_is_the_one_that_would_be_decided_on_the_spot(
    database: Database,
) -> None:
    database.bus.submit_all(begun())
    await database.bus.submit(submission("pair-round", PAIR))
    here = MemoryStore(clock=SetClock(), ids=CountedIds())
    here.submit_all((*begun(), submission("pair-round", PAIR)))
    assert await draft_in(database) == here.ledger.log[-1].event


async def test_a_withdrawal_meanwhile_has_the_round_paired_again(
    each_database: Database, diary: Path
) -> None:
    each_database.bus.submit_all(begun())
    pairing = asyncio.create_task(each_database.bus.submit(submission("pair-round", PAIR)))
    await under_way(diary)
    leaving = [submission("withdraw-entrant", {"entrant": entrant}) for entrant in ("e0", "e1")]
    await asyncio.gather(*map(each_database.bus.submit, leaving))
    assert (await pairing).status == "done"
    draft = await draft_in(each_database)
    assert {draft.games[0].white, draft.games[0].black} == {"e2", "e3"}
    assert len(paired_in(diary)) == 2


async def test_what_does_not_matter_to_the_pairing_has_nothing_paired_again(
    database: Database, diary: Path
) -> None:
    database.bus.submit_all(begun())
    pairing = asyncio.create_task(database.bus.submit(submission("pair-round", PAIR)))
    await under_way(diary)
    mended = {"entrant": "e7", "person": {"name": "Mended"}}
    await database.bus.submit(submission("correct-personal-data", mended))
    assert (await pairing).version == BEGUN + 2
    assert len(paired_in(diary)) == 1


async def test_two_wishes_for_one_round_are_paired_once_and_make_one_draft(
    database: Database, diary: Path
) -> None:
    database.bus.submit_all(begun())
    answers = await asyncio.gather(
        *(database.bus.submit(submission("pair-round", PAIR)) for _ in range(2))
    )
    assert sorted(answer.code for answer in answers) == ["", "round-already-paired"]
    assert len(paired_in(diary)) == 1


async def test_a_round_that_cannot_be_paired_is_refused_without_pairing(
    database: Database, diary: Path
) -> None:
    database.bus.submit_all(begun())
    answer = await database.bus.submit(submission("pair-round", {"round": 2}))
    assert (answer.code, paired_in(diary)) == ("round-not-paired", [])


async def test_a_small_round_is_paired_where_it_is_decided(database: Database, diary: Path) -> None:
    database.bus.submit_all(begun(PAIRED_AT_ONCE_MAX))
    await database.bus.submit(submission("pair-round", PAIR))
    assert paired_in(diary) == [os.getpid()]


async def test_several_commands_at_once_are_decided_one_after_another(
    database: Database, diary: Path
) -> None:
    answers = database.bus.submit_all(
        (*begun(), submission("pair-round", PAIR), submission("publish-pairings", PAIR))
    )
    assert [answer.status for answer in answers] == ["done"] * 5
    assert paired_in(diary) == [os.getpid()]


async def test_one_command_without_an_event_loop_waits_too(database: Database, diary: Path) -> None:
    database.bus.submit_all(begun())
    (answer,) = database.bus.submit_all((submission("pair-round", PAIR),))
    assert answer.status == "done"
    assert os.getpid() not in paired_in(diary)


async def test_a_preview_of_a_big_round_is_paired_elsewhere_and_not_recorded(
    database: Database, diary: Path
) -> None:
    database.bus.submit_all(begun())
    answer = await database.bus.submit(submission("pair-round", PAIR, dry_run=True))
    assert answer.events == ("RoundPaired",)
    assert os.getpid() not in paired_in(diary)
    assert await database.log.head("club") == BEGUN


async def test_a_lost_process_is_replaced(
    database: Database, worker: WorkerProcess, diary: Path
) -> None:
    database.bus.submit_all(begun())
    pairing = asyncio.create_task(database.bus.submit(submission("pair-round", PAIR)))
    await under_way(diary)
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGKILL)
    assert (await pairing).status == "done"
    first, second = paired_in(diary)
    assert os.getpid() not in {first, second}
    assert first != second


async def test_when_no_process_lives_the_round_is_paired_where_it_is_decided(
    sqlite_url: str, diary: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with WorkerProcess() as closed:
        closed.close()
        async with opened(sqlite_url, closed) as database:
            database.bus.submit_all(begun())
            answer = await database.bus.submit(submission("pair-round", PAIR))
    assert answer.status == "done"
    assert paired_in(diary) == [os.getpid()]
    assert "calculated again" in caplog.text


async def test_who_waits_for_a_pairing_is_answered_when_the_desk_closes(
    sqlite_url: str, worker: WorkerProcess, diary: Path
) -> None:
    async with opened(sqlite_url, worker) as database:
        database.bus.submit_all(begun())
        pairing = asyncio.create_task(database.bus.submit(submission("pair-round", PAIR)))
        await under_way(diary)
    answer: Answer = await pairing
    assert answer.events == ("RoundPaired",)
    assert len(paired_in(diary)) == 1


async def test_pages_are_served_while_a_big_round_is_paired(
    sqlite_url: str, worker: WorkerProcess, diary: Path
) -> None:
    async with opened(sqlite_url, worker) as database:
        database.bus.submit_all(begun())
        site = Site(
            bus=database.bus,
            log=database.log,
            grants=database.grants,
            ids=RandomIds(),
            clock=SystemClock(),
            web_dir=WEB,
            public_url="http://club.test",
        )
        pages = httpx2.ASGITransport(app=Starlette(routes=list(build(site).routes)))
        pairing = asyncio.create_task(database.bus.submit(submission("pair-round", PAIR)))
        await under_way(diary)
        answered = 0
        async with httpx2.AsyncClient(transport=pages, base_url="http://club.test") as client:
            while not pairing.done():
                assert (await client.get("/healthz")).status_code == 200
                answered += 1
    # One process on one core has half of the time; each answer takes a few milliseconds.
    assert answered >= 10 * WORK_S
