"""The command `demo`: the book's open, played through the real write path, beside the book."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from planilla.adapters.cli.command_line import Invocation, command, option
from planilla.adapters.cli.console import CommandError, CommandOutcome, Console, Exit
from planilla.adapters.cli.files import cannot_read
from planilla.adapters.cli.services import Progress, Services
from planilla.presentation.catalogue import sentence

if TYPE_CHECKING:
    from planilla.demo.book_open import BookDifference, DemoOpen, RoundCheck
    from planilla.domain.tournament.state import Tournament


T = TypeVar("T")


class PlayedDemo(msgspec.Struct, frozen=True, kw_only=True):
    """The end of the sample, the reason of an early end, and the time that it took."""

    state: Tournament
    stopped: BookDifference | None
    seconds: str


@command("demo", "cli.demo")
@option("--check", key="cli.demo.check", is_flag=True)
@option("--golden", key="cli.demo.golden", metavar="FILE")
@option("--input", "given", key="cli.demo.input", metavar="FILE")
def demo(
    invocation: Invocation, *, check: bool, golden: str | None, given: str | None
) -> CommandOutcome:
    """Play the open on a temporary database; with `--check` compare it with the book."""
    from planilla.demo.book_open import GOLDEN, OPEN, DemoOpen, GoldenBook, compare

    console = invocation.console
    opened = _read(OPEN if given is None else Path(given), DemoOpen)
    played = asyncio.run(_played(opened, invocation.services, console.progress("progress.demo")))
    if not check:
        return _summary(played, console)
    book = _read(GOLDEN if golden is None else Path(golden), GoldenBook)
    return _compared(played, compare(book, played.state), console)


def _read(path: Path, kind: type[T]) -> T:
    """Read a JSON file as a value.

    Raises:
        CommandError: it cannot be read, or does not say what it must.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except OSError as error:
        raise cannot_read(path, error) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise CommandError("error.cannot-read", path=str(path), reason=str(error)) from error


async def _played(opened: DemoOpen, services: Services, progress: Progress) -> PlayedDemo:
    from planilla.demo.book_open import BookDifference, NoResult, play
    from planilla.domain.tournament.state import INITIAL

    start = time.perf_counter()
    state = INITIAL
    stopped: BookDifference | None = None
    total = _acts_expected(opened)
    async with services.throwaway() as store:
        try:
            done = 0
            async for step in play(opened, bus=store.bus, log=store.log):
                done += 1
                progress(done, max(done, total))
                state = step.state
                if step.answer.status == "refused":
                    stopped = BookDifference(
                        code="refused",
                        fields={"code": step.answer.code, "fields": step.answer.fields},
                    )
        except NoResult as error:
            fields = {"round": error.round, "white": error.white, "black": error.black}
            stopped = BookDifference(code="no-result", fields=fields)
    return PlayedDemo(state=state, stopped=stopped, seconds=f"{time.perf_counter() - start:.1f}")


def _acts_expected(opened: DemoOpen) -> int:
    results = sum(len(player.results.replace("·", "")) for player in opened.players) // 2
    return 1 + len(opened.players) + results + 2 * opened.rounds + 2


def _summary(played: PlayedDemo, console: Console) -> CommandOutcome:
    said: dict[str, Any] = {
        "events": played.state.version,
        "rounds": played.state.last_published,
        "seconds": played.seconds,
    }
    lines = [console.say("demo.played", **said), console.say("demo.invented")]
    if played.stopped is None:
        return CommandOutcome(lines=lines, data=said)
    return CommandOutcome(
        lines=[*lines, _sentence(played.stopped, console)],
        data={**said, "stopped": played.stopped},
        code=Exit.NO,
    )


def _compared(
    played: PlayedDemo, checks: tuple[RoundCheck, ...], console: Console
) -> CommandOutcome:
    right = sum(1 for check in checks if not check.differences)
    lines = [line for check in checks for line in _lines(check, console)]
    if played.stopped is not None:
        lines.append(_sentence(played.stopped, console))
    summary: dict[str, Any] = {
        "right": right,
        "rounds": len(checks),
        "events": played.state.version,
        "seconds": played.seconds,
    }
    ok = right == len(checks) and played.stopped is None
    return CommandOutcome(
        lines=[*lines, console.say("demo.rounds", **summary)],
        data={**summary, "checks": checks, "stopped": played.stopped},
        code=Exit.DONE if ok else Exit.NO,
    )


def _lines(check: RoundCheck, console: Console) -> list[str]:
    if not check.differences:
        return [console.say("demo.round-ok", round=check.round, pairs=check.pairs)]
    wrong = len(check.differences)
    return [
        console.say("demo.round-wrong", round=check.round, differences=wrong),
        *("  " + _sentence(difference, console) for difference in check.differences),
    ]


def _sentence(difference: BookDifference, console: Console) -> str:
    fields = dict(difference.fields)
    if difference.code == "refused":
        fields["sentence"] = sentence(console.language, fields["code"], fields["fields"])
    return console.say(f"difference.{difference.code}", **fields)
