"""A tournament pushed from the log of this computer to a server, as far as it goes there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from planilla.adapters.cli.console import CommandError, Exit
from planilla.adapters.cli.public_server import PublicServer, RequestRefused
from planilla.adapters.cli.services import Progress
from planilla.application.following import (
    End,
    FollowerEnd,
    commits,
    end_of,
    portions_after,
    with_kept,
)
from planilla.application.ledger import PersonalData
from planilla.application.ports import Log

DIVERGED = "follower-diverged"
NOTHING_APART = PersonalData(people=(), texts=())

Found = TypeVar("Found")


class Push:
    """One tournament on its way to a server; `place` is what people there call this computer.

    The log is the queue: what the server lacks is read from it each time. `is_handed_over` once the
    server leads, by all that is recorded here.
    """

    def __init__(self, log: Log, server: PublicServer, tournament: str, place: str) -> None:
        self._log = log
        self._server = server
        self._tournament = tournament
        self._place = place
        self._known: FollowerEnd | None = None
        self.is_handed_over = False

    @property
    def version(self) -> int:
        """The last version that the server is known to have."""
        return 0 if self._known is None else self._known.end.version

    @property
    def server_log_id(self) -> str:
        """The id of the log of the server, once it has answered."""
        return "" if self._known is None else self._known.log_id

    async def catch_up(self, progress: Progress) -> None:
        """Send everything that the server lacks.

        Raises:
            Unreachable: the server does not answer; nothing is lost.
            CommandError: it refuses, or leads a tournament of its own.
        """
        try:
            if self._known is not None:
                await self._send_rest(self._known, progress)
                return
        except RequestRefused as refused:
            if refused.code != DIVERGED:  # otherwise the server may have been restored
                raise self._error(refused) from refused
        self._known = None
        try:
            found = await self._blocking(lambda: self._server.end(self._tournament))
            await self._check(found)
            await self._send_rest(found, progress)
        except RequestRefused as refused:
            raise self._error(refused) from refused

    async def _send_rest(self, there: FollowerEnd, progress: Progress) -> None:
        log_id = await self._log.log_id()
        self._known = there
        events = await self._log.events(self._tournament, there.end.version)
        start, total = there.end.version + 1, there.end.version + len(events)
        for each in portions_after(events, there.end, log_id, self._place):
            first, last = each.events[0].version, each.events[-1].version
            wanted = commits(events[first - start : last - start + 1])
            apart = await self._log.apart(self._tournament) if wanted else NOTHING_APART
            portion = with_kept(each, apart, wanted)
            self._known = await self._blocking(
                partial(self._server.send, self._tournament, portion)
            )
            progress(last, total)
        await self._see_who_leads(self._known)

    async def _see_who_leads(self, there: FollowerEnd) -> None:
        """Take notice of who leads, once all is sent.

        Raises:
            CommandError: the server does, and nothing here says so.
        """
        if there.led_by != there.log_id:
            return
        led_from = await self._log.led_from(self._tournament)
        if led_from.partition(" ")[0] != there.log_id:
            here = f"v{there.end.version}"
            raise CommandError("refusal.led-here", exit_code=Exit.NO, here=here)
        self.is_handed_over = True

    async def _check(self, there: FollowerEnd) -> None:
        """Check that the server has the beginning of what is recorded here, and does not lead it.

        Raises:
            CommandError: the logs have parted, are one and the same, or the server leads.
        """
        if there.log_id == await self._log.log_id():
            raise CommandError("refusal.same-log", exit_code=Exit.NO)
        here = await self._log.head(self._tournament)
        common = min(here, there.end.version)
        at_end = there if common == there.end.version else await self._end_there(common)
        same = not common or (at_end.at or at_end.end).hash == (await self._end_here(common)).hash
        is_led_there = there.led_by == there.log_id
        if same and common == there.end.version:
            return
        if same and is_led_there:
            raise CommandError(
                "follow.taken-over",
                exit_code=Exit.NO,
                address=self._server.address,
                here=f"v{here}",
                there=there.end.written,
            )
        raise CommandError(
            f"refusal.{DIVERGED}",
            exit_code=Exit.NO,
            here=there.end.written,
            there=(await self._end_here(here)).written,
            common=common if same else await self._last_common(common),
        )

    async def _last_common(self, upto: int) -> int:
        """Return the last version at which both logs are the same, found by halving."""
        same, other = 0, upto
        while other - same > 1:
            middle = (same + other) // 2
            there = (await self._end_there(middle)).at
            if there is not None and there.hash == (await self._end_here(middle)).hash:
                same = middle
            else:
                other = middle
        return same

    async def _end_here(self, version: int) -> End:
        (found,) = await self._log.events(self._tournament, version - 1, version)
        return end_of(found)

    async def _end_there(self, version: int) -> FollowerEnd:
        return await self._blocking(lambda: self._server.end(self._tournament, version))

    async def _blocking(self, ask: Callable[[], Found]) -> Found:
        """Return the answer of a call that blocks; cancelled, the call is ended."""
        try:
            return await asyncio.to_thread(ask)
        except asyncio.CancelledError:
            self._server.abort()
            raise

    def _error(self, refused: RequestRefused) -> CommandError:
        return CommandError(f"refusal.{refused.code}", exit_code=Exit.NO, **refused.fields)
