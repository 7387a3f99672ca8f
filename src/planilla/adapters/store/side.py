"""Small transactions beside the log: views, secret links, people. None of them touches events."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection

from planilla.adapters.store.engines import reading_engine, rows_engine, side_engine
from planilla.adapters.store.faults import faults_translated
from planilla.adapters.store.turns import Turn

Result = TypeVar("Result")


class Side:
    """Connections for what lies beside the log. Close it on the loop that used it.

    `turn` is shared with whoever appends, where only one may write.
    """

    def __init__(self, url: str, turn: Turn | None = None) -> None:
        self._turn = turn or Turn()
        self._engine = side_engine(url)
        self._rows = rows_engine(url)
        self._reading = reading_engine(url)

    async def close(self) -> None:
        """Give the connections back."""
        await self._engine.dispose()
        await self._rows.dispose()
        await self._reading.dispose()

    async def write(self, act: Callable[[Connection], Result]) -> Result:
        """What `act` answers, in one transaction.

        Raises:
            StoreUnavailable: the database did not answer in time.
        """
        with faults_translated():
            async with self._engine.begin() as connection:
                return await connection.run_sync(act)

    async def write_rows(self, act: Callable[[Connection], Result]) -> Result:
        """As `write`, of what can be made again from the log; whoever appends goes first.

        Raises:
            StoreUnavailable: the database did not answer in time.
        """
        with faults_translated():
            async with self._turn.of_rows(), self._rows.begin() as connection:
                return await connection.run_sync(act)

    async def read(self, query: Any) -> Sequence[Any]:
        """The rows of one statement; it waits for no writer.

        Raises:
            StoreUnavailable: the database did not answer in time.
        """
        with faults_translated():
            async with self._reading.connect() as connection:
                return (await connection.execute(query)).all()
