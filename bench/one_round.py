"""Pairs one round in a process of its own: `python -m bench.one_round SYSTEM WARM-UP ROUND RUNS`.

Both files hold a `PairingInput` in JSON. Prints the CPU seconds of the median run, and the largest
memory that the process ever had.
"""

import json
import resource
import statistics
import sys
import time
from pathlib import Path

import msgspec

from planilla.domain.pairing.swiss.dutch import DUTCH
from planilla.domain.pairing.system import PairingInput


def main() -> None:
    system, warm_up, file, runs = DUTCH[sys.argv[1]], *sys.argv[2:]
    system.pair(_read(warm_up))
    seconds = []
    for _ in range(int(runs)):
        given = _read(file)  # read anew, for a crosstable keeps what was worked out from it
        start = time.process_time()
        system.pair(given)
        seconds.append(time.process_time() - start)
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"cpu_s": statistics.median(seconds), "peak_mb": peak_mb}))


def _read(path: str) -> PairingInput:
    return msgspec.json.decode(Path(path).read_bytes(), type=PairingInput)


if __name__ == "__main__":
    main()
