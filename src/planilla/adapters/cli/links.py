"""The command `link`: secret links listed, made and revoked, and the organiser's own.

It may be called while servers run: what is revoked opens nothing from then on.
"""

import argparse
import asyncio
from collections.abc import Callable, Sequence

import msgspec

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.outcome import DONE, NO, Outcome, Stop
from planilla.adapters.cli.tools import Tools
from planilla.application.permissions import (
    EVERYWHERE,
    ORGANISER,
    actor_of_link,
    hash_of_token,
    link_id,
)
from planilla.application.ports import SecretLink


def show(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """List links, the oldest first, those that were revoked too."""

    async def links() -> Sequence[SecretLink]:
        async with tools.open() as store:
            return await store.grants.links(arguments.tournament)

    found = asyncio.run(links())
    lines = [_line(each, console) for each in found] or [console.say("links.cli.none")]
    return Outcome(lines=lines, data=msgspec.to_builtins(found))


def new(arguments: argparse.Namespace, tools: Tools, _: Console) -> Outcome:
    """Make a link for an arbiter of a tournament."""
    token = tools.new_token()

    async def granted() -> None:
        async with tools.open() as store:
            if not await store.log.head(arguments.tournament):
                raise Stop("error.no-such-tournament", tournament=arguments.tournament)
            await store.grants.grant(token, actor_of_link(token), arguments.tournament)

    asyncio.run(granted())
    return _shown(tools.link(token), link_id(hash_of_token(token)))


def revoke(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Close a link for good; the answer is no where it was closed before."""
    link = arguments.id

    async def revoked() -> bool:
        async with tools.open() as store:
            found = next((each for each in await store.grants.links() if each.id == link), None)
            if found is None:
                raise Stop("refusal.no-such-link", link=link)
            return await store.grants.revoke(link)

    was_open = asyncio.run(revoked())
    said = console.say("links.cli.revoked" if was_open else "links.cli.already", id=link)
    code = DONE if was_open else NO
    return Outcome(lines=[said], data={"id": link, "was_open": was_open}, code=code)


def accept(_: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Sign all links as this Planilla's own: after the key was lost, and they were looked at."""

    async def accepted() -> int:
        async with tools.open() as store:
            return await store.grants.accept()

    count = asyncio.run(accepted())
    return Outcome(lines=[console.say("links.cli.accepted", links=count)], data={"links": count})


def organiser(arguments: argparse.Namespace, tools: Tools, _: Console) -> Outcome:
    """Show the organiser's link; or make another one, and revoke the one there was."""
    before = tools.organiser_token()
    if not arguments.renew:
        if not before:
            raise Stop("links.cli.not-served", exit_code=NO)
        return _shown(tools.link(before), link_id(hash_of_token(before)))
    token = tools.new_token()

    async def renewed() -> None:
        async with tools.open() as store:
            await store.grants.grant(token, ORGANISER, EVERYWHERE)
            tools.keep_organiser_token(token)
            if before:
                await store.grants.revoke(link_id(hash_of_token(before)))

    asyncio.run(renewed())
    return _shown(tools.link(token), link_id(hash_of_token(token)))


def _shown(address: str, link: str) -> Outcome:
    return Outcome(lines=[address], data={"id": link, "link": address})


def _line(link: SecretLink, console: Console) -> str:
    key = "links.cli.line" if link.revoked_at is None else "links.cli.revoked-line"
    return console.say(
        key,
        id=link.id,
        scope=link.scope,
        actor=link.actor_id,
        since=link.created_at,
        revoked=link.revoked_at or 0,
    )


ACTS: dict[str, Callable[[argparse.Namespace, Tools, Console], Outcome]] = {
    "list": show,
    "new": new,
    "revoke": revoke,
    "accept": accept,
    "organiser": organiser,
}
