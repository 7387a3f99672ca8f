"""Command `act`: submission or dry run of any command of the reference."""

from __future__ import annotations

import os
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from planilla.adapters.cli.command_line import Invocation, argument, command, option
from planilla.adapters.cli.console import CommandOutcome, Console, Exit
from planilla.adapters.cli.files import STANDARD_STREAM
from planilla.adapters.cli.values import at_stage, body_in_stage, stage_named, version
from planilla.presentation.catalogue import sentence

if TYPE_CHECKING:
    from planilla.adapters.cli.services import Services
    from planilla.application.envelope import Answer


@command("act", "cli.act")
@argument("tournament", key="cli.tournament")
@argument("order", key="cli.act.command", metavar="COMMAND")
@argument("body", key="cli.act.body", metavar="[JSON]", default="{}")
@option("--head", key="cli.act.head", metavar="vN", type=version)
@option("--id", "command_id", key="cli.act.id", metavar="ID")
@option("--top", key="cli.act.top", metavar="N", type=int, default=0)
@at_stage
@option("--dry-run", key="cli.dry-run", is_flag=True)
async def act(  # noqa: PLR0913 - a parameter for each option
    invocation: Invocation,
    *,
    tournament: str,
    order: str,
    body: str,
    head: int | None,
    command_id: str | None,
    top: int,
    stage: str | None,
    dry_run: bool,
) -> CommandOutcome:
    """Submit a command, or with `--dry-run` show its effect without writing."""
    from planilla.adapters.cli.impacts import impact_lines, with_impact
    from planilla.adapters.cli.logs import COMMAND_LINE
    from planilla.application.envelope import Submission
    from planilla.application.erasing_listed import ErasureListingBus
    from planilla.application.portions import submit_list

    console, services = invocation.console, invocation.services
    given = _bytes_of(body)
    if stage is not None:
        given = await _in_stage(services, tournament, order, given, stage)
    submission = Submission(
        tournament=tournament,
        name=order,
        body=given,
        command_id=command_id or f"act:{services.new_id()}",
        actor=COMMAND_LINE,
        expected=head,
        dry_run=dry_run,
    )
    async with services.writing() as store:
        bus = ErasureListingBus(store.bus, store.log, services.erasures())
        answer = await submit_list(bus, submission)
        answered = await with_impact(store.log, tournament, answer, top=top)
    if answer.status not in {"done", "already"}:
        return _refused(answer, console)
    status = "would" if dry_run and answer.status == "done" else answer.status
    lines = [_recorded(answer, status, console)]
    data: dict[str, Any] = {**msgspec.to_builtins(answer), "status": status}
    data.pop("foreseen", None)
    if answered.impact is not None:
        lines += impact_lines(answered, console.language)
        data["impact"] = answered.impact
    return CommandOutcome(lines=lines, data=data)


async def _in_stage(
    services: Services, tournament: str, order: str, body: bytes, stage: str
) -> bytes:
    """Return the body of a command in the stage that the command line names.

    Raises:
        CommandError: there is no such tournament or stage, or the command is of no stage.
    """
    from planilla.adapters.cli.logs import facts_of, reading_of
    from planilla.domain.tournament.evolve import fold

    async with services.open() as store:
        read = await reading_of(store, tournament)
    return body_in_stage(order, body, stage_named(fold(facts_of(read.events)), stage).stage)


def _bytes_of(text: str) -> bytes:
    """Return the given bytes, or those of standard input; they are validated later."""
    return sys.stdin.buffer.read() if text == STANDARD_STREAM else os.fsencode(text)


def _recorded(answer: Answer, status: str, console: Console) -> str:
    """Return the events of an answer as text, grouped by type."""
    times = Counter(answer.events)
    events = ", ".join(f"{each} ×{times[each]}" if times[each] > 1 else each for each in times)
    return console.say(f"cli.act.{status}", events=events, version=answer.version)


def _refused(answer: Answer, console: Console) -> CommandOutcome:
    """Return the refusal, with the events of a list recorded before it."""
    said = sentence(console.language, answer.code, answer.fields)
    before = [_recorded(answer, "done", console)] if answer.events else []
    return CommandOutcome(
        data={**msgspec.to_builtins(answer), "message": said},
        code=Exit.UNREADABLE if answer.status == "malformed" else Exit.NO,
        aside=[*before, f"planilla: {said}"],
    )
