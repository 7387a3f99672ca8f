"""Tie-breaks beside two peers: no value is another one without a known reason."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PEERS = ROOT / "build" / "peers" / "bin" / "python"


@pytest.mark.deep
@pytest.mark.skipif(not PEERS.exists(), reason="the peers are not installed: make peers")
def test_every_difference_from_a_peer_has_a_known_cause() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bench.tiebreak_differences", "--tournaments", "36"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "36 tournaments" in done.stdout
    assert "unexplained" not in done.stdout
