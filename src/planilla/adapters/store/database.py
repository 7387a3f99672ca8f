"""Database: all ports of the store at one address."""

from typing import Self

from planilla.adapters.store.command_bus import BusResources, OpenCommandBus, open_command_bus
from planilla.adapters.store.election import LockFileElection
from planilla.adapters.store.engines import SideStore, is_sqlite
from planilla.adapters.store.evidence import DatabaseEvidence
from planilla.adapters.store.links import DatabaseGrants
from planilla.adapters.store.people import DatabasePeople
from planilla.adapters.store.reader import DatabaseLog
from planilla.adapters.store.readiness import DatabaseReadiness
from planilla.adapters.store.revision import check_revision
from planilla.adapters.store.timers import DatabaseTimers
from planilla.adapters.store.wakes import Bell
from planilla.application.jobs import Worker
from planilla.application.ports import Clock, Election, Ids, Keys
from planilla.application.states import States


class Database:
    """All ports of the store; long calculations are done by `worker`, if given.

    Links are signed by `keys`, if given.

    Use it as an asynchronous context manager.

    Raises, on creation:
        DatabaseNewer, DatabaseOlder: the schema is not that of this code.
    """

    def __init__(
        self,
        url: str,
        *,
        clock: Clock,
        ids: Ids,
        worker: Worker | None = None,
        keys: Keys | None = None,
    ) -> None:
        check_revision(url)
        bell = Bell()
        self._side = SideStore(url)
        self.states = States()
        around = BusResources(clock, ids, bell, worker, self.states)
        self.bus: OpenCommandBus = open_command_bus(url, around)
        self.log = DatabaseLog(url, bell)
        self.grants = DatabaseGrants(self._side, clock, keys)
        self.people = DatabasePeople(self._side, url)
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
        self.bus.close()
        await self.log.close()
        await self._side.close()


def _election_of(url: str, bus: OpenCommandBus) -> Election:
    if is_sqlite(url):
        return LockFileElection(bus)
    from planilla.adapters.store.session_election import (  # noqa: PLC0415 - not for SQLite
        SessionElection,
    )

    return SessionElection(url)
