"""Hours of watching: what a server's memory does meanwhile. `python -m bench.soak --minutes 60`.

Started by name, for it takes as long as it says. It writes a line a minute, then a table and a
curve beside it.
"""

import argparse
import itertools
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

sys.path.append(str(Path(__file__).parent.parent / "tests"))  # its servers and its spectators

import httpx2

from nodes.serving import Arbiter, Node, node, run_planilla

ROOT = Path(__file__).parent.parent
FOLDER = Path(__file__).parent / "soak_results"
KIB_IN_MIB = 1024
PLAYERS = 200
ROUNDS = 9
TABLES = 60
VIEWS = ("standings", "pairings", "event", "crosstable", "timeline", "elo")
HALL_VIEWS = ("hall", "event", "timeline")
PAUSE_S = 0.15
"""Seconds between two acts, not counting the duration of the acts and of the page."""
HALL_EACH = 3
"""One act in `HALL_EACH` is an act of a hall; the others belong to an open."""
MASNOU_GAMES = 600
"""Games of one hall, as many as in a marathon of one evening; then the next hall is opened."""
PAGE_EACH = 5
"""Number of acts between two pages that a visitor fetches without watching them live."""
LINE_S = 60
LAST_S = 120


class Reading(NamedTuple):
    """The memory of the server after so many seconds, and what had happened by then."""

    seconds: float
    mib: float
    acts: int
    tournaments: int
    updates: int


