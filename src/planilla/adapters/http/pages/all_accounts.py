"""All accounts of a server, for its owners: invitations, the role of the owner, and closing.

An invitation is shown once, as a secret link is. Nobody else sees that an account exists.
"""

import logging
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from planilla.adapters.http.account_sessions import SIGN_INS_SHOWN, SessionPages
from planilla.adapters.http.bodies import DOOR_MAX, read_form
from planilla.adapters.http.endpoints import Access, Cost, choice_in, page_at
from planilla.adapters.http.pages.links import LinkPages, is_own_ownership
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.rendering import qr_image
from planilla.adapters.http.responses import NO_STORE
from planilla.adapters.http.visitor import Visitor, address_of_scope, session_of
from planilla.adapters.http.web import Web
from planilla.application.accounts import (
    ACCOUNT_NAME_MAX,
    INVITATION_US,
    SIGN_INS_KEPT_DAYS,
    Account,
    NoSuchAccount,
    OwnAccount,
    account_id,
    session_id,
)
from planilla.application.roles import ALL_TOURNAMENTS, full_grant
from planilla.domain.tournament.refusal import Refusal
from planilla.presentation.catalogue import sentence

NOW = "the accounts now"
LIST = "/accounts"
ACTS = ("invite", "make-owner", "revoke", "end-sessions", "remove-passkeys", "disable")

logger = logging.getLogger(__name__)


