"""What a store promises about accounts, on SQLite and PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import update

from dsl.manipulations import KEYS
from planilla.adapters.memory import CountedIds, SetClock
from planilla.adapters.store import schema
from planilla.adapters.store.database import Database
from planilla.adapters.store.engines import migrating_engine
from planilla.adapters.store.inspection import open_snapshot
from planilla.application.accounts import (
    INVITATION_US,
    SEEN_INTERVAL_US,
    SIGN_INS_KEPT_US,
    AccountExists,
    InvitationExpired,
    InvitationUnknown,
    InvitationUsed,
    Passkey,
    SignIn,
    SignInResult,
)
from planilla.application.inspecting import KnownOutside, inspect
from planilla.application.roles import FESTIVAL_SCOPE, Grant, Role
from stores import submission

pytestmark = pytest.mark.anyio
ANA = "account-000000000001"
DEPUTY = Grant(tournament="club", role=Role.DEPUTY)


@pytest.fixture
def clock() -> SetClock:
    return SetClock(now=1_000)


@pytest.fixture
async def store(database_url: str, clock: SetClock) -> AsyncIterator[Database]:
    async with Database(database_url, clock=clock, ids=CountedIds()) as database:
        await database.accounts.create(ANA, "Ana", "invitation")
        yield database


async def test_a_name_is_given_once_in_any_case(store: Database) -> None:
    with pytest.raises(AccountExists):
        await store.accounts.create("account-000000000002", "ANA", "other")
    assert [each.name for each in await store.accounts.accounts()] == ["Ana"]


async def test_of_two_who_accept_an_invitation_one_succeeds(store: Database) -> None:
    answers = await asyncio.gather(
        *(store.accounts.accept("invitation", f"hash-{n}") for n in range(2)),
        return_exceptions=True,
    )
    used = [each for each in answers if isinstance(each, InvitationUsed)]
    assert [each.at for each in used] == [1_000]
    assert await store.accounts.password_hash(ANA) in {"hash-0", "hash-1"}


async def test_an_invitation_ends_and_another_takes_its_place(
    store: Database, clock: SetClock
) -> None:
    assert (await store.accounts.invited("invitation")).id == ANA
    clock.time += INVITATION_US
    with pytest.raises(InvitationExpired):
        await store.accounts.accept("invitation", "hash")
    await store.accounts.invite(ANA, "second")
    with pytest.raises(InvitationUnknown):
        await store.accounts.invited("invitation")
    accepted = await store.accounts.accept("second", "hash")
    assert (accepted.id, await store.accounts.password_hash(ANA)) == (ANA, "hash")


async def test_a_session_holds_the_grants_of_its_account_that_are_open(
    store: Database, clock: SetClock
) -> None:
    await store.grants.give("a", ANA, DEPUTY)
    await store.grants.give("b", ANA, Grant(tournament="cup", role=Role.AUDITOR, expires_at=2_000))
    await store.grants.give("c", "deputy-1", Grant(tournament="other", role=Role.DEPUTY))
    await store.accounts.begin_session(ANA, "token", "Browser\x01 1.0")
    holder = await store.account_grants.session_holder("token")
    assert holder is not None
    assert (holder.id, {each.tournament for each in holder.grants}) == (ANA, {"club", "cup"})
    clock.time = 2_000
    later = await store.account_grants.session_holder("token")
    assert later is not None
    assert later.grants == (DEPUTY,)
    assert await store.grants.session_holder("token") is None, "a server without accounts"
    assert await store.account_grants.session_holder("other") is None
    (session,) = await store.accounts.sessions(ANA)
    assert session.user_agent == "Browser 1.0"


async def test_a_session_is_seen_again_after_a_while(store: Database, clock: SetClock) -> None:
    await store.accounts.begin_session(ANA, "token", "")
    for passed, seen in ((SEEN_INTERVAL_US - 1, 1_000), (1, 1_000 + SEEN_INTERVAL_US)):
        clock.time += passed
        assert await store.accounts.in_session("token") is not None
        (session,) = await store.accounts.sessions(ANA)
        assert session.seen_at == seen


async def test_the_uses_of_accounts_count_what_is_open_and_on_record(
    store: Database, clock: SetClock
) -> None:
    """Of two sessions one was ended; the sign-in that was refused is the later one."""
    await store.accounts.create("account-000000000002", "Bea", "other")
    for token in ("one", "two"):
        await store.accounts.begin_session(ANA, token, token)
    ended = next(each.id for each in await store.accounts.sessions(ANA) if each.user_agent == "one")
    await store.accounts.end_sessions(ANA, only=ended)
    for credential in (b"a", b"b", b"c"):
        await store.accounts.add_passkey(passkey(credential))
    for at, result in ((1_100, SignInResult.PASSWORD), (1_200, SignInResult.REFUSED)):
        await store.accounts.record(SignIn(at=at, account=ANA, result=result, address="here"))
    found = await store.accounts.uses()
    assert [
        (each.account.name, each.passkeys, each.sessions, each.signed_in_at) for each in found
    ] == [("Ana", 3, 1, 1_100), ("Bea", 0, 0, None)]
    assert tuple(each.account for each in found) == await store.accounts.accounts()


async def test_all_passkeys_of_one_account_are_removed(store: Database) -> None:
    for credential in (b"a", b"b"):
        await store.accounts.add_passkey(passkey(credential))
    assert await store.accounts.remove_passkeys("account-other") == 0
    assert await store.accounts.remove_passkeys(ANA) == 2
    assert await store.accounts.passkeys(ANA) == ()
    assert await store.accounts.passkey(b"a") is None


async def test_sessions_are_ended_one_or_all_but_one(store: Database) -> None:
    for token in ("one", "two", "three"):
        await store.accounts.begin_session(ANA, token, token)
    ids = {each.user_agent: each.id for each in await store.accounts.sessions(ANA)}
    assert await store.accounts.end_sessions(ANA, only=ids["one"]) == 1
    assert await store.accounts.end_sessions(ANA, only=ids["one"]) == 0
    assert await store.accounts.end_sessions("account-other", but="") == 0
    assert await store.accounts.end_sessions(ANA, but=ids["two"]) == 1
    assert [each.user_agent for each in await store.accounts.sessions(ANA)] == ["two"]


async def test_a_disabled_account_has_neither_password_nor_session_nor_passkey(
    store: Database,
) -> None:
    await store.accounts.accept("invitation", "hash")
    await store.accounts.begin_session(ANA, "token", "")
    await store.accounts.add_passkey(passkey(b"key"))
    assert await store.accounts.disable(ANA)
    assert not await store.accounts.disable(ANA)
    assert await store.accounts.password_hash(ANA) == ""
    assert await store.accounts.in_session("token") is None
    assert await store.accounts.passkey(b"key") is None
    with pytest.raises(InvitationUnknown):
        await store.accounts.invited("invitation")


def passkey(credential_id: bytes) -> Passkey:
    return Passkey(
        credential_id=credential_id,
        account=ANA,
        public_key=b"public",
        sign_count=0,
        name="Phone",
        created_at=1_000,
    )


async def test_passkeys_are_stored_used_and_removed(store: Database) -> None:
    await store.accounts.add_passkey(passkey(b"key"))
    await store.accounts.add_passkey(passkey(b"key"))
    await store.accounts.use_passkey(b"key", 7)
    (found,) = await store.accounts.passkeys(ANA)
    assert (found.sign_count, found.used_at) == (7, 1_000)
    assert await store.accounts.passkey(b"key") == found
    assert not await store.accounts.remove_passkey("account-other", found.id)
    assert await store.accounts.remove_passkey(ANA, found.id)
    assert await store.accounts.passkeys(ANA) == ()


async def test_sign_ins_are_dropped_after_three_months(store: Database) -> None:
    for at in (0, 1, SIGN_INS_KEPT_US + 1):
        await store.accounts.record(
            SignIn(at=at, account=ANA, result=SignInResult.PASSWORD, address="192.0.2.1")
        )
    found = await store.accounts.sign_ins(ANA, 10)
    assert [each.at for each in found] == [SIGN_INS_KEPT_US + 1, 1]


async def test_an_inspection_detects_a_grant_that_was_written_into_the_database(
    database_url: str, clock: SetClock
) -> None:
    async with Database(database_url, clock=clock, ids=CountedIds(), keys=KEYS) as store:
        await store.accounts.create(ANA, "Ana", "invitation")
        await store.grants.give("a", ANA, DEPUTY)
        await store.grants.give("b", "deputy-1", Grant(tournament="cup", role=Role.DEPUTY))
    engine = migrating_engine(database_url)
    forged = update(schema.secret_link).where(schema.secret_link.c.scope == "cup")
    with engine.begin() as connection:
        connection.execute(forged.values(actor_id=ANA))
    engine.dispose()
    with open_snapshot(database_url) as snapshot:
        found = inspect(snapshot, KnownOutside(keys=KEYS.known()))
    codes = {(each.scope, each.actor_id, each.code) for each in found.links}
    assert codes == {("club", ANA, ""), ("cup", ANA, "link-unsigned")}


async def test_an_account_with_a_grant_of_a_festival_holds_it_for_each_tournament(
    store: Database,
) -> None:
    submit = store.bus.submit
    for number, tournament in enumerate(("club", "cup")):
        made = submission("create-tournament", {"name": "Open", "rounds": 3}, tournament=tournament)
        assert (await submit(made)).status == "done"
        joined = {"id": "spring", "name": "Spring"}
        answer = await submit(
            submission("join-festival", joined, tournament=tournament, command_id=f"join-{number}")
        )
        assert answer.status == "done", answer
    grant = Grant(tournament=f"{FESTIVAL_SCOPE}spring", role=Role.CHECK_IN)
    await store.grants.give("a", ANA, grant)
    await store.accounts.begin_session(ANA, "token", "")
    holder = await store.account_grants.session_holder("token")
    assert holder is not None
    assert [each.tournament for each in holder.grants] == ["club", "cup"]
