"""Jobs in another process: followed step by step, kept, cancelled when nobody wants them."""

import asyncio

import pytest

from dsl.later_follower import LaterFollower
from dsl.tournaments import AFTER_2, facts
from planilla.application.jobs import (
    ABANDONED_S,
    JOBS_MAX,
    KEPT,
    PATIENCE_S,
    PUBLIC_JOBS_MAX,
    QUICK_S,
    Job,
    JobNotReady,
    JobProgress,
    JobRunner,
    Jobs,
    JobState,
    JobStopped,
    TooManyJobs,
)
from planilla.application.whatif import Answer, Asked, Reading, job_key, what_if_jobs
from planilla.audit.edits import Removed
from planilla.audit.replay import Phase, ReplayProgress
from planilla.audit.round_by_round import RoundByRound
from planilla.domain.tournament.whatif import NoSuchFact

CLUB, STAFF = ("club", "public"), ("club", "staff")
ASKED = Asked(facts=facts(*AFTER_2), edits=(), reading=Reading.ROUNDS)
FIRST = ReplayProgress(phase=Phase.ROUNDS, done=0, total=2)


def asked(number: int) -> Asked:
    """One question of many; nobody looks whether it makes sense."""
    return Asked(facts=ASKED.facts, edits=(Removed(version=number),), reading=Reading.ROUNDS)


def whatifs() -> tuple[Jobs[Asked, Answer], LaterFollower]:
    follower = LaterFollower()
    return what_if_jobs(JobRunner(None, follower)), follower


def begin(jobs: Jobs[Asked, Answer], who: tuple[str, ...], question: Asked) -> Job[Answer]:
    return jobs.begin(job_key(who, question), question, is_public="public" in who)


async def a_moment() -> None:
    await asyncio.sleep(0.01)


async def test_what_takes_too_long_is_there_when_it_is_asked_for_again() -> None:
    known, follower = whatifs()
    with pytest.raises(JobNotReady):
        await begin(known, CLUB, ASKED).within(0.01)
    follower.do()
    await a_moment()
    assert isinstance(await begin(known, CLUB, ASKED).within(PATIENCE_S), RoundByRound)
    assert len(follower.heard) == 1


async def test_another_edit_another_reading_and_other_eyes_are_other_questions() -> None:
    known, follower = whatifs()
    chain = Asked(facts=ASKED.facts, edits=(), reading=Reading.BRANCH)
    runs = [
        begin(known, CLUB, ASKED),
        begin(known, STAFF, ASKED),
        begin(known, CLUB, chain),
        begin(known, CLUB, asked(9)),
    ]
    assert begin(known, CLUB, asked(9)) is runs[-1]
    await a_moment()
    assert len(follower.asked) == len({*runs}) == 4


async def test_it_is_told_how_far_it_is() -> None:
    known, follower = whatifs()
    run = begin(known, CLUB, ASKED)
    assert run.progress == JobProgress(state=JobState.WAITING, step=None)
    await a_moment()
    assert follower.heard[0](FIRST)
    assert run.progress == JobProgress(state=JobState.RUNNING, step=FIRST)
    follower.do()
    await a_moment()
    assert run.progress.state is JobState.READY


@pytest.mark.parametrize(
    ("step", "bar"),
    [
        (None, (0, 0)),
        (ReplayProgress(phase=Phase.ENDS, done=0, total=0), (0, 0)),
        (ReplayProgress(phase=Phase.ROUNDS, done=3, total=10), (3, 10)),
        (ReplayProgress(phase=Phase.WORLDS, done=1, total=4, round=6, rounds=11), (17, 44)),
        (ReplayProgress(phase=Phase.WORLDS, done=2, total=4), (2, 4)),
    ],
)
def test_a_bar_goes_by_rounds_within_the_worlds(
    step: ReplayProgress | None, bar: tuple[int, int]
) -> None:
    assert JobProgress(state=JobState.RUNNING, step=step).bar == bar


