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
MODULES_MAX = 327
"""Modules that the help of the commands together may load, those of Python and click included.

The modules of pairing systems are not counted: they are as many as there are systems, and the CPU
time above bounds them.
"""
SYSTEMS = "planilla.domain.pairing."
SUBJECTS = "planilla.domain.tournament.subjects"
"""The commands and events of a tournament: to load them takes as long as all the rest."""
HELP_OF_EVERY_COMMAND = """
import sys
import click
from planilla.adapters.cli.command_line import Program
from planilla.adapters.cli.run import COMMANDS
from planilla.main import DEMO_COMMANDS, main

program = Program((COMMANDS, DEMO_COMMANDS))
for name in program.list_commands(click.Context(program)):
    assert main([name, "--help"]) == 0, name
print(*sys.modules, file=sys.stderr)
"""


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    """The texts of an installed program are compiled; a checkout compiles them at first use.

    Another process does it: this one may have them since before others compiled them.
    """
    program = "from planilla.locales import LANGUAGES, language; [*map(language, LANGUAGES)]"
    subprocess.run([sys.executable, "-c", program], check=True, env=uninstrumented())


def test_help_takes_at_most_0_15_cpu_seconds() -> None:
    assert min(_cpu_seconds_of_help() for _ in range(TRIES)) <= CPU_S_MAX


def test_the_help_of_every_command_loads_few_modules() -> None:
    done = subprocess.run(
        [sys.executable, "-c", HELP_OF_EVERY_COMMAND],
        capture_output=True,
        text=True,
        check=True,
        env=uninstrumented(),
    )
    modules = done.stderr.split()
    assert SUBJECTS not in modules
    assert {each.partition(".")[0] for each in modules} & set(HEAVY) == set()
    assert len([each for each in modules if not each.startswith(SYSTEMS)]) <= MODULES_MAX


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
