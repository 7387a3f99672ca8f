"""A hall whose server dies in the middle of a call: afterwards the same call is pending."""

from pathlib import Path
from typing import Any

import httpx2

from nodes.serving import Node, node
from patience import PATIENCE_S
from stores import sqlite_in

ENTRANTS = [{"id": name, "person": {"name": name}} for name in ("ana", "bea", "carl")]


def rows(serving: Node, view: str) -> dict[str, Any]:
    """The rows of a view as a program reads them."""
    answer = httpx2.get(f"{serving.address}/api/t/fair/views/{view}", timeout=PATIENCE_S)
    found: dict[str, Any] = answer.json()["rows"]
    return found


def calls(serving: Node) -> Any:
    """The calls to table 1."""
    return rows(serving, "hall")["table/1"][1]["calls"]


def test_a_call_outlives_the_server(tmp_path: Path) -> None:
    url = sqlite_in(tmp_path)
    with node(url, tmp_path) as serving, serving.arbiter() as arbiter:
        arbiter.do("fair", "create-tournament", {"name": "Fair", "system": "masnou"})
        arbiter.do("fair", "enter-entrants", {"entrants": ENTRANTS})
        opening = {"tables": 1, "order": "arrival", "call_seconds": 600}
        arbiter.do("fair", "open-hall", {"rules": opening})
        for call in (1, 2):
            arbiter.do("fair", "take-seat", {"call": call})
        arbiter.record("fair", "T1.1")
        before = calls(serving)
        assert [call["entrant"] for call in before] == ["carl"]
        serving.kill()
    with node(url, tmp_path) as serving, serving.arbiter() as arbiter:
        assert calls(serving) == before
        answer = arbiter.do("fair", "take-seat", {"call": before[0]["number"]})
        assert answer["status"] == "done"
        assert calls(serving) == []
