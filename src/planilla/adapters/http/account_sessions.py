"""Sessions of accounts in browsers: the account of a request, and the beginning of a session."""

import logging
from collections import defaultdict
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from planilla.adapters.http.credentials import PasskeyChecks
from planilla.adapters.http.limits import address_of
from planilla.adapters.http.visitor import begin_session, session_of
from planilla.adapters.http.web import Pages, Web
from planilla.application.accounts import (
    SESSION_US,
    Account,
    Accounts,
    SignIn,
    SignInResult,
    session_id,
)
from planilla.application.ports import SecretLink

MICROSECONDS = 1_000_000
HOME, DOOR = "/account", "/account/sign-in"
"""The addresses of one's own account, and of the sign-in."""
SIGN_INS_SHOWN = 10

logger = logging.getLogger(__name__)


class SessionPages(Pages):
    """Base class of the pages of accounts, which a server without accounts does not have."""

    of_accounts = True

    def __init__(self, web: Web) -> None:
        super().__init__(web)
        self._passwords = web.passwords
        self._buckets = web.buckets
        self._checks = PasskeyChecks(web.site)

    @property
    def _accounts(self) -> Accounts:
        assert self._site.accounts is not None, "the addresses exist with accounts alone"
        return self._site.accounts

    async def _account(self, request: Request) -> Account | None:
        """Return the account of the session of this browser."""
        session = session_of(request)
        return await self._accounts.in_session(session) if session else None

    async def _roles(self) -> Mapping[str, list[tuple[SecretLink, str]]]:
        """Return the open grants by holder, each with the name of its tournament."""
        now, found = self._site.clock.now(), defaultdict(list)
        names = {each.id: each.name for each in await self._site.log.tournaments()}
        for each in await self._site.grants.links():
            if each.is_open(now):
                found[each.actor_id].append((each, names.get(each.grant.tournament, "")))
        return found

    async def _begin(
        self, request: Request, response: Response, account: Account, result: SignInResult
    ) -> None:
        """Begin a session with a new token; the one that this browser had is ended."""
        before = await self._account(request)
        if before is not None:
            await self._accounts.end_sessions(before.id, only=session_id(session_of(request)))
        token = self._site.ids.token()
        agent = request.headers.get("user-agent", "")
        await self._accounts.begin_session(account.id, token, agent)
        await self._record(request, account.id, result)
        begin_session(
            response,
            token,
            max_age_s=SESSION_US // MICROSECONDS,
            is_secure=self._site.is_secure,
        )

    async def _record(self, request: Request, account: str, result: SignInResult) -> None:
        address = address_of(request)
        if result is SignInResult.REFUSED:
            logger.warning("a sign-in was refused from %s", address)
        now = self._site.clock.now()
        await self._accounts.record(SignIn(at=now, account=account, result=result, address=address))
