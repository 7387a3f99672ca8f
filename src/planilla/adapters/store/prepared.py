"""Prepared statements: compiled once, and run on the cursor of a permanent connection.

SQLAlchemy still opens and configures the connection and translates its errors; only the repeated
work for each statement is saved. On PostgreSQL statements executed together are pipelined: a
transaction takes two round trips, for its statements and for its end.
"""

import contextlib
import logging
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from planilla.adapters.store.engines import check_file

Values = Mapping[str, Any]

_BEGIN = {"sqlite": "BEGIN IMMEDIATE", "postgresql": "BEGIN"}

logger = logging.getLogger(__name__)


def _is_no_lost_pipeline(record: logging.LogRecord) -> bool:
    """Return False for psycopg's warnings about lost connections, which `HeldConnection` logs."""
    return not str(record.msg).startswith("error ignored terminating")


class PreparedStep(NamedTuple):
    """A statement with the values of its executions; without values it is not executed."""

    statement: Any
    rows: Sequence[Values] = ({},)


class StatementResult(NamedTuple):
    """Number of changed rows and the returned rows of a step."""

    changed: int = 0
    rows: Sequence[Any] = ()


NO_RESULT = StatementResult()
"""Result of a step that was not executed."""


class PreparedText(NamedTuple):
    """The text of a statement, and a function that arranges its values for the driver."""

    sql: str
    arranged: Callable[[Values], Any]


def _arranging(order: Sequence[str] | None) -> Callable[[Values], Any]:
    """Return the function for positional values in `order`, or for values by name."""
    if order is None:
        return lambda values: values
    if len(order) > 1:
        return operator.itemgetter(*order)
    return lambda values: [values[name] for name in order]


class HeldConnection:
    """One connection of an engine, opened at first use and again after a loss.

    `dialect_name` is `sqlite` or `postgresql`. Values are passed to the driver unchanged. Failures
    raise the errors of SQLAlchemy.
    """

    def __init__(self, engine: Engine) -> None:
        self.dialect_name = engine.dialect.name
        self._engine = engine
        self._file = str(engine.url.database)
        self._connection: Connection | None = None
        self._driver: Any = None
        self._prepared: dict[Any, PreparedText] = {}
        self._pipeline: Any = None
        self._fault: Any = engine.dialect.loaded_dbapi.Error
        logging.getLogger("psycopg").addFilter(
            _is_no_lost_pipeline
        )  # adding it again has no effect

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Run the block in a transaction that is durable at its end, or rolled back."""
        driver = self._opened()
        try:
            with self._pipelined(driver):
                driver.execute(_BEGIN[self.dialect_name])
                try:
                    yield
                    driver.execute("COMMIT")
                except BaseException:
                    with contextlib.suppress(self._fault):
                        driver.execute("ROLLBACK")
                    raise
        except self._fault as error:
            raise self._named(error) from error

    def _pipelined(self, driver: Any) -> contextlib.AbstractContextManager[None]:
        """Send statements together in the block, on PostgreSQL."""
        if self.dialect_name == "sqlite":
            check_file(self._file)
            return contextlib.nullcontext()
        return self._in_pipeline(driver)

    @contextlib.contextmanager
    def _in_pipeline(self, driver: Any) -> Iterator[None]:
        """Open a pipeline for the block.

        It stays open until the end of a transaction: leaving it requests a flush, after which the
        server would not end the session of a node that stopped in a transaction.
        """
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
        """Execute a statement for each of `rows`; return the number of changed rows."""
        return self.run(PreparedStep(statement, rows))[0].changed

    def run(self, *steps: PreparedStep) -> list[StatementResult]:
        """Execute all steps in order, and return their results.

        A step that returns rows is executed once. After a failure no later step is executed.
        """
        driver = self._opened()
        try:
            if self._pipeline is None:
                return [_effect_of(self._start(driver, step)) for step in steps]
            try:
                cursors = [self._start(driver, step) for step in steps]
                self._pipeline.sync()
            except self._fault:
                # Until the pipeline ends every statement is refused, even the end of the
                # transaction.
                with contextlib.suppress(self._fault):
                    self._pipeline.sync()
                raise
            return [_effect_of(cursor) for cursor in cursors]
        except self._fault as error:
            raise self._named(error) from error

    def _named(self, error: Any) -> BaseException:
        """Return the error of SQLAlchemy for one of the driver; drop a lost connection."""
        dialect, connection = self._engine.dialect, self._connection
        assert connection is not None
        is_lost = dialect.is_disconnect(error, self._driver, None)
        if is_lost:
            connection.invalidate(error)
            logger.warning("the connection to the database was lost and is opened again")
        named: BaseException = DBAPIError.instance(
            None, None, error, self._fault, connection_invalidated=is_lost, dialect=dialect
        )
        return named

    def _start(self, driver: Any, step: PreparedStep) -> Any:
        """Execute a step and return its cursor; None without values."""
        if not step.rows:
            return None
        sql, arranged = self._prepared.get(step.statement) or self._prepare(step.statement)
        if len(step.rows) == 1:
            return driver.execute(sql, arranged(step.rows[0]))
        cursor = driver.cursor()
        cursor.executemany(sql, [arranged(row) for row in step.rows])
        return cursor

    def _prepare(self, statement: Any) -> PreparedText:
        compiled = statement.compile(dialect=self._engine.dialect)
        prepared = PreparedText(str(compiled), _arranging(compiled.positiontup))
        self._prepared[statement] = prepared
        return prepared

    def _opened(self) -> Any:
        """Return the driver's connection, opened if needed."""
        if self._connection is None or self._connection.invalidated:
            self._connection = self._engine.connect()
            self._driver = self._connection.connection.dbapi_connection
        return self._driver


def _effect_of(cursor: Any) -> StatementResult:
    if cursor is None:
        return NO_RESULT
    return StatementResult(cursor.rowcount, cursor.fetchall() if cursor.description else ())
