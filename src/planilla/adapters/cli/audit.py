"""The command `audit`: every round of a tournament paired again, and what differs."""

import argparse
import asyncio

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.logs import facts_of, naming
from planilla.adapters.cli.moments import reading_at
from planilla.adapters.cli.outcome import DONE, NO, Outcome
from planilla.adapters.cli.tools import Tools
from planilla.audit.pairing_audit import audit as audited
from planilla.presentation.pairing_audit import AuditWords


def audit(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Say for each round: same, changed by the arbiter, or differs; then the answer is no."""
    reading = asyncio.run(reading_at(tools, arguments.tournament, arguments.at))
    facts = facts_of(reading.events)
    found = audited(facts, console.progress("progress.audit"))
    words = AuditWords(
        language=console.language, name_of=naming(facts, reading.names), texts=reading.texts
    )
    lines = [
        console.say("audit.title", version=found.version),
        console.say("audit.method"),
        "",
    ]
    for verdict in found.rounds:
        said = words.round(verdict, found.unit)
        lines += [said.title, *(f"  {line}" for line in (*said.notes, *said.boards))]
    lines += [*words.lists(found), *([""] if found.rounds else []), words.headline(found)]
    return Outcome(lines=lines, data=found, code=DONE if found.holds else NO)
