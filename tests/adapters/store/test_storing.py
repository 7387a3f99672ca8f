"""Many rows are stored bit by bit: nobody sees a part of them, and no part is left for good."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from sqlalchemy import Connection

from planilla.adapters.store.side import Side
from planilla.adapters.store.storing import AT_ONCE, Torn, store
from planilla.adapters.store.turns import Turn
from planilla.adapters.store.views import DatabaseViews
from planilla.application.ports import Saving, StoreUnavailable

MANY = 2 * AT_ONCE + 1
VIEW, VERSION = "pairings", 1000
NOTHING: tuple[int, dict[str, Any]] = (0, {})

Write = Callable[[Callable[[Connection], Any]], Any]


def saving(upto: int, rows: int = MANY, *, after: int = 0, first: int = 0) -> Saving:
    """Rows that changed at the version `upto`, with keys from `first` on."""
    changed = {f"k{number}": (upto, b"%d" % upto) for number in range(first, first + rows)}
    return Saving(view=VIEW, view_version=VERSION, changed=changed, checkpoint=upto, after=after)


@pytest.fixture
async def side(database_url: str) -> AsyncIterator[Side]:
    side = Side(database_url)
    yield side
    await side.close()


@pytest.fixture
def views(side: Side) -> DatabaseViews:
    return DatabaseViews(side)


async def stored(views: DatabaseViews) -> tuple[int, Any]:
    return await views.load_rows("club", VIEW, VERSION)


def cut_off_after(side: Side, transactions: int) -> Write:
    """A store that goes away after so many transactions."""
    left = transactions

    async def write(act: Callable[[Connection], Any]) -> Any:
        nonlocal left
        if not left:
            raise StoreUnavailable("gone")
        left -= 1
        return await side.write_rows(act)

    return write


async def test_many_rows_are_seen_when_the_last_is_there(side: Side, views: DatabaseViews) -> None:
    """One transaction begins, one looks for old rows, three write and one ends."""
    for transactions in range(5):
        with pytest.raises(StoreUnavailable):
            await store(cut_off_after(side, transactions), "club", [saving(9)])
        assert await stored(views) == NOTHING
        await views.drop_rows(VIEW, VERSION)
    await store(cut_off_after(side, 6), "club", [saving(9)])
    assert await stored(views) == (9, saving(9).changed)


async def test_after_a_crash_everything_is_made_anew(side: Side, views: DatabaseViews) -> None:
    """Rows that are no more do not come back with those that are."""
    with pytest.raises(StoreUnavailable):
        await store(cut_off_after(side, 4), "club", [saving(9)])
    for rows in (3, MANY):
        with pytest.raises(Torn):
            await views.save_rows("club", saving(12, rows, after=9))
    await views.save_rows("club", saving(12, 2, first=5))
    assert await stored(views) == (12, {"k5": (12, b"12"), "k6": (12, b"12")})


async def test_changes_of_what_is_not_there_are_not_stored(views: DatabaseViews) -> None:
    for rows in (1, MANY):
        with pytest.raises(Torn):
            await views.save_rows("club", saving(12, rows, after=9))
    assert await stored(views) == NOTHING


async def test_many_changes_are_added_to_what_is_stored(views: DatabaseViews) -> None:
    await views.save_rows("club", saving(9))
    await views.save_rows("club", saving(12, MANY, after=9, first=1))
    version, rows = await stored(views)
    assert (version, len(rows), rows["k0"], rows["k1"]) == (12, MANY + 1, (9, b"9"), (12, b"12"))


async def test_all_rows_anew_take_the_place_of_others(views: DatabaseViews) -> None:
    await views.save_rows("club", saving(9))
    await views.save_rows("club", saving(12, MANY, first=1))
    assert await stored(views) == (12, saving(12, MANY, first=1).changed)


async def test_what_is_further_is_left(views: DatabaseViews) -> None:
    await views.save_rows("club", saving(12, 1))
    await views.save_rows("club", saving(9))
    assert await stored(views) == (12, saving(12, 1).changed)


async def test_of_two_who_store_the_same_the_first_gives_up(
    side: Side, views: DatabaseViews
) -> None:
    seen = 0

    async def write(act: Callable[[Connection], Any]) -> Any:
        """In the midst of it another process stores what it knows."""
        nonlocal seen
        seen += 1
        if seen == 4:
            await views.save_rows("club", saving(12))
        return await side.write_rows(act)

    with pytest.raises(Torn):
        await store(write, "club", [saving(9)])
    assert await stored(views) == (12, saving(12).changed)


async def test_a_version_is_dropped_with_all_its_rows(side: Side, views: DatabaseViews) -> None:
    await views.save_rows("club", saving(9))
    await views.save_rows("other", saving(3, 1))
    with pytest.raises(StoreUnavailable):
        await store(cut_off_after(side, 3), "third", [saving(4)])
    await views.drop_rows(VIEW, VERSION)

    def left(connection: Connection) -> tuple[Any, ...]:
        tables = ("view_row", "projection_checkpoint")
        count = "SELECT count(*) FROM {}"
        return tuple(connection.exec_driver_sql(count.format(each)).scalar() for each in tables)

    assert await side.write_rows(left) == (0, 0)


async def test_who_appends_goes_before_rows_that_wait() -> None:
    """Rows are being written; a thread wants to append, then other rows come."""
    turn = Turn()
    order: list[str] = []

    def append() -> None:
        with turn.of_appending():
            order.append("appended")

    async def more_rows() -> None:
        async with turn.of_rows():
            order.append("more rows")

    thread = threading.Thread(target=append)
    async with turn.of_rows():
        thread.start()
        while not turn._is_wanted:  # noqa: ASYNC110 - a thread says so
            await asyncio.sleep(0)
        waiting = asyncio.create_task(more_rows())
        await asyncio.sleep(0)
        order.append("rows")
    await waiting
    thread.join()
    assert order == ["rows", "appended", "more rows"]
