"""What it costs to tell thousands: processor time, memory and reconnections, beside peers.

Peers: a loop in C, the same in Python (the floor of ours), `websockets.broadcast` and npm `ws`,
each sending frames of the same length in a process of its own. Those whose tools are not installed
are left out.
"""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.request import urlopen

from bench.crowd import Reader
from bench.figures import Figure, Section, percentile
from bench.spectators import CHANNEL, ROOT
from bench.telling import BUILT, TOLD
from nodes.serving import Arbiter, Node, node_of, run_planilla
from services import free_port

PEERS = Path(__file__).parent / "fanout_peers"
NODE_MODULES = ROOT / "build" / "peers" / "node_modules"
TIMED = (sys.executable, "-m", "bench.telling")
PLAYERS = 240
PAUSE_S = 1.0
"""From one result to the next moment without one, and to the next result; that of the peers too."""
FRAMES = 20
PEER_FRAMES = 10
BYTES = 400
"""Length of the frames of the peers; those of ours are those of results."""
ROUNDS = 3
"""Times that the servers take turns; the least of each counts, since others use the machine."""
STUCK = 50
"""Clients that ask and do not read."""
QUESTIONS = 300
"""Each is answered with a snapshot of 18 kB: together more than the kernel takes."""
ASKED_EACH_S = 0.06
"""A client may ask 20 times in a second."""
RESULT_EACH = 40
"""Questions from one result to the next."""


def _hello(at: object = None) -> str:
    """The message that subscribes, from an offset if there is one."""
    wanted = {"channel": CHANNEL} | ({} if at is None else {"at": at})
    return json.dumps({"sub": wanted}, separators=(",", ":"))


HELLO = _hello()


class Crowd:
    """The sockets of `bench.crowd` in a process of their own."""

    def __init__(self, port: int, count: int, hello: str = "") -> None:
        arguments = [str(port), str(count), *([hello] if hello else ())]
        self.count = count
        self._process = _spoken_to([sys.executable, "-m", "bench.crowd", *arguments])
        assert _line(self._process) == "ready", "the crowd did not connect"

    def take(self, frames: int) -> tuple[int, int]:
        """Wait until everybody has so many more; when (ns), and all messages so far."""
        ended, messages = _asked(self._process, str(frames)).split()
        return int(ended), int(messages)

    def close(self) -> None:
        """End all connections."""
        self._process.kill()
        self._process.wait()


def measure(folder: Path, *, quick: bool) -> Section:
    """The section on many spectators."""
    counts = (40,) if quick else (1_000, 10_000)
    frames, rounds = (2, 1) if quick else (FRAMES, ROUNDS)
    figures: list[Figure] = []
    for count in counts:
        figures += _deliveries(folder / f"fanout-{count}", count, frames, rounds=rounds)
    figures.append(_stuck(folder / "stuck", count=2 if quick else STUCK))
    return Section(
        "Thousands who watch",
        f"The standings of {PLAYERS} players on one `planilla serve` (SQLite, synchronous=FULL), "
        f"a result posted by HTTP every {2 * PAUSE_S:.0f} s, {frames} in a turn; the crowd is "
        "another process. Processor time for each delivery: of the loop that sends, timed in the "
        f"server; and of the whole server process in the {PAUSE_S:.0f} s after a result, less that "
        "of as long a time without one. Peers, by their whole process: a loop of `send` in C and "
        f"in Python, `websockets.broadcast`, npm `ws`, a frame of {BYTES} bytes each "
        f"{PAUSE_S:.0f} s; the least of {rounds} turns each, in turn.",
        figures,
    )


