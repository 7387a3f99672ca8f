"""One's own account: tournaments with roles, sessions, the password, passkeys, last sign-ins."""

import logging

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from planilla.adapters.http.account_sessions import DOOR, HOME, SIGN_INS_SHOWN, SessionPages
from planilla.adapters.http.bodies import DOOR_MAX, read_form
from planilla.adapters.http.credentials import PASSKEY_BODY_MAX, requested
from planilla.adapters.http.endpoints import Cost, page_at
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.responses import NO_STORE
from planilla.adapters.http.visitor import address_of_scope, session_of, visitor_of
from planilla.application.accounts import (
    PASSKEY_NAME_MAX,
    PASSKEYS_MAX,
    PASSWORD_MAX,
    PASSWORD_MIN,
    Account,
    PasswordWrong,
    checked_password,
    name_key,
    session_id,
)
from planilla.application.roles import ALL_TOURNAMENTS
from planilla.domain.tournament.refusal import Refusal
from planilla.presentation.catalogue import sentence

logger = logging.getLogger(__name__)


class OwnAccountPages(SessionPages):
    """The page of one's own account, and what it changes."""

    @page_at(HOME, cost=Cost.PAGE, timeless="the account now")
    async def show(self, request: Request) -> Response:
        """Show the account of the visitor: tournaments, sessions, passkeys, sign-ins."""
        account = await self._account(request)
        return (
            RedirectResponse(DOOR, 303) if account is None else await self._page(request, account)
        )

    @page_at("/account/password", method="POST", cost=Cost.DOOR, body_max=DOOR_MAX)
    async def change_password(self, request: Request) -> Response:
        """Set another password and end all other sessions; a refusal is shown at the form."""
        account = await self._account(request)
        if account is None:
            return RedirectResponse(DOOR, status_code=303)
        form = await read_form(request)
        self._buckets.spend(f"account {name_key(account.name)}", Cost.ACCOUNT)
        known = await self._accounts.password_hash(account.id)
        try:
            if not await self._passwords.is_right(known, form.get("old", "")):
                raise PasswordWrong
            password = checked_password(form.get("password", ""), account.name)
        except Refusal as refusal:
            return await self._page(request, account, refusal)
        await self._accounts.set_password(account.id, await self._passwords.hashed(password))
        await self._accounts.end_sessions(account.id, but=session_id(session_of(request)))
        logger.info("%s has a new password", account.id)
        return RedirectResponse(HOME, status_code=303)

    @page_at("/account/sessions/end-others", method="POST", body_max=DOOR_MAX)
    async def end_others(self, request: Request) -> Response:
        """End all sessions of the account but this one."""
        account = await self._account(request)
        if account is not None:
            own = session_id(session_of(request))
            ended = await self._accounts.end_sessions(account.id, but=own)
            logger.info("%d sessions of %s were ended", ended, account.id)
        return RedirectResponse(HOME, status_code=303)

    @page_at("/account/sessions/{session}/end", method="POST", body_max=DOOR_MAX)
    async def end_one(self, request: Request) -> Response:
        """End a session of the account."""
        account = await self._account(request)
        if account is not None:
            session = request.path_params["session"]
            await self._accounts.end_sessions(account.id, only=session)
            logger.info("session %s of %s was ended", session, account.id)
        return RedirectResponse(HOME, status_code=303)

    @page_at("/account/passkeys/options", method="POST", body_max=DOOR_MAX)
    async def ask_passkey(self, request: Request) -> Response:
        """Return the request for a new passkey, as browsers take it."""
        account = await self._signed_in(request)
        known = await self._accounts.passkeys(account.id)
        if len(known) >= PASSKEYS_MAX:
            raise Failure("too-many-passkeys", {"most": PASSKEYS_MAX})
        return requested(self._checks.new_passkey(account, known))

    @page_at("/account/passkeys", method="POST", body_max=PASSKEY_BODY_MAX)
    async def add_passkey(self, request: Request) -> Response:
        """Store the passkey that a device made; `?name=` is what its owner calls it."""
        account = await self._signed_in(request)
        name = " ".join(request.query_params.get("name", "").split())[:PASSKEY_NAME_MAX]
        body, now = await request.body(), self._site.clock.now()
        await self._accounts.add_passkey(self._checks.registered(body, account, name, now))
        logger.info("%s has a new passkey", account.id)
        return Response(status_code=204)

    @page_at("/account/passkeys/{passkey}/remove", method="POST", body_max=DOOR_MAX)
    async def remove_passkey(self, request: Request) -> Response:
        """Remove a passkey of the account."""
        account = await self._account(request)
        if account is not None:
            await self._accounts.remove_passkey(account.id, request.path_params["passkey"])
        return RedirectResponse(HOME, status_code=303)

    async def _signed_in(self, request: Request) -> Account:
        """Return the account of the session of this browser, which may have passkeys.

        Raises:
            Failure: the session has ended, or there are no passkeys at this address.
        """
        self._checks.require()
        account = await self._account(request)
        if account is None:
            raise Failure("session-ended")
        return account

    async def _page(
        self, request: Request, account: Account, refusal: Refusal | None = None
    ) -> Response:
        visitor = await visitor_of(request, self._site.grants)
        response = self._renderer.page(
            request,
            visitor,
            "account.html",
            account=account,
            grants=(await self._roles()).get(account.id, ()),
            everywhere=ALL_TOURNAMENTS,
            address_of=address_of_scope,
            sessions=await self._accounts.sessions(account.id),
            own=session_id(session_of(request)),
            passkeys=await self._accounts.passkeys(account.id),
            passkeys_possible=self._checks.are_possible,
            sign_ins=await self._accounts.sign_ins(account.id, SIGN_INS_SHOWN),
            name_max=PASSKEY_NAME_MAX,
            least=PASSWORD_MIN,
            most=PASSWORD_MAX,
            failed=refusal and sentence(visitor.language, refusal.code, refusal.fields),
            status=200 if refusal is None else 422,
        )
        response.headers["cache-control"] = NO_STORE
        return response
