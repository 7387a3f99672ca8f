"""Stored rows follow the log, survive restarts, and are rebuilt beside the old ones."""

import asyncio
from collections.abc import AsyncIterator

import msgspec
import pytest

from dsl.live_client import as_json, empty_store, grow, recorded
from dsl.tournaments import AFTER_1, AFTER_2, ROUND_1, START, facts
from patience import PATIENCE_S
from planilla.adapters.memory import MemoryStore
from planilla.application.envelope import Recorded
from planilla.application.generations import stored_version
from planilla.application.ports import Saving, StoreUnavailable
from planilla.application.project import Projection
from planilla.application.projector import Projector, RebuildStopped
from planilla.application.queries import Queries
from planilla.projections import VIEWS

FACTS = facts(*AFTER_2)


async def stored(store: MemoryStore, view: str) -> tuple[int, object]:
    """The checkpoint and the rows that stand in the store."""
    projection = Projection(VIEWS[view])
    version = await stored_version(store, VIEWS[view])
    projection.load(*await store.load_rows("club", view, version))
    return projection.offset, as_json({key: row for key, (_, row) in projection.rows.items()})


async def fresh(store: MemoryStore, view: str) -> tuple[int, object]:
    version, rows = await Queries(store).rows_at("club", view)
    return version, as_json(rows)


def poisoned_store(kind: type[MemoryStore] = MemoryStore) -> MemoryStore:
    """A log whose last event this code does not know."""
    plain = empty_store()
    store = kind(clock=plain._handler._clock, ids=plain._handler._ids)
    grow(store, FACTS[:8])
    poison = msgspec.structs.replace(recorded(FACTS[8], 9), type="FromTheFuture")
    store.ledger.log.append(poison)
    store.ledger.streams["club"] = msgspec.structs.replace(store.ledger.streams["club"], version=9)
    return store


@pytest.mark.parametrize("view", VIEWS)
async def test_stored_rows_are_those_of_a_fresh_fold(view: str) -> None:
    store = empty_store()
    projector = Projector(store, store)
    for upto in (len(START), len(ROUND_1), len(AFTER_1), len(AFTER_2)):
        grow(store, FACTS[await store.head("club") : upto])
        await projector.project("club")
    assert await stored(store, view) == await fresh(store, view)


async def test_another_projector_goes_on_where_the_first_stopped() -> None:
    store = empty_store()
    grow(store, FACTS[:8])
    await Projector(store, store).project("club")
    grow(store, FACTS[8:])
    await Projector(store, store).project("club")
    assert await stored(store, "pairings") == await fresh(store, "pairings")


async def test_every_stored_row_knows_the_version_that_changed_it() -> None:
    """But of what was there when it was stored for the first time it is only known that it was."""
    store = empty_store()
    projector = Projector(store, store)
    grow(store, FACTS[:7])
    await projector.project("club")
    grow(store, FACTS[7:])
    await projector.project("club")
    _, rows = await store.load_rows("club", "pairings", 1000)
    # Published by 7 and 10, results by 8, 9, 11 and 12.
    assert {key: version for key, (version, _) in rows.items()} == {
        "": 7,
        "1.1": 8,
        "1.2": 9,
        "2.1": 11,
        "2.2": 12,
    }


async def test_a_running_projector_follows_the_log() -> None:
    store = empty_store()
    grow(store, FACTS[:7])
    running = asyncio.create_task(Projector(store, store).run())
    await until(store, 7)
    grow(store, FACTS[7:])
    await until(store, len(FACTS))
    running.cancel()
    assert await stored(store, "standings") == await fresh(store, "standings")


async def until(store: MemoryStore, version: int) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while (await stored(store, "standings"))[0] < version:  # noqa: ASYNC110 - rows ring no bell
            await asyncio.sleep(0.001)


class Faltering(MemoryStore):
    """A store that does not answer the first time."""

    failures = 1

    async def wakes(self) -> AsyncIterator[int]:
        if self.failures:
            self.failures -= 1
            raise StoreUnavailable
        async for head in super().wakes():
            yield head


