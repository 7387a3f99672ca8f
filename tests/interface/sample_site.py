"""A running server with a tournament of rounds and a Masnou, to test the interface against."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2

from nodes.serving import Node, node_of
from patience import PATIENCE_S
from stores import sqlite_in

SIX = ("Ana Alba", "Bea Bosch", "Carl Cruz", "Dora Díaz", "Eva Elías", "Fay Font")

WITHOUT_LIMITS = Path(__file__).parents[1] / "dsl" / "without_limits.py"


class SampleSite:
    """The server, and its organiser; `evidence` is the hash of a file that was kept."""

    def __init__(self, serving: Node) -> None:
        self.node = serving
        self.address = serving.address
        self.token = serving.token
        self.evidence = ""
        self._sent = 0

    @property
    def bearer(self) -> dict[str, str]:
        """The header of the organiser's link."""
        return {"authorization": f"Bearer {self.token}"}

    def get(self, path: str, **headers: str) -> httpx2.Response:
        """Ask as the organiser; redirects are followed."""
        return httpx2.get(
            self.address + path,
            headers={**self.bearer, **headers},
            timeout=PATIENCE_S,
            follow_redirects=True,
        )

    def command(self, tournament: str, command: str, /, **body: Any) -> dict[str, Any]:
        """Hand a command in as the organiser."""
        self._sent += 1
        answer = httpx2.post(
            f"{self.address}/api/t/{tournament}/commands/{command}",
            headers={**self.bearer, "idempotency-key": f"sample-{self._sent}"},
            json=body,
            timeout=PATIENCE_S,
        )
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def fill(self) -> None:
        """Play a round of `club`, correct a result, pair the next; and open the hall of `hall`."""
        entrants = [
            {"id": f"e{n}", "person": {"name": name, "club": "Masnou"}, "rating": 2100 - 100 * n}
            for n, name in enumerate(SIX, start=1)
        ]
        self.command(
            "club", "create-tournament", name="Club Open", system="swiss-dutch-2026", rounds=3
        )
        self.command("club", "enter-entrants", entrants=entrants)
        self.command("club", "set-qualifying-places", places=2)
        self.command("club", "pair-round", round=1)
        self.command("club", "publish-pairings", round=1)
        reported = 0
        for game, result in (("1.1", "1-0"), ("1.2", "½-½"), ("1.3", "0-1")):
            reported = self.command("club", "record-result", game=game, result=result)["version"]
        self.command(
            "club",
            "correct-result",
            game="1.3",
            result="1-0",
            corrects=reported,
            reason="both signed it",
        )
        self.command("club", "pair-round", round=2)
        self.command("club", "publish-pairings", round=2)
        kept = httpx2.post(
            f"{self.address}/api/t/club/evidence",
            headers={**self.bearer, "content-type": "application/octet-stream"},
            content=b"Both players signed 1-0.\n",
            timeout=PATIENCE_S,
        )
        self.evidence = kept.json()["sha256"]
        self.command("secret", "create-tournament", name="Rehearsal", rounds=3)
        self.command("hall", "create-tournament", name="Masnou", system="masnou")
        self.command("hall", "enter-entrants", entrants=entrants)
        self.command("hall", "open-hall", rules={"tables": 2, "order": "best-first"})
        self.command("hall", "record-result", game="T1.1", result="1-0")


@contextlib.contextmanager
def sample_site(folder: Path) -> Iterator[SampleSite]:
    """The server on a free loopback port, filled, for as long as the block runs."""
    with node_of(sqlite_in(folder), folder, (sys.executable, WITHOUT_LIMITS)) as serving:
        site = SampleSite(serving)
        site.fill()
        yield site
