"""What `docs/operating/people.md` tells an operator to do to erase a person while a server runs."""

import json
import re
import shlex
from pathlib import Path

import httpx2
import pytest
from websockets.sync.client import connect

from nodes.serving import node_with_quick_heartbeat, run_planilla

pytestmark = pytest.mark.timeout(90)

PAGE = Path(__file__).parents[2] / "docs" / "operating" / "people.md"
PATIENCE_S = 15


@pytest.mark.parametrize(
    "database", ["sqlite_url", pytest.param("migrated_postgres_url", marks=pytest.mark.service)]
)
def test_an_erased_person_is_gone_and_the_chain_still_verifies(
    tmp_path: Path, database: str, request: pytest.FixtureRequest
) -> None:
    url: str = request.getfixturevalue(database)
    with node_with_quick_heartbeat(url, tmp_path) as serving:
        with serving.arbiter() as arbiter:
            games = arbiter.open_round("club-open", 20)
            address = f"{serving.address}/api/t/club-open/people"
            before = httpx2.get(address)
            assert before.json()["people"]["e17"]["name"] == "Player 17"
            with connect(serving.socket) as socket:
                socket.send(json.dumps({"sub": {"channel": "t/club-open/event"}}))
                erased = run_planilla(url, tmp_path, *_told())
                assert erased.returncode == 0, erased.stdout + erased.stderr
                arbiter.record("club-open", games[0])  # the server goes on writing
                heard: list[int] = []
                while 1 not in heard:
                    frame = json.loads(socket.recv(timeout=PATIENCE_S))
                    heard += [frame["names"]] if "names" in frame else []
        after = httpx2.get(address, headers={"If-None-Match": before.headers["etag"]})
        assert after.status_code == 200
        assert "e17" not in after.json()["people"]
        assert "Jugador 17" in httpx2.get(f"{serving.address}/t/club-open/entrants?lang=es").text
    assert heard == [0, 1]
    verified = run_planilla(url, tmp_path, "log", "verify")
    assert verified.returncode == 0, verified.stdout + verified.stderr


def _told() -> list[str]:
    found = re.search(r"^planilla (person erase .*)$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert found is not None
    return shlex.split(found[1])
