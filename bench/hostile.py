"""One anonymous client against a server that others read: they wait at most 200 ms at p99.

`python -m bench.hostile [ATTACK …]` prints the table of these attacks alone.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

sys.path.append(str(Path(__file__).parent.parent / "tests"))  # its servers

from bench.attacking import ATTACKS, SOURCE
from bench.figures import Figure, Section, as_text, percentile
from nodes.serving import Arbiter, Node, node, run_planilla

PLAYERS, ROUNDS = 200, 4
EVERY_S = 0.05
"""Seconds between two requests of another client for a page."""
GIVEN_UP_S = 60.0
STARTED_S = 0.5
"""Seconds between the start of the attacking process and the first measured request."""
SETTLED_S = 3.0
"""Seconds between the end of an attack and the last reading of the memory."""
LIMIT_MS = 200
ELSEWHERE = "127.0.0.1"
ROOT = Path(__file__).parent.parent


class Seen(NamedTuple):
    """The effect of an attack: response times of other clients, in ms, and memory, in MB."""

    elsewhere: list[float]
    at_its_address: list[float]
    refused: int
    before: float
    peak: float
    after: float
    cpu_s: float
    answers: dict[str, int]


def measure(folder: Path, *, quick: bool, attacks: Sequence[str] = tuple(ATTACKS)) -> Section:
    """The section on one anonymous client that means harm."""
    seconds, players = (0.5, 20) if quick else (10.0, PLAYERS)
    url = f"sqlite:///{folder / 'hostile.db'}"
    run_planilla(url, folder, "migrate").check_returncode()
    figures = []
    with node(url, folder) as serving, serving.arbiter() as arbiter:
        _play(arbiter, players, 1 if quick else ROUNDS)
        asyncio.run(_others(serving.port, 2 * seconds, ELSEWHERE))  # everything is in memory
        for attack in attacks:
            seen = _under(serving, attack, seconds)
            figures += _figures(attack, seen)
    return Section(
        "One anonymous client",
        f"`planilla serve` (SQLite) with an open of {players} players. A process of its own sends "
        f"hostile requests for {seconds:.0f} s as fast as they are answered; meanwhile somebody "
        f"else asks for the standings every {1000 * EVERY_S:.0f} ms, from another address and from "
        "that of the attack. From the moment at which the request is due to the last byte of its "
        f"answer. Processor and memory are those of the server, memory {SETTLED_S:.0f} s "
        "after the attack less before it.",
        figures,
    )


def _figures(attack: str, seen: Seen) -> list[Figure]:
    answers = ", ".join(f"{number}× {status}" for status, number in sorted(seen.answers.items()))
    return [
        Figure(f"{attack}: others, p99", percentile(seen.elsewhere, 99), "ms", f"limit {LIMIT_MS}"),
        Figure(
            f"{attack}: same address, p99",
            percentile(seen.at_its_address, 99),
            "ms",
            f"{seen.refused} refused; the attack: {answers}",
        ),
        Figure(f"{attack}: processor", seen.cpu_s, "CPU s", "of the server, all its threads"),
        Figure(
            f"{attack}: memory after",
            seen.after - seen.before,
            "MB",
            f"at most {seen.peak - seen.before:.0f} MB more meanwhile",
        ),
    ]


def _play(arbiter: Arbiter, players: int, rounds: int) -> None:
    """An open of some rounds, half of the games drawn, with one correction."""
    arbiter.open_round("bench", players)
    for number in range(1, rounds + 1):
        if number > 1:
            arbiter.do("bench", "pair-round", {"round": number})
            arbiter.do("bench", "publish-pairings", {"round": number})
        for board in range(1, players // 2 + 1):
            arbiter.record("bench", f"{number}.{board}", "1-0" if board % 2 else "½-½")
        arbiter.do("bench", "close-round", {"round": number})


def _under(serving: Node, attack: str, seconds: float) -> Seen:
    """Run an attack; return its effect on other clients and on the server."""
    before, cpu_s = memory_of(serving), cpu_of(serving)
    Path(f"/proc/{serving.process.pid}/clear_refs").write_text("5", encoding="ascii")
    command = [sys.executable, "-m", "bench.attacking", attack, str(serving.port), str(seconds)]
    attacking = subprocess.Popen(
        [*command, serving.token], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    try:
        time.sleep(STARTED_S)
        (elsewhere, lost), (near, lost_near) = asyncio.run(_both(serving.port, seconds))
        said, _ = attacking.communicate(timeout=2 * GIVEN_UP_S)
    finally:
        attacking.kill()
        attacking.wait()
    time.sleep(SETTLED_S)
    return Seen(
        elsewhere=elsewhere,
        at_its_address=near,
        refused=lost + lost_near,
        before=before,
        peak=memory_of(serving, "VmHWM"),
        after=memory_of(serving),
        cpu_s=cpu_of(serving) - cpu_s,
        answers=json.loads(said),
    )


def cpu_of(serving: Node) -> float:
    """The processor time of the server until now, in seconds."""
    fields = Path(f"/proc/{serving.process.pid}/stat").read_text(encoding="ascii")
    user, system = fields.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


async def _both(port: int, seconds: float) -> list[tuple[list[float], int]]:
    sources = (ELSEWHERE, SOURCE)
    return await asyncio.gather(*(_others(port, seconds, source) for source in sources))


def memory_of(serving: Node, name: str = "VmRSS") -> float:
    """The resident memory of the server, in MB."""
    status = Path(f"/proc/{serving.process.pid}/status").read_text(encoding="ascii")
    line = next(each for each in status.splitlines() if each.startswith(f"{name}:"))
    return int(line.split()[1]) / 1024


async def _others(port: int, seconds: float, source: str) -> tuple[list[float], int]:
    """Return the response time of each page, in ms, and how many were not answered 200."""
    start, waited = time.monotonic(), []
    for number in range(int(seconds / EVERY_S)):
        due = start + number * EVERY_S
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        waited.append(asyncio.create_task(_ask(port, due, source)))
    found = await asyncio.gather(*waited)
    return [took for took, _ in found], sum(not is_answered for _, is_answered in found)


async def _ask(port: int, due: float, source: str) -> tuple[float, bool]:
    """Return the time from `due` to the whole page, in ms, and whether the answer is 200.

    A page that never arrives counts as `GIVEN_UP_S`.
    """
    request = b"GET /t/bench HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n"
    try:
        async with asyncio.timeout(GIVEN_UP_S):
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", port, local_addr=(source, 0)
            )
            writer.write(request)
            answer = await reader.read()
            writer.close()
    except (OSError, TimeoutError):
        return 1000 * GIVEN_UP_S, False
    return 1000 * (time.monotonic() - due), answer.startswith(b"HTTP/1.1 200")


def main() -> None:
    """Measure the attacks that are named, or all of them."""
    with tempfile.TemporaryDirectory(prefix="planilla-bench-") as folder:
        named = sys.argv[1:] or tuple(ATTACKS)
        section = measure(Path(folder), quick=False, attacks=named)
    sys.stdout.write(as_text([section]) + f"\nload average {os.getloadavg()[0]:.1f}\n")


if __name__ == "__main__":
    main()
