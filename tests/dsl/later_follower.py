"""Another process that works what-ifs out when a test tells it to."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from planilla.application.whatif import Asked, worked_out


class LaterFollower:
    """The port `Follower`; `heard` receive the steps, question by question."""

    def __init__(self) -> None:
        self.asked: list[tuple[Asked, Future[Any]]] = []
        self.heard: list[Callable[[Any], bool]] = []

    def follow(self, work: Any, given: Any, on_step: Callable[[Any], bool]) -> Future[Any]:
        """A future that `do` fulfils."""
        assert work is worked_out
        future: Future[Any] = Future()
        self.asked.append((given, future))
        self.heard.append(on_step)
        return future

    def do(self) -> None:
        """Work the first one out."""
        given, future = self.asked.pop(0)
        future.set_result(worked_out(given))
