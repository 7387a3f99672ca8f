"""The acts of `log` about signed heads: a head, a proof, and whether somebody else's are true."""

import argparse
import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.log_keys import announced
from planilla.adapters.cli.outcome import NO, Outcome, Stop
from planilla.adapters.cli.tools import Tools
from planilla.application.heads import NoSuchPlace, key_in_force
from planilla.application.inspecting import BROKEN, inspect
from planilla.application.log_tree import OutsideTheLog
from planilla.audit import proofs
from planilla.audit.proofs import Consistency, Proof, ProofFault, SignedHead, head_line

Document = TypeVar("Document", Proof, SignedHead)


def head(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Sign the head of a tournament; its key is announced first, where it is not yet."""
    lines = [] if arguments.no_announce else announced(tools, console, arguments.tournament)
    signed, key = asyncio.run(_signed(tools, arguments.tournament))
    said: dict[str, Any] = {
        "tournament": arguments.tournament,
        "head": head_line(signed.head.version, signed.head.hash),
        "position": signed.head.position,
        "root": signed.head.root,
        "public_key": signed.head.public_key,
        "at": signed.head.signed_at,
    }
    lines += [console.say("keys.head", **said)]
    if key != signed.head.public_key:
        lines.append(console.say("keys.not-announced"))
    return _answered(signed, lines, arguments.output, console)


async def _signed(tools: Tools, tournament: str) -> tuple[SignedHead, str]:
    async with tools.open() as store:
        with _faults_told():
            signed = await tools.heads(store.log).head(tournament)
        return signed, await key_in_force(store.log, tournament)


def proof(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Prove that an event is in the log: a document that stands for itself."""
    found = asyncio.run(_proof(tools, arguments))
    if arguments.output is None:
        return Outcome(raw=proofs.encoded(found) + b"\n")
    said: dict[str, Any] = {"version": f"v{found.version}", "position": found.position}
    lines = [console.say("keys.proof", tournament=arguments.tournament, **said)]
    return _answered(found, lines, arguments.output, console)


async def _proof(tools: Tools, arguments: argparse.Namespace) -> Proof:
    async with tools.open() as store:
        with _faults_told():
            return await tools.heads(store.log).proof(
                arguments.tournament, arguments.version, arguments.position, to_staff=True
            )


@contextlib.contextmanager
def _faults_told() -> Iterator[None]:
    try:
        yield
    except NoSuchPlace as error:
        raise Stop(f"refusal.{error.code}", **error.fields) from error
    except OutsideTheLog as error:
        raise Stop("keys.hole", exit_code=NO, position=error.position) from error


def _answered(
    document: msgspec.Struct, lines: list[str], output: str | None, console: Console
) -> Outcome:
    if output is not None:
        try:
            Path(output).write_bytes(proofs.encoded(document) + b"\n")
        except OSError as error:
            reason = error.strerror or "?"
            raise Stop("error.cannot-write", path=output, reason=reason) from error
        lines = [*lines, console.say("keys.written", path=output)]
    return Outcome(lines=lines, data=document)


def check_proof(arguments: argparse.Namespace, console: Console) -> Outcome:
    """Check a proof, a head or a consistency proof that came from elsewhere; no where it is bad."""
    document = _read(arguments.file)
    known = None if arguments.head is None else _head_in(arguments.head)
    key = arguments.key or ""
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
    return Outcome(lines=_proved(document, key, console), data={"proved": True})


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


def check_head(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Say whether this log holds all that a head says that was published before."""
    signed = _head_in(arguments.file)
    try:
        proofs.check_head(signed)
        asyncio.run(_agrees(tools, signed))
        _check_events(tools)
    except ProofFault as fault:
        return _refused(fault, console)
    said: dict[str, Any] = {
        "head": head_line(signed.head.version, signed.head.hash),
        "position": signed.head.position,
    }
    return Outcome(lines=[console.say("keys.contained", **said)], data={"contained": True})


def _check_events(tools: Tools) -> None:
    """Check that the events are those that their stored hashes say: a head holds hashes alone."""
    with tools.inspecting() as snapshot:
        found = inspect(snapshot, tools.known_outside())
    for checked in found.tournaments:
        for fault in checked.faults:
            if fault.code in BROKEN:
                fields = {"tournament": checked.tournament, "version": fault.version}
                raise ProofFault("damaged", **fields)


async def _agrees(tools: Tools, signed: SignedHead) -> None:
    async with tools.open() as store:
        with _faults_told():
            await tools.heads(store.log).agrees(signed.head)


def _head_in(path: str) -> SignedHead:
    document = _read(path)
    if isinstance(document, Proof):
        return document.signed_head
    if isinstance(document, Consistency):
        raise Stop("keys.fault.no-head", exit_code=NO, path=path)
    return document


def _read(path: str) -> Proof | Consistency | SignedHead:
    try:
        with Path(path).open("rb") as file:
            content = file.read(proofs.DOCUMENT_BYTES_MAX + 1)
    except OSError as error:
        raise Stop("error.cannot-read", path=path, reason=error.strerror or "?") from error
    try:
        return proofs.read(content)
    except ProofFault as fault:
        raise Stop(f"keys.fault.{fault.code}", exit_code=NO, **fault.fields) from fault


def _refused(fault: ProofFault, console: Console) -> Outcome:
    why = console.say(f"keys.fault.{fault.code}", **fault.fields)
    data = {"proved": False, "code": fault.code, "fields": fault.fields, "message": why}
    return Outcome(data=data, code=NO, aside=[f"planilla: {why}"])
