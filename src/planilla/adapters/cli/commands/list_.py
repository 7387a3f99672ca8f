"""Command `list`: import, display and search of federations' rating lists.

A list is a text file, or the only text in a zip; it is read in chunks.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import click
import msgspec

from planilla.adapters.cli.command_line import Group, Invocation, argument, option
from planilla.adapters.cli.console import CommandError, CommandOutcome, Console, Exit
from planilla.adapters.cli.services import Progress
from planilla.application.rating_lists import (
    ListBuilding,
    ListNotWritten,
    ListStore,
    ListUnusable,
    RatingList,
    chosen,
)
from planilla.formats.rating_list.columns import month_in
from planilla.formats.rating_list.reader import read_list
from planilla.formats.rating_list.records import (
    RATES,
    ListedPlayer,
    ListFault,
    ListReading,
    NotAList,
)

if TYPE_CHECKING:
    import zipfile

FAULTS_SHOWN = 20
"""Most broken lines shown; the others are counted."""

MEGABYTE = 1_000_000

KIND = re.compile(r"[a-z][a-z0-9-]{0,19}")
"""Pattern of the names of kinds of lists, which are file names."""

MONTH = re.compile(r"20\d\d-(?:0[1-9]|1[0-2])", re.ASCII)
"""Pattern of months, as `2026-11`."""
FIDE = "fide"

SUFFIXES = (".txt", ".xml", ".csv")
"""Suffixes of lists in a zip."""

CHUNK = 256 * 1024
BYTES_MAX = 4 * 1024**3
"""Most bytes of a list in a zip; FIDE's XML, the longest, has a quarter of it."""

RATIO_MAX = 200
"""Greatest compression ratio: lists have 10, XML lists 30, a zip bomb 1,000."""


list_ = Group("list", help="cli.list")


def fitting(pattern: re.Pattern[str]) -> Callable[[str], str]:
    """Return a function that returns a matching text and raises `ValueError` for others."""

    def read(text: str) -> str:
        if not pattern.fullmatch(text):
            raise ValueError(text)
        return text

    return read


@list_.command("import", help="cli.list.import")
@argument("file", key="cli.list.file", metavar="FILE")
@option("--month", "given_month", key="cli.list.month", metavar="YYYY-MM", type=fitting(MONTH))
@option(
    "--kind", "kind_of_list", key="cli.list.kind", metavar="NAME", type=fitting(KIND), default=FIDE
)
@option("--rate", key="cli.list.rate", type=click.Choice(RATES), default=RATES[0])
def import_list(
    invocation: Invocation, *, file: str, given_month: str | None, kind_of_list: str, rate: str
) -> CommandOutcome:
    """Replace the list of a kind; broken lines are reported and left out.

    If no line can be read, the old list stays, and the exit code is 2.
    """
    console, lists = invocation.console, invocation.services.rating_lists()
    faults: list[ListFault] = []
    progress = console.progress("progress.list")
    try:
        with list_file(file) as source, lists.building(kind_of_list) as building:
            reading = read_list(_counted(source, progress), rate)
            empty = RatingList(
                kind=kind_of_list,
                month=given_month or _month(file, source, reading),
                source=source.name,
                form=reading.form,
            )
            players, broken = _written(reading, building, faults)
            if not players:
                return _nothing(file, faults, broken, console)
            made, twice = building.finish(msgspec.structs.replace(empty, broken=broken))
    except NotAList as error:
        fields: dict[str, Any] = {**error.fields}
        why = console.say(f"list-unreadable.{error.code}", **fields)
        raise CommandError("error.not-a-list", path=file, why=why) from error
    except ListNotWritten as error:
        raise CommandError("error.cannot-write", path=error.path, reason=error.reason) from error
    faults += twice[: max(0, FAULTS_SHOWN - len(faults))]
    return _imported(file, made, faults, console)


@list_.command("show", help="cli.list.show")
def show(invocation: Invocation) -> CommandOutcome:
    """Show the lists; exit with 1 if there are none."""
    console = invocation.console
    lists = _lists(invocation.services.rating_lists())
    if not lists:
        return CommandOutcome(
            lines=[console.say("cli.list.none")], data={"lists": []}, code=Exit.NO
        )
    lines = [console.say("cli.list.one", **_fields(each)) for each in lists]
    return CommandOutcome(lines=lines, data={"lists": [_fields(each) for each in lists]})


@list_.command("find", help="cli.list.find")
@argument("words", key="cli.list.name", metavar="NAME|ID...", nargs=-1, required=True)
@option("--kind", "kind_of_list", key="cli.list.kind", metavar="NAME", type=fitting(KIND))
def find(
    invocation: Invocation, *, words: tuple[str, ...], kind_of_list: str | None
) -> CommandOutcome:
    """Find the players with a name or an id; exit with 1 if there are none."""
    console, lists = invocation.console, invocation.services.rating_lists()
    used = chosen(_lists(lists), kind_of_list or "")
    if used is None and kind_of_list is None:
        raise CommandError("cli.list.none")
    if used is None:
        raise CommandError("error.no-list", kind=kind_of_list)
    text = " ".join(words)
    try:
        found = lists.find(used.kind, text)
    except ListUnusable as error:
        raise CommandError("error.list-unusable", kind=error.kind) from error
    data = {
        "list": _fields(used),
        "players": [_data(player) for player in found],
    }
    if not found:
        said = console.say("cli.list.nobody", name=text, kind=used.kind, month=used.month)
        return CommandOutcome(lines=[said], data=data, code=Exit.NO)
    return CommandOutcome(lines=[_line(player) for player in found], data=data)


