"""Each change made to the database outside Planilla is detected: one row per manipulation.

The same table, in words, is in docs/operating/damage.md; `tests/docs` compares them.
"""

import asyncio
from collections.abc import Iterator

import pytest
from sqlalchemy import text
from sqlalchemy.engine import Engine

from dsl.manipulations import (
    KEYS,
    MANIPULATIONS,
    VERSION,
    WHOLE,
    Manipulation,
    done_to,
    drop_triggers,
    played,
)
from planilla.adapters.memory import CountedIds, SetClock
from planilla.adapters.signing import SetKey
from planilla.adapters.store.database import Database
from planilla.adapters.store.engines import migrating_engine
from planilla.adapters.store.guards import create_guards
from planilla.adapters.store.inspection import open_snapshot
from planilla.application.heads import Heads
from planilla.application.inspecting import Inspection, KnownOutside, inspect, inspect_one
from planilla.application.integrity import Integrity, WatchedDesk
from planilla.application.log_tree import OutsideTheLog
from planilla.application.ports import Erasure
from planilla.application.recording import DamagedLog
from planilla.application.roles import full_grant
from planilla.audit.proofs import ProofFault, SignedHead
from stores import created, result, submission

KNOWN = KnownOutside(keys=KEYS.known())


@pytest.fixture
def head(database_url: str) -> SignedHead:
    return asyncio.run(played(database_url))


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    engine = migrating_engine(database_url)
    yield engine
    engine.dispose()


def inspected(url: str, known: KnownOutside = KNOWN) -> Inspection:
    with open_snapshot(url) as snapshot:
        return inspect(snapshot, known)


def codes_in(found: Inspection) -> set[tuple[str, str]]:
    codes = {(each.tournament, fault.code) for each in found.tournaments for fault in each.faults}
    codes |= {(WHOLE, fault.code) for fault in found.store}
    return codes | {(WHOLE, "hole") for _ in found.holes}


@pytest.mark.parametrize("manipulation", MANIPULATIONS, ids=lambda each: each.name)
def test_each_manipulation_is_found_where_it_was_made(
    database_url: str, head: SignedHead, engine: Engine, manipulation: Manipulation
) -> None:
    with engine.begin() as connection:
        done_to(connection, manipulation)

    found = inspected(database_url)

    assert codes_in(found) == manipulation.verify
    assert found.is_whole == (not manipulation.verify)
    known = Integrity()
    known.inspected(found)
    damage = known.of("club")
    kinds = {None: "", True: "broken", False: "beside"}
    assert kinds[None if damage is None else damage.is_broken] == manipulation.page
    assert asyncio.run(verdict_on(database_url, head, found)) == manipulation.head
    command = asyncio.run(commanded(database_url, known))
    assert command == ("log-damaged" if manipulation.page == "broken" else "")


async def verdict_on(url: str, head: SignedHead, found: Inspection) -> str:
    """Return the verdict of `log check-head` on an earlier head."""
    async with Database(url, clock=SetClock(), ids=CountedIds(900), keys=KEYS) as database:
        try:
            await Heads(database.log, KEYS, SetClock()).agrees(head.head)
        except OutsideTheLog:
            return "hole"
        except ProofFault as fault:
            return fault.code
    return "damaged" if any(each.is_broken for each in found.tournaments) else "contained"


async def commanded(url: str, known: Integrity) -> str:
    """Return the code of the answer to a command; check that a new writer gives the same one."""
    async with Database(url, clock=SetClock(), ids=CountedIds(900)) as database:
        wish = result("1.2", "1-0")
        watched = await WatchedDesk(database.bus, known).submit(wish)
        if watched.code:
            assert (await database.bus.submit(wish)).code == watched.code
        return watched.code


def test_a_fact_that_is_changed_while_a_server_runs_is_not_built_on(
    database_url: str, head: SignedHead, engine: Engine
) -> None:
    """The writer keeps its state: only the inspection beside it can know."""

    async def watched() -> tuple[str, str]:
        known = Integrity()
        async with Database(database_url, clock=SetClock(), ids=CountedIds(900)) as database:
            bus = WatchedDesk(database.bus, known)
            assert (await bus.submit(result("1.2", "1-0"))).status == "done"
            with engine.begin() as connection:
                done_to(connection, MANIPULATIONS[0])
            known.inspected(await asyncio.to_thread(inspected, database_url))
            answers = [await bus.submit(result("1.3", "1-0"))]
            answers.append(await bus.submit(result("1.3", "1-0", tournament="other")))
            return answers[0].code, answers[1].status

    assert asyncio.run(watched()) == ("log-damaged", "done")


def test_a_stream_whose_row_is_gone_is_not_begun_anew(
    database_url: str, head: SignedHead, engine: Engine
) -> None:
    (deleted,) = (each for each in MANIPULATIONS if each.name == "the row of a stream deleted")
    with engine.begin() as connection:
        done_to(connection, deleted)

    async def asked() -> tuple[str, int]:
        async with Database(database_url, clock=SetClock(), ids=CountedIds(900)) as database:
            answer = await database.bus.submit(created())
            return answer.code, len(await database.log.events("club"))

    assert asyncio.run(asked()) == ("log-damaged", VERSION)


def test_a_stream_that_was_planted_takes_no_command(
    database_url: str, head: SignedHead, engine: Engine
) -> None:
    (planted,) = (each for each in MANIPULATIONS if each.name == "a forged stream without a fact")
    with engine.begin() as connection:
        done_to(connection, planted)

    async def asked() -> str:
        async with Database(database_url, clock=SetClock(), ids=CountedIds(900)) as database:
            return (await database.bus.submit(created("ghost"))).code

    assert asyncio.run(asked()) == "log-damaged"


