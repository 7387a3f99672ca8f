"""On PostgreSQL the role that serves can read and append events, and nothing else to them."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import LiteralString, NamedTuple
from uuid import uuid4

import psycopg
import pytest

from nodes.serving import node, run_planilla
from patience import PATIENCE_S
from planilla.adapters.store.schema import metadata
from services import PostgresServer
from stores import GRANTS

SQL = Path(__file__).parents[2] / "deploy" / "postgres"


class Roles(NamedTuple):
    """A migrated database as its owner and as the serving role reach it."""

    owner: str
    serving: str
    role: str


@pytest.fixture(scope="module")
def roles(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Roles]:
    """What an operator does: the two scripts, and a migration between them."""
    mark = uuid4().hex[:8]
    owner, serving, database = f"owner_{mark}", f"serve_{mark}", f"d_{mark}"
    names = [f"owner={owner}", f"serving={serving}", f"database={database}"]
    _psql(postgres, "roles.sql", names, postgres.url)
    _psql(postgres, "roles.sql", names, postgres.url)  # again: nothing to do
    owners_url = postgres.url_of(database, owner)
    migrated = run_planilla(owners_url, tmp_path_factory.mktemp("owner"), "migrate")
    assert migrated.returncode == 0, migrated.stderr
    _psql(postgres, "grants.sql", [f"serving={serving}"], owners_url)
    yield Roles(owners_url, postgres.url_of(database, serving), serving)
    postgres.drop_database(owners_url)
    with psycopg.connect(postgres.url, autocommit=True) as connection:
        for role in (owner, serving):
            connection.execute(psycopg.sql.SQL("DROP ROLE {}").format(psycopg.sql.Identifier(role)))


def _psql(postgres: PostgresServer, script: str, names: list[str], url: str) -> None:
    options = [option for name in names for option in ("-v", name)]
    psql = str(postgres.binaries / "psql")
    command = [psql, "--no-psqlrc", "-q", *options, "-f", str(SQL / script), url]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE_S)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET type = type",
        "DELETE FROM event",
        "TRUNCATE event",
        "ALTER TABLE event DISABLE TRIGGER ALL",
        "DROP TRIGGER event_no_change ON event",
        "DROP TABLE event",
        "SET session_replication_role = replica",
        "CREATE OR REPLACE FUNCTION event_is_append_only() RETURNS trigger LANGUAGE sql AS ''",
        "CREATE TABLE mine (one int)",
        "UPDATE meta SET value = value",
        "UPDATE alembic_version SET version_num = version_num",
        "TRUNCATE stream",
    ],
)
def test_the_serving_role_may_not(roles: Roles, statement: LiteralString) -> None:
    with (
        psycopg.connect(roles.serving) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute(statement)


def test_a_server_needs_no_more_than_the_serving_role(roles: Roles, tmp_path: Path) -> None:
    with (
        node(roles.serving, tmp_path) as serving,
        serving.arbiter() as arbiter,
    ):
        games = arbiter.open_round("club", 6)
        assert arbiter.record("club", games[0])["status"] == "done"
    for asked in (("log", "verify"), ("account", "new", "Ana"), ("account", "list")):
        said = run_planilla(roles.serving, tmp_path, *asked)
        assert said.returncode == 0, said.stderr


def test_the_script_grants_every_table_and_of_events_no_change() -> None:
    script = GRANTS.read_text(encoding="utf-8")
    granted = dict(re.findall(r"^GRANT ([A-Z, ]+) ON (.+) TO", script, re.MULTILINE))
    mutable = ", ".join(name for name in metadata.tables if name not in {"meta", "event"})
    assert granted == {
        "USAGE": "SCHEMA public",
        "SELECT": "meta, alembic_version",
        "SELECT, INSERT": "event",
        "SELECT, INSERT, UPDATE, DELETE": mutable,
    }
