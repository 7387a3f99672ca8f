"""The ledger on a database: what the writer looks up, and the one transaction that appends."""

import contextlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table, bindparam, func, insert, select, update

from planilla.adapters.store import schema
from planilla.adapters.store.engines import appending_engine, looking_engine
from planilla.adapters.store.faults import faults_translated
from planilla.adapters.store.rows import (
    EVENT_COLUMNS,
    answer_row,
    event_row,
    first_answer_of,
    new_stream_row,
    person_of,
    recorded_of,
)
from planilla.adapters.store.upsert import upsert
from planilla.application.envelope import Recorded
from planilla.application.ledger import Advance, Appending, FirstAnswer, Head
from planilla.application.ports import VersionConflict
from planilla.application.recording import stream_of

_SECRET = select(schema.meta.c.value).where(schema.meta.c.name == "command_secret")
_ANSWERS = select(schema.command).where(
    schema.command.c.command_id.in_(bindparam("ids", expanding=True))
)
_HEADS = select(
    schema.stream.c.tournament,
    schema.stream.c.version,
    schema.stream.c.hash,
    schema.stream.c.changed_at,
).where(schema.stream.c.tournament.in_(bindparam("tournaments", expanding=True)))
# In one order on every node, so that two never wait for each other in a ring.
_LOCK = (
    select(schema.stream.c.tournament)
    .where(schema.stream.c.tournament.in_(bindparam("tournaments", expanding=True)))
    .order_by(schema.stream.c.tournament)
    .with_for_update()
)
_TAIL = (
    select(*EVENT_COLUMNS)
    .where(schema.event.c.stream_id == bindparam("stream"))
    .where(schema.event.c.version > bindparam("after"))
    .order_by(schema.event.c.version)
)
_EVENT_ID = (
    select(schema.event.c.event_id)
    .where(schema.event.c.stream_id == bindparam("stream"))
    .where(schema.event.c.version == bindparam("version"))
)
_PEOPLE = (
    select(schema.person.c.entrant, schema.person.c.body)
    .where(schema.person.c.tournament == bindparam("tournament"))
    .where(schema.person.c.body.is_not(None))
)
_ADVANCE = (
    update(schema.stream)
    .where(schema.stream.c.tournament == bindparam("of"))
    .where(schema.stream.c.version == bindparam("before"))
    .values(
        version=bindparam("head"),
        hash=bindparam("seal"),
        changed_at=bindparam("at"),
    )
)
_PLACE = (
    update(schema.log_head)
    .values(position=schema.log_head.c.position + bindparam("count"))
    .returning(schema.log_head.c.position)
)
_POSITION = select(func.max(schema.log_head.c.position))


class DatabaseLedger:
    """The `Ledger` port on SQLite or PostgreSQL. It belongs to one thread."""

    def __init__(self, url: str) -> None:
        self._looking = looking_engine(url)
        self._appending = appending_engine(url)
        self._held: Connection | None = None

    def close(self) -> None:
        """Give the connections back."""
        self._looking.dispose()
        self._appending.dispose()

    def secret(self) -> bytes:
        """The key of this database's command fingerprints."""
        return bytes(self._look(_SECRET, {})[0][0])

    def answers(self, command_ids: Iterable[str]) -> Mapping[str, FirstAnswer]:
        """The first answers that were given to these commands, where there are any."""
        rows = self._look(_ANSWERS, {"ids": list(command_ids)})
        return {row.command_id: first_answer_of(row) for row in rows}

    def heads(self, tournaments: Iterable[str]) -> Mapping[str, Head]:
        """The ends of these streams; those that do not exist are absent."""
        rows = self._look(_HEADS, {"tournaments": list(tournaments)})
        return {
            row.tournament: Head(
                version=row.version, hash=bytes(row.hash), changed_at=row.changed_at
            )
            for row in rows
        }

    def events(self, tournament: str, after: int) -> tuple[Recorded, ...]:
        """The events of a tournament after a version, in order."""
        rows = self._look(_TAIL, {"stream": stream_of(tournament), "after": after})
        return tuple(recorded_of(row) for row in rows)

    def event_id(self, tournament: str, version: int) -> str | None:
        """The id of one event."""
        rows = self._look(_EVENT_ID, {"stream": stream_of(tournament), "version": version})
        return rows[0].event_id if rows else None

    def names(self, tournament: str) -> Mapping[str, str]:
        """The names of the entrants by id; erased ones are absent."""
        rows = self._look(_PEOPLE, {"tournament": tournament})
        return {row.entrant: person_of(row.body).name for row in rows}

    def append(self, appending: Appending) -> int:
        """Write everything or nothing, durably; answers with the new position of the log.

        Rows that others may hold are taken in one order, and the head of the log last, so that
        two nodes never wait for each other in a ring.

        Raises:
            VersionConflict: a stream moved, or a command was answered, since it was looked up.
            StoreUnavailable: the store did not answer; whether it wrote is unknown.
        """
        if self._held is not None:
            return _write(self._held, appending)
        with faults_translated(), self._appending.begin() as connection:
            return _write(connection, appending)

    @contextlib.contextmanager
    def holding(self, tournaments: Sequence[str]) -> Iterator[None]:
        """Let no other node append to these streams until the block ends; then it is durable.

        Raises:
            VersionConflict, StoreUnavailable: as `append`, also at the end of the block.
        """
        with faults_translated(), self._appending.begin() as connection:
            connection.execute(_LOCK, {"tournaments": list(tournaments)})
            self._held = connection
            try:
                yield
            finally:
                self._held = None

    def _look(self, statement: Any, values: Mapping[str, Any]) -> list[Any]:
        with faults_translated(), self._looking.connect() as connection:
            return list(connection.execute(statement, values))


def _write(connection: Connection, appending: Appending) -> int:
    streams = sorted(appending.streams, key=lambda advance: advance.tournament)
    _advance(connection, [advance for advance in streams if advance.before])
    _insert(connection, schema.stream, [new_stream_row(a) for a in streams if not a.before])
    answers = sorted(appending.answers, key=lambda first: first.command_id)
    _insert(connection, schema.command, [answer_row(first) for first in answers])
    _upsert(connection, schema.person, [_fields(row) for row in appending.people])
    _upsert(connection, schema.text, [_fields(row) for row in appending.texts])
    if not appending.events:
        return int(connection.execute(_POSITION).scalar_one())
    count = len(appending.events)
    position = int(connection.execute(_PLACE, {"count": count}).scalar_one())
    first = position - count + 1
    rows = [event_row(event, first + at) for at, event in enumerate(appending.events)]
    connection.execute(insert(schema.event), rows)
    return position


def _advance(connection: Connection, advances: list[Advance]) -> None:
    if not advances:
        return
    values = [
        {
            "of": advance.tournament,
            "before": advance.before,
            "head": advance.head.version,
            "seal": advance.head.hash,
            "at": advance.head.changed_at,
        }
        for advance in advances
    ]
    if connection.execute(_ADVANCE, values).rowcount != len(values):
        raise VersionConflict("another node appended to one of the streams")


def _insert(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(insert(table), rows)


def _upsert(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(upsert(connection.dialect.name, table), rows)


def _fields(row: Any) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__struct_fields__}
