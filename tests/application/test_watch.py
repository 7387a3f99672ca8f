"""The hub: who may watch what, the pace, slow and idle ones, stops and switches."""

import asyncio
import json
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import msgspec
import pytest

from dsl.live_client import empty_store, grow, recorded
from dsl.outlet import AcceptingOutlet
from dsl.tournaments import AFTER_2, ROUND_1, facts
from patience import PATIENCE_S
from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.application.envelope import Recorded
from planilla.application.frames import Offset, channel_name, offset_from
from planilla.application.ledger import PersonRow
from planilla.application.ports import StoreUnavailable
from planilla.application.roles import RIGHTS, Role, View
from planilla.application.watch import Bounds, CannotWatch, FrameInterval, Hub
from planilla.application.watchers import Watcher
from stores import evening, result, submission

FACTS = facts(*AFTER_2)
BEGUN = len(ROUND_1)
QUICK = FrameInterval(window=0, window_max=0, heartbeat=3600)
PAIRINGS = "t/club/pairings"
DESK = "t/club/desk"


def begun_store() -> MemoryStore:
    store = empty_store()
    grow(store, FACTS[:BEGUN])
    return store


async def settle() -> None:
    for _ in range(100):
        await asyncio.sleep(0)


def told(watcher: Watcher) -> list[dict[str, Any]]:
    """What was queued for a watcher, and is now taken."""
    frames = [json.loads(frame.data) for frame in watcher._queue]
    watcher._queue.clear()
    watcher.unsent = 0
    return frames


@pytest.mark.parametrize("text", ["", "club/pairings", "t/club", "t//pairings", "t/a/b/c"])
def test_what_is_no_name_of_a_channel(text: str) -> None:
    assert channel_name(text) is None


@pytest.mark.parametrize("text", ["", "7", ":7", "e:", "e:x", "e:-1", "e:²", "e:" + "9" * 5000])
def test_what_is_no_offset(text: str) -> None:
    assert offset_from(text) is None


def test_an_offset_is_written_and_read() -> None:
    assert offset_from(str(Offset("a:b.1", 7))) == Offset("a:b.1", 7)


async def test_what_follows_quickly_is_told_before_what_takes_long() -> None:
    """Two channels of one loop; the one opened first took longer the last time."""
    store = begun_store()
    order: list[str] = []
    async with Hub(store, pace=QUICK).running() as hub:
        await settle()
        for view, took_s in (("crosstable", 0.2), ("standings", 0.1)):
            watcher = hub.join(AcceptingOutlet(partial(_sent, order, view)))
            await hub.subscribe(watcher, f"t/club/{view}", None)
            (await hub.channel(f"t/club/{view}")).took_s = took_s
        order.clear()
        grow(store, FACTS[BEGUN : BEGUN + 1])
        await settle()
    assert order[:2] == ["standings", "crosstable"]


def _sent(order: list[str], view: str, data: bytes) -> int:
    order.append(view)
    return len(data)


async def test_one_frame_is_shared_by_all_watchers() -> None:
    store = begun_store()
    async with Hub(store, pace=QUICK).running() as hub:
        watchers = [hub.join() for _ in range(3)]
        for watcher in watchers:
            await hub.subscribe(watcher, PAIRINGS, None)
            told(watcher)
        grow(store, FACTS[BEGUN : BEGUN + 1])
        await settle()
        frames = [watcher._queue[0] for watcher in watchers]
    assert frames[0] is frames[1] is frames[2]


async def test_the_first_update_goes_at_once_and_the_next_ones_together() -> None:
    store = begun_store()
    pace = FrameInterval(window=0.4, window_max=0.4, heartbeat=3600)
    async with Hub(store, pace=pace).running() as hub:
        watcher = hub.join()
        await hub.subscribe(watcher, PAIRINGS, None)
        await asyncio.sleep(0.9)
        told(watcher)
        for fact in FACTS[BEGUN:]:
            grow(store, (fact,))
            await settle()
        first = told(watcher)
        await asyncio.sleep(0.9)
        rest = told(watcher)
    assert [frame["o"] for frame in first] == [[7, 8]]
    assert [frame["o"] for frame in rest] == [[8, 12]]


