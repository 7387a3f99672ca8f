"""What a server may play by itself, so that there is something to look at."""

import asyncio
import contextlib
import logging
from typing import Protocol

from planilla.adapters.cli.sample import open_of_the_book
from planilla.adapters.cli.tools import Serving
from planilla.adapters.clock import FastClock, SystemClock
from planilla.adapters.store.database import Database
from planilla.application import demo, marathon, season
from planilla.application.demo import NoResult
from planilla.application.ports import Clock, StoreUnavailable

AGAIN_S = 1.0
"""How long a show waits for a database that does not answer."""

logger = logging.getLogger(__name__)


class Show(Protocol):
    """A tournament that plays itself, by its own clock."""

    @property
    def tournament(self) -> str:
        """Its id."""

    @property
    def clock(self) -> Clock:
        """The clock of the whole server."""

    @property
    def is_thrown_away(self) -> bool:
        """Whether it is played on a database that is deleted at the end."""

    async def begin(self, database: Database) -> None:
        """Do what is missing for its page to be there."""

    async def play(self, database: Database) -> None:
        """Play on to the end; a show that cannot go on leaves the server alone."""


class OpenOfTheBook:
    """The book's open, an act every `pace_s` seconds."""

    tournament = demo.TOURNAMENT
    is_thrown_away = False

    def __init__(self, pace_s: float) -> None:
        self._pace_s = pace_s
        self.clock = SystemClock()

    async def begin(self, database: Database) -> None:
        """Do the first act that is missing."""
        with contextlib.suppress(NoResult, StoreUnavailable):
            async with contextlib.aclosing(
                demo.play(open_of_the_book(), desk=database.desk, log=database.log)
            ) as steps:
                await anext(steps, None)

    async def play(self, database: Database) -> None:
        """Play on at that pace."""
        while True:
            try:
                async for _ in demo.play(open_of_the_book(), desk=database.desk, log=database.log):
                    await asyncio.sleep(self._pace_s)
            except NoResult as error:
                logger.warning("the demo stops: somebody paired it otherwise (%s)", error)
            except StoreUnavailable:
                await asyncio.sleep(AGAIN_S)
                continue
            return


class SimulatedMarathon:
    """A Masnou marathon, its time running `speed` times as fast."""

    tournament = marathon.TOURNAMENT
    is_thrown_away = True

    def __init__(self, plan: marathon.Marathon, speed: int) -> None:
        self._plan = plan
        self.clock = FastClock(speed)

    async def begin(self, database: Database) -> None:
        """Create it."""
        await marathon.begin(self._plan, desk=database.desk, log=database.log, time=self.clock)

    async def play(self, database: Database) -> None:
        """Play it to its end."""
        await marathon.play(self._plan, desk=database.desk, log=database.log, time=self.clock)


class PlayedSeason:
    """A Keizer season, an act every `pace_s` seconds."""

    tournament = season.TOURNAMENT
    is_thrown_away = True

    def __init__(self, plan: season.KeizerSeason, pace_s: float) -> None:
        self._plan = plan
        self._pace_s = pace_s
        self.clock = SystemClock()

    async def begin(self, database: Database) -> None:
        """Create it."""
        steps = season.play(self._plan, desk=database.desk, log=database.log)
        async with contextlib.aclosing(steps):
            await anext(steps, None)

    async def play(self, database: Database) -> None:
        """Play it to its end."""
        async for _ in season.play(self._plan, desk=database.desk, log=database.log):
            await asyncio.sleep(self._pace_s)


def show_of(serving: Serving) -> Show | None:
    """What is to be played beside serving, if anything."""
    if serving.marathon is not None:
        return SimulatedMarathon(serving.marathon, serving.speed)
    if serving.season is not None:
        return PlayedSeason(serving.season, serving.pace_s or 0)
    return None if serving.pace_s is None else OpenOfTheBook(serving.pace_s)
