"""The command `demo`: the book's open, played through the real write path, beside the book."""

import argparse
import asyncio
import time
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.outcome import DONE, NO, Outcome, Stop
from planilla.adapters.cli.tools import Progress, Tools
from planilla.application.demo import DemoOpen, NoResult, play
from planilla.application.demo_check import Difference, Golden, RoundCheck, compare
from planilla.application.envelope import Answer
from planilla.domain.tournament.state import INITIAL, Tournament
from planilla.presentation.catalogue import sentence

HERE = Path(__file__).parent / "demo_data"
OPEN = HERE / "open.json"
GOLDEN = HERE / "golden.json"
"""What the book says. It is read for the comparison alone, after everything was played."""

T = TypeVar("T")


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """How the sample ended, why it stopped early if it did, and how long it took."""

    state: Tournament
    stopped: Difference | None
    seconds: str


def demo(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Play the open on a database that is thrown away; with `--check` compare it with the book."""
    opened = read(Path(arguments.input) if arguments.input else OPEN, DemoOpen)
    played = asyncio.run(_played(opened, tools, console.progress("progress.demo")))
    if not arguments.check:
        return _told(played, console)
    golden = read(Path(arguments.golden) if arguments.golden else GOLDEN, Golden)
    return _compared(played, compare(golden, played.state), console)


def open_of_the_book() -> DemoOpen:
    """The sample as it comes with Planilla."""
    return read(OPEN, DemoOpen)


def read(path: Path, kind: type[T]) -> T:
    """A JSON file as a value.

    Raises:
        Stop: it cannot be read, or does not say what it must.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except OSError as error:
        raise Stop("error.cannot-read", path=str(path), reason=error.strerror or "?") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Stop("error.cannot-read", path=str(path), reason=str(error)) from error


async def _played(opened: DemoOpen, tools: Tools, progress: Progress) -> Played:
    start = time.perf_counter()
    state = INITIAL
    stopped: Difference | None = None
    total = _acts_expected(opened)
    async with tools.throwaway() as store:
        try:
            done = 0
            async for step in play(opened, desk=store.desk, log=store.log):
                done += 1
                progress(done, max(done, total))
                state = step.state
                if step.answer.status == "refused":
                    stopped = Difference(code="refused", fields=_said(step.answer))
        except NoResult as error:
            fields = {"round": error.round, "white": error.white, "black": error.black}
            stopped = Difference(code="no-result", fields=fields)
    return Played(state=state, stopped=stopped, seconds=f"{time.perf_counter() - start:.1f}")


def _said(answer: Answer) -> dict[str, Any]:
    return {"code": answer.code, "fields": answer.fields}


def _acts_expected(opened: DemoOpen) -> int:
    results = sum(len(player.results.replace("·", "")) for player in opened.players) // 2
    return 1 + len(opened.players) + results + 2 * opened.rounds + 2


def _told(played: Played, console: Console) -> Outcome:
    said: dict[str, Any] = {
        "events": played.state.version,
        "rounds": played.state.last_published,
        "seconds": played.seconds,
    }
    lines = [console.say("demo.played", **said), console.say("demo.invented")]
    if played.stopped is None:
        return Outcome(lines=lines, data=said)
    return Outcome(
        lines=[*lines, _sentence(played.stopped, console)],
        data={**said, "stopped": played.stopped},
        code=NO,
    )


def _compared(played: Played, checks: tuple[RoundCheck, ...], console: Console) -> Outcome:
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
    return Outcome(
        lines=[*lines, console.say("demo.rounds", **summary)],
        data={**summary, "checks": checks, "stopped": played.stopped},
        code=DONE if ok else NO,
    )


def _lines(check: RoundCheck, console: Console) -> list[str]:
    if not check.differences:
        return [console.say("demo.round-ok", round=check.round, pairs=check.pairs)]
    wrong = len(check.differences)
    return [
        console.say("demo.round-wrong", round=check.round, differences=wrong),
        *("  " + _sentence(difference, console) for difference in check.differences),
    ]


def _sentence(difference: Difference, console: Console) -> str:
    fields = dict(difference.fields)
    if difference.code == "refused":
        fields["sentence"] = sentence(console.language, fields["code"], fields["fields"])
    return console.say(f"difference.{difference.code}", **fields)
