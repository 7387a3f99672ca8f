"""What every store promises: one suite against memory, SQLite and PostgreSQL."""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from typing import Protocol

import pytest
from msgspec.structs import replace

from patience import PATIENCE_S
from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.adapters.store.database import Database
from planilla.application.alarm import firing
from planilla.application.due import Due
from planilla.application.envelope import Actor, Person
from planilla.application.ports import CommandBus, Grants, Log, People, Timers
from planilla.application.roles import Grant, Role, Span, WallProgramme, WallShow, full_grant
from planilla.audit.seal import commitment_to, holes, verify
from planilla.domain.tournament.corrections import ResultCorrected
from planilla.domain.tournament.entrants import EntrantEntered, PersonalDataCorrected
from stores import EVENING_VERSION, NAMES, created, entered, evening, flips, result, submission

pytestmark = pytest.mark.anyio


class Store(Protocol):
    """All ports of a store."""

    @property
    def bus(self) -> CommandBus: ...
    @property
    def log(self) -> Log: ...
    @property
    def grants(self) -> Grants: ...
    @property
    def people(self) -> People: ...
    @property
    def timers(self) -> Timers: ...


class InMemory:
    def __init__(self, clock: SetClock) -> None:
        store = MemoryStore(clock=clock, ids=CountedIds())
        self.bus: CommandBus = store
        self.log: Log = store
        self.grants: Grants = store
        self.people: People = store
        self.timers: Timers = store


@pytest.fixture
def clock() -> SetClock:
    return SetClock(now=1_000)


@pytest.fixture(
    params=["memory", "sqlite", pytest.param("postgresql", marks=pytest.mark.service)],
)
async def store(request: pytest.FixtureRequest, clock: SetClock) -> AsyncIterator[Store]:
    if request.param == "memory":
        yield InMemory(clock)
        return
    fixture = {"sqlite": "sqlite_url", "postgresql": "migrated_postgres_url"}[request.param]
    url = request.getfixturevalue(fixture)
    async with Database(url, clock=clock, ids=CountedIds()) as database:
        yield database


async def played(store: Store, tournament: str = "club") -> None:
    for wish in evening(tournament):
        assert (await store.bus.submit(wish)).status == "done"


async def test_what_is_recorded_can_be_read_and_verifies(store: Store) -> None:
    await played(store)

    events = await store.log.events("club")

    assert [event.version for event in events] == list(range(1, EVENING_VERSION + 1))
    assert [event.type for event in events[-3:]] == [
        "PairingNumbersAssigned",
        "RoundPaired",
        "PairingsPublished",
    ]
    assert verify(events) == ()
    assert await store.log.head("club") == EVENING_VERSION


@pytest.mark.parametrize(
    "name",
    ["nobody", "", "a\0b", "\udcff", "x" * 70_000],
    ids=["unknown", "empty", "null", "no UTF-8", "long"],
)
async def test_what_no_tournament_can_be_called_is_unknown(store: Store, name: str) -> None:
    await played(store)
    log = store.log
    assert await log.events(name) == ()
    assert (await log.head(name), await log.erased(name)) == (0, 0)
    assert (await log.people(name), await log.texts(name, "staff")) == ({}, {})
    assert await log.last_before(name, 9) is None
    apart = await log.apart(name)
    assert (apart.people, apart.texts) == ((), ())


async def test_positions_run_over_all_tournaments_without_holes(store: Store) -> None:
    await played(store, "a")
    await played(store, "b")

    log = await store.log.since(0)

    assert len(log) == 2 * EVENING_VERSION
    assert holes(event.position for event in log) == ()
    assert [event.position for event in await store.log.since(15, limit=2)] == [16, 17]


async def test_a_part_of_a_stream_can_be_read(store: Store) -> None:
    await played(store)
    found = await store.log.events("club", 2, 4)
    assert [event.version for event in found] == [3, 4]


async def test_entries_are_read_by_position_and_the_last_event_up_to_one(store: Store) -> None:
    await played(store, "a")
    await played(store, "b")
    log = await store.log.since(0)

    assert await store.log.position() == len(log)
    hexes = [event.hash.hex() for event in log]
    entries = await store.log.entries(0, len(log))
    assert entries[0] == f'["tournament/a",1,"{hexes[0]}"]'.encode()
    assert entries[EVENING_VERSION] == f'["tournament/b",1,"{hexes[EVENING_VERSION]}"]'.encode()
    assert await store.log.entries(2, 4) == entries[2:4]
    assert await store.log.last_before("a", EVENING_VERSION + 3) == log[EVENING_VERSION - 1]
    assert await store.log.last_before("b", EVENING_VERSION + 3) == log[EVENING_VERSION + 2]
    assert await store.log.last_before("b", EVENING_VERSION) is None
    assert await store.log.last_before("a", 0) is None
    assert len(bytes.fromhex(await store.log.log_id())) == 16


