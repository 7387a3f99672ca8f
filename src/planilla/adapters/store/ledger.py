"""Ledger on a database: the look-ups of the writer, and the transaction of an append."""

import contextlib
import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import asdict
from sqlalchemy import (
    ColumnElement,
    bindparam,
    func,
    insert,
    null,
    select,
    text,
    union_all,
    update,
)

from planilla.adapters.store import schema
from planilla.adapters.store.engines import appending_engine, lookup_engine
from planilla.adapters.store.faults import faults_translated
from planilla.adapters.store.inserting import inserting, upsert
from planilla.adapters.store.prepared import HeldConnection, PreparedStep
from planilla.adapters.store.rows import (
    ANSWER_COLUMNS,
    EVENT_COLUMNS,
    HEAD_COLUMNS,
    HEAD_FIELDS,
    answer_row,
    event_row,
    events_of,
    first_answer_of,
    listed_columns,
    new_stream_row,
    person_of,
)
from planilla.adapters.store.timers import timer_steps
from planilla.application.envelope import Person, Recorded
from planilla.application.ledger import (
    EMPTY_HEAD,
    Advance,
    Appending,
    CommandKey,
    FirstAnswer,
    ListedFacts,
    PersonalDataKey,
    StreamHead,
)
from planilla.application.ports import VersionConflict
from planilla.application.recording import DamagedLog, stream_of

_META = select(schema.meta.c.value).where(schema.meta.c.name == bindparam("name"))


def _among(column: ColumnElement[Any], count: int) -> ColumnElement[bool]:
    return column.in_([bindparam(str(place), type_=column.type) for place in range(count)])


def _placed(values: Iterable[str]) -> dict[str, str]:
    return {str(place): value for place, value in enumerate(values)}


@functools.cache
def _answers(count: int) -> Any:
    return select(*ANSWER_COLUMNS).where(_among(schema.command.c.command_id, count))


@functools.cache
def _heads(count: int) -> Any:
    return select(*HEAD_COLUMNS).where(_among(schema.stream.c.tournament, count))


