"""A club whose server has accounts: they and their grants are in SQLite, the log is in memory."""

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any, TypeVar

from starlette.testclient import TestClient

from dsl.web_club import HOST, KEYS, Club
from planilla.adapters.store.accounts import DatabaseAccounts
from planilla.adapters.store.engines import SideStore
from planilla.adapters.store.links import DatabaseGrants
from planilla.application.accounts import account_id
from planilla.application.roles import Grant

PASSWORD = "four rooks on the seventh"
Found = TypeVar("Found")


class AccountClub(Club):
    """A website with accounts; Ana's is `account-416e61000000`."""

    def __init__(self, url: str, public_url: str = HOST) -> None:
        super().__init__(public_url)
        self.side = SideStore(url)
        self.accounts = DatabaseAccounts(self.side, self.clock)
        self.grants = DatabaseGrants(self.side, self.clock, KEYS, self.accounts)
        self.serve(replace(self.site, grants=self.grants, accounts=self.accounts))

    def wait(self, work: Coroutine[Any, Any, Found]) -> Found:
        """The result of a call of a port."""
        return asyncio.run(work)

    def invite(self, name: str, invitation: str = "invitation") -> str:
        """Make an account with an open invitation; its id."""
        found = account_id(name.encode().ljust(6, b"\0"))
        self.wait(self.accounts.create(found, name, invitation))
        return found

    def join(self, name: str, *grants: Grant) -> TestClient:
        """A browser of somebody who accepts an invitation to a new account with grants."""
        account = self.invite(name, f"invitation-{name}")
        for number, grant in enumerate(grants):
            self.wait(self.grants.give(f"{name}-{number}", account, grant))
        browser = self.browser()
        accepted = browser.post(
            "/account/accept",
            data={"token": f"invitation-{name}", "password": PASSWORD},
            follow_redirects=False,
        )
        assert accepted.status_code == 303, accepted.text
        return browser

    def sign_in(self, name: str, password: str = PASSWORD) -> TestClient:
        """A browser in which a name and a password were typed."""
        browser = self.browser()
        browser.post("/account/sign-in", data={"name": name, "password": password})
        return browser
