"""The locks pin everything that is declared, agree with each other, and name no registry."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RUN_TIME = ROOT / "requirements.lock"
DEVELOPMENT = ROOT / "requirements-dev.lock"
PIN = re.compile(r"^([a-z0-9-]+)(?:\[[^]]*\])?==([^ ]+)(?: ;[^\\]*)? \\$")
HASH = re.compile(r"^    --hash=sha256:[0-9a-f]{64}(?: \\)?$")


@pytest.mark.parametrize("lock", [RUN_TIME, DEVELOPMENT], ids=lambda path: str(path.name))
def test_a_lock_holds_pins_and_hashes_and_nothing_else(lock: Path) -> None:
    lines = lock.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not (PIN.match(line) or HASH.match(line))] == []


def test_the_run_time_lock_pins_what_is_declared_and_the_build_backend() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    declared = project["project"]["dependencies"] + project["build-system"]["requires"]
    assert _names(declared) - set(_pins(RUN_TIME)) == set()


def test_the_development_lock_adds_to_the_run_time_lock_and_changes_nothing_in_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    development = _pins(DEVELOPMENT)
    assert _pins(RUN_TIME).items() - development.items() == set()
    assert _names(project["dependency-groups"]["dev"]) - set(development) == set()


def _names(requirements: list[str]) -> set[str]:
    return {re.split(r"[\[<>=~! ]", requirement)[0].lower() for requirement in requirements}


def _pins(lock: Path) -> dict[str, str]:
    lines = lock.read_text(encoding="utf-8").splitlines()
    return {found[1]: found[2] for line in lines if (found := PIN.match(line))}
