"""Asynchronous reader of the log and the tables beside it, by position and by version."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from typing import TypeVar

import msgspec
from sqlalchemy import BindParameter, ScalarSelect, Table, bindparam, func, select

from planilla.adapters.store import schema
from planilla.adapters.store.engines import is_sqlite, reading_engine
from planilla.adapters.store.rows import (
    EVENT_COLUMNS,
    called,
    events_of,
    listed_in,
    person_of,
    text_of,
)
from planilla.adapters.store.wakes import POLL_S, QUIET_S, GrowthSignal
from planilla.application.envelope import Person, Recorded
from planilla.application.ledger import PersonalData, PersonRow, TextRow
from planilla.application.ports import StoreUnavailable, TournamentSummary
from planilla.application.recording import stream_of
from planilla.audit.seal import entry
from planilla.domain.tournament.event import Audience

RowKind = TypeVar("RowKind", PersonRow, TextRow)


def _number_erased(table: Table) -> ScalarSelect[int]:
    erased = select(func.count()).where(table.c.tournament == _TOURNAMENT, table.c.body.is_(None))
    return erased.scalar_subquery()


# Statements of each page, made once: to make one takes longer than to run it.
_TOURNAMENT: BindParameter[str] = bindparam("tournament")
_IS_STREAM = schema.stream.c.tournament == _TOURNAMENT
_EPOCH = select(schema.log_head.c.epoch)
_HEAD = select(schema.stream.c.version).where(_IS_STREAM)
_HIDDEN = select(schema.stream.c.hidden).where(_IS_STREAM)
_LED_FROM = select(schema.stream.c.led_from).where(_IS_STREAM)
_MARK_OF_ALL = select(schema.log_head.c.epoch, schema.log_head.c.position)
_MARK = select(
    schema.log_head.c.epoch,
    _HEAD.scalar_subquery(),
    _number_erased(schema.person),
    _number_erased(schema.text),
)
_EVENTS = (
    select(*EVENT_COLUMNS)
    .where(schema.event.c.stream_id == bindparam("stream"))
    .where(schema.event.c.version > bindparam("after"))
    .order_by(schema.event.c.version)
)
_PEOPLE = select(schema.person.c.entrant, schema.person.c.body).where(
    schema.person.c.tournament == _TOURNAMENT, schema.person.c.body.is_not(None)
)
_TEXTS = select(schema.text.c.commitment, schema.text.c.body).where(
    schema.text.c.tournament == _TOURNAMENT, schema.text.c.body.is_not(None)
)
_PUBLIC_TEXTS = _TEXTS.where(schema.text.c.audience == Audience.PUBLIC)


class DatabaseLog:
    """`Log` port on SQLite or PostgreSQL. Close it on the event loop that used it.

    It listens to the other nodes of a PostgreSQL database, unless others set `signal`.
    """

    def __init__(self, url: str, signal: GrowthSignal, *, is_set_elsewhere: bool = False) -> None:
        self._url = url
        self._signal = signal
        self._listens = not (is_set_elsewhere or is_sqlite(url))
        self._engine = reading_engine(url)

    async def close(self) -> None:
        """Close the connections."""
        await self._engine.close()

    async def prepare(self) -> None:
        """Run the statements of a page once, of no tournament, so that they are compiled."""
        await self.epoch()
        for statement in (
            self.head,
            self.hidden,
            self.led_from,
            self.mark,
            self.events,
            self.people,
        ):
            await statement("-")
        await self.texts("-", Audience.PUBLIC.value)

    async def epoch(self) -> str:
        """Return the epoch of the log; a restore from a backup sets a new one."""
        return str((await self._engine.rows(_EPOCH))[0].epoch)

    async def log_id(self) -> str:
        """Return the name of this log in signed heads, 32 hex digits; a restore keeps it."""
        meta = schema.meta.c
        return bytes(
            (await self._engine.rows(select(meta.value).where(meta.name == "log_id")))[0][0]
        ).hex()

    async def entries(self, after: int, upto: int) -> tuple[bytes, ...]:
        """Return the entries of the events with after < position ≤ upto, in order."""
        event = schema.event.c
        query = select(event.stream_id, event.version, event.hash)
        rows = await self._engine.rows(
            query.where(event.position > after)
            .where(event.position <= upto)
            .order_by(event.position)
        )
        return tuple(entry(stream, version, bytes(hash_)) for stream, version, hash_ in rows)

    async def last_before(self, tournament: str, position: int) -> Recorded | None:
        """Return the last event of a tournament up to a position of the log, if there is one."""
        event = schema.event.c
        query = (
            select(*EVENT_COLUMNS)
            .where(event.stream_id == stream_of(called(tournament)))
            # The sum keeps both databases from scanning the whole log by position for one row.
            .where(event.position + 0 <= position)
            .order_by(event.version.desc())
            .limit(1)
        )
        return next(iter(events_of(await self._engine.rows(query))), None)

    async def position(self) -> int:
        """Return the last position of the log; 0 when it is empty."""
        return int((await self._engine.rows(select(schema.log_head.c.position)))[0].position)

    async def head(self, tournament: str) -> int:
        """Return the stream's last version; 0 when there is no such tournament."""
        rows = await self._engine.rows(_HEAD, tournament=called(tournament))
        return int(rows[0].version) if rows else 0

    async def hidden(self, tournament: str) -> bool:
        """Return whether the tournament is visible only to holders of a link to it."""
        rows = await self._engine.rows(_HIDDEN, tournament=called(tournament))
        return bool(rows and rows[0].hidden)

    async def led_from(self, tournament: str) -> str:
        """Return the log that leads the tournament, as in `StreamHead`; "" for this one."""
        rows = await self._engine.rows(_LED_FROM, tournament=called(tournament))
        return str(rows[0].led_from) if rows else ""

    async def mark(self, tournament: str) -> str:
        """Return a mark that changes with the content of a tournament, or of the list of all."""
        if not tournament:
            (row,) = await self._engine.rows(_MARK_OF_ALL)
        else:
            (row,) = await self._engine.rows(_MARK, tournament=called(tournament))
        return " ".join(map(str, row))

    async def events(
        self, tournament: str, after: int = 0, upto: int | None = None
    ) -> tuple[Recorded, ...]:
        """Return the events of a tournament with after < version ≤ upto, in order of version."""
        query = _EVENTS if upto is None else _EVENTS.where(schema.event.c.version <= upto)
        stream = stream_of(called(tournament))
        return events_of(await self._engine.rows(query, stream=stream, after=after))

    async def since(self, position: int, limit: int = 1000) -> tuple[Recorded, ...]:
        """Return the events of all tournaments after a position of the log, in order."""
        event = schema.event.c
        query = select(*EVENT_COLUMNS).where(event.position > position)
        return events_of(await self._engine.rows(query.order_by(event.position).limit(limit)))

    async def tournaments(self) -> tuple[TournamentSummary, ...]:
        """Return all tournaments, the last changed first."""
        stream = schema.stream.c
        query = select(schema.stream).order_by(stream.changed_at.desc(), stream.tournament)
        return tuple(
            TournamentSummary(
                id=row.tournament,
                name=row.name,
                version=row.version,
                created_at=row.created_at,
                changed_at=row.changed_at,
                led_from=row.led_from,
                **msgspec.structs.asdict(listed_in(row)),
            )
            for row in await self._engine.rows(query)
        )

    async def people(self, tournament: str) -> Mapping[str, Person]:
        """Personal data by entrant id; erased ones are absent."""
        rows = await self._engine.rows(_PEOPLE, tournament=called(tournament))
        return {entrant: person_of(body) for entrant, body in rows}

    async def entered(self, fide_id: str) -> Mapping[str, tuple[str, ...]]:
        """Return the entrants of each tournament whose personal data have this FIDE id.

        All rows are searched, 20 MB for 200,000 people; an index would need a column of its own.
        """
        person = schema.person.c
        part = b'"fide_id":"%b"' % fide_id.encode()
        has_part = (
            func.instr(person.body, part) > 0
            if is_sqlite(self._url)
            else person.body.op("LIKE")(b"%" + part + b"%")
        )
        query = select(person.tournament, person.entrant, person.body).where(has_part)
        found: dict[str, tuple[str, ...]] = {}
        order = query.order_by(person.tournament, person.entrant)
        for tournament, entrant, body in await self._engine.rows(order):
            if person_of(body).fide_id == fide_id:
                found[tournament] = (*found.get(tournament, ()), entrant)
        return found

    async def erased(self, tournament: str) -> int:
        """Return the number of erased entrants: when it changes, names are to be fetched again."""
        person = schema.person.c
        query = select(func.count()).where(
            person.tournament == called(tournament), person.body.is_(None)
        )
        return int((await self._engine.rows(query))[0][0])

    async def texts(self, tournament: str, audience: str) -> Mapping[str, str]:
        """Texts kept apart, by commitment; `audience` is `public` or `staff` (which sees both)."""
        query = _TEXTS if audience == Audience.STAFF else _PUBLIC_TEXTS
        rows = await self._engine.rows(query, tournament=called(tournament))
        return {commitment: text_of(body) for commitment, body in rows}

    async def apart(self, tournament: str) -> PersonalData:
        """Return people and texts with their salts, ordered by entrant and commitment."""
        return PersonalData(
            people=await self._kept(PersonRow, schema.person, tournament),
            texts=await self._kept(TextRow, schema.text, tournament),
        )

    async def _kept(
        self, kind: type[RowKind], table: Table, tournament: str
    ) -> tuple[RowKind, ...]:
        columns = [table.c[name] for name in kind.__struct_fields__]
        query = (
            select(*columns)
            .where(table.c.tournament == called(tournament), table.c.body.is_not(None))
            .order_by(*table.primary_key.columns)
        )
        return tuple(kind(**row._mapping) for row in await self._engine.rows(query))  # noqa: SLF001 - public by its documentation

    async def wakes(self) -> AsyncIterator[int]:
        """Yield the head position of the log after each change, coalesced; the first at once.

        While the database cannot be reached it keeps waiting; readers get the error when they read.
        """
        async with contextlib.AsyncExitStack() as stack:
            signal = stack.enter_context(self._signal.listening())
            if self._listens:
                await stack.enter_async_context(_listening_to_other_nodes(self._url, self._signal))
            last = await self.position()
            yield last
            while True:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(POLL_S):  # `wait_for` may lose a cancellation
                        await signal.wait()
                rung = self._signal.head if signal.is_set() else None
                signal.clear()
                with contextlib.suppress(StoreUnavailable):
                    head = rung if rung is not None and rung > last else await self.position()
                    if head != last:
                        last = head
                        yield head
                await asyncio.sleep(QUIET_S)


def _listening_to_other_nodes(
    url: str, signal: GrowthSignal
) -> contextlib.AbstractAsyncContextManager[None]:
    from planilla.adapters.store.other_nodes import listening_to_other_nodes  # noqa: PLC0415 - not for SQLite

    return listening_to_other_nodes(url, signal)
