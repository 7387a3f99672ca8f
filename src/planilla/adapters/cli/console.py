"""Where a command speaks: sentences or JSON on standard output, progress and faults beside it."""

import io
import re
import sys
from collections.abc import Callable
from typing import Any, TextIO

from planilla.adapters.cli.outcome import Outcome, Stop
from planilla.presentation.catalogue import as_it_is, tr
from planilla.presentation.figures import WORD_JOINER

BAR_WIDTH = 24
COMMANDS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Signs that a terminal obeys instead of showing them."""


class Console:
    """One terminal, or whatever stands in its place, and the language that it speaks."""

    def __init__(self, language: str, *, as_json: bool, out: TextIO, err: TextIO) -> None:
        self.language = language
        self.as_json = as_json
        self.out = out
        self.err = err
        self._progress_shown = False

    def say(self, key: str, *, name_of: Callable[[str], str] = as_it_is, **fields: Any) -> str:
        """The text of `key` in this language."""
        return tr(self.language, key, name_of=name_of, **fields)

    def answer(self, outcome: Outcome) -> int:
        """Write an outcome down; answers with its exit code."""
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

    def complain(self, stop: Stop) -> int:
        """Say in one sentence why a command stopped; answers with its exit code."""
        self._clear()
        said = self.say(stop.key, **stop.fields)
        if self.as_json:
            print(
                as_text({"code": stop.key, "fields": stop.fields, "message": said}), file=self.out
            )
        print(f"planilla: {_shown(said)}", file=self.err)
        return stop.exit_code

    def progress(self, key: str) -> Callable[[int, int], None]:
        """Where to tell how much is done: one line, rewritten, on a terminal alone.

        The text of `key` may ask for `done`, `total` and `bar`.
        """

        def told(done: int, total: int) -> None:
            if self.err.isatty():
                self._progress_shown = True
                line = self.say(key, done=done, total=total, bar=_bar(done, total))
                print(f"\r{line}\033[K", end="", file=self.err, flush=True)

        return told

    def _clear(self) -> None:
        if self._progress_shown:
            self._progress_shown = False
            print("\r\033[K", end="", file=self.err, flush=True)


def _shown(line: str) -> str:
    """A line without what a terminal would obey: names and files were written by others.

    Nor are there signs without a width, which many terminals show as a box.
    """
    return COMMANDS.sub("\ufffd", line.replace(WORD_JOINER, ""))


def _bar(done: int, total: int) -> str:
    filled = BAR_WIDTH * min(done, total) // max(total, 1)
    return "█" * filled + "░" * (BAR_WIDTH - filled)


def as_text(data: Any) -> str:
    """JSON as people can still read it."""
    import json

    import msgspec

    plain = msgspec.to_builtins(data, str_keys=True)
    return json.dumps(plain, ensure_ascii=False, indent=1)


def standard(language: str, *, as_json: bool) -> Console:
    """The console of this process; a sign that its encoding lacks is shown as a question mark."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    return Console(language, as_json=as_json, out=sys.stdout, err=sys.stderr)
