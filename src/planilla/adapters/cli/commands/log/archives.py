"""Commands `log export`, `log import` and `log verifier`, and verification of an archive."""

import asyncio
import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from planilla.adapters.cli.command_line import Invocation, argument, command, option
from planilla.adapters.cli.console import CommandError, CommandOutcome, Console, Exit
from planilla.adapters.cli.files import cannot_write, is_file, reason_of, write
from planilla.adapters.cli.impacts import topic_lines
from planilla.adapters.cli.services import Services
from planilla.application.archive_export import ArchiveRequest, archive_of, kept_apart
from planilla.application.archive_import import Foreseen, TakenIn, foreseen, take_in
from planilla.application.archive_people import KEPT_LINE_MAX, CannotTakeIn
from planilla.application.ledger import EMPTY_HEAD, StreamHead
from planilla.application.ports import Log, VersionConflict
from planilla.application.recording import stream_of
from planilla.audit.archive import ArchiveForm, Trust
from planilla.audit.archive_check import HASH, ArchiveFault, Expected, Verified, lines_in, verified
from planilla.audit.impact import Impact, between
from planilla.presentation.arrivals import Arrival, arrival_lines, arrival_of
from planilla.presentation.verifiers import verifying_program

HEAD = re.compile(r"v([1-9][0-9]{0,15}):([0-9a-f]{12,64})")
UNREADABLE_CODES = frozenset({"empty", "no-archive", "other-format"})
KEY_FILE_MAX = 1000
TRUST_TEXT_KEYS = {
    Trust.NOBODY: "archive.not-signed",
    Trust.EXPECTED: "archive.signed-expected",
    Trust.VOUCHED: "archive.signed-vouched",
    Trust.ANNOUNCED: "archive.signed-announced",
    Trust.UNENDORSED: "archive.signed-unendorsed",
    Trust.UNKNOWN: "archive.signed-by",
}
VERIFIER = "verifier/planilla_verify.py"


def verify(path: Path, expected: Expected, console: Console) -> CommandOutcome:
    """Verify an archive from the first byte to the last; exit with 1 at the first fault."""
    try:
        with path.open("rb") as file:
            found = verified(lines_in(file.readline), expected)
    except (OSError, ArchiveFault) as error:
        raise _stop(path, error, console) from error
    return CommandOutcome(lines=list(_proved(console, path, found, expected)), data=found)


def expected_of(key: str | None, head: str | None) -> Expected:
    """Return the key and the head given by the user.

    Raises:
        CommandError: one of them cannot be read.
    """
    version, begins = (0, "") if head is None else _head_in(head)
    public_key = "" if key is None else _key_in(key)
    return Expected(public_key=bytes.fromhex(public_key), version=version, hash_begins=begins)


def _key_in(given: str) -> str:
    text = given
    if not HASH.fullmatch(given.lower()):
        try:
            with Path(given).open(encoding="ascii") as file:
                text = file.read(KEY_FILE_MAX).strip()
        except (OSError, ValueError) as error:
            raise CommandError("archive.bad-key", given=given) from error
    if not HASH.fullmatch(text.lower()):
        raise CommandError("archive.bad-key", given=given)
    return text.lower()


def _head_in(given: str) -> tuple[int, str]:
    """Parse a head as stored or as printed: `v61:3fa9…`, `v61 · 3fa9 c1d2 07be`."""
    bare = "".join(given.lower().replace("·", ":").split())
    found = HEAD.fullmatch(bare)
    if found is None:
        raise CommandError("archive.bad-head", given=given)
    return int(found[1]), found[2]


def _proved(console: Console, path: Path, found: Verified, expected: Expected) -> Iterator[str]:
    """Yield the sentences about the proofs of an archive."""
    end: dict[str, Any] = {"version": str(found.version), "hash": found.hash}
    yield console.say("archive.whole", path=str(path), stream=found.stream_id, **end)
    if found.withheld:
        yield console.say("archive.withheld", events=found.events, withheld=found.withheld)
    yield console.say("archive.head-is", **end)
    if expected.version:
        yield console.say("archive.head-known", version=str(expected.version))
    yield console.say(TRUST_TEXT_KEYS[found.trust], public_key=found.public_key)
    if found.signed_head is not None:
        yield console.say("archive.head-signed")


