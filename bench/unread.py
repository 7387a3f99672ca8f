"""Clients who ask for pages and read nothing: the memory of the server meanwhile and afterwards.

`python -m bench.unread` prints the table alone.
"""

import asyncio
import os
import select
import socket
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent / "tests"))  # its servers

from bench import impact
from bench.figures import Figure, Section, as_text
from bench.hostile import memory_of
from nodes.serving import Node, node, run_planilla

PLAYERS, ROUNDS, CLIENTS = 500, 9, 300
PAGES = ("/cross", "/elo")
"""The longest pages of an open: about a megabyte each where nothing is compressed."""
RECEIVE_BUFFER, SEGMENT = 4096, 1400
"""Bytes that a client's system takes, and of a packet: by itself the loopback takes megabytes."""
BEGUN_S = 300.0
"""Seconds within which every client must have the beginning of its answer."""
CLOSED_S = 40.0
"""Seconds after which the server has closed the unread answers and released their memory."""
KEPT_MB, PEAK_MB = 15, 60


def measure(folder: Path, *, quick: bool) -> Section:
    """The section on answers that nobody reads."""
    players, rounds, clients = (20, 2, 10) if quick else (PLAYERS, ROUNDS, CLIENTS)
    url = f"sqlite:///{folder / 'unread.db'}"
    run_planilla(url, folder, "migrate").check_returncode()
    asyncio.run(impact.played(url, players, rounds))
    figures = []
    for name, is_same in (("one page", True), ("pages of their own", False)):
        with node(url, folder) as serving:
            figures += [
                Figure(f"{name}: {figure.what}", *figure[1:])
                for figure in _measured(serving, clients, is_same=is_same, quick=quick)
            ]
    return Section(
        "Pages that nobody reads",
        f"{clients} clients ask one `planilla serve` (SQLite) for long pages of an open of "
        f"{players} players and {rounds} rounds and read nothing of the answers, uncompressed; "
        "first all the same two pages, then each one of its own. Their systems take as little as "
        "those of phones on a network. The memory of the server over that after both pages were "
        "served a few times: at most, "
        f"{CLOSED_S:.0f} s after the last answer began, and {CLOSED_S:.0f} s after the clients "
        "have gone.",
        figures,
    )


def _measured(serving: Node, clients: int, *, is_same: bool, quick: bool) -> list[Figure]:
    closed_s = 0.1 if quick else CLOSED_S
    for _ in range(3):
        for page in PAGES:
            with _asked(serving, page) as reading:
                _read(reading)
    time.sleep(closed_s)
    before = memory_of(serving)
    Path(f"/proc/{serving.process.pid}/clear_refs").write_text("5", encoding="ascii")
    unread = [
        _asked(serving, PAGES[number % len(PAGES)] + ("" if is_same else f"?n={number}"))
        for number in range(clients)
    ]
    try:
        _wait_until_begun(unread)
        time.sleep(closed_s)
        held, peak = memory_of(serving), memory_of(serving, "VmHWM")
    finally:
        for each in unread:
            each.close()
    time.sleep(closed_s)
    after = memory_of(serving)
    return [
        Figure("most", peak - before, "MB", f"limit {PEAK_MB}; {before:.0f} before"),
        Figure("still connected", held - before, "MB"),
        Figure("afterwards", after - before, "MB", f"limit {KEPT_MB}"),
    ]


def _asked(serving: Node, page: str) -> socket.socket:
    """A connection that a page was asked for on."""
    asking = socket.socket()
    asking.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
    asking.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SEGMENT)
    asking.connect(("127.0.0.1", serving.port))
    head = f"GET /t/{impact.TOURNAMENT}{page} HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n"
    asking.sendall(head.encode())
    return asking


def _read(asking: socket.socket) -> None:
    while asking.recv(65_536):
        pass


def _wait_until_begun(unread: list[socket.socket]) -> None:
    """Wait until something has come on every connection."""
    looking = select.poll()
    for each in unread:
        looking.register(each, select.POLLIN)
    until = time.monotonic() + BEGUN_S
    while len(looking.poll(0)) < len(unread):
        assert time.monotonic() < until, "pages are not answered"
        time.sleep(0.1)


def main() -> None:
    """Measure this alone."""
    with tempfile.TemporaryDirectory(prefix="planilla-bench-") as folder:
        section = measure(Path(folder), quick=False)
    sys.stdout.write(as_text([section]) + f"\nload average {os.getloadavg()[0]:.1f}\n")


if __name__ == "__main__":
    main()