async def test_an_unknown_tournament_is_empty(store: Store) -> None:
    assert await store.log.head("nowhere") == 0
    assert await store.log.position() == 0
    assert await store.log.events("nowhere") == ()
    assert await store.log.people("nowhere") == {}
    assert await store.log.tournaments() == ()


async def test_the_same_command_id_gets_the_first_answer_again(store: Store) -> None:
    await played(store)
    wish = result("1.1", "1-0", command_id="phone-1")
    first = await store.bus.submit(wish)
    await store.bus.submit(submission("withdraw-result", {"game": "1.1"}))

    assert await store.bus.submit(wish) == first
    assert await store.log.head("club") == EVENING_VERSION + 2


async def test_a_refusal_is_a_first_answer_too(store: Store) -> None:
    await played(store)
    early = submission("close-round", {"round": 1}, command_id="close-1")
    refused = await store.bus.submit(early)
    assert refused.code == "games-open"
    for game in ("1.1", "1.2", "1.3"):
        await store.bus.submit(result(game, "1-0"))

    assert await store.bus.submit(early) == refused


async def test_a_command_id_with_another_body_is_refused(store: Store) -> None:
    await played(store)
    await store.bus.submit(result("1.1", "1-0", command_id="phone-1"))

    answer = await store.bus.submit(result("1.2", "1-0", command_id="phone-1"))

    assert (answer.status, answer.code) == ("refused", "command-id-reused")
    assert await store.log.head("club") == EVENING_VERSION + 1


async def test_a_command_id_is_used_up_in_one_tournament_alone(store: Store) -> None:
    arbiter = Actor(id="arbiter-of-b", grants=(full_grant("b"),))
    await store.bus.submit(created("a"))
    await store.bus.submit(created("b"))
    late = submission("close-round", {"round": 1}, tournament="b", command_id="x", actor=arbiter)
    first = await store.bus.submit(late)

    answer = await store.bus.submit(
        submission(
            "schedule-timer", {"kind": "reminder", "due_at": 2_000}, tournament="a", command_id="x"
        )
    )

    assert (answer.status, answer.events) == ("done", ("TimerScheduled",))
    assert await store.bus.submit(late) == first


async def test_a_timer_fires_whoever_asked_for_its_command_id_before(
    store: Store, clock: SetClock
) -> None:
    await store.bus.submit(created("a"))
    await store.bus.submit(created("b"))
    remind = {"kind": "reminder", "due_at": 2_000}
    await store.bus.submit(submission("schedule-timer", remind, tournament="a"))
    due = Due(tournament="a", timer="reminder.1", due_at=2_000)
    for tournament in ("a", "b"):
        arbiter = Actor(id="arbiter", grants=(full_grant(tournament),))
        taken = submission(
            "close-round",
            {"round": 1},
            tournament=tournament,
            command_id=firing(due).command_id,
            actor=arbiter,
        )
        answer = await store.bus.submit(taken)
        assert (answer.status, answer.code) == ("malformed", "malformed")
        assert "reserved for timers" in answer.fields["message"]
    clock.time = 2_000

    fired = await store.bus.submit(firing(due))

    assert (fired.status, fired.events) == ("done", ("TimerFired",))


async def test_two_phones_with_one_result_are_told_it_is_so(store: Store) -> None:
    await played(store)
    await store.bus.submit(result("1.1", "1-0"))
    answer = await store.bus.submit(result("1.1", "1-0"))
    assert (answer.status, answer.events) == ("already", ())


async def test_a_stale_version_is_refused(store: Store) -> None:
    await played(store)
    answer = await store.bus.submit(result("1.1", "1-0", expected=EVENING_VERSION - 1))
    assert answer.code == "stale-version"
    assert answer.fields == {"expected": EVENING_VERSION - 1, "actual": EVENING_VERSION}


