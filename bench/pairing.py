"""How fast a round is paired, beside the peers: the table of the Swiss systems.

Round 5 of 9 of an open, rounds 1 to 4 paired by our engine; the same question for everybody. Each
figure comes from a warm process of its own; the peers' time includes reading the file, as they
cannot be asked otherwise (a small share of theirs).
"""

import json
import math
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from bench.fields import after, write_file
from bench.figures import Figure, Section
from bench.peers import PEER_OF_SYSTEM, Peer, PeerAnswer, PeerTooSlow, are_installed
from planilla.domain.crosstable import before_round

ROOT = Path(__file__).parent.parent
SYSTEMS = (
    "swiss-dutch-2017",
    "swiss-dutch-2026",
    "swiss-dutch-2012",
    "swiss-dutch-libro",
    "swiss-burstein-2026",
    "swiss-burstein-libro",
    "swiss-lim",
    "swiss-lim-libro",
    "swiss-dubov-2026",
    "swiss-vega",
)
ALL = (
    "swiss-dutch-2026",
    "swiss-dutch-2017",
    "swiss-dutch-2012",
    "swiss-dutch-libro",
    "swiss-burstein-2026",
    "swiss-burstein-libro",
    "swiss-dubov-2026",
    "swiss-dubov-libro",
    "swiss-vega",
    "swiss-lim",
    "swiss-lim-libro",
    "monrad",
    "monrad-norwegian",
    "schenkel",
    "amalfi",
)
"""The Swiss systems of individuals, beside the first of them."""
SIZES_OF_ALL = (100, 400, 1000)
TURNS_OF_ALL = 3
PEERS_OF_ALL = {"swiss-burstein-2026": "py4swiss-burstein", "swiss-dubov-2026": "py4swiss-dubov"}
SIZES_OF_PEERS_OF_ALL = (100, 400)
MAXI = "swiss-dutch-libro"
MAXI_SIZES = (100, 200, 400)
"""A maxi-tournament keeps equals of more than 100 rating points apart (B3 bis bis)."""
SIZES = (100, 500, 1000, 2000, 5000)
SIZES_OF_PEER = {"gacrux": (100, 500, 1000, 2000), "py4swiss": (100, 500, 1000)}
BOUND_S = {100: 0.03, 500: 0.3, 1000: 0.8, 2000: 3.0, 5000: 15.0}
PATIENCE_S = 200
ROUNDS_BEFORE = 4
WARM_UP = 40
WHOLE_PROCESS = 1000
RECORDED = (
    "bbpPairings cannot be built here; its figures, recorded elsewhere in November 2026 on two "
    "shared cores, in CPU seconds at 100, 500, 1000 and 2000: version 5 (2017) 0.009, 0.57, 5.1, "
    "44; version 6 (2026) 0.035, 4.7, 45, more than 200."
)


class Round(NamedTuple):
    """A question of `size` players, as JSON for us and as a TRF for the peers."""

    size: int
    json: Path
    trf: Path


class Measured(NamedTuple):
    """A round in pairing numbers, 0 for the bye, and what it took."""

    boards: list[list[int]]
    cpu_s: float
    peak_mb: float


def measure(folder: Path, *, quick: bool) -> Section:
    """The section on pairing by Swiss systems."""
    sizes = (100,) if quick else SIZES
    rounds = {size: round_of(folder, size) for size in {WARM_UP, *sizes}}
    figures: list[Figure] = []
    ours: dict[tuple[str, int], Measured] = {}
    for system in SYSTEMS:
        for size in sizes:
            ours[system, size] = measured_round(system, rounds[WARM_UP], rounds[size])
            figures += _figures(system, size, ours[system, size])
        figures += _growth(system, ours)
    if are_installed() and not quick:
        for system, name in PEER_OF_SYSTEM.items():
            figures += _beside(system, name, rounds, ours, SIZES_OF_PEER[name])
    if WHOLE_PROCESS in rounds:
        figures += _whole_process(rounds[WHOLE_PROCESS], ours)
    return Section(
        "A round by a Swiss system",
        f"Round {ROUNDS_BEFORE + 1} of 9 of an open by chance, CPU seconds of a warm process, one "
        "process for each figure, the same question for all. Peers, where `make peers` was run: "
        f"gacrux 1.11.65 by the rules of 2026, py4swiss 0.3.1 by those of 2017. {RECORDED}",
        figures,
    )


def measure_all(folder: Path, *, quick: bool) -> Section:
    """The section that puts every Swiss system of individuals beside the Dutch one."""
    sizes = SIZES_OF_ALL[:1] if quick else SIZES_OF_ALL
    rounds = {size: round_of(folder, size) for size in {WARM_UP, *sizes}}
    turns = [
        {
            (system, size): measured_round(system, rounds[WARM_UP], rounds[size])
            for system in (ALL[:2] if quick else ALL)
            for size in sizes
        }
        for _ in range(1 if quick else TURNS_OF_ALL)
    ]
    ours = {asked: min((turn[asked] for turn in turns), key=_cpu_s) for asked in turns[0]}
    figures = [
        Figure(
            f"{system}, {size}",
            each.cpu_s * 1000,
            "CPU ms",
            f"{each.cpu_s / ours[ALL[0], size].cpu_s:.2f} times {ALL[0]}",
        )
        for (system, size), each in ours.items()
    ]
    figures += _maxi(folder, rounds[WARM_UP], MAXI_SIZES[:1] if quick else MAXI_SIZES)
    if are_installed() and not quick:
        for system, name in PEERS_OF_ALL.items():
            figures += _beside(system, name, rounds, ours, SIZES_OF_PEERS_OF_ALL)
    return Section(
        "Every Swiss system beside the Dutch",
        f"The same round {ROUNDS_BEFORE + 1} of 9 for every system; rounds 1 to {ROUNDS_BEFORE} "
        f"were paired by {ALL[0]}. Measured as above, all in turn {TURNS_OF_ALL} times, the least "
        "of each. Bound: twice the Dutch system at up to 1,000 players.",
        figures,
    )


