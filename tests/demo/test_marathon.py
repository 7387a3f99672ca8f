"""A marathon that plays itself, by a clock of its own, from however the hall stands."""

import msgspec
import pytest

from planilla.adapters.memory import CountedIds, MemoryStore
from planilla.demo.marathon import (
    CORRECTED_GAME,
    Marathon,
    begin,
    next_act,
    play,
)
from planilla.domain.tournament.corrections import ResultCorrected
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.masnou.events import (
    Away,
    PlayerStoodDown,
    PlayoffDrawn,
    TableAdded,
    TableWithdrawn,
)
from planilla.domain.tournament.masnou.hall import Status, hall_of
from planilla.domain.tournament.results import ResultRecorded
from planilla.domain.tournament.state import Tournament

MINUTE = 60_000_000
SMALL = Marathon(players=9, tables=2, duration=60, seed=2, names=("Ana", "Berta"))


class SetTime:
    """A clock that is at once where somebody sleeps to."""

    def __init__(self) -> None:
        self.moment = 0

    def now(self) -> int:
        """The time."""
        return self.moment

    async def sleep_until(self, moment: int) -> None:
        """Be there."""
        self.moment = moment


def a_store(time: SetTime) -> MemoryStore:
    return MemoryStore(clock=time, ids=CountedIds())


def state_of(store: MemoryStore) -> Tournament:
    return fold(recorded.fact for recorded in store.ledger.log)


def told(store: MemoryStore, kind: type[Event]) -> list[Event]:
    events = (recorded.fact.event for recorded in store.ledger.log)
    return [event for event in events if isinstance(event, kind)]


async def played(plan: Marathon) -> MemoryStore:
    time = SetTime()
    store = a_store(time)
    await begin(plan, bus=store, log=store, time=time)
    await play(plan, bus=store, log=store, time=time)
    return store


@pytest.mark.anyio
async def test_it_is_played_to_the_end_of_its_time() -> None:
    store = await played(SMALL)
    state = state_of(store)
    assert state.finished
    hall = hall_of(state)
    assert hall.ends_at - hall.opened_at == SMALL.duration * MINUTE
    assert len(state.entrants) == SMALL.players
    left = {member.status for member in hall.members.values()}
    assert left.isdisjoint({Status.PLAYING, Status.CALLED})


@pytest.mark.anyio
async def test_it_has_the_disorder_of_an_evening() -> None:
    store = await played(SMALL)
    (added,) = told(store, TableAdded)
    (withdrawn,) = told(store, TableWithdrawn)
    assert added == TableAdded(table=SMALL.tables + 1)
    assert withdrawn == TableWithdrawn(table=SMALL.tables + 1)
    (corrected,) = told(store, ResultCorrected)
    assert isinstance(corrected, ResultCorrected)
    assert corrected.game == CORRECTED_GAME
    stood_down = told(store, PlayerStoodDown)
    away = {event.away for event in stood_down if isinstance(event, PlayerStoodDown)}
    assert away == {Away.PAUSED, Away.ABSENT}


@pytest.mark.anyio
async def test_with_a_clock_a_game_takes_a_third_of_what_both_have_to_a_bit_more_than_all() -> None:
    # 2 x 5 minutes are 600 seconds: a third is 200, all and a sixth 700
    store = await played(msgspec.structs.replace(SMALL, clock=5))
    hall = hall_of(state_of(store))
    seconds = [
        (recorded.fact.recorded_at - game.at) / 1_000_000
        for recorded in store.ledger.log
        if isinstance(event := recorded.fact.event, ResultRecorded)
        and (game := hall.find(event.game)) is not None
    ]
    assert len(seconds) > 5
    assert min(seconds) >= 200
    assert max(seconds) <= 700


@pytest.mark.anyio
async def test_the_same_seed_plays_the_same_marathon() -> None:
    first, second = [(await played(SMALL)).ledger.log for _ in range(2)]
    assert [each.data for each in first] == [each.data for each in second]


@pytest.mark.anyio
async def test_it_goes_on_where_it_stopped() -> None:
    time = SetTime()
    store = a_store(time)
    await begin(SMALL, bus=store, log=store, time=time)
    before = len(store.ledger.log)
    await begin(SMALL, bus=store, log=store, time=time)
    assert len(store.ledger.log) == before
    await play(SMALL, bus=store, log=store, time=time)
    await play(SMALL, bus=store, log=store, time=time)
    assert state_of(store).finished
    assert next_act(SMALL, state_of(store), time.now()) is None


@pytest.mark.anyio
async def test_a_shared_first_place_is_played_off() -> None:
    tied = Marathon(players=4, tables=2, duration=2, call_seconds=0, seed=2, names=("Ana",))
    store = await played(tied)
    assert told(store, PlayoffDrawn)
    assert state_of(store).finished


@pytest.mark.anyio
async def test_what_is_refused_again_and_again_ends_it() -> None:
    time = SetTime()
    store = a_store(time)
    nobody = Marathon(players=0, tables=1, names=("Ana",))
    await begin(nobody, bus=store, log=store, time=time)
    await play(nobody, bus=store, log=store, time=time)
    assert not state_of(store).memory.has_games