def test_a_damaged_tournament_is_neither_signed_nor_proved(
    database_url: str, head: SignedHead, engine: Engine
) -> None:
    with engine.begin() as connection:
        done_to(connection, MANIPULATIONS[0])

    async def asked() -> None:
        async with Database(database_url, clock=SetClock(), ids=CountedIds(900)) as database:
            heads = Heads(database.log, KEYS, SetClock())
            assert (await heads.head("other")).is_good
            for ask in (heads.head("club"), heads.proof("club", 12), heads.proof("club", 11)):
                with pytest.raises(DamagedLog) as damaged:
                    await ask
                assert damaged.value.version == 11

    asyncio.run(asked())


def test_one_tournament_is_inspected_alone(database_url: str, head: SignedHead) -> None:
    with open_snapshot(database_url) as snapshot:
        found = inspect_one(snapshot, "club", KNOWN)
        assert found is not None
        assert (found.events, found.faults) == (VERSION, ())
        assert inspect_one(snapshot, "nobody", KNOWN) is None


def test_a_text_of_sqlite_that_is_none_any_more_is_named(sqlite_url: str) -> None:
    """A flipped bit in a header: SQLite keeps any bytes as a text."""
    asyncio.run(played(sqlite_url))
    engine = migrating_engine(sqlite_url)
    with engine.begin() as connection:
        drop_triggers(connection)
        connection.execute(
            text("UPDATE event SET actor_id = CAST(x'ff' AS TEXT) WHERE position = 3")
        )
        create_guards(connection)
    engine.dispose()
    assert codes_in(inspected(sqlite_url)) == {("club", "hash-mismatch")}


def test_links_are_listed_with_who_made_them(database_url: str, head: SignedHead) -> None:
    links = inspected(database_url).links
    assert [(each.actor_id, each.scope, each.code) for each in links] == [
        ("organiser", "*", ""),
        ("arbiter", "club", ""),
        ("former", "club", ""),
    ]
    assert [each.revoked_at is None for each in links] == [True, True, False]


def test_without_the_key_signed_links_are_not_judged(database_url: str, head: SignedHead) -> None:
    found = inspected(database_url, KnownOutside())
    assert {each.code for each in found.links} == {"link-unjudged"}
    assert found.is_whole
    another = inspected(database_url, KnownOutside(keys=frozenset({"00" * 32})))
    assert {each.code for each in another.links} == {"link-unsigned"}
    assert not another.is_whole


def test_a_key_that_the_log_announced_is_known(database_url: str, head: SignedHead) -> None:
    async def announced() -> None:
        async with Database(database_url, clock=SetClock(), ids=CountedIds(900)) as database:
            body = {"public_key": KEYS.current().public_key.hex()}
            answer = await database.bus.submit(submission("announce-log-key", body))
            assert answer.status == "done", answer

    asyncio.run(announced())
    assert {each.code for each in inspected(database_url, KnownOutside()).links} == {""}


def test_links_from_before_they_were_signed_are_accepted_once(
    database_url: str, head: SignedHead
) -> None:
    async def granted() -> tuple[int, int]:
        async with Database(database_url, clock=SetClock(), ids=CountedIds(900)) as unsigned:
            await unsigned.grants.give("old", "old", full_grant("club"))
        assert codes_in(inspected(database_url)) == {(WHOLE, "link-unsigned")}
        async with Database(
            database_url, clock=SetClock(), ids=CountedIds(900), keys=KEYS
        ) as database:
            return await database.grants.accept(), await database.grants.accept()

    assert asyncio.run(granted()) == (1, 0)
    assert inspected(database_url).is_whole


def test_links_of_a_lost_key_are_accepted_by_the_next(database_url: str, head: SignedHead) -> None:
    drawn_anew = SetKey("08" * 32, variable="KEY")

    async def accepted(keys: SetKey | None) -> int:
        async with Database(
            database_url, clock=SetClock(), ids=CountedIds(900), keys=keys
        ) as database:
            return await database.grants.accept()

    known = KnownOutside(keys=drawn_anew.known())
    assert codes_in(inspected(database_url, known)) == {(WHOLE, "link-unsigned")}
    assert asyncio.run(accepted(None)) == 0
    assert asyncio.run(accepted(drawn_anew)) == 3
    assert inspected(database_url, known).is_whole
    assert asyncio.run(accepted(drawn_anew)) == 0


def test_a_key_that_an_arbiter_announces_makes_no_links(
    database_url: str, head: SignedHead
) -> None:
    theirs = SetKey("09" * 32, variable="KEY")

    async def planted() -> None:
        async with Database(
            database_url, clock=SetClock(), ids=CountedIds(900), keys=theirs
        ) as database:
            body = {"public_key": theirs.current().public_key.hex()}
            answer = await database.bus.submit(submission("announce-log-key", body))
            assert answer.status == "done", answer
            await database.grants.give("planted", "organiser", full_grant("*"))

    asyncio.run(planted())
    assert codes_in(inspected(database_url)) == {(WHOLE, "link-unsigned")}


def test_an_erasure_on_the_list_outside_explains_an_empty_row(
    database_url: str, head: SignedHead
) -> None:
    async def erased() -> None:
        async with Database(database_url, clock=SetClock(), ids=CountedIds(900)) as database:
            (reason,) = await database.log.texts("club", "public")
            assert await database.people.erase_person("club", "a")
            assert await database.people.erase_text("club", reason)
            listed.append(Erasure(tournament="club", at=1, entrant="a", texts=(reason,)))

    listed: list[Erasure] = []
    asyncio.run(erased())
    assert codes_in(inspected(database_url)) == {
        ("club", "person-missing"),
        ("club", "text-missing"),
    }
    known = KnownOutside(erasures=tuple(listed), keys=KEYS.known())
    assert inspected(database_url, known).is_whole