@functools.cache
def _lock(count: int) -> Any:
    # Locked in the same order on every node, which prevents deadlocks.
    tournament = schema.stream.c.tournament
    return (
        select(tournament).where(_among(tournament, count)).order_by(tournament).with_for_update()
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
_IN_FESTIVAL = select(schema.stream.c.tournament).where(
    schema.stream.c.festival == bindparam("festival")
)
_PEOPLE = (
    select(schema.person.c.entrant, schema.person.c.body)
    .where(schema.person.c.tournament == bindparam("tournament"))
    .where(schema.person.c.body.is_not(None))
)
_APART_KNOWN = union_all(
    select(schema.person.c.entrant).where(schema.person.c.tournament == bindparam("tournament")),
    select(schema.text.c.commitment).where(schema.text.c.tournament == bindparam("tournament")),
)
_ADVANCE = (
    update(schema.stream)
    .where(schema.stream.c.tournament == bindparam("of"))
    .where(*(schema.stream.c[name] == bindparam(f"from_{name}") for name in HEAD_FIELDS))
    .values(
        version=bindparam("head"),
        hash=bindparam("seal"),
        changed_at=bindparam("at"),
        event_ids=bindparam("ids"),
        led_from=bindparam("leader"),
        **{name: bindparam(f"new_{name}") for name in ListedFacts.__struct_fields__},
    )
)
_PLACE = (
    update(schema.log_head)
    .values(position=schema.log_head.c.position + bindparam("count"))
    .returning(schema.log_head.c.position)
)
_POSITION = select(func.max(schema.log_head.c.position))
_END = select(
    select(schema.log_head.c.position).scalar_subquery(),
    func.coalesce(select(func.max(schema.event.c.position)).scalar_subquery(), text("0")),
)
_EMPTIED: dict[str, Any] = {"salt": null(), "body": null()}
_ERASE_PERSON = (
    update(schema.person)
    .where(schema.person.c.tournament == bindparam("of"))
    .where(schema.person.c.entrant == bindparam("of_key"))
    .values(**_EMPTIED)
)
_ERASE_TEXT = (
    update(schema.text)
    .where(schema.text.c.tournament == bindparam("of"))
    .where(schema.text.c.commitment == bindparam("of_key"))
    .values(**_EMPTIED)
)
_NEW_STREAM = insert(schema.stream)


class DatabaseLedger:
    """`Ledger` port on SQLite or PostgreSQL, for use in one thread."""

    def __init__(self, url: str) -> None:
        self._looking = HeldConnection(lookup_engine(url))
        self._appending = HeldConnection(appending_engine(url))
        self._holding = False
        self._secret = b""
        self._log_id = ""
        self._is_end_checked = False

    def close(self) -> None:
        """Close the connections."""
        self._looking.close()
        self._appending.close()

    def secret(self) -> bytes:
        """Return the key of this database's command fingerprints."""
        if not self._secret:
            self._secret = bytes(self._look(_META, {"name": "command_secret"})[0][0])
        return self._secret

    def log_id(self) -> str:
        """Return the id of this log, 32 hex digits."""
        if not self._log_id:
            self._log_id = bytes(self._look(_META, {"name": "log_id"})[0][0]).hex()
        return self._log_id

    def answers(self, commands: Iterable[CommandKey]) -> Mapping[CommandKey, FirstAnswer]:
        """Return the first answers to these commands, as far as they exist.

        Rows are looked up by command id, then filtered by tournament.
        """
        wanted = frozenset(commands)
        if not wanted:
            return {}
        ids = _placed(dict.fromkeys(command_id for _, command_id in wanted))
        first_answers = map(first_answer_of, self._look(_answers(len(ids)), ids))
        return {first.key: first for first in first_answers if first.key in wanted}

    def heads(self, tournaments: Iterable[str]) -> Mapping[str, StreamHead]:
        """Return the heads of these streams; missing streams are absent."""
        names = _placed(tournaments)
        return _heads_by_name(self._look(_heads(len(names)), names))

    def events(self, tournament: str, after: int) -> tuple[Recorded, ...]:
        """Return the events of a tournament after a version, in order."""
        rows = self._look(_TAIL, {"stream": stream_of(tournament), "after": after})
        return events_of(rows)

    def in_festival(self, festival: str) -> tuple[str, ...]:
        """Return the tournaments that are parts of a festival."""
        return tuple(row[0] for row in self._look(_IN_FESTIVAL, {"festival": festival}))

    def event_id(self, tournament: str, version: int) -> str | None:
        """Return the id of an event, or None."""
        rows = self._look(_EVENT_ID, {"stream": stream_of(tournament), "version": version})
        return rows[0][0] if rows else None

    def persons(self, tournament: str) -> Mapping[str, Person]:
        """Personal data by entrant id; erased ones are absent."""
        rows = self._look(_PEOPLE, {"tournament": tournament})
        return {entrant: person_of(body) for entrant, body in rows}

    def personal_data_known(self, tournament: str) -> frozenset[str]:
        """Return the entrants and the commitments of texts with a row here, erased or not."""
        return frozenset(row[0] for row in self._look(_APART_KNOWN, {"tournament": tournament}))

    def append(self, appending: Appending) -> int:
        """Write everything or nothing, durably; return the new position of the log.

        Shared rows are locked in the same order on every node, and the head of the log last, which
        prevents deadlocks.

        Raises:
            VersionConflict: a stream ends elsewhere, or a command was answered already.
            StoreUnavailable: the store did not answer; whether it wrote is unknown.
            DamagedLog: the end of the log was moved; nothing is written.
        """
        secret = self.secret()
        self._check_end()
        if self._holding:
            return _write(self._appending, appending, secret)
        with faults_translated(), self._appending.transaction():
            return _write(self._appending, appending, secret)

    def _check_end(self) -> None:
        """Compare the stored end of the log with its last event, once per process."""
        if not self._is_end_checked:
            stored, last = self._look(_END, {})[0]
            if stored != last:
                raise DamagedLog(1)
            self._is_end_checked = True

    @contextlib.contextmanager
    def holding(self, tournaments: Sequence[str]) -> Iterator[None]:
        """Lock these streams against other nodes until the block ends; then its writes are durable.

        Raises:
            VersionConflict, StoreUnavailable: as `append`, also at the end of the block.
        """
        with faults_translated(), self._appending.transaction():
            self._appending.fetch(_lock(len(tournaments)), _placed(tournaments))
            self._holding = True
            try:
                yield
            finally:
                self._holding = False

    def _look(self, statement: Any, values: Mapping[str, Any]) -> Sequence[Any]:
        with faults_translated():
            return self._looking.fetch(statement, values)


def _write(held: HeldConnection, appending: Appending, secret: bytes) -> int:
    dialect = held.dialect_name
    streams = sorted(appending.streams, key=lambda advance: advance.tournament)
    advances = [_advance_row(advance) for advance in streams if advance.before != EMPTY_HEAD]
    answers = sorted(appending.answers, key=lambda first: (first.command_id, first.tournament))
    count = len(appending.events)
    events = [event_row(event, count - at) for at, event in enumerate(appending.events, start=1)]
    unmoved = appending.unmoved
    advanced, *_, placed, _, ends = held.run(
        PreparedStep(_ADVANCE, advances),
        PreparedStep(
            _NEW_STREAM, [new_stream_row(new) for new in streams if new.before == EMPTY_HEAD]
        ),
        inserting(dialect, schema.command, [answer_row(first, secret) for first in answers]),
        *_personal_steps(dialect, appending),
        *timer_steps(dialect, appending.events),
        PreparedStep(_PLACE, [{"count": count}]) if count else PreparedStep(_POSITION),
        inserting(dialect, schema.event, events),
        PreparedStep(_heads(len(unmoved)), (_placed(unmoved),) if unmoved else ()),
    )
    if advanced.changed != len(advances) or _heads_by_name(ends.rows) != unmoved:
        raise VersionConflict("another node appended to one of the streams")
    return int(placed.rows[0][0])


def _personal_steps(dialect: str, appending: Appending) -> tuple[PreparedStep, ...]:
    """Return the steps that write personal data and texts, and erase them."""
    people, texts = appending.people, appending.texts
    if not (people or texts or appending.people_erased or appending.texts_erased):
        return ()
    return (
        PreparedStep(upsert(dialect, schema.person), [asdict(row) for row in people]),
        PreparedStep(upsert(dialect, schema.text), [asdict(row) for row in texts]),
        PreparedStep(_ERASE_PERSON, [_of_key(row) for row in appending.people_erased]),
        PreparedStep(_ERASE_TEXT, [_of_key(row) for row in appending.texts_erased]),
    )


def _heads_by_name(rows: Iterable[Sequence[Any]]) -> dict[str, StreamHead]:
    return {name: StreamHead(**dict(zip(HEAD_FIELDS, head, strict=True))) for name, *head in rows}


def _of_key(row: PersonalDataKey) -> dict[str, str]:
    return {"of": row.tournament, "of_key": row.key}


def _advance_row(advance: Advance) -> dict[str, Any]:
    return {
        "of": advance.tournament,
        **{f"from_{name}": getattr(advance.before, name) for name in HEAD_FIELDS},
        "head": advance.head.version,
        "seal": advance.head.hash,
        "at": advance.head.changed_at,
        "ids": advance.head.event_ids,
        "leader": advance.head.led_from,
        **{f"new_{name}": value for name, value in listed_columns(advance.listed).items()},
    }
