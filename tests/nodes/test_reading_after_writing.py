"""A view that is read after a command was answered is at least as far as the answer."""

from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from nodes.serving import Node, nodes
from patience import PATIENCE_S

PLAYERS = 80
VIEWS = ("standings", "pairings", "timeline")


@pytest.fixture
def two(database_url: str, tmp_path: Path) -> Iterator[tuple[Node, Node]]:
    """Two nodes of one database, SQLite or PostgreSQL."""
    with nodes(database_url, tmp_path / "a", tmp_path / "b") as (a, b):
        yield a, b


def test_every_node_shows_a_result_to_whoever_reads_after_it_was_answered(
    two: tuple[Node, Node],
) -> None:
    """Fifteen of 120 such readings were one command behind; here each reading follows at once."""
    behind = []
    with two[0].arbiter() as arbiter, httpx2.Client(timeout=PATIENCE_S) as reader:
        games = arbiter.open_round("club", PLAYERS)
        addresses = [f"{node.address}/api/t/club/views/{view}" for node in two for view in VIEWS]
        for address in addresses:  # from now on channels are open, and are handed what is new
            reader.get(address).raise_for_status()
        for place, game in enumerate(games):
            version = arbiter.record("club", game)["version"]
            for address in (addresses[place % 6], addresses[(place + 3) % 6]):
                _, shown = reader.get(address).json()["at"]
                if shown < version:
                    behind.append((address, shown, version))
    assert behind == []
