"""Makes standings in a process of its own: `python -m bench.one_standings FILE RUNS CODES`.

The file holds a `Crosstable` in JSON, the codes are parted by commas. Prints the CPU seconds of
each of the runs, from nothing, and the most memory that the process ever had.
"""

import json
import sys
import time
from pathlib import Path

import msgspec

from bench.memory import peak_mb
from planilla.domain.crosstable import Crosstable
from planilla.domain.standings import Announced, standings
from planilla.domain.tiebreaks import contest

EDITION = "fide-2026-03"


def main() -> None:
    file, runs = Path(sys.argv[1]), int(sys.argv[2])
    codes = tuple(sys.argv[3].split(","))
    announced = Announced(codes=codes, mode="successive", edition=EDITION)
    seconds = []
    for _ in range(runs):
        table = msgspec.json.decode(file.read_bytes(), type=Crosstable)
        contest._round.cache_clear()  # noqa: SLF001 - each run begins from nothing
        start = time.process_time()
        standings(table, announced)
        seconds.append(time.process_time() - start)
    print(json.dumps({"cpu_s": seconds, "peak_mb": peak_mb()}))


if __name__ == "__main__":
    main()
