"""Runs of what-ifs: worked out elsewhere, followed step by step, kept a while, given up unwanted.

Each question is worked out once for all who ask it. Whoever asked and went away leaves nothing
behind: a run that nobody waits for, and nobody has looked after for a while, ends at its next step.
"""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Callable
from enum import StrEnum

import msgspec

from planilla.application.elsewhere import Elsewhere, WorkStopped
from planilla.application.whatif import Answer, Asked, worked_out
from planilla.audit.replay import ReplayProgress

KEPT, KEPT_S = 24, 900.0
"""So many answers are kept, and so long."""
RUNS_MAX, PUBLIC_MAX = 8, 6
"""So many are worked out at once, one after another, and so many for who has no link."""
FORSAKEN_S = 30.0
"""Whoever has not looked after a run for so long has gone away."""
PATIENCE_S = 15.0
"""So long a program, or a page that cannot tell how far it is, waits."""
QUICK_S = 0.7
"""So long a page waits before it tells how far it is."""
PUBLIC = "public"

Key = tuple[str, ...]


class WhatIfTooLong(Exception):
    """It is still being worked out; asked again later, it will be there."""


class WhatIfStopped(Exception):
    """It was given up before it was done."""


class TooManyWhatIfs(Exception):
    """So many are being worked out that no other one is begun."""


class State(StrEnum):
    """How a run stands."""

    WAITING = "waiting"
    RUNNING = "running"
    READY = "ready"
    FAILED = "failed"


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """How a run stands, and its last step; a run that waits for others has none."""

    state: State
    step: ReplayProgress | None

    @property
    def bar(self) -> tuple[int, int]:
        """How far it is, of how far it goes; (0, 0) where nobody knows."""
        return (0, 0) if self.step is None else self.step.bar


class Run:
    """A what-if that is being worked out; `now` tells seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._looked_after = now()
        self._waiting = 0
        self._step: ReplayProgress | None = None
        self.is_stopped = False
        self.task: asyncio.Task[Answer] | None = None

    @property
    def progress(self) -> Progress:
        """How it stands."""
        if not self.is_done:
            state = State.WAITING if self._step is None else State.RUNNING
        else:
            state = State.FAILED if self.has_failed else State.READY
        return Progress(state=state, step=self._step)

    @property
    def is_done(self) -> bool:
        """Whether it has ended, one way or another."""
        return self.task is not None and self.task.done()

    @property
    def has_failed(self) -> bool:
        """Whether it has ended without an answer."""
        task = self.task
        if task is None or not task.done():
            return False
        return task.cancelled() or task.exception() is not None

    @property
    def is_wanted(self) -> bool:
        """Whether somebody waits for it, or has looked after it lately."""
        if self.is_stopped:
            return False
        return self._waiting > 0 or self._now() - self._looked_after < FORSAKEN_S

    def look_after(self) -> None:
        """Somebody still wants it."""
        self._looked_after = self._now()

    def heard(self, step: ReplayProgress) -> bool:
        """Take note of a step, in whatever thread; whether to go on."""
        self._step = step
        return self.is_wanted

    def stop(self) -> None:
        """Give it up, unless somebody waits for it: where it is at work, at its next step."""
        if self._waiting or self.is_done or self.task is None:
            return
        self.is_stopped = True
        self.task.cancel()

    async def within(self, seconds: float) -> Answer:
        """The answer, if it is there in so many seconds.

        Raises:
            Refusal: an edit cannot be made, or the rules say no to it.
            WhatIfTooLong: it is not there yet.
            WhatIfStopped: it was given up.
        """
        assert self.task is not None, "it was begun"
        if self.task.done():
            return self.task.result()
        self._waiting += 1
        try:
            return await asyncio.wait_for(asyncio.shield(self.task), seconds)
        except TimeoutError as error:
            raise WhatIfTooLong from error
        finally:
            self._waiting -= 1
            self.look_after()


class WhatIfs:
    """Works what-ifs out elsewhere, each once for all who ask the same."""

    def __init__(self, elsewhere: Elsewhere) -> None:
        self._elsewhere = elsewhere
        self._runs: OrderedDict[tuple[object, ...], Run] = OrderedDict()

    @property
    def quick_s(self) -> float:
        """How long a page waits at first: long, where a thread of ours does the work."""
        return QUICK_S if self._elsewhere.follows_apart else PATIENCE_S

    async def answer(self, key: Key, asked: Asked, patience_s: float = PATIENCE_S) -> Answer:
        """The answer; `key` tells the tournament and who asks, as far as they see other facts.

        Raises:
            Refusal: an edit cannot be made, or the rules say no to it.
            WhatIfTooLong: it takes longer than that.
            TooManyWhatIfs: others are being worked out.
            WhatIfStopped: it was given up.
        """
        return await self.begin(key, asked).within(patience_s)

    def begin(self, key: Key, asked: Asked) -> Run:
        """The run that works this out; a new one where there is none.

        Raises:
            TooManyWhatIfs: others are being worked out.
        """
        last = asked.facts[-1].version if asked.facts else 0
        ways = msgspec.json.encode(asked.ways)
        known = (*key, last, asked.reading, repr(asked.edits), ways)
        run = self._runs.get(known)
        if run is None or run.is_stopped or run.has_failed:
            self._make_room(is_public=PUBLIC in key)
            run = self._begun(known, asked)
        run.look_after()
        self._runs.move_to_end(known)
        return run

    def _make_room(self, *, is_public: bool) -> None:
        at_work = [each for each in self._runs.items() if not each[1].is_done]
        for _, run in at_work:
            if not run.is_wanted:
                run.stop()
        wanted = [key for key, run in at_work if not run.is_stopped]
        public = sum(PUBLIC in key for key in wanted)
        if len(wanted) >= RUNS_MAX or (is_public and public >= PUBLIC_MAX):
            raise TooManyWhatIfs
        done = [key for key, run in self._runs.items() if run.is_done]
        for oldest in done[: max(len(self._runs) + 1 - KEPT, 0)]:
            del self._runs[oldest]

    def _begun(self, known: tuple[object, ...], asked: Asked) -> Run:
        loop = asyncio.get_running_loop()
        run = Run(loop.time)
        run.task = asyncio.ensure_future(self._work(run, asked))
        self._runs[known] = run

        def ended(task: asyncio.Task[Answer]) -> None:
            if not task.cancelled():
                task.exception()  # told to who waits; if nobody does any more it is no news
            loop.call_later(KEPT_S, self._forget, known, run)

        run.task.add_done_callback(ended)
        return run

    async def _work(self, run: Run, asked: Asked) -> Answer:
        with contextlib.suppress(WorkStopped, asyncio.CancelledError):
            return await self._elsewhere.follow(worked_out, asked, run.heard)
        raise WhatIfStopped

    def _forget(self, known: tuple[object, ...], run: Run) -> None:
        if self._runs.get(known) is run:
            del self._runs[known]