async def test_a_subscription_anew_replaces_the_old_one() -> None:
    store = begun_store()
    async with Hub(store, pace=QUICK).running() as hub:
        watcher = hub.join()
        await hub.subscribe(watcher, PAIRINGS, None)
        await hub.subscribe(watcher, PAIRINGS, Offset("memory.1", BEGUN))
        told(watcher)
        grow(store, FACTS[BEGUN : BEGUN + 1])
        await settle()
        assert len(told(watcher)) == 1


async def test_a_reader_who_was_further_on_another_node_is_caught_up_with() -> None:
    store = begun_store()
    hub = Hub(store, pace=QUICK)  # it does not listen: as when its wake-up is late
    watcher = hub.join()
    await hub.subscribe(watcher, PAIRINGS, None)
    grow(store, FACTS[BEGUN:])
    told(watcher)
    await hub.subscribe(watcher, PAIRINGS, Offset("memory.1", BEGUN + 2))
    answer = told(watcher)[-1]
    assert answer["ok"] == {"mode": "resumed", "at": ["memory.1", len(FACTS)]}


async def test_a_reader_of_another_epoch_gets_a_snapshot() -> None:
    hub = Hub(begun_store(), pace=QUICK)
    watcher = hub.join()
    await hub.subscribe(watcher, PAIRINGS, Offset("before-the-restore.1", 5))
    assert told(watcher)[0]["ok"]["mode"] == "snapshot"


async def test_a_watcher_has_so_many_subscriptions() -> None:
    hub = Hub(begun_store(), pace=QUICK, bounds=Bounds(subscriptions=1))
    watcher = hub.join()
    await hub.subscribe(watcher, PAIRINGS, None)
    await hub.subscribe(watcher, PAIRINGS, None)
    await hub.subscribe(watcher, "t/club/event", None)
    assert told(watcher)[-1] == {"c": "t/club/event", "error": "too-many-subscriptions"}
    hub.unsubscribe(watcher, "t/club/event")
    assert set(watcher.subscriptions) == {PAIRINGS}


async def test_an_unwatched_channel_makes_room_and_a_watched_one_does_not() -> None:
    hub = Hub(begun_store(), pace=QUICK, bounds=Bounds(channels=1))
    await hub.snapshot("t/club/players")
    watcher = hub.join()
    await hub.subscribe(watcher, PAIRINGS, None)
    told(watcher)
    await hub.subscribe(watcher, "t/club/event", None)
    assert told(watcher) == [{"c": "t/club/event", "error": "too-many-channels"}]


async def test_names_of_tournaments_that_are_none_leave_nothing_behind() -> None:
    hub = Hub(begun_store(), pace=QUICK)
    for number in range(20):
        with pytest.raises(CannotWatch):
            await hub.channel(f"t/none{number}/pairings")
    one, other = await asyncio.gather(hub.channel(PAIRINGS), hub.channel(PAIRINGS))
    assert one is other
    assert not hub._opening


async def test_a_channel_that_nobody_watches_is_dropped_after_a_while() -> None:
    store = begun_store()
    pace = FrameInterval(window=0, window_max=0, heartbeat=0.01, idle=0.02)
    async with Hub(store, pace=pace).running() as hub:
        watcher = hub.join()
        await hub.subscribe(watcher, PAIRINGS, None)
        await hub.snapshot("t/club/players")
        await asyncio.sleep(0.1)
        assert [key.name for key in hub._channels] == [PAIRINGS]
        hub.leave(watcher)
        await asyncio.sleep(0.1)
        assert [key.name for key in hub._channels] == []


async def test_a_heartbeat_moves_the_offset_over_what_changed_nothing() -> None:
    store = begun_store()
    pace = FrameInterval(window=0, window_max=0, heartbeat=0.05)
    async with Hub(store, pace=pace).running() as hub:
        watcher = hub.join()
        await hub.subscribe(watcher, "t/club/players", None)
        told(watcher)
        grow(store, FACTS[BEGUN:])
        await asyncio.sleep(0.12)
        beats = told(watcher)
    assert not any("rows" in beat or "del" in beat for beat in beats)
    assert (beats[0]["o"][0], beats[-1]["o"][1]) == (BEGUN, len(FACTS))


