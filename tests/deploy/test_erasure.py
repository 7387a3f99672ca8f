"""What `docs/operating/people.md` tells an operator to do to erase a person."""

import contextlib
import re
import sqlite3
from pathlib import Path

import httpx2
import pytest

from nodes.serving import node, run_planilla

pytestmark = pytest.mark.timeout(60)

PAGE = Path(__file__).parents[2] / "docs" / "operating" / "people.md"


def test_an_erased_person_is_gone_and_the_chain_still_verifies(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'planilla.db'}"
    with node(url, tmp_path) as serving:
        with serving.arbiter() as arbiter:
            arbiter.open_round("club-open", 20)
        address = f"{serving.address}/api/t/club-open/people"
        assert "e17" in httpx2.get(address).json()["people"]

        with contextlib.closing(sqlite3.connect(tmp_path / "planilla.db")) as database, database:
            assert database.execute(_told()).rowcount == 1

        assert "e17" not in httpx2.get(address).json()["people"]
    verified = run_planilla(url, tmp_path, "log", "verify")
    assert verified.returncode == 0, verified.stdout + verified.stderr


def _told() -> str:
    found = re.search(r"^UPDATE person SET .*;$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    return found[0]
