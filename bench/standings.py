"""How fast standings are made: from nothing, beside the peers, and after one result.

Ten tie-breaks by the rules of March 2026, among them direct encounters; beside the peers a second
list of ten, which has Fore Buchholz. The large tournaments have shifted pairings, for the cost does
not depend on who met whom; those beside the peers are opens.
"""

import json
import math
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from bench.fields import open_tournament
from bench.figures import Figure, Section
from bench.one_standings import EDITION
from bench.peer_standings import NAMES, PROGRAM, Question, Values, asked, ours, written
from bench.peers import ROOT, Peer, are_installed
from bench.tiebreak_differences import differing
from bench.tournaments import likely_result, swiss
from planilla.domain.crosstable import Crosstable, Entrant, Round
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.results import RecordResult
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import RESULT_OF_NOTATION, ByeKind, EntrantId
from planilla.projections import standings as view

CODES = ("BH/C1", "BH", "SB", "PS", "DE", "WIN", "BWG", "ARO", "KS", "AOB")
WITH_FORE = ("BH/C1", "BH", "SB", "PS", "DE", "WIN", "BWG", "ARO", "KS", "FB")
"""As `CODES`, but for the last, which tiebreak-core works out in time that grows as a square."""
SIZES = ((500, 9), (1000, 9), (2000, 9), (5000, 9), (10_000, 11))
SIZES_BESIDE = (500, 1000)
ROUNDS = 9
LEAST_TIMES = {"tiebreak-core": 20, "gacrux": 10}
BOUND_S = 1.5
BOUND_MB = 400
BOUND_AFTER_MS = 15
RUNS = 5
RUNS_BESIDE = 3
TURNS = 3
"""So often we and each peer are asked, so many runs each, for other work of the machine to hurt all
alike."""
RESULTS_TIMED = 40


class Measured(NamedTuple):
    """The best run in CPU seconds, for the machine has other work, and the most memory."""

    cpu_s: float
    peak_mb: float


def measure(folder: Path, *, quick: bool) -> Section:
    """The section on standings."""
    sizes = SIZES[:1] if quick else SIZES
    figures: list[Figure] = []
    found = {
        (size, rounds): _timed(shifted(size, rounds), CODES, folder, RUNS if size < 5000 else 3)
        for size, rounds in sizes
    }
    for (size, rounds), each in found.items():
        is_bound = size == SIZES[-1][0]
        bound = f"; bounds {BOUND_S} s, {BOUND_MB} MB" if is_bound else ""
        note = f"{each.peak_mb:.0f} MB{bound}"
        figures.append(
            Figure(f"{size} players, {rounds} rounds", each.cpu_s * 1000, "CPU ms", note)
        )
    if not quick:
        times = found[5000, 9].cpu_s / found[500, 9].cpu_s
        figures.append(
            Figure("growth from 500 to 5000", math.log10(times), "exponent", "linear: 1")
        )
    if are_installed() and not quick:
        for size in SIZES_BESIDE:
            for codes in (CODES, WITH_FORE):
                figures += _beside(size, codes, folder)
    figures += _after_one_result(100 if quick else 500)
    return Section(
        "Standings with ten tie-breaks",
        f"{', '.join(CODES)} by the rules of March 2026, one after another: CPU time of the best "
        "run in a process of its own, from the crosstable to the ranks. Peers, where `make "
        "peers` was run, on the same open, in turns with us and without reading the file, the best "
        "of as many runs for all; every value is compared. They are asked for two lists of ten, "
        "this one and one with FB in the place of AOB. For all of the first tiebreak-core takes "
        "time that is nearly linear; FB alone makes it quadratic, for it draws the last round of "
        "the whole field again for each player: its ratios with FB tell that more than anything of "
        "ours. After one result: from the command to the rows that people see.",
        figures,
    )


