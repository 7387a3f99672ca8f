"""Small transactions on the tables beside the log: secret links, people, timers."""

from planilla.adapters.store.engines import reading_engine, side_engine


class SideStore:
    """Connections for the tables beside the log; reading waits for no writer."""

    def __init__(self, url: str) -> None:
        self._writing, self._reading = side_engine(url), reading_engine(url)
        self.write, self.read = self._writing.run, self._reading.rows

    async def close(self) -> None:
        """Close the connections."""
        await self._writing.close()
        await self._reading.close()
