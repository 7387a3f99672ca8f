"""A command loads only what it needs, so that help comes at once."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from dsl.uninstrumented import uninstrumented

CPU_S_MAX = 0.15
TRIES = 5
HEAVY = (
    "babel",
    "numpy",
    "sqlalchemy",
    "alembic",
    "starlette",
    "uvicorn",
    "apscheduler",
    "jinja2",
    "psycopg",
)


def test_help_takes_at_most_0_15_cpu_seconds() -> None:
    assert min(_cpu_seconds_of_help() for _ in range(TRIES)) <= CPU_S_MAX


@pytest.mark.parametrize(
    "command", [(), ("serve",), ("pair",), ("check",), ("generate",), ("standings",), ("migrate",)]
)
def test_help_loads_no_database_and_no_web_server(command: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", _planilla(), *command, "--help"],
        capture_output=True,
        text=True,
        check=True,
        env=uninstrumented(),
    )
    imported = {
        line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.splitlines()
    }
    assert imported & set(HEAVY) == set()


def _cpu_seconds_of_help() -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([_planilla(), "--help"], capture_output=True, check=True, env=_installed())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _installed() -> dict[str, str]:
    """The environment of an installed program: its modules are compiled."""
    return {
        name: value for name, value in uninstrumented().items() if name != "PYTHONDONTWRITEBYTECODE"
    }


def _planilla() -> Path:
    return Path(sys.executable).with_name("planilla")
