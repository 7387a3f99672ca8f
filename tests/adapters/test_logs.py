"""Repeated messages are counted instead of written."""

import errno
import logging

from planilla.adapters.logs import REPEAT_WINDOW_S, REPEATS_MAX, RepeatLimit


def record(
    message: str, *, at: float = 0.0, error: Exception | None = None, line: int = 1
) -> logging.LogRecord:
    """Return a log record of a source line, created at a time in seconds."""
    exc_info = None if error is None else (type(error), error, None)
    made = logging.LogRecord("server", logging.ERROR, __file__, line, message, ("x",), exc_info)
    made.created = at
    return made


def test_alike_messages_are_written_a_few_times_and_then_counted() -> None:
    sparing = RepeatLimit()
    written = [sparing.filter(record("bad request of %s")) for _ in range(500)]
    assert written == [True] * REPEATS_MAX + [False] * (500 - REPEATS_MAX)
    assert sparing.filter(record("another of %s", line=2))
    assert sparing.filter(record("bad request of %s", error=ValueError()))
    later = record("bad request of %s", at=REPEAT_WINDOW_S)
    assert sparing.filter(later)
    assert later.getMessage() == f"bad request of x ({500 - REPEATS_MAX} alike before it)"


def test_a_lack_of_descriptors_has_no_trace_and_a_fault_of_ours_has_one() -> None:
    sparing = RepeatLimit()
    full = record("accept %s", error=OSError(errno.EMFILE, "Too many open files"))
    fault = record("fault %s", error=OSError(errno.EPIPE, "Broken pipe"))
    assert sparing.filter(full)
    assert sparing.filter(fault)
    assert (full.exc_info is None, fault.exc_info is None) == (True, False)


def test_messages_of_one_place_are_alike_whatever_they_name() -> None:
    """The event loop writes the addresses of objects into each of its messages."""
    sparing = RepeatLimit()
    made = [record(f"Task exception was never retrieved\nfuture: <Task {n}>") for n in range(500)]
    assert [sparing.filter(each) for each in made] == [True] * REPEATS_MAX + [False] * (
        500 - REPEATS_MAX
    )
