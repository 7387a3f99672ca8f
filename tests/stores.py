"""Databases for tests, and a small tournament to fill them with."""

import itertools
import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from planilla.adapters.store.migrate import migrate
from planilla.application.envelope import Actor, Submission
from planilla.application.roles import full_grant
from services import PostgresServer

MIGRATIONS = Path(__file__).parent.parent / "migrations"
GRANTS = Path(__file__).parent.parent / "deploy" / "postgres" / "grants.sql"
ORGANISER = Actor(id="organiser", grants=(full_grant("*"),))
NAMES = ("Ada", "Bea", "Cleo", "Dora", "Eva", "Flor")

_numbers = itertools.count(1)


def grants_of(role: str) -> list[str]:
    """What an operator grants to the role that serves, by the owner of a PostgreSQL database."""
    script = GRANTS.read_text(encoding="utf-8").replace(':"serving"', f'"{role}"')
    return [line.rstrip(";") for line in script.splitlines() if line.startswith("GRANT ")]


@cache
def _migrated_sqlite() -> bytes:
    """The content of a migrated, empty SQLite file."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "planilla.db"
        migrate(f"sqlite:///{path}", MIGRATIONS)
        return path.read_bytes()


def sqlite_in(folder: Path) -> str:
    """The URL of a new file in a folder: a migrated, empty database of its owner's."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "planilla.db"
    path.write_bytes(_migrated_sqlite())
    path.chmod(0o600)
    return f"sqlite:///{path}"


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A migrated, empty SQLite database."""
    return sqlite_in(tmp_path)


@pytest.fixture(scope="session")
def postgres_template(postgres: PostgresServer) -> str:
    """The name of a migrated PostgreSQL database, to be copied."""
    url = postgres.new_database()
    migrate(url, MIGRATIONS)
    return url.rsplit("/", 1)[1]


@pytest.fixture
def migrated_postgres_url(postgres: PostgresServer, postgres_template: str) -> Iterator[str]:
    """A migrated, empty PostgreSQL database."""
    url = postgres.new_database(template=postgres_template)
    yield url
    postgres.drop_database(url)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.service)])
def database_url(request: pytest.FixtureRequest) -> str:
    """Each of the two databases, migrated and empty."""
    name = {"sqlite": "sqlite_url", "postgresql": "migrated_postgres_url"}[request.param]
    url: str = request.getfixturevalue(name)
    return url


def submission(
    name: str,
    body: Mapping[str, Any] | bytes = b"{}",
    *,
    tournament: str = "club",
    command_id: str = "",
    actor: Actor = ORGANISER,
    expected: int | None = None,
    dry_run: bool = False,
) -> Submission:
    """A submission with a command id of its own unless one is given."""
    return Submission(
        tournament=tournament,
        name=name,
        body=body if isinstance(body, bytes) else json.dumps(body).encode(),
        command_id=command_id or f"command-{next(_numbers)}",
        actor=actor,
        expected=expected,
        dry_run=dry_run,
    )


def created(tournament: str = "club") -> Submission:
    """A Swiss of three rounds."""
    body = {"name": f"Open {tournament}", "rounds": 3, "first_colour": "white"}
    return submission("create-tournament", body, tournament=tournament)


def entered(*names: str, tournament: str = "club") -> Submission:
    """Entrants with their initial as id; the first has 2000 points of rating, the next 10 less."""
    entrants = [
        {"id": name[0].lower(), "person": {"name": name}, "rating": 2000 - 10 * place}
        for place, name in enumerate(names)
    ]
    return submission("enter-entrants", {"entrants": entrants}, tournament=tournament)


def evening(tournament: str = "club") -> tuple[Submission, ...]:
    """Six players, and round 1 published: 10 events, the games 1.1, 1.2 and 1.3 open."""
    round_1 = {"round": 1}
    return (
        created(tournament),
        entered(*NAMES, tournament=tournament),
        submission("assign-numbers", {}, tournament=tournament),
        submission("pair-round", round_1, tournament=tournament),
        submission("publish-pairings", round_1, tournament=tournament),
    )


EVENING_VERSION = 10
"""The head after `evening`: created, six entered, numbered, paired, published."""


def result(game: str, outcome: str, **options: Any) -> Submission:
    """The report of a result."""
    return submission("record-result", {"game": game, "result": outcome}, **options)


def flips(count: int, *, game: str = "1.1", tournament: str = "club") -> tuple[Submission, ...]:
    """A result recorded and withdrawn in turn: each is decided on what the one before it did."""
    return tuple(
        result(game, "1-0", tournament=tournament)
        if number % 2 == 0
        else submission("withdraw-result", {"game": game}, tournament=tournament)
        for number in range(count)
    )