class Restored(MemoryStore):
    """A store whose epoch is drawn anew by a restore from a backup."""

    drawn = ""

    async def epoch(self) -> str:
        return self.drawn or await super().epoch()


async def test_a_restored_backup_sends_everybody_to_the_new_epoch() -> None:
    store = Restored(clock=SetClock(), ids=CountedIds())
    grow(store, FACTS[:BEGUN])
    pace = FrameInterval(window=0, window_max=0, heartbeat=0.02)
    async with Hub(store, pace=pace).running() as hub:
        watcher = hub.join()
        await hub.subscribe(watcher, PAIRINGS, None)
        told(watcher)
        store.drawn = "restored"
        await asyncio.sleep(0.06)
        assert {"c": PAIRINGS, "reset": {"why": "epoch"}} in told(watcher)
        assert watcher.subscriptions == {}
        assert (await hub.snapshot(PAIRINGS)).etag == f'"restored.1:{BEGUN}"'


async def test_a_poison_event_stops_the_channel_and_tells_its_watchers() -> None:
    store = begun_store()
    async with Hub(store, pace=QUICK).running() as hub:
        watcher = hub.join()
        await hub.subscribe(watcher, PAIRINGS, None)
        told(watcher)
        poison = msgspec.structs.replace(recorded(FACTS[BEGUN], 8), type="FromTheFuture")
        store.ledger.log.append(poison)
        grow(store, ())
        await settle()
        assert told(watcher) == [{"c": PAIRINGS, "reset": {"why": "stopped"}}]
        with pytest.raises(CannotWatch, match="projection-stopped"):
            await hub.snapshot(PAIRINGS)
        await hub.subscribe(watcher, PAIRINGS, None)
        assert told(watcher) == [{"c": PAIRINGS, "error": "projection-stopped"}]


class Faltering(MemoryStore):
    """A store that does not answer while `failing`, or only one of its questions then."""

    failing = False
    question = ""

    def _answer(self, question: str = "") -> None:
        if self.failing and self.question in {"", question}:
            raise StoreUnavailable

    async def head(self, tournament: str) -> int:
        self._answer("head")
        return await super().head(tournament)

    async def hidden(self, tournament: str) -> bool:
        self._answer("hidden")
        return await super().hidden(tournament)

    async def epoch(self) -> str:
        self._answer("epoch")
        return await super().epoch()

    async def events(
        self, tournament: str, after: int = 0, upto: int | None = None
    ) -> tuple[Recorded, ...]:
        self._answer("events")
        return await super().events(tournament, after, upto)

    async def wakes(self) -> AsyncIterator[int]:
        self._answer()
        async for head in super().wakes():
            self._answer()
            yield head


def faltering_store() -> Faltering:
    plain = empty_store()
    store = Faltering(clock=plain._handler._clock, ids=plain._handler._ids)
    grow(store, FACTS[:BEGUN])
    return store


async def test_a_store_that_does_not_answer_is_waited_for() -> None:
    store = faltering_store()
    pace = FrameInterval(window=0.001, window_max=0.005, heartbeat=0.01)
    async with Hub(store, pace=pace).running() as hub:
        watcher = hub.join()
        await hub.subscribe(watcher, PAIRINGS, None)
        told(watcher)
        store.failing = True
        grow(store, FACTS[BEGUN : BEGUN + 1])
        await asyncio.sleep(0.05)
        assert not any("rows" in frame for frame in told(watcher))
        await hub.subscribe(watcher, "t/club/event", None)
        with pytest.raises(CannotWatch, match="unavailable"):
            await hub.snapshot(PAIRINGS)
        store.failing = False
        await asyncio.sleep(0.05)
        frames = told(watcher)
    assert {"c": "t/club/event", "error": "unavailable"} in frames
    assert any("rows" in frame for frame in frames)


