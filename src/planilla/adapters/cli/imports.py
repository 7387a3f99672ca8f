"""The command `import`: a tournament file becomes a tournament of the log, after its review."""

import argparse
import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.outcome import DONE, NO, UNREADABLE, Outcome, Stop
from planilla.adapters.cli.tools import Store, Tools
from planilla.adapters.cli.tournament_files import Fault, Ready, data_of, fault_of, read_file, said
from planilla.application.envelope import Actor, Answer, Foretold, Submission
from planilla.application.permissions import EVERYWHERE
from planilla.application.trf_import import COMMAND, Import, import_of
from planilla.domain.pairing import SYSTEMS
from planilla.domain.tournament.evolve import fold
from planilla.presentation.arrivals import arrival_lines, arrival_of
from planilla.presentation.catalogue import sentence

ACTOR = Actor(id="import", scopes=frozenset({EVERYWHERE}))


def import_file(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Show what was adjusted, then import everything or nothing; no where the rules refuse it."""
    asked: str | None = arguments.system
    if asked is not None and asked not in SYSTEMS:
        raise Stop("error.no-such-system", system=asked, known=tuple(SYSTEMS))
    read = read_file(arguments.file, asked)
    if not isinstance(read, Ready):
        return _unreadable(read, console)
    wanted = import_of(read.document, read.system, arguments.id)
    remarks = [fault_of(each) for each in read.document.notes]
    if arguments.database is not None:
        tools = tools.at(arguments.database)
    answer, known = asyncio.run(_submitted(wanted, tools, dry_run=arguments.dry_run))
    status = _status_of(answer, known=known, dry_run=arguments.dry_run)
    lines = _review(wanted, remarks, console)
    data = _data(wanted, remarks, answer, console) | {"status": status}
    if status == "refused":
        why = sentence(console.language, answer.code, answer.fields)
        return Outcome(lines=lines, data=data, code=NO, aside=[f"planilla: {why}"])
    if isinstance(answer, Foretold) and answer.foreseen:
        found = arrival_of(fold(each.fact for each in answer.foreseen))
        lines += arrival_lines(found, console.language, _names_in(wanted))
        data["arrival"] = found
    ending = console.say(f"cli.import.{status}", events=len(answer.events))
    return Outcome(lines=[*lines, ending], data=data, code=DONE)


def _names_in(wanted: Import) -> dict[str, str]:
    """What the players are called, by the entrants that they would be."""
    body: dict[str, Any] = msgspec.json.decode(wanted.body)
    return {each["id"]: each["person"]["name"] for each in body["entrants"]}


def _unreadable(faults: Sequence[Fault], console: Console) -> Outcome:
    return Outcome(
        data={"faults": [data_of(fault, console) for fault in faults]},
        code=UNREADABLE,
        aside=[said(fault, console) for fault in faults],
    )


async def _submitted(wanted: Import, tools: Tools, *, dry_run: bool) -> tuple[Answer, bool]:
    """The answer, and whether the tournament was there before."""
    opened = tools.writing() if not dry_run or tools.revisions()[0] else tools.throwaway()
    async with opened as store:
        known = await store.log.head(wanted.tournament) > 0
        return await _answer(wanted, store, dry_run=dry_run), known


async def _answer(wanted: Import, store: Store, *, dry_run: bool) -> Answer:
    return await store.desk.submit(
        Submission(
            tournament=wanted.tournament,
            name=COMMAND,
            body=wanted.body,
            command_id=wanted.command_id,
            actor=ACTOR,
            dry_run=dry_run,
        )
    )


def _status_of(answer: Answer, *, known: bool, dry_run: bool) -> str:
    """`done`, `would`, `already` or `refused`: an answer for a known tournament is an old one."""
    if answer.status != "done":
        return "refused"
    if dry_run:
        return "would"
    return "already" if known else "done"


def _review(wanted: Import, remarks: Sequence[Fault], console: Console) -> list[str]:
    fields: dict[str, Any] = {
        "name": wanted.name,
        "tournament": wanted.tournament,
        "players": len(wanted.players),
        "played": wanted.played,
        "rounds": wanted.rounds,
        "system": wanted.system,
    }
    return [
        console.say("cli.import.title", **fields),
        *(said(remark, console) for remark in remarks),
        *(
            console.say(f"import.{each.code}", **_fields(each.fields))
            for each in wanted.adjustments
        ),
    ]


def _fields(fields: dict[str, str | int]) -> dict[str, Any]:
    return dict(fields)


def _data(
    wanted: Import, remarks: Sequence[Fault], answer: Answer, console: Console
) -> dict[str, Any]:
    return {
        "tournament": wanted.tournament,
        "name": wanted.name,
        "system": wanted.system,
        "rounds": wanted.rounds,
        "played": wanted.played,
        "players": len(wanted.players),
        "notes": [data_of(remark, console) for remark in remarks],
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
