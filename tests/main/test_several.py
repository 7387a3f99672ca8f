"""Several processes for one port: started, replaced, given up and ended by another."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from dsl.several_servers import GIVEN_UP, NUMBER
from patience import PATIENCE_S

PROGRAM = Path(__file__).parents[1] / "dsl" / "several_servers.py"


@contextlib.contextmanager
def several(kind: str) -> Iterator["subprocess.Popen[str]"]:
    """The program as a process, whose error output is left out."""
    process = subprocess.Popen(
        [sys.executable, PROGRAM, kind],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate(timeout=PATIENCE_S)


def pids_of(process: "subprocess.Popen[str]", number: int) -> dict[int, int]:
    """The next so many processes that answer, by their place."""
    assert process.stdout is not None
    found: dict[int, int] = {}
    while len(found) < number:
        line = process.stdout.readline().split()
        assert line, "it has ended"
        if line != ["ready"]:
            found[int(line[0])] = int(line[1])
    return found


def is_gone(pid: int) -> bool:
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, 0)
            time.sleep(0.02)
            continue
        return True
    return False


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_all_of_them(number: signal.Signals) -> None:
    with several("lasting") as process:
        pids = pids_of(process, NUMBER)
        assert sorted(pids) == [0, 1, 2]
        process.send_signal(number)
        assert process.wait(PATIENCE_S) == 0
    assert all(is_gone(pid) for pid in pids.values())


def test_one_that_is_killed_is_replaced_and_the_others_stay() -> None:
    with several("lasting") as process:
        pids = pids_of(process, NUMBER)
        os.kill(pids[1], signal.SIGKILL)
        (again,) = pids_of(process, 1).items()
        assert again[0] == 1
        assert again[1] != pids[1]
        for pid in (pids[0], pids[2]):
            os.kill(pid, 0)


@pytest.mark.parametrize("kind", ["dying", "lame"])
def test_one_that_dies_at_once_again_and_again_ends_all(kind: str) -> None:
    with several(kind) as process:
        pids = {} if kind == "dying" else pids_of(process, NUMBER - 1)
        assert process.wait(PATIENCE_S) == GIVEN_UP
    assert all(is_gone(pid) for pid in pids.values())


def test_one_that_does_not_end_is_killed() -> None:
    with several("deaf") as process:
        pids = pids_of(process, NUMBER)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 0
    assert all(is_gone(pid) for pid in pids.values())