async def test_a_dry_run_says_what_would_be_recorded_and_writes_nothing(store: Store) -> None:
    await played(store)
    wish = result("1.1", "1-0", dry_run=True, command_id="try")

    assert (await store.bus.submit(wish)).events == ("ResultRecorded",)
    assert await store.log.head("club") == EVENING_VERSION
    # The command id was not used up either.
    answer = await store.bus.submit(result("1.2", "0-1", command_id="try"))
    assert answer.status == "done"


async def test_who_has_no_scope_here_may_not_act(store: Store) -> None:
    arbiter = Actor(id="arbiter", grants=(full_grant("other"),))
    wish = submission("create-tournament", {"name": "Open"}, actor=arbiter)
    assert (await store.bus.submit(wish)).code == "not-permitted"


@pytest.mark.parametrize("character", ["\0", "\x1b", "\u202e"])
async def test_a_name_with_a_sign_that_nobody_sees_is_refused(store: Store, character: str) -> None:
    named = submission("create-tournament", {"name": f"Open{character}de Sants"})
    answer = await store.bus.submit(named)
    assert (answer.status, answer.code) == ("malformed", "unfit-text")
    assert answer.fields == {"path": "name", "character": f"U+{ord(character):04X}"}
    assert await store.log.events("club") == ()


async def test_a_hidden_tournament_is_marked_and_shown_again(store: Store) -> None:
    await played(store)
    await played(store, "other")
    assert not await store.log.hidden("club")
    hide = submission("hide-tournament", {}, tournament="club")
    assert (await store.bus.submit(hide)).status == "done"
    assert await store.log.hidden("club")
    assert not await store.log.hidden("other")
    assert not await store.log.hidden("none")
    assert {each.id: each.hidden for each in await store.log.tournaments()} == {
        "club": True,
        "other": False,
    }
    show = submission("show-tournament", {}, tournament="club")
    assert (await store.bus.submit(show)).status == "done"
    assert not await store.log.hidden("club")


async def test_a_tournament_is_listed_with_its_festival_and_a_link_of_that_opens_it(
    store: Store,
) -> None:
    await played(store)
    await played(store, "other")
    joined = {"id": "opens", "name": "Opens"}
    for command, body in (("join-festival", joined), ("join-festival", {**joined, "name": "O"})):
        assert (await store.bus.submit(submission(command, body))).status == "done"
    assert {each.id: each.festival for each in await store.log.tournaments()} == {
        "club": "opens",
        "other": "",
    }
    grant = Grant(tournament="festival/opens", role=Role.CHECK_IN)
    await store.grants.give("secret", "check-in-1", grant)
    assert await store.grants.holder("secret") == Actor(
        id="check-in-1", grants=(Grant(tournament="club", role=Role.CHECK_IN),)
    )
    stranger = Actor(id="arbiter", grants=(full_grant("other"),))
    refused = submission("join-festival", joined, tournament="other", actor=stranger)
    assert (await store.bus.submit(refused)).code == "festival-of-others"
    assert (await store.bus.submit(submission("leave-festival", {}))).status == "done"
    assert not any(each.festival for each in await store.log.tournaments())
    assert await store.grants.holder("secret") == Actor(id="check-in-1", grants=())


async def test_people_are_found_by_their_fide_id_in_all_tournaments_until_they_are_erased(
    store: Store,
) -> None:
    for tournament, fide_id in (("club", "2200001"), ("other", "2200001"), ("third", "22000012")):
        created = submission("create-tournament", {"name": "Open"}, tournament=tournament)
        person = {"name": "Ana", "fide_id": fide_id, "club": '"fide_id":"2200009"'}
        entered = {"entrants": [{"id": "e1", "person": person}, {"id": "e2", "person": person}]}
        for wish in (created, submission("enter-entrants", entered, tournament=tournament)):
            assert (await store.bus.submit(wish)).status == "done"
    both = ("e1", "e2")
    assert await store.log.entered("2200001") == {"club": both, "other": both}
    assert await store.log.entered("2200009") == {}
    erased = submission("erase-person", {"entrant": "e1"})
    assert (await store.bus.submit(erased)).status == "done"
    assert await store.log.entered("2200001") == {"club": ("e2",), "other": both}


async def test_an_address_with_nul_names_nothing(store: Store) -> None:
    assert await store.log.head("a\0b") == 0


async def test_what_cannot_be_read_is_malformed_and_may_be_sent_again(store: Store) -> None:
    broken = submission("create-tournament", b"{", command_id="once")
    assert (await store.bus.submit(broken)).status == "malformed"
    mended = submission("create-tournament", {"name": "Open", "rounds": 3}, command_id="once")
    assert (await store.bus.submit(mended)).status == "done"


