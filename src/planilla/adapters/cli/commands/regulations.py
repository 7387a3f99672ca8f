"""Command `regulations`: check of a file of regulations, and its announcement.

The file is TOML or JSON with the fields of the structure, and with `prose`, `same_origin`, `keizer`
and `reason` as in the command `announce-regulations`.
"""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from planilla.adapters.cli.command_line import Invocation, argument, command, option
from planilla.adapters.cli.console import CommandError, CommandOutcome, Console, Exit
from planilla.adapters.cli.files import cannot_read
from planilla.adapters.cli.services import Services
from planilla.domain.tournament.announcement import Regulations
from planilla.presentation.catalogue import sentence

if TYPE_CHECKING:
    from planilla.adapters.cli.impacts import SubmittedCommand


SEPARATE_FIELDS = ("prose", "same_origin", "keizer", "reason")
"""Fields of a file beside the structure."""


@command("regulations", "cli.regulations")
@argument("file", key="cli.regulations.file", metavar="FILE")
@option("--announce", "tournament", key="cli.regulations.announce", metavar="ID")
@option("--dry-run", key="cli.dry-run", is_flag=True)
@option("--database", key="cli.database", metavar="URL")
async def regulations(
    invocation: Invocation,
    *,
    file: str,
    tournament: str | None,
    dry_run: bool,
    database: str | None,
) -> CommandOutcome:
    """Report every contradiction; without any, announce the regulations for a named tournament."""
    from planilla.adapters.cli.impacts import impact_lines
    from planilla.domain.tournament.context import DecisionContext
    from planilla.domain.tournament.regulations import faults_in

    console = invocation.console
    written = _read(file)
    beside = {name: written.pop(name) for name in SEPARATE_FIELDS if name in written}
    announced = _structure(file, written)
    faults = [(each.code, each.fields) for each in faults_in(announced, DecisionContext())]
    if faults:
        return _refused(faults, console)
    if tournament is None:
        said = console.say("cli.regulations.sound", name=announced.name)
        return CommandOutcome(lines=[said], data={"name": announced.name, "faults": []})
    services = invocation.services if database is None else invocation.services.at(database)
    body = msgspec.json.encode({"regulations": written, **beside})
    answered = await _announced(tournament, body, services, dry_run=dry_run)
    answer = answered.answer
    if answer.status not in {"done", "already"}:
        return _refused([(answer.code, answer.fields)], console)
    status = "would" if dry_run and answer.status == "done" else answer.status
    said = console.say(f"cli.regulations.{status}", tournament=tournament)
    data: dict[str, Any] = {"name": announced.name, "faults": [], "status": status}
    if answered.impact is not None:
        data["impact"] = answered.impact
    lines = [said, *impact_lines(answered, console.language)]
    return CommandOutcome(lines=lines, data={**data, "version": answer.version})


def _read(path: str) -> dict[str, Any]:
    """Return the content of the file as JSON data."""
    try:
        content = Path(path).read_bytes()
        found: Any = tomllib.loads(content.decode()) if path.endswith(".toml") else None
        data = content if found is None else msgspec.json.encode(found)
        return msgspec.json.decode(data, type=dict[str, Any])
    except OSError as error:
        raise cannot_read(path, error) from error
    except (ValueError, msgspec.DecodeError, RecursionError) as error:
        raise CommandError("error.cannot-read", path=path, reason=str(error)) from error


def _structure(path: str, written: dict[str, Any]) -> Regulations:
    from planilla.application.malformed import malformed, unknown_field

    unknown = unknown_field(Regulations, written, "$")
    if unknown is not None:
        raise CommandError("error.cannot-read", path=path, reason=str(unknown))
    try:
        return msgspec.convert(written, Regulations)
    except msgspec.ValidationError as error:
        reason = str(malformed(error, Regulations))
        raise CommandError("error.cannot-read", path=path, reason=reason) from error


def _refused(faults: list[tuple[str, dict[str, Any]]], console: Console) -> CommandOutcome:
    rows = [
        {"code": code, "fields": fields, "message": sentence(console.language, code, fields)}
        for code, fields in faults
    ]
    unreadable = any(code == "malformed" for code, _ in faults)
    return CommandOutcome(
        data={"faults": rows},
        code=Exit.UNREADABLE if unreadable else Exit.NO,
        aside=[f"planilla: {row['message']}" for row in rows],
    )


async def _announced(
    tournament: str, body: bytes, services: Services, *, dry_run: bool
) -> SubmittedCommand:
    """Announce the file; repeating it for the same tournament has no effect."""
    from planilla.adapters.cli.impacts import with_impact
    from planilla.adapters.cli.logs import actor_named
    from planilla.application.envelope import Submission

    digest = hashlib.sha256(tournament.encode() + b"\n" + body).hexdigest()
    async with services.writing() as store:
        answer = await store.bus.submit(
            Submission(
                tournament=tournament,
                name="announce-regulations",
                body=body,
                command_id=f"regulations:{digest}",
                actor=actor_named("regulations"),
                dry_run=dry_run,
            )
        )
        return await with_impact(store.log, tournament, answer)
