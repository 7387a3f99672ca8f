"""Snapshot of a store for an inspection: one read-only transaction."""

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

import msgspec
from sqlalchemy import Connection, collate, select, union

from planilla.adapters.store import schema
from planilla.adapters.store.engines import inspecting_engine
from planilla.adapters.store.faults import faults_translated
from planilla.adapters.store.guards import guard_faults
from planilla.adapters.store.links import link_row_of
from planilla.adapters.store.rows import EVENT_COLUMNS, events_of
from planilla.application.envelope import Answer, Recorded
from planilla.application.inspecting import ApartRow, CommandRow, EvidenceRow, StreamRow
from planilla.application.recording import stream_of
from planilla.audit.seal import LinkRow, answer_seal
from planilla.domain.tournament.values import EvidenceFile

ROWS = 1000
"""Number of rows fetched at a time."""

COMMAND_COLUMNS = tuple(
    schema.command.c[name]
    for name in ("tournament", "command_id", "fingerprint", "answered_at", "answer", "seal")
)

_ANSWERS = msgspec.json.Decoder(Answer)


@contextlib.contextmanager
def open_snapshot(url: str) -> Iterator["DatabaseSnapshot"]:
    """Open a snapshot of the store at the time of the first query.

    Raises:
        StoreUnavailable: the database did not answer.
    """
    engine = inspecting_engine(url)
    try:
        with faults_translated(), engine.connect() as connection:
            yield DatabaseSnapshot(connection)
    finally:
        engine.dispose()


class DatabaseSnapshot:
    """`StoreSnapshot` port on SQLite or PostgreSQL."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def log_id(self) -> bytes:
        """See `StoreSnapshot.log_id`."""
        return self._meta("log_id")

    def position(self) -> int:
        """See `StoreSnapshot.position`."""
        return int(self._rows(select(schema.log_head.c.position))[0][0])

    def positions(self) -> Iterable[int]:
        """See `StoreSnapshot.positions`."""
        event = schema.event.c
        return (row[0] for row in self._stream(select(event.position).order_by(event.position)))

    def tournaments(self) -> frozenset[str]:
        """See `StoreSnapshot.tournaments`."""
        tables = (schema.stream, schema.command, schema.person, schema.text, schema.evidence)
        named = {
            str(row[0]) for row in self._rows(union(*(select(t.c.tournament) for t in tables)))
        }
        streams = self._rows(select(schema.event.c.stream_id).distinct())
        prefix = stream_of("")
        return frozenset(named | {str(row[0]).removeprefix(prefix) for row in streams})

    def stream(self, tournament: str) -> StreamRow | None:
        """See `StoreSnapshot.stream`."""
        columns = [schema.stream.c[name] for name in StreamRow.__struct_fields__]
        rows = self._rows(select(*columns).where(schema.stream.c.tournament == tournament))
        return StreamRow(**rows[0]._mapping) if rows else None  # noqa: SLF001 - public by its documentation

    def events(self, tournament: str) -> Sequence[Recorded]:
        """See `StoreSnapshot.events`."""
        event = schema.event.c
        query = select(*EVENT_COLUMNS).where(event.stream_id == stream_of(tournament))
        return list(events_of(self._stream(query.order_by(event.version))))

    def commands(self, tournament: str | None) -> Iterable[tuple[str, CommandRow]]:
        """See `StoreSnapshot.commands`."""
        command = schema.command.c
        in_order: Any = command.tournament
        if self._connection.dialect.name != "sqlite":
            in_order = collate(command.tournament, "C")  # the order of Python
        query = select(*COMMAND_COLUMNS).order_by(in_order)
        if tournament is not None:
            query = query.where(command.tournament == tournament)
        return map(self._command, self._stream(query))

    def people(self, tournament: str) -> Iterable[ApartRow]:
        """See `StoreSnapshot.people`."""
        person = schema.person.c
        query = select(person.entrant, person.commitment, person.salt, person.body)
        for key, *rest in self._rows(query.where(person.tournament == tournament)):
            yield ApartRow(key=key, **dict(zip(("commitment", "salt", "body"), rest, strict=True)))

    def texts(self, tournament: str) -> Iterable[ApartRow]:
        """See `StoreSnapshot.texts`."""
        query = select(schema.text).where(schema.text.c.tournament == tournament)
        for row in self._rows(query):
            yield ApartRow(
                key=row.commitment,
                commitment=row.commitment,
                salt=row.salt,
                body=row.body,
                audience=row.audience,
            )

    def evidence(self, tournament: str) -> Iterable[EvidenceRow]:
        """See `StoreSnapshot.evidence`."""
        row = schema.evidence.c
        of = row.tournament == tournament
        query = select(row.sha256, row.media_type, row.size).where(of).order_by(row.sha256)
        for named in self._rows(query):
            body = select(row.body).where(of, row.sha256 == named.sha256)
            file = EvidenceFile(**named._mapping)  # noqa: SLF001 - public by its documentation
            yield EvidenceRow(file, self._rows(body)[0][0])

    def links(self) -> Iterable[LinkRow]:
        """See `StoreSnapshot.links`."""
        link = schema.secret_link.c
        query = select(schema.secret_link).order_by(link.created_at, link.token_hash)
        return [link_row_of({**row}) for row in self._connection.execute(query).mappings()]

    def guards(self) -> Iterable[tuple[str, str]]:
        """See `StoreSnapshot.guards`."""
        return guard_faults(self._connection)

    @cached_property
    def _secret(self) -> bytes:
        return self._meta("command_secret")

    def _command(self, row: Sequence[Any]) -> tuple[str, CommandRow]:
        tournament, command_id, fingerprint, answered_at, said, kept = row
        answer, is_sealed = None, False
        with contextlib.suppress(AttributeError, TypeError, ValueError, RecursionError):
            seal = answer_seal(
                self._secret, (tournament, command_id), fingerprint, answered_at, said
            )
            answer, is_sealed = _ANSWERS.decode(said), seal == kept
        return str(tournament), CommandRow(command_id, answer, is_sealed, not fingerprint)

    def _meta(self, name: str) -> bytes:
        meta = schema.meta.c
        rows = self._rows(select(meta.value).where(meta.name == name))
        return bytes(rows[0][0]) if rows else b""

    def _rows(self, query: Any) -> Sequence[Any]:
        return self._connection.execute(query).all()

    def _stream(self, query: Any) -> Iterable[Any]:
        return self._connection.execute(query.execution_options(yield_per=ROWS))