class Crowd:
    """The process of the spectators."""

    def __init__(self, serving: Node, count: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.soak_spectators", serving.socket, str(count)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def watch(self, channels: Sequence[str]) -> int:
        """Have everybody watch one of these channels; the updates that came by then."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(channels) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def go(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()


class Events:
    """Acts without end: opens of nine rounds one after another, and halls beside them."""

    def __init__(self, arbiter: Arbiter, crowd: Crowd) -> None:
        self._arbiter = arbiter
        self._crowd = crowd
        self._chance = random.Random(20260)
        self._hall = self._hall_acts()
        self._opens = self._open_acts()
        self.tournaments = 0
        self.open = ""
        self.hall = ""
        self.updates = 0

    def act(self, number: int) -> None:
        """Do the next act."""
        next(self._hall if number % HALL_EACH == 0 else self._opens)

    def watch(self) -> None:
        """Turn the spectators to what is played now."""
        channels = [f"t/{self.open}/{view}" for view in VIEWS]
        channels += [f"t/{self.hall}/{view}" for view in HALL_VIEWS]
        self.updates = self._crowd.watch(channels)

    def begin(self) -> None:
        """Open the hall and the first open, before anybody watches."""
        next(self._hall)
        next(self._opens)

    def _hall_acts(self) -> Iterator[None]:
        for number in itertools.count(1):
            name = f"hall-{number}"
            self._arbiter.do(name, "create-tournament", {"name": "Hall", "system": "masnou"})
            self._arbiter.do(name, "enter-entrants", {"entrants": _entrants(2 * PLAYERS)})
            self._arbiter.do(name, "open-hall", {"rules": {"tables": TABLES}})
            self.tournaments += 1
            is_first = not self.hall
            self.hall = name
            if not is_first:
                self.watch()
            yield
            for game in range(MASNOU_GAMES):
                at = f"T{game * 7 % TABLES + 1}.{game // TABLES + 1}"
                self._arbiter.record(name, at, self._result())
                yield

    def _open_acts(self) -> Iterator[None]:
        for number in itertools.count(1):
            name = f"open-{number}"
            self._arbiter.do(name, "create-tournament", {"name": "Open", "rounds": ROUNDS})
            self._arbiter.do(name, "enter-entrants", {"entrants": _entrants(PLAYERS)})
            self.tournaments += 1
            is_first = not self.open
            self.open = name
            for round_ in range(1, ROUNDS + 1):
                self._arbiter.do(name, "pair-round", {"round": round_})
                self._arbiter.do(name, "publish-pairings", {"round": round_})
                if round_ == 1:
                    if not is_first:
                        self.watch()
                    yield
                for board in range(1, PLAYERS // 2 + 1):
                    self._arbiter.record(name, f"{round_}.{board}", self._result())
                    yield

    def _result(self) -> str:
        return self._chance.choice(("1-0", "0-1", "½-½"))


def _entrants(count: int) -> list[dict[str, object]]:
    return [
        {"id": f"e{place}", "person": {"name": f"Player {place}"}, "rating": 2600 - place}
        for place in range(1, count + 1)
    ]


def memory_mib(serving: Node) -> float:
    """Resident memory of the server's own process."""
    status = Path(f"/proc/{serving.process.pid}/status").read_text(encoding="ascii")
    line = next(each for each in status.splitlines() if each.startswith("VmRSS"))
    return int(line.split()[1]) / KIB_IN_MIB


def soak(folder: Path, *, minutes: float, spectators: int) -> Iterator[Reading]:
    """Readings, one a minute, until the time is over."""
    url = f"sqlite:///{folder / 'soak.db'}"
    run_planilla(url, folder, "migrate").check_returncode()
    with node(url, folder) as serving, serving.arbiter() as arbiter:
        crowd = Crowd(serving, spectators)
        try:
            events = Events(arbiter, crowd)
            events.begin()
            events.watch()
            yield from _readings(serving, events, minutes)
        finally:
            crowd.go()


def _readings(serving: Node, events: Events, minutes: float) -> Iterator[Reading]:
    begun = time.monotonic()
    due = 0.0
    with httpx2.Client(base_url=serving.address, timeout=LAST_S) as visitor:
        for act in itertools.count(1):
            seconds = time.monotonic() - begun
            if seconds >= due:
                due += LINE_S
                events.watch()
                mib = memory_mib(serving)
                yield Reading(seconds, mib, act - 1, events.tournaments, events.updates)
            if seconds >= minutes * 60:
                return
            events.act(act)
            if act % PAGE_EACH == 0:
                page = ("", "/rounds", "/facts", "/entrants")[act // PAGE_EACH % 4]
                shown = events.open if act // PAGE_EACH % 3 else events.hall
                visitor.get(f"/t/{shown}{page}")
            time.sleep(PAUSE_S)


def table_of(readings: Sequence[Reading], spectators: int) -> str:
    """The readings as Markdown, each fifth minute and the last."""
    lines = [
        "| minute | MiB | acts | tournaments | updates parsed by the spectators |",
        "|--:|--:|--:|--:|--:|",
    ]
    shown = [each for place, each in enumerate(readings) if place % 5 == 0]
    if readings[-1] not in shown:
        shown.append(readings[-1])
    lines += [
        f"| {each.seconds / 60:.0f} | {each.mib:.1f} | {each.acts:,} | {each.tournaments} "
        f"| {each.updates:,} |"
        for each in shown
    ]
    return f"{spectators} spectators.\n\n" + "\n".join(lines) + "\n"


def curve_of(readings: Sequence[Reading]) -> str:
    """The curve of memory over time as SVG."""
    width, height, left, foot = 720, 320, 60, 40
    last = max(readings[-1].seconds / 60, 1)
    top = 50 * (int(max(each.mib for each in readings)) // 50 + 1)

    def across(minute: float) -> float:
        return round(left + (width - left - 20) * minute / last, 1)

    def down(mib: float) -> float:
        return round(height - foot - (height - foot - 20) * mib / top, 1)

    points = " ".join(f"{across(each.seconds / 60)},{down(each.mib)}" for each in readings)
    marks = [
        f'<path d="M{left} {down(mib)}H{width - 20}" stroke="#ccc"/>'
        f'<text x="{left - 8}" y="{down(mib) + 4}" text-anchor="end">{mib}</text>'
        for mib in range(0, top + 1, 50)
    ]
    each = max(1, int(last) // 6)
    marks += [
        f'<text x="{across(minute)}" y="{height - foot + 18}" text-anchor="middle">{minute}</text>'
        for minute in range(0, int(last) + 1, each)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/>'
        f"{''.join(marks)}"
        f'<text x="{left}" y="14">Memory of the server, MiB</text>'
        f'<text x="{width - 20}" y="{height - 6}" text-anchor="end">minutes</text>'
        f'<polyline points="{points}" fill="none" stroke="#1b5e3f" stroke-width="2"/></svg>\n'
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--spectators", type=int, default=300)
    parser.add_argument("--output", type=Path, default=FOLDER, help="a folder for table and curve")
    given = parser.parse_args()
    readings: list[Reading] = []
    with tempfile.TemporaryDirectory(prefix="planilla-soak-") as folder:
        for reading in soak(Path(folder), minutes=given.minutes, spectators=given.spectators):
            readings.append(reading)
            print(json.dumps(reading._asdict()), flush=True)
            given.output.mkdir(parents=True, exist_ok=True)
            table = table_of(readings, given.spectators)
            (given.output / "memory.md").write_text(table, encoding="utf-8")
            (given.output / "memory.svg").write_text(curve_of(readings), encoding="utf-8")
    print(table_of(readings, given.spectators))


if __name__ == "__main__":
    main()
