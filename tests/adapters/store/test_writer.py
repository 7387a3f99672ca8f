"""The writer's thread: what it does when the ledger fails, and how it ends."""

import asyncio
import logging
import threading
from collections.abc import Callable, Iterator

import pytest

from patience import PATIENCE_S
from planilla.adapters.memory import CountedIds, MemoryLedger, SetClock
from planilla.adapters.store import writer as writer_module
from planilla.adapters.store.writer import Writer
from planilla.application.decisions import PendingCommand
from planilla.application.envelope import Answer, Submission
from planilla.application.handle import Handler
from planilla.application.ledger import Appending
from planilla.application.ports import StoreUnavailable, VersionConflict
from stores import created, evening, flips, submission


class FailingLedger(MemoryLedger):
    """Raises what `faults` answers for an appending, before writing anything."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: Callable[[Appending], Exception | None] = lambda _: None
        self.batches: list[int] = []

    def append(self, appending: Appending) -> int:
        fault = self.faults(appending)
        if fault is not None:
            raise fault
        self.batches.append(len(appending.answers))
        return super().append(appending)


class Gate:
    """Holds the writer in its appending, of `held` commands, until it is opened."""

    def __init__(self) -> None:
        self.held = 0
        self.reached = threading.Event()
        self.opened = threading.Event()

    def __call__(self, appending: Appending) -> None:
        self.held = self.held or len(appending.answers)
        self.reached.set()
        assert self.opened.wait(PATIENCE_S)


@pytest.fixture
def ledger() -> FailingLedger:
    return FailingLedger()


@pytest.fixture
def heads() -> list[int]:
    return []


@pytest.fixture
def writer(ledger: FailingLedger, heads: list[int]) -> Iterator[Writer]:
    handler = Handler(ledger, clock=SetClock(), ids=CountedIds())
    with Writer(handler, on_append=heads.append) as opened:
        yield opened


@pytest.fixture(autouse=True)
def _little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer_module, "RETRY_LIMIT_S", 0.2)
    monkeypatch.setattr(writer_module, "RETRY_INTERVAL_S", 0.001)


def once(fault: Exception) -> Callable[[Appending], Exception | None]:
    left = [fault]
    return lambda _: left.pop() if left else None


@pytest.mark.parametrize("fault", [VersionConflict("moved"), StoreUnavailable("away")])
def test_a_batch_that_lost_a_race_is_decided_again(
    writer: Writer, ledger: FailingLedger, fault: Exception
) -> None:
    ledger.faults = once(fault)
    assert [answer.status for answer in writer.submit_all([created()])] == ["done"]


def test_what_cannot_be_read_is_answered_in_its_place(writer: Writer) -> None:
    wishes = [created("a"), submission("castle"), created("b")]
    assert [answer.code for answer in writer.submit_all(wishes)] == ["", "no-such-command", ""]


@pytest.mark.parametrize("spare", [0, 1])
async def test_a_long_command_is_read_beside_the_loop(
    ledger: FailingLedger, monkeypatch: pytest.MonkeyPatch, spare: int
) -> None:
    """6,000 entries held the loop for a fifth of a second; a short command is read at once."""
    wish = created()
    monkeypatch.setattr(writer_module, "INLINE_BYTES_MAX", len(wish.body) - 1 + spare)
    read: list[threading.Thread] = []

    class Noting(Handler):
        def admit(self, submission: Submission) -> PendingCommand | Answer:
            read.append(threading.current_thread())
            return super().admit(submission)

    handler = Noting(ledger, clock=SetClock(), ids=CountedIds())
    with Writer(handler, on_append=lambda _: None) as writer:
        assert (await writer.submit(wish)).status == "done"
    assert [each is threading.current_thread() for each in read] == [bool(spare)]


def test_a_store_that_stays_away_is_reported_after_a_bounded_time(
    writer: Writer, ledger: FailingLedger
) -> None:
    ledger.faults = lambda _: StoreUnavailable("away")
    with pytest.raises(StoreUnavailable, match=r"gave up after 0.2 s: away"):
        writer.submit_all([created()])
    ledger.faults = lambda _: None
    assert writer.submit_all([created()])[0].status == "done"


def test_a_wish_that_cannot_be_written_fails_alone(
    writer: Writer, ledger: FailingLedger, caplog: pytest.LogCaptureFixture
) -> None:
    """As a number too large for a column would: found by the database, after deciding."""

    def poisoned(appending: Appending) -> Exception | None:
        bad = any(first.command_id == "poison" for first in appending.answers)
        return OverflowError("too large") if bad else None

    ledger.faults = poisoned
    good = [created(name) for name in "abc"]
    bad = submission(
        "create-tournament", {"name": "X", "rounds": 1}, tournament="x", command_id="poison"
    )

    async def together() -> list[str]:
        wishes = [good[0], bad, *good[1:]]
        answers = await asyncio.gather(*(writer.submit(wish) for wish in wishes))
        return [answer.code or answer.status for answer in answers]

    assert asyncio.run(together()) == ["done", "internal", "done", "done"]
    assert {"a", "b", "c"} == set(ledger.streams)
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
    assert caplog.records[0].getMessage() == "command poison was not recorded"


def test_what_waits_is_taken_together_up_to_a_bound(
    writer: Writer, ledger: FailingLedger, heads: list[int]
) -> None:
    writer.submit_all(evening())
    gate = ledger.faults = Gate()
    ledger.batches.clear()
    waiting = threading.Thread(target=asyncio.run, args=(writer.submit(created("first")),))
    waiting.start()
    assert gate.reached.wait(PATIENCE_S)
    rest = threading.Thread(target=writer.submit_all, args=(flips(300),))
    rest.start()
    while writer._queue.qsize() < 300:
        pass
    gate.opened.set()
    waiting.join()
    rest.join()

    assert ledger.batches == [1, 256, 44]
    assert heads[-1] == len(ledger.log)


def test_what_is_queued_when_it_closes_is_still_answered(ledger: FailingLedger) -> None:
    handler = Handler(ledger, clock=SetClock(), ids=CountedIds())
    writer = Writer(handler, on_append=lambda _: None)
    gate = ledger.faults = Gate()
    answers: list[str] = []

    async def together() -> None:
        wishes = [*evening(), *flips(300)]
        given = await asyncio.gather(*(writer.submit(wish) for wish in wishes))
        answers.extend(answer.status for answer in given)

    submitting = threading.Thread(target=asyncio.run, args=(together(),))
    submitting.start()
    assert gate.reached.wait(PATIENCE_S)
    while gate.held + writer._queue.qsize() < 305:  # all are in the queue, or taken from it
        pass
    closing = threading.Thread(target=writer.close)
    closing.start()
    gate.opened.set()
    submitting.join()
    closing.join()

    assert answers == ["done"] * 305
    writer.close()
    with pytest.raises(StoreUnavailable, match="closing"):
        writer.submit_all([created("late")])


def test_who_comes_between_the_end_and_the_closing_is_turned_away(ledger: FailingLedger) -> None:
    handler = Handler(ledger, clock=SetClock(), ids=CountedIds())
    writer = Writer(handler, on_append=lambda _: None)
    writer.close()
    writer._closed = False  # as it was when the late one looked
    with pytest.raises(StoreUnavailable, match="closing"):
        asyncio.run(writer.submit(created("late")))


class Appenders:
    """Notes the thread of each append."""

    def __init__(self) -> None:
        self.threads: list[threading.Thread] = []

    def __call__(self, _: int) -> None:
        self.threads.append(threading.current_thread())


@pytest.fixture
def appenders() -> Appenders:
    return Appenders()


@pytest.fixture
def observed(ledger: FailingLedger, appenders: Appenders) -> Iterator[Writer]:
    handler = Handler(ledger, clock=SetClock(), ids=CountedIds())
    with Writer(handler, on_append=appenders) as opened:
        yield opened


def test_a_caller_without_a_loop_decides_its_own_commands(
    observed: Writer, ledger: FailingLedger, appenders: Appenders
) -> None:
    observed.submit_all([*evening(), *flips(300)])
    assert ledger.batches == [256, 49]
    assert appenders.threads == [threading.current_thread()] * 2


async def test_the_commands_of_a_loop_are_decided_beside_it(
    observed: Writer, appenders: Appenders
) -> None:
    await observed.submit(created())
    assert [each.name for each in appenders.threads] == ["planilla-writer"]


@pytest.mark.parametrize("queued", [0, 1])
def test_a_caller_queues_its_commands_while_another_decides(
    observed: Writer, ledger: FailingLedger, appenders: Appenders, queued: int
) -> None:
    """Also while others are in the queue already."""
    gate = ledger.faults = Gate()
    held = [
        threading.Thread(target=asyncio.run, args=(observed.submit(created(f"held{n}")),))
        for n in range(1 + queued)
    ]
    held[0].start()
    assert gate.reached.wait(PATIENCE_S)
    for each in held[1:]:
        each.start()
    while observed._queue.qsize() < queued:
        pass
    waiting = threading.Thread(target=observed.submit_all, args=([created("waiting")],))
    waiting.start()
    while observed._queue.qsize() < queued + 1:
        pass
    gate.opened.set()
    for each in (*held, waiting):
        each.join()
    assert {each.name for each in appenders.threads} == {"planilla-writer"}
    names = [f"held{n}" for n in range(1 + queued)]
    assert list(ledger.streams) == [*names, "waiting"]


def test_closing_waits_for_a_caller_that_decides(observed: Writer, ledger: FailingLedger) -> None:
    gate = ledger.faults = Gate()
    answers: list[str] = []

    def submit() -> None:
        answers.extend(each.status for each in observed.submit_all([*evening(), *flips(300)]))

    submitting = threading.Thread(target=submit)
    submitting.start()
    assert gate.reached.wait(PATIENCE_S)
    closing = threading.Thread(target=observed.close)
    closing.start()
    while not observed._closed:
        pass
    assert observed._thread.is_alive()
    assert closing.is_alive()
    gate.opened.set()
    submitting.join()
    closing.join()
    assert answers == ["done"] * 305


def test_a_full_queue_turns_away(ledger: FailingLedger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer_module, "QUEUE_MAX", 1)
    handler = Handler(ledger, clock=SetClock(), ids=CountedIds())
    gate = ledger.faults = Gate()

    async def crowd(writer: Writer) -> list[object]:
        asking = [asyncio.ensure_future(writer.submit(created(f"t{n}"))) for n in range(8)]
        await asyncio.sleep(0.05)
        gate.opened.set()
        return list(await asyncio.gather(*asking, return_exceptions=True))

    with Writer(handler, on_append=lambda _: None) as opened:
        outcomes = asyncio.run(crowd(opened))

    turned_away = [outcome for outcome in outcomes if isinstance(outcome, StoreUnavailable)]
    assert 1 <= len(turned_away) < 8
    assert len(ledger.streams) == 8 - len(turned_away)


def test_a_list_waits_while_the_queue_is_full(
    writer: Writer, ledger: FailingLedger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer_module, "QUEUE_MAX", 1)
    monkeypatch.setattr(writer_module, "RETRY_LIMIT_S", PATIENCE_S)
    gate = ledger.faults = Gate()
    held = threading.Thread(target=asyncio.run, args=(writer.submit(created("held")),))
    held.start()
    assert gate.reached.wait(PATIENCE_S)
    answers: list[str] = []

    def submit() -> None:
        wishes = [created(f"t{n}") for n in range(20)]
        answers.extend(answer.status for answer in writer.submit_all(wishes))

    submitting = threading.Thread(target=submit)
    submitting.start()
    while not writer._queue.qsize():
        pass
    gate.opened.set()
    held.join()
    submitting.join()
    assert answers == ["done"] * 20


def test_who_asked_and_went_away_hurts_nobody(writer: Writer, ledger: FailingLedger) -> None:
    gate = ledger.faults = Gate()

    async def leave_early() -> str:
        gone = asyncio.ensure_future(writer.submit(created("gone")))
        stays = asyncio.ensure_future(writer.submit(created("stays")))
        await asyncio.sleep(0.01)
        gone.cancel()
        gate.opened.set()
        return (await stays).status

    assert asyncio.run(leave_early()) == "done"
    assert set(ledger.streams) == {"gone", "stays"}


def test_a_loop_that_is_closed_is_passed_over(writer: Writer, ledger: FailingLedger) -> None:
    gate = ledger.faults = Gate()

    async def leave() -> None:
        asking = asyncio.ensure_future(writer.submit(created("gone")))
        await asyncio.sleep(0.01)
        asking.cancel()

    asyncio.run(leave())
    gate.opened.set()
    assert writer.submit_all([created("next")])[0].status == "done"


def test_the_store_s_fault_reaches_those_who_await(writer: Writer, ledger: FailingLedger) -> None:
    ledger.faults = lambda _: StoreUnavailable("away")

    async def ask() -> None:
        await writer.submit(created())

    with pytest.raises(StoreUnavailable):
        asyncio.run(ask())
