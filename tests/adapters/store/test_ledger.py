"""The ledger on both databases: races are seen, faults are named, nothing is written by halves."""

import time
from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from sqlalchemy import text
from sqlalchemy.exc import DataError

from patience import PATIENCE_S
from planilla.adapters.clock import SystemClock
from planilla.adapters.ids import RandomIds
from planilla.adapters.memory import CountedIds, MemoryLedger, SetClock
from planilla.adapters.store.engines import migrating_engine
from planilla.adapters.store.inspection import open_snapshot
from planilla.adapters.store.ledger import DatabaseLedger
from planilla.application.decisions import PendingCommand
from planilla.application.envelope import Answer, Submission
from planilla.application.handle import Handler, answered
from planilla.application.inspecting import KnownOutside, inspect
from planilla.application.ledger import EMPTY_HEAD, Appending
from planilla.application.ports import StoreUnavailable, VersionConflict
from planilla.application.recording import head_after, name_in
from planilla.audit.seal import GENESIS, seal
from planilla.domain.tournament.facts import encode
from planilla.domain.tournament.setup import TournamentCreated
from services import free_port
from stores import EVENING_VERSION, created, evening, result, submission


@pytest.fixture
def ledger(database_url: str) -> Iterator[DatabaseLedger]:
    opened = DatabaseLedger(database_url)
    yield opened
    opened.close()


@pytest.fixture
def other_node(database_url: str) -> Iterator[DatabaseLedger]:
    opened = DatabaseLedger(database_url)
    yield opened
    opened.close()


def handler(ledger: DatabaseLedger) -> Handler:
    return Handler(ledger, clock=SystemClock(), ids=RandomIds())


def wishes(at: Handler, *submissions: Submission) -> list[PendingCommand]:
    admitted = [at.admit(each) for each in submissions]
    return [wish for wish in admitted if isinstance(wish, PendingCommand)]


class Watched(MemoryLedger):
    """Keeps what was appended."""

    def append(self, appending: Appending) -> int:
        self.appended = appending
        return super().append(appending)


def begun() -> Appending:
    """What creating a tournament appends."""
    watched = Watched()
    at = Handler(watched, clock=SetClock(), ids=CountedIds())
    at.execute(wishes(at, replace(created(), command_id="begin")))
    return watched.appended


def test_a_stream_that_moved_is_a_conflict(
    ledger: DatabaseLedger, other_node: DatabaseLedger
) -> None:
    """Both nodes start from the same head; the one that appends second gets a conflict."""
    one, two = handler(ledger), handler(other_node)
    one.execute(wishes(one, *evening()))
    before = ledger.heads(["club"])["club"]
    two.execute(wishes(two, result("1.1", "1-0")))
    moved = begun()
    advance = replace(moved.streams[0], before=before)

    with pytest.raises(VersionConflict, match="another node"):
        ledger.append(replace(moved, streams=(advance,), answers=(), events=()))
    assert ledger.heads(["club"])["club"].version == EVENING_VERSION + 1


def test_a_stream_that_was_begun_meanwhile_is_a_conflict(ledger: DatabaseLedger) -> None:
    ledger.append(begun())
    with pytest.raises(VersionConflict):
        ledger.append(replace(begun(), answers=()))


def test_a_command_that_was_answered_meanwhile_is_a_conflict(ledger: DatabaseLedger) -> None:
    ledger.append(begun())
    with pytest.raises(VersionConflict):
        ledger.append(replace(begun(), streams=(), events=()))


def test_what_conflicts_leaves_nothing_behind(ledger: DatabaseLedger) -> None:
    """The events come last, and one with a version that is taken brings everything down."""
    ledger.append(begun())
    again = begun()
    first = replace(again.answers[0], command_id="second")
    with pytest.raises(VersionConflict, match=r"append-only|already exists"):
        ledger.append(replace(again, streams=(), answers=(first,)))
    assert ledger.answers([("club", "second")]) == {}
    assert ledger.append(replace(again, streams=(), events=(), answers=(first,))) == 1


def test_a_held_stream_is_appended_to_when_the_block_ends(ledger: DatabaseLedger) -> None:
    at = handler(ledger)
    at.execute(wishes(at, *evening()))
    with ledger.holding(["club"]):
        at._execute(wishes(at, result("1.1", "1-0")))
        assert ledger.heads(["club"])["club"].version == EVENING_VERSION
    assert ledger.heads(["club"])["club"].version == EVENING_VERSION + 1


