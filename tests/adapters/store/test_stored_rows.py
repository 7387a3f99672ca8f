"""What waits for the disk, and what does not."""

from sqlalchemy import Connection

from planilla.adapters.store.side import Side

NORMAL, FULL = 1, 2
"""As SQLite answers to `PRAGMA synchronous`."""


async def test_stored_rows_alone_do_not_wait_for_the_disk(sqlite_url: str) -> None:
    def synchronous(connection: Connection) -> object:
        return connection.exec_driver_sql("PRAGMA synchronous").scalar()

    side = Side(sqlite_url)
    assert await side.write_rows(synchronous) == NORMAL
    assert await side.write(synchronous) == FULL
    await side.close()
