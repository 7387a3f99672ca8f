"""What opening an SQLite file loads: a server starts sooner without the rest."""

import subprocess
import sys

FOREIGN = ("alembic", "psycopg", "sqlalchemy.dialects.postgresql")
OPEN = """
import asyncio, sys
from planilla.adapters.clock import SystemClock
from planilla.adapters.ids import RandomIds
from planilla.adapters.store.database import Database

async def open_and_look(url):
    async with Database(url, clock=SystemClock(), ids=RandomIds()) as database:
        assert await anext(database.log.wakes()) == 0

asyncio.run(open_and_look(sys.argv[1]))
print(*sys.modules)
"""


def test_an_sqlite_file_is_opened_without_postgresql_and_without_migrations(
    sqlite_url: str,
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", OPEN, sqlite_url], capture_output=True, text=True, check=True
    )
    loaded = done.stdout.split()
    assert "planilla.adapters.store.ledger" in loaded
    assert [name for name in FOREIGN if name in loaded] == []
