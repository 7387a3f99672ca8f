"""States that several hold are one value in memory, and nothing keeps those that nobody holds."""

import dataclasses
import gc
import time
import weakref
from types import SimpleNamespace

import pytest

from dsl.following import followed
from dsl.live_client import empty_store, grow
from dsl.tournaments import AFTER_2, facts
from planilla.adapters.memory import CountedIds, MemoryLedger, MemoryStore, SetClock
from planilla.application.decisions import PendingCommand
from planilla.application.envelope import Recorded
from planilla.application.handle import Handler, answered
from planilla.application.integrity import Integrity
from planilla.application.queries import Queries
from planilla.application.states import History, States, TournamentReader, shared_state
from planilla.application.watch import Hub
from planilla.domain.tournament.drafting import RoundPaired, RoundPairing
from planilla.domain.tournament.event import Audience
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.state import Tournament
from stores import evening, result

FACTS = facts(*AFTER_2)


def held_after(version: int) -> int:
    """The states of that version that are in memory, whoever holds them."""
    gc.collect()
    found = [each for each in gc.get_objects() if isinstance(each, Tournament)]
    return sum(each.version == version for each in found)


async def test_all_who_follow_a_tournament_hold_one_state_for_each_audience() -> None:
    """Three channels, the pages and the queries hold one state for each audience."""
    before = held_after(len(FACTS))
    store = empty_store()
    grow(store, FACTS)
    hub, readings = Hub(store), TournamentReader(store, Integrity())
    queries = Queries(store)
    for view in ("standings", "pairings", "crosstable"):
        await hub.snapshot(f"t/club/{view}")
    await readings.history("club")
    for audience in Audience:
        await queries.state_at("club", None, audience)
    assert held_after(len(FACTS)) - before <= len(Audience)


async def test_they_still_hold_one_when_the_log_has_grown() -> None:
    before = held_after(len(FACTS))
    store = empty_store()
    grow(store, FACTS[:-1])
    hub = Hub(store)
    for upto in (len(FACTS) - 1, len(FACTS)):
        grow(store, FACTS[await store.head("club") : upto])
        for view in ("standings", "pairings"):
            await hub.snapshot(f"t/club/{view}")
    assert held_after(len(FACTS)) - before <= len(Audience)


def test_what_nobody_holds_is_not_kept() -> None:
    state = fold(FACTS)
    assert shared_state(Audience.STAFF, b"last", state) is state
    assert shared_state(Audience.STAFF, b"last", fold(FACTS)) is state
    seen = weakref.ref(state)
    del state
    gc.collect()
    assert seen() is None


def test_a_projection_looks_at_no_rows_again_after_an_equal_state_was_exchanged() -> None:
    """The last seen state is exchanged as well; otherwise every later fact would be a change."""
    projection, other = followed("standings", FACTS), followed("players", FACTS)
    other.share(b"the same log")
    projection.share(b"the same log")
    assert projection._seen is projection.state is other.state


async def test_of_histories_with_many_facts_fewer_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("planilla.application.states.FACTS_MAX", len(FACTS))
    store, states = empty_store(), States()
    readings = TournamentReader(store, Integrity(), states)
    for tournament in ("club", "liga"):
        grow(store, FACTS, tournament)
        found = await readings.history(tournament)
        assert found is not None
        assert found.version == len(FACTS)
    assert [bool(states.of(each).size) for each in ("club", "liga")] == [False, True]


async def test_a_past_state_that_is_kept_keeps_no_history() -> None:
    store = empty_store()
    grow(store, FACTS)
    states = States()
    readings = TournamentReader(store, Integrity(), states)
    history = await readings.history("club")
    assert history is not None
    asked = history.state_at(5, to_staff=True)
    assert asked.version == 5
    seen = weakref.ref(history)
    states.clear()
    del history
    gc.collect()
    assert seen() is None


