"""The club of six on a laptop, a public server beside it, and what the one sends the other."""

import asyncio
from typing import Any

from dsl.archives import club
from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.application.archive_import import recorded_of
from planilla.application.following import (
    End,
    FollowerEnd,
    Portion,
    commits,
    portions_after,
    take_portion,
    with_kept,
)

HALL, PUBLIC = "ab" * 16, "cd" * 16
EMPTY = End()


def of_hall(*more: Any) -> MemoryStore:
    """The club of six with a round, on the laptop, and what was recorded there since."""
    store = club()
    store.ledger.id = HALL
    store.submit_all(more)
    return store


def public_server() -> MemoryStore:
    store = MemoryStore(clock=SetClock(), ids=CountedIds(5000))
    store.ledger.id = PUBLIC
    return store


def portions(
    store: MemoryStore, after: End = EMPTY, place: str = "Main hall"
) -> tuple[Portion, ...]:
    """Everything after an end, with names, as the laptop sends it."""
    events = store.ledger.events("club", after.version)
    apart = asyncio.run(store.apart("club"))
    found = []
    for portion in portions_after(events, after, store.ledger.id, place):
        wanted = commits(recorded_of(each) for each in portion.events)
        found.append(with_kept(portion, apart, wanted))
    return tuple(found)


class LedgerIntake:
    """The `Intake` port on a log in memory."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store

    async def take(self, tournament: str, portion: Portion) -> FollowerEnd:
        """See `Intake.take`."""
        return take_portion(self._store.ledger, tournament, portion).end
