"""Tournament files on disk: found, read, and what is wrong with them said line by line."""

import glob
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.outcome import Stop
from planilla.adapters.cli.paths import is_file, is_folder
from planilla.application.trf_system import UnknownSystem, system_of
from planilla.formats.trf.document import TrfDocument, TrfRemark
from planilla.formats.trf.reader import read_trf

STANDARD_INPUT = "-"
SUFFIXES = frozenset({".trf", ".trfx", ".txt"})
"""What a folder is looked through for."""


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong with a file, and where; line and column count from 1, 0 is the whole file.

    `code` names the sentence in the catalogues, filled from `fields`.
    """

    file: str
    line: int
    column: int
    code: str
    fields: dict[str, Any]


class Ready(NamedTuple):
    """A document, and the name of the system that pairs it."""

    document: TrfDocument
    system: str


def read_file(name: str, asked: str | None) -> Ready | tuple[Fault, ...]:
    """The document in the file of this name, or its faults; `-` is standard input.

    Its system is the one that was asked for, or else its own.
    """
    read = read_document(name)
    if not isinstance(read, TrfDocument):
        return read
    try:
        return Ready(read, asked or system_of(read))
    except UnknownSystem as error:
        code: dict[str, Any] = {"system": error.code}
        line = _line_of(read, "192")
        return (Fault(file=name, line=line, column=5, code="error.unknown-system", fields=code),)


def read_document(name: str) -> TrfDocument | tuple[Fault, ...]:
    """The document in the file of this name, whatever pairs it, or its faults."""
    try:
        data = sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()
    except OSError as error:
        reason = error.strerror or "?"
        fields: dict[str, Any] = {"path": name, "reason": reason}
        return (Fault(file=name, line=0, column=0, code="error.cannot-read", fields=fields),)
    read = read_trf(data, name)
    if not isinstance(read, TrfDocument):
        return tuple(fault_of(remark) for remark in read)
    return read


def said(fault: Fault, console: Console) -> str:
    """`file:line:column: what is wrong`."""
    place = f"{fault.file}:{fault.line}:{fault.column}: " if fault.line else "planilla: "
    return place + message(fault, console)


def message(fault: Fault, console: Console) -> str:
    """What is wrong, in a sentence."""
    return console.say(fault.code, **fault.fields)


def data_of(fault: Fault, console: Console) -> dict[str, str | int]:
    """A fault for programs."""
    return {
        "line": fault.line,
        "column": fault.column,
        "code": fault.code,
        "message": message(fault, console),
    }


def found(patterns: Sequence[str]) -> list[str]:
    """The files that are meant: files as named, those in folders, those of patterns.

    Files of a folder or pattern are in alphabetical order; one that is not there stays, so that it
    is complained of in its place.

    Raises:
        Stop: a folder or a pattern holds none.
    """
    return [name for pattern in patterns for name in _files_of(pattern)]


def _files_of(pattern: str) -> list[str]:
    path = Path(pattern)
    if is_folder(path):
        names = sorted(str(each) for each in _in_folder(path))
    elif glob.has_magic(pattern) and not is_file(path):
        anything = glob.glob(pattern, recursive=True)  # noqa: PTH207 - Path.glob refuses absolute ones
        names = sorted(name for name in anything if is_file(name))
    else:
        return [pattern]
    if not names:
        raise Stop("error.no-files", pattern=pattern)
    return names


def _in_folder(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES and is_file(path))


def _line_of(document: TrfDocument, code: str) -> int:
    starts = (line.text.startswith(code) for line in document.lines)
    return next(number for number, starting in enumerate(starts, start=1) if starting)


def fault_of(remark: TrfRemark) -> Fault:
    """A remark of the reader as a fault of its file."""
    return Fault(
        file=remark.file,
        line=remark.line,
        column=remark.column,
        code=f"trf.{remark.code}",
        fields=remark.fields,
    )
