"""Accounts: accepting an invitation, signing in by password or passkey, and signing out.

These addresses exist on a server with accounts alone. An invitation is `/account/accept#<token>`,
like a secret link.
"""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from planilla.adapters.http.account_sessions import DOOR, HOME, SessionPages
from planilla.adapters.http.bodies import DOOR_MAX, read_form
from planilla.adapters.http.credentials import (
    PASSKEY_BODY_MAX,
    credential_in,
    requested,
)
from planilla.adapters.http.endpoints import Cost, page_at
from planilla.adapters.http.limits import address_of
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.responses import NO_STORE
from planilla.adapters.http.visitor import TOKEN_MAX, forget_session, session_of, visitor_of
from planilla.application.accounts import (
    PASSWORD_MAX,
    PASSWORD_MIN,
    SignInResult,
    checked_password,
    name_key,
    session_id,
)
from planilla.domain.tournament.refusal import Refusal
from planilla.presentation.catalogue import sentence


class AccountPages(SessionPages):
    """Pages for accepting an invitation, signing in and signing out."""

    @page_at("/account/accept", cost=Cost.FREE, timeless="an invitation, not a view")
    async def show_invitation(self, request: Request) -> Response:
        """Show the field for an invitation, and those for a password."""
        return await self._invitation(request, "")

    @page_at("/account/accept", method="POST", cost=Cost.DOOR, body_max=DOOR_MAX)
    async def accept(self, request: Request) -> Response:
        """Set the password of an invitation, and sign in; a refusal is shown at the form."""
        form = await read_form(request)
        token = form.get("token", "").strip().rpartition("#")[2][:TOKEN_MAX]
        self._buckets.spend(address_of(request), Cost.SIGN_IN)
        try:
            account = await self._accounts.invited(token)
            password = checked_password(form.get("password", ""), account.name)
            account = await self._accounts.accept(token, await self._passwords.hashed(password))
        except Refusal as refusal:
            return await self._invitation(request, token, refusal)
        response = RedirectResponse(HOME, status_code=303)
        await self._begin(request, response, account, SignInResult.INVITATION)
        return response

    @page_at(DOOR, cost=Cost.FREE, timeless="the sign-in page, not a view")
    async def show_door(self, request: Request) -> Response:
        """Show the fields for name and password, and the button for a passkey."""
        return await self._door(request)

    @page_at(DOOR, method="POST", cost=Cost.DOOR, body_max=DOOR_MAX)
    async def sign_in(self, request: Request) -> Response:
        """Sign in by name and password; the answer does not tell which of both is wrong."""
        form = await read_form(request)
        name = form.get("name", "")
        self._buckets.spend(address_of(request), Cost.SIGN_IN)
        self._buckets.spend(f"account {name_key(name)[:TOKEN_MAX]}", Cost.ACCOUNT)
        account = await self._accounts.named(name)
        known = await self._accounts.password_hash(account.id if account else "")
        is_right = await self._passwords.is_right(known, form.get("password", ""))
        if account is None or not is_right:
            await self._record(request, account.id if account else "", SignInResult.REFUSED)
            return await self._door(request, name=name)
        response = RedirectResponse(HOME, status_code=303)
        await self._begin(request, response, account, SignInResult.PASSWORD)
        return response

    @page_at("/account/sign-in/options", method="POST", cost=Cost.DOOR, body_max=DOOR_MAX)
    async def ask_signature(self, _: Request) -> Response:
        """Return the request for a passkey's signature, as browsers take it."""
        self._checks.require()
        return requested(self._checks.signature())

    @page_at("/account/sign-in/passkey", method="POST", cost=Cost.DOOR, body_max=PASSKEY_BODY_MAX)
    async def sign_in_by_passkey(self, request: Request) -> Response:
        """Sign in by the signature of a passkey."""
        self._checks.require()
        self._buckets.spend(address_of(request), Cost.SIGN_IN)
        answer = await request.body()
        passkey = await self._accounts.passkey(credential_in(answer))
        if passkey is None:
            await self._record(request, "", SignInResult.REFUSED)
            raise Failure("passkey-refused")
        try:
            count = self._checks.sign_count(answer, passkey)
        except Failure:
            await self._record(request, passkey.account, SignInResult.REFUSED)
            raise
        await self._accounts.use_passkey(passkey.credential_id, count)
        known = await self._accounts.accounts()
        account = next(each for each in known if each.id == passkey.account)
        response = Response(status_code=204)
        await self._begin(request, response, account, SignInResult.PASSKEY)
        return response

    @page_at("/account/sign-out", method="POST", body_max=DOOR_MAX)
    async def sign_out(self, request: Request) -> Response:
        """End the session of this browser."""
        account = await self._account(request)
        if account is not None:
            await self._accounts.end_sessions(account.id, only=session_id(session_of(request)))
        response = RedirectResponse("/", status_code=303)
        forget_session(response, is_secure=self._site.is_secure)
        return response

    async def _invitation(
        self, request: Request, token: str, refusal: Refusal | None = None
    ) -> Response:
        visitor = await visitor_of(request, self._site.grants)
        response = self._renderer.page(
            request,
            visitor,
            "account_accept.html",
            token=token,
            least=PASSWORD_MIN,
            most=PASSWORD_MAX,
            failed=refusal and sentence(visitor.language, refusal.code, refusal.fields),
            status=200 if refusal is None else 422,
        )
        response.headers["cache-control"] = NO_STORE
        return response

    async def _door(self, request: Request, *, name: str | None = None) -> Response:
        """Show the sign-in page, after a refusal with the `name` that was typed."""
        response = self._renderer.page(
            request,
            await visitor_of(request, self._site.grants),
            "account_sign_in.html",
            name=name or "",
            wrong=name is not None,
            passkeys_possible=self._checks.are_possible,
            status=200 if name is None else 403,
        )
        response.headers["cache-control"] = NO_STORE
        return response
