"""Publication: what the public sees after each fact. Every version is counted by hand."""

import pytest

from dsl.tournaments import AFTER_1, ROUND_2_BOARDS, START, given, published, recorded
from planilla.domain.tournament.closing import TournamentFinished
from planilla.domain.tournament.command import Command
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.firing import FireTimer, TimerFired
from planilla.domain.tournament.publication import (
    DELAY_MINUTES_MAX,
    DelayOutOfRange,
    EverythingPublished,
    PublicationSet,
    PublishNow,
    SetPublication,
    is_immediate,
    published_after,
)
from planilla.domain.tournament.refusal import NotInThisSystem, Refusal
from planilla.domain.tournament.setup import TournamentCreated
from planilla.domain.tournament.timers import DueOutOfRange, TimerCancelled, TimerScheduled
from planilla.domain.tournament.values import Publication, PublicLevel, TimerKind

NOW, LATER = 10**15, 10**15 + 3_600_000_000
NOTHING, PAIRINGS, RESULTS, STANDINGS = PublicLevel
ROUND = published(2, *ROUND_2_BOARDS)
RESULT = recorded("1.1", "1-0")


def limit(level: PublicLevel, minutes: int = 0) -> PublicationSet:
    return PublicationSet(level=level, delay_minutes=minutes)


@pytest.mark.parametrize(
    ("level", "included"),
    [(NOTHING, 1), (PAIRINGS, 2), (RESULTS, 3), (STANDINGS, 4)],
)
def test_a_level_includes_those_before_it(level: PublicLevel, included: int) -> None:
    assert [level.includes(each) for each in PublicLevel] == [n < included for n in range(4)]


@pytest.mark.parametrize(
    ("events", "results", "standings"),
    [
        # Versions are those of the events, from 1; both numbers are the last one that is seen.
        pytest.param([RESULT, limit(PAIRINGS), RESULT], 2, 2, id="what was public stays so"),
        pytest.param([limit(PAIRINGS), RESULT, ROUND, RESULT], 3, 3, id="a round shows all before"),
        pytest.param([limit(RESULTS), RESULT, ROUND, RESULT], 3, 3, id="standings follow rounds"),
        pytest.param([limit(NOTHING), RESULT, ROUND, RESULT], 1, 1, id="not at the lowest level"),
        pytest.param(
            [limit(NOTHING), ROUND, RESULT, limit(PAIRINGS)], 2, 2, id="up to pairings: the round"
        ),
        pytest.param(
            [limit(NOTHING), RESULT, limit(PAIRINGS)], 1, 1, id="up to pairings: no round since"
        ),
        pytest.param(
            [limit(RESULTS), RESULT, limit(PAIRINGS), RESULT], 3, 1, id="down from results"
        ),
        pytest.param([limit(PAIRINGS), ROUND, RESULT, limit(NOTHING)], 2, 2, id="down again"),
        pytest.param(
            [limit(NOTHING), RESULT, EverythingPublished(), RESULT], 3, 3, id="published until now"
        ),
    ],
)
def test_the_public_sees_up_to_a_version(events: list[Event], results: int, standings: int) -> None:
    found = Publication()
    for version, event in enumerate(events, start=1):
        found = published_after(found, event, version)
    assert (found.results, found.standings) == (results, standings)


def test_what_is_published_now_has_no_delay() -> None:
    found = Publication()
    for version, event in enumerate([limit(NOTHING, 30), RESULT, EverythingPublished()], start=1):
        found = published_after(found, event, version)
    assert (found.at_once, found.delay_us, found.level) == (3, 30 * 60_000_000, NOTHING)
    assert published_after(found, limit(STANDINGS), 4).at_once == 4
    assert published_after(found, limit(STANDINGS, 5), 4).at_once == 3


def test_the_state_follows_the_publication_of_rounds() -> None:
    scene = given(*AFTER_1).when(SetPublication(level=PAIRINGS))
    assert scene.then() == (limit(PAIRINGS),)
    version = len(AFTER_1) + 1
    publication = scene.state().publication
    assert (publication.level, publication.results) == (PAIRINGS, version)
    after = given(*AFTER_1, limit(PAIRINGS), ROUND).state().publication
    assert (after.results, after.standings, after.round) == (version + 1,) * 3


def test_the_same_again_records_nothing() -> None:
    assert given(*START).when(SetPublication()).then() == ()
    held = given(*START, limit(RESULTS, 5))
    assert held.when(SetPublication(level=RESULTS, delay_minutes=5)).then() == ()
    assert given(*START).when(PublishNow()).then() == ()
    assert held.when(PublishNow()).then() == (EverythingPublished(),)


def test_its_end_is_a_timer_that_comes_first_and_is_replaced_or_cancelled() -> None:
    scene = given(*START).when(SetPublication(level=NOTHING, until=LATER))
    timer = TimerScheduled(timer="publish-all.1", kind=TimerKind.PUBLISH_ALL, due_at=LATER)
    assert scene.then() == (timer, limit(NOTHING))
    held = scene.and_then()
    assert held.when(SetPublication(level=NOTHING, until=LATER)).then() == ()
    sooner = held.when(SetPublication(level=NOTHING, until=LATER - 1)).then()
    assert [type(each) for each in sooner] == [TimerCancelled, TimerScheduled]
    cancelled = TimerCancelled(timer="publish-all.1")
    assert held.when(SetPublication(level=NOTHING)).then() == (cancelled,)
    assert held.when(SetPublication(until=LATER)).then() == (cancelled, limit(STANDINGS))


@pytest.mark.parametrize("is_over", [False, True], ids=["during play", "after the end"])
def test_at_its_time_everything_is_published(is_over: bool) -> None:
    scene = given(*AFTER_1).when(SetPublication(level=NOTHING, until=LATER)).and_then()
    if is_over:
        scene = given(*scene.events, TournamentFinished())
    fire = FireTimer(timer="publish-all.1", due_at=LATER)
    fired = scene.when(fire, at=LATER)
    assert [type(each) for each in fired.then()] == [TimerFired, PublicationSet]
    assert is_immediate(fired.state().publication)


HALL = TournamentCreated(name="Fira", system_name="masnou", rounds_asked=0)


@pytest.mark.parametrize(
    ("events", "command", "refusal"),
    [
        pytest.param(START, SetPublication(delay_minutes=-1), DelayOutOfRange, id="before"),
        pytest.param(
            START, SetPublication(delay_minutes=DELAY_MINUTES_MAX + 1), DelayOutOfRange, id="a day"
        ),
        pytest.param(
            START, SetPublication(level=NOTHING, until=NOW), DueOutOfRange, id="an end in the past"
        ),
        pytest.param((HALL,), SetPublication(level=PAIRINGS), NotInThisSystem, id="no rounds"),
    ],
)
def test_a_publication_is_refused(
    events: tuple[Event, ...], command: Command, refusal: type[Refusal]
) -> None:
    with pytest.raises(refusal):
        given(*events).when(command).then()


@pytest.mark.parametrize(
    ("event", "wording"),
    [
        (limit(STANDINGS), ""),
        (limit(STANDINGS, 5), ".delayed"),
        (limit(PAIRINGS), ".pairings"),
        (limit(NOTHING, 5), ".nothing.delayed"),
    ],
)
def test_its_sentence_says_the_level_and_the_delay(event: PublicationSet, wording: str) -> None:
    assert event.wording() == wording
