"""The commands `log export|import|verifier`, and `log verify` of a file: archives.

`log verify ARCHIVE` needs neither a database nor a setting.
"""

import argparse
import asyncio
import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from planilla.adapters.cli.arrivals import Coming, arrival
from planilla.adapters.cli.console import Console
from planilla.adapters.cli.outcome import NO, UNREADABLE, Outcome, Stop
from planilla.adapters.cli.paths import is_file
from planilla.adapters.cli.tools import Tools
from planilla.application.archive_export import Wanted, archive_of, kept_apart
from planilla.application.archive_import import (
    TakenIn,
    take_in,
)
from planilla.application.archive_people import KEPT_LINE_MAX, CannotTakeIn
from planilla.application.ports import Log, VersionConflict
from planilla.application.recording import stream_of
from planilla.audit.archive import Form, Trust
from planilla.audit.archive_check import (
    HASH,
    ArchiveFault,
    Expected,
    Verified,
    lines_in,
    verified,
)
from planilla.presentation.verifiers import verifying_program

HEAD = re.compile(r"v([1-9][0-9]{0,15}):([0-9a-f]{12,64})")
NOT_AN_ARCHIVE = frozenset({"empty", "no-archive", "other-format"})
KEY_FILE_MAX = 1000
SIGNED_HOW = {
    Trust.NOBODY: "archive.not-signed",
    Trust.EXPECTED: "archive.signed-expected",
    Trust.VOUCHED: "archive.signed-vouched",
    Trust.ANNOUNCED: "archive.signed-announced",
    Trust.UNENDORSED: "archive.signed-unendorsed",
    Trust.UNKNOWN: "archive.signed-by",
}
VERIFIER = "verifier/planilla_verify.py"


def names_a_file(arguments: argparse.Namespace) -> bool:
    """Whether `log verify` is about an archive, not about a tournament of the database."""
    named = arguments.tournament
    if named is None:
        return False
    expects = arguments.key is not None or arguments.head is not None
    return expects or os.sep in named or is_file(named)


def verify(arguments: argparse.Namespace, console: Console) -> Outcome:
    """Read an archive from its first byte to its last; the answer is no at the first fault."""
    expected = expected_of(arguments)
    path = Path(arguments.tournament)
    try:
        with path.open("rb") as file:
            found = verified(lines_in(file.readline), expected)
    except (OSError, ArchiveFault) as error:
        raise _stop(path, error, console) from error
    return Outcome(lines=list(_proved(console, path, found, expected)), data=found)


def expected_of(arguments: argparse.Namespace) -> Expected:
    """The key and the head that are known from elsewhere.

    Raises:
        Stop: one of them is none.
    """
    version, begins = (0, "") if arguments.head is None else _head_in(arguments.head)
    key = "" if arguments.key is None else _key_in(arguments.key)
    return Expected(public_key=bytes.fromhex(key), version=version, hash_begins=begins)


def _key_in(given: str) -> str:
    text = given
    if not HASH.fullmatch(given.lower()):
        try:
            with Path(given).open(encoding="ascii") as file:
                text = file.read(KEY_FILE_MAX).strip()
        except (OSError, ValueError) as error:
            raise Stop("archive.bad-key", given=given) from error
    if not HASH.fullmatch(text.lower()):
        raise Stop("archive.bad-key", given=given)
    return text.lower()


def _head_in(given: str) -> tuple[int, str]:
    """A head as it is written or as it is printed: `v61:3fa9…`, `v61 · 3fa9 c1d2 07be`."""
    bare = "".join(given.lower().replace("·", ":").split())
    found = HEAD.fullmatch(bare)
    if found is None:
        raise Stop("archive.bad-head", given=given)
    return int(found[1]), found[2]


def _proved(console: Console, path: Path, found: Verified, expected: Expected) -> Iterator[str]:
    """What an archive proves, sentence by sentence."""
    end: dict[str, Any] = {"version": str(found.version), "hash": found.hash}
    yield console.say("archive.whole", path=str(path), stream=found.stream_id, **end)
    if found.withheld:
        yield console.say("archive.withheld", events=found.events, withheld=found.withheld)
    yield console.say("archive.head-is", **end)
    if expected.version:
        yield console.say("archive.head-known", version=str(expected.version))
    yield console.say(SIGNED_HOW[found.trust], public_key=found.public_key)
    if found.signed_head is not None:
        yield console.say("archive.head-signed")


def _stop(path: Path, error: OSError | ArchiveFault, console: Console) -> Stop:
    """Why an archive is none, or not what was written."""
    if isinstance(error, OSError):
        return Stop("archive.no-file", path=str(path), reason=error.strerror or "?")
    fields = {name: _plain(value) for name, value in error.fields.items()}
    return Stop(
        "archive.fault",
        exit_code=UNREADABLE if error.code in NOT_AN_ARCHIVE else NO,
        path=str(path),
        line=str(error.line),
        fault=error.code,
        why=console.say(f"archive.{error.code}", **fields),
    )