async def test_refusals_name_the_tournament(store: Store) -> None:
    answer = await store.bus.submit(result("1.1", "1-0"))
    assert answer.code == "no-such-tournament"
    assert answer.fields == {"tournament": "club"}


async def test_a_correction_names_the_event_it_corrects(store: Store) -> None:
    await played(store)
    recorded = await store.bus.submit(result("1.1", "1-0"))
    body = {"game": "1.1", "result": "0-1", "corrects": recorded.version, "reason": "the sheet"}
    answer = await store.bus.submit(submission("correct-result", body))

    assert answer.status == "done", answer
    wrong, ruling = (await store.log.events("club"))[-2:]
    assert ruling.corrects == wrong.event_id
    assert ruling.round == wrong.round == 1
    assert isinstance(ruling.event, ResultCorrected)
    assert await store.log.texts("club", "public") == {ruling.event.reason: "the sheet"}


async def test_reasons_about_people_are_for_the_staff(store: Store) -> None:
    await played(store)
    await store.bus.submit(submission("expel-entrant", {"entrant": "f", "reason": "a phone"}))
    assert await store.log.texts("club", "public") == {}
    assert list((await store.log.texts("club", "staff")).values()) == ["a phone"]


async def test_names_are_beside_the_log_and_not_in_it(store: Store) -> None:
    await played(store)

    people = await store.log.people("club")

    assert {person.name for person in people.values()} == set(NAMES)
    assert people["a"] == Person(name="Ada")
    for event in await store.log.events("club"):
        assert not any(name.encode() in event.data for name in NAMES)


async def test_an_erased_person_is_gone_and_the_log_still_verifies(store: Store) -> None:
    await played(store)

    assert await store.log.erased("club") == 0
    assert await store.people.erase_person("club", "a")
    assert (await store.log.erased("club"), await store.log.erased("liga")) == (1, 0)
    assert not await store.people.erase_person("club", "a")
    assert not await store.people.erase_person("club", "nobody")

    assert set(await store.log.people("club")) == {"b", "c", "d", "e", "f"}
    assert verify(await store.log.events("club")) == ()


async def test_corrected_personal_data_replace_the_old(store: Store) -> None:
    await played(store)
    body = {"entrant": "a", "person": {"name": "Ada Lovelace", "birth": "1815-12-10"}}
    await store.bus.submit(submission("correct-personal-data", body))

    assert (await store.log.people("club"))["a"] == Person(name="Ada Lovelace", birth="1815-12-10")
    event = (await store.log.events("club"))[-1].event
    assert isinstance(event, PersonalDataCorrected)


async def test_equal_ratings_are_ordered_by_the_alphabet(store: Store) -> None:
    people = [{"id": id_, "person": {"name": name}} for id_, name in (("x", "Zoe"), ("y", "Ana"))]
    await store.bus.submit(created())
    await store.bus.submit(submission("enter-entrants", {"entrants": people}))
    await store.bus.submit(submission("assign-numbers", {}))
    assert b'"order":["y","x"]' in (await store.log.events("club"))[-1].data


async def test_time_never_runs_backwards_in_a_stream(store: Store, clock: SetClock) -> None:
    await store.bus.submit(created())
    clock.time = 500
    await store.bus.submit(entered("Ada"))
    clock.time = 2_000
    await store.bus.submit(entered("Bea"))

    assert [event.recorded_at for event in await store.log.events("club")] == [1_000, 1_000, 2_000]


async def test_the_list_shows_the_last_changed_first(store: Store, clock: SetClock) -> None:
    await store.bus.submit(created("a"))
    clock.time = 2_000
    await store.bus.submit(created("b"))
    clock.time = 3_000
    await store.bus.submit(entered("Ada", tournament="a"))

    listed = await store.log.tournaments()

    assert [(line.id, line.name, line.version) for line in listed] == [
        ("a", "Open a", 2),
        ("b", "Open b", 1),
    ]
    assert (listed[0].created_at, listed[0].changed_at) == (1_000, 3_000)


async def test_a_wish_that_fails_hurts_no_neighbour(store: Store) -> None:
    await played(store)
    wishes = (
        result("1.1", "1-0"),
        result("9.9", "1-0"),
        submission("record-result", b"[]"),
        result("1.2", "0-1"),
    )
    answers = await asyncio.gather(*(store.bus.submit(wish) for wish in wishes))
    assert [answer.status for answer in answers] == ["done", "refused", "malformed", "done"]
    assert await store.log.head("club") == EVENING_VERSION + 2


