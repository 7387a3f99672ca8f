"""Two arbiters correct the same at once, on two nodes: the second is told what is in force now."""

import contextlib
import threading
from collections.abc import Iterator
from typing import Any

from patience import PATIENCE_S
from planilla.adapters.clock import SystemClock
from planilla.adapters.ids import RandomIds
from planilla.adapters.store.command_bus import BusResources, OpenCommandBus, open_command_bus
from planilla.adapters.store.wakes import GrowthSignal
from planilla.application.envelope import Answer, Submission
from stores import evening, result, submission

EFFECT = {"points": True, "pairing_from": None, "rating": True}


@contextlib.contextmanager
def node(url: str) -> Iterator[OpenCommandBus]:
    bus = open_command_bus(url, BusResources(SystemClock(), RandomIds(), GrowthSignal()))
    try:
        yield bus
    finally:
        bus.close()


def at_once(
    desks: tuple[OpenCommandBus, OpenCommandBus], wishes: tuple[Submission, Submission]
) -> list[Answer]:
    """The answers to two submissions that two threads hand in at the same moment."""
    ready, answers = threading.Barrier(2), [Answer(status="", version=0)] * 2

    def hand_in(which: int) -> None:
        ready.wait(PATIENCE_S)
        (answers[which],) = desks[which].submit_all((wishes[which],))

    threads = [threading.Thread(target=hand_in, args=(which,)) for which in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    return answers


def correct(said: str, version: int) -> dict[str, Any]:
    return {"game": "1.1", "result": said, "corrects": version, "reason": "x", "effect": EFFECT}


def test_the_second_of_two_arbiters_is_told_what_is_in_force(database_url: str) -> None:
    with node(database_url) as first, node(database_url) as second:
        *_, recorded = first.submit_all((*evening(), result("1.1", "1-0")))
        version = recorded.version
        body = {"game": "1.1", "corrects": version, "reason": "x", "counts_as": "-/-"}
        for one, other in (
            (("correct-result", correct("0-1", version)), ("delete-result", body)),
            (("correct-result", correct("½-½", 0)), ("correct-colours", {"game": "1.1"})),
        ):
            wishes = tuple(
                submission(name, {**fields, "corrects": version}) for name, fields in (one, other)
            )
            answers = at_once((first, second), (wishes[0], wishes[1]))
            assert sorted(answer.status for answer in answers) == ["done", "refused"], answers
            (done,) = (answer for answer in answers if answer.status == "done")
            (refused,) = (answer for answer in answers if answer.status == "refused")
            assert refused.code == "corrects-another-event"
            assert refused.fields == {"game": "1.1", "corrects": version, "in_force": done.version}
            version = done.version
            if "ResultDeleted" in done.events:  # it is given a result again, to be corrected
                (again,) = first.submit_all(
                    (submission("correct-result", correct("1-0", version)),)
                )
                version = again.version


def test_two_arbiters_do_not_correct_one_rating_blindly(database_url: str) -> None:
    with node(database_url) as first, node(database_url) as second:
        first.submit_all(evening())
        wishes = tuple(
            submission("correct-sporting-data", {"entrant": "a", "rating": rating, "corrects": 2})
            for rating in (2111, 2222)
        )
        answers = at_once((first, second), (wishes[0], wishes[1]))
        assert sorted(answer.status for answer in answers) == ["done", "refused"], answers
        (done,) = (answer for answer in answers if answer.status == "done")
        (refused,) = (answer for answer in answers if answer.status == "refused")
        assert refused.code == "data-corrected-meanwhile"
        assert refused.fields["in_force"] == done.version


def test_one_reason_of_two_facts_is_kept_once(database_url: str) -> None:
    with node(database_url) as bus:
        *_, one, other = bus.submit_all((*evening(), result("1.1", "1-0"), result("1.2", "0-1")))
        body = {"game": "1.1", "corrects": one.version, "reason": "boards"}
        swap = {**body, "other": "1.2", "other_corrects": other.version}
        (answer,) = bus.submit_all((submission("swap-results", swap),))
        assert answer.events == ("ResultCorrected", "ResultCorrected"), answer