def _plain(value: Any) -> Any:
    """A version is no amount: its digits are not grouped."""
    return str(value) if isinstance(value, int) else value


def export(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Write the archive of a tournament, and what is kept apart to a second file if one is named.

    Raises:
        Stop: there is no such tournament, or a file cannot be written.
    """
    if arguments.public and arguments.people is not None:
        raise Stop("error.people-are-not-public")
    if arguments.output is None:
        asyncio.run(_export(arguments, tools, lambda: nullcontext(console.out.buffer)))
        return Outcome(raw=b"")
    path = Path(arguments.output)
    try:
        events = asyncio.run(_export(arguments, tools, lambda: path.open("wb")))
    except OSError as error:
        raise _cannot_write(path, error) from error
    said: dict[str, Any] = {"events": events, "path": str(path)}
    return Outcome(lines=[console.say("cli.exported", **said)], data=said)


async def _export(
    arguments: argparse.Namespace,
    tools: Tools,
    opened: Callable[[], AbstractContextManager[BinaryIO]],
) -> int:
    """Write the archive once it is known that there is one; a file is opened no sooner."""
    tournament = arguments.tournament
    async with tools.open() as store:
        if not await store.log.head(tournament):
            raise Stop("error.no-such-tournament", tournament=tournament)
        head = await tools.heads(store.log).head(tournament)
        form = Form.PUBLIC if arguments.public else Form.FULL
        wanted = Wanted(tournament=tournament, version=head.head.version, form=form)
        if arguments.people is not None:
            await _write_people(store.log, tournament, Path(arguments.people))
        signer = tools.keys().current()
        with opened() as file:
            async for piece in archive_of(store.log, wanted, signer=signer, head=head):
                file.write(piece)
    return wanted.version


async def _write_people(log: Log, tournament: str, path: Path) -> None:
    """Write what is kept apart where only the owner of the file reads it."""
    content = b"".join(kept_apart(stream_of(tournament), await log.apart(tournament)))
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            if stat.S_ISREG(os.fstat(descriptor).st_mode):  # what is a device is everybody's
                os.fchmod(descriptor, 0o600)  # also where the file was there before
            file.write(content)
    except OSError as error:
        raise _cannot_write(path, error) from error


def _cannot_write(path: Path, error: OSError) -> Stop:
    return Stop("error.cannot-write", path=str(path), reason=error.strerror or "?")


def take(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Append an archive, verified from its first byte to its last, to this log.

    A dry run says what that would bring.

    Raises:
        Stop: it is not whole, or does not fit here.
    """
    expected = expected_of(arguments)
    path = Path(arguments.file)
    if not is_file(path):  # it is read twice
        raise Stop("archive.no-file", path=str(path), reason=console.say("archive.not-a-file"))
    people = () if arguments.people is None else _people_lines(Path(arguments.people))
    if arguments.database is not None:
        tools = tools.at(arguments.database)
    try:
        coming = Coming(partial(_lines_of, path), expected, people)
        if arguments.dry_run:
            return arrival(coming, tools, console)
        with tools.appending() as ledger:
            taken = take_in(ledger, coming.lines, expected=expected, people=people)
    except (OSError, ArchiveFault) as error:
        raise _stop(path, error, console) from error
    except CannotTakeIn as error:
        fields = {name: _plain(value) for name, value in error.fields.items()}
        code = UNREADABLE if error.code.startswith("people-") else NO
        raise Stop(f"error.take-in.{error.code}", exit_code=code, **fields) from error
    except VersionConflict as error:
        raise Stop("error.take-in.conflict", exit_code=NO) from error
    return _told(console, taken)


def _told(console: Console, taken: TakenIn) -> Outcome:
    key = "cli.taken-in" if taken.version > taken.before else "cli.taken-in-before"
    lines = [console.say(key, **_fields(taken))]
    if taken.people or taken.texts:
        lines.append(console.say("cli.taken-in-people", **_fields(taken)))
    return Outcome(lines=lines, data=taken)


def _fields(taken: TakenIn) -> dict[str, Any]:
    return {
        **msgspec.structs.asdict(taken),
        "events": taken.version - taken.before,
        "version": str(taken.version),
    }


def _lines_of(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        yield from lines_in(file.readline)


def _people_lines(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            yield from iter(lambda: file.readline(KEPT_LINE_MAX + 1), b"")
    except OSError as error:
        raise Stop("archive.no-file", path=str(path), reason=error.strerror or "?") from error


def verifier(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Write the verifier, one Python file, to the wanted place.

    Raises:
        Stop: the file cannot be written.
    """
    content = verifying_program(tools.web_file(VERIFIER).decode()).encode()
    if arguments.output is None:
        return Outcome(raw=content)
    path = Path(arguments.output)
    try:
        path.write_bytes(content)
    except OSError as error:
        raise _cannot_write(path, error) from error
    return Outcome(lines=[console.say("cli.verifier-written", path=str(path))], data=str(path))