def _deliveries(folder: Path, count: int, frames: int, *, rounds: int) -> Iterator[Figure]:
    c_loop, python_loop, broadcast, ws, sending, whole = [], [], [], [], [], []
    label = f"{count:,} sockets"
    peer_frames = min(frames, PEER_FRAMES)
    with _serving(folder) as (serving, arbiter, games):
        before = _resident_kb(serving.process.pid)
        begun = time.monotonic()
        crowd = Crowd(serving.port, count, HELLO)
        came_s = time.monotonic() - begun
        time.sleep(1)
        held_kb = (_resident_kb(serving.process.pid) - before) / count
        delays: list[float] = []
        for _ in range(rounds):
            told = _noted(serving)
            own, seen = _of_results(serving, arbiter, games, crowd, frames)
            sending.append(_of_each(_noted(serving)[len(told) :], count))
            whole.append(own)
            delays += seen
            c_loop += _of_peer(_c_loop(folder), count, peer_frames, "")
            python_loop += _of_peer([sys.executable, PEERS / "loop.py"], count, peer_frames, "")
            broadcast += _of_peer(
                [sys.executable, PEERS / "broadcast.py"], count, peer_frames, HELLO
            )
            ws += _of_peer(_npm_ws(), count, peer_frames, HELLO)
        crowd.close()
        back = [*_back_after_a_restart(folder, serving, count)]
    own = min(sending)
    yield Figure(f"a delivery, {label}", own, "µs")
    peers = (
        ("C loop", c_loop, "; at most 1.5"),
        ("Python loop", python_loop, ""),
        ("broadcast", broadcast, f"; at most {1 / 1.3:.2f}"),
        ("npm ws", ws, f"; at most {1 / 1.2:.2f}"),
    )
    for name, found, limit in peers:
        if found:
            least = min(found)
            note = f"ours {own / least:.2f} times{limit}"
            yield Figure(f"the same by {name}", least, "µs", note)
    yield Figure(f"all of a result, {label}", min(whole), "µs", "for each delivery")
    yield Figure(f"result to the last of {label}, p50", percentile(delays, 50), "ms")
    p99, limit_ms = percentile(delays, 99), 120 if count <= 1_000 else 600
    yield Figure(f"result to the last of {label}, p99", p99, "ms", f"limit {limit_ms}")
    note = "resident, after the snapshot; limit 26"
    yield Figure(f"memory of each of {label}", held_kb, "kB", note)
    yield Figure(f"{label} connected and subscribed in", came_s, "s", "limit 10")
    yield from back


def _back_after_a_restart(folder: Path, serving: Node, count: int) -> Iterator[Figure]:
    """The server is killed and started again, and everybody comes back at once."""
    with urlopen(f"{serving.address}/api/t/bench/views/standings") as answer:
        at = json.load(answer)["at"]
    for how, hello in (("from where they were", _hello(at)), ("with all rows", HELLO)):
        serving.kill()
        with node_of(_url(folder), folder, TIMED, PORT=str(serving.port)) as again:
            before = len(_noted(again, BUILT))
            begun = time.monotonic()
            crowd = Crowd(again.port, count, hello)
            came_s = time.monotonic() - begun
            built = len(_noted(again, BUILT)) - before
            crowd.close()
        note = f"limit 10; snapshots built: {built}, at most 1 for the channel"
        yield Figure(f"{count:,} back after a restart, {how}", came_s, "s", note)


def _url(folder: Path) -> str:
    return f"sqlite:///{folder / 'fanout.db'}"


@contextlib.contextmanager
def _serving(folder: Path) -> Iterator[tuple[Node, Arbiter, Iterator[str]]]:
    """A server with a round that is being played, its arbiter, and the open games."""
    folder.mkdir()
    run_planilla(_url(folder), folder, "migrate").check_returncode()
    with node_of(_url(folder), folder, TIMED) as serving, serving.arbiter() as arbiter:
        yield serving, arbiter, iter(arbiter.open_round("bench", PLAYERS))


def _of_results(
    serving: Node, arbiter: Arbiter, games: Iterator[str], crowd: Crowd, frames: int
) -> tuple[float, list[float]]:
    """Microseconds for each delivery, and for each result the time to its last frame, in ms.

    What as long a time without a result takes is left out: pings and heartbeats.
    """
    spent = messages = 0
    delays = []
    for _ in range(frames):
        begun = _so_far(serving, crowd)
        start = time.monotonic_ns()
        arbiter.record("bench", next(games))
        ended, _ = crowd.take(1)
        delays.append((ended - start) / 1e6)
        time.sleep(max(0.0, PAUSE_S - (time.monotonic_ns() - start) / 1e9))
        told = _so_far(serving, crowd)
        time.sleep(PAUSE_S)
        idle = _so_far(serving, crowd)
        spent += (told[0] - begun[0]) - (idle[0] - told[0])
        messages += (told[1] - begun[1]) - (idle[1] - told[1])
    return spent / 1000 / messages, delays


