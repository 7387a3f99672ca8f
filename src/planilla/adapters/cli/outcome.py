"""What a command comes to: lines for people, data for programs, and an exit code."""

from collections.abc import Sequence
from typing import Any, NamedTuple

DONE = 0
"""It was done, or the answer is yes."""
NO = 1
"""The answer is no: differences found, no legal pairing, a log that was altered."""
UNREADABLE = 2
"""What was asked cannot be read or reached; one sentence on standard error says why."""


class Outcome(NamedTuple):
    """An answer: the same in sentences and as data. `raw` is written as it is, in place of both.

    `aside` goes to standard error in every case, line by line: what is wrong with files, and where.
    """

    lines: Sequence[str] = ()
    data: Any = None
    code: int = DONE
    raw: bytes | None = None
    aside: Sequence[str] = ()


class Stop(Exception):
    """A command cannot go on: the key of a sentence in the catalogues, and its fields."""

    def __init__(self, key: str, *, exit_code: int = UNREADABLE, **fields: Any) -> None:
        self.key = key
        self.exit_code = exit_code
        self.fields = fields
        super().__init__(f"{key} {fields}")