async def test_64_submitters_on_one_tournament_are_all_served_in_turn(store: Store) -> None:
    await played(store)
    wishes = iter(flips(256))

    async def submitter() -> list[str]:
        return [(await store.bus.submit(wish)).status for wish in wishes]

    statuses = await asyncio.gather(*(submitter() for _ in range(64)))

    assert [status for each in statuses for status in each] == ["done"] * 256
    events = await store.log.events("club")
    assert len(events) == EVENING_VERSION + 256
    assert verify(events) == ()


async def test_followers_are_woken_with_the_head(store: Store) -> None:
    wakes = store.log.wakes()
    assert await anext(wakes) == 0
    await store.bus.submit(created())
    assert await asyncio.wait_for(anext(wakes), PATIENCE_S) == 1
    await store.bus.submit(entered("Ada"))
    assert await asyncio.wait_for(anext(wakes), PATIENCE_S) == 2
    assert hasattr(wakes, "aclose")
    await wakes.aclose()


async def test_commitments_stand_for_the_people(store: Store) -> None:
    await store.bus.submit(created())
    await store.bus.submit(entered("Ada"))
    event = (await store.log.events("club"))[-1].event
    assert isinstance(event, EntrantEntered)
    # CountedIds: the entry is the first salted thing after the ids of one event and its lot.
    body = b'{"name":"Ada","birth":"","fide_id":"","club":"","contact":"","sex":"","arbiter":""}'
    assert event.person in {commitment_to(n.to_bytes(16), body) for n in range(1, 10)}


async def test_the_epoch_stays(store: Store) -> None:
    before = await store.log.epoch()
    await played(store)
    assert before
    assert await store.log.epoch() == before


async def test_a_secret_link_opens_its_scope_until_it_is_revoked(store: Store) -> None:
    await store.grants.give("secret", "arbiter-1", full_grant("club"))

    assert await store.grants.holder("secret") == Actor(
        id="arbiter-1", grants=(full_grant("club"),)
    )
    assert await store.grants.holder("guess") is None

    (link,) = await store.grants.links()
    assert link.id == hashlib.sha256(b"secret").hexdigest()[:12]
    assert await store.grants.revoke(link.id)
    assert not await store.grants.revoke(link.id)
    assert await store.grants.holder("secret") is None


async def test_a_link_says_when_it_was_used_last_and_who_gave_and_revoked_it(
    store: Store, clock: SetClock
) -> None:
    """The use is noted at intervals of five minutes; what opens nothing is not noted."""
    await store.grants.give("secret", "deputy-1", full_grant("club"), by="arbiter-1")
    (link,) = await store.grants.links()
    assert (link.seen_at, link.given_by, link.revoked_by) == (None, "arbiter-1", "")
    seen = []
    for at in (1_000_000, 2_000_000, 300_999_999, 301_000_000):
        clock.time = at
        assert await store.grants.holder("secret")
        (link,) = await store.grants.links()
        seen.append(link.seen_at)
    assert seen == [1_000_000, 1_000_000, 1_000_000, 301_000_000]
    clock.time = 900_000_000
    assert await store.grants.revoke(link.id, by="organiser")
    assert await store.grants.holder("secret") is None
    (link,) = await store.grants.links()
    assert (link.seen_at, link.given_by, link.revoked_by) == (
        301_000_000,
        "arbiter-1",
        "organiser",
    )


async def test_a_link_that_was_revoked_is_not_opened_by_granting_it_again(store: Store) -> None:
    await store.grants.give("secret", "organiser", full_grant("*"))
    (made,) = await store.grants.links()
    await store.grants.revoke(made.id)
    await store.grants.give("secret", "organiser", full_grant("*"))

    assert await store.grants.holder("secret") is None
    (link,) = await store.grants.links()
    assert (link.created_at, link.revoked_at is None) == (made.created_at, False)


