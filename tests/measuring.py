"""How the coverage of a test is measured: cheaply, through greenlets too, or not at all.

SQLAlchemy runs its asyncio layer in greenlets. To follow them coverage asks at every call and
return which greenlet is running, and what measuring adds to a test becomes more than twice as
much. Few tests open a database in their own process; all others are measured without asking.

What is not measured checks the product from outside, through programs that the test starts; they
are not measured either. The same lines have tests of their own, which are.
"""

import contextlib
import os
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import coverage
import greenlet
import pytest

WITH_GREENLETS = ("adapters/cli", "adapters/store", "contract", "golden/demo", "main", "migrations")
"""The folders of tests in which greenlets run. Elsewhere one that runs fails the test."""

NOT_MEASURED = ("architecture", "browser", "deploy", "docs", "nodes", "packaging")
"""The folders of tests that look from outside or at the sources.

The mark `no_cover` says the same of a single test.
"""

HANDED_DOWN = "COVERAGE_PROCESS_CONFIG"
"""The variable by which coverage tells the programs that a test starts to measure themselves."""


class Measuring:
    """Chooses for each test of a run with `--cov`."""

    def __init__(self, config: pytest.Config) -> None:
        asked = config.option
        self._tests = config.rootpath / "tests"
        self._pytest_cov: Any = config.pluginmanager.getplugin("_cov")
        self._cheap = coverage.Coverage(
            source=None if asked.cov_source in (None, [True]) else asked.cov_source,
            branch=asked.cov_branch,
            config_file=asked.cov_config,
            data_suffix=True,
            concurrency=["thread"],
        )
        self._cheap.set_option("run:patch", [])
        self._cheap.set_option("run:sigterm", value=False)
        self._cheap.set_option("run:disable_warnings", ["module-not-measured"])
        self._begun = False

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Measure a test, its fixtures included, in its way."""
        with contextlib.ExitStack() as way:
            if item.get_closest_marker("no_cover") or self._is_in(item.path, NOT_MEASURED):
                way.enter_context(self._paused())
                way.enter_context(_handing_nothing_down())
                way.callback(_forget_what_is_cached)
            elif not self._is_in(item.path, WITH_GREENLETS):
                way.enter_context(self._paused())
                way.enter_context(_no_greenlet())
                way.enter_context(self._cheap.collect())
                self._begun = True
            return (yield)

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtestloop(self, session: pytest.Session) -> Generator[None, object, object]:
        """Write what was measured, before pytest-cov puts everything together."""
        with contextlib.ExitStack() as way:
            self._stop_what_is_below()
            if session.config.pluginmanager.hasplugin("dsession"):  # it only hands tests out
                way.enter_context(self._paused())
            result = yield
            if self._begun:
                self._cheap.save()
            return result

    def _stop_what_is_below(self) -> None:
        """In a worker pytest-cov starts twice, and where it pauses the first would go on."""
        with self._paused():
            while (below := coverage.Coverage.current()) is not None:
                below.stop()

    def _is_in(self, path: Path, folders: tuple[str, ...]) -> bool:
        return any(path.is_relative_to(self._tests / folder) for folder in folders)

    @contextlib.contextmanager
    def _paused(self) -> Iterator[None]:
        """Let pytest-cov rest; after a test with its mark it wakes up by itself."""
        controller = self._pytest_cov.cov_controller
        controller.pause()
        try:
            yield
        finally:
            if not controller.started:
                controller.resume()


@contextlib.contextmanager
def _handing_nothing_down() -> Iterator[None]:
    """The programs that are started now are not measured."""
    kept = os.environ.pop(HANDED_DOWN, None)
    try:
        yield
    finally:
        if kept is not None:
            os.environ[HANDED_DOWN] = kept


@contextlib.contextmanager
def _no_greenlet() -> Iterator[None]:
    """A greenlet that runs now would be measured wrongly: its lines, as lines of other files."""
    before = greenlet.settrace(_refuse)
    try:
        yield
    finally:
        greenlet.settrace(before)


def _refuse(_event: str, _between: object) -> None:
    raise AssertionError("a greenlet runs: name the folder of this test in measuring.py")


def _forget_what_is_cached() -> None:
    """Empty the caches of functions: what ran once, unmeasured, runs again in a measured test."""
    ours = [module for name, module in sys.modules.items() if name.startswith("planilla.")]
    for module in ours:
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()
