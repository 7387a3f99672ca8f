"""What a store promises about push subscriptions, on SQLite and PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from msgspec.structs import replace

from planilla.adapters.memory import CountedIds, SetClock
from planilla.adapters.store.database import Database, DatabasePush
from planilla.application.push import PushSubscription, TooManyPushSubscriptions

pytestmark = pytest.mark.anyio
PHONE = PushSubscription(
    endpoint="https://push.example/phone",
    p256dh=b"\x04" + bytes(64),
    auth=bytes(16),
    tournament="club",
    entrants=("e1", "e2"),
    language="es",
)


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Database]:
    async with Database(database_url, clock=SetClock(), ids=CountedIds()) as database:
        yield database


async def test_a_subscription_is_one_for_each_browser_and_tournament(store: Database) -> None:
    other = replace(PHONE, endpoint="https://push.example/laptop")
    elsewhere = replace(PHONE, tournament="open")
    for at, each in enumerate((PHONE, other, elsewhere, replace(PHONE, entrants=("e3",)))):
        await store.push.keep(each, 5, at)
    assert set(await store.push.of("club")) == {replace(PHONE, entrants=("e3",)), other}
    assert await store.push.of("open") == (elsewhere,)
    assert await store.push.end(PHONE.endpoint, "club")
    assert not await store.push.end(PHONE.endpoint, "club")
    assert await store.push.of("club") == (other,)
    assert await store.push.of("open") == (elsewhere,)


async def test_a_browser_that_is_gone_is_forgotten_everywhere(store: Database) -> None:
    await store.push.keep(PHONE, 5, 1)
    await store.push.keep(replace(PHONE, tournament="open"), 6, 1)
    assert await store.push.notified() == {"club": 5, "open": 6}
    await store.push.forget(PHONE.endpoint)
    assert await store.push.notified() == {}
    assert await store.push.of("open") == ()


async def test_a_tournament_is_dropped_with_its_subscriptions(store: Database) -> None:
    await store.push.keep(PHONE, 5, 1)
    await store.push.keep(replace(PHONE, tournament="open"), 6, 1)
    await store.push.drop("club")
    assert await store.push.notified() == {"open": 6}


async def test_a_later_subscription_does_not_move_what_was_told(store: Database) -> None:
    await store.push.keep(PHONE, 5, 1)
    await store.push.keep(replace(PHONE, endpoint="https://push.example/laptop"), 9, 2)
    assert await store.push.notified() == {"club": 5}


async def test_of_several_that_claim_the_same_versions_one_succeeds(store: Database) -> None:
    await store.push.keep(PHONE, 5, 1)
    claims = await asyncio.gather(*(store.push.claim("club", 5, 8) for _ in range(4)))
    assert sorted(claims) == [False, False, False, True]
    assert await store.push.notified() == {"club": 8}
    assert not await store.push.claim("open", 0, 1)


async def test_a_server_keeps_a_bounded_number_and_changes_what_it_has(store: Database) -> None:
    bounded = DatabasePush(store._side, most=1)
    await bounded.keep(PHONE, 5, 1)
    with pytest.raises(TooManyPushSubscriptions):
        await bounded.keep(replace(PHONE, tournament="open"), 5, 1)
    await bounded.keep(replace(PHONE, language="en"), 5, 1)
    assert [each.language for each in await bounded.of("club")] == ["en"]
