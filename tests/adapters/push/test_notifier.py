"""Notifications from the log to the browser: who is told what, once, and what is not said."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import NamedTuple

import msgspec
import pytest

from dsl.push_receiver import PushReceiver
from dsl.push_service import PushService, push_service
from planilla.adapters.memory import CountedIds, SetClock
from planilla.adapters.push import AFTER_END_US, NEWS_US, UNCHANGED_US, PushNotifier
from planilla.adapters.push.encryption import Voucher
from planilla.adapters.push.sender import PushSender
from planilla.adapters.store.database import Database
from planilla.application.integrity import Integrity
from planilla.application.push import PushSubscription
from planilla.application.states import TournamentReader
from planilla.domain.tournament.timers import MINUTE_US
from planilla.presentation.followed import FollowedMessage
from stores import created, entered, evening, result, submission

pytestmark = pytest.mark.anyio


class Evening(NamedTuple):
    """A database with a club evening, its notifier, and a push service."""

    database: Database
    clock: SetClock
    sender: PushSender
    service: PushService

    def notifier(self) -> PushNotifier:
        readings = TournamentReader(
            self.database.log, Integrity(), self.database.states, clock=self.clock
        )
        return PushNotifier(
            self.database.log,
            readings,
            self.database.push,
            self.sender,
            self.clock,
            gathering_s=0.01,
        )

    async def act(self, *submissions: object) -> None:
        for each in submissions:
            answer = await self.database.bus.submit(each)  # type: ignore[arg-type]  # submissions
            assert answer.status == "done", answer

    async def follow(self, *entrants: str, language: str = "en") -> PushReceiver:
        receiver = PushReceiver()
        subscription = PushSubscription(
            endpoint="https://push.example/phone",
            p256dh=receiver.p256dh,
            auth=receiver.auth,
            tournament="club",
            entrants=entrants,
            language=language,
        )
        version = await self.database.log.head("club")
        await self.database.push.keep(subscription, version, self.clock.time)
        return receiver

    async def read(self, receiver: PushReceiver, count: int = 1) -> FollowedMessage:
        requests = await asyncio.to_thread(self.service.wait_for, count)
        body = receiver.decrypted(requests[-1].body)
        return msgspec.json.decode(body, type=FollowedMessage)


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as found:
        yield found


@pytest.fixture
async def club(sqlite_url: str, service: PushService) -> AsyncIterator[Evening]:
    clock = SetClock()
    async with Database(sqlite_url, clock=clock, ids=CountedIds()) as database:
        sender = PushSender(
            Voucher(bytes(32)),
            ("push.example",),
            database.push.forget,
            clock,
            connect=service.connect,
        )
        yield Evening(database, clock, sender, service)


async def test_a_follower_is_told_of_the_board_and_then_of_the_result(club: Evening) -> None:
    """Ada (2000) meets Dora (1970), the fourth of six, and has White (first_colour)."""
    *before, publish = evening()
    await club.act(*before)
    receiver = await club.follow("a", language="es")
    notifying = asyncio.create_task(club.notifier().run())
    await club.act(publish)
    message = await club.read(receiver)
    assert message.title == "Open club"
    assert message.body == "Ada – Ronda 1, tablero 1: blancas contra Dora"
    assert (message.page, message.lang) == ("/t/club/entrants/a", "es")
    await club.act(result("1.1", "1-0"))
    assert (await club.read(receiver, 2)).body == "Ada – Ronda 1: 1–0 contra Dora"
    notifying.cancel()
    await asyncio.gather(notifying, return_exceptions=True)


async def test_of_two_processes_that_believe_to_be_elected_one_tells(club: Evening) -> None:
    await club.act(*evening())
    receiver = await club.follow("a", "b")
    await club.act(result("1.1", "1-0"), result("1.2", "½-½"))
    async with club.sender.running():
        await asyncio.gather(*(club.notifier().look() for _ in range(3)))
        message = await club.read(receiver)
        await asyncio.sleep(0.1)
    assert message.body.splitlines() == [
        "Ada – Round 1: 1–0 against Dora",
        "Bea – Round 1: ½–½ against Eva",
    ]
    assert message.page == "/t/club"
    assert len(club.service.requests) == 1


async def test_what_is_old_hidden_a_draft_or_of_others_is_not_told(club: Evening) -> None:
    *before, publish = evening()
    await club.act(*before)
    await club.follow("a")
    async with club.sender.running():
        await club.notifier().look()  # a draft
        await club.act(publish)
        club.clock.time += NEWS_US + 1
        await club.notifier().look()  # published too long ago
        await club.act(result("1.2", "1-0"))
        await club.notifier().look()  # a game of others
        await club.act(submission("hide-tournament", {}))
        await club.act(result("1.1", "1-0"))
        await club.notifier().look()  # hidden
        await asyncio.sleep(0.1)
    assert club.service.requests == []
    assert await club.database.push.notified() == {"club": await club.database.log.head("club")}


async def test_what_waits_is_told_when_it_is_published_however_late(club: Evening) -> None:
    *before, publish = evening()
    await club.act(*before)
    receiver = await club.follow("a")
    await club.act(submission("set-publication", {"level": "nothing"}), publish)
    async with club.sender.running():
        await club.notifier().look()
        await asyncio.sleep(0.1)
        assert club.service.requests == []
        club.clock.time += 2 * NEWS_US
        await club.act(submission("publish-now", {}))
        await club.notifier().look()
        message = await club.read(receiver)
    assert message.body == "Ada – Round 1, board 1: White against Dora"


async def test_what_is_delayed_is_told_when_it_is_time(club: Evening) -> None:
    *before, publish = evening()
    await club.act(*before)
    receiver = await club.follow("a")
    await club.act(submission("set-publication", {"delay_minutes": 15}), publish)
    async with club.sender.running():
        club.clock.time += 14 * MINUTE_US
        await club.notifier().look()
        await asyncio.sleep(0.1)
        assert club.service.requests == []
        club.clock.time += MINUTE_US
        await club.notifier().look()
        message = await club.read(receiver)
    assert message.body == "Ada – Round 1, board 1: White against Dora"


async def test_without_subscriptions_nothing_is_read(club: Evening) -> None:
    await club.act(*evening())
    await club.notifier().look()
    await club.notifier().clean()
    assert club.database.states.of("club").history is None


async def test_a_browser_that_is_gone_is_deleted(club: Evening) -> None:
    await club.act(*evening())
    await club.follow("a")
    club.service.answers = [(410, {})]
    await club.act(result("1.1", "1-0"))
    async with club.sender.running():
        await club.notifier().look()
        while await club.database.push.notified():  # noqa: ASYNC110 - the database sets no event
            await asyncio.sleep(0.01)
    assert await club.database.push.of("club") == ()


async def test_subscriptions_are_deleted_after_the_end(club: Evening) -> None:
    one_round = {"name": "Club", "rounds": 1, "first_colour": "white"}
    await club.act(
        submission("create-tournament", one_round),
        entered("Ada", "Bea"),
        submission("assign-numbers", {}),
        submission("pair-round", {"round": 1}),
        submission("publish-pairings", {"round": 1}),
        result("1.1", "1-0"),
        submission("close-round", {"round": 1}),
    )
    await club.follow("a")
    notifier = club.notifier()
    club.clock.time += AFTER_END_US + 1
    await notifier.clean()
    assert await club.database.push.notified()
    await club.act(submission("finish-tournament", {}))
    await notifier.clean()
    assert await club.database.push.notified()
    club.clock.time += AFTER_END_US + 1
    await notifier.clean()
    assert await club.database.push.notified() == {}


async def test_subscriptions_to_a_tournament_that_stands_still_are_deleted(club: Evening) -> None:
    await club.act(created(), entered("Ada", "Bea"))
    await club.follow("a")
    club.clock.time += UNCHANGED_US + 1
    await club.notifier().clean()
    assert await club.database.push.notified() == {}


async def test_a_backup_that_was_restored_tells_nothing_again(club: Evening) -> None:
    await club.act(*evening())
    receiver = PushReceiver()
    subscription = PushSubscription(
        endpoint="https://push.example/phone",
        p256dh=receiver.p256dh,
        auth=receiver.auth,
        tournament="club",
        entrants=("a",),
        language="en",
    )
    await club.database.push.keep(subscription, 99, club.clock.time)
    async with club.sender.running():
        await club.notifier().look()
    assert await club.database.push.notified() == {"club": await club.database.log.head("club")}
    assert club.service.requests == []
