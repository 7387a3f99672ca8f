"""Command `audit`: comparison of each round of a tournament with a new pairing of it."""

from planilla.adapters.cli.command_line import Invocation, argument, command
from planilla.adapters.cli.console import CommandOutcome, Exit
from planilla.adapters.cli.values import at_moment


@command("audit", "cli.audit")
@argument("tournament", key="cli.tournament")
@at_moment
async def audit(invocation: Invocation, *, tournament: str, at: str | None) -> CommandOutcome:
    """Report each round as same, changed by the arbiter, or different (exit code 1)."""
    from planilla.adapters.cli.logs import facts_of, naming, reading_at
    from planilla.audit.pairing_audit import audit as audited
    from planilla.presentation.pairing_audit import AuditWords

    console = invocation.console
    reading = await reading_at(invocation.services, tournament, at)
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
        said = words.round(verdict, found.unit_of(verdict))
        lines += [said.title, *(f"  {line}" for line in (*said.notes, *said.boards))]
    lines += [*words.lists(found), *([""] if found.rounds else []), words.headline(found)]
    return CommandOutcome(lines=lines, data=found, code=Exit.DONE if found.holds else Exit.NO)