def _stuck(folder: Path, *, count: int) -> Figure:
    """Memory of each of many clients that ask for snapshots and do not read them."""
    with _serving(folder) as (serving, arbiter, games):
        clients = [Reader(serving.port, HELLO.encode()) for _ in range(count)]
        for client in clients:
            while not client.messages:
                client.drained()
        before = _resident_kb(serving.process.pid)
        for number in range(QUESTIONS):
            for client in clients:
                client.ask(HELLO.encode())
            if number % RESULT_EACH == 0:
                arbiter.record("bench", next(games))  # the snapshots are not all the same
            time.sleep(ASKED_EACH_S)
        held_kb = (_resident_kb(serving.process.pid) - before) / count
        answered = clients[0].drained() - 1
    assert answered < QUESTIONS, "nobody was stuck: the kernel has taken everything"
    return Figure(
        "memory of each stuck client",
        held_kb,
        "kB",
        f"limit 200; {count} clients; {answered} of {QUESTIONS} answers sent when one read again",
    )


def _noted(serving: Node, file: str = TOLD) -> list[str]:
    """What `bench.telling` has noted."""
    return (serving.data_dir / file).read_text(encoding="ascii").splitlines()


def _of_each(told: Sequence[str], count: int) -> float:
    """Microseconds for each delivery of the frames that all were told."""
    of_all = [ns for told_to, ns in (map(int, line.split()) for line in told) if told_to == count]
    return sum(of_all) / 1000 / count / len(of_all)


def _so_far(serving: Node, crowd: Crowd) -> tuple[int, int]:
    """Processor time of a server (ns) and messages of a crowd until now."""
    _, came = crowd.take(0)
    return _processor_ns(serving.process.pid), came


def _of_peer(program: Sequence[str | Path], count: int, frames: int, hello: str) -> list[float]:
    """The same of a peer; nothing where its tools are missing."""
    if not program:
        return []
    port = free_port()
    peer = _spoken_to([*map(str, program), str(port), str(count), str(BYTES)])
    try:
        assert _line(peer) == "listening", f"{program[0]} did not start"
        crowd = Crowd(port, count, hello)
        before = _processor_ns(peer.pid)
        for _ in range(frames):
            _asked(peer, "send")
            crowd.take(1)
        spent = _processor_ns(peer.pid) - before
        crowd.close()
    finally:
        peer.kill()
        peer.wait()
    return [spent / 1000 / (frames * count)]


def _c_loop(folder: Path) -> list[Path]:
    compiler = shutil.which("cc")
    program = folder / "loop"
    if compiler is None:
        return []
    subprocess.run([compiler, "-O2", "-o", program, PEERS / "loop.c"], check=True)
    return [program]


def _npm_ws() -> list[str | Path]:
    """The peer of Node.js, where `make peers` has installed its package."""
    return ["node", PEERS / "ws.cjs"] if (NODE_MODULES / "ws").is_dir() else []


def _spoken_to(program: Sequence[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        program,
        cwd=ROOT,
        env={**os.environ, "NODE_PATH": str(NODE_MODULES)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def _asked(process: subprocess.Popen[str], line: str) -> str:
    assert process.stdin is not None
    process.stdin.write(f"{line}\n")
    process.stdin.flush()
    return _line(process)


def _processor_ns(process: int) -> int:
    """Processor time of all threads of a process, in ns."""
    threads = Path(f"/proc/{process}/task").iterdir()
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads)


def _resident_kb(process: int) -> int:
    """Memory of a process, in kB."""
    status = Path(f"/proc/{process}/status").read_text()
    (line,) = (line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1])
