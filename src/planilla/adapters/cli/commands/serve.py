"""Command `serve`: the server of the pages."""

from typing import Any

import msgspec

from planilla.adapters.cli.command_line import Invocation, command, option
from planilla.adapters.cli.console import CommandOutcome, Console
from planilla.adapters.cli.services import Announcement, Serving
from planilla.adapters.cli.values import port, process_count, seconds

PACE_S = 0.4
"""Seconds between two acts of the demo: a round takes ten seconds."""


@command("serve", "cli.serve")
@option("--demo", key="cli.serve.demo", is_flag=True)
@option("--host", key="cli.serve.host", metavar="HOST")
@option("--port", key="cli.serve.port", metavar="PORT", type=port)
@option("--workers", key="cli.serve.workers", metavar="N", type=process_count)
@option("--accounts", key="cli.serve.accounts", is_flag=True)
@option("--push", key="cli.serve.push", is_flag=True)
@option("--pace", "pace_s", key="cli.serve.pace", metavar="SECONDS", type=seconds, default=PACE_S)
def serve(
    invocation: Invocation, *, demo: bool, accounts: bool, push: bool, pace_s: float, **where: Any
) -> CommandOutcome:
    """Serve, and show the addresses as soon as they respond."""
    demo_pace_s = pace_s if demo else None
    serving = Serving(demo_pace_s=demo_pace_s, with_accounts=accounts, with_push=push, **where)
    return served(serving, invocation)


def served(serving: Serving, invocation: Invocation) -> CommandOutcome:
    """Serve until stopped, after showing the addresses."""
    console = invocation.console

    def announce(said: Announcement) -> None:
        if not console.out.isatty():  # a journal or a file would keep the secret
            said = msgspec.structs.replace(said, organiser_link="")
        console.answer(CommandOutcome(lines=_lines_of(said, console), data=said))

    invocation.services.serve(serving, announce)
    return CommandOutcome(lines=[console.say("cli.stopped")], data={"stopped": True})


def _lines_of(said: Announcement, console: Console) -> list[str]:
    """Return the addresses for this computer and for others, and the place of the data."""
    lines = [console.say("cli.serving", address=said.serving)]
    if said.network is None:
        lines.append(console.say("cli.not-in-network"))
    elif said.network:
        lines.append(console.say("cli.in-network", addresses=list(said.network)))
    else:
        lines.append(console.say("cli.no-network"))
    if said.organiser_link:
        lines.append(console.say("cli.organiser-link", address=said.organiser_link))
    else:
        lines.append(console.say("cli.organiser-hidden", address=said.serving))
    if said.demo_created is not None:
        lines.append(console.say("cli.demo-created", address=said.demo_created))
    if said.data_folder is None:
        return [*lines, console.say("cli.data-thrown-away")]
    return [*lines, console.say("cli.data", folder=said.data_folder, database=said.database)]
