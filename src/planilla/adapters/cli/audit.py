"""The command `audit`: every round of a tournament paired again, and what differs."""

import argparse
import asyncio
from collections.abc import Callable

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.logs import Reading, facts_of
from planilla.adapters.cli.moments import reading_at
from planilla.adapters.cli.outcome import DONE, NO, Outcome
from planilla.adapters.cli.tools import Tools
from planilla.application.audit_said import AuditWords
from planilla.audit.verdicts import audit as audited
from planilla.domain.tournament.evolve import fold


def audit(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Say for each round: same, changed by the arbiter, or differs; then the answer is no."""
    reading = asyncio.run(reading_at(tools, arguments.tournament, arguments.at))
    facts = facts_of(reading.events)
    found = audited(facts, console.progress("progress.audit"))
    numbers = {str(each): number for number, each in enumerate(fold(facts).order, start=1)}
    words = AuditWords(
        language=console.language, name_of=_naming(reading, numbers), texts=reading.texts
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


def _naming(reading: Reading, numbers: dict[str, int]) -> Callable[[str], str]:
    def name_of(who: str) -> str:
        return f"{numbers.get(who, '')} {reading.names.get(who, '')}".strip() or who

    return name_of
