"""What a worker process is asked in tests; it finds these functions by their module."""

import os
import time
from collections.abc import Callable


def own_id(_: object) -> int:
    """The id of the process that works this out."""
    return os.getpid()


def failing(text: str) -> str:
    """Fails as it is told."""
    raise ValueError(text)


def asleep(seconds: float) -> float:
    """Takes so long."""
    time.sleep(seconds)
    return seconds


def counting(number: int, tell: Callable[[int], None]) -> int:
    """The sum of the numbers up to this one, each told before it is added."""
    total = 0
    for each in range(1, number + 1):
        tell(each)
        total += each
    return total


def niceness(_: object) -> int:
    """How nice the process is to others."""
    return os.nice(0)
