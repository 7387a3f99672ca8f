"""Team tie-breaks beside gacrux: no value is another one without a known reason."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PEERS = ROOT / "build" / "peers" / "bin" / "python"


@pytest.mark.deep
@pytest.mark.skipif(not PEERS.exists(), reason="the peers are not installed: make peers")
def test_every_difference_of_teams_has_a_known_cause() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bench.team_tiebreak_differences", "--tournaments", "20"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "20 tournaments" in done.stdout
    assert "unexplained" not in done.stdout
