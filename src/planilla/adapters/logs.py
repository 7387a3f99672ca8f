"""Limit for repeated log messages, so that clients cannot fill the log."""

import errno
import logging

REPEATS_MAX = 10
REPEAT_WINDOW_S = 60.0
DESCRIPTOR_LIMIT_ERRORS = frozenset({errno.EMFILE, errno.ENFILE})


class RepeatLimit(logging.Filter):
    """Log filter that passes `REPEATS_MAX` messages of one kind in `REPEAT_WINDOW_S` seconds.

    Messages are of one kind if they come from the same line of code with the same class of
    exception; their texts may depend on clients. The next message of the kind carries the count. A
    lack of file descriptors is logged without its traceback, which is always that of the event
    loop.
    """

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[tuple[str, int, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write a record."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, OSError) and error.errno in DESCRIPTOR_LIMIT_ERRORS:
            record.exc_info, record.exc_text = None, None
        kind = (record.pathname, record.lineno, type(error).__name__)
        since, number = self._seen.get(kind, (record.created, 0))
        left_out = 0
        if record.created - since >= REPEAT_WINDOW_S:
            since, number, left_out = record.created, 0, max(number - REPEATS_MAX, 0)
        self._seen[kind] = (since, number + 1)
        if left_out:
            record.msg, record.args = f"{record.getMessage()} ({left_out} alike before it)", ()
        return number < REPEATS_MAX
