"""The act `log key`: which key signs, saying so in the log, and another one in its place."""

import argparse
import asyncio
from typing import Any

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.outcome import NO, Outcome, Stop
from planilla.adapters.cli.tools import Tools
from planilla.application.envelope import Actor
from planilla.application.heads import Announcer, key_in_force
from planilla.application.permissions import EVERYWHERE
from planilla.presentation.catalogue import sentence

ACTOR = Actor(id="log-key", scopes=frozenset({EVERYWHERE}))


def key(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Show the public key, announce it, or replace it and announce the new one.

    Raises:
        Stop: a tournament is missing where one is wanted, or named where the key is of the log.
    """
    act, wanted = arguments.act_of_key, arguments.tournament
    if act == "announce" and wanted is None:
        raise Stop("usage.missing", command="planilla log key announce", what="tournament")
    if act != "announce" and wanted is not None:
        raise Stop("usage.unknown", command=f"planilla log key {act}", what=wanted)
    if act == "show":
        return _shown(tools, console, [])
    if act == "announce":
        return _shown(tools, console, announced(tools, console, wanted))
    before = tools.keys().current().public_key.hex()
    after = tools.keys().rotate().public_key.hex()
    lines = [console.say("keys.rotated", before=before, after=after)]
    for tournament in asyncio.run(_with_an_earlier_key(tools)):
        lines += announced(tools, console, tournament)
    return _shown(tools, console, lines)


def _shown(tools: Tools, console: Console, lines: list[str]) -> Outcome:
    keys = tools.keys()
    public = keys.current().public_key.hex()
    endorsed = keys.endorsements()
    lines = [*lines, console.say("keys.public", public_key=public)]
    lines += [console.say("keys.endorsed", old=each.old, new=each.new) for each in endorsed]
    return Outcome(lines=lines, data={"public_key": public, "endorsements": endorsed})


async def _with_an_earlier_key(tools: Tools) -> tuple[str, ...]:
    """The tournaments whose key was this log's: those that came from elsewhere keep theirs."""
    earlier = {each.old for each in tools.keys().endorsements()}
    async with tools.open() as store:
        known = [each.id for each in await store.log.tournaments()]
        return tuple([each for each in known if await key_in_force(store.log, each) in earlier])


def announced(tools: Tools, console: Console, tournament: str) -> list[str]:
    """Announce the present key in a tournament; what was done, in words: nothing where it was so.

    Raises:
        Stop: there is no such tournament, or the rules refuse it.
    """
    return asyncio.run(_announced(tools, console, tournament))


async def _announced(tools: Tools, console: Console, tournament: str) -> list[str]:
    present = tools.keys().current().public_key.hex()
    async with tools.open() as store:
        if not await store.log.head(tournament):
            raise Stop("error.no-such-tournament", tournament=tournament)
        if await key_in_force(store.log, tournament) == present:
            return []
    async with tools.writing() as store:
        answers = await Announcer(store.log, store.desk, tools.keys()).announced(tournament, ACTOR)
    for answer in answers:
        if answer.code:
            why = sentence(console.language, answer.code, answer.fields)
            raise Stop("keys.refused", exit_code=NO, why=why)
    said: dict[str, Any] = {"tournament": tournament, "public_key": present}
    return [console.say("keys.announced", version=f"v{each.version}", **said) for each in answers]
