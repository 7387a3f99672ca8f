"""Browsers without script: all requests of one test go through one thread and its event loop.

Starlette's own client starts a thread and a loop for each request outside of a `with` block, which
takes as long as a small page.
"""

from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from threading import Lock

from anyio.from_thread import BlockingPortal, start_blocking_portal
from starlette.testclient import TestClient


class SharedLoop:
    """The thread of the test that runs now; its first request starts it."""

    def __init__(self) -> None:
        self._portal: BlockingPortal | None = None
        self._test: ExitStack | None = None
        self._starting = Lock()

    def portal(self) -> BlockingPortal | None:
        """Return the way into the loop; None outside of a test."""
        with self._starting:
            if self._portal is None and self._test is not None:
                self._portal = self._test.enter_context(start_blocking_portal())
            return self._portal

    def begin(self) -> None:
        """Let the requests from now on share a thread."""
        self._test = ExitStack()

    def end(self) -> None:
        """End the thread, if there was a request."""
        test, self._test, self._portal = self._test, None, None
        if test is not None:
            test.close()


SHARED = SharedLoop()


class Browser(TestClient):
    """A test client that starts no thread of its own while a test runs."""

    @contextmanager
    def _portal_factory(self) -> Generator[BlockingPortal, None, None]:
        shared = None if self.portal else SHARED.portal()
        if shared is not None:
            yield shared
        else:
            with super()._portal_factory() as own:
                yield own
