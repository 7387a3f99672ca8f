"""Command `evidence`: files stored beside the log as evidence for facts.

It can be used while servers run; only `add` submits a command.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from planilla.adapters.cli.command_line import Group, Invocation, argument
from planilla.adapters.cli.console import CommandError, CommandOutcome, Console, Exit
from planilla.adapters.cli.files import reason_of
from planilla.adapters.cli.services import ReadStore, Services
from planilla.adapters.cli.values import version as version_in
from planilla.domain.tournament.refusal import Refusal
from planilla.presentation.catalogue import sentence

if TYPE_CHECKING:
    from planilla.application.envelope import Answer
    from planilla.application.evidence import Checked
    from planilla.domain.tournament.state import Tournament
    from planilla.domain.tournament.values import EvidenceFile

evidence = Group("evidence", help="cli.evidence")


@evidence.command("add", help="evidence.cli.add")
@argument("tournament", key="cli.tournament")
@argument("version", key="evidence.cli.version", metavar="vN", type=version_in)
@argument("path", key="evidence.cli.file", metavar="FILE")
async def add(
    invocation: Invocation, *, tournament: str, version: int, path: str
) -> CommandOutcome:
    """Store a file and name it as evidence for the fact of a version."""
    console = invocation.console
    try:
        file, answer = await _added(invocation.services, tournament, version, _read(path))
    except Refusal as refusal:
        said = sentence(console.language, refusal.code, refusal.fields)
        return CommandOutcome(lines=[said], data={"code": refusal.code}, code=Exit.NO)
    data = {"status": answer.status, "version": answer.version, **msgspec.to_builtins(file)}
    if answer.status not in {"done", "already"}:
        said = sentence(console.language, answer.code, answer.fields)
        return CommandOutcome(lines=[said], data=data, code=Exit.NO)
    about: dict[str, Any] = {"sha256": file.sha256, "version": version}
    said = console.say(f"evidence.cli.{answer.status}", **about)
    return CommandOutcome(lines=[said], data=data)


async def _added(
    services: Services, tournament: str, version: int, body: bytes
) -> tuple[EvidenceFile, Answer]:
    """Store the file, then submit the command that names it.

    Raises:
        Refusal: the file cannot be stored.
    """
    from planilla.adapters.cli.logs import COMMAND_LINE
    from planilla.application.envelope import Submission
    from planilla.application.evidence import take_in

    async with services.writing() as store:
        head = (await _state(store, tournament)).version
        file = await take_in(store.evidence, tournament, body)
        named = {"about": version, "evidence": [file]}
        answer = await store.bus.submit(
            Submission(
                tournament=tournament,
                name="add-evidence",
                body=msgspec.json.encode(named),
                command_id=f"evidence:{file.sha256}:v{version}:at-v{head}",
                actor=COMMAND_LINE,
            )
        )
    return file, answer


def _read(path: str) -> bytes:
    from planilla.domain.tournament.evidence import SIZE_MAX

    try:
        with Path(path).open("rb") as file:
            return file.read(SIZE_MAX + 1)
    except OSError as error:
        raise CommandError("archive.no-file", path=path, reason=reason_of(error)) from error


async def _state(store: ReadStore, tournament: str) -> Tournament:
    from planilla.adapters.cli.logs import facts_of
    from planilla.domain.tournament.evolve import fold

    events = await store.log.events(tournament)
    if not events:
        raise CommandError("error.no-such-tournament", tournament=tournament)
    return fold(facts_of(events))


@evidence.command("list", help="evidence.cli.list")
@argument("tournament", key="cli.tournament")
async def show(invocation: Invocation, *, tournament: str) -> CommandOutcome:
    """List the files of a tournament and their states; always exit with 0."""
    found = await _checked(invocation.services, (tournament,))
    return _outcome(found, invocation.console, bad_code=Exit.DONE)


@evidence.command("verify", help="evidence.cli.verify")
@argument("tournament", key="evidence.cli.tournament", required=False)
async def verify(invocation: Invocation, *, tournament: str | None) -> CommandOutcome:
    """Check the files of one or all tournaments; exit with 1 if bytes differ or are missing."""
    wanted = () if tournament is None else (tournament,)
    found = await _checked(invocation.services, wanted)
    return _outcome(found, invocation.console, bad_code=Exit.NO)


async def _checked(services: Services, wanted: tuple[str, ...]) -> list[tuple[str, Checked]]:
    from planilla.application.evidence import check

    async with services.open() as store:
        all_there = [each.id for each in await store.log.tournaments()] if not wanted else []
        return [
            (tournament, each)
            for tournament in wanted or sorted(all_there)
            for each in await check(store.evidence, tournament, await _state(store, tournament))
        ]


def _outcome(
    found: list[tuple[str, Checked]], console: Console, *, bad_code: int
) -> CommandOutcome:
    from planilla.application.evidence import EvidenceStatus

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
    faulty = {EvidenceStatus.CHANGED, EvidenceStatus.MISSING}
    bad = sum(each.standing in faulty for _, each in found)
    lines.append(console.say("evidence.cli.sum", files=len(found), bad=bad))
    return CommandOutcome(lines=lines, data=data, code=bad_code if bad else Exit.DONE)


@evidence.command("erase", help="evidence.cli.erase")
@argument("tournament", key="cli.tournament")
@argument("sha256", key="evidence.cli.sha256", metavar="HEX")
async def erase(invocation: Invocation, *, tournament: str, sha256: str) -> CommandOutcome:
    """Erase the bytes of a file; exit with 1 if there were none."""
    from planilla.application.ports import Erasure

    services = invocation.services
    async with services.open() as store:
        was_there = await store.evidence.erase(tournament, sha256)
    if was_there:
        services.erasures().add(Erasure(tournament=tournament, at=services.now(), files=(sha256,)))
    key = "evidence.cli.erased" if was_there else "evidence.cli.nothing"
    said = invocation.console.say(key, tournament=tournament, sha256=sha256)
    data = {"sha256": sha256, "erased": was_there}
    return CommandOutcome(lines=[said], data=data, code=Exit.DONE if was_there else Exit.NO)
