"""`make bench` measures what it says: a quick slice of each figure."""

import subprocess
import sys
from pathlib import Path

import pytest

from dsl.uninstrumented import uninstrumented

ROOT = Path(__file__).parents[1]


@pytest.mark.deep  # half a minute: every section, though a slice of each
def test_a_quick_bench_measures_every_section(tmp_path: Path) -> None:
    output = tmp_path / "RESULTS.md"
    done = subprocess.run(
        [sys.executable, "-m", "bench", "--quick", "--output", output],
        cwd=ROOT,
        env=uninstrumented(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    page = output.read_text(encoding="utf-8")
    for figure in (
        "fold the demo's whole log",
        "pairing of 40",
        "swiss-dutch-2026, 100",
        "swiss-dutch-2017, 20, all games drawn: one bracket",
        "SQLite, 64 submitters: ratio",
        "command to client, p99",
        "command to screen, p99",
        "dossiers: others, p99",
        "one page: afterwards",
        "standings of 40: JSON Patch",
        "import, fixed columns: peak",
        "after one result, 100 players",
        "archive, processor",
        "faults, double effects among them",
        "proof, the longest",
        "new values, 20 players",
        "fold a bracket of 64, triple",
        "result to screen, p99",
        "board result to frame, p50",
        "50 x 50, votes",
        "Berger table of 100 players",
        "audit of the open",
        "fold a hall of 600 events",
        "memory of the hall",
        "key to shown, p50",
    ):
        assert f"| {figure} | " in page
    assert "quick slice" in page