def _maxi(folder: Path, warm_up: Round, sizes: tuple[int, ...]) -> Iterator[Figure]:
    """The first round and that of the others, as those of a maxi-tournament."""
    for size in sizes:
        given = after(size, ROUNDS_BEFORE, "swiss-dutch-2026")
        first = before_round(given.crosstable, 1)
        for each in (msgspec.structs.replace(given, crosstable=first), given):
            path = folder / f"maxi-{each.round}-of-{size}.json"
            path.write_bytes(msgspec.json.encode(msgspec.structs.replace(each, is_maxi=True)))
            asked = Round(size, path, path)
            dutch, maxi = (measured_round(system, warm_up, asked) for system in (ALL[0], MAXI))
            yield Figure(
                f"{MAXI}, maxi-tournament, round {each.round}, {size}",
                maxi.cpu_s * 1000,
                "CPU ms",
                f"{maxi.cpu_s / dutch.cpu_s:.2f} times {ALL[0]} of the same round",
            )


def _cpu_s(measured: Measured) -> float:
    return measured.cpu_s


def round_of(folder: Path, size: int) -> Round:
    """Return the question of the round for so many players, as files."""
    given = after(size, ROUNDS_BEFORE, "swiss-dutch-2026")
    path = folder / f"round-of-{size}.json"
    path.write_bytes(msgspec.json.encode(given))
    return Round(size, path, write_file(given, path.with_suffix(".trf")))


def measured_round(system: str, warm_up: Round, asked: Round) -> Measured:
    """Pair a round in a warm process of its own."""
    runs = 5 if asked.size <= 500 else 3 if asked.size <= 2000 else 1
    done = subprocess.run(
        [sys.executable, "-m", "bench.one_round", system, warm_up.json, asked.json, str(runs)],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    return Measured(**json.loads(done.stdout))


def _figures(system: str, size: int, measured: Measured) -> Iterator[Figure]:
    bound = BOUND_S.get(size)
    note = f"{measured.peak_mb:.0f} MB" + (f"; bound {bound:g} s" if bound else "")
    yield Figure(f"{system}, {size}", measured.cpu_s * 1000, "CPU ms", note)


def _growth(system: str, ours: dict[tuple[str, int], Measured]) -> Iterator[Figure]:
    if (system, 5000) in ours:
        times = ours[system, 5000].cpu_s / ours[system, 500].cpu_s
        yield Figure(f"{system}, growth 500 to 5000", math.log10(times), "exponent", "bound 1.8")


def _beside(
    system: str,
    name: str,
    rounds: dict[int, Round],
    ours: dict[tuple[str, int], Measured],
    sizes: tuple[int, ...],
) -> Iterator[Figure]:
    for size in sizes:
        if size not in rounds:
            continue
        mine = ours[system, size]
        with Peer(name) as peer:
            peer.pair(rounds[WARM_UP].trf, ROUNDS_BEFORE + 1)
            try:
                answer = peer.pair(rounds[size].trf, ROUNDS_BEFORE + 1, PATIENCE_S)
            except PeerTooSlow:
                yield Figure(f"{name}, {size}", PATIENCE_S * 1000, "ms", "no answer by then")
                continue
        yield Figure(f"{name}, {size}", answer.cpu_s * 1000, "CPU ms", _said_of(answer, mine))
        times = answer.cpu_s / mine.cpu_s
        yield Figure(f"{name}, {size}: ratio", times, "×", f"its time to {system}'s")


def _said_of(answer: PeerAnswer, mine: Measured) -> str:
    if answer.refused:
        return answer.refused
    others = set(answer.boards) - {(white, black) for white, black in mine.boards}
    agrees = f"{len(others)} boards are not ours" if others else "the same round as ours"
    return f"{answer.peak_mb:.0f} MB; {agrees}"


def _whole_process(asked: Round, ours: dict[tuple[str, int], Measured]) -> Iterator[Figure]:
    for system in ("swiss-dutch-2017", "swiss-dutch-2026"):
        before, start = _cpu_of_children(), time.perf_counter()
        subprocess.run(
            [Path(sys.executable).parent / "planilla", "pair", "--system", system, asked.trf],
            capture_output=True,
            check=True,
        )
        cpu_s, wall_s = _cpu_of_children() - before, time.perf_counter() - start
        more = cpu_s - ours[system, asked.size].cpu_s
        note = f"{wall_s:.2f} s by the clock; {more:.2f} CPU s more than the round, bound 0.5"
        yield Figure(f"planilla pair FILE, {asked.size}, {system}", cpu_s * 1000, "CPU ms", note)


def _cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
