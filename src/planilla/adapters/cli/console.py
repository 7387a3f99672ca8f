"""Outcome of a command, and the console that shows it.

Sentences or JSON go to standard output, progress and faults to standard error.
"""

import io
import re
import sys
from collections.abc import Callable, Sequence
from enum import IntEnum
from operator import attrgetter
from typing import Any, NamedTuple, TextIO

from planilla.presentation.catalogue import as_it_is, tr
from planilla.presentation.figures import WORD_JOINER

BAR_WIDTH = 24
COMMANDS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Control characters of terminals."""


class Exit(IntEnum):
    """Exit codes of a command."""

    DONE = 0
    """Done, or the answer is yes."""
    NO = 1
    """The answer is no: differences found, no legal pairing, a log that was altered."""
    UNREADABLE = 2
    """The request is invalid, or its object cannot be reached; standard error has the reason."""
    INTERRUPTED = 130
    """Ctrl-C, by the convention of shells."""


class CommandOutcome(NamedTuple):
    """Answer of a command in sentences and as data; `raw` replaces both.

    The lines of `aside` always go to standard error: faults of files, with their places.
    """

    lines: Sequence[str] = ()
    data: Any = None
    code: int = Exit.DONE
    raw: bytes | None = None
    aside: Sequence[str] = ()


class CommandError(Exception):
    """Failure of a command: the key of its message in the catalogues, and its fields."""

    def __init__(self, key: str, *, exit_code: int = Exit.UNREADABLE, **fields: Any) -> None:
        self.key = key
        self.exit_code = exit_code
        self.fields = fields
        super().__init__(f"{key} {fields}")


class Console:
    """A terminal, or streams in its place, and the language of its texts."""

    def __init__(self, language: str, *, as_json: bool, out: TextIO, err: TextIO) -> None:
        self.language = language
        self.as_json = as_json
        self.out = out
        self.err = err
        self._progress_shown = False

    def say(self, key: str, *, name_of: Callable[[str], str] = as_it_is, **fields: Any) -> str:
        """Return the text of `key` in this language."""
        return tr(self.language, key, name_of=name_of, **fields)

    def answer(self, outcome: CommandOutcome) -> int:
        """Write an outcome; return its exit code."""
        self._clear()
        for line in outcome.aside:
            print(_shown(line), file=self.err)
        if outcome.raw is not None:
            self.out.flush()
            self.out.buffer.write(outcome.raw)
        elif self.as_json:
            print(as_text(outcome.data), file=self.out)
        else:
            for line in outcome.lines:
                print(_shown(line), file=self.out)
        self.out.flush()
        return outcome.code

    def complain(self, stop: CommandError) -> int:
        """Write the message of a failed command; return its exit code."""
        self._clear()
        said = self.say(stop.key, **stop.fields)
        if self.as_json:
            print(
                as_text({"code": stop.key, "fields": stop.fields, "message": said}), file=self.out
            )
        print(f"planilla: {_shown(said)}", file=self.err)
        return stop.exit_code

    def note(self, key: str, **fields: Any) -> None:
        """Write a line of text to standard error while a command goes on."""
        self._clear()
        print(_shown(self.say(key, **fields)), file=self.err, flush=True)

    def progress(self, key: str) -> Callable[[int, int], None]:
        """Return a function that shows progress in one rewritten line, on a terminal only.

        The text of `key` may contain `done`, `total` and `bar`.
        """

        def shown(done: int, total: int) -> None:
            if self.err.isatty():
                self._progress_shown = True
                line = self.say(key, done=done, total=total, bar=_bar(done, total))
                print(f"\r{line}\033[K", end="", file=self.err, flush=True)

        return shown

    def _clear(self) -> None:
        if self._progress_shown:
            self._progress_shown = False
            print("\r\033[K", end="", file=self.err, flush=True)


def _shown(line: str) -> str:
    """Return a line without control characters, which names and files may contain.

    Zero-width characters are removed as well: many terminals show them as a box.
    """
    return COMMANDS.sub("\ufffd", line.replace(WORD_JOINER, ""))


def _bar(done: int, total: int) -> str:
    filled = BAR_WIDTH * min(done, total) // max(total, 1)
    return "█" * filled + "░" * (BAR_WIDTH - filled)


def as_text(data: Any) -> str:
    """Return indented JSON; texts kept apart (`Sealed`) by their commitments."""
    import json

    import msgspec

    plain = msgspec.to_builtins(data, str_keys=True, enc_hook=attrgetter("commitment"))
    try:
        return msgspec.json.format(msgspec.json.encode(plain), indent=1).decode()
    except UnicodeEncodeError:  # the name of a file with bytes that are no UTF-8
        return json.dumps(plain, ensure_ascii=False, indent=1)


def standard(language: str, *, as_json: bool) -> Console:
    """Return the console of this process; unencodable characters become question marks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    return Console(language, as_json=as_json, out=sys.stdout, err=sys.stderr)
