"""Long calculations: done once in another process, with progress, limits and cancellation.

`JobRunner` runs a calculation in a process of its own, or in a thread if there is none.
`SingleFlight` makes a value once for all simultaneous callers. `Jobs` are calculations that report
their steps: a job without callers, and without requests for a while, is cancelled at its next step,
and answers are kept for a while.
"""

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import Future
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

import msgspec

TRIES = 2
"""Number of times that another process is asked before a thread does the work."""
KEPT, KEPT_S = 24, 900.0
"""Number of answers that are kept, and for how many seconds."""
JOBS_MAX, PUBLIC_JOBS_MAX = 8, 6
"""Job limits: in total, and for anonymous visitors together."""
ABANDONED_S = 30.0
"""Seconds without a request after which a job without callers is cancelled."""
PATIENCE_S = 15.0
"""Seconds that a program, or a page without progress, waits for an answer."""
QUICK_S = 0.7
"""Seconds that a page waits before it shows the progress."""

Input = TypeVar("Input")
Found = TypeVar("Found")

Work = Callable[[Input, Callable[[Any], None]], Found]
"""A pure function of a module that reports its steps to the second argument."""
OnStep = Callable[[Any], bool]
"""Receives each step, in another thread; returns whether the work goes on. It never raises."""

logger = logging.getLogger(__name__)


class WorkerLost(Exception):
    """The process ended before it had worked something out, or was closed."""


class JobStopped(Exception):
    """The job was cancelled before it was done."""


class JobNotReady(Exception):
    """The job is still running; a later request will get the answer."""


class TooManyJobs(Exception):
    """The limit of running jobs is reached."""


class Worker(Protocol):
    """Another process for long calculations, which works through them one after another."""

    def ask(self, work: Callable[[Input], Found], given: Input) -> Future[Found]:
        """Return `work(given)`, after what was asked before; `work` is a pure function of a module.

        The future fails as `work` fails, and with `WorkerLost` when the process ended.
        """


class Follower(Protocol):
    """Another process for calculations that report their progress."""

    def follow(self, work: Work[Input, Found], given: Input, on_step: OnStep) -> Future[Found]:
        """Return `work(given, report)`, after what was asked before; `on_step` receives each step.

        The future fails as `work` fails, with `JobStopped` when a step was refused, and with
        `WorkerLost` when the process ended. One that is cancelled in time is never begun.
        """


class JobRunner:
    """Runs calculations in another process; in a thread where there is none."""

    def __init__(self, worker: Worker | None, follower: Follower | None = None) -> None:
        self._worker = worker
        self._follower = follower

    @property
    def has_follower(self) -> bool:
        """Return whether jobs that report progress run in another process."""
        return self._follower is not None

    async def run_in_worker(self, work: Callable[[Input], Found], given: Input) -> Found:
        """Return `work(given)`; `work` is a pure function of a module, what it raises is raised."""
        worker = self._worker
        if worker is not None:
            with contextlib.suppress(WorkerLost):
                return await _tried(work, lambda: worker.ask(work, given))
        return await asyncio.to_thread(work, given)

    async def follow(self, work: Work[Input, Found], given: Input, on_step: OnStep) -> Found:
        """Return `work(given, report)`, of work that reports steps and may be stopped.

        Raises:
            JobStopped: a step was refused.
        """
        follower = self._follower
        if follower is not None:
            with contextlib.suppress(WorkerLost):
                return await _tried(work, lambda: follower.follow(work, given, on_step))

        def report(step: Any) -> None:
            if not on_step(step):
                raise JobStopped

        return await asyncio.to_thread(work, given, report)


async def _tried(work: Callable[..., Any], ask: Callable[[], Future[Found]]) -> Found:
    """Run in the process, and once more if it was lost.

    Raises:
        WorkerLost: it was lost each time.
    """
    for left in reversed(range(TRIES)):
        try:
            return await asyncio.wrap_future(ask())
        except WorkerLost as lost:
            logger.warning("%s is calculated again: %s", work.__name__, lost)
            if not left:
                raise
    raise AssertionError("unreachable: it is tried at least once")


class SingleFlight(Generic[Found]):
    """Things made once, even if several ask at the same time; the last `kept` are kept.

    A thing that is still being made is not forgotten, for it would be made twice.
    """

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self._tasks: OrderedDict[Hashable, asyncio.Task[Found]] = OrderedDict()

    async def get(self, key: Hashable, make: Callable[[], Awaitable[Found]]) -> Found:
        """Return what `make` made for this key; what failed is made again the next time."""
        task = self._tasks.get(key)
        if task is None or (task.done() and _has_failed(task)):
            task = asyncio.ensure_future(_awaited(make()))
            task.add_done_callback(_retrieve_failure)
            self._tasks[key] = task
        self._tasks.move_to_end(key)
        done = [asked for asked, each in self._tasks.items() if each.done()]
        for oldest in done[: max(len(self._tasks) - self._kept, 0)]:
            del self._tasks[oldest]
        # A cancelled caller leaves the task to the other callers, present and future.
        return await asyncio.shield(task)


async def _awaited(making: Awaitable[Found]) -> Found:
    return await making


def _has_failed(task: asyncio.Task[Any]) -> bool:
    return task.cancelled() or task.exception() is not None


