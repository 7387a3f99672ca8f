"""A secret link for tests, put into the database beside the server."""

import asyncio

from planilla.adapters.clock import SystemClock
from planilla.adapters.store.links import DatabaseGrants
from planilla.adapters.store.side import Side


def grant_everything(url: str, token: str) -> None:
    """Make `token` open every tournament of the database at `url`."""
    asyncio.run(_grant(url, token))


async def _grant(url: str, token: str) -> None:
    side = Side(url)
    try:
        await DatabaseGrants(side, SystemClock()).grant(token, "arbiter", "*")
    finally:
        await side.close()