async def test_an_open_link_of_a_screen_says_what_its_wall_shows(store: Store) -> None:
    screen = Grant(tournament="club", role=Role.SCREEN, name="Entrance")
    await store.grants.give("wall", "screen-1", screen)
    await store.grants.give("desk", "arbiter-1", full_grant("club"))
    wall, desk = [(await store.grants.link(token)).id for token in ("wall", "desk")]  # type: ignore[union-attr]  # just given

    programme = WallProgramme(shows=(WallShow.NAMES, WallShow.STANDINGS), stage=2)
    assert await store.grants.show(wall, "club", programme)
    assert not await store.grants.show(wall, "open", WallProgramme())
    assert not await store.grants.show(desk, "club", WallProgramme())

    assert await store.grants.holder("wall") == Actor(
        id="screen-1", grants=(replace(screen, programme=programme),)
    )
    assert await store.grants.holder("desk") == Actor(id="arbiter-1", grants=(full_grant("club"),))
    await store.grants.revoke(wall)
    assert not await store.grants.show(wall, "club", WallProgramme())


async def test_links_are_listed_and_revoked_within_a_scope(store: Store) -> None:
    for token, actor, scope in (("a", "one", "club"), ("b", "two", "open"), ("c", "three", "club")):
        await store.grants.give(token, actor, full_grant(scope))

    club = await store.grants.links("club")
    assert {(each.actor_id, each.grant.tournament) for each in club} == {
        ("one", "club"),
        ("three", "club"),
    }
    assert len(await store.grants.links()) == 3
    (other,) = await store.grants.links("open")
    assert not await store.grants.revoke(other.id, "club")
    assert not await store.grants.revoke("feedfeedfeed")
    assert await store.grants.holder("b") == Actor(id="two", grants=(full_grant("open"),))
    assert await store.grants.revoke(other.id, "open")


async def test_a_pending_timer_is_known_until_it_fires(store: Store, clock: SetClock) -> None:
    await store.bus.submit(created())
    body = {"kind": "reminder", "due_at": 2_000}
    await store.bus.submit(submission("schedule-timer", body))
    due = Due(tournament="club", timer="reminder.1", due_at=2_000)
    assert await store.timers.pending() == (2, (due,))

    fire = submission("fire-timer", {"timer": "reminder.1", "due_at": 2_000}, command_id="alarm")
    early = await store.bus.submit(fire)
    assert (early.status, early.code) == ("refused", "timer-not-due")
    clock.time = 2_000
    assert (await store.bus.submit(fire)).status == "done", "the first answer was not kept"
    assert (await store.bus.submit(fire)).status == "done", "the second one is"

    assert await store.timers.pending() == (3, ())
    changes = await store.timers.changes(1, 3)
    assert [each.type for each in changes] == ["TimerScheduled", "TimerFired"]
    assert [each.type for each in await store.timers.changes(2, 3)] == ["TimerFired"]


async def test_a_mark_changes_with_whatever_is_read(store: Store) -> None:
    await played(store)
    seen = [(await store.log.mark("club"), await store.log.mark(""))]
    assert (await store.log.mark("club"), await store.log.mark("")) == seen[0]

    async def changes(*, of_club: bool, of_the_list: bool) -> None:
        seen.append((await store.log.mark("club"), await store.log.mark("")))
        before, now = seen[-2:]
        assert (now[0] != before[0], now[1] != before[1]) == (of_club, of_the_list)

    await store.bus.submit(submission("expel-entrant", {"entrant": "f", "reason": "a phone"}))
    await changes(of_club=True, of_the_list=True)
    await store.bus.submit(created("liga"))
    await changes(of_club=False, of_the_list=True)
    assert await store.people.erase_person("club", "a")
    await changes(of_club=True, of_the_list=False)
    (commitment,) = await store.log.texts("club", "staff")
    assert await store.people.erase_text("club", commitment)
    await changes(of_club=True, of_the_list=False)
    assert await store.log.mark("a\0b") == await store.log.mark("nobody")


async def test_a_link_keeps_its_role_its_limits_and_its_end(store: Store, clock: SetClock) -> None:
    narrow = Grant(
        tournament="club",
        role=Role.SECTOR_ARBITER,
        boards=Span(1, 20),
        rounds=Span(3, 3),
        expires_at=clock.now() + 1_000_000,
        name="Hall B",
    )
    await store.grants.give("narrow", "sector-arbiter-1", narrow)
    assert await store.grants.holder("narrow") == Actor(id="sector-arbiter-1", grants=(narrow,))
    (listed,) = await store.grants.links("club")
    assert listed.grant == narrow
    clock.time += 1_000_000
    assert await store.grants.holder("narrow") is None
    expired = await store.grants.link("narrow")
    assert expired is not None
    assert (expired.revoked_at, expired.is_open(clock.now())) == (None, False)