@pytest.mark.service
@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_node_that_stops_in_the_middle_stops_the_others_for_a_second(
    ledger: DatabaseLedger, other_node: DatabaseLedger
) -> None:
    """It is cut off (`idle_in_transaction_session_timeout`), and nothing of it is written."""
    stopped, running = handler(ledger), handler(other_node)
    stopped.execute(wishes(stopped, *evening()))
    wish = wishes(running, result("1.1", "0-1"))

    def stop_while_holding() -> None:
        with ledger.holding(["club"]):
            stopped._execute(wishes(stopped, result("1.1", "1-0")))
            began = time.monotonic()
            while not submitted(running, wish):
                assert time.monotonic() - began < PATIENCE_S

    with pytest.raises(StoreUnavailable, match=r"idle-in-transaction|closed the connection"):
        stop_while_holding()
    assert [event.command_id for event in ledger.events("club", EVENING_VERSION)] == [
        wish[0].submission.command_id
    ]


def submitted(at: Handler, wish: list[PendingCommand]) -> bool:
    try:
        return answered(at.execute(wish)[0])[0].status == "done"
    except StoreUnavailable:  # its lock timeout passed
        return False


def test_after_a_conflict_a_node_decides_alone(
    ledger: DatabaseLedger, other_node: DatabaseLedger
) -> None:
    one, two = handler(ledger), handler(other_node)
    one.execute(wishes(one, *evening()))
    two.execute(wishes(two, result("1.1", "1-0")))
    answers, position = one.execute_alone(wishes(one, result("1.2", "1-0")))
    assert (answered(answers)[0].status, position) == ("done", EVENING_VERSION + 2)
    assert one.execute(wishes(one, result("1.3", "1-0")))[1] == EVENING_VERSION + 3


def test_a_block_that_fails_writes_nothing(ledger: DatabaseLedger) -> None:
    at = handler(ledger)

    def fail_late() -> None:
        with ledger.holding(["club"]):
            at._execute(wishes(at, created()))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_late()
    assert ledger.heads(["club"]) == {}


@pytest.mark.service
@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_value_that_no_column_takes_is_our_fault_not_the_store_s(
    ledger: DatabaseLedger,
) -> None:
    broken = begun()
    advance = replace(broken.streams[0], tournament="a\0b")
    with pytest.raises(DataError):
        ledger.append(replace(broken, streams=(advance,)))


def test_a_name_with_nul_from_another_log_is_kept_without_it(
    ledger: DatabaseLedger, database_url: str
) -> None:
    """And an inspection takes it for the name that the fact says."""
    foreign = begun()
    event = TournamentCreated(name="a\0b", system_name="round-robin", rounds_asked=0)
    created = replace(foreign.events[0], data=encode(event))
    created = replace(created, hash=seal(GENESIS, created))
    advance = replace(
        foreign.streams[0], name=name_in(event), head=head_after(EMPTY_HEAD, (created,))
    )
    ledger.append(replace(foreign, events=(created,), streams=(advance,)))
    with open_snapshot(database_url) as snapshot:
        assert inspect(snapshot, KnownOutside()).is_whole


@pytest.mark.service
@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_connection_that_was_cut_is_made_again(ledger: DatabaseLedger, database_url: str) -> None:
    at = handler(ledger)
    at.execute(wishes(at, *evening()))
    engine = migrating_engine(database_url)
    cut = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    with engine.begin() as connection:
        connection.execute(text(cut))
    engine.dispose()
    wish = wishes(at, result("1.1", "1-0"))

    with pytest.raises(StoreUnavailable):
        at.execute(wish)
    assert answered(at.execute(wish)[0])[0].status == "done"
    with pytest.raises(StoreUnavailable):  # the connection for look-ups was cut too
        ledger.heads(["club"])
    assert ledger.heads(["club"])["club"].version == EVENING_VERSION + 1


def test_a_server_that_is_not_there_is_unavailable() -> None:
    ledger = DatabaseLedger(f"postgresql://nobody@127.0.0.1:{free_port()}/none")
    with pytest.raises(StoreUnavailable):
        ledger.secret()
    ledger.close()


def test_an_event_that_is_not_there_has_no_id(ledger: DatabaseLedger) -> None:
    assert ledger.event_id("club", 1) is None


def test_the_secret_is_of_this_database(ledger: DatabaseLedger) -> None:
    assert len(ledger.secret()) == 32
    assert ledger.secret() == ledger.secret() != bytes(32)


def test_a_number_too_large_for_the_log_is_refused_before_it_waits(ledger: DatabaseLedger) -> None:
    """`known_at` is written to a column of 64 bits; what is no moment never comes so far."""
    at = handler(ledger)
    at.execute(wishes(at, *evening(), result("1.1", "1-0")))
    body = {"game": "1.1", "result": "0-1", "corrects": EVENING_VERSION + 1, "reason": "x"}
    late = submission("correct-result", {**body, "known_at": 10**30})
    refused = at.admit(late)
    assert isinstance(refused, Answer)
    assert (refused.status, refused.code) == ("malformed", "malformed")
