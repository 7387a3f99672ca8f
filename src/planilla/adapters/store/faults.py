"""Translation of database errors to those of the ports, with the driver's message but no values."""

import contextlib
from collections.abc import Iterator

from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError

from planilla.application.ports import StoreUnavailable, VersionConflict

NO_WRITES = frozenset({"25006", "42501"})
"""SQLSTATE of a read-only transaction and of a missing privilege, which `/readyz` reports."""


@contextlib.contextmanager
def faults_translated() -> Iterator[None]:
    """Translate the driver's errors to those of the ports.

    Raises:
        VersionConflict: a row exists already that was missing when it was looked up.
        StoreUnavailable: the database did not answer, closed the connection, or refuses writes (a
        standby, or a role without the privilege).
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