def _retrieve_failure(task: asyncio.Task[Any]) -> None:
    """Mark a failure as seen: it is raised for those who ask, and logged for nobody else."""
    if not task.cancelled():
        task.exception()


class JobState(StrEnum):
    """State of a job."""

    WAITING = "waiting"
    RUNNING = "running"
    READY = "ready"
    FAILED = "failed"


class JobProgress(msgspec.Struct, frozen=True, kw_only=True):
    """State of a job, and its last step; a job that waits for others has none."""

    state: JobState
    step: Any

    @property
    def bar(self) -> tuple[int, int]:
        """Return how far it is, of how far it goes; (0, 0) while that is not known."""
        return (0, 0) if self.step is None else self.step.bar


class Job(Generic[Found]):
    """A calculation at work, or its answer; `now` returns seconds."""

    def __init__(self, now: Callable[[], float], *, is_public: bool) -> None:
        self.is_public = is_public
        self.is_stopped = False
        self.task: asyncio.Task[Found] | None = None
        self._now = now
        self._wanted_at = now()
        self._waiting = 0
        self._step: Any = None

    @property
    def progress(self) -> JobProgress:
        """Return the state and the last step."""
        if not self.is_done:
            state = JobState.WAITING if self._step is None else JobState.RUNNING
        else:
            state = JobState.FAILED if self.has_failed else JobState.READY
        return JobProgress(state=state, step=self._step)

    @property
    def is_done(self) -> bool:
        """Return whether it has ended, one way or another."""
        return self.task is not None and self.task.done()

    @property
    def has_failed(self) -> bool:
        """Return whether it has ended without an answer."""
        return self.task is not None and self.task.done() and _has_failed(self.task)

    @property
    def is_wanted(self) -> bool:
        """Return whether somebody waits for it, or has asked about it lately."""
        if self.is_stopped:
            return False
        return self._waiting > 0 or self._now() - self._wanted_at < ABANDONED_S

    def keep(self) -> None:
        """Note that it is still wanted."""
        self._wanted_at = self._now()

    def on_step(self, step: Any) -> bool:
        """Store a step, in whatever thread, and return whether to go on."""
        self._step = step
        return self.is_wanted

    def stop(self) -> None:
        """Cancel it, unless somebody waits for it: where it is at work, at its next step."""
        if self._waiting or self.is_done or self.task is None:
            return
        self.is_stopped = True
        self.task.cancel()

    async def within(self, seconds: float) -> Found:
        """Return the answer, if it is there in so many seconds.

        Raises:
            JobNotReady: it is not there yet.
            JobStopped: it was cancelled.
            Exception: what the calculation has raised.
        """
        assert self.task is not None, "it was begun"
        if self.task.done():
            return self.task.result()
        self._waiting += 1
        try:
            return await asyncio.wait_for(asyncio.shield(self.task), seconds)
        except TimeoutError as error:
            raise JobNotReady from error
        finally:
            self._waiting -= 1
            self.keep()


class Jobs(Generic[Input, Found]):
    """Calculations of one kind, each run once for all equal requests."""

    def __init__(self, runner: JobRunner, work: Work[Input, Found]) -> None:
        self._runner = runner
        self._work = work
        self._jobs: OrderedDict[Hashable, Job[Found]] = OrderedDict()

    @property
    def quick_s(self) -> float:
        """Return how long a page waits at first: long, where a thread does the work."""
        return QUICK_S if self._runner.has_follower else PATIENCE_S

    def begin(self, key: Hashable, given: Input, *, is_public: bool) -> Job[Found]:
        """Return the job of this key; a new one where there is none.

        Raises:
            TooManyJobs: others are at work.
        """
        job = self._jobs.get(key)
        if job is None or job.is_stopped or job.has_failed:
            self._make_room(is_public=is_public)
            job = self._begun(key, given, is_public=is_public)
        job.keep()
        self._jobs.move_to_end(key)
        return job

    def _make_room(self, *, is_public: bool) -> None:
        at_work = [job for job in self._jobs.values() if not job.is_done]
        for job in at_work:
            if not job.is_wanted:
                job.stop()
        wanted = [job for job in at_work if not job.is_stopped]
        public = sum(job.is_public for job in wanted)
        if len(wanted) >= JOBS_MAX or (is_public and public >= PUBLIC_JOBS_MAX):
            raise TooManyJobs
        done = [key for key, job in self._jobs.items() if job.is_done]
        for oldest in done[: max(len(self._jobs) + 1 - KEPT, 0)]:
            del self._jobs[oldest]

    def _begun(self, key: Hashable, given: Input, *, is_public: bool) -> Job[Found]:
        loop = asyncio.get_running_loop()
        job = Job[Found](loop.time, is_public=is_public)
        job.task = asyncio.ensure_future(self._followed(job, given))
        self._jobs[key] = job

        def ended(task: asyncio.Task[Found]) -> None:
            _retrieve_failure(task)
            loop.call_later(KEPT_S, self._forget, job)

        job.task.add_done_callback(ended)
        return job

    async def _followed(self, job: Job[Found], given: Input) -> Found:
        with contextlib.suppress(JobStopped, asyncio.CancelledError):
            return await self._runner.follow(self._work, given, job.on_step)
        raise JobStopped

    def _forget(self, job: Job[Found]) -> None:
        left = ((key, each) for key, each in self._jobs.items() if each is not job)
        self._jobs = OrderedDict(left)
