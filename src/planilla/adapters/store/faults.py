"""Faults of a database as the ports name them. Only what the driver said is kept, never values."""

import contextlib
from collections.abc import Iterator

from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError

from planilla.application.ports import StoreUnavailable, VersionConflict


@contextlib.contextmanager
def faults_translated() -> Iterator[None]:
    """Raise what the ports promise, in place of the driver's errors.

    Raises:
        VersionConflict: something is there already that was not there when it was looked up.
        StoreUnavailable: the database did not answer, or cut the connection.
    """
    try:
        yield
    except IntegrityError as error:
        raise VersionConflict(str(error.orig)) from error
    except (OperationalError, InterfaceError) as error:
        raise StoreUnavailable(str(error.orig)) from error
    except DBAPIError as error:
        if error.connection_invalidated:
            raise StoreUnavailable(str(error.orig)) from error
        raise
