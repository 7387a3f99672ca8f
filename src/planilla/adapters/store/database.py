"""Database: all ports of the store at one address."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Self

from sqlalchemy import Connection, delete, func, select, update

from planilla.adapters.store import schema
from planilla.adapters.store.accounts import DatabaseAccounts
from planilla.adapters.store.command_bus import BusResources, OpenCommandBus, open_command_bus
from planilla.adapters.store.election import LockFileElection
from planilla.adapters.store.engines import SideStore, is_sqlite
from planilla.adapters.store.evidence import DatabaseEvidence
from planilla.adapters.store.inserting import insert_new, upsert
from planilla.adapters.store.ledger import DatabaseLedger
from planilla.adapters.store.links import DatabaseGrants
from planilla.adapters.store.people import DatabasePeople
from planilla.adapters.store.reader import DatabaseLog
from planilla.adapters.store.readiness import DatabaseReadiness
from planilla.adapters.store.revision import check_revision
from planilla.adapters.store.timers import DatabaseTimers
from planilla.adapters.store.wakes import GrowthSignal, NatsWakes
from planilla.application.following import FollowerEnd, Portion, Taken, take_portion
from planilla.application.jobs import Worker
from planilla.application.ports import (
    Clock,
    Election,
    Ids,
    Keys,
    StoreUnavailable,
    VersionConflict,
)
from planilla.application.push import (
    SUBSCRIPTIONS_MAX,
    PushSubscription,
    TooManyPushSubscriptions,
)
from planilla.application.states import States

RETRY_LIMIT_S = 5.0
RETRY_INTERVAL_S = 0.01


class Database:
    """All ports of the store; long calculations are done by `worker`, if given.

    Links are signed by `keys`, if given. `account_grants` are those of a server with accounts: they
    open their sessions too. `wake` is the address of a NATS server that tells nodes of each other's
    appends; without one PostgreSQL does, and other processes of an SQLite file poll.

    Use it as an asynchronous context manager.

    Raises, on creation:
        DatabaseNewer, DatabaseOlder: the schema is not that of this code.
    """

    def __init__(  # noqa: PLR0913 - the settings and collaborators of all ports
        self,
        url: str,
        *,
        clock: Clock,
        ids: Ids,
        worker: Worker | None = None,
        keys: Keys | None = None,
        wake: str = "",
    ) -> None:
        check_revision(url)
        signal = GrowthSignal()
        self._wakes = NatsWakes(wake, _log_id_of(url), signal) if wake else None
        self._side = SideStore(url)
        self.states = States()
        around = BusResources(clock, ids, signal, worker, self.states, self._wakes)
        self.bus: OpenCommandBus = open_command_bus(url, around)
        self.intake = DatabaseIntake(url, self.states, self.bus.announce)
        self.log = DatabaseLog(url, signal, is_set_elsewhere=bool(wake))
        self.grants = DatabaseGrants(self._side, clock, keys)
        self.accounts = DatabaseAccounts(self._side, clock)
        self.account_grants = DatabaseGrants(self._side, clock, keys, self.accounts)
        self.people = DatabasePeople(self._side, url)
        self.push = DatabasePush(self._side)
        self.evidence = DatabaseEvidence(self._side, clock)
        self.timers = DatabaseTimers(self._side)
        self.readiness = DatabaseReadiness(url, self.bus)
        self.election: Election = _election_of(url, self.bus)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Answer the queued commands, then close all connections."""
        await self.intake.close()
        self.bus.close()
        if self._wakes is not None:
            await asyncio.to_thread(self._wakes.close)
        await self.log.close()
        await self._side.close()


def _log_id_of(url: str) -> str:
    with contextlib.closing(DatabaseLedger(url)) as ledger:
        return ledger.log_id()


def _election_of(url: str, bus: OpenCommandBus) -> Election:
    if is_sqlite(url):
        return LockFileElection(bus)
    from planilla.adapters.store.session_election import (  # noqa: PLC0415 - not for SQLite
        SessionElection,
    )

    return SessionElection(url)


