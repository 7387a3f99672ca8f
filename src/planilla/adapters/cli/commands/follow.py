"""Command `follow`: pushes a tournament to a public server as it grows, or hands it over to it."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from planilla.adapters.cli.command_line import Invocation, argument, command, option
from planilla.adapters.cli.console import CommandError, CommandOutcome, Console, Exit
from planilla.adapters.cli.files import cannot_read

if TYPE_CHECKING:
    from planilla.adapters.cli.pushing import Push
    from planilla.adapters.cli.services import ReadStore, Services

PLACE_MAX = 60
"""Most characters of the name of this computer."""
PAUSES_S = (0.5, 1, 2, 4, 8, 15, 30, 60)
"""Seconds before each further attempt; the last one is repeated."""


class _Wanted(NamedTuple):
    """A call of the command: what is pushed, where to, and how long."""

    tournament: str
    address: str
    once: bool
    hands_over: bool


@command("follow", "cli.follow")
@argument("tournament", key="cli.tournament")
@argument("address", key="follow.cli.address", metavar="URL")
@option("--token-file", key="follow.cli.token-file", metavar="FILE", required=True)
@option("--place", key="follow.cli.place", metavar="TEXT", default="")
@option("--once", key="follow.cli.once", is_flag=True)
@option("--hand-over", "hands_over", key="follow.cli.hand-over", is_flag=True)
async def follow(  # noqa: PLR0913 - a parameter for each option
    invocation: Invocation,
    *,
    tournament: str,
    address: str,
    token_file: str,
    place: str,
    once: bool,
    hands_over: bool,
) -> CommandOutcome:
    """Push what a server lacks of a tournament, then whatever is recorded, until stopped."""
    from planilla.adapters.cli.public_server import PublicServer, Unreachable, checked_address
    from planilla.adapters.cli.pushing import Push

    server = PublicServer(checked_address(address), _token_in(token_file))
    wanted = _Wanted(tournament, server.address, once or hands_over, hands_over)
    _stop_by_signals()
    async with invocation.services.open() as store:
        if not await store.log.head(tournament):
            raise CommandError("error.no-such-tournament", tournament=tournament)
        push = Push(store.log, server, tournament, (place or socket.gethostname())[:PLACE_MAX])
        with contextlib.suppress(asyncio.CancelledError):
            try:
                await _pushed(invocation, store, push, wanted)
            except Unreachable as error:
                fields = {"address": server.address, "why": str(error)}
                raise CommandError("follow.unreachable", exit_code=Exit.NO, **fields) from error
    return _outcome(invocation.console, push, wanted)


def _stop_by_signals() -> None:
    """Cancel this task by Ctrl-C, and by the signal that stops a service."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None, "a command runs in one"
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:  # as behind `nohup` and `&`
            loop.add_signal_handler(number, task.cancel)


async def _pushed(invocation: Invocation, store: ReadStore, push: Push, wanted: _Wanted) -> None:
    """Push until stopped or handed over; once, if that is wanted."""
    console = invocation.console
    if wanted.once:
        await push.catch_up(console.progress("progress.follow"))
        if wanted.hands_over and not push.is_handed_over:
            await _hand_over(invocation, push, wanted)
            await push.catch_up(console.progress("progress.follow"))
        return
    is_first = True
    async for _ in store.log.wakes():
        if push.version == await store.log.head(wanted.tournament):
            continue  # another tournament has grown
        await _patiently(console, push, wanted)
        if push.is_handed_over:
            return
        if is_first:
            console.note("follow.following", address=wanted.address, version=f"v{push.version}")
            is_first = False


async def _patiently(console: Console, push: Push, wanted: _Wanted) -> None:
    """Push what is missing there; while the server does not answer, again after growing pauses."""
    from planilla.adapters.cli.public_server import Unreachable

    failures = 0
    while True:
        try:
            await push.catch_up(console.progress("progress.follow"))
        except Unreachable as error:
            if not failures:
                console.note("follow.offline", address=wanted.address, why=str(error))
            await asyncio.sleep(PAUSES_S[min(failures, len(PAUSES_S) - 1)])
            failures += 1
        else:
            if failures:
                console.note("follow.online", address=wanted.address, version=f"v{push.version}")
            return


async def _hand_over(invocation: Invocation, push: Push, wanted: _Wanted) -> None:
    """Record here that the server leads from now on.

    Raises:
        CommandError: the rules refuse it.
    """
    import msgspec

    from planilla.adapters.cli.logs import COMMAND_LINE
    from planilla.application.envelope import Submission

    services: Services = invocation.services
    body = msgspec.json.encode({"to": push.server_log_id, "place": wanted.address})
    submission = Submission(
        tournament=wanted.tournament,
        name="hand-over-lead",
        body=body,
        command_id=f"follow:{services.new_id()}",
        actor=COMMAND_LINE,
    )
    async with services.writing() as writing:
        answer = await writing.bus.submit(submission)
    if answer.code:
        raise CommandError(f"refusal.{answer.code}", exit_code=Exit.NO, **answer.fields)


def _outcome(console: Console, push: Push, wanted: _Wanted) -> CommandOutcome:
    key = "follow.handed-over" if push.is_handed_over else "follow.reached"
    data = {
        "tournament": wanted.tournament,
        "version": push.version,
        "handed_over": push.is_handed_over,
    }
    line = console.say(key, address=wanted.address, version=f"v{push.version}")
    return CommandOutcome(lines=[line], data=data)


def _token_in(path: str) -> str:
    """Return the token in a file, alone or as the end of a secret link.

    Raises:
        CommandError: the file cannot be read, or has none.
    """
    try:
        text = Path(path).read_text(encoding="ascii").strip()
    except OSError as error:
        raise cannot_read(path, error) from error
    except UnicodeDecodeError as error:
        raise CommandError("follow.no-token", path=path) from error
    token = text.rpartition("#")[2]
    if not token or not token.isprintable() or " " in token:
        raise CommandError("follow.no-token", path=path)
    return token
