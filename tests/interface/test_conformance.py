"""A running server does what its OpenAPI document says: schemathesis finds no difference.

All its checks of conformance are on: statuses, kinds of content, headers and schemas of answers,
data that must be accepted or refused, missing headers, other methods (405 with `Allow`), links that
are ignored.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from interface.sample_site import SampleSite, sample_site
from planilla.adapters.http.app import page_classes
from planilla.adapters.http.endpoints import described_endpoints
from planilla.domain.tournament.subjects import COMMANDS

HERE = Path(__file__).parent
SCHEMATHESIS = Path(sys.executable).with_name("schemathesis")
SETTINGS = HERE / "schemathesis.toml"
SEED = "13"
SLICE_TIMEOUT_S, DEEP_TIMEOUT_S = 600, 5_400
MOST_COMMANDS = r"/commands/(?!create-tournament|enter-entrants|record-result|correct-result)"
"""All but a few: the others go through the same door, and are tried out in `make test-deep`."""
COVERED = r"/commands/(record-result|correct-result)$|/api/t(/\{tournament\})?$|/views/|/facts$"
"""Each limit and each wrong kind of value, one by one; of all others in `make test-deep`."""


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[SampleSite]:
    """A server that may be filled with nonsense."""
    with sample_site(tmp_path) as running:
        yield running


@pytest.mark.no_cover
@pytest.mark.timeout(2 * SLICE_TIMEOUT_S)
def test_a_slice_of_requests_finds_no_difference(own_site: SampleSite, tmp_path: Path) -> None:
    tested = search(own_site, tmp_path, SLICE_TIMEOUT_S, "--phases", "examples")
    # `submit-command` stands for all commands, and the document itself is read to begin with.
    page_classes()  # which declare the addresses
    operations = len(COMMANDS) + len(described_endpoints()) - 2
    assert f"Selected: {operations}/{operations}" in tested
    fuzzing = ("--phases", "fuzzing", "--max-examples", "1")
    search(own_site, tmp_path, SLICE_TIMEOUT_S, *fuzzing, "--exclude-path-regex", MOST_COMMANDS)
    coverage = ("--phases", "coverage")
    search(own_site, tmp_path, SLICE_TIMEOUT_S, *coverage, "--include-path-regex", COVERED)


@pytest.mark.deep
@pytest.mark.no_cover
@pytest.mark.timeout(2 * DEEP_TIMEOUT_S)
def test_many_requests_to_every_address_find_no_difference(
    own_site: SampleSite, tmp_path: Path
) -> None:
    phases = ("--phases", "examples,coverage,fuzzing,stateful", "--max-examples", "60")
    search(own_site, tmp_path, DEEP_TIMEOUT_S, *phases)


def search(site: SampleSite, folder: Path, timeout_s: int, *options: str) -> str:
    """Let schemathesis search for a difference; its report."""
    document = f"{site.address}/api/openapi.json"
    ended = subprocess.run(
        [SCHEMATHESIS, "--config-file", SETTINGS, "run", document, "--seed", SEED, *options],
        cwd=folder,
        env={**os.environ, "PLANILLA_TEST_TOKEN": site.token, "PYTHONPATH": str(HERE.parent)},
        capture_output=True,
        text=True,
        check=False,
        timeout=timeout_s,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout
