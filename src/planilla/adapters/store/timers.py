"""Pending timers in a table beside the log, written with the events and rebuilt from them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import asdict
from sqlalchemy import (
    Connection,
    LargeBinary,
    bindparam,
    delete,
    insert,
    literal,
    select,
    union_all,
)

from planilla.adapters.store import schema
from planilla.adapters.store.engines import SideStore
from planilla.adapters.store.inserting import upsert
from planilla.adapters.store.prepared import PreparedStep
from planilla.adapters.store.rows import EVENT_COLUMNS, events_of
from planilla.application.due import TIMER_EVENTS, Due, Key, moved, moved_by
from planilla.application.envelope import Recorded

_GONE = (
    delete(schema.timer)
    .where(schema.timer.c.tournament == bindparam("of"))
    .where(schema.timer.c.timer == bindparam("key"))
)
_HEAD, _ROW, _EVENT = "head", "row", "event"


def timer_steps(dialect_name: str, events: Sequence[Recorded]) -> tuple[PreparedStep, ...]:
    """Return the steps that update the pending timers for `events`, for the same transaction."""
    if all(each.type not in TIMER_EVENTS for each in events):
        return ()
    change = moved(events)
    return (
        PreparedStep(_GONE, [{"of": of, "key": key} for of, key in sorted(change.gone)]),
        PreparedStep(upsert(dialect_name, schema.timer), [asdict(due) for due in change.scheduled]),
    )


class DatabaseTimers:
    """`Timers` port on SQLite or PostgreSQL."""

    def __init__(self, side: SideStore) -> None:
        self._side = side

    async def pending(self) -> tuple[int, tuple[Due, ...]]:
        """Return the position of the log and the timers pending at it.

        A table that differs from the log is rewritten.
        """
        while True:
            position, kept, scheduled = await self._look()
            if kept == scheduled or await self._write(position, scheduled.values()):
                return position, tuple(scheduled.values())

    async def changes(self, after: int, upto: int) -> tuple[Recorded, ...]:
        """Return the events of timers with after < position ≤ upto, in order."""
        event = schema.event.c
        query = (
            select(*EVENT_COLUMNS)
            .where(event.position > after, event.position <= upto)
            .where(schema.is_of_a_timer)
            .order_by(event.position)
        )
        return events_of(await self._side.read(query))

    async def _look(self) -> tuple[int, Mapping[Key, Due], Mapping[Key, Due]]:
        """Return the position of the log, the rows, and the expected rows, all of one snapshot."""
        rows = await self._side.read(_EVERYTHING)
        (position,) = (row.number for row in rows if row.part == _HEAD)
        kept = (
            Due(tournament=row.of, timer=row.name, due_at=row.number)
            for row in rows
            if row.part == _ROW
        )
        events = sorted((row for row in rows if row.part == _EVENT), key=lambda row: row.number)
        scheduled = moved_by((row.of, row.name, row.data) for row in events).scheduled
        return position, {due.key: due for due in kept}, {due.key: due for due in scheduled}

    async def _write(self, position: int, wanted: Iterable[Due]) -> bool:
        """Replace the rows unless the log has grown since; return whether it was done."""

        def write(connection: Connection) -> bool:
            head = select(schema.log_head.c.position).with_for_update()
            if connection.execute(head).scalar() != position:
                return False
            connection.execute(delete(schema.timer))
            rows: list[dict[str, Any]] = [asdict(due) for due in wanted]
            if rows:
                connection.execute(insert(schema.timer), rows)
            return True

        return await self._side.write(write)


# One statement, so the rows and the events are of one snapshot.
_EVERYTHING = union_all(
    select(
        literal(_HEAD).label("part"),
        literal("").label("of"),
        literal("").label("name"),
        schema.log_head.c.position.label("number"),
        literal(b"", LargeBinary).label("data"),
    ),
    select(
        literal(_ROW),
        schema.timer.c.tournament,
        schema.timer.c.timer,
        schema.timer.c.due_at,
        literal(b"", LargeBinary),
    ),
    select(
        literal(_EVENT),
        schema.event.c.stream_id,
        schema.event.c.type,
        schema.event.c.position,
        schema.event.c.data,
    ).where(schema.is_of_a_timer),
)
