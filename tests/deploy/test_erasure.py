"""What `docs/operating/people.md` tells an operator to do to erase a person while a server runs.

Then files are searched byte by byte: for SQLite the database with its journal and the list of
erasures, for PostgreSQL every file of the database.
"""

import json
import re
import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import psycopg
import pytest
from websockets.sync.client import connect

from nodes.serving import Arbiter, Node, node_with_quick_heartbeat, run_planilla
from patience import PATIENCE_S

PAGE = Path(__file__).parents[2] / "docs" / "operating" / "people.md"
MISSPELT = {"name": "Arrospide Zubeldia, Iker", "club": "Peñarroya"}
PERSON = {
    "name": "Zubeldía Arróspide, Iker",
    "club": "Peñarroya",
    "fide_id": "2299887",
    "birth": "1987-06-05",
    "contact": "iker@zubeldia.example",
}
REASON = "Llamó Arróspide: llega tarde"
WORDS = (
    *("Zubeldía", "Zubeldia", "Arróspide", "Arrospide", "Iker", "Peñarroya"),
    *("2299887", "1987-06-05", "zubeldia.example"),
)


@pytest.mark.parametrize(
    "database", ["sqlite_url", pytest.param("migrated_postgres_url", marks=pytest.mark.service)]
)
def test_no_byte_of_an_erased_person_is_left_and_the_chain_still_verifies(
    tmp_path: Path, database: str, request: pytest.FixtureRequest
) -> None:
    url: str = request.getfixturevalue(database)
    with node_with_quick_heartbeat(url, tmp_path) as serving, serving.arbiter() as arbiter:
        games = arbiter.open_round("club-open", 20)
        name_them(arbiter)
        address = f"{serving.address}/api/t/club-open/people"
        before = httpx2.get(address)
        assert before.json()["people"]["e17"]["name"] == PERSON["name"]
        assert found_in(files_of(url, tmp_path))
        report, heard = erased_while_watched(url, tmp_path, serving)
        assert heard == [0, 1]
        assert (report["fields"], len(report["texts"])) == (
            ["name", "birth", "fide_id", "club", "contact"],
            1,
        )
        assert report["storage"]["rewritten"]
        assert report["chain"]["faults"] == []
        assert found_in(files_of(url, tmp_path)) == {}
        after = httpx2.get(address, headers={"If-None-Match": before.headers["etag"]})
        assert after.status_code == 200
        assert "e17" not in after.json()["people"]
        assert "Jugador 17" in httpx2.get(f"{serving.address}/t/club-open/entrants?lang=es").text
        arbiter.record("club-open", games[0])  # the server goes on writing
        assert not [word for word in WORDS if word in serving.said]
    assert found_in(files_of(url, tmp_path)) == {}
    verified = run_planilla(url, tmp_path, "log", "verify")
    assert verified.returncode == 0, verified.stdout + verified.stderr


def name_them(arbiter: Arbiter) -> None:
    """Entered wrongly and corrected, so that an older row was there too; named in a reason."""
    for person in (MISSPELT, PERSON):
        arbiter.do("club-open", "correct-personal-data", {"entrant": "e17", "person": person})
    pair = {"entrants": ["e17", "e3"], "reason": REASON}
    arbiter.do("club-open", "forbid-pairs", pair)


def erased_while_watched(url: str, folder: Path, serving: Node) -> tuple[dict[str, Any], list[int]]:
    """The report of the command that the page tells, and what an open page was told of names."""
    with connect(serving.socket) as socket:
        socket.send(json.dumps({"sub": {"channel": "t/club-open/event"}}))
        erased = run_planilla(url, folder, *told(), "--json")
        assert erased.returncode == 0, erased.stdout + erased.stderr
        assert not [word for word in WORDS if word in erased.stdout]
        heard: list[int] = []
        while 1 not in heard:
            frame = json.loads(socket.recv(timeout=PATIENCE_S))
            heard += [frame["names"]] if "names" in frame else []
    return json.loads(erased.stdout), heard


def told() -> list[str]:
    """The last of the commands there: the one before it only looks."""
    found = re.findall(r"^planilla (person erase .*)$", PAGE.read_text("utf-8"), re.MULTILINE)
    return shlex.split(found[-1])


def files_of(url: str, folder: Path) -> Iterable[Path]:
    """The files that hold the database; on PostgreSQL with what is in memory written down."""
    if url.startswith("sqlite"):
        return [path for path in folder.iterdir() if path.is_file()]
    with psycopg.connect(url, autocommit=True) as connection:
        if not connection.execute("SELECT FROM pg_stats WHERE tablename = 'person'").fetchone():
            connection.execute("ANALYZE person, text, evidence")
        connection.execute("CHECKPOINT")
        row = connection.execute(
            "SELECT current_setting('data_directory'), oid FROM pg_database "
            "WHERE datname = current_database()"
        ).fetchone()
    assert row is not None
    return [path for path in (Path(row[0]) / "base" / str(row[1])).iterdir() if path.is_file()]


def found_in(files: Iterable[Path]) -> dict[str, list[str]]:
    """The words that stand in files, by the names of the files."""
    read: Iterator[tuple[str, bytes]] = ((path.name, path.read_bytes()) for path in files)
    told = {name: [word for word in WORDS if word.encode() in body] for name, body in read}
    return {name: words for name, words in told.items() if words}