def shifted(size: int, rounds: int, seed: int = 1) -> Crosstable:
    """A tournament in which one player in fifty is absent from each round."""
    chance = Random(seed)
    half = size // 2
    return Crosstable(
        entrants=tuple(
            Entrant(id=EntrantId(f"e{seat}"), rating=2600 - 1200 * seat // size)
            for seat in range(size)
        ),
        rounds=tuple(_shifted_round(half, number, chance) for number in range(rounds)),
        rounds_planned=rounds,
    )


def _shifted_round(half: int, number: int, chance: Random) -> Round:
    boards = [(seat, half + (seat + number) % half) for seat in range(half)]
    away = set(chance.sample(range(half), half // 50))
    kept = [board for place, board in enumerate(boards) if place not in away]
    return Round(
        boards=tuple(board if chance.randrange(2) else board[::-1] for board in kept),
        results=bytes(RESULT_OF_NOTATION[likely_result(chance)] for _ in kept),
        byes=tuple((seat, ByeKind.HALF_POINT) for place in away for seat in boards[place]),
    )


def _timed(table: Crosstable, codes: Sequence[str], folder: Path, runs: int) -> Measured:
    file = folder / "standings.json"
    file.write_bytes(msgspec.json.encode(table))
    done = subprocess.run(
        [sys.executable, "-m", "bench.one_standings", file, str(runs), ",".join(codes)],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    answer = json.loads(done.stdout)
    return Measured(min(answer["cpu_s"]), answer["peak_mb"])


def _beside(size: int, codes: Sequence[str], folder: Path) -> Iterator[Figure]:
    """Both peers on one open: how often slower, and how many values are others."""
    what = f"open of {size}, with {codes[-1]}"
    opens = open_tournament(size, "swiss-dutch-2026", rounds=ROUNDS)
    table = next(islice(opens, ROUNDS - 1, None)).crosstable
    files, own = written(table, folder), ours(table, codes, EDITION)
    in_order = Question(codes, EDITION, ROUNDS, in_order=True)
    mine: list[float] = []
    theirs: dict[str, list[float]] = {name: [] for name in NAMES}
    answers: dict[str, Values] = {}
    with ExitStack() as stack:
        peers = [stack.enter_context(Peer(name, PROGRAM)) for name in NAMES]
        for _ in range(TURNS):
            mine.append(_timed(table, codes, folder, RUNS_BESIDE).cpu_s)
            for peer in peers:
                theirs[peer.name] += [
                    asked(peer, files, in_order).cpu_s for _ in range(RUNS_BESIDE)
                ]
        for peer in peers:
            answers[peer.name] = asked(peer, files, in_order._replace(in_order=False)).values
    yield Figure(f"{what}: ours", min(mine) * 1000, "CPU ms", f"{ROUNDS} rounds")
    for name, values in answers.items():
        count = sum(map(len, values.values()))
        causes = [each.cause for each in differing(table, own, values)]
        reasons = ", ".join(sorted(set(causes))) or "none"
        yield Figure(f"{what}: {name}", min(theirs[name]) * 1000, "CPU ms")
        yield Figure(
            f"{what}: {name}",
            min(theirs[name]) / min(mine),
            "times",
            f"bound {LEAST_TIMES[name]}; {count} values, {len(causes)} differ ({reasons})",
        )


def _after_one_result(size: int) -> Iterator[Figure]:
    """The standings anew in the last round, after each of many results."""
    played = swiss(size, ROUNDS - 1)
    games = played.open_round(ROUNDS)
    chance = Random(ROUNDS)
    state = msgspec.structs.replace(played.state, tiebreaks=CODES, tiebreak_edition=EDITION)
    view.rows(state)  # they were on the screen before
    seconds = []
    for game in games[:RESULTS_TIMED]:
        command = RecordResult(game=game, result=likely_result(chance))
        start = time.process_time()
        state = _recorded(state, command)
        view.rows(state)
        seconds.append(time.process_time() - start)
    note = f"median of {len(seconds)}, round {ROUNDS}; bound {BOUND_AFTER_MS} ms; best "
    yield Figure(
        f"after one result, {size} players",
        statistics.median(seconds) * 1000,
        "CPU ms",
        f"{note}{min(seconds) * 1000:.1f}",
    )


def _recorded(state: Tournament, command: RecordResult) -> Tournament:
    for event in decide(state, command, DecisionContext(at=state.version)):
        version = state.version + 1
        state = evolve(state, Fact(version=version, recorded_at=version, event=event))
    return state
