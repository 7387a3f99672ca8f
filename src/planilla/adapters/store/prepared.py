"""Statements compiled once, and run on the cursor of a connection that is kept open.

SQLAlchemy still opens the connection, sets it up and names its faults; only the work that would be
the same for every statement is left out. On PostgreSQL statements that are given together travel
together: a transaction waits for two answers of the server, to its statements and to its end.
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


NO_RESULT = StatementResult()
"""The result of a step that was not executed."""


class PreparedText(NamedTuple):
    """The text of a statement, and a function that arranges its values as the driver takes them."""

    sql: str
    arranged: Callable[[Values], Any]


def _arranging(order: Sequence[str] | None) -> Callable[[Values], Any]:
    """Return the function for values in `order`, or for a driver that takes them by name."""
    if order is None:
        return lambda values: values
    if len(order) > 1:
        return operator.itemgetter(*order)
    return lambda values: [values[name] for name in order]


class HeldConnection:
    """One connection of an engine, opened when it is needed, and again after it was lost.

    `dialect_name` is `sqlite` or `postgresql`.
    Values go to the driver as they are: the types of the columns are the driver's own. What fails
    raises the errors of SQLAlchemy.
    """

    def __init__(self, engine: Engine) -> None:
        self.dialect_name = engine.dialect.name
        self._engine = engine
        self._connection: Connection | None = None
        self._driver: Any = None
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
            check_file(self._engine.url)
            return contextlib.nullcontext()
        return self._in_pipeline(driver)

    @contextlib.contextmanager
    def _in_pipeline(self, driver: Any) -> Iterator[None]:
        """Open a pipeline for the block.

        It stays open until the end of a transaction: leaving it asks the server to flush, after
        which that would not end the session of a node that stopped in a transaction.
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
        """Do the same with each of `rows`; return the number of rows changed."""
        return self.run(PreparedStep(statement, rows))[0].changed

    def run(self, *steps: PreparedStep) -> list[StatementResult]:
        """Do all steps in order, and return what each did.

        A step that returns rows is executed once. After a failure nothing more is done.
        """
        driver = self._opened()
        try:
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
        except self._fault as error:
            raise self._named(error) from error

    def _named(self, error: Any) -> BaseException:
        """Return the error of SQLAlchemy for one of the driver; a lost connection is given up."""
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
        """Execute a step and return its cursor; None where it has no rows."""
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
        """Return the driver's connection."""
        if self._connection is None or self._connection.invalidated:
            self._connection = self._engine.connect()
            self._driver = self._connection.connection.dbapi_connection
        return self._driver


def _effect_of(cursor: Any) -> StatementResult:
    if cursor is None:
        return NO_RESULT
    effect = StatementResult(cursor.rowcount, cursor.fetchall() if cursor.description else ())
    cursor.close()
    return effect