async def test_a_projector_waits_for_a_store_that_does_not_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("planilla.application.projector.PAUSE_S", 0)
    plain = empty_store()
    store = Faltering(clock=plain._handler._clock, ids=plain._handler._ids)
    grow(store, FACTS)
    running = asyncio.create_task(Projector(store, store).run())
    await until(store, len(FACTS))
    running.cancel()
    assert store.failures == 0


class Failing(MemoryStore):
    """A store that does not take rows the first time."""

    failures = 1

    async def save_rows(self, tournament: str, *savings: Saving) -> None:
        if self.failures:
            self.failures -= 1
            raise StoreUnavailable
        await super().save_rows(tournament, *savings)


async def test_rows_that_could_not_be_stored_are_stored_the_next_time() -> None:
    plain = empty_store()
    store = Failing(clock=plain._handler._clock, ids=plain._handler._ids)
    grow(store, FACTS[:8])
    projector = Projector(store, store)
    with pytest.raises(StoreUnavailable):
        await projector.project("club")
    grow(store, FACTS[8:])
    await projector.project("club")
    assert await stored(store, "pairings") == await fresh(store, "pairings")


async def test_a_view_that_met_a_poison_event_can_fail_to_be_stored_as_any_other() -> None:
    store = poisoned_store(Failing)
    projector = Projector(store, store)
    with pytest.raises(StoreUnavailable):
        await projector.project("club")
    assert projector.stopped["club", "standings", 1000].version == 9


async def test_a_log_that_cannot_be_read_loses_no_rows() -> None:
    """The second reading fails: what was followed by then is followed again."""
    plain = empty_store()
    store = Mute(clock=plain._handler._clock, ids=plain._handler._ids)
    grow(store, FACTS[:8])
    projector = Projector(store, store)
    await projector.project("club")
    first = next(iter(VIEWS))
    projector._foldings.pop(("club", first, await stored_version(store, VIEWS[first])))
    grow(store, FACTS[8:])
    store.fails_in = 2
    with pytest.raises(StoreUnavailable):
        await projector.project("club")
    await projector.project("club")
    for name in VIEWS:
        assert await stored(store, name) == await fresh(store, name)


class Mute(MemoryStore):
    """A store whose log fails once, after a few readings."""

    fails_in = -1

    async def events(
        self, tournament: str, after: int = 0, upto: int | None = None
    ) -> tuple[Recorded, ...]:
        self.fails_in -= 1
        if self.fails_in == 0:
            raise StoreUnavailable
        return await super().events(tournament, after, upto)


