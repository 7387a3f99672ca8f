"""Command `import`: import of a tournament file into the log, after a review."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from planilla.adapters.cli.command_line import Invocation, argument, command, option
from planilla.adapters.cli.console import CommandError, CommandOutcome, Console, Exit
from planilla.adapters.cli.services import Services, Store
from planilla.presentation.catalogue import sentence

if TYPE_CHECKING:
    from planilla.adapters.cli.tournament_files import FileFault
    from planilla.application.envelope import Answer
    from planilla.application.trf_import import Import


@command("import", "cli.import")
@argument("file", key="cli.trf-file", metavar="FILE")
@option("--system", key="cli.system", metavar="NAME")
@option("--id", "tournament", key="cli.import.id", metavar="ID")
@option("--database", key="cli.database", metavar="URL")
@option("--dry-run", key="cli.dry-run", is_flag=True)
async def import_(  # noqa: PLR0913 - a parameter for each option
    invocation: Invocation,
    *,
    file: str,
    system: str | None,
    tournament: str | None,
    database: str | None,
    dry_run: bool,
) -> CommandOutcome:
    """Show the adjustments, then import everything or nothing; exit with 1 if it is refused."""
    from planilla.adapters.cli.tournament_files import Ready, fault_of, read_file, unreadable
    from planilla.application.envelope import DryRunAnswer
    from planilla.application.trf_team_import import import_of_file
    from planilla.domain.pairing import SYSTEMS
    from planilla.domain.tournament.evolve import fold
    from planilla.formats.trf.match_games import hides_games
    from planilla.presentation.arrivals import arrival_lines, arrival_of

    console = invocation.console
    if system is not None and system not in SYSTEMS:
        raise CommandError("error.no-such-system", system=system, known=tuple(SYSTEMS))
    read = read_file(file, system)
    if not isinstance(read, Ready):
        return unreadable(read, console)
    if SYSTEMS[read.system].plays_in_teams and SYSTEMS[read.system].pair is None:
        raise CommandError("error.no-import-of-teams", system=read.system)
    if hides_games(read.document, SYSTEMS[read.system]):
        raise CommandError("error.no-import-of-matches", system=read.system)
    wanted = import_of_file(read.document, read.system, tournament)
    remarks = [fault_of(each) for each in read.document.notes]
    services = invocation.services if database is None else invocation.services.at(database)
    answer, known = await _submitted(wanted, services, dry_run=dry_run)
    status = _status_of(answer, known=known, dry_run=dry_run)
    lines = _review(wanted, remarks, console)
    data = _data(wanted, remarks, answer, console) | {"status": status}
    if status == "refused":
        why = sentence(console.language, answer.code, answer.fields)
        return CommandOutcome(lines=lines, data=data, code=Exit.NO, aside=[f"planilla: {why}"])
    if isinstance(answer, DryRunAnswer) and answer.foreseen:
        found = arrival_of(fold(each.fact for each in answer.foreseen))
        lines += arrival_lines(found, console.language, _names_in(wanted))
        data["arrival"] = found
    ending = console.say(f"cli.import.{status}", events=len(answer.events))
    return CommandOutcome(lines=[*lines, ending], data=data)


def _names_in(wanted: Import) -> dict[str, str]:
    """Return the names of the players by the ids of their entrants."""
    body: dict[str, Any] = msgspec.json.decode(wanted.body)
    return {each["id"]: each["person"]["name"] for each in body["entrants"]}


async def _submitted(wanted: Import, services: Services, *, dry_run: bool) -> tuple[Answer, bool]:
    """Return the answer, and whether the tournament existed before."""
    opened = services.writing() if not dry_run or services.revisions()[0] else services.throwaway()
    async with opened as store:
        known = await store.log.head(wanted.tournament) > 0
        return await _answer(wanted, store, dry_run=dry_run), known


async def _answer(wanted: Import, store: Store, *, dry_run: bool) -> Answer:
    from planilla.adapters.cli.logs import actor_named
    from planilla.application.envelope import Submission
    from planilla.application.trf_import import COMMAND

    return await store.bus.submit(
        Submission(
            tournament=wanted.tournament,
            name=COMMAND,
            body=wanted.body,
            command_id=wanted.command_id,
            actor=actor_named("import"),
            dry_run=dry_run,
        )
    )


def _status_of(answer: Answer, *, known: bool, dry_run: bool) -> str:
    """Return `done`, `would`, `already` (the tournament existed before) or `refused`."""
    if answer.status != "done":
        return "refused"
    if dry_run:
        return "would"
    return "already" if known else "done"


def _review(wanted: Import, remarks: Sequence[FileFault], console: Console) -> list[str]:
    from planilla.adapters.cli.tournament_files import fault_line
    from planilla.domain.pairing import SYSTEMS

    of_teams = ".teams" if SYSTEMS[wanted.system].plays_in_teams else ""
    fields: dict[str, Any] = {
        "name": wanted.name,
        "tournament": wanted.tournament,
        "entered": len(wanted.players),
        "played": wanted.played,
        "rounds": wanted.rounds,
        "system": wanted.system,
    }
    return [
        console.say(f"cli.import.title{of_teams}", **fields),
        *(fault_line(remark, console) for remark in remarks),
        *(
            console.say(f"import.{each.code}", **_fields(each.fields))
            for each in wanted.adjustments
        ),
    ]


def _fields(fields: dict[str, str | int]) -> dict[str, Any]:
    return dict(fields)


def _data(
    wanted: Import, remarks: Sequence[FileFault], answer: Answer, console: Console
) -> dict[str, Any]:
    from planilla.adapters.cli.tournament_files import fault_data

    return {
        "tournament": wanted.tournament,
        "name": wanted.name,
        "system": wanted.system,
        "rounds": wanted.rounds,
        "played": wanted.played,
        "players": len(wanted.players),
        "notes": [fault_data(remark, console) for remark in remarks],
        "adjusted": [
            {
                "code": each.code,
                "fields": each.fields,
                "message": console.say(f"import.{each.code}", **_fields(each.fields)),
            }
            for each in wanted.adjustments
        ],
        "events": len(answer.events),
        "version": answer.version,
        "code": answer.code,
    }
