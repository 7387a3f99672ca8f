"""Steps of a piece of work: calls of Python functions, which no load of the machine changes."""

import contextlib
import sys
from collections.abc import Callable, Iterator
from types import FrameType


@contextlib.contextmanager
def counted_steps() -> Iterator[Callable[[], int]]:
    """Count the functions (and turns of generators) of Python that this thread calls meanwhile."""
    steps = 0

    def count(_: FrameType, kind: str, __: object) -> None:
        nonlocal steps
        steps += kind == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield lambda: steps
    finally:
        sys.setprofile(before)


def steps_of(work: Callable[[], object]) -> int:
    """Return how many functions `work` calls."""
    with counted_steps() as steps:
        work()
    return steps()
