"""Command `link`: listing, creation and revocation of secret links, and the codes of slips.

It can be used while servers run; a revocation takes effect at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from planilla.adapters.cli.command_line import Group, Invocation, argument, option
from planilla.adapters.cli.console import CommandError, CommandOutcome, Console, Exit
from planilla.adapters.cli.values import at_stage, count, stage_named

if TYPE_CHECKING:
    from planilla.application.ports import SecretLink


link = Group("link", help="cli.link")


@link.command("list", help="links.cli.list")
@argument("tournament", key="links.cli.list-tournament", required=False)
async def show(invocation: Invocation, *, tournament: str | None) -> CommandOutcome:
    """List links, the oldest first, including revoked ones."""
    console = invocation.console
    async with invocation.services.open() as store:
        found = await store.grants.links(tournament)
    lines = [_line(each, console) for each in found] or [console.say("links.cli.none")]
    return CommandOutcome(lines=lines, data=msgspec.to_builtins(found))


@link.command("new", help="links.cli.new")
@argument("tournament", key="cli.tournament")
@option("--role", key="links.cli.role", default="chief-arbiter", metavar="ROLE")
@option("--boards", key="links.cli.boards", default="", metavar="N-M")
@option("--rounds", key="links.cli.rounds", default="", metavar="N-M")
@option("--hours", key="links.cli.hours", default="", metavar="N")
@option("--name", key="links.cli.name", default="", metavar="TEXT")
async def new(invocation: Invocation, *, tournament: str, **asked: str) -> CommandOutcome:
    """Create a link for a role in a tournament."""
    from planilla.adapters.cli.logs import check_scope
    from planilla.application.link_codes import new_link, typed_until
    from planilla.application.permissions import OPERATOR, actor_of_link, hash_of_token, link_id
    from planilla.application.roles import grant_asked
    from planilla.domain.tournament.refusal import Refusal

    services = invocation.services
    try:
        grant = grant_asked(tournament, asked, services.now())
    except Refusal as refusal:
        raise CommandError(f"refusal.{refusal.code}", **refusal.fields) from None
    token, code = new_link(services.new_token(), grant, services.keys())
    async with services.open() as store:
        await check_scope(store, tournament)
        await store.grants.give(token, actor_of_link(token, grant.role), grant, by=OPERATOR)
    shown = _shown(services.link(token), link_id(hash_of_token(token)))
    if not code:
        return shown
    until = typed_until(grant, services.now())
    address = services.link(token).partition("#")[0]
    said = invocation.console.say("links.code.cli", address=address, at=until, code=code)
    return CommandOutcome(lines=[*shown.lines, said], data={**shown.data, "code": code})


@link.command("revoke", help="links.cli.revoke")
@argument("name", key="links.cli.id", metavar="ID")
async def revoke(invocation: Invocation, *, name: str) -> CommandOutcome:
    """Revoke a link for good; exit with 1 if it was revoked before."""
    from planilla.application.permissions import OPERATOR

    console = invocation.console
    async with invocation.services.open() as store:
        if not any(each.id == name for each in await store.grants.links()):
            raise CommandError("refusal.no-such-link", link=name)
        was_open = await store.grants.revoke(name, by=OPERATOR)
    said = console.say("links.cli.revoked" if was_open else "links.cli.already", id=name)
    code = Exit.DONE if was_open else Exit.NO
    return CommandOutcome(lines=[said], data={"id": name, "was_open": was_open}, code=code)


@link.command("accept", help="links.cli.accept")
async def accept(invocation: Invocation) -> CommandOutcome:
    """Sign all links with the current key of this log, after the loss of the old key."""
    async with invocation.services.open() as store:
        count = await store.grants.accept()
    return CommandOutcome(
        lines=[invocation.console.say("links.cli.accepted", links=count)], data={"links": count}
    )


@link.command("codes", help="links.cli.codes")
@argument("tournament", key="cli.tournament")
@argument("number", key="links.cli.codes-round", metavar="N", type=count)
@at_stage
async def codes(
    invocation: Invocation, *, tournament: str, number: int, stage: str | None
) -> CommandOutcome:
    """List the codes of a published round, one line for each board."""
    from planilla.adapters.cli.logs import facts_of, reading_of
    from planilla.application.board_codes import codes_of, secret_of
    from planilla.domain.tournament.evolve import fold

    services = invocation.services
    async with services.open() as store:
        reading = await reading_of(store, tournament)
    state = stage_named(fold(facts_of(reading.events)), stage)
    if not state.claiming.is_open:
        raise CommandError("refusal.claims-not-open")
    played = state.round(number)
    if played is None or not played.is_published:
        raise CommandError("refusal.no-such-round", round=number, rounds=state.last_published)
    secret = secret_of(services.keys(), tournament)
    found = codes_of(secret, played, state.claiming.issue)
    lines = [f"{each.board}\t{each.white}\t{each.black}" for each in found]
    return CommandOutcome(lines=lines, data=msgspec.to_builtins(found))


@link.command("organiser", help="links.cli.organiser")
@option("--renew", key="links.cli.renew", is_flag=True)
async def organiser(invocation: Invocation, *, renew: bool) -> CommandOutcome:
    """Show the organiser's link, or create a new one and revoke the old one."""
    from planilla.application.permissions import OPERATOR, ORGANISER, hash_of_token, link_id
    from planilla.application.roles import ALL_TOURNAMENTS, full_grant

    services = invocation.services
    before = services.organiser_token()
    if not renew:
        if not before:
            raise CommandError("links.cli.not-served", exit_code=Exit.NO)
        return _shown(services.link(before), link_id(hash_of_token(before)))
    token = services.new_token()
    async with services.open() as store:
        await store.grants.give(token, ORGANISER, full_grant(ALL_TOURNAMENTS), by=OPERATOR)
        services.keep_organiser_token(token)
        if before:
            await store.grants.revoke(link_id(hash_of_token(before)), by=OPERATOR)
    return _shown(services.link(token), link_id(hash_of_token(token)))


def _shown(address: str, name: str) -> CommandOutcome:
    return CommandOutcome(lines=[address], data={"id": name, "link": address})


def _line(found: SecretLink, console: Console) -> str:
    grant = found.grant
    said = console.say(
        "links.cli.line" if found.revoked_at is None else "links.cli.revoked-line",
        id=found.id,
        scope=grant.tournament,
        actor=found.actor_id,
        since=found.created_at,
        revoked=found.revoked_at or 0,
    )
    terms = [
        console.say(f"role.{grant.role}"),
        *([console.say("role.boards", boards=grant.boards.written)] if grant.boards else []),
        *([console.say("role.rounds", rounds=grant.rounds.written)] if grant.rounds else []),
        *([console.say("links.until", at=grant.expires_at)] if grant.expires_at else []),
        *([grant.name] if grant.name else []),
        *([console.say("links.seen", at=found.seen_at)] if found.seen_at else []),
    ]
    return f"{said} ({', '.join(terms)})"
