"""The command `act`: any command of the reference handed in, or what it would bring."""

import argparse
import asyncio
import os
import sys
from collections import Counter
from typing import Any

import msgspec

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.impacts import Handed, impact_lines, with_impact
from planilla.adapters.cli.outcome import DONE, NO, UNREADABLE, Outcome
from planilla.adapters.cli.tools import Tools
from planilla.application.envelope import Actor, Answer, Submission
from planilla.application.erasing_listed import ListingDesk
from planilla.application.permissions import EVERYWHERE
from planilla.application.portions import submit_list
from planilla.presentation.catalogue import sentence

ACTOR = Actor(id="command-line", scopes=frozenset({EVERYWHERE}))
STANDARD_INPUT = "-"


def act(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Hand a command in; with `--dry-run` say what it would bring and write nothing."""
    body = _body(arguments.body)
    handed = asyncio.run(_handed(arguments, body, tools))
    answer = handed.answer
    if answer.status not in {"done", "already"}:
        return _refused(answer, console)
    status = "would" if arguments.dry_run and answer.status == "done" else answer.status
    lines = [_recorded(answer, status, console)]
    data: dict[str, Any] = {**msgspec.to_builtins(answer), "status": status}
    data.pop("foreseen", None)
    if handed.impact is not None:
        lines += impact_lines(handed, console.language)
        data["impact"] = handed.impact
    return Outcome(lines=lines, data=data, code=DONE)


def _body(text: str) -> bytes:
    """The bytes that were given, or standard input; whether they fit the command is asked later."""
    return sys.stdin.buffer.read() if text == STANDARD_INPUT else os.fsencode(text)


async def _handed(arguments: argparse.Namespace, body: bytes, tools: Tools) -> Handed:
    async with tools.writing() as store:
        submission = Submission(
            tournament=arguments.tournament,
            name=arguments.order,
            body=body,
            command_id=arguments.id or f"act:{tools.new_id()}",
            actor=ACTOR,
            expected=arguments.head,
            dry_run=arguments.dry_run,
        )
        desk = ListingDesk(store.desk, store.log, tools.erasures())
        answer = await submit_list(desk, submission)
        return await with_impact(store.log, arguments.tournament, answer, top=arguments.top)


def _recorded(answer: Answer, status: str, console: Console) -> str:
    """The events of an answer, those of one type together."""
    times = Counter(answer.events)
    events = ", ".join(f"{each} ×{times[each]}" if times[each] > 1 else each for each in times)
    return console.say(f"cli.act.{status}", events=events, version=answer.version)


def _refused(answer: Answer, console: Console) -> Outcome:
    """Why not; of a list of which a part was recorded, that too."""
    said = sentence(console.language, answer.code, answer.fields)
    before = [_recorded(answer, "done", console)] if answer.events else []
    return Outcome(
        data={**msgspec.to_builtins(answer), "message": said},
        code=UNREADABLE if answer.status == "malformed" else NO,
        aside=[*before, f"planilla: {said}"],
    )