async def test_many_rows_are_stored_view_by_view(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("planilla.application.projector.ROWS_AT_ONCE", 1)
    store = empty_store()
    grow(store, FACTS)
    await Projector(store, store).project("club")
    for name in ("standings", "pairings", "timeline"):
        assert await stored(store, name) == await fresh(store, name)


async def test_a_poison_event_stops_its_projection_and_says_where() -> None:
    store = poisoned_store()
    projector = Projector(store, store)
    await projector.project("club")
    await projector.project("club")
    stop = projector.stopped["club", "standings", 1000]
    assert (stop.position, stop.version, stop.code) == (9, 9, "UnknownEvent")
    assert (await stored(store, "standings"))[0] == 8


async def test_a_rebuild_switches_to_new_rows_and_drops_the_old() -> None:
    store = empty_store()
    grow(store, FACTS)
    projector = Projector(store, store)
    await projector.project("club")
    wrong = Saving(
        view="standings", view_version=1000, changed={"wrong": (12, b"[1]")}, checkpoint=12
    )
    await store.save_rows("club", wrong)
    assert await projector.rebuild("standings") == 1001
    assert await stored(store, "standings") == await fresh(store, "standings")
    assert await store.load_rows("club", "standings", 1000) == (0, {})


async def test_a_rebuild_that_meets_poison_changes_nothing() -> None:
    store = poisoned_store()
    projector = Projector(store, store)
    await projector.project("club")
    with pytest.raises(RebuildStopped):
        await projector.rebuild("standings")
    assert await stored_version(store, VIEWS["standings"]) == 1000


async def test_a_new_version_of_a_view_in_the_code_supersedes_its_rebuilds() -> None:
    store = empty_store()
    grow(store, FACTS)
    await Projector(store, store).rebuild("players")
    newer = msgspec.structs.replace(VIEWS["players"], version=2)
    assert await stored_version(store, newer) == 2000


async def test_only_so_many_foldings_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("planilla.application.projector.TOURNAMENTS_MAX", 1)
    store = empty_store()
    grow(store, FACTS)
    grow(store, FACTS, "liga")
    projector = Projector(store, store)
    for tournament in ("club", "liga", "club"):
        await projector.project(tournament)
        # Each act looks through them all, and every tournament is followed at a start.
        assert list(projector._projected_at) == [tournament]
    assert len(projector._foldings) == len(VIEWS)
    assert await stored(store, "standings") == await fresh(store, "standings")


async def test_a_poison_event_far_from_the_head_leaves_true_rows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("planilla.application.projector.JUMP", 2)
    store = poisoned_store()
    for version in (10, 11, 12):
        later = recorded(FACTS[version - 1], version)
        store.ledger.log.append(later)
    projector = Projector(store, store)
    await projector.project("club")
    assert projector.stopped["club", "standings", 1000].version == 9
    then, rows = await Queries(store).rows_at("club", "standings", 8)
    assert await stored(store, "standings") == (then, as_json(rows))


async def test_a_long_log_is_folded_in_jumps(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is read some facts at a time; those after what is stored are told apart at the end."""
    monkeypatch.setattr("planilla.application.projector.JUMP", 2)
    monkeypatch.setattr("planilla.application.projector.EVENTS_AT_ONCE", 3)
    store = empty_store()
    for upto in (6, len(FACTS)):
        grow(store, FACTS[await store.head("club") : upto])
        await Projector(store, store).project("club")
        assert await stored(store, "standings") == await fresh(store, "standings")


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


async def test_wake_ups_that_end_or_come_early_are_made_good(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("planilla.application.projector.PAUSE_S", 0.001)
    plain = empty_store()
    store = Halting(clock=plain._handler._clock, ids=plain._handler._ids)
    grow(store, FACTS[:7])
    running = asyncio.create_task(Projector(store, store).run())
    await until(store, 7)
    store.lagging = 1
    grow(store, FACTS[7:])
    await until(store, len(FACTS))
    running.cancel()
    assert store.lagging == 0


class Busy(MemoryStore):
    """A store of a hall in which results never cease."""

    asked = 0

    async def position(self) -> int:
        self.asked += 1
        return await super().position() + (self.asked % 2)


@pytest.mark.parametrize("patience_s", [0, 0.02])
async def test_rows_are_stored_even_where_it_is_never_quiet(patience_s: float) -> None:
    plain = empty_store()
    store = Busy(clock=plain._handler._clock, ids=plain._handler._ids)
    grow(store, FACTS)
    projector = Projector(store, store, quiet_s=0.001, patience_s=patience_s)
    running = asyncio.create_task(projector.run())
    await until(store, len(FACTS))
    running.cancel()
    assert store.asked >= (2 if patience_s else 1)


async def test_a_projector_looks_only_at_what_is_new() -> None:
    store = empty_store()
    grow(store, FACTS)
    projector = Projector(store, store)
    assert await projector._advance(7, len(FACTS)) == len(FACTS)
    assert await projector._advance(len(FACTS), len(FACTS)) == len(FACTS)
    assert await stored(store, "standings") == await fresh(store, "standings")


async def test_of_tournaments_with_many_facts_fewer_are_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Twice the facts of one are too many; the one at hand is kept however long it is."""
    store = empty_store()
    projector = Projector(store, store)
    grow(store, FACTS, "liga")
    grow(store, FACTS)
    monkeypatch.setattr("planilla.application.projector.FACTS_MAX", 2 * len(FACTS) - 1)
    await projector.project("liga")
    await projector.project("club")
    assert {tournament for tournament, _, _ in projector._foldings} == {"club"}
    assert len(projector._foldings) == len(VIEWS)
    monkeypatch.setattr("planilla.application.projector.FACTS_MAX", 0)
    await projector.project("liga")
    assert {tournament for tournament, _, _ in projector._foldings} == {"liga"}
    assert await stored(store, "standings") == await fresh(store, "standings")
