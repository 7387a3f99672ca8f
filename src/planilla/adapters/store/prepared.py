"""Statements compiled once, and run on the cursor of a connection that is kept open.

SQLAlchemy still opens the connection, sets it up, ends its transactions and names its faults; only
the work that would be the same for every statement (it costs more than the database) is left out.
"""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

Values = Mapping[str, Any]


class Prepared(NamedTuple):
    """The text of a statement, and the order of its values where the driver does not name them."""

    sql: str
    order: Sequence[str] | None

    def arranged(self, values: Values) -> Any:
        """The values as the driver takes them."""
        return values if self.order is None else [values[name] for name in self.order]


class HeldConnection:
    """One connection of an engine, opened when it is needed, and again after it was lost.

    Values go to the driver as they are: the types of the columns are the driver's own. What fails
    raises the errors of SQLAlchemy.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        self._prepared: dict[Any, Prepared] = {}

    def close(self) -> None:
        """Give the connection back."""
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Everything in the block is written, durably, when it ends; or nothing is."""
        with self._opened().begin():
            yield

    def fetch(self, statement: Any, values: Values) -> list[Any]:
        """The rows of a statement, as plain tuples."""
        prepared = self._of(statement)
        with self._cursor() as cursor:
            cursor.execute(prepared.sql, prepared.arranged(values))
            rows: list[Any] = cursor.fetchall()
        return rows

    def execute(self, statement: Any, *rows: Values) -> int:
        """Do the same with each of the rows; answers with how many it did something to."""
        if not rows:
            return 0
        prepared = self._of(statement)
        with self._cursor() as cursor:
            if len(rows) == 1:
                cursor.execute(prepared.sql, prepared.arranged(rows[0]))
            else:
                cursor.executemany(prepared.sql, [prepared.arranged(row) for row in rows])
            return int(cursor.rowcount)

    @property
    def dialect_name(self) -> str:
        """`sqlite` or `postgresql`."""
        return self._engine.dialect.name

    def _of(self, statement: Any) -> Prepared:
        prepared = self._prepared.get(statement)
        if prepared is None:
            compiled = statement.compile(dialect=self._engine.dialect)
            prepared = self._prepared[statement] = Prepared(str(compiled), compiled.positiontup)
        return prepared

    def _opened(self) -> Connection:
        if self._connection is None or self._connection.invalidated:
            self._connection = self._engine.connect()
        return self._connection

    @contextlib.contextmanager
    def _cursor(self) -> Iterator[Any]:
        connection, dialect = self._opened(), self._engine.dialect
        driver, fault = connection.connection, dialect.loaded_dbapi.Error
        cursor = driver.cursor()
        try:
            yield cursor
        except fault as error:
            lost = dialect.is_disconnect(error, driver, cursor)
            if lost:
                connection.invalidate(error)
            raise DBAPIError.instance(
                None, None, error, fault, connection_invalidated=lost, dialect=dialect
            ) from error
        finally:
            cursor.close()
