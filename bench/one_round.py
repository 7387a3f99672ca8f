"""Pairs one round in a process of its own: `python -m bench.one_round SYSTEM WARM-UP ROUND RUNS`.

Both files hold a `PairingInput` in JSON. Prints the round, the CPU seconds of the median run, and
the most memory that the process ever had.
"""

import json
import statistics
import sys
import time
from pathlib import Path

import msgspec

from bench.memory import peak_mb
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import NoPairing, Pairing, PairingInput


def main() -> None:
    system, warm_up, file, runs = SYSTEMS[sys.argv[1]], *sys.argv[2:]
    system.answer(_read(warm_up))
    seconds = []
    for _ in range(int(runs)):
        given = _read(file)  # read anew, for a crosstable keeps what was worked out from it
        start = time.process_time()
        system.answer(given)
        seconds.append(time.process_time() - start)
    boards = _boards(system.answer(_read(file)))
    answer = {"boards": boards, "cpu_s": statistics.median(seconds), "peak_mb": peak_mb()}
    print(json.dumps(answer))


def _boards(answer: Pairing | NoPairing) -> list[tuple[int, int]]:
    """In pairing numbers, 0 for the bye."""
    if isinstance(answer, NoPairing):
        return []
    return [(white + 1, black + 1) for white, black in answer.boards] + [
        (seat + 1, 0) for seat, _ in answer.byes
    ]


def _read(path: str) -> PairingInput:
    return msgspec.json.decode(Path(path).read_bytes(), type=PairingInput)


if __name__ == "__main__":
    main()
