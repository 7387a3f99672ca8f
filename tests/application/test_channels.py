"""A channel by itself: it reads no more than it is asked for."""

from dsl.live_client import empty_store, grow
from dsl.tournaments import AFTER_2, ROUND_1, facts
from planilla.adapters.memory import MemoryStore
from planilla.application.channels import Channel
from planilla.application.envelope import Recorded
from planilla.application.frames import ChannelName
from planilla.projections import VIEWS

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