class DatabaseIntake:
    """`Intake` port on SQLite or PostgreSQL; `on_append` is called with each new position.

    It appends beside the writer of this process, with a connection and a thread of its own; whoever
    appends later decides or verifies again.
    """

    def __init__(self, url: str, states: States, on_append: Callable[[int], None]) -> None:
        self._url = url
        self._states = states
        self._on_append = on_append
        self._ledger: DatabaseLedger | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="planilla-intake")

    async def take(self, tournament: str, portion: Portion) -> FollowerEnd:
        """See `Intake.take`."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._take, tournament, portion)

    async def close(self) -> None:
        """Complete what has begun, then close the connections."""
        await asyncio.to_thread(self._thread.shutdown)
        if self._ledger is not None:
            self._ledger.close()

    def _take(self, tournament: str, portion: Portion) -> FollowerEnd:
        taken = self._with_retries(tournament, portion)
        if taken.position is not None:
            self._states.keep(tournament, stream=taken.stream)
            self._on_append(taken.position)
        return taken.end

    def _with_retries(self, tournament: str, portion: Portion) -> Taken:
        """Append a portion; again after a conflict, for a bounded time.

        Raises:
            PortionRefused: it is not appended.
            StoreUnavailable: the store did not answer.
        """
        if self._ledger is None:
            self._ledger = DatabaseLedger(self._url)
        deadline = time.monotonic() + RETRY_LIMIT_S
        while True:
            known = self._states.of(tournament).latest
            try:
                return take_portion(self._ledger, tournament, portion, known)
            except VersionConflict as error:
                if time.monotonic() > deadline:
                    raise StoreUnavailable(f"gave up after {RETRY_LIMIT_S} s: {error}") from error
                time.sleep(RETRY_INTERVAL_S)


class DatabasePush:
    """`PushSubscriptions` port on SQLite or PostgreSQL."""

    def __init__(self, side: SideStore, most: int = SUBSCRIPTIONS_MAX) -> None:
        self._side = side
        self._most = most

    async def keep(self, subscription: PushSubscription, version: int, at: int) -> None:
        """See `PushSubscriptions.keep`."""
        row = {
            "endpoint": subscription.endpoint,
            "tournament": subscription.tournament,
            "p256dh": subscription.p256dh,
            "auth": subscription.auth,
            "entrants": ",".join(subscription.entrants),
            "language": subscription.language,
            "created_at": at,
        }
        notified = {"tournament": subscription.tournament, "version": version}
        known = _subscribed(subscription.endpoint, subscription.tournament)

        def write(connection: Connection) -> None:
            dialect = connection.dialect.name
            is_new = connection.execute(select(_PUSH.endpoint).where(known)).first() is None
            count = select(func.count()).select_from(schema.push_subscription)
            if is_new and connection.execute(count).scalar_one() >= self._most:
                raise TooManyPushSubscriptions
            connection.execute(upsert(dialect, schema.push_subscription), row)
            connection.execute(insert_new(dialect, schema.push_told), notified)

        await self._side.write(write)

    async def end(self, endpoint: str, tournament: str) -> bool:
        """See `PushSubscriptions.end`."""
        return await self._delete(_subscribed(endpoint, tournament)) == 1

    async def forget(self, endpoint: str) -> None:
        """See `PushSubscriptions.forget`."""
        await self._delete(_PUSH.endpoint == endpoint)

    async def drop(self, tournament: str) -> None:
        """See `PushSubscriptions.drop`."""
        await self._delete(_PUSH.tournament == tournament)

    async def _delete(self, chosen: Any) -> int:
        """Delete subscriptions, and what is noted of tournaments that have none any more."""
        table = schema.push_subscription
        is_followed = select(_PUSH.endpoint).where(_PUSH.tournament == _TOLD.tournament).exists()

        def write(connection: Connection) -> int:
            deleted = connection.execute(delete(table).where(chosen)).rowcount
            connection.execute(delete(schema.push_told).where(~is_followed))
            return deleted

        return await self._side.write(write)

    async def of(self, tournament: str) -> tuple[PushSubscription, ...]:
        """See `PushSubscriptions.of`."""
        query = select(schema.push_subscription).where(_PUSH.tournament == tournament)
        rows = await self._side.read(query.order_by(_PUSH.created_at, _PUSH.endpoint))
        return tuple(
            PushSubscription(
                endpoint=row.endpoint,
                p256dh=row.p256dh,
                auth=row.auth,
                tournament=row.tournament,
                entrants=tuple(row.entrants.split(",")),
                language=row.language,
            )
            for row in rows
        )

    async def notified(self) -> Mapping[str, int]:
        """See `PushSubscriptions.notified`."""
        rows = await self._side.read(select(schema.push_told))
        return {row.tournament: row.version for row in rows}

    async def claim(self, tournament: str, notified: int, version: int) -> bool:
        """See `PushSubscriptions.claim`."""
        noted = update(schema.push_told).where(
            _TOLD.tournament == tournament, _TOLD.version == notified
        )

        def write(connection: Connection) -> bool:
            return connection.execute(noted.values(version=version)).rowcount == 1

        return await self._side.write(write)


_PUSH, _TOLD = schema.push_subscription.c, schema.push_told.c


def _subscribed(endpoint: str, tournament: str) -> Any:
    return (_PUSH.endpoint == endpoint) & (_PUSH.tournament == tournament)
