"""The sample tournament played to the end in memory, once for all who ask."""

import asyncio
from functools import cache

from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.application.envelope import Recorded
from planilla.demo.book_open import TOURNAMENT, open_of_the_book, play
from planilla.domain.tournament.facts import Fact

A_SECOND = 1_000_000


@cache
def sample_log() -> tuple[Recorded, ...]:
    """Every event of the sample, a second apart."""
    return asyncio.run(_played())


@cache
def sample_facts() -> tuple[Fact, ...]:
    """Every fact of the sample."""
    return tuple(recorded.fact for recorded in sample_log())


async def _played() -> tuple[Recorded, ...]:
    store = MemoryStore(clock=SetClock(step=A_SECOND), ids=CountedIds())
    async for _ in play(open_of_the_book(), bus=store, log=store):
        pass
    return await store.events(TOURNAMENT)
