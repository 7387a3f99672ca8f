"""Readiness: the answer of `/readyz`, 200 where this node can read and record, kept for a moment.

However often it is asked, one check runs at a time, in a thread, and none begins within a second of
the last: whoever asks loads nothing.
"""

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from planilla.application.unready import Unready

KEPT_S = 1.0
"""Seconds that an answer is cached."""
ANSWERED_S = 2.5
"""Seconds until a check counts as failed; probes usually time out after three."""
RETRY_S = 1

Check = Callable[[], tuple[Unready, ...]]


class ReadinessCheck:
    """Answers by the last check, or by the one that runs."""

    def __init__(self, check: Check, clock: Callable[[], float] = time.monotonic) -> None:
        self._check = check
        self._clock = clock
        self._checking: Future[tuple[Unready, ...]] | None = None
        self._good_until = 0.0

    async def serve(self, _: Request) -> Response:
        """200 `ready`, or 503 with the codes of what is in the way."""
        headers = {"cache-control": "no-store"}
        why = await self._faults()
        if not why:
            return JSONResponse({"status": "ready"}, headers=headers)
        headers["retry-after"] = str(RETRY_S)
        return JSONResponse({"status": "not-ready", "why": why}, status_code=503, headers=headers)

    async def _faults(self) -> tuple[Unready, ...]:
        found = self._checking
        if found is None or (found.done() and self._clock() >= self._good_until):
            found = self._checking = Future()
            threading.Thread(
                target=self._run, args=(found,), name="planilla-readiness", daemon=True
            ).start()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ANSWERED_S):
                return await asyncio.shield(asyncio.wrap_future(found))
        return (Unready.NO_ANSWER,)

    def _run(self, found: Future[tuple[Unready, ...]]) -> None:
        try:
            faults = self._check()
        except BaseException as error:  # noqa: BLE001 - raised where it is waited for
            self._good_until = self._clock() + KEPT_S
            found.set_exception(error)
        else:
            self._good_until = self._clock() + KEPT_S
            found.set_result(faults)
