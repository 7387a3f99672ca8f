"""Commands decided on cached states without a look-up: the append verifies what was presumed."""

from collections.abc import Iterable, Iterator, Mapping

import pytest
from msgspec.structs import replace

from planilla.adapters.clock import SystemClock
from planilla.adapters.ids import RandomIds
from planilla.adapters.memory import CountedIds, MemoryLedger, SetClock
from planilla.adapters.store.ledger import DatabaseLedger
from planilla.application.decisions import PendingCommand
from planilla.application.envelope import Answer, Submission
from planilla.application.handle import Handler, answered
from planilla.application.ledger import CommandKey, FirstAnswer, Ledger, StreamHead
from planilla.application.ports import VersionConflict
from stores import EVENING_VERSION, evening, result, submission


class LookUps(MemoryLedger):
    """Counts the questions about heads and answers."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    def answers(self, commands: Iterable[CommandKey]) -> Mapping[CommandKey, FirstAnswer]:
        self.asked += 1
        return super().answers(commands)

    def heads(self, tournaments: Iterable[str]) -> Mapping[str, StreamHead]:
        self.asked += 1
        return super().heads(tournaments)


def on_memory(ledger: MemoryLedger) -> Handler:
    return Handler(ledger, clock=SetClock(), ids=CountedIds())


def on_database(ledger: Ledger) -> Handler:
    return Handler(ledger, clock=SystemClock(), ids=RandomIds())


def execute(at: Handler, *submissions: Submission) -> tuple[Answer, ...]:
    admitted = (at.admit(each) for each in submissions)
    batch = [each for each in admitted if isinstance(each, PendingCommand)]
    return answered(at.execute(batch)[0])


def asked_by(ledger: LookUps, at: Handler, *submissions: Submission) -> int:
    before = ledger.asked
    execute(at, *submissions)
    return ledger.asked - before


def test_a_command_for_a_cached_tournament_asks_the_store_nothing() -> None:
    ledger = LookUps()
    at = on_memory(ledger)
    execute(at, *evening())
    refused, done = result("1.1", "nonsense"), result("1.1", "1-0")
    assert asked_by(ledger, at, refused, done) == 0
    assert asked_by(ledger, at, result("1.1", "0-1")) == 0
    assert len(ledger.log) == EVENING_VERSION + 1


def test_a_tournament_that_is_not_cached_is_looked_up() -> None:
    ledger = LookUps()
    execute(on_memory(ledger), *evening())
    assert asked_by(ledger, on_memory(ledger), result("1.1", "1-0")) == 2


def test_a_command_whose_answer_is_not_stored_is_looked_up() -> None:
    ledger = LookUps()
    at = on_memory(ledger)
    execute(at, *evening())
    assert asked_by(ledger, at, replace(result("1.1", "1-0"), dry_run=True)) == 2


@pytest.fixture
def one(database_url: str) -> Iterator[DatabaseLedger]:
    opened = DatabaseLedger(database_url)
    yield opened
    opened.close()


@pytest.fixture
def other(database_url: str) -> Iterator[DatabaseLedger]:
    opened = DatabaseLedger(database_url)
    yield opened
    opened.close()


def test_a_repeated_command_gets_its_first_answer(one: DatabaseLedger) -> None:
    at = on_database(one)
    execute(at, *evening())
    once = result("1.1", "1-0")
    first = execute(at, once)
    execute(at, submission("withdraw-result", {"game": "1.1"}))
    assert execute(at, once) == first
    assert execute(at, once, once) == first * 2
    assert execute(at, replace(once, body=b'{"game":"1.1","result":"0-1"}'))[0].code == (
        "command-id-reused"
    )
    assert one.heads(["club"])["club"].version == EVENING_VERSION + 2


def test_a_command_follows_what_another_node_has_appended(
    one: DatabaseLedger, other: DatabaseLedger
) -> None:
    here, there = on_database(one), on_database(other)
    execute(here, *evening())
    execute(there, result("1.1", "1-0"))
    assert execute(here, result("1.2", "1-0"))[0].version == EVENING_VERSION + 2
    assert execute(there, result("1.3", "1-0"))[0].version == EVENING_VERSION + 3


def test_nothing_is_refused_for_a_state_that_is_no_longer_so(
    one: DatabaseLedger, other: DatabaseLedger
) -> None:
    """The first result stood when the other node took it back."""
    here, there = on_database(one), on_database(other)
    execute(here, *evening(), result("1.1", "1-0"))
    execute(there, submission("withdraw-result", {"game": "1.1"}))
    (answer,) = execute(here, result("1.1", "0-1"))
    assert (answer.status, answer.version) == ("done", EVENING_VERSION + 3)


class Contested(LookUps):
    """Counts the appends that were in vain, too."""

    def __init__(self) -> None:
        super().__init__()
        self.in_vain = 0

    def append(self, appending: object) -> int:
        try:
            return super().append(appending)  # type: ignore[arg-type]
        except VersionConflict:
            self.in_vain += 1
            raise


def test_where_two_nodes_append_in_turn_each_looks_first() -> None:
    """One append is in vain on each node, until nobody else has appended meanwhile."""
    ledger = Contested()
    here, there = on_memory(ledger), on_memory(ledger)
    execute(here, *evening())
    for game in ("1.1", "1.2", "1.3"):
        execute(there, result(game, "1-0"))
        execute(here, submission("withdraw-result", {"game": game}))
    assert ledger.in_vain == 2
    assert asked_by(ledger, here, result("1.1", "1-0")) == 2
    assert asked_by(ledger, here, result("1.2", "1-0")) == 0