async def test_a_run_that_nobody_looks_after_ends_at_its_next_step() -> None:
    clock = [0.0]
    run = Job[None](lambda: clock[0], is_public=True)
    assert not run.is_done
    clock[0] = ABANDONED_S - 1
    assert run.on_step(FIRST)
    clock[0] = ABANDONED_S
    assert not run.on_step(FIRST)
    run.keep()
    assert run.on_step(FIRST)
    run.task = asyncio.ensure_future(asyncio.sleep(60))
    waiting = asyncio.ensure_future(run.within(60))
    await a_moment()
    clock[0] += 2 * ABANDONED_S
    assert run.on_step(FIRST)
    run.stop()
    assert not run.is_stopped
    waiting.cancel()
    await a_moment()
    run.stop()
    assert not run.on_step(FIRST)
    await a_moment()
    assert run.has_failed


async def test_what_is_given_up_is_never_begun_where_others_are_ahead() -> None:
    known, follower = whatifs()
    run = begin(known, CLUB, ASKED)
    await a_moment()
    run.stop()
    assert begin(known, CLUB, ASKED) is not run
    await a_moment()
    (_, given_up), (_, again) = follower.asked
    assert given_up.cancelled()
    assert not again.cancelled()
    assert run.progress.state is JobState.FAILED
    with pytest.raises(JobStopped):
        await run.within(1)
    run.stop()


async def test_so_many_are_worked_out_at_once_and_fewer_for_the_public() -> None:
    known, _ = whatifs()
    for number in range(PUBLIC_JOBS_MAX):
        begin(known, CLUB, asked(number))
    with pytest.raises(TooManyJobs):
        begin(known, CLUB, asked(PUBLIC_JOBS_MAX))
    for number in range(JOBS_MAX - PUBLIC_JOBS_MAX):
        begin(known, STAFF, asked(number))
    with pytest.raises(TooManyJobs):
        begin(known, STAFF, asked(JOBS_MAX))
    assert begin(known, CLUB, asked(0)).progress.state is JobState.WAITING


async def test_who_went_away_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    known, _ = whatifs()
    left = [begin(known, CLUB, asked(number)) for number in range(PUBLIC_JOBS_MAX)]
    monkeypatch.setattr("planilla.application.jobs.ABANDONED_S", -1.0)
    begin(known, CLUB, asked(PUBLIC_JOBS_MAX))
    assert all(run.is_stopped for run in left)


async def test_answers_are_kept_so_many_and_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    known, follower = whatifs()
    for number in range(KEPT + 2):
        begin(known, STAFF, asked(number))
        await asyncio.sleep(0)
        follower.asked.pop()[1].set_result("an answer")
        await asyncio.sleep(0.001)
    assert len(follower.heard) == KEPT + 2
    begin(known, STAFF, asked(KEPT + 1))
    await a_moment()
    assert len(follower.heard) == KEPT + 2
    monkeypatch.setattr("planilla.application.jobs.KEPT_S", 0.005)
    begin(known, STAFF, asked(0))
    await asyncio.sleep(0)
    follower.asked.pop()[1].set_result("an answer")
    await asyncio.sleep(0.05)
    begin(known, STAFF, asked(0))
    await a_moment()
    assert len(follower.heard) == KEPT + 4


async def test_who_asks_again_meanwhile_keeps_the_newer_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("planilla.application.jobs.KEPT_S", 0.02)
    known, follower = whatifs()
    begin(known, STAFF, ASKED).stop()
    await a_moment()
    again = begin(known, STAFF, ASKED)
    await asyncio.sleep(0.05)
    assert begin(known, STAFF, ASKED) is again
    follower.asked[-1][1].set_result("an answer")


async def test_what_was_refused_is_told_and_asked_anew() -> None:
    known, follower = whatifs()
    run = begin(known, CLUB, ASKED)
    await a_moment()
    follower.asked[0][1].set_exception(NoSuchFact(version=99, last=12))
    with pytest.raises(NoSuchFact):
        await run.within(1)
    assert run.progress.state is JobState.FAILED
    assert begin(known, CLUB, ASKED) is not run


async def test_where_a_thread_of_ours_does_the_work_pages_wait_longer() -> None:
    alone = what_if_jobs(JobRunner(None))
    assert (alone.quick_s, whatifs()[0].quick_s) == (PATIENCE_S, QUICK_S)
    assert isinstance(await begin(alone, CLUB, ASKED).within(PATIENCE_S), RoundByRound)
