"""Statements compiled once, and run on the cursor of a connection that is kept open.

SQLAlchemy still opens the connection, sets it up and names its faults; only the work that would be
the same for every statement is left out. On PostgreSQL statements that are given together travel
together: a transaction waits for two answers of the server, to its statements and to its end.
"""

import contextlib
import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from planilla.adapters.store.engines import check_file

Values = Mapping[str, Any]

_BEGIN = {"sqlite": "BEGIN IMMEDIATE", "postgresql": "BEGIN"}

logger = logging.getLogger(__name__)


class LostPipelines(logging.Filter):
    """A filter for the warnings of psycopg when it ends a pipeline whose connection was lost.

    They name objects of the driver; `HeldConnection` logs the loss itself, once.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is written."""
        return not str(record.msg).startswith("error ignored terminating")


LOST_PIPELINES = LostPipelines()


class PreparedStep(NamedTuple):
    """A statement with the values of each of its executions; without any nothing is done."""

    statement: Any
    rows: Sequence[Values] = ({},)


class StatementResult(NamedTuple):
    """The number of rows that a step changed, and the rows that it returned."""

    changed: int = 0
    rows: Sequence[Any] = ()


class PreparedText(NamedTuple):
    """The text of a statement, and the order of its values where the driver does not name them."""

    sql: str
    order: Sequence[str] | None

    def arranged(self, values: Values) -> Any:
        """Return the values as the driver takes them."""
        return values if self.order is None else [values[name] for name in self.order]


class HeldConnection:
    """One connection of an engine, opened when it is needed, and again after it was lost.

    Values go to the driver as they are: the types of the columns are the driver's own. What fails
    raises the errors of SQLAlchemy.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        self._prepared: dict[Any, PreparedText] = {}
        self._pipeline: Any = None
        self._fault: Any = engine.dialect.loaded_dbapi.Error
        logging.getLogger("psycopg").addFilter(LOST_PIPELINES)  # once, however often it is added

    def close(self) -> None:
        """Give the connection back."""
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Write everything in the block, durably, when it ends; or nothing."""
        connection = self._opened()
        driver: Any = connection.connection.dbapi_connection
        with self._faults_named(connection), self._pipelined(driver):
            driver.execute(_BEGIN[self.dialect_name])
            try:
                yield
                driver.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(self._fault):
                    driver.execute("ROLLBACK")
                raise

    @contextlib.contextmanager
    def _pipelined(self, driver: Any) -> Iterator[None]:
        """Send statements together in the block, on PostgreSQL.

        It stays open until the end of a transaction: leaving it asks the server to flush, after
        which that would not end the session of a node that stopped in a transaction.
        """
        if self.dialect_name == "sqlite":
            check_file(self._engine.url)
            yield
            return
        with driver.pipeline() as pipeline:
            self._pipeline = pipeline
            try:
                yield
            finally:
                self._pipeline = None

    def fetch(self, statement: Any, values: Values) -> Sequence[Any]:
        """Return the rows of a statement, as plain tuples."""
        return self.run(PreparedStep(statement, (values,)))[0].rows

    def execute(self, statement: Any, *rows: Values) -> int:
        """Do the same with each of `rows`; return the number of rows changed."""
        return self.run(PreparedStep(statement, rows))[0].changed

    def run(self, *steps: PreparedStep) -> list[StatementResult]:
        """Do all steps in order, and return what each did.

        A step that returns rows is executed once. After a failure nothing more is done.
        """
        connection = self._opened()
        driver = connection.connection.dbapi_connection
        assert driver is not None
        with self._faults_named(connection):
            if self._pipeline is None:
                return [_effect_of(self._start(driver, step)) for step in steps]
            try:
                cursors = [self._start(driver, step) for step in steps]
                self._pipeline.sync()
            except self._fault:
                # Until then every statement is refused, the end of the transaction too.
                with contextlib.suppress(self._fault):
                    self._pipeline.sync()
                raise
            return [_effect_of(cursor) for cursor in cursors]

    @contextlib.contextmanager
    def _faults_named(self, connection: Connection) -> Iterator[None]:
        """Raise errors of the driver as those of SQLAlchemy; a lost connection is given up."""
        dialect = self._engine.dialect
        try:
            yield
        except self._fault as error:
            is_lost = dialect.is_disconnect(error, connection.connection.dbapi_connection, None)
            if is_lost:
                connection.invalidate(error)
                logger.warning("the connection to the database was lost and is opened again")
            raise DBAPIError.instance(
                None, None, error, self._fault, connection_invalidated=is_lost, dialect=dialect
            ) from error

    @property
    def dialect_name(self) -> str:
        """`sqlite` or `postgresql`."""
        return self._engine.dialect.name

    def _start(self, driver: Any, step: PreparedStep) -> Any:
        """Execute a step and return its cursor; None where it has no rows."""
        if not step.rows:
            return None
        cursor = driver.cursor()
        prepared = self._of(step.statement)
        if len(step.rows) == 1:
            cursor.execute(prepared.sql, prepared.arranged(step.rows[0]))
        else:
            cursor.executemany(prepared.sql, [prepared.arranged(row) for row in step.rows])
        return cursor

    def _of(self, statement: Any) -> PreparedText:
        prepared = self._prepared.get(statement)
        if prepared is None:
            compiled = statement.compile(dialect=self._engine.dialect)
            prepared = self._prepared[statement] = PreparedText(str(compiled), compiled.positiontup)
        return prepared

    def _opened(self) -> Connection:
        if self._connection is None or self._connection.invalidated:
            self._connection = self._engine.connect()
        return self._connection


def _effect_of(cursor: Any) -> StatementResult:
    if cursor is None:
        return StatementResult()
    effect = StatementResult(int(cursor.rowcount), cursor.fetchall() if cursor.description else ())
    cursor.close()
    return effect
