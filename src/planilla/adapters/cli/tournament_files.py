"""Reading of tournament files from disk, with their faults by line."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from planilla.adapters.cli.console import CommandError, CommandOutcome, Console, Exit
from planilla.adapters.cli.files import STANDARD_STREAM, is_file, is_folder, reason_of
from planilla.application.trf_system import UnknownSystem, system_of
from planilla.domain.pairing import SYSTEMS, system_named
from planilla.domain.pairing.system import System
from planilla.formats.trf.document import TrfDocument, TrfRemark
from planilla.formats.trf.reader import read_trf

if TYPE_CHECKING:
    from planilla.formats.double_swiss import DoubleRecord

DOUBLE_SWISS = "swiss-double"
"""The system of records in JSON."""
JSON_SUFFIX = ".json"
SUFFIXES = frozenset({".trf", ".trfx", ".txt"})
"""Suffixes of tournament files in a folder."""


class FileFault(msgspec.Struct, frozen=True, kw_only=True):
    """A fault of a file and its place; line and column count from 1, 0 is the whole file.

    `code` is the key of the message in the catalogues, filled from `fields`.
    """

    file: str
    line: int
    column: int
    code: str
    fields: dict[str, Any]


class Ready(NamedTuple):
    """A document, and the name of its pairing system."""

    document: TrfDocument
    system: str


def read_file(name: str, asked: str | None) -> Ready | tuple[FileFault, ...]:
    """Return the document of a file, or its faults; `-` is standard input.

    The pairing system is `asked`, or else that of the file.
    """
    read = read_document(name)
    if not isinstance(read, TrfDocument):
        return read
    try:
        system = asked or system_of(read)
    except UnknownSystem as error:
        code: dict[str, Any] = {"system": error.code}
        line = _line_of(read, "192")
        return (
            FileFault(file=name, line=line, column=5, code="error.unknown-system", fields=code),
        )
    if system_named(system).plays_in_teams and (faults := _faults_of_teams(read)):
        return faults
    return Ready(read, system)


def _faults_of_teams(document: TrfDocument) -> tuple[FileFault, ...]:
    from planilla.formats.trf.team_pairing import faults_of_teams

    return tuple(fault_of(fault) for fault in faults_of_teams(document))


def read_document(name: str) -> TrfDocument | tuple[FileFault, ...]:
    """Return the document of a file with any pairing system, or its faults."""
    try:
        data = sys.stdin.buffer.read() if name == STANDARD_STREAM else Path(name).read_bytes()
    except OSError as error:
        fields: dict[str, Any] = {"path": name, "reason": reason_of(error)}
        return (FileFault(file=name, line=0, column=0, code="error.cannot-read", fields=fields),)
    read = read_trf(data, name)
    if not isinstance(read, TrfDocument):
        return tuple(fault_of(remark) for remark in read)
    return read


def is_record(name: str) -> bool:
    """Return whether a file is the record of a Double-Swiss, by the ending of its name."""
    return name.lower().endswith(JSON_SUFFIX)


def read_double(name: str, asked: str | None) -> "DoubleRecord | FileFault":
    """Return the record of a Double-Swiss in JSON, or its fault."""
    from planilla.formats.double_swiss import InvalidRecord, read_record

    def fault(code: str, **fields: Any) -> FileFault:
        return FileFault(file=name, line=0, column=0, code=code, fields=fields)

    if asked not in {None, DOUBLE_SWISS}:
        return fault("error.double-swiss-system")
    try:
        return read_record(Path(name).read_bytes())
    except OSError as error:
        return fault("error.cannot-read", path=name, reason=reason_of(error))
    except InvalidRecord as error:
        return fault(f"error.{error.code}", number=error.number, round=error.round)


def fault_line(fault: FileFault, console: Console) -> str:
    """Return the line `file:line:column: reason`."""
    place = f"{fault.file}:{fault.line}:{fault.column}: " if fault.line else "planilla: "
    return place + _message(fault, console)


def _message(fault: FileFault, console: Console) -> str:
    return console.say(fault.code, **fault.fields)


def fault_data(fault: FileFault, console: Console) -> dict[str, str | int]:
    """Return a fault as data."""
    return {
        "line": fault.line,
        "column": fault.column,
        "code": fault.code,
        "message": _message(fault, console),
    }


def unreadable(faults: Sequence[FileFault], console: Console) -> CommandOutcome:
    """Return the outcome for a single file with faults."""
    return CommandOutcome(
        data={"faults": [fault_data(fault, console) for fault in faults]},
        code=Exit.UNREADABLE,
        aside=[fault_line(fault, console) for fault in faults],
    )


def files_of(patterns: Sequence[str]) -> list[str]:
    """Return the named files, those in folders, and those of patterns.

    Files of a folder or pattern are in alphabetical order. Missing files stay in the list and are
    reported in their place.

    Raises:
        CommandError: a folder or a pattern holds none.
    """
    return [name for pattern in patterns for name in _files_in(pattern)]


def _files_in(pattern: str) -> list[str]:
    import glob

    path = Path(pattern)
    if is_folder(path):
        inside = (each for each in path.rglob("*") if each.suffix.lower() in SUFFIXES)
        names = sorted(str(each) for each in inside if is_file(each))
    elif glob.has_magic(pattern) and not is_file(path):
        anything = glob.glob(pattern, recursive=True)  # noqa: PTH207 - Path.glob refuses absolute ones
        names = sorted(name for name in anything if is_file(name))
    else:
        return [pattern]
    if not names:
        raise CommandError("error.no-files", pattern=pattern)
    return names


def _line_of(document: TrfDocument, code: str) -> int:
    starts = (line.text.startswith(code) for line in document.lines)
    return next(number for number, starting in enumerate(starts, start=1) if starting)


def fault_of(remark: TrfRemark) -> FileFault:
    """Return a remark of the reader as a fault of its file."""
    return FileFault(
        file=remark.file,
        line=remark.line,
        column=remark.column,
        code=f"trf.{remark.code}",
        fields=remark.fields,
    )


def round_system(name: str) -> System:
    """Return the system of this name, which must pair round by round.

    Raises:
        CommandError: there is none, or it does not.
    """
    system = SYSTEMS.get(name)
    if system is None or system.pair is None:
        known = tuple(each for each, found in SYSTEMS.items() if found.pair is not None)
        raise CommandError("error.no-such-system", system=name, known=known)
    return system
