"""Any past moment can be asked for, by the public and by staff."""

import asyncio

import pytest

from dsl.live_client import empty_store, grow
from dsl.tournaments import (
    AFTER_1,
    AFTER_2,
    ANA,
    ROUND_1,
    ROUND_1_BOARDS,
    START,
    drafted,
    facts,
    folded,
)
from planilla.adapters.memory import SetClock
from planilla.application.moments import MomentFault, moment_in
from planilla.application.queries import NoSuchVersion, Queries
from planilla.domain.tournament.event import Audience

WITH_A_DRAFT = facts(*START, drafted(1, *ROUND_1_BOARDS))


def queries(*events: object) -> Queries:
    store = empty_store()
    grow(store, facts(*events))  # type: ignore[arg-type]
    return Queries(store)


async def test_the_state_now_is_the_fold_of_everything() -> None:
    assert await queries(*AFTER_2).state_at("club") == folded(*AFTER_2)


async def test_a_past_state_is_the_fold_up_to_there_in_whatever_order_one_asks() -> None:
    asked = queries(*AFTER_2)
    for version in (9, 7, 8, 9, 12, 1):
        assert await asked.state_at("club", version) == folded(*AFTER_2[:version])


async def test_the_public_does_not_see_a_draft_and_staff_do() -> None:
    store = empty_store()
    grow(store, WITH_A_DRAFT)
    asked = Queries(store)
    assert (await asked.state_at("club")).rounds == ()
    assert len((await asked.state_at("club", None, Audience.STAFF)).rounds) == 1


async def test_rows_of_a_past_version_are_those_that_were_shown() -> None:
    version, rows = await queries(*AFTER_2).rows_at("club", "standings", len(ROUND_1))
    assert version == len(ROUND_1)
    assert rows[ANA][1] == 0


async def test_the_timeline_ends_at_the_version_asked_for() -> None:
    _, rows = await queries(*AFTER_2).rows_at("club", "timeline", len(AFTER_1))
    assert list(rows) == [str(version) for version in range(1, len(AFTER_1) + 1)]


@pytest.mark.parametrize(("tournament", "version"), [("club", 0), ("club", 99), ("nowhere", None)])
async def test_there_is_no_such_version(tournament: str, version: int | None) -> None:
    with pytest.raises(NoSuchVersion):
        await queries(*AFTER_1).state_at(tournament, version)


async def test_a_moment_is_that_of_what_the_audience_sees() -> None:
    store = empty_store()
    grow(store, WITH_A_DRAFT)
    asked = Queries(store, clock=SetClock())
    before = moment_in("before-round-1")
    assert await asked.version_at("club", before, Audience.STAFF) == len(START)
    with pytest.raises(MomentFault, match="moment-no-round"):
        await asked.version_at("club", before)
    with pytest.raises(MomentFault, match="moment-ahead"):
        await asked.version_at("club", moment_in("2999-01-01T00:00Z"))
    assert await asked.version_at("club", moment_in("v3")) == 3
    with pytest.raises(NoSuchVersion):
        await asked.version_at("club", moment_in("v99"))


async def test_rows_that_only_grow_are_those_of_their_tournament() -> None:
    store = empty_store()
    grow(store, facts(*AFTER_2))
    grow(store, facts(*AFTER_1), "other")
    asked = Queries(store)
    for version in (9, 3, 12):
        for tournament in ("club", "other"):
            last = min(version, 9 if tournament == "other" else 12)
            _, rows = await asked.rows_at(tournament, "timeline", last)
            assert list(rows) == [str(each) for each in range(1, last + 1)]


async def test_two_who_ask_at_once_follow_each_fact_once_and_see_no_draft() -> None:
    store = empty_store()
    grow(store, WITH_A_DRAFT)
    asked = Queries(store)
    one, other = await asyncio.gather(*(asked.rows_at("club", "timeline") for _ in range(2)))
    assert one == other
    assert len(one[1]) == len(START)