class AllAccountPages(SessionPages):
    """The list of accounts, the page of each, and what owners change there."""

    def __init__(self, web: Web) -> None:
        super().__init__(web)
        self._links = LinkPages(web)

    @page_at(LIST, access=Access.ORGANISER, cost=Cost.PAGE, timeless=NOW)
    async def show_all(self, request: Request) -> Response:
        """Show all accounts with their roles, and the form for a new one."""
        return await self._list(request, await self._organiser(request))

    @page_at(LIST, method="POST", access=Access.ORGANISER, body_max=DOOR_MAX)
    async def create(self, request: Request) -> Response:
        """Make an account, and show its invitation once; a refusal is shown at the form."""
        visitor = await self._organiser(request)
        name, token = (await read_form(request)).get("name", ""), self._site.ids.token()
        try:
            made = await self._accounts.create(account_id(self._site.ids.salt()), name, token)
        except Refusal as refusal:
            return await self._list(request, visitor, name, refusal)
        logger.info("%s made %s", visitor.actor.id, made.id)
        return self._invitation(request, visitor, made, token)

    @page_at("/accounts/{account}", access=Access.ORGANISER, cost=Cost.PAGE, timeless=NOW)
    async def show(self, request: Request) -> Response:
        """Show an account: its roles, sessions, passkeys and sign-ins, and what may be done."""
        visitor = await self._organiser(request)
        return await self._page(request, visitor, await self._found(request))

    @page_at("/accounts/{account}", method="POST", access=Access.ORGANISER, body_max=DOOR_MAX)
    async def change(self, request: Request) -> Response:
        """Do one of the `ACTS` with an account, which is not disabled.

        The page is shown again, after an invitation that of the invitation.
        """
        visitor, account = await self._organiser(request), await self._open(request)
        form = await read_form(request)
        act = choice_in(form, "act", ACTS)
        if act == "invite":
            return await self._invited(request, visitor, account)
        failure = None
        if act == "make-owner":
            await self._make_owner(visitor, account)
        elif act == "revoke":
            await self._revoke(visitor, account, form.get("link", "")[:ACCOUNT_NAME_MAX])
        elif act == "end-sessions":
            await self._end_sessions(request, visitor, account)
        elif act == "remove-passkeys":
            await self._remove_passkeys(visitor, account)
        elif act == "disable":
            failure = await self._disable(visitor, account, is_sure="sure" in form)
        if failure is not None:
            return await self._page(request, visitor, account, failure)
        return RedirectResponse(f"{LIST}/{account.id}", status_code=303)

    async def _invited(self, request: Request, visitor: Visitor, account: Account) -> Response:
        """Replace the invitation of an account, and show the new one."""
        token = self._site.ids.token()
        await self._accounts.invite(account.id, token)
        logger.info("%s invited %s again", visitor.actor.id, account.id)
        return self._invitation(request, visitor, account, token)

    async def _make_owner(self, visitor: Visitor, account: Account) -> None:
        """Give an account the role of the owner, unless it has it."""
        by, held = visitor.actor.id, (await self._roles()).get(account.id, ())
        if any(link.grant.tournament == ALL_TOURNAMENTS for link, _ in held):
            return
        # Nobody has the token: the account is the holder.
        grant = full_grant(ALL_TOURNAMENTS)
        await self._site.grants.give(self._site.ids.token(), account.id, grant, by=by)
        logger.info("%s gave %s the role %s of all", by, account.id, grant.role)

    async def _revoke(self, visitor: Visitor, account: Account, link: str) -> None:
        """Revoke a role of an account, in a tournament or over all of them."""
        held = [each for each in await self._site.grants.links() if each.actor_id == account.id]
        await self._links.close(link, visitor, held)

    async def _end_sessions(self, request: Request, visitor: Visitor, account: Account) -> None:
        """End all sessions of an account but that of the request."""
        own = session_id(session_of(request))
        ended = await self._accounts.end_sessions(account.id, but=own)
        logger.info("%s ended %d sessions of %s", visitor.actor.id, ended, account.id)

    async def _remove_passkeys(self, visitor: Visitor, account: Account) -> None:
        """Remove all passkeys of an account: that of a lost device is among them."""
        removed = await self._accounts.remove_passkeys(account.id)
        logger.info("%s removed %d passkeys of %s", visitor.actor.id, removed, account.id)

    async def _disable(
        self, visitor: Visitor, account: Account, *, is_sure: bool
    ) -> Failure | None:
        """Close an account for good; return the failure if it is not possible."""
        if account.id == visitor.actor.id:
            return Failure(OwnAccount.code)
        if not is_sure:
            return Failure("not-confirmed")
        await self._accounts.disable(account.id)
        logger.info("%s disabled %s", visitor.actor.id, account.id)
        return None

    async def _found(self, request: Request) -> Account:
        """Return the account of an address, also a disabled one.

        Raises:
            Failure: there is none.
        """
        wanted = request.path_params["account"]
        for each in await self._accounts.accounts():
            if each.id == wanted:
                return each
        raise Failure(NoSuchAccount.code, {"name": wanted[:ACCOUNT_NAME_MAX]}, status=404)

    async def _open(self, request: Request) -> Account:
        """Return the account of an address.

        Raises:
            Failure: there is none, or it is disabled.
        """
        account = await self._found(request)
        if not account.is_open:
            raise Failure(NoSuchAccount.code, {"name": account.name}, status=404)
        return account

    async def _list(
        self, request: Request, visitor: Visitor, name: str = "", refusal: Refusal | None = None
    ) -> Response:
        """Return the list of accounts, after a refusal with the `name` that was typed."""
        return self._shown(
            request,
            visitor,
            "accounts.html",
            uses=await self._accounts.uses(),
            roles=await self._roles(),
            days=SIGN_INS_KEPT_DAYS,
            typed=name[:ACCOUNT_NAME_MAX],
            name_max=ACCOUNT_NAME_MAX,
            failed=refusal and sentence(visitor.language, refusal.code, refusal.fields),
            status=200 if refusal is None else 422,
        )

    async def _page(
        self, request: Request, visitor: Visitor, account: Account, failure: Failure | None = None
    ) -> Response:
        roles = (await self._roles()).get(account.id, ())
        return self._shown(
            request,
            visitor,
            "account_managed.html",
            account=account,
            roles=roles,
            is_owner=any(link.grant.tournament == ALL_TOURNAMENTS for link, _ in roles),
            is_own=account.id == visitor.actor.id,
            is_own_ownership=is_own_ownership,
            sessions=await self._accounts.sessions(account.id),
            own=session_id(session_of(request)),
            passkeys=await self._accounts.passkeys(account.id),
            sign_ins=await self._accounts.sign_ins(account.id, SIGN_INS_SHOWN),
            failed=failure and sentence(visitor.language, failure.code, failure.fields),
            status=200 if failure is None else failure.status,
        )

    def _invitation(
        self, request: Request, visitor: Visitor, account: Account, token: str
    ) -> Response:
        """Return the page with an invitation, shown once."""
        address = f"{self._site.public_url}/account/accept#{token}"
        return self._shown(
            request,
            visitor,
            "account_invited.html",
            account=account,
            invitation=address,
            code=qr_image(address),
            until=self._site.clock.now() + INVITATION_US,
        )

    def _shown(self, request: Request, visitor: Visitor, template: str, **fields: Any) -> Response:
        common: Mapping[str, Any] = {
            "now": self._site.clock.now(),
            "everywhere": ALL_TOURNAMENTS,
            "address_of": address_of_scope,
        }
        response = self._renderer.page(request, visitor, template, **common, **fields)
        response.headers["cache-control"] = NO_STORE
        return response