@pytest.mark.parametrize("question", ["hidden", "head", "events"])
async def test_whichever_question_is_not_answered_a_snapshot_is_not_there(question: str) -> None:
    store = faltering_store()
    async with Hub(store, pace=QUICK).running() as hub:
        await hub.snapshot(PAIRINGS)
        grow(store, FACTS[BEGUN : BEGUN + 1])
        store.failing, store.question = True, question
        with pytest.raises(CannotWatch, match="unavailable"):
            await hub.snapshot(PAIRINGS)
        store.failing = False


@pytest.mark.parametrize("question", ["hidden", "head", "epoch", "events"])
async def test_a_channel_is_opened_only_when_the_store_answers(question: str) -> None:
    store = faltering_store()
    hub = Hub(store, pace=QUICK)
    watcher = hub.join()
    store.failing, store.question = True, question
    await hub.subscribe(watcher, PAIRINGS, None)
    assert told(watcher) == [{"c": PAIRINGS, "error": "unavailable"}]
    store.failing = False
    await hub.subscribe(watcher, PAIRINGS, None)
    assert told(watcher)[0]["ok"]["mode"] == "snapshot"


def played_store() -> MemoryStore:
    """A round that is published, by commands."""
    store = empty_store()
    store.submit_all(evening())
    return store


HIDE = submission("hide-tournament", {})
HIDDEN = {"c": PAIRINGS, "error": "tournament-hidden"}


OWNER = RIGHTS[Role.OWNER].views


class Link:
    """A link of the staff, until it is revoked."""

    revoked = False

    async def holds(self, tournament: str) -> frozenset[View]:
        is_valid = tournament == "club" and not self.revoked
        return OWNER if is_valid else frozenset()


async def test_only_who_holds_a_link_watches_a_tournament_on_when_it_is_hidden() -> None:
    store = played_store()
    async with Hub(store, pace=QUICK).running() as hub:
        await settle()
        visitor, arbiter = hub.join(), hub.join(views_of=Link().holds)
        await hub.subscribe(visitor, PAIRINGS, None)
        await hub.subscribe(arbiter, PAIRINGS, None, OWNER)
        await settle()
        told(visitor)
        assert (await store.submit(HIDE)).status == "done"
        await settle()
        assert (await store.submit(result("1.1", "1-0"))).status == "done"
        await settle()
        assert told(visitor) == [HIDDEN]
        assert visitor.subscriptions == {}
        assert any("rows" in frame for frame in told(arbiter))


async def test_who_was_let_in_while_a_tournament_was_hidden_is_sent_away_by_a_heartbeat() -> None:
    store = played_store()
    hub = Hub(store, pace=QUICK)  # it does not listen: as when the event was handed out before
    visitor = hub.join()
    await hub.subscribe(visitor, PAIRINGS, None)
    told(visitor)
    assert (await store.submit(HIDE)).status == "done"
    await hub._look_after_channels()
    assert told(visitor)[0] == HIDDEN
    assert visitor.subscriptions == {}


async def test_a_revoked_link_ends_the_staff_views_of_its_holder_and_no_public_ones() -> None:
    link = Link()
    hub = Hub(played_store(), pace=QUICK)
    arbiter, another = hub.join(views_of=link.holds), hub.join(views_of=Link().holds)
    nobody = hub.join()  # it is said of this connection alone, once, that somebody has a link
    for watcher in (arbiter, another, nobody):
        await hub.subscribe(watcher, DESK, None, OWNER)
        await hub.subscribe(watcher, PAIRINGS, None, OWNER)
        told(watcher)
    link.revoked = True
    await hub._look_after_channels()
    assert {"c": DESK, "error": "not-permitted"} in told(arbiter)
    assert set(arbiter.subscriptions) == set(nobody.subscriptions) == {PAIRINGS}
    assert set(another.subscriptions) == {DESK, PAIRINGS}
    assert not any("error" in frame for frame in told(another))