async def test_both_audiences_have_one_state_while_the_staff_sees_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A draft parts the states; when it is published they are equal, and one again."""
    monkeypatch.setattr("planilla.application.states.COMPARISON_INTERVAL", 1)
    published = next(place for place, each in enumerate(AFTER_2) if isinstance(each, RoundPairing))
    fields = {name: getattr(AFTER_2[published], name) for name in RoundPairing.__struct_fields__}
    told = facts(*AFTER_2[:published], RoundPaired(**fields), *AFTER_2[published:])
    found = []
    for count in (published + 1, len(told)):
        store = empty_store()
        grow(store, told[:count])
        history = await TournamentReader(store, Integrity()).history("club")
        assert history is not None
        found.append(history)
    before, after = found
    assert before.public.version < before.staff.version
    assert after.public is after.staff


async def test_what_nobody_looked_at_for_a_while_is_not_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    clock = SimpleNamespace(monotonic=lambda: now[0], perf_counter=time.perf_counter)
    monkeypatch.setattr("planilla.application.states.time", clock)
    store, states = empty_store(), States()
    readings = TournamentReader(store, Integrity(), states)
    for at, tournament in ((0.0, "club"), (300.0, "liga"), (700.0, "copa")):
        now[0] = at
        grow(store, FACTS, tournament)
        await readings.history(tournament)
    assert [bool(states.of(each).size) for each in ("club", "liga", "copa")] == [False, True, True]


@pytest.mark.parametrize("is_whole", [True, False])
async def test_a_command_is_decided_on_the_tournament_that_pages_have_read(
    monkeypatch: pytest.MonkeyPatch, *, is_whole: bool
) -> None:
    """The writer reads nothing then, unless the chain of what pages have read is broken."""
    store, states, read = MemoryStore(clock=SetClock(), ids=CountedIds()), States(), list[int]()
    store.submit_all(evening())
    tournament, events = evening()[0].tournament, MemoryLedger.events
    history = await TournamentReader(store, Integrity(), states).history(tournament)
    assert history is not None
    states.keep(tournament, history=dataclasses.replace(history, is_whole=is_whole))

    def noted(self: MemoryLedger, name: str, after: int) -> tuple[Recorded, ...]:
        read.append(after)
        return events(self, name, after)

    monkeypatch.setattr(MemoryLedger, "events", noted)
    writer = Handler(store.ledger, clock=SetClock(), ids=CountedIds(), states=states)
    admitted = writer.admit(result("1.1", "1-0"))
    assert isinstance(admitted, PendingCommand)
    assert answered(writer.execute((admitted,))[0])[0].status == "done"
    assert read == ([] if is_whole else [0])
    latest = states.of(tournament).latest
    assert latest is not None
    assert latest.head.version == history.version + 1


async def test_a_long_history_has_half_as_many_checkpoints_twice_as_far_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Twelve facts: of checkpoints at 1 to 4 those at 2 and 4 stay, of 2 to 8 those at 4 and 8."""
    monkeypatch.setattr("planilla.application.states.STATES_MAX", 3)
    store = empty_store()
    grow(store, FACTS)
    log = await store.events("club", 0)
    history = History(tournament="club", kept_each=1).continued(log)
    assert [each.version for each in history.kept] == [4, 8, 12]
    for version in range(1, len(FACTS) + 1):
        assert history.state_at(version, to_staff=True) == fold(FACTS[:version])


async def test_many_facts_of_a_known_tournament_are_read_in_a_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("planilla.application.states.UNTHREADED_FACTS_MAX", 2)
    store = empty_store()
    readings = TournamentReader(store, Integrity())
    for upto in (3, len(FACTS)):
        grow(store, FACTS[await store.head("club") : upto])
        history = await readings.history("club")
        assert history is not None
        assert history.version == upto


async def test_a_fault_of_ours_is_not_called_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> History:
        raise ZeroDivisionError

    monkeypatch.setattr(History, "continued", fails)
    store = MemoryStore(clock=SetClock(), ids=CountedIds())
    store.submit_all(evening())
    with pytest.raises(ZeroDivisionError):
        await TournamentReader(store, Integrity()).history("club")
