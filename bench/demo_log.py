"""The demo's whole log, played in memory."""

import asyncio

from planilla.adapters.clock import SystemClock
from planilla.adapters.ids import RandomIds
from planilla.adapters.memory import MemoryStore
from planilla.application.envelope import Recorded
from planilla.demo.book_open import TOURNAMENT, open_of_the_book, play
from planilla.domain.tournament.facts import Fact


def demo_facts() -> tuple[Fact, ...]:
    """Every fact of the book's open, from its creation to round 7 on the boards."""
    return tuple(recorded.fact for recorded in demo_log())


def demo_log() -> tuple[Recorded, ...]:
    """The same as it lies in the log."""
    return asyncio.run(_played())


async def _played() -> tuple[Recorded, ...]:
    store = MemoryStore(clock=SystemClock(), ids=RandomIds())
    async for step in play(open_of_the_book(), bus=store, log=store):
        assert step.answer.status == "done", step.answer
    return await store.events(TOURNAMENT)
