"""What every test may ask for, and the count of what this machine could not run."""

import contextlib
import gc
import os
import shutil
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from dsl.browsers import SHARED
from measuring import Measuring
from services import (
    PostgresServer,
    ServiceMissing,
    chromium_path,
    nats_path,
    nginx_path,
    npm_packages,
    postgres_server,
)
from sharing_out import SharedOut
from stores import (
    database_url,
    migrated_postgres_url,
    postgres_template,
    sqlite_url,
)

__all__ = [
    "database_url",
    "migrated_postgres_url",
    "postgres_template",
    "sqlite_url",
]

SERVICE_FIXTURES = {"postgres", "postgres_url", "chromium", "nginx", "nats", "node_packages"}
MISSING = "service missing: "
NOT_RUN_FILE = Path(__file__).parent.parent / "build" / "not-run.txt"

MEMORY = Path("/dev/shm")
ROOM = 4 * 1024**3
"""Bytes that have to be free there: a run writes less than one GB."""


def _write_to_memory() -> None:
    """Let tests write to memory where Linux offers it: a database costs a quarter of a disk's time.

    Not where another place was set, nor where programs cannot be started, which some tests make.
    """
    if "TMPDIR" in os.environ:
        return
    with contextlib.suppress(OSError):
        runs_programs = not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
        if runs_programs and shutil.disk_usage(MEMORY).free > ROOM:
            os.environ["TMPDIR"] = str(MEMORY)  # for the workers and what they start, too
            tempfile.tempdir = None


_write_to_memory()

# The same cases in every run, so that a red build is red again; `make test-deep` searches further.
settings.register_profile(
    "fast",
    max_examples=50,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "deep",
    max_examples=2_000,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fast"))


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Asynchronous tests run on asyncio, as the product does."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """One PostgreSQL server for the whole run (with xdist: for each worker)."""
    try:
        with postgres_server() as server:
            yield server
    except ServiceMissing as missing:
        pytest.skip(f"{MISSING}{missing}")


@pytest.fixture
def postgres_url(postgres: PostgresServer) -> Iterator[str]:
    """The URL of an empty PostgreSQL database that is dropped after the test."""
    url = postgres.new_database()
    yield url
    postgres.drop_database(url)


@pytest.fixture(scope="session")
def chromium() -> Path:
    """The path of an installed Chromium, for Playwright's `executable_path`."""
    try:
        return chromium_path()
    except ServiceMissing as missing:
        pytest.skip(f"{MISSING}{missing}")


@pytest.fixture
def nginx() -> None:
    """An nginx is installed, for `services.nginx_server`."""
    try:
        nginx_path()
    except ServiceMissing as missing:
        pytest.skip(f"{MISSING}{missing}")


@pytest.fixture
def nats() -> None:
    """A NATS server is installed, for `services.nats_server`."""
    try:
        nats_path()
    except ServiceMissing as missing:
        pytest.skip(f"{MISSING}{missing}")


@pytest.fixture(scope="session")
def node_packages() -> Path:
    """The folder with the packages of `tests/interface/typescript`, as its lock file pins them."""
    wanted = Path(__file__).parent / "interface" / "typescript"
    try:
        return npm_packages(wanted, NOT_RUN_FILE.parent / "typescript")
    except ServiceMissing as missing:
        pytest.skip(f"{MISSING}{missing}")


def pytest_configure(config: pytest.Config) -> None:
    """Choose for each test how it is measured, if the run measures at all."""
    if config.pluginmanager.hasplugin("_cov") and not config.option.no_cov:
        config.pluginmanager.register(Measuring(config), "measuring")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """Share the tests out in the pieces that cost least."""
    return SharedOut(config, log) if config.getvalue("dist") == "loadgroup" else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a server, so that `make quick` can leave it out."""
    for item in items:
        if SERVICE_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker("service")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Generator[None, object, object]:
    """Let all browsers without script share one loop from the first fixture of a test on."""
    SHARED.begin()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None, object, object]:
    """End that loop after the last fixture."""
    try:
        return (yield)
    finally:
        SHARED.end()


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Spare the garbage collector what stays to the end: all tests and all that they import."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Count what could not run; in CI that is a failure."""
    if hasattr(session.config, "workerinput"):
        return
    missing = _missing_services(session.config)
    could_not_run = sum(missing.values())
    line = f"not run for want of a service: {could_not_run}"
    if missing:
        line += " (" + "; ".join(f"{count}: {why}" for why, count in missing.items()) + ")"
    NOT_RUN_FILE.parent.mkdir(exist_ok=True)
    NOT_RUN_FILE.write_text(f"{line}\n", encoding="utf-8")
    if missing and os.environ.get("CI") == "true" and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_unconfigure(config: pytest.Config) -> None:
    """Say it in the very last line."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and not hasattr(config, "workerinput") and NOT_RUN_FILE.exists():
        reporter.write_line(NOT_RUN_FILE.read_text(encoding="utf-8").strip())


def _missing_services(config: pytest.Config) -> dict[str, int]:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    counts: dict[str, int] = {}
    for report in reporter.stats.get("skipped", []) if reporter is not None else []:
        _, found, why = str(report.longrepr).partition(MISSING)
        if found:
            why = why.rstrip("')\"")
            counts[why] = counts.get(why, 0) + 1
    return counts
