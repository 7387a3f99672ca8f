"""The beginning of the log that the public sees: at a time, in a history, through a gate, live."""

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest

from application.test_watch import PAIRINGS, QUICK, settle, told
from dsl.live_client import empty_store, grow, recorded
from dsl.tournaments import ROUND_1, ROUND_2_BOARDS, facts, published
from dsl.tournaments import recorded as result
from dsl.walks import walk
from planilla.adapters.memory import MemoryStore, SetClock
from planilla.application.envelope import Recorded
from planilla.application.publication import Gate, public_upto
from planilla.application.queries import NoSuchVersion, Queries
from planilla.application.roles import RIGHTS, Role
from planilla.application.states import History, HistoryEntry
from planilla.application.watch import Hub
from planilla.audit.seal import GENESIS
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.notices import NoticePosted
from planilla.domain.tournament.publication import EverythingPublished, PublicationSet
from planilla.domain.tournament.values import PublicLevel

NOTHING, PAIRINGS_ONLY, RESULTS, STANDINGS = PublicLevel
BEGUN = len(ROUND_1)
OWNER = RIGHTS[Role.OWNER].views
MINUTE_US = 60_000_000


def limit(level: PublicLevel, minutes: int = 0) -> PublicationSet:
    return PublicationSet(level=level, delay_minutes=minutes)


def log_of(found: Sequence[Fact], commands: Sequence[int] = ()) -> tuple[Recorded, ...]:
    events: list[Recorded] = []
    for at, fact in enumerate(found):
        last = events[-1].hash if events else GENESIS
        command = commands[at] if commands else at
        events.append(recorded(fact, fact.version, last, command=command))
    return tuple(events)


def history_of(*events: Event, minutes: Sequence[int] = ()) -> History:
    """A history of round 1 and these events, the last ones recorded at these minutes."""
    found = list(facts(*ROUND_1, *events))
    for at, minute in enumerate(minutes, start=len(found) - len(minutes)):
        event, version = found[at].event, found[at].version
        found[at] = Fact(version=version, recorded_at=minute * MINUTE_US, event=event)
    return History(tournament="club").continued(log_of(found))


def seen(history: History, minute: int = 10**6) -> tuple[int, int]:
    """The versions of results and standings after round 1 that are public at a minute."""
    at = minute * MINUTE_US
    found = (history.published(at, level).version - BEGUN for level in (RESULTS, STANDINGS))
    return tuple(found)  # type: ignore[return-value]  # there are two


ONE, OTHER = result("1.1", "1-0"), result("1.2", "0-1")
NEXT = published(2, *ROUND_2_BOARDS)


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        pytest.param([ONE, OTHER], (2, 2), id="no limit"),
        pytest.param([limit(NOTHING), ONE], (1, 1), id="nothing"),
        pytest.param([limit(PAIRINGS_ONLY), ONE, OTHER], (1, 1), id="results wait"),
        pytest.param([limit(PAIRINGS_ONLY), ONE, OTHER, NEXT], (4, 4), id="until the next round"),
        pytest.param([limit(RESULTS), ONE, OTHER], (3, 1), id="standings wait"),
        pytest.param([limit(RESULTS), ONE, limit(STANDINGS)], (3, 3), id="no limit any more"),
        pytest.param([limit(NOTHING), ONE, EverythingPublished(), OTHER], (3, 3), id="until now"),
        pytest.param([limit(NOTHING), NEXT], (1, 1), id="a round waits too"),
    ],
)
def test_a_history_ends_where_the_public_sees_no_further(
    events: list[Event], expected: tuple[int, int]
) -> None:
    assert seen(history_of(*events)) == expected


@pytest.mark.parametrize(
    ("minute", "expected"),
    [(10, 1), (23, 1), (24, 2), (25, 3), (29, 3), (30, 4)],
)
def test_each_fact_waits_for_its_delay(minute: int, expected: int) -> None:
    """15 minutes from minute 9 on: the limit is public at 24, 1.2 of 10 at 25, the round at 30."""
    history = history_of(ONE, limit(STANDINGS, 15), OTHER, NEXT, minutes=(5, 9, 10, 15))
    assert seen(history, minute) == (expected, expected)