async def test_a_hub_that_missed_wake_ups_reads_by_itself() -> None:
    store = begun_store()
    async with Hub(store, pace=QUICK).running() as hub:
        watcher = hub.join()
        await hub.subscribe(watcher, PAIRINGS, None)
        told(watcher)
        channel = await hub.channel(PAIRINGS)
        channel.hand((recorded(FACTS[BEGUN + 1], 9),))  # the event before it was not handed
        grow(store, FACTS[BEGUN : BEGUN + 2])
        await settle()
        keys = {row[0] for frame in told(watcher) for row in frame["rows"]}
    assert keys == {"1.1", "1.2"}


async def test_a_slow_watcher_is_skipped_and_gets_the_rest_in_one_message() -> None:
    store = begun_store()
    bounds = Bounds(unsent=200)
    async with Hub(store, pace=QUICK, bounds=bounds).running() as hub:
        slow, quick = hub.join(), hub.join()
        for watcher in (slow, quick):
            await hub.subscribe(watcher, PAIRINGS, None)
        sending = aiter(slow.frames())
        await anext(sending)  # the snapshot is on its way, and stays there
        for fact in FACTS[BEGUN:]:
            told(quick)
            grow(store, (fact,))
            await settle()
        assert slow._queue == type(slow._queue)()
        assert told(quick)[-1]["o"] == [11, 12]
        rest = json.loads((await anext(sending)).data)
    assert rest["o"] == [BEGUN, len(FACTS)]
    assert {row[0] for row in rest["rows"]} == {"1.1", "1.2", "2.1", "2.2"}


async def test_who_leaves_is_told_nothing_more() -> None:
    store = begun_store()
    async with Hub(store, pace=QUICK).running() as hub:
        watcher = hub.join()
        await hub.subscribe(watcher, PAIRINGS, None)
        hub.leave(watcher)
        told(watcher)
        grow(store, FACTS[BEGUN:])
        await settle()
        assert told(watcher) == []


async def test_other_tournaments_wake_nobody() -> None:
    store = begun_store()
    async with Hub(store, pace=QUICK).running() as hub:
        watcher = hub.join()
        await hub.subscribe(watcher, PAIRINGS, None)
        await settle()
        told(watcher)
        grow(store, FACTS, "liga")
        await settle()
        assert told(watcher) == []


@pytest.mark.parametrize("view", ["event", "people"])
async def test_who_watches_learns_that_somebody_was_forgotten(view: str) -> None:
    store = begun_store()
    ana = PersonRow(tournament="club", entrant="ana", commitment="c", salt=b"", body=b"{}")
    store.ledger.people["club", "ana"] = ana
    pace = FrameInterval(window=0, window_max=0, heartbeat=0.02)
    async with Hub(store, pace=pace).running() as hub:
        watcher = hub.join()
        await hub.subscribe(watcher, f"t/club/{view}", None)
        assert told(watcher)[1:] == [{"c": f"t/club/{view}", "names": 0, "watchers": 1}]
        await store.erase_person("club", "ana")
        await asyncio.sleep(0.1)
        assert [frame["names"] for frame in told(watcher) if "names" in frame] == [1]
        hub.leave(watcher)
        again = hub.join()
        await hub.subscribe(again, f"t/club/{view}", Offset("memory.1", BEGUN))
        assert told(again)[-1]["names"] == 1


async def test_many_watchers_are_told_their_number_when_it_has_doubled_or_halved() -> None:
    """Each learns it by subscribing; below a hundred it is not sent again."""
    pace = FrameInterval(window=0, window_max=0, heartbeat=0.02)
    async with Hub(begun_store(), pace=pace).running() as hub:
        watchers = [hub.join() for _ in range(201)]

        async def subscribed(upto: int) -> list[int]:
            for each in watchers[len(joined) : upto]:
                await hub.subscribe(each, "t/club/event", None)
                joined.append(each)
            await asyncio.sleep(0.1)
            return [frame["watchers"] for frame in told(watchers[0]) if "watchers" in frame]

        joined: list[Watcher] = []
        assert await subscribed(100) == [1]
        assert await subscribed(200) == []
        assert await subscribed(201) == [201]
        for each in watchers[100:]:
            hub.leave(each)
        await asyncio.sleep(0.1)
        assert [frame["watchers"] for frame in told(watchers[0]) if "watchers" in frame] == [100]


