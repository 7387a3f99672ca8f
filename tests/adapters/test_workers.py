"""A process that works things out: started when asked, replaced when lost, ended with us."""

import os
import signal
from collections.abc import Iterator

import pytest

from dsl.crosstables import crosstable
from dsl.other_process import asleep, counting, failing, niceness, own_id
from dsl.prize_plans import group, plan
from patience import PATIENCE_S
from planilla.adapters.workers import WorkerProcess
from planilla.application.jobs import JobStopped, WorkerLost
from planilla.domain.pairing.system import PairingInput
from planilla.domain.prizes.chances import Basis, OpenTournament
from planilla.domain.prizes.outcomes import open_games
from planilla.domain.standings import Announced
from planilla.domain.tournament.questions import (
    ChancesAsked,
    PairingAsked,
    answer_to,
    chances_for,
    pairing_for,
)


@pytest.fixture(scope="module")
def worker() -> Iterator[WorkerProcess]:
    with WorkerProcess(niceness=3) as process:
        yield process


def test_work_is_done_in_one_other_process(worker: WorkerProcess) -> None:
    first, second = (worker.ask(own_id, None) for _ in range(2))
    assert first.result(PATIENCE_S) == second.result(PATIENCE_S) == worker.pid
    assert worker.pid != os.getpid()


def test_it_lets_others_go_first(worker: WorkerProcess) -> None:
    assert worker.ask(niceness, None).result(PATIENCE_S) == os.nice(0) + 3


def test_a_failure_is_that_of_who_asked_alone(worker: WorkerProcess) -> None:
    failed, done = worker.ask(failing, "as told"), worker.ask(abs, -3)
    with pytest.raises(ValueError, match="as told"):
        failed.result(PATIENCE_S)
    assert done.result(PATIENCE_S) == 3


def test_what_cannot_be_sent_fails_and_the_next_is_done(worker: WorkerProcess) -> None:
    failed = worker.ask(lambda _: 1, None)
    with pytest.raises(Exception, match="pickle"):
        failed.result(PATIENCE_S)
    assert worker.ask(abs, -3).result(PATIENCE_S) == 3


def test_steps_are_told_before_the_answer_is_there(worker: WorkerProcess) -> None:
    told = list[int]()

    def heard(step: int) -> bool:
        told.append(step)
        return True

    assert worker.follow(counting, 3, heard).result(PATIENCE_S) == 6
    assert told == [1, 2, 3]


def test_work_that_is_wanted_no_more_ends_at_its_next_step(worker: WorkerProcess) -> None:
    stopped = worker.follow(counting, 10**9, lambda step: step < 5)
    with pytest.raises(JobStopped):
        stopped.result(PATIENCE_S)
    assert worker.ask(abs, -3).result(PATIENCE_S) == 3


def test_what_was_taken_back_in_time_is_not_done(worker: WorkerProcess) -> None:
    running = worker.ask(asleep, 0.2)
    waiting = worker.ask(asleep, 30)
    assert waiting.cancel()
    assert running.result(PATIENCE_S) == 0.2
    assert worker.ask(abs, -3).result(PATIENCE_S) == 3


def test_a_lost_process_is_told_and_replaced(worker: WorkerProcess) -> None:
    pid = worker.ask(own_id, None).result(PATIENCE_S)
    lost = worker.ask(asleep, 30)
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(WorkerLost):
        lost.result(PATIENCE_S)
    assert worker.pid is None
    assert worker.ask(own_id, None).result(PATIENCE_S) != pid


def test_closing_waits_for_nothing() -> None:
    worker = WorkerProcess()
    worker.ask(abs, -1).result(PATIENCE_S)
    running, waiting = worker.ask(asleep, 30), worker.ask(asleep, 30)
    worker.close()
    worker.close()
    for lost in (running, waiting, worker.ask(abs, -1)):
        with pytest.raises(WorkerLost):
            lost.result(PATIENCE_S)
    assert worker.pid is None


def test_one_that_was_never_asked_has_no_process() -> None:
    with WorkerProcess() as worker:
        assert worker.pid is None


def test_it_pairs_and_works_out_chances(worker: WorkerProcess) -> None:
    table = crosstable(4, "1 2 1-0, 3 4 *")
    contest = OpenTournament(crosstable=table, games=open_games(table), announced=Announced())
    asked = ChancesAsked(contest=contest, plan=plan(group(90)), basis=Basis())
    assert worker.ask(answer_to, asked).result(PATIENCE_S) == chances_for(asked)
    given = PairingInput(crosstable=crosstable(4, "1 2 1-0, 3 4 0-1"), present=(0, 1, 2, 3))
    question = PairingAsked(system="swiss-dutch-2026", given=given)
    assert worker.ask(answer_to, question).result(PATIENCE_S) == pairing_for(question)
