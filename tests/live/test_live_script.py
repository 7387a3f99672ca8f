"""The browser's law (`web/scripts/live-state.js`) does with any history what the tests' does."""

import asyncio
import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from dsl.live_client import LiveClient
from dsl.live_world import ACTS, live_through
from planilla.application.watch import Bounds

PLAYER = Path(__file__).with_name("live-state.test.mjs")
WORLDS = 6


def _clients() -> list[LiveClient]:
    """Spectators after histories by seeded chance."""
    found: list[LiveClient] = []
    for seed in range(WORLDS):
        chance = random.Random(seed)
        world = asyncio.run(
            live_through(
                [chance.randrange(10_000) for _ in range(30)],
                chance.choices(ACTS, k=20),
                chance.choice(("round-robin", "swiss-dutch-libro")),
                Bounds(jump=chance.choice((1, 64)), unsent=chance.choice((0, 400, 64_000))),
            )
        )
        found += world.clients.values()
    return found


def _played_in_javascript(node: str, histories: list[Any]) -> list[Any]:
    done = subprocess.run(
        [node, PLAYER], input=json.dumps(histories), capture_output=True, text=True, check=True
    )
    return list(json.loads(done.stdout))


def test_the_script_ends_where_the_model_ends() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("service missing: node")
    clients = _clients()
    ends = _played_in_javascript(node, [client.history for client in clients])
    assert ends == [
        {
            "epoch": client.epoch,
            "version": client.version,
            "needs": client.needs,
            "rows": client.rows,
        }
        for client in clients
    ]
