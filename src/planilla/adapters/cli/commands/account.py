"""Command `account`: accounts of people, for servers that are started with `--accounts`.

It can be used while servers run; what it ends stops working at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from planilla.adapters.cli.command_line import Group, Invocation, argument, option
from planilla.adapters.cli.console import CommandError, CommandOutcome, Console, Exit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from planilla.adapters.cli.services import ReadStore
    from planilla.application.accounts import Account, AccountUse
    from planilla.application.ports import SecretLink

SIGN_INS_LISTED = 50
NAME_KEY = "account.cli.name"

account = Group("account", help="cli.account")


@account.command("new", help="account.cli.new")
@argument("name", key=NAME_KEY)
async def new(invocation: Invocation, *, name: str) -> CommandOutcome:
    """Make an account, and print the link of its invitation once."""
    from planilla.domain.tournament.refusal import Refusal

    services = invocation.services
    token = services.new_token()
    async with services.open() as store:
        try:
            made = await store.accounts.create(services.new_account_id(), name, token)
        except Refusal as refusal:
            raise CommandError(f"refusal.{refusal.code}", **refusal.fields) from None
    return _invited(made, services.invitation(token))


@account.command("invite", help="account.cli.invite")
@argument("name", key=NAME_KEY)
async def invite(invocation: Invocation, *, name: str) -> CommandOutcome:
    """Print another invitation of an account; the one before no longer works."""
    services = invocation.services
    token = services.new_token()
    async with services.open() as store:
        found = await _open_account(store, name)
        await store.accounts.invite(found.id, token)
    return _invited(found, services.invitation(token))


@account.command("list", help="account.cli.list")
async def show(invocation: Invocation) -> CommandOutcome:
    """List the accounts by name, each with its current roles."""
    console, now = invocation.console, invocation.services.now()
    async with invocation.services.open() as store:
        uses = await store.accounts.uses()
        links = [each for each in await store.grants.links() if each.is_open(now)]
    lines = [line for each in uses for line in _lines(each, links, console)]
    data = []
    for use in uses:
        figures = msgspec.to_builtins(use)
        held = [link.grant for link in links if link.actor_id == use.account.id]
        data.append({**figures.pop("account"), **figures, "grants": msgspec.to_builtins(held)})
    return CommandOutcome(lines=lines or [console.say("account.cli.none")], data=data)


@account.command("disable", help="account.cli.disable")
@argument("name", key=NAME_KEY)
async def disable(invocation: Invocation, *, name: str) -> CommandOutcome:
    """Close an account for good; exit with 1 if it was closed before."""
    async with invocation.services.open() as store:
        found = await _account(store, name)
        was_open = await store.accounts.disable(found.id)
    key = "account.cli.was-disabled" if was_open else "account.cli.already"
    return CommandOutcome(
        lines=[invocation.console.say(key, name=found.name)],
        data={"id": found.id, "was_open": was_open},
        code=Exit.DONE if was_open else Exit.NO,
    )


@account.command("end-sessions", help="account.cli.end-sessions")
@argument("name", key=NAME_KEY)
async def end_sessions(invocation: Invocation, *, name: str) -> CommandOutcome:
    """End all sessions of an account."""
    async with invocation.services.open() as store:
        found = await _account(store, name)
        ended = await store.accounts.end_sessions(found.id)
    said = invocation.console.say("account.cli.ended", sessions=ended)
    return CommandOutcome(lines=[said], data={"id": found.id, "sessions": ended})


@account.command("remove-passkeys", help="account.cli.remove-passkeys")
@argument("name", key=NAME_KEY)
async def remove_passkeys(invocation: Invocation, *, name: str) -> CommandOutcome:
    """Remove all passkeys of an account."""
    async with invocation.services.open() as store:
        found = await _account(store, name)
        removed = await store.accounts.remove_passkeys(found.id)
    said = invocation.console.say("account.cli.passkeys-removed", n=removed)
    return CommandOutcome(lines=[said], data={"id": found.id, "passkeys": removed})


@account.command("sign-ins", help="account.cli.sign-ins")
@argument("name", key=NAME_KEY)
async def sign_ins(invocation: Invocation, *, name: str) -> CommandOutcome:
    """List the last sign-ins of an account, the newest first."""
    console = invocation.console
    async with invocation.services.open() as store:
        found = await _account(store, name)
        listed = await store.accounts.sign_ins(found.id, SIGN_INS_LISTED)
    lines = [
        console.say(
            "account.sign-in.line",
            at=each.at,
            how=console.say(f"account.result.{each.result}"),
            address=each.address,
        )
        for each in listed
    ]
    return CommandOutcome(lines=lines, data=msgspec.to_builtins(listed))


@account.command("grant", help="account.cli.grant")
@argument("name", key=NAME_KEY)
@argument("tournament", key="account.cli.tournament", required=False)
@option("--role", key="account.cli.role", default="chief-arbiter", metavar="ROLE")
@option("--boards", key="links.cli.boards", default="", metavar="N-M")
@option("--rounds", key="links.cli.rounds", default="", metavar="N-M")
@option("--hours", key="links.cli.hours", default="", metavar="N")
async def grant(
    invocation: Invocation, *, name: str, tournament: str | None, **asked: str
) -> CommandOutcome:
    """Give an account a role in a tournament, or the owner's in all."""
    from planilla.adapters.cli.logs import check_scope
    from planilla.application.permissions import OPERATOR, hash_of_token, link_id
    from planilla.application.roles import ALL_TOURNAMENTS, GIVEN_BY_OPERATOR, Role, grant_asked
    from planilla.domain.tournament.refusal import Refusal

    services, console = invocation.services, invocation.console
    is_owner, scope = asked["role"] == Role.OWNER, tournament or ALL_TOURNAMENTS
    if is_owner != (scope == ALL_TOURNAMENTS):
        raise CommandError("account.cli.owner-of-all")
    try:
        given = grant_asked(scope, asked, services.now(), roles=GIVEN_BY_OPERATOR)
    except Refusal as refusal:
        raise CommandError(f"refusal.{refusal.code}", **refusal.fields) from None
    token = services.new_token()  # nobody has it: the account is the holder
    async with services.open() as store:
        if not is_owner:
            await check_scope(store, scope)
        found = await _open_account(store, name)
        await store.grants.give(token, found.id, given, by=OPERATOR)
    row = link_id(hash_of_token(token))
    said = console.say(
        "account.cli.granted",
        name=found.name,
        role=console.say(f"role.{given.role}"),
        tournament=scope,
        id=row,
    )
    return CommandOutcome(lines=[said], data={"id": row, "account": found.id})


