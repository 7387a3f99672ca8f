"""Command `new`: creation of a tournament, of a kind or with the settings of an earlier one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from planilla.adapters.cli.command_line import Invocation, argument, command, option
from planilla.adapters.cli.console import CommandError, CommandOutcome, Exit
from planilla.adapters.cli.values import count
from planilla.presentation.catalogue import sentence

if TYPE_CHECKING:
    from planilla.adapters.cli.services import Store
    from planilla.application.copying import CopiedCommand


@command("new", "cli.new")
@argument("name", key="cli.new.name", metavar="NAME")
@option("--kind", key="cli.new.kind", metavar="KIND")
@option("--from", "earlier", key="cli.new.from", metavar="ID")
@option("--system", key="cli.system", metavar="NAME")
@option("--rounds", key="cli.new.rounds", metavar="N", type=count)
@option("--tiebreaks", key="cli.new.tiebreaks", metavar="LIST")
@option("--id", "tournament", key="cli.new.id", metavar="ID")
@option("--dry-run", key="cli.dry-run", is_flag=True)
async def new(  # noqa: PLR0913 - a parameter for each option
    invocation: Invocation,
    *,
    name: str,
    kind: str | None,
    earlier: str | None,
    system: str | None,
    rounds: int | None,
    tiebreaks: str | None,
    tournament: str | None,
    dry_run: bool,
) -> CommandOutcome:
    """Create a tournament; repeating it with the same id and settings has no effect."""
    from planilla.adapters.cli.logs import COMMAND_LINE
    from planilla.application.copying import submit_copy
    from planilla.application.envelope import Submission
    from planilla.application.trf_import import readable_id

    console = invocation.console
    if kind and earlier:
        raise CommandError("error.kind-and-from")
    asked: dict[str, Any] = {"system": system, "rounds": rounds, "tiebreaks": _codes(tiebreaks)}
    named = {field: value for field, value in asked.items() if value is not None}
    async with invocation.services.writing() as store:
        settings, further = await _settings(store, name, kind, earlier, named)
        body = msgspec.json.encode(settings)
        digest = hashlib.sha256(body + (earlier or "").encode()).hexdigest()
        wanted = tournament or readable_id(name, digest)
        first = Submission(
            tournament=wanted,
            name="create-tournament",
            body=body,
            command_id=f"new:{digest}",
            actor=COMMAND_LINE,
            dry_run=dry_run,
        )
        answer = await submit_copy(store.bus, first, further if not dry_run else iter(()))
    data: dict[str, Any] = {**msgspec.to_builtins(answer), "tournament": wanted}
    data.pop("foreseen", None)
    if answer.status not in {"done", "already"}:
        said = sentence(console.language, answer.code, answer.fields)
        code = Exit.UNREADABLE if answer.status == "malformed" else Exit.NO
        return CommandOutcome(data=data | {"message": said}, code=code, aside=[f"planilla: {said}"])
    fields: dict[str, Any] = {"name": name, "tournament": wanted, "events": len(answer.events)}
    said = console.say("cli.new.would" if dry_run else "cli.new.done", **fields)
    return CommandOutcome(lines=[said], data=data)


def _codes(tiebreaks: str | None) -> tuple[str, ...] | None:
    """Return the codes of a list separated by commas."""
    return None if tiebreaks is None else tuple(tiebreaks.replace(" ", "").split(","))


async def _settings(
    store: Store, name: str, kind: str | None, earlier: str | None, named: dict[str, Any]
) -> tuple[Any, Iterator[CopiedCommand]]:
    """Return the body of the creation, and the commands that follow it.

    Raises:
        CommandError: there is no such kind or tournament.
    """
    from planilla.adapters.cli.logs import facts_of, reading_of
    from planilla.application.copying import further_commands, settings_copied
    from planilla.application.kinds import KINDS
    from planilla.application.trf_export import prose_of
    from planilla.domain.tournament.evolve import fold

    if earlier is None:
        if kind is not None and kind not in KINDS:
            raise CommandError("error.no-such-kind", kind=kind, known=tuple(KINDS))
        return {"name": name, **KINDS[kind or "open"], **named}, iter(())
    read = await reading_of(store, earlier)
    state = fold(facts_of(read.events))
    settings = msgspec.structs.replace(settings_copied(state, name), **named)
    return settings, further_commands(state, prose_of(state, read.texts), settings)
