"""A channel by itself: it reads no more than it is asked for."""

import asyncio
import json
from collections.abc import Mapping

import pytest

from dsl.live_client import as_json, empty_store, grow
from dsl.outlet import AcceptingOutlet
from dsl.tournaments import AFTER_2, ROUND_1, facts
from planilla.adapters.memory import MemoryStore
from planilla.application.channels import Channel
from planilla.application.envelope import Recorded
from planilla.application.frames import ChannelName, Frame, Offset, snapshot_body
from planilla.application.project import Held
from planilla.application.queries import Queries
from planilla.application.watchers import Subscription, Watcher, offer_to_all
from planilla.projections import VIEWS
from planilla.projections.view import View

FACTS = facts(*AFTER_2)
BEGUN = len(ROUND_1)


class Counting(MemoryStore):
    """A store that counts how often its log is read."""

    read = 0

    async def events(
        self, tournament: str, after: int = 0, upto: int | None = None
    ) -> tuple[Recorded, ...]:
        self.read += 1
        return await super().events(tournament, after, upto)


async def test_a_channel_that_is_far_enough_reads_nothing() -> None:
    plain = empty_store()
    store = Counting(clock=plain._handler._clock, ids=plain._handler._ids)
    grow(store, FACTS[:BEGUN])
    name = ChannelName(tournament="club", view="pairings")
    channel = Channel(name, VIEWS["pairings"], "e", store)
    await channel.start()
    assert (channel.at.version, store.read) == (BEGUN, 1)
    grow(store, FACTS[BEGUN:])
    await channel.follow(BEGUN)
    assert (channel.at.version, store.read) == (BEGUN, 1)
    await channel.follow(BEGUN + 1)
    assert (channel.at.version, store.read) == (len(FACTS), 2)


async def halfway(store: MemoryStore) -> tuple[Channel, asyncio.Task[None]]:
    """A channel that has begun to follow five facts of which it tells only the last apart."""
    grow(store, FACTS[:BEGUN])
    name = ChannelName(tournament="club", view="standings")
    channel = Channel(name, VIEWS["standings"], "e", store, jump=1)
    await channel.start()
    grow(store, FACTS[BEGUN:])
    following = asyncio.create_task(channel.follow())
    await asyncio.sleep(0)
    assert BEGUN < channel.at.version < len(FACTS)
    return channel, following


async def rows_at_the_end(store: MemoryStore) -> object:
    return as_json((await Queries(store).rows_at("club", "standings"))[1])


async def test_who_is_cancelled_while_a_channel_follows_leaves_it_complete() -> None:
    store = empty_store()
    channel, following = await halfway(store)
    following.cancel()
    with pytest.raises(asyncio.CancelledError):
        await following
    assert channel.at.version == len(FACTS)
    assert json.loads(channel.snapshot().body)["rows"] == await rows_at_the_end(store)


async def test_who_subscribes_while_a_channel_follows_is_answered_when_it_is_there() -> None:
    """It was told the offset half-way, with the rows of before: what changed then was lost."""
    store = empty_store()
    channel, following = await halfway(store)
    watchers = [Watcher(), Watcher()]
    for watcher in watchers:
        subscription = Subscription(watcher, channel, Offset("e", BEGUN))
        watcher.subscriptions[channel.name] = subscription
        channel.add(subscription)
    channel.publish()
    channel.beat()
    assert [watcher._queue for watcher in watchers] == [[], []]
    channel.remove(watchers[1].subscriptions[channel.name])
    await following
    (frame,) = watchers[0]._queue
    told = json.loads(frame.data)["ok"]["snapshot"]
    assert (told["at"], told["rows"]) == (["e", len(FACTS)], await rows_at_the_end(store))
    assert watchers[1]._queue == []


def test_the_rest_of_a_frame_is_left_to_its_connection_and_what_waits_is_not_overtaken() -> None:
    store = empty_store()
    channel = Channel(ChannelName(tournament="club", view="event"), VIEWS["event"], "e", store)
    partly, full = AcceptingOutlet(lambda _: 2), AcceptingOutlet(lambda _: 0)
    watchers = [Watcher(outlet=partly), Watcher(outlet=full), Watcher()]
    subscriptions = [Subscription(each, channel, None) for each in watchers]
    offer_to_all(subscriptions, Frame(data=b"frame", at=Offset("e", 1)))
    assert partly.rests == [b"ame"]
    assert [watcher.unsent for watcher in watchers] == [0, 5, 5]
    assert [each.at for each in subscriptions] == [Offset("e", 1)] * 3


async def answered(channel: Channel, count: int, at: Offset | None) -> list[Frame]:
    """The frames with which many who subscribe at one offset are answered."""
    watchers = [Watcher() for _ in range(count)]
    for watcher in watchers:
        subscription = Subscription(watcher, channel, at)
        watcher.subscriptions[channel.name] = subscription
        channel.add(subscription)
    return [frame for watcher in watchers for frame in watcher._queue]


async def test_all_who_come_after_a_restart_are_answered_with_what_was_built_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    built: list[Offset] = []

    def counted(view: View, at: Offset, rows: Mapping[str, Held]) -> bytes:
        built.append(at)
        return snapshot_body(view, at, rows)

    monkeypatch.setattr("planilla.application.channels.snapshot_body", counted)
    store = empty_store()
    grow(store, FACTS[:BEGUN])
    name = ChannelName(tournament="club", view="standings")
    channel = Channel(name, VIEWS["standings"], "e", store)
    await channel.start()
    began = channel.at
    frames = await answered(channel, 50, None) + await answered(channel, 50, Offset("other", 3))
    assert (len(frames), len({id(frame) for frame in frames}), built) == (100, 1, [began])
    grow(store, FACTS[BEGUN:])
    await channel.follow()
    resumed = await answered(channel, 50, began)
    assert (len(resumed), len({id(frame) for frame in resumed})) == (50, 1)
    assert json.loads(resumed[0].data)["ok"]["mode"] == "resumed"
    assert built == [began]
    (whole, *_) = await answered(channel, 2, None)
    rows = json.loads(whole.data)["ok"]["snapshot"]["rows"]
    assert rows == await rows_at_the_end(store)
    assert built == [began, channel.at]


async def test_a_channel_keeps_few_answers_whatever_offsets_clients_come_from(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("planilla.application.channels.ANSWERS_MAX", 2)
    store = empty_store()
    grow(store, FACTS[:BEGUN])
    name = ChannelName(tournament="club", view="standings")
    channel = Channel(name, VIEWS["standings"], "e", store)
    await channel.start()
    grow(store, FACTS[BEGUN:])
    await channel.follow()
    offsets = range(BEGUN, len(FACTS) + 1)
    assert len(offsets) > 2
    for version in offsets:
        (frame,) = await answered(channel, 1, Offset("e", version))
        assert json.loads(frame.data)["ok"]["mode"] == "resumed"
        assert len(channel._answers) <= 2
