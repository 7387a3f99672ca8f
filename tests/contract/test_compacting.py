"""What emptied rows left behind is overwritten, on every store, or the store says why it waits."""

import contextlib
import sqlite3
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from planilla.adapters.erasures import ErasureFile
from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.adapters.store import compacting, engines
from planilla.adapters.store.compacting import compact_postgres, compact_sqlite
from planilla.adapters.store.database import Database
from planilla.application.ports import Compacted, Erasure
from stores import created, entered, submission

pytestmark = pytest.mark.anyio

NAME = "Zubeldia"


class Seen:
    """Who is told how far it is."""

    def __init__(self) -> None:
        self.steps: list[tuple[int, int]] = []

    def __call__(self, done: int, total: int) -> None:
        self.steps.append((done, total))


@pytest.fixture(params=["memory", "sqlite", pytest.param("postgresql", marks=pytest.mark.service)])
async def store(request: pytest.FixtureRequest) -> AsyncIterator[Any]:
    """A store in which Zubeldia was entered, named and erased."""
    clock, ids = SetClock(), CountedIds()
    if request.param == "memory":
        memory = MemoryStore(clock=clock, ids=ids)
        await fill(memory)
        yield memory, memory
        return
    fixture = {"sqlite": "sqlite_url", "postgresql": "migrated_postgres_url"}[request.param]
    async with Database(request.getfixturevalue(fixture), clock=clock, ids=ids) as opened:
        await fill(opened.bus)
        yield opened.log, opened.people


async def fill(bus: Any) -> None:
    reason = {"entrants": ["z", "a"], "reason": f"says {NAME}"}
    for each in (created(), entered("Ada"), entered(NAME), submission("forbid-pairs", reason)):
        assert (await bus.submit(each)).status == "done"
    assert (await bus.submit(submission("erase-person", {"entrant": "z"}))).status == "done"


async def test_the_rows_are_emptied_by_the_act_and_the_places_by_compacting(store: Any) -> None:
    log, people = store
    assert list(await log.people("club")) == ["a"]
    assert await log.erased("club") == 1
    (text,) = await log.texts("club", "staff")
    assert await people.erase_text("club", text)
    assert not await people.erase_text("club", text)
    assert await log.texts("club", "staff") == {}
    seen = Seen()
    compacted = await people.compact(seen)
    assert compacted.rewritten
    assert seen.steps == [(at, len(seen.steps)) for at in range(1, len(seen.steps) + 1)]
    assert list(await log.people("club")) == ["a"]


def test_what_is_large_waits(sqlite_url: str) -> None:
    compacted = compact_sqlite(sqlite_url, Seen(), most=100)
    assert compacted == Compacted(database="sqlite", why="large", wal_emptied=True)


def test_what_somebody_writes_or_reads_waits(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compacting, "WAIT_S", 0.05)
    path = Path(sqlite_url.removeprefix("sqlite:///"))
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("UPDATE log_head SET epoch = epoch")
        compacted = compact_sqlite(sqlite_url, Seen())
        assert compacted == Compacted(database="sqlite", why="busy")
        other.execute("COMMIT")
    assert compact_sqlite(sqlite_url, Seen()).wal_emptied


@pytest.fixture
def serving_url(migrated_postgres_url: str) -> Iterator[str]:
    """The same database for a role that owns nothing."""
    role = f"r_{migrated_postgres_url.rsplit('_', 1)[1]}"
    with psycopg.connect(migrated_postgres_url, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {role} LOGIN".encode())
        yield migrated_postgres_url.replace("planilla@", f"{role}@")
        connection.execute(f"DROP ROLE {role}".encode())


@pytest.mark.service
def test_who_does_not_own_the_tables_is_told_so(serving_url: str) -> None:
    compacted = compact_postgres(serving_url, Seen())
    assert (compacted.why, compacted.rewritten, compacted.archived) == ("not-owner", False, False)
    assert len(compacted.wal_upto) == 24  # eight hexadecimal digits: time line, file, segment


@pytest.mark.service
def test_large_or_held_tables_wait(
    migrated_postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compact_postgres(migrated_postgres_url, Seen(), most=1).why == "large"
    monkeypatch.setattr(engines, "BUSY_MS", 50)
    with psycopg.connect(migrated_postgres_url) as other:
        other.execute("LOCK TABLE text IN ACCESS SHARE MODE")
        assert compact_postgres(migrated_postgres_url, Seen()).why == "busy"
    assert compact_postgres(migrated_postgres_url, Seen()).rewritten


@pytest.mark.service
def test_the_planner_keeps_no_values_of_people(migrated_postgres_url: str) -> None:
    with psycopg.connect(migrated_postgres_url, autocommit=True) as connection:
        for at in range(30):
            body = f"{NAME} {at}".encode()
            row = ("club", f"e{at}", "c", b"salt", body)
            connection.execute("INSERT INTO person VALUES (%s, %s, %s, %s, %s)", row)
        connection.execute("ANALYZE person")
        asked = "SELECT attname FROM pg_stats WHERE tablename = 'person' AND attname = 'body'"
        assert connection.execute(asked).fetchall() == [("body",)]
        compact_postgres(migrated_postgres_url, Seen())
        connection.execute("ANALYZE person")
        assert connection.execute(asked).fetchall() == []


def test_the_list_of_erasures_is_a_file_of_lines_for_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "data" / "erasures.jsonl"
    assert ErasureFile(path).all() == ()
    lines = (
        Erasure(tournament="club", at=1, entrant="e1", texts=("ab" * 32,)),
        Erasure(tournament="liga", at=2, files=("cd" * 32,)),
    )
    for line in lines:
        ErasureFile(path).add(line)
    assert ErasureFile(path).all() == lines
    assert path.stat().st_mode & 0o777 == 0o600
