"""Small transactions on the tables beside the log: secret links, people, timers."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection

from planilla.adapters.store.engines import reading_engine, side_engine
from planilla.adapters.store.faults import faults_translated

Result = TypeVar("Result")


class SideStore:
    """Connections for the tables beside the log. Close it on the event loop that used it."""

    def __init__(self, url: str) -> None:
        self._engine = side_engine(url)
        self._reading = reading_engine(url)

    async def close(self) -> None:
        """Close the connections."""
        await self._engine.dispose()
        await self._reading.dispose()

    async def write(self, act: Callable[[Connection], Result]) -> Result:
        """Run `act` in one transaction and return its result.

        Raises:
            StoreUnavailable: the database did not answer in time.
        """
        with faults_translated():
            async with self._engine.begin() as connection:
                return await connection.run_sync(act)

    async def read(self, query: Any) -> Sequence[Any]:
        """Return the rows of one statement, without waiting for writers.

        Raises:
            StoreUnavailable: the database did not answer in time.
        """
        with faults_translated():
            async with self._reading.connect() as connection:
                return (await connection.execute(query)).all()
