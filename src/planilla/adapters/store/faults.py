"""Faults of a database as the ports name them. Only what the driver said is kept, never values."""

import contextlib
from collections.abc import Iterator

from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError

from planilla.application.ports import StoreUnavailable, VersionConflict

NO_WRITES = frozenset({"25006", "42501"})
"""SQLSTATE of a read-only transaction and of a right that is missing: `/readyz` says which."""


@contextlib.contextmanager
def faults_translated() -> Iterator[None]:
    """Raise what the ports promise, in place of the driver's errors.

    Raises:
        VersionConflict: something is there already that was not there when it was looked up.
        StoreUnavailable: the database did not answer, cut the connection, or lets nobody write: it
            is a standby, or the role lacks the right.
    """
    try:
        yield
    except IntegrityError as error:
        raise VersionConflict(str(error.orig)) from error
    except (OperationalError, InterfaceError) as error:
        raise StoreUnavailable(str(error.orig)) from error
    except DBAPIError as error:
        if error.connection_invalidated or getattr(error.orig, "sqlstate", "") in NO_WRITES:
            raise StoreUnavailable(str(error.orig)) from error
        raise
