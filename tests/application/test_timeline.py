"""What brought each fact about, among those that the reader may see."""

import pytest

from dsl.steps import steps_of
from dsl.timelines import listed
from dsl.tournaments import ANA, recorded
from planilla.application.alarm import ALARM
from planilla.application.timeline import (
    Causes,
    FactFilter,
    ListedFact,
    TimelineCause,
    corrected_later,
)
from planilla.domain.tournament.closing import RoundClosed
from planilla.domain.tournament.corrections import ResultCorrected
from planilla.domain.tournament.eligibility import EntrantWithdrawn
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.firing import TimerFired
from planilla.domain.tournament.values import Effect
from planilla.domain.vocabulary import GameId

CORRECTED = ResultCorrected(
    game=GameId("1.1"),
    result="0-1",
    corrects=1,
    effect=Effect(points=True, pairing_from=2, rating=True),
)
FIRED = TimerFired(timer="publish-pairings.2", about="2", due_at=1, fired_at=1)


def told(version: int, event: Event, command: str, actor: str = "arbiter") -> ListedFact:
    return listed(Fact(version=version, recorded_at=0, event=event), command, actor)


def test_a_fact_is_caused_by_a_person_a_timer_a_file_its_act_or_a_correction() -> None:
    facts = (
        told(1, recorded("1.1", "1-0"), "a"),
        told(2, recorded("1.2", "1-0"), "import:123"),
        told(3, FIRED, "alarm:x", ALARM.id),
        told(4, RoundClosed(round=1), "alarm:x", ALARM.id),
        told(5, CORRECTED, "b"),
        told(6, EntrantWithdrawn(entrant=ANA, from_round=2), "b"),
    )
    causes = Causes(facts)
    assert {each.version: causes.of(each) for each in facts} == {
        1: TimelineCause(why="person"),
        2: TimelineCause(why="file"),
        3: TimelineCause(why="timer"),
        4: TimelineCause(why="act", version=3),
        5: TimelineCause(why="corrects", version=1),
        6: TimelineCause(why="correction", version=5),
    }
    assert corrected_later(facts) == {1: 5}


class CountedCommand(str):
    """A command id; to look it up is a step of Python."""

    def __hash__(self) -> int:
        return str.__hash__(self)


@pytest.mark.parametrize("others", [0, 30])
def test_a_cause_is_found_without_going_through_its_act(others: int) -> None:
    """A search through the whole act took seven seconds for an import of 19,800 facts."""
    act = [
        told(version, RoundClosed(round=version), CountedCommand("import:1"))
        for version in range(1, 3 + others)
    ]
    causes = Causes(act)
    assert steps_of(lambda: causes.of(act[1])) < 10


def test_what_the_reader_does_not_see_is_nobodys_cause() -> None:
    closed = told(4, RoundClosed(round=1), "alarm:x", ALARM.id)
    assert Causes([closed]).of(closed) == TimelineCause(why="timer")


def test_an_open_filter_lets_everything_through() -> None:
    fact = told(1, recorded("1.1", "1-0"), "a")
    assert FactFilter().is_open
    assert FactFilter().passes(fact)
    assert not FactFilter(players=frozenset()).passes(fact), "somebody was asked for who is nobody"