def _stop(path: Path, error: OSError | ArchiveFault, console: Console) -> CommandError:
    """Return the error for a file that is no archive, or for an altered archive."""
    if isinstance(error, OSError):
        return CommandError("archive.no-file", path=str(path), reason=reason_of(error))
    fields = {name: _plain(value) for name, value in error.fields.items()}
    return CommandError(
        "archive.fault",
        exit_code=Exit.UNREADABLE if error.code in UNREADABLE_CODES else Exit.NO,
        path=str(path),
        line=str(error.line),
        fault=error.code,
        why=console.say(f"archive.{error.code}", **fields),
    )


def _plain(value: Any) -> Any:
    """Format a version without grouping its digits."""
    return str(value) if isinstance(value, int) else value


@command("export", "cli.log.export")
@argument("tournament", key="cli.tournament")
@option("--public", key="cli.archive.public", is_flag=True)
@option("--output", "-o", key="cli.output", metavar="FILE")
@option("--people", key="cli.archive.people", metavar="FILE")
def export(
    invocation: Invocation,
    *,
    tournament: str,
    public: bool,
    output: str | None,
    people: str | None,
) -> CommandOutcome:
    """Write the archive of a tournament, and the personal data to a second file if named.

    Raises:
        CommandError: there is no such tournament, or a file cannot be written.
    """
    console, services = invocation.console, invocation.services
    if public and people is not None:
        raise CommandError("error.people-are-not-public")

    async def exported(opened: Callable[[], AbstractContextManager[BinaryIO]]) -> int:
        """Write the archive; the file is opened only if the tournament exists."""
        async with services.open() as store:
            if not await store.log.head(tournament):
                raise CommandError("error.no-such-tournament", tournament=tournament)
            head = await services.heads(store.log).head(tournament)
            form = ArchiveForm.PUBLIC if public else ArchiveForm.FULL
            wanted = ArchiveRequest(tournament=tournament, version=head.head.version, form=form)
            if people is not None:
                await _write_people(store.log, tournament, Path(people))
            signer = services.keys().current()
            with opened() as file:
                async for piece in archive_of(store.log, wanted, signer=signer, head=head):
                    file.write(piece)
        return wanted.version

    if output is None:
        asyncio.run(exported(lambda: nullcontext(console.out.buffer)))
        return CommandOutcome(raw=b"")
    path = Path(output)
    try:
        events = asyncio.run(exported(lambda: path.open("wb")))
    except OSError as error:
        raise cannot_write(path, error) from error
    said: dict[str, Any] = {"events": events, "path": str(path)}
    return CommandOutcome(lines=[console.say("cli.exported", **said)], data=said)


async def _write_people(log: Log, tournament: str, path: Path) -> None:
    """Write the personal data to a file that only its owner may read."""
    content = b"".join(kept_apart(stream_of(tournament), await log.apart(tournament)))
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            if stat.S_ISREG(os.fstat(descriptor).st_mode):  # not for a device
                os.fchmod(descriptor, 0o600)  # for an existing file too
            file.write(content)
    except OSError as error:
        raise cannot_write(path, error) from error


@command("import", "cli.log.import")
@argument("file", key="cli.archive", metavar="ARCHIVE")
@option("--people", key="cli.archive.people-in", metavar="FILE")
@option("--database", key="cli.database", metavar="URL")
@option("--dry-run", key="cli.dry-run", is_flag=True)
@option("--key", key="cli.archive.key", metavar="HEX|FILE")
@option("--head", key="cli.archive.head", metavar="vN:HEX")
def import_(  # noqa: PLR0913 - a parameter for each option
    invocation: Invocation,
    *,
    file: str,
    people: str | None,
    database: str | None,
    dry_run: bool,
    key: str | None,
    head: str | None,
) -> CommandOutcome:
    """Append an archive to this log after verifying it from the first byte to the last.

    A dry run shows the effect.

    Raises:
        CommandError: it is damaged, or does not continue this log.
    """
    console = invocation.console
    expected = expected_of(key, head)
    path = Path(file)
    if not is_file(path):  # it is read twice
        raise CommandError(
            "archive.no-file", path=str(path), reason=console.say("archive.not-a-file")
        )
    kept = () if people is None else _people_lines(Path(people))
    services = invocation.services if database is None else invocation.services.at(database)
    lines = partial(_lines_of, path)
    try:
        if dry_run:
            here = _Here(services)
            found = foreseen(here.head_of, lines, expected=expected, people=kept)
            return _would_be(found, {**found.names, **here.names}, console)
        with services.appending() as ledger:
            taken = take_in(ledger, lines, expected=expected, people=kept)
    except (OSError, ArchiveFault) as error:
        raise _stop(path, error, console) from error
    except CannotTakeIn as error:
        fields = {name: _plain(value) for name, value in error.fields.items()}
        code = Exit.UNREADABLE if error.code.startswith("people-") else Exit.NO
        raise CommandError(f"error.take-in.{error.code}", exit_code=code, **fields) from error
    except VersionConflict as error:
        raise CommandError("error.take-in.conflict", exit_code=Exit.NO) from error
    return _taken_in(console, taken)