class Halting(MemoryStore):
    """A store whose wake-ups end at each head, and come before what they tell of can be read."""

    lagging = 0

    async def wakes(self) -> AsyncIterator[int]:
        async for head in super().wakes():
            yield head
            return

    async def since(self, position: int, limit: int = 1000) -> tuple[Recorded, ...]:
        if self.lagging:
            self.lagging -= 1
            return ()
        return await super().since(position, limit)


async def test_wake_ups_that_end_or_come_early_are_made_good() -> None:
    plain = empty_store()
    store = Halting(clock=plain._handler._clock, ids=plain._handler._ids)
    grow(store, FACTS[:BEGUN])
    store.lagging = 2
    pace = FrameInterval(window=0, window_max=0.005, heartbeat=3600)
    async with Hub(store, pace=pace).running() as hub:
        watcher = hub.join()
        await hub.subscribe(watcher, PAIRINGS, None)
        await asyncio.sleep(0.05)
        told(watcher)
        grow(store, FACTS[BEGUN : BEGUN + 1])
        async with asyncio.timeout(PATIENCE_S):
            while not (heard := told(watcher)):  # noqa: ASYNC110 - a queue sets no event
                await asyncio.sleep(0.01)
    assert heard[0]["o"] == [BEGUN, BEGUN + 1]
    assert store.lagging == 0


async def test_a_channel_opened_before_the_first_wake_up_is_told_what_came_between() -> None:
    store = begun_store()
    hub = Hub(store, pace=QUICK)
    watcher = hub.join()
    await hub.subscribe(watcher, PAIRINGS, None)
    await settle()
    told(watcher)
    grow(store, FACTS[BEGUN : BEGUN + 1])
    async with hub.running():
        await settle()
        assert told(watcher)[0]["o"] == [BEGUN, BEGUN + 1]


class Gated(MemoryStore):
    """A store whose next reading of events waits for a gate, when there is one."""

    gate: asyncio.Event | None = None

    async def events(
        self, tournament: str, after: int = 0, upto: int | None = None
    ) -> tuple[Recorded, ...]:
        gate, self.gate = self.gate, None
        if gate is not None:
            await gate.wait()
        return await super().events(tournament, after, upto)


async def test_a_channel_that_was_dropped_meanwhile_is_unavailable() -> None:
    plain = empty_store()
    store = Gated(clock=plain._handler._clock, ids=plain._handler._ids)
    grow(store, FACTS[:BEGUN])
    hub = Hub(store, pace=QUICK, bounds=Bounds(channels=1))
    await hub.snapshot(PAIRINGS)
    await settle()
    store.gate = gate = asyncio.Event()
    watcher = hub.join()
    ahead = Offset("memory.1", BEGUN + 1)
    subscribing = asyncio.create_task(hub.subscribe(watcher, PAIRINGS, ahead))
    await settle()
    await hub.snapshot("t/club/event")
    gate.set()
    await subscribing
    assert told(watcher) == [{"c": PAIRINGS, "error": "unavailable"}]


async def test_a_snapshot_is_as_far_as_the_log_whatever_was_handed_over_by_then() -> None:
    """Two commands; the channel was handed the first, and nobody told it of the second yet."""
    store = begun_store()
    hub = Hub(store, pace=QUICK)
    channel = await hub.channel(PAIRINGS)
    grow(store, FACTS[BEGUN : BEGUN + 2])
    channel.hand(await store.events("club", BEGUN, BEGUN + 1))
    assert (await hub.snapshot(PAIRINGS)).at.version == BEGUN + 2


async def test_what_was_handed_over_is_not_read_again_where_it_is_all() -> None:
    store = begun_store()
    hub = Hub(store, pace=QUICK)
    channel = await hub.channel(PAIRINGS)
    grow(store, FACTS[BEGUN : BEGUN + 1])
    channel.hand(await store.events("club", BEGUN))
    store.ledger.log.clear()  # whoever reads it finds nothing
    assert (await hub.snapshot(PAIRINGS)).at.version == BEGUN + 1
