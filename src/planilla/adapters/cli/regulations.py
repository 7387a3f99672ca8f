"""The command `regulations`: a file of them is checked, and may create or change a tournament.

The file is TOML or JSON with the fields of the structure, and besides `prose`, `same_origin`,
`keizer` and `reason` as the command `announce-regulations` has them.
"""

import argparse
import asyncio
import hashlib
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.impacts import Handed, impact_lines, with_impact
from planilla.adapters.cli.outcome import DONE, NO, UNREADABLE, Outcome, Stop
from planilla.adapters.cli.tools import Tools
from planilla.application.envelope import Actor, Submission
from planilla.application.permissions import EVERYWHERE
from planilla.application.unknown_fields import unknown_field
from planilla.domain.tournament.announcement import Regulations
from planilla.domain.tournament.context import Given
from planilla.domain.tournament.regulations import faults_in
from planilla.presentation.catalogue import sentence

ACTOR = Actor(id="regulations", scopes=frozenset({EVERYWHERE}))
BESIDE = ("prose", "same_origin", "keizer", "reason")
"""What a file holds that is no part of the structure."""


def regulations(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Tell everything that contradicts itself; where nothing does and an id is given, announce."""
    told = _read(arguments.file)
    beside = {name: told.pop(name) for name in BESIDE if name in told}
    announced = _structure(arguments.file, told)
    faults = [(each.code, each.fields) for each in faults_in(announced, Given())]
    if faults:
        return _refused(faults, console)
    if arguments.announce is None:
        said = console.say("cli.regulations.sound", name=announced.name)
        return Outcome(lines=[said], data={"name": announced.name, "faults": []})
    if arguments.database is not None:
        tools = tools.at(arguments.database)
    body = msgspec.json.encode({"regulations": told, **beside})
    handed = asyncio.run(_announced(arguments.announce, body, tools, dry_run=arguments.dry_run))
    answer = handed.answer
    if answer.status not in {"done", "already"}:
        return _refused([(answer.code, answer.fields)], console)
    status = "would" if arguments.dry_run and answer.status == "done" else answer.status
    said = console.say(f"cli.regulations.{status}", tournament=arguments.announce)
    data: dict[str, Any] = {"name": announced.name, "faults": [], "status": status}
    if handed.impact is not None:
        data["impact"] = handed.impact
    lines = [said, *impact_lines(handed, console.language)]
    return Outcome(lines=lines, data={**data, "version": answer.version}, code=DONE)


def _read(path: str) -> dict[str, Any]:
    """The file as JSON has it."""
    try:
        content = Path(path).read_bytes()
        found: Any = tomllib.loads(content.decode()) if path.endswith(".toml") else None
        data = content if found is None else msgspec.json.encode(found)
        return msgspec.json.decode(data, type=dict[str, Any])
    except OSError as error:
        raise Stop("error.cannot-read", path=path, reason=error.strerror or "?") from error
    except (ValueError, msgspec.DecodeError, RecursionError) as error:
        raise Stop("error.cannot-read", path=path, reason=str(error)) from error


def _structure(path: str, told: dict[str, Any]) -> Regulations:
    unknown = unknown_field(Regulations, told, "$")
    if unknown is not None:
        raise Stop("error.unknown-field", path=path, field=unknown)
    try:
        return msgspec.convert(told, Regulations)
    except msgspec.ValidationError as error:
        raise Stop("error.cannot-read", path=path, reason=str(error)) from error


def _refused(faults: list[tuple[str, dict[str, Any]]], console: Console) -> Outcome:
    rows = [
        {"code": code, "fields": fields, "message": sentence(console.language, code, fields)}
        for code, fields in faults
    ]
    unreadable = any(code == "malformed" for code, _ in faults)
    return Outcome(
        data={"faults": rows},
        code=UNREADABLE if unreadable else NO,
        aside=[f"planilla: {row['message']}" for row in rows],
    )


async def _announced(tournament: str, body: bytes, tools: Tools, *, dry_run: bool) -> Handed:
    """The same file for the same tournament is announced once."""
    digest = hashlib.sha256(tournament.encode() + b"\n" + body).hexdigest()
    async with tools.writing() as store:
        answer = await store.desk.submit(
            Submission(
                tournament=tournament,
                name="announce-regulations",
                body=body,
                command_id=f"regulations:{digest}",
                actor=ACTOR,
                dry_run=dry_run,
            )
        )
        return await with_impact(store.log, tournament, answer)