def _taken_in(console: Console, taken: TakenIn) -> CommandOutcome:
    key = "cli.taken-in" if taken.version > taken.before else "cli.taken-in-before"
    lines = [console.say(key, **_fields(taken))]
    if taken.people or taken.texts:
        lines.append(console.say("cli.taken-in-people", **_fields(taken)))
    return CommandOutcome(lines=lines, data=taken)


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
        raise CommandError("archive.no-file", path=str(path), reason=reason_of(error)) from error


class ForeseenArchive(msgspec.Struct, frozen=True, kw_only=True):
    """Effect of an archive: the versions after `before` up to `version` would be appended.

    `arrival` is a tournament that would be new, `impact` the change of an existing one.
    """

    tournament: str
    before: int
    version: int
    arrival: Arrival | None = None
    impact: Impact | None = None


def _would_be(found: Foreseen, names: Mapping[str, str], console: Console) -> CommandOutcome:
    effect = _effect(found)
    key = "arrival.would" if effect.version > effect.before else "arrival.already"
    fields: dict[str, Any] = {
        "events": effect.version - effect.before,
        "version": str(effect.version),
    }
    lines = [console.say(key, tournament=effect.tournament, **fields)]
    if effect.arrival is not None:
        lines += arrival_lines(effect.arrival, console.language, names)
    if effect.impact is not None:
        lines += topic_lines(effect.impact, console.language, names)
    return CommandOutcome(lines=lines, data=effect)


def _effect(found: Foreseen) -> ForeseenArchive:
    effect = ForeseenArchive(
        tournament=found.tournament, before=found.before, version=found.version
    )
    if found.was is None:
        return msgspec.structs.replace(effect, arrival=arrival_of(found.will))
    if found.version == found.before:
        return effect
    return msgspec.structs.replace(effect, impact=between(found.was, found.will))


class _Here:
    """The tournaments of the database, if there is one; a dry run creates none."""

    def __init__(self, services: Services) -> None:
        self._tools = services
        self.names: Mapping[str, str] = {}

    def head_of(self, tournament: str) -> StreamHead:
        """Return the stored head of the tournament, and load its names."""
        return asyncio.run(self._read(tournament)) if self._tools.revisions()[0] else EMPTY_HEAD

    async def _read(self, tournament: str) -> StreamHead:
        async with self._tools.open() as shelf:
            events = await shelf.log.events(tournament)
            people = await shelf.log.people(tournament)
        self.names = {entrant: person.name for entrant, person in people.items()}
        if not events:
            return EMPTY_HEAD
        last = events[-1]
        return StreamHead(version=last.version, hash=last.hash, changed_at=last.recorded_at)


@command("verifier", "cli.log.verifier")
@option("--output", "-o", key="cli.output", metavar="FILE")
def verifier(invocation: Invocation, *, output: str | None) -> CommandOutcome:
    """Write the verifier, a single Python file, to a file or to standard output.

    Raises:
        CommandError: the file cannot be written.
    """
    content = verifying_program(invocation.services.web_file(VERIFIER).decode()).encode()
    if output is None:
        return CommandOutcome(raw=content)
    write(output, content)
    return CommandOutcome(
        lines=[invocation.console.say("cli.verifier-written", path=output)], data=output
    )