def test_a_shorter_delay_lets_no_later_fact_pass_an_earlier_one() -> None:
    """1.1 of minute 10 waits until 40; then 5 minutes hold, and 1.2 of minute 12 waits as long."""
    events = [limit(STANDINGS, 30), ONE, limit(STANDINGS, 5), OTHER]
    history = history_of(*events, minutes=(1, 10, 11, 12))
    assert [seen(history, minute)[1] for minute in (30, 31, 39, 40)] == [0, 1, 1, 4]


def test_a_clock_that_is_behind_withholds_nothing() -> None:
    history = history_of(limit(RESULTS), ONE, minutes=(50, 60))
    assert seen(history, 3) == (2, 1)


def test_a_moment_of_the_past_asks_for_what_was_seen_then() -> None:
    history = history_of(ONE, limit(NOTHING), OTHER, EverythingPublished(), minutes=(1, 2, 3, 9))
    found = [history.public_version(each * MINUTE_US, STANDINGS) - BEGUN for each in (1, 3, 8, 9)]
    assert found == [1, 2, 2, 4]
    assert history.public_version(0, STANDINGS) == 0, "nothing was recorded yet"


def walks() -> Iterator[tuple[int, tuple[Fact, ...]]]:
    for seed in range(60):
        chance = random.Random(f"publication {seed}")
        numbers = [chance.randrange(10_000) for _ in range(40)]
        yield seed, walk(numbers, ("swiss-dutch-2026", "round-robin")[seed % 2], publishes=True)[0]


