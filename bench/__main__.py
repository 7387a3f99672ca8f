"""Measure everything, print one table, write it to `bench/RESULTS.md`: `python -m bench`.

`--quick` takes a slice of each in a few seconds and writes nothing, for tests.
"""

import argparse
import contextlib
import gc
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent / "tests"))  # its servers and its spectators

from bench import (
    allocation,
    appends,
    audit,
    bracket,
    closed,
    desk,
    fanout,
    folds,
    hall,
    hostile,
    impact,
    keizer,
    knockout,
    league,
    moments,
    pairing,
    pathological,
    phone,
    proof,
    rating_list,
    screens,
    sizes,
    spectators,
    standings,
    team_pairing,
    timers,
    unread,
    verify,
    whatif,
)
from bench.figures import RESULTS, Section, as_markdown, as_text
from services import ServiceMissing, postgres_server

DURABLE = {
    "fsync": "on",
    "synchronous_commit": "on",
    "full_page_writes": "on",
    "max_connections": "200",  # two sides of 64 threads, and ours, are open at once
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a slice of each; write nothing")
    parser.add_argument("--output", type=Path, help="where to write the results as Markdown")
    given = parser.parse_args()
    start = time.perf_counter()
    sections = []
    with tempfile.TemporaryDirectory(prefix="planilla-bench-") as folder:
        for measured in _sections(Path(folder), quick=given.quick):
            print(as_text([measured]), flush=True)
            sections.append(measured)
            gc.collect()  # no section pays for what one before it left
            gc.freeze()
    took_s = time.perf_counter() - start
    print(f"\n{took_s:.0f} s in all")
    output = given.output or (None if given.quick else RESULTS)
    if output is not None:
        page = as_markdown(sections, took_s=took_s, quick=given.quick)
        output.write_text(page, encoding="utf-8")


def _sections(folder: Path, *, quick: bool) -> Iterator[Section]:
    yield folds.measure(quick=quick)
    yield hall.measure(quick=quick)
    yield pairing.measure(folder, quick=quick)
    yield pairing.measure_all(folder, quick=quick)
    yield team_pairing.measure(folder, quick=quick)
    yield pathological.measure(quick=quick)
    yield standings.measure(folder, quick=quick)
    with _postgres() as new_database:
        yield appends.measure(folder, new_database, quick=quick)
    yield spectators.measure(folder, quick=quick)
    yield hostile.measure(folder, quick=quick)
    yield unread.measure(folder, quick=quick)
    yield fanout.measure(folder, quick=quick)
    yield screens.measure(folder, quick=quick)
    yield impact.measure(folder, quick=quick)
    yield sizes.measure(quick=quick)
    yield verify.measure(folder, quick=quick)
    yield rating_list.measure(folder, quick=quick)
    yield timers.measure(folder, quick=quick)
    yield keizer.measure(quick=quick)
    yield knockout.measure(quick=quick)
    yield bracket.measure(folder, quick=quick)
    yield phone.measure(folder, quick=quick)
    yield desk.measure(folder, quick=quick)
    yield league.measure(quick=quick)
    yield allocation.measure(quick=quick)
    yield closed.measure(quick=quick)
    yield whatif.measure(quick=quick)
    yield moments.measure(folder, quick=quick)
    yield audit.measure(quick=quick)
    yield proof.measure(folder, quick=quick)


@contextlib.contextmanager
def _postgres() -> Iterator[Callable[[], str] | None]:
    """How to get an empty, durable PostgreSQL database; None where there is no PostgreSQL."""
    with contextlib.ExitStack() as stack:
        try:
            server = stack.enter_context(postgres_server(DURABLE))
        except ServiceMissing as missing:
            print(missing, file=sys.stderr)
            yield None
        else:
            yield server.new_database


if __name__ == "__main__":
    main()
