"""The command `evidence`: files kept beside the log, named by facts, checked and erased.

It may be called while servers run; only `add` hands a command in.
"""

import argparse
import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from planilla.adapters.cli.act import ACTOR
from planilla.adapters.cli.console import Console
from planilla.adapters.cli.logs import facts_of
from planilla.adapters.cli.outcome import DONE, NO, Outcome, Stop
from planilla.adapters.cli.tools import Shelf, Tools
from planilla.application.envelope import Submission
from planilla.application.evidence import Checked, Standing, check, take_in
from planilla.application.ports import Erasure
from planilla.domain.tournament.evidence import SIZE_MAX
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.tournament.state import Tournament
from planilla.presentation.catalogue import sentence

BAD = frozenset({Standing.CHANGED, Standing.MISSING})
"""What should not be: the bytes are not those of the log, or were never kept here."""


def add(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Keep a file and name it as evidence for the fact of a version."""
    return asyncio.run(_added(arguments, tools, console))


async def _added(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    body = _read(arguments.file)
    tournament = arguments.tournament
    async with tools.writing() as store:
        head = (await _state(store, tournament)).version
        try:
            file = await take_in(store.evidence, tournament, body)
        except Refusal as refusal:
            said = sentence(console.language, refusal.code, refusal.fields)
            return Outcome(lines=[said], data={"code": refusal.code}, code=NO)
        named = {"about": arguments.version, "evidence": [file]}
        answer = await store.desk.submit(
            Submission(
                tournament=tournament,
                name="add-evidence",
                body=msgspec.json.encode(named),
                command_id=f"evidence:{file.sha256}:v{arguments.version}:at-v{head}",
                actor=ACTOR,
            )
        )
    data = {"status": answer.status, "version": answer.version, **msgspec.to_builtins(file)}
    if answer.status not in {"done", "already"}:
        said = sentence(console.language, answer.code, answer.fields)
        return Outcome(lines=[said], data=data, code=NO)
    about = {"sha256": file.sha256, "version": arguments.version}
    said = console.say(f"evidence.cli.{answer.status}", **about)
    return Outcome(lines=[said], data=data, code=DONE)


def _read(path: str) -> bytes:
    try:
        with Path(path).open("rb") as file:
            return file.read(SIZE_MAX + 1)
    except OSError as error:
        raise Stop("archive.no-file", path=path, reason=error.strerror or "?") from error


async def _state(store: Shelf, tournament: str) -> Tournament:
    events = await store.log.events(tournament)
    if not events:
        raise Stop("error.no-such-tournament", tournament=tournament)
    return fold(facts_of(events))


def listed(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Every file of a tournament and how it was found; the answer is yes in any case."""
    found = asyncio.run(_checked(tools, (arguments.tournament,)))
    return _told(found, console, is_asked=False)


def verify(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """The same of all tournaments or one; the answer is no where bytes are changed or missing."""
    wanted = () if arguments.tournament is None else (arguments.tournament,)
    return _told(asyncio.run(_checked(tools, wanted)), console, is_asked=True)


async def _checked(tools: Tools, wanted: tuple[str, ...]) -> list[tuple[str, Checked]]:
    async with tools.open() as store:
        all_there = [each.id for each in await store.log.tournaments()] if not wanted else []
        return [
            (tournament, each)
            for tournament in wanted or sorted(all_there)
            for each in await check(store.evidence, tournament, await _state(store, tournament))
        ]


def _told(found: list[tuple[str, Checked]], console: Console, *, is_asked: bool) -> Outcome:
    lines = [
        console.say(
            "evidence.cli.line",
            tournament=tournament,
            sha256=each.file.sha256,
            type=console.say(f"evidence.type.{each.file.media_type}"),
            size=each.file.size,
            about=" ".join(f"v{version}" for version in each.about) or "–",
            state=console.say(f"evidence.{each.standing.value}"),
        )
        for tournament, each in found
    ]
    data: list[dict[str, Any]] = [
        {"tournament": tournament, **msgspec.to_builtins(each)} for tournament, each in found
    ]
    bad = sum(each.standing in BAD for _, each in found)
    lines.append(console.say("evidence.cli.sum", files=len(found), bad=bad))
    return Outcome(lines=lines, data=data, code=NO if is_asked and bad else DONE)


def erase(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Forget the bytes of a file; the answer is no when there were none."""

    async def erased() -> bool:
        async with tools.open() as store:
            return await store.evidence.erase(arguments.tournament, arguments.sha256)

    was_there = asyncio.run(erased())
    if was_there:
        files = (arguments.sha256,)
        line = Erasure(tournament=arguments.tournament, at=tools.now(), files=files)
        tools.erasures().add(line)
    key = "evidence.cli.erased" if was_there else "evidence.cli.nothing"
    said = console.say(key, tournament=arguments.tournament, sha256=arguments.sha256)
    data = {"sha256": arguments.sha256, "erased": was_there}
    return Outcome(lines=[said], data=data, code=DONE if was_there else NO)


ACTS: dict[str, Callable[[argparse.Namespace, Tools, Console], Outcome]] = {
    "add": add,
    "list": listed,
    "verify": verify,
    "erase": erase,
}
