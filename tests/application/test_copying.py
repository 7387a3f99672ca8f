"""A tournament like an earlier one: several commands, one answer."""

import asyncio

from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.application.copying import CopiedCommand, submit_copy
from stores import created


def test_after_a_refusal_nothing_more_is_submitted() -> None:
    store = MemoryStore(clock=SetClock(), ids=CountedIds())
    commands = iter([CopiedCommand("announce-prizes", {}), CopiedCommand("hide-tournament", {})])
    answer = asyncio.run(submit_copy(store, created(), commands))
    assert (answer.status, answer.events) == ("malformed", ("TournamentCreated",))
    assert [type(each.event).__name__ for each in store.ledger.log] == ["TournamentCreated"]


def test_an_identifier_that_is_taken_is_refused_with_nothing_after_it() -> None:
    store = MemoryStore(clock=SetClock(), ids=CountedIds())
    store.submit_all([created()])
    before = list(store.ledger.log)
    commands = iter([CopiedCommand("hide-tournament", {})])
    answer = asyncio.run(submit_copy(store, created(), commands))
    assert answer.status == "refused"
    assert store.ledger.log == before