@account.command("revoke", help="account.cli.revoke")
@argument("name", key=NAME_KEY)
@argument("tournament", key="cli.tournament")
async def revoke(invocation: Invocation, *, name: str, tournament: str) -> CommandOutcome:
    """Take all roles in a tournament from an account; exit with 1 if it has none."""
    from planilla.application.permissions import OPERATOR

    async with invocation.services.open() as store:
        found = await _account(store, name)
        links = await store.grants.links(tournament)
        held = [each.id for each in links if each.actor_id == found.id]
        taken = sum([await store.grants.revoke(each, tournament, by=OPERATOR) for each in held])
    said = invocation.console.say("account.cli.revoked", roles=taken, name=found.name)
    code = Exit.DONE if taken else Exit.NO
    return CommandOutcome(lines=[said], data={"id": found.id, "roles": taken}, code=code)


async def _account(store: ReadStore, name: str) -> Account:
    """Return the account with a name, also a disabled one.

    Raises:
        CommandError: there is none.
    """
    found = await store.accounts.named(name)
    if found is None:
        raise CommandError("refusal.no-such-account", name=name)
    return found


async def _open_account(store: ReadStore, name: str) -> Account:
    """Return the open account with a name.

    Raises:
        CommandError: there is none.
    """
    found = await _account(store, name)
    if not found.is_open:
        raise CommandError("refusal.no-such-account", name=name)
    return found


def _invited(found: Account, address: str) -> CommandOutcome:
    return CommandOutcome(lines=[address], data={"id": found.id, "invitation": address})


def _lines(use: AccountUse, links: Iterable[SecretLink], console: Console) -> list[str]:
    found = use.account
    key = "account.cli.line" if found.disabled_at is None else "account.cli.disabled-line"
    said = console.say(
        key, id=found.id, name=found.name, since=found.created_at, at=found.disabled_at or 0
    )
    held = [each.grant for each in links if each.actor_id == found.id]
    roles = [f"  {each.tournament}  {console.say(f'role.{each.role}')}" for each in held]
    until = found.invited_until
    open_until = [console.say("account.cli.invited", at=until)] if until and found.is_open else []
    used = [
        *([console.say("accounts.signed-in", at=use.signed_in_at)] if use.signed_in_at else []),
        *([console.say("accounts.passkeys", n=use.passkeys)] if use.passkeys else []),
        *([console.say("accounts.sessions", n=use.sessions)] if use.sessions else []),
    ]
    figures = [f"  {', '.join(used)}"] if used else []
    return [said, *open_until, *figures, *roles]
