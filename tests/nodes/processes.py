"""The processes of a server on this machine, as the kernel sees them (Linux)."""

import time
from collections.abc import Callable
from pathlib import Path

from nodes.serving import Node
from patience import PATIENCE_S

PROC = Path("/proc")
ESTABLISHED = "01"


def workers_of(node: Node) -> set[int]:
    """The processes that serve, started by the one that does not."""
    return {pid for pid in _children(node.process.pid) if "spawn_main" in _command(pid)}


def connections_of(pid: int, port: int) -> int:
    """Count the connections to a local port that a process has accepted."""
    own = set()
    for each in (PROC / str(pid) / "fd").iterdir():
        try:
            own.add(each.readlink().name)
        except FileNotFoundError:  # closed meanwhile
            continue
    rows = [line.split() for line in (PROC / "net" / "tcp").read_text().splitlines()[1:]]
    return sum(
        int(row[1].partition(":")[2], 16) == port
        and row[3] == ESTABLISHED
        and f"socket:[{row[9]}]" in own
        for row in rows
    )


def holder_of(lock: Path) -> int:
    """The process that holds the lock of a file."""
    inode = str(lock.stat().st_ino)
    (pid,) = {
        int(row[4])
        for row in (line.split() for line in (PROC / "locks").read_text().splitlines())
        if row[1] == "FLOCK" and row[5].rpartition(":")[2] == inode
    }
    return pid


def wait_until(is_so: Callable[[], bool], what: str) -> None:
    """Wait for an event of the system that tells nobody."""
    deadline = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < deadline, what
        time.sleep(0.05)


def _children(pid: int) -> set[int]:
    tasks = (PROC / str(pid) / "task").iterdir()
    return {int(child) for each in tasks for child in (each / "children").read_text().split()}


def _command(pid: int) -> str:
    try:
        return (PROC / str(pid) / "cmdline").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""
