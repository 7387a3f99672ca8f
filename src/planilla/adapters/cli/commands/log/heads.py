"""Commands of `log` for signed heads: heads, proofs, their verification, and the key."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from planilla.adapters.cli.command_line import Invocation, argument, command, option
from planilla.adapters.cli.console import CommandError, CommandOutcome, Console, Exit
from planilla.adapters.cli.files import cannot_read, write
from planilla.adapters.cli.services import Services
from planilla.adapters.cli.values import version as version_in
from planilla.application.envelope import Actor
from planilla.application.heads import Announcer, HeadNotFound, key_in_force
from planilla.application.inspecting import LOG_FAULTS, inspect
from planilla.application.log_tree import OutsideTheLog
from planilla.application.roles import ALL_TOURNAMENTS, full_grant
from planilla.audit import proofs
from planilla.audit.proofs import Consistency, Proof, ProofFault, SignedHead, head_line
from planilla.presentation.catalogue import sentence

ACTOR = Actor(id="log-key", grants=(full_grant(ALL_TOURNAMENTS),))
KEY_ACTS = ("show", "announce", "rotate")


@command("head", "keys.cli.head")
@argument("tournament", key="cli.tournament")
@option("--no-announce", key="keys.cli.no-announce", is_flag=True)
@option("--output", "-o", key="cli.output", metavar="FILE")
async def head(
    invocation: Invocation, *, tournament: str, no_announce: bool, output: str | None
) -> CommandOutcome:
    """Sign the head of a tournament, after announcing the key if it is new."""
    console, services = invocation.console, invocation.services
    lines = [] if no_announce else await _announced(services, console, tournament)
    async with services.open() as store:
        with _faults_as_sentences():
            signed = await services.heads(store.log).head(tournament)
        key = await key_in_force(store.log, tournament)
    said: dict[str, Any] = {
        "tournament": tournament,
        "head": head_line(signed.head.version, signed.head.hash),
        "position": signed.head.position,
        "root": signed.head.root,
        "public_key": signed.head.public_key,
        "at": signed.head.signed_at,
    }
    lines += [console.say("keys.head", **said)]
    if key != signed.head.public_key:
        lines.append(console.say("keys.not-announced"))
    return _answered(signed, lines, output, console)


@command("proof", "keys.cli.proof")
@argument("tournament", key="cli.tournament")
@argument("version", key="keys.cli.version", metavar="vN", type=version_in)
@option("--position", key="keys.cli.position", metavar="N", type=int)
@option("--output", "-o", key="cli.output", metavar="FILE")
async def proof(
    invocation: Invocation,
    *,
    tournament: str,
    version: int,
    position: int | None,
    output: str | None,
) -> CommandOutcome:
    """Write a self-contained proof that an event is in the log."""
    services = invocation.services
    async with services.open() as store:
        with _faults_as_sentences():
            heads = services.heads(store.log)
            found = await heads.proof(tournament, version, position, to_staff=True)
    if output is None:
        return CommandOutcome(raw=proofs.encoded(found) + b"\n")
    said: dict[str, Any] = {"version": f"v{found.version}", "position": found.position}
    lines = [invocation.console.say("keys.proof", tournament=tournament, **said)]
    return _answered(found, lines, output, invocation.console)


@contextlib.contextmanager
def _faults_as_sentences() -> Iterator[None]:
    try:
        yield
    except HeadNotFound as error:
        raise CommandError(f"refusal.{error.code}", **error.fields) from error
    except OutsideTheLog as error:
        raise CommandError("keys.hole", exit_code=Exit.NO, position=error.position) from error


def _answered(
    document: msgspec.Struct, lines: list[str], output: str | None, console: Console
) -> CommandOutcome:
    if output is not None:
        write(output, proofs.encoded(document) + b"\n")
        lines = [*lines, console.say("keys.written", path=output)]
    return CommandOutcome(lines=lines, data=document)


@command("check-proof", "keys.cli.check-proof")
@argument("file", key="keys.cli.proof-file", metavar="FILE")
@option("--head", key="keys.cli.known-head", metavar="FILE")
@option("--key", key="keys.cli.known-key", metavar="HEX", default="")
def check_proof(invocation: Invocation, *, file: str, head: str | None, key: str) -> CommandOutcome:
    """Check a proof, a head or a consistency proof from elsewhere; exit with 1 if it is wrong."""
    console = invocation.console
    document = _read(file)
    known = None if head is None else _head_in(head)
    try:
        if known is not None:
            proofs.check_head(known, key=key)
        if isinstance(document, Proof):
            believed = None if known is None else known.head
            proofs.check_proof(document, key=key, known=believed)
        elif isinstance(document, Consistency):
            proofs.check_consistency(document, known=() if known is None else (known.head,))
        else:
            proofs.check_head(document, key=key)
    except ProofFault as fault:
        return _refused(fault, console)
    return CommandOutcome(lines=_proved(document, key, console), data={"proved": True})


def _proved(document: Proof | Consistency | SignedHead, key: str, console: Console) -> list[str]:
    if isinstance(document, Consistency):
        said: dict[str, Any] = {"old": document.old.position, "new": document.new.position}
        return [console.say("keys.grown", **said)]
    signed = document.signed_head if isinstance(document, Proof) else document
    of_head: dict[str, Any] = {
        "head": head_line(signed.head.version, signed.head.hash),
        "tournament": signed.head.stream_id.partition("/")[2],
        "position": signed.head.position,
        "at": signed.head.signed_at,
        "public_key": signed.head.public_key,
    }
    lines = [console.say("keys.signed", **of_head)]
    if isinstance(document, Proof):
        lines = [*_event_lines(document, console), *lines]
    return lines if key else [*lines, console.say("keys.compare-key")]


def _event_lines(document: Proof, console: Console) -> list[str]:
    place: dict[str, Any] = {"version": f"v{document.version}", "position": document.position}
    if document.event is None:
        return [console.say(f"keys.proved.{document.withheld or 'staff'}", **place)]
    assert document.header is not None, "the event is told"
    kind = document.header.type
    data = bytes(document.event.data).decode()
    return [console.say("keys.proved", kind=kind, **place), f"  {data}"]


@command("check-head", "keys.cli.check-head")
@argument("file", key="keys.cli.head-file", metavar="FILE")
async def check_head(invocation: Invocation, *, file: str) -> CommandOutcome:
    """Check that this log contains everything that a published head covers."""
    console, services = invocation.console, invocation.services
    signed = _head_in(file)
    try:
        proofs.check_head(signed)
        await _agrees(services, signed)
        _check_events(services)
    except ProofFault as fault:
        return _refused(fault, console)
    said: dict[str, Any] = {
        "head": head_line(signed.head.version, signed.head.hash),
        "position": signed.head.position,
    }
    return CommandOutcome(lines=[console.say("keys.contained", **said)], data={"contained": True})


def _check_events(services: Services) -> None:
    """Check the events against their stored hashes, since a head covers only hashes."""
    with services.inspecting() as snapshot:
        found = inspect(snapshot, services.known_outside())
    for checked in found.tournaments:
        for fault in checked.faults:
            if fault.code in LOG_FAULTS:
                fields = {"tournament": checked.tournament, "version": fault.version}
                raise ProofFault("damaged", **fields)


async def _agrees(services: Services, signed: SignedHead) -> None:
    async with services.open() as store:
        with _faults_as_sentences():
            await services.heads(store.log).agrees(signed.head)


def _head_in(path: str) -> SignedHead:
    document = _read(path)
    if isinstance(document, Proof):
        return document.signed_head
    if isinstance(document, Consistency):
        raise CommandError("keys.fault.no-head", exit_code=Exit.NO, path=path)
    return document


def _read(path: str) -> Proof | Consistency | SignedHead:
    try:
        with Path(path).open("rb") as file:
            content = file.read(proofs.DOCUMENT_BYTES_MAX + 1)
    except OSError as error:
        raise cannot_read(path, error) from error
    try:
        return proofs.read(content)
    except ProofFault as fault:
        raise CommandError(f"keys.fault.{fault.code}", exit_code=Exit.NO, **fault.fields) from fault


def _refused(fault: ProofFault, console: Console) -> CommandOutcome:
    why = console.say(f"keys.fault.{fault.code}", **fault.fields)
    data = {"proved": False, "code": fault.code, "fields": fault.fields, "message": why}
    return CommandOutcome(data=data, code=Exit.NO, aside=[f"planilla: {why}"])


@command("key", "keys.cli.key")
@argument("act", key="keys.cli.key-act", type=click.Choice(KEY_ACTS), metavar="|".join(KEY_ACTS))
@argument("tournament", key="keys.cli.key-tournament", required=False)
async def key(invocation: Invocation, *, act: str, tournament: str | None) -> CommandOutcome:
    """Show the public key, announce it, or replace it and announce the new one.

    Raises:
        CommandError: the tournament for the announcement is missing, or superfluous.
    """
    console, services = invocation.console, invocation.services
    if act == "announce" and tournament is None:
        missing = console.say("help.value.TOURNAMENT")
        raise CommandError("usage.missing", command="planilla log key announce", what=missing)
    if act != "announce" and tournament is not None:
        raise CommandError("usage.unknown", command=f"planilla log key {act}", what=tournament)
    if act == "show":
        return _key_shown(services, console, [])
    if tournament is not None:
        return _key_shown(services, console, await _announced(services, console, tournament))
    before = services.keys().current().public_key.hex()
    after = services.keys().rotate().public_key.hex()
    lines = [console.say("keys.rotated", before=before, after=after)]
    for name in await _with_an_earlier_key(services):
        lines += await _announced(services, console, name)
    return _key_shown(services, console, lines)


def _key_shown(services: Services, console: Console, lines: list[str]) -> CommandOutcome:
    keys = services.keys()
    public = keys.current().public_key.hex()
    endorsed = keys.endorsements()
    lines = [*lines, console.say("keys.public", public_key=public)]
    lines += [console.say("keys.endorsed", old=each.old, new=each.new) for each in endorsed]
    return CommandOutcome(lines=lines, data={"public_key": public, "endorsements": endorsed})


async def _with_an_earlier_key(services: Services) -> tuple[str, ...]:
    """Return the tournaments with a key of this log; imported ones keep theirs."""
    earlier = {each.old for each in services.keys().endorsements()}
    async with services.open() as store:
        known = [each.id for each in await store.log.tournaments()]
        return tuple([each for each in known if await key_in_force(store.log, each) in earlier])


async def _announced(services: Services, console: Console, tournament: str) -> list[str]:
    """Announce the current key in a tournament; return "" if it was announced before.

    Raises:
        CommandError: there is no such tournament, or the rules refuse it.
    """
    present = services.keys().current().public_key.hex()
    async with services.open() as store:
        if not await store.log.head(tournament):
            raise CommandError("error.no-such-tournament", tournament=tournament)
        if await key_in_force(store.log, tournament) == present:
            return []
    async with services.writing() as store:
        answers = await Announcer(store.log, store.bus, services.keys()).announced(
            tournament, ACTOR
        )
    for answer in answers:
        if answer.code:
            why = sentence(console.language, answer.code, answer.fields)
            raise CommandError("keys.refused", exit_code=Exit.NO, why=why)
    said: dict[str, Any] = {"tournament": tournament, "public_key": present}
    return [console.say("keys.announced", version=f"v{each.version}", **said) for each in answers]
