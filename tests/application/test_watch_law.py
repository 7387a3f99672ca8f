"""The law: snapshot + messages = fresh snapshot, whatever is lost, doubled, late or restarted."""

import asyncio

from hypothesis import example, given, settings
from hypothesis import strategies as st

from dsl.live_client import as_json
from dsl.live_world import ACTS, NAMES, PUBLISHED_ROUND_UNPAIRED, live_through
from planilla.application.queries import Queries
from planilla.application.watch import Bounds

ACTS_OF_ARBITERS = st.one_of(st.sampled_from([0, PUBLISHED_ROUND_UNPAIRED]), st.integers(0, 9999))


@settings(max_examples=80, deadline=None)
@example(
    numbers=[0, 0, PUBLISHED_ROUND_UNPAIRED, 0, 0, 0, 0],
    acts=["grow", "cut", "deliver"] * 12,
    system="round-robin",
    bounds=Bounds(),
)
@given(
    numbers=st.lists(ACTS_OF_ARBITERS, max_size=40),
    acts=st.lists(st.sampled_from(ACTS), max_size=25),
    system=st.sampled_from(["round-robin", "swiss-dutch-libro"]),
    bounds=st.builds(
        Bounds, jump=st.sampled_from([1, 3, 64]), unsent=st.sampled_from([0, 400, 64_000])
    ),
)
def test_snapshot_and_messages_are_a_fresh_snapshot(
    numbers: list[int], acts: list[str], system: str, bounds: Bounds
) -> None:
    asyncio.run(_check(numbers, acts, system, bounds))


async def _check(numbers: list[int], acts: list[str], system: str, bounds: Bounds) -> None:
    world = await live_through(numbers, acts, system, bounds)
    queries = Queries(world.store)
    for name, client in world.clients.items():
        version, rows = await queries.rows_at("club", NAMES[name])
        assert client.version == version, name
        assert as_json(client.rows) == as_json(rows), name
