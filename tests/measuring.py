"""Which tests are measured for coverage: those that run our code in a process without greenlets.

SQLAlchemy runs its asyncio layer, which is used on PostgreSQL alone, in greenlets. coverage can
follow them, at twice the cost, but not safely: Python 3.11 stops for ever where a thread that had a
greenlet ends while coverage is told of another. So tests on PostgreSQL are not measured; the same
tests are, on SQLite.

What else is not measured checks the product from outside, through programs that the test starts;
they are not measured either. The same lines have tests of their own, which are.
"""

import contextlib
import os
import sys
from collections.abc import Generator, Iterator
from typing import Any

import coverage
import greenlet
import pytest

NOT_MEASURED = ("architecture", "browser", "deploy", "docs", "nodes", "packaging")
"""The folders of tests that look from outside or at the sources.

The mark `no_cover` says the same of a single test.
"""

HANDED_DOWN = "COVERAGE_PROCESS_CONFIG"
"""The variable by which coverage tells the programs that a test starts to measure themselves."""


class Measuring:
    """Chooses for each test of a run with `--cov`."""

    def __init__(self, config: pytest.Config) -> None:
        self._tests = config.rootpath / "tests"
        self._pytest_cov: Any = config.pluginmanager.getplugin("_cov")
        self._has_unmeasured = False

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Let the measured tests of a module come first: each change from one to other costs."""
        place = {path: at for at, path in enumerate(dict.fromkeys(each.path for each in items))}
        items.sort(key=lambda each: (place[each.path], not self._is_measured(each)))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Measure a test, its fixtures included, or pause meanwhile."""
        with contextlib.ExitStack() as way:
            if self._is_measured(item):
                self._forget_what_is_cached()
                way.enter_context(_no_greenlet())
            else:
                way.enter_context(self._paused())
                way.enter_context(_handing_nothing_down())
                self._has_unmeasured = True
            return (yield)

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtestloop(self, session: pytest.Session) -> Generator[None, object, object]:
        """Start each worker with one measurement; none where tests are only handed out."""
        with contextlib.ExitStack() as way:
            self._stop_what_is_below()
            if session.config.pluginmanager.hasplugin("dsession"):
                way.enter_context(self._paused())
            return (yield)

    def _stop_what_is_below(self) -> None:
        """In a worker pytest-cov starts twice, and where it pauses the first would go on."""
        with self._paused():
            while (below := coverage.Coverage.current()) is not None:
                below.stop()

    def _forget_what_is_cached(self) -> None:
        """Empty the caches of functions: what ran once, unmeasured, runs again when measured."""
        if not self._has_unmeasured:
            return
        self._has_unmeasured = False
        ours = [module for name, module in sys.modules.items() if name.startswith("planilla.")]
        for module in ours:
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()

    def _is_measured(self, item: pytest.Item) -> bool:
        return not (
            item.get_closest_marker("no_cover")
            or any(item.path.is_relative_to(self._tests / folder) for folder in NOT_MEASURED)
            or _is_on_postgres(item)
        )

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


def _is_on_postgres(item: pytest.Item) -> bool:
    """Return whether a test asks for the server, or is a case of a test that is named after it."""
    case = getattr(item, "callspec", None)
    named = () if case is None else case.params.values()
    asked = (*named, *getattr(item, "fixturenames", ()))
    return any(isinstance(each, str) and "postgres" in each for each in asked)


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
    raise AssertionError("a greenlet runs in a test that is measured: see tests/measuring.py")
