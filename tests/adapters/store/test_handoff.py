"""Several processes on one SQLite file: one writes, the others hand over to it."""

import asyncio
import socket
import stat
import struct
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from patience import PATIENCE_S
from planilla.adapters.clock import SystemClock
from planilla.adapters.ids import RandomIds
from planilla.adapters.store import command_bus as desk_module
from planilla.adapters.store import handoff
from planilla.adapters.store.command_bus import BusResources, OpenCommandBus, open_command_bus
from planilla.adapters.store.engines import sqlite_path
from planilla.adapters.store.handoff import HandoffServer, hand_over
from planilla.adapters.store.wakes import GrowthSignal
from planilla.application.envelope import Answer, DryRunAnswer, Submission
from planilla.application.ports import StoreUnavailable
from planilla.domain.tournament.results import ResultRecorded
from planilla.domain.vocabulary import GameId
from stores import created, evening, flips, result

Opening = Callable[[], OpenCommandBus]


@pytest.fixture
def opening(sqlite_url: str) -> Iterator[Opening]:
    opened: list[OpenCommandBus] = []

    def open_one() -> OpenCommandBus:
        opened.append(
            open_command_bus(sqlite_url, BusResources(SystemClock(), RandomIds(), GrowthSignal()))
        )
        return opened[-1]

    yield open_one
    for bus in opened:
        bus.close()


def test_the_first_writes_and_the_second_hands_over(opening: Opening) -> None:
    first, second = opening(), opening()
    assert (first.writes, second.writes) == (True, False)
    first.submit_all(evening())

    handed = second.submit_all((result("1.1", "1-0"), result("1.1", "1-0")))

    assert [answer.status for answer in handed] == ["done", "already"]
    assert asyncio.run(second.submit(result("1.1", "0-1"))).code == "results-conflict"


def test_a_dry_run_that_is_handed_over_comes_back_with_its_events(opening: Opening) -> None:
    first, second = opening(), opening()
    first.submit_all(evening())
    wish = result("1.1", "1-0", dry_run=True, command_id="try")
    (foretold,) = second.submit_all((wish,))
    assert isinstance(foretold, DryRunAnswer)
    assert [each.event for each in foretold.foreseen] == [
        ResultRecorded(game=GameId("1.1"), result="1-0")
    ]


def test_when_the_first_closes_the_second_writes(opening: Opening) -> None:
    first, second = opening(), opening()
    first.submit_all(evening())
    first.close()

    assert second.submit_all([result("1.1", "1-0")])[0].status == "done"
    assert second.writes
    with pytest.raises(StoreUnavailable, match="closed"):
        first.submit_all([created("late")])


def test_many_hand_over_at_once(opening: Opening) -> None:
    first, second = opening(), opening()
    first.submit_all(evening())

    async def crowd() -> list[str]:
        wishes = [result("1.1", "1-0") for _ in range(20)]
        return [a.status for a in await asyncio.gather(*(second.submit(w) for w in wishes))]

    assert sorted(asyncio.run(crowd())) == ["already"] * 19 + ["done"]


def test_only_the_owner_may_open_the_socket(opening: Opening, sqlite_url: str) -> None:
    opening()
    path = sqlite_path(sqlite_url)
    for name in (".sock", ".lock"):
        mode = path.with_name(path.name + name).stat().st_mode
        assert stat.S_IMODE(mode) == 0o600


def test_a_holder_that_does_not_listen_is_waited_for_and_then_reported(
    opening: Opening, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk_module, "RETRY_LIMIT_S", 0.1)
    opening()
    second = opening()
    sqlite_path(sqlite_url).with_name("planilla.db.sock").unlink()
    with pytest.raises(StoreUnavailable, match="nobody writes"):
        second.submit_all([created()])


def test_a_desk_that_cannot_be_opened_keeps_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    for why in ("there is no file", "no such table"):
        with pytest.raises(StoreUnavailable, match=why):
            open_command_bus(
                f"sqlite:///{path}", BusResources(SystemClock(), RandomIds(), GrowthSignal())
            )
        path.touch()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / ("a long name " * 15) / "db.sock"
    path.parent.mkdir()
    path.touch()  # left behind by a process that was killed

    def submit(submission: Submission) -> Answer:
        if submission.tournament == "away":
            raise StoreUnavailable("the disk is full")
        return Answer(status="done", version=int(submission.command_id))

    listening = HandoffServer(path, submit)
    yield path
    listening.close()
    assert not path.exists()


def test_a_long_path_is_reached_too(server: Path) -> None:
    wishes = tuple(result("1.1", "1-0", command_id=str(number)) for number in range(3))
    assert [answer.version for answer in hand_over(server, wishes)] == [0, 1, 2]


def test_a_fault_of_the_store_comes_across(server: Path) -> None:
    with pytest.raises(StoreUnavailable, match="the disk is full"):
        hand_over(server, (created("away"),))


@pytest.fixture
def short_server() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "s"
        listening = HandoffServer(path, lambda _: Answer(status="done", version=1))
        yield path
        listening.close()


def exchange(path: Path, sent: bytes) -> bytes:
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(PATIENCE_S)
        client.connect(str(path))
        client.sendall(sent)
        client.shutdown(socket.SHUT_WR)
        received = b""
        while part := client.recv(4096):
            received += part
        return received


def test_a_frame_that_is_no_submission_is_answered_so(short_server: Path) -> None:
    frame = b'{"hello":1}'
    received = exchange(short_server, struct.pack(">I", len(frame)) + frame)
    assert b"speaks another version" in received


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"\0\0", id="a part of a length"),
        pytest.param(b"\0\0\0\5ab", id="a part of a frame"),
        pytest.param(b"\xff\xff\xff\xff", id="a frame too large"),
    ],
)
def test_a_broken_frame_ends_the_connection_and_no_more(short_server: Path, sent: bytes) -> None:
    assert exchange(short_server, sent) == b""
    assert hand_over(short_server, (created(),))[0].status == "done"


def test_closing_does_not_wait_for_the_next_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handoff, "LOOK_UP_S", 25.0)
    monkeypatch.chdir(tmp_path)
    listening = HandoffServer(Path("s"), lambda _: Answer(status="done", version=1))
    started = time.monotonic()
    listening.close()
    assert time.monotonic() - started < handoff.LOOK_UP_S / 2
    assert not Path("s").exists()


def test_a_server_that_goes_away_is_an_error_of_the_connection(tmp_path: Path) -> None:
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as listening:
        path = Path(folder) / "s"
        listening.bind(str(path))
        listening.listen()

        def hang_up() -> None:
            connection, _ = listening.accept()
            connection.recv(65536)
            connection.close()

        thread = threading.Thread(target=hang_up)
        thread.start()
        with pytest.raises(ConnectionResetError, match="went away"):
            hand_over(path, (created(),))
        thread.join()


def test_wishes_in_a_chain_are_handed_over_in_order(opening: Opening) -> None:
    first, second = opening(), opening()
    first.submit_all(evening())
    assert {answer.status for answer in second.submit_all(flips(30))} == {"done"}