class ListFile(NamedTuple):
    """An open list: name, size in bytes, and the bytes."""

    name: str
    size: int
    chunks: Iterator[bytes]


@contextlib.contextmanager
def list_file(path: str) -> Iterator[ListFile]:
    """Open the list of a file or zip.

    Raises:
        CommandError: it cannot be read, or the zip has no list, several, or one too large.
    """
    import zipfile
    import zlib

    try:
        with contextlib.ExitStack() as stack:
            if zipfile.is_zipfile(path):
                packed = stack.enter_context(zipfile.ZipFile(path))
                member = _member(packed, path)
                source: IO[bytes] = stack.enter_context(packed.open(member))
                name, size = member.filename, member.file_size
            else:
                source = stack.enter_context(Path(path).open("rb"))
                name, size = Path(path).name, Path(path).stat().st_size
            yield ListFile(name, size, _chunks(source, path))
    except OSError as error:
        raise _unreadable(path, error.strerror or str(error)) from error
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise _unreadable(path, str(error)) from error


def _member(packed: zipfile.ZipFile, path: str) -> zipfile.ZipInfo:
    found = [each for each in packed.infolist() if each.filename.lower().endswith(SUFFIXES)]
    if len(found) != 1:
        raise CommandError("error.list-zip", path=path, found=len(found))
    member = found[0]
    too_dense = member.file_size > RATIO_MAX * max(member.compress_size, CHUNK)
    if member.file_size > BYTES_MAX or too_dense:
        raise CommandError("error.list-bomb", path=path, size=member.file_size)
    return member


def _chunks(source: IO[bytes], path: str) -> Iterator[bytes]:
    read = 0
    while chunk := source.read(CHUNK):
        read += len(chunk)
        if read > BYTES_MAX:
            raise CommandError("error.list-bomb", path=path, size=read)
        yield chunk


def _unreadable(path: str, reason: str) -> CommandError:
    return CommandError("error.cannot-read", path=path, reason=reason)


def _counted(file: ListFile, progress: Progress) -> Iterator[bytes]:
    read = 0
    for chunk in file.chunks:
        read += len(chunk)
        progress(read // MEGABYTE, max(1, file.size // MEGABYTE))
        yield chunk


def _month(path: str, file: ListFile, reading: ListReading) -> str:
    """Return the month stated in the list, or else in its file name.

    Raises:
        CommandError: neither states a month.
    """
    found = reading.month or month_in(file.name) or month_in(Path(path).name)
    if not found:
        raise CommandError("error.list-month", path=path)
    return found


def _written(
    reading: ListReading, building: ListBuilding, faults: list[ListFault]
) -> tuple[int, int]:
    """Return the numbers of players and of broken lines; add the first of these to `faults`."""
    players = broken = 0
    for batch in reading.batches:
        building.add(batch.players)
        players += len(batch.players)
        broken += len(batch.faults)
        faults += batch.faults[: max(0, FAULTS_SHOWN - len(faults))]
    return players, broken


def _nothing(path: str, faults: list[ListFault], broken: int, console: Console) -> CommandOutcome:
    aside = [*_said(path, faults, broken, console), console.say("cli.list.nothing", path=path)]
    return CommandOutcome(
        data={"faults": _faults(faults, console)}, code=Exit.UNREADABLE, aside=aside
    )


def _imported(
    path: str, made: RatingList, faults: list[ListFault], console: Console
) -> CommandOutcome:
    return CommandOutcome(
        lines=[console.say("cli.list.imported", **_fields(made))],
        data={**_fields(made), "faults": _faults(faults, console)},
        aside=_said(path, faults, made.broken, console),
    )


def _said(path: str, faults: Iterable[ListFault], broken: int, console: Console) -> list[str]:
    lines = [f"{path}:{fault.line}:{fault.column}: {_sentence(fault, console)}" for fault in faults]
    more = broken - len(lines)
    return [*lines, console.say("cli.list.more-broken", n=more)] if more > 0 else lines


def _faults(faults: Iterable[ListFault], console: Console) -> list[dict[str, Any]]:
    return [
        {
            "line": fault.line,
            "column": fault.column,
            "code": fault.code,
            "fields": dict(fault.fields),
            "message": _sentence(fault, console),
        }
        for fault in faults
    ]


def _sentence(fault: ListFault, console: Console) -> str:
    fields: dict[str, Any] = {**fault.fields}
    return console.say(f"list-fault.{fault.code}", **fields)


def _lists(lists: ListStore) -> tuple[RatingList, ...]:
    try:
        return lists.lists()
    except ListUnusable as error:
        raise CommandError("error.list-unusable", kind=error.kind) from error


def _fields(made: RatingList) -> dict[str, Any]:
    return {name: getattr(made, name) for name in RatingList.__struct_fields__}


def _data(player: ListedPlayer) -> dict[str, Any]:
    fields = player._asdict()
    return {name: fields[name] for name in fields if name not in {"line", "key"}}


def _line(player: ListedPlayer) -> str:
    ratings = " ".join(f"{player.rating(rate) or '–':>4}" for rate in RATES)
    birth = player.birth or ""
    return (
        f"{player.id:>10} {player.title:<4} {player.name:<40} {player.federation:<4} {birth:>4} "
        f"{ratings} {player.flag}"
    ).rstrip()
