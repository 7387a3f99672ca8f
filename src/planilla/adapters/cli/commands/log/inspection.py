"""Command `log verify`: inspection of the database, or of one tournament or archive."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from planilla.adapters.cli.command_line import Invocation, argument, command, option
from planilla.adapters.cli.commands.log import archives
from planilla.adapters.cli.console import CommandError, CommandOutcome, Console, Exit
from planilla.adapters.cli.files import is_file
from planilla.adapters.cli.services import Services
from planilla.application.inspecting import (
    EVENT_FAULTS,
    InspectedTournament,
    Inspection,
    LinkSeen,
    inspect,
    inspect_one,
)
from planilla.application.roles import ALL_TOURNAMENTS
from planilla.audit.seal import Fault

ROWS_SHOWN = 3
"""Most rows named for each kind of fault."""


@command("verify", "cli.log.verify")
@argument("tournament", key="cli.tournament-or-archive", required=False)
@option("--key", key="cli.archive.key", metavar="HEX|FILE")
@option("--head", key="cli.archive.head", metavar="vN:HEX")
def verify(
    invocation: Invocation, *, tournament: str | None, key: str | None, head: str | None
) -> CommandOutcome:
    """Verify an archive, or inspect one tournament or the whole database; exit with 1 at any fault.

    An archive needs neither a database nor settings. An inspection of the whole database includes
    the order of the log, its end, its triggers, and the secret links.
    """
    console = invocation.console
    if tournament is not None and _is_archive(tournament, key, head):
        return archives.verify(Path(tournament), archives.expected_of(key, head), console)
    found = _inspected(invocation.services, tournament)
    lines = [] if found.tournaments else [console.say("cli.no-tournaments")]
    for each in found.tournaments:
        lines += _verdict(each, console)
    lines += [console.say("cli.hole", position=position) for position in found.holes]
    lines += _said_of_all("inspection.of-store", found.store, console)
    lines += [_link_line(link, console) for link in found.links if link.code]
    return CommandOutcome(lines=lines, data=found, code=Exit.DONE if found.is_whole else Exit.NO)


def _is_archive(named: str, key: str | None, head: str | None) -> bool:
    """Return whether the name is that of a file, not of a tournament."""
    return key is not None or head is not None or os.sep in named or is_file(named)


def _inspected(services: Services, tournament: str | None) -> Inspection:
    known = services.known_outside()
    with services.inspecting() as snapshot:
        if tournament is None:
            return inspect(snapshot, known)
        checked = inspect_one(snapshot, tournament, known)
    if checked is None:
        raise CommandError("error.no-such-tournament", tournament=tournament)
    return Inspection(tournaments=(checked,))


def _verdict(checked: InspectedTournament, console: Console) -> list[str]:
    said: dict[str, Any] = {"tournament": checked.tournament, "events": checked.events}
    if not checked.faults:
        return [console.say("cli.verified", **said)]
    first = checked.faults[0]
    if first.version and first.code in EVENT_FAULTS:
        why = console.say(f"fault.{first.code}")
        return [console.say("cli.tampered", **said, version=first.version, why=why)]
    return _said_of_all("inspection.of-tournament", checked.faults, console, **said)


def _said_of_all(key: str, faults: Sequence[Fault], console: Console, **fields: Any) -> list[str]:
    """Return a line for each kind of fault, with its first rows."""
    by_code: dict[str, list[str]] = {}
    for fault in faults:
        by_code.setdefault(fault.code, []).append(fault.what or f"v{fault.version}")
    return [
        console.say(key, **fields, why=console.say(f"fault.{code}"), what=_rows(rows, console))
        for code, rows in by_code.items()
    ]


def _rows(rows: Sequence[str], console: Console) -> str:
    shown, more = ", ".join(rows[:ROWS_SHOWN]), len(rows) - ROWS_SHOWN
    if more > 0:
        return console.say("inspection.rows-and-more", rows=shown, more=more)
    return shown


def _link_line(link: LinkSeen, console: Console) -> str:
    state = link.code.removeprefix("link-") or ("open" if link.revoked_at is None else "revoked")
    everywhere = console.say("inspection.everywhere")
    return console.say(
        "inspection.link",
        id=link.id,
        actor=link.actor_id,
        scope=everywhere if link.scope == ALL_TOURNAMENTS else link.scope,
        at=link.created_at,
        state=console.say(f"inspection.link.{state}"),
    )
