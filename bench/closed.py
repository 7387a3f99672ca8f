"""Tables of round robins: seconds and memory by the number of players, and of the whole command.

`python -m bench.closed PLAYERS` makes one table in a process of its own, and prints both as JSON.
"""

import json
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from bench.figures import Figure, Section
from bench.memory import peak_mb
from planilla.domain.pairing.closed.berger import berger_table
from planilla.domain.pairing.table import TableRequest

ROOT = Path(__file__).parents[1]
PLAYERS = 1_000
SECONDS_MAX = 1.5
PEAK_MB_MAX = 500
COMMAND = (
    "import sys; from planilla.main import main; from bench.memory import peak_mb\n"
    "try: main(sys.argv[1:])\n"
    "finally: print(peak_mb(), file=sys.stderr)"
)


def measure(*, quick: bool) -> Section:
    """The section on tables of players."""
    sizes = (50, 100) if quick else (250, 500, PLAYERS)
    return Section(
        "Tables of round robins",
        "The Berger table of a single cycle, as rounds of places, made in a process of its own: "
        "seconds of processor for the table, memory at the peak of the process (VmHWM). Then the "
        "command that prints it as JSON: processor time of its process, user and system. Each the "
        "best of three.",
        [*_tables(sizes), _command(sizes[-1])],
    )


def _tables(sizes: tuple[int, ...]) -> Iterator[Figure]:
    for size in sizes:
        runs = [json.loads(_run("-m", "bench.closed", str(size)).stdout) for _ in range(3)]
        least_s = min(run["cpu_s"] for run in runs)
        note = f"{max(run['peak_mb'] for run in runs):.0f} MB, {_games(size)}{_goal(size)}"
        yield Figure(f"Berger table of {size:,} players", least_s, "CPU s", note)


def _command(size: int) -> Figure:
    asked = ("schedule", "round-robin", "--players", str(size), "--json")
    taken, peaks = [], []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = _run("-c", COMMAND, *asked)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        peaks.append(float(done.stderr))
    note = f"{max(peaks):.0f} MB, {_games(size)}{_goal(size)}"
    return Figure(f"planilla schedule of {size:,} players", min(taken), "CPU s", note)


def _games(size: int) -> str:
    return f"{size * (size - 1) // 2:,} games"


def _goal(size: int) -> str:
    return f"; goal: {SECONDS_MAX} s, {PEAK_MB_MAX} MB" if size == PLAYERS else ""


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, check=True, text=True
    )


def main() -> None:
    start = time.process_time()
    rounds = berger_table(TableRequest(players=int(sys.argv[1])))
    cpu_s = time.process_time() - start
    print(json.dumps({"cpu_s": cpu_s, "peak_mb": peak_mb(), "rounds": len(rounds)}))


if __name__ == "__main__":
    main()
