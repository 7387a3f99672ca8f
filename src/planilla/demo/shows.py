"""Tournaments that a server plays by itself, so that there is something to look at."""

import asyncio
import contextlib
import logging
from pathlib import Path

import msgspec

from planilla.adapters.cli.services import Store
from planilla.adapters.clock import FastClock, SystemClock
from planilla.application.ports import StoreUnavailable
from planilla.demo import book_open, marathon, season
from planilla.demo.book_open import NoResult, open_of_the_book

RETRY_INTERVAL_S = 1.0
"""Seconds until a show asks a database again that does not answer."""

NAMES = Path(__file__).parent / "data" / "names.json"
"""Invented names of players."""

logger = logging.getLogger(__name__)


def invented_names() -> tuple[str, ...]:
    """Return names for the players of a simulation."""
    return msgspec.json.decode(NAMES.read_bytes(), type=tuple[str, ...])


class OpenOfTheBook:
    """The book's open, an act every `pace_s` seconds."""

    tournament = book_open.TOURNAMENT
    is_thrown_away = False

    def __init__(self, pace_s: float) -> None:
        self._pace_s = pace_s
        self.clock = SystemClock()

    async def begin(self, database: Store) -> None:
        """Do the first act that is missing."""
        with contextlib.suppress(NoResult, StoreUnavailable):
            async with contextlib.aclosing(
                book_open.play(open_of_the_book(), bus=database.bus, log=database.log)
            ) as steps:
                await anext(steps, None)

    async def play(self, database: Store) -> None:
        """Play on at that pace."""
        while True:
            try:
                async for _ in book_open.play(
                    open_of_the_book(), bus=database.bus, log=database.log
                ):
                    await asyncio.sleep(self._pace_s)
            except NoResult as error:
                logger.warning("the demo stops: somebody paired it differently (%s)", error)
            except StoreUnavailable:
                await asyncio.sleep(RETRY_INTERVAL_S)
                continue
            return


class SimulatedMarathon:
    """A Masnou marathon, its time running `speed` times as fast."""

    tournament = marathon.TOURNAMENT
    is_thrown_away = True

    def __init__(self, plan: marathon.Marathon, speed: int) -> None:
        self._plan = plan
        self.clock = FastClock(speed)

    async def begin(self, database: Store) -> None:
        """Create it."""
        await marathon.begin(self._plan, bus=database.bus, log=database.log, time=self.clock)

    async def play(self, database: Store) -> None:
        """Play it to its end."""
        await marathon.play(self._plan, bus=database.bus, log=database.log, time=self.clock)


class PlayedSeason:
    """A Keizer season, an act every `pace_s` seconds."""

    tournament = season.TOURNAMENT
    is_thrown_away = True

    def __init__(self, plan: season.KeizerSeason, pace_s: float) -> None:
        self.plan = plan
        self.pace_s = pace_s
        self.clock = SystemClock()

    async def begin(self, database: Store) -> None:
        """Create it."""
        steps = season.play(self.plan, bus=database.bus, log=database.log)
        async with contextlib.aclosing(steps):
            await anext(steps, None)

    async def play(self, database: Store) -> None:
        """Play it to its end."""
        async for _ in season.play(self.plan, bus=database.bus, log=database.log):
            await asyncio.sleep(self.pace_s)
