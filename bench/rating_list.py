"""Importing a federation's rating list of full size, as a command in a process of its own.

`python -m bench.rating_list` measures it alone; with a FILE it imports that one, into the folder of
the settings, and says how much memory that took.
"""

import json
import os
import subprocess
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.figures import Figure, Section, as_text, milliseconds_of
from bench.listed_players import write_fixed_width, write_xml
from bench.memory import peak_mb
from planilla.adapters.rating_list.folder import RatingListFolder
from planilla.main import main

ROOT = Path(__file__).parents[1]
PLAYERS = 1_900_000
SEED = 2026
SECONDS_MAX = 60
PEAK_MB_MAX = 150
ASKED = ("mar", "Banora, Ca", "lido bacane", "no da", "Teretere Me")
WRITERS = {"fixed columns": ("txt", write_fixed_width), "XML": ("xml", write_xml)}


def measure(folder: Path, *, quick: bool) -> Section:
    """The section on rating lists; the lists are written into `build/`, and kept there."""
    count = 20_000 if quick else PLAYERS
    lists = folder / "rating-lists"
    figures = [each for form in WRITERS for each in _imported(form, count, lists)]
    look_up = RatingListFolder(lists)
    for text in ASKED:
        found = len(look_up.find("fide", text))
        took = milliseconds_of(partial(look_up.find, "fide", text), runs=9)
        figures.append(Figure(f"look up “{text}”", took, "ms", f"{found} shown"))
    return Section(
        "A rating list",
        f"`planilla list import` of a generated list of {count:,} players, one in 50,000 of them "
        "broken and one in 2,000 with a column that pushes the others on; seconds by the clock "
        "from the start of the command to its end, memory at its peak (VmHWM), everything in one "
        "process. Then a search in that list as the entries page asks it, median of 9.",
        figures,
    )


def _imported(form: str, count: int, lists: Path) -> list[Figure]:
    ending, write = WRITERS[form]
    path = ROOT / "build" / f"rating-list-{count}-{SEED}.{ending}"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        part = path.with_suffix(".part")
        write(part, count, SEED)
        part.replace(path)
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "bench.rating_list", path],
        cwd=ROOT,
        env={**os.environ, "PLANILLA_RATING_LISTS_DIR": str(lists)},
        capture_output=True,
        text=True,
        check=True,
    )
    took_s = time.perf_counter() - start
    said = json.loads(done.stdout)
    read = f"{said['players']:,} players, {said['broken']} broken lines"
    megabytes = path.stat().st_size / 1_000_000
    return [
        Figure(f"import, {form}", took_s, "s", f"{read}; bound {SECONDS_MAX} s"),
        Figure(f"import, {form}: processor", said["cpu_s"], "CPU s", "user and system"),
        Figure(f"import, {form}: players", count / took_s, "a second", f"{megabytes:.0f} MB"),
        Figure(f"import, {form}: peak", said["peak"], "MB", f"bound {PEAK_MB_MAX} MB"),
    ]


def _import_one(path: str) -> None:
    """Import a list and add the peak of memory to what the command says."""
    out = StringIO()
    with redirect_stdout(out), redirect_stderr(StringIO()):
        code = main(["list", "import", path, "--month", "2026-11", "--json"])
    assert code == 0, out.getvalue()
    said = json.loads(out.getvalue())
    print(json.dumps({**said, "faults": [], "cpu_s": time.process_time(), "peak": peak_mb()}))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        _import_one(sys.argv[1])
    else:
        with TemporaryDirectory(prefix="planilla-bench-") as folder:
            print(as_text([measure(Path(folder), quick=False)]))