def test_what_is_public_grows_and_a_gate_and_a_history_agree_about_it() -> None:
    """Random tournaments in which the publication is set again and again, at random times."""
    waited = 0
    for seed, found in walks():
        chance = random.Random(f"times {seed}")
        events = log_of(found, [(fact.version - 1) // 3 for fact in found])
        for level in (RESULTS, STANDINGS):
            gate, passed, history = Gate(level), 0, History(tournament="club")
            before, now, at = 0, 0, 0
            while at < len(events):
                new = events[at : at + chance.choice((0, 3, 6, 9))]
                at += len(new)
                now += chance.choice((0, 1_000_000, 20_000_000))
                history = history.continued(new) if new else history
                if not history.entries:
                    continue
                late = max(now, history.entries[-1].recorded_at)
                passed += len(gate.passed(new, now))
                reached = public_upto(history.entries, late, level)
                assert reached == history.published(now, level).version == passed >= before
                assert gate.is_closing or passed == at
                waited += passed < at
                before = reached
    assert waited > 500, "they wait now and then"


def test_what_the_public_sees_ends_at_an_act() -> None:
    for _, found in walks():
        commands = [(fact.version - 1) // 3 for fact in found]
        history = History(tournament="club").continued(log_of(found, commands))
        ends = {one.version for one, next_ in pairwise(history.entries) if not same(one, next_)}
        for entry in history.entries:
            upto = public_upto(history.entries, entry.recorded_at, STANDINGS)
            assert upto in ends | {0, history.version}


def same(one: HistoryEntry, other: HistoryEntry) -> bool:
    return one.command_id == other.command_id


# --- live ---------------------------------------------------------------------------------------


def held_store(*events: Event) -> MemoryStore:
    store = empty_store()
    grow(store, facts(*ROUND_1, *events))
    return store


def more(store: MemoryStore, *events: Event) -> None:
    known = len(store.ledger.log)
    everything = [each.event for each in store.ledger.log]
    grow(store, facts(*everything, *events)[known:])


async def test_the_public_waits_and_the_staff_sees_at_once() -> None:
    store = held_store(limit(PAIRINGS_ONLY))
    async with Hub(store, pace=QUICK).running() as hub:
        public, staff = hub.join(), hub.join()
        await hub.subscribe(public, PAIRINGS, None)
        await hub.subscribe(staff, PAIRINGS, None, OWNER)
        for watcher in (public, staff):
            told(watcher)
        more(store, ONE)
        await settle()
        assert told(public) == []
        assert [frame["o"][1] for frame in told(staff)] == [BEGUN + 2]
        assert (await hub.snapshot(PAIRINGS)).at.version == BEGUN + 1
        assert (await hub.snapshot(PAIRINGS, OWNER)).at.version == BEGUN + 2
        more(store, EverythingPublished())
        await settle()
        (frame,) = told(public)
        assert frame["o"] == [BEGUN + 1, BEGUN + 3]
        assert ["1.1", 4, "1-0"] in frame["rows"]


async def test_who_sees_more_is_sent_to_the_other_channel_when_the_public_begins_to_wait() -> None:
    store = held_store()
    async with Hub(store, pace=QUICK).running() as hub:
        public, staff = hub.join(), hub.join()
        await hub.subscribe(public, PAIRINGS, None)
        await hub.subscribe(staff, PAIRINGS, None, OWNER)
        assert len(hub._channels) == 1, "as long as nobody waits there is one channel"
        for watcher in (public, staff):
            told(watcher)
        more(store, limit(NOTHING))
        await settle()
        assert told(staff) == [{"c": PAIRINGS, "reset": {"why": "publication"}}]
        await hub.subscribe(staff, PAIRINGS, None, OWNER)
        assert len(hub._channels) == 2
        more(store, ONE)
        await settle()
        assert [frame["o"][1] for frame in told(staff)[-1:]] == [BEGUN + 2]
        assert all(frame["o"][1] <= BEGUN + 1 for frame in told(public))


async def test_whose_link_is_revoked_waits_with_the_public() -> None:
    rights = [OWNER]

    async def views(_: str) -> frozenset[object]:
        return rights[0]

    store = held_store(limit(NOTHING), ONE)
    hub = Hub(store, pace=QUICK)
    staff = hub.join(views_of=views)  # type: ignore[arg-type]  # views
    await hub.subscribe(staff, PAIRINGS, None, OWNER)
    assert told(staff)[0]["ok"]["at"][1] == BEGUN + 2
    rights[0] = frozenset()
    await hub._look_after_channels()
    assert told(staff)[-1] == {"c": PAIRINGS, "reset": {"why": "publication"}}
    await hub.subscribe(staff, PAIRINGS, None)
    assert told(staff)[0]["ok"]["at"][1] == BEGUN + 1


async def test_what_is_delayed_comes_with_a_heartbeat_when_it_is_time() -> None:
    clock = SetClock(0)
    store = held_store(limit(STANDINGS, 1), ONE)
    async with Hub(store, pace=QUICK, clock=clock).running() as hub:
        public = hub.join()
        await hub.subscribe(public, PAIRINGS, None)
        assert told(public)[0]["ok"]["at"][1] == BEGUN
        clock.time = 3 * MINUTE_US
        await hub._look_after_channels()
        await settle()
        assert told(public)[-1]["o"] == [BEGUN, BEGUN + 2]


async def test_notices_never_wait() -> None:
    store = held_store(limit(NOTHING, 30))
    async with Hub(store, pace=QUICK).running() as hub:
        public = hub.join()
        await hub.subscribe(public, "t/club/notices", None)
        told(public)
        more(store, NoticePosted(note="sealed"))
        await settle()
        (frame,) = told(public)
        assert frame["rows"][0][0] == str(BEGUN + 2)


async def test_a_past_moment_that_is_not_public_is_none() -> None:
    store = held_store(limit(NOTHING), ONE)
    queries = Queries(store)
    assert (await queries.rows_at("club", "pairings", BEGUN + 2))[0] == BEGUN + 2
    assert (await queries.rows_at("club", "pairings", level=RESULTS))[0] == BEGUN + 1
    with pytest.raises(NoSuchVersion):
        await queries.rows_at("club", "pairings", BEGUN + 2, level=RESULTS)
    assert (await queries.state_at("club", level=RESULTS)).version == BEGUN + 1
