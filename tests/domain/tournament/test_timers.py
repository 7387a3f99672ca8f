"""Timers: set by people, fired once, cancelled, settled; and what follows from each kind."""

import pytest
from msgspec.structs import replace

from dsl.tournaments import (
    AFTER_1,
    ANA,
    BEA,
    CARL,
    DORA,
    FOUR,
    ROUND_1,
    ROUND_1_BOARDS,
    START,
    drafted,
    entered,
    folded,
    given,
    numbered,
    published,
    recorded,
)
from planilla.domain.tournament.absences import AbsenceNoted
from planilla.domain.tournament.announcement import Conduct, Play, Regulations
from planilla.domain.tournament.closing import RoundClosed, TournamentFinished
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.firing import (
    FIRED,
    FireTimer,
    SettleTimer,
    TimerFired,
    TimerNotDue,
    TimerSettled,
)
from planilla.domain.tournament.pairings import PairingsPublished
from planilla.domain.tournament.refusal import (
    NoSuchRound,
    NotInThisSystem,
    Refusal,
    RoundIsClosed,
    RoundIsPublished,
)
from planilla.domain.tournament.regulations import RegulationsAnnounced
from planilla.domain.tournament.timers import (
    CancelTimer,
    DefaultMinutesOutOfRange,
    DueOutOfRange,
    NoSuchTimer,
    ScheduleTimer,
    TimerCancelled,
    TimerNotOffered,
    TimerScheduled,
    scheduled,
)
from planilla.domain.tournament.values import Recurrence, Timer, TimerKind
from planilla.domain.vocabulary import GameId

NOW = 10**15
MINUTE = 60_000_000
HOUR = 60 * MINUTE
SOON = NOW + HOUR

PUBLISH, START_OF_ROUND, DEFAULT = (
    TimerKind.PUBLISH,
    TimerKind.ROUND_START,
    TimerKind.DEFAULT_TIME,
)
ANNOUNCED = (
    RegulationsAnnounced(
        regulations=Regulations(
            name="Club",
            play=Play(system="swiss-dutch-libro", rounds=3, tiebreaks=()),
            conduct=Conduct(default_minutes=45),
        ),
        prose={},
    ),
    *entered(*FOUR),
    numbered(*FOUR),
)
ABSENT_ANA = AbsenceNoted(game=GameId("1.1"), entrant=ANA)


def set_for(
    kind: TimerKind, due_at: int = SOON, about: str = "1", number: int = 1, *, by_rule: bool = False
) -> TimerScheduled:
    return TimerScheduled(
        timer=f"{kind.value}.{number}", kind=kind, due_at=due_at, about=about, by_rule=by_rule
    )


def fire(timer: TimerScheduled, due_at: int | None = None) -> FireTimer:
    return FireTimer(timer=timer.timer, due_at=timer.due_at if due_at is None else due_at)


def fired(timer: TimerScheduled, at: int, *, awaits: bool = False) -> TimerFired:
    return TimerFired(
        timer=timer.timer, due_at=timer.due_at, fired_at=at, awaits=awaits, about=timer.about
    )


def test_a_publication_is_scheduled_for_its_hour() -> None:
    command = ScheduleTimer(kind=PUBLISH, round=1, due_at=SOON)
    assert given(*START).when(command).then() == (set_for(PUBLISH),)


def test_the_start_of_a_round_brings_the_announced_default_time() -> None:
    command = ScheduleTimer(kind=START_OF_ROUND, round=1, due_at=SOON)
    assert given(*ANNOUNCED).when(command).then() == (
        set_for(START_OF_ROUND),
        set_for(DEFAULT, SOON + 45 * MINUTE, number=2),
    )


@pytest.mark.parametrize("opening", [START, ANNOUNCED], ids=["not announced", "announced"])
def test_the_default_time_that_is_given_comes_before_the_announced_one(
    opening: tuple[TimerScheduled, ...],
) -> None:
    command = ScheduleTimer(
        kind=START_OF_ROUND, round=2, due_at=SOON, default_minutes=0, by_rule=True
    )
    assert given(*opening).when(command).then() == (
        set_for(START_OF_ROUND, about="2"),
        set_for(DEFAULT, about="2", number=2, by_rule=True),
    )


def test_without_regulations_a_start_has_no_default_time_of_its_own() -> None:
    command = ScheduleTimer(kind=START_OF_ROUND, round=1, due_at=SOON)
    assert given(*START).when(command).then() == (set_for(START_OF_ROUND),)


def test_the_same_timer_again_changes_nothing() -> None:
    command = ScheduleTimer(kind=PUBLISH, round=1, due_at=SOON)
    assert given(*START, set_for(PUBLISH)).when(command).then() == ()


def test_a_timer_for_another_hour_takes_the_place_of_the_one_that_is_pending() -> None:
    before = (set_for(START_OF_ROUND), set_for(DEFAULT, SOON + 10 * MINUTE, number=2))
    later = ScheduleTimer(kind=START_OF_ROUND, round=1, due_at=SOON + HOUR, default_minutes=10)
    assert given(*START, *before).when(later).then() == (
        TimerCancelled(timer="round-start.1", about="1"),
        TimerCancelled(timer="default-time.2", about="1"),
        set_for(START_OF_ROUND, SOON + HOUR, number=3),
        set_for(DEFAULT, SOON + HOUR + 10 * MINUTE, number=4),
    )


def test_a_default_time_that_becomes_one_by_rule_is_another_timer() -> None:
    command = ScheduleTimer(kind=DEFAULT, round=1, due_at=SOON, by_rule=True)
    assert given(*START, set_for(DEFAULT)).when(command).then() == (
        TimerCancelled(timer="default-time.1", about="1"),
        set_for(DEFAULT, number=2, by_rule=True),
    )


def test_reminders_do_not_replace_one_another_and_keep_what_they_say_apart() -> None:
    command = ScheduleTimer(kind=TimerKind.REMINDER, due_at=SOON, note=Sealed("c0ffee"))
    scene = given(*START).when(command).and_then().when(command)
    first, second = scene.events[-1], scene.then()[0]
    assert first == replace(set_for(TimerKind.REMINDER, about=""), note="c0ffee")
    assert second == replace(set_for(TimerKind.REMINDER, about="", number=2), note="c0ffee")


@pytest.mark.parametrize(
    ("events", "command", "refusal"),
    [
        pytest.param(START, {"kind": "hall-end", "due_at": SOON}, TimerNotOffered, id="a hall's"),
        pytest.param(START, {"kind": "call", "due_at": SOON}, TimerNotOffered, id="a call"),
        pytest.param(START, {"round": 0}, NoSuchRound, id="no round"),
        pytest.param(START, {"round": 4}, NoSuchRound, id="a round too many"),
        pytest.param(START, {"due_at": None}, DueOutOfRange, id="no moment"),
        pytest.param(START, {"due_at": NOW}, DueOutOfRange, id="now"),
        pytest.param(START, {"due_at": -1}, DueOutOfRange, id="long ago"),
        pytest.param(START, {"due_at": NOW + 10**18}, DueOutOfRange, id="in 30,000 years"),
        pytest.param(ROUND_1, {"kind": "publish-pairings"}, RoundIsPublished, id="published"),
        pytest.param((*AFTER_1, RoundClosed(round=1)), {}, RoundIsClosed, id="closed"),
        pytest.param(START, {"default_minutes": -1}, DefaultMinutesOutOfRange, id="negative"),
        pytest.param(START, {"default_minutes": 1441}, DefaultMinutesOutOfRange, id="over a day"),
        pytest.param(START, {"kind": "reminder", "due_at": NOW}, DueOutOfRange, id="reminder"),
        pytest.param(START, {"kind": "keizer-values"}, NotInThisSystem, id="no values"),
    ],
)
def test_a_timer_that_cannot_be_meant_is_refused(
    events: tuple[TimerScheduled, ...], command: dict[str, object], refusal: type[Refusal]
) -> None:
    fields: dict[str, object] = {"kind": "round-start", "round": 1, "due_at": SOON, **command}
    kind = TimerKind(str(fields.pop("kind")))
    with pytest.raises(refusal):
        given(*events).when(ScheduleTimer(kind=kind, **fields)).then()  # type: ignore[arg-type]


def test_at_its_hour_the_draft_is_published_as_by_the_arbiter() -> None:
    timer = set_for(PUBLISH)
    scene = given(*START, drafted(1, *ROUND_1_BOARDS), timer).when(fire(timer), at=SOON + 3)
    assert scene.then() == (fired(timer, SOON + 3), published(1, *ROUND_1_BOARDS))
    assert scene.state().timers == {}


@pytest.mark.parametrize("before", [START, ROUND_1], ids=["not paired", "published by hand"])
def test_where_there_is_nothing_to_publish_only_the_firing_is_recorded(
    before: tuple[TimerScheduled, ...],
) -> None:
    timer = set_for(PUBLISH)
    assert given(*before, timer).when(fire(timer), at=SOON).then() == (fired(timer, SOON),)


def test_the_start_of_a_round_is_recorded_when_it_comes() -> None:
    timer = set_for(START_OF_ROUND)
    assert given(*START, timer).when(fire(timer), at=SOON).then() == (fired(timer, SOON),)


def test_a_timer_that_was_missed_has_both_times_on_record() -> None:
    timer = set_for(START_OF_ROUND)
    (event,) = given(*START, timer).when(fire(timer), at=SOON + 8 * HOUR).then()
    assert isinstance(event, TimerFired)
    assert (event.due_at, event.fired_at) == (SOON, SOON + 8 * HOUR)


def test_a_second_firing_a_cancelled_and_an_unknown_timer_change_nothing() -> None:
    timer = set_for(PUBLISH)
    scene = given(*START, drafted(1, *ROUND_1_BOARDS), timer).when(fire(timer), at=SOON).and_then()
    assert scene.when(fire(timer), at=SOON).then() == ()
    gone = given(*START, timer, TimerCancelled(timer=timer.timer))
    assert gone.when(fire(timer), at=SOON).then() == ()
    assert given(*START).when(FireTimer(timer="call.7", due_at=3), at=SOON).then() == ()


def test_a_timer_is_not_fired_for_another_time_than_its_own() -> None:
    timer = set_for(PUBLISH)
    assert given(*START, timer).when(fire(timer, SOON - HOUR), at=SOON).then() == ()


def test_a_clock_that_is_ahead_fires_nothing() -> None:
    timer = set_for(PUBLISH)
    with pytest.raises(TimerNotDue):
        given(*START, timer).when(fire(timer), at=SOON - 1).then()


def test_after_the_end_a_timer_fires_without_consequences() -> None:
    timer = set_for(DEFAULT, by_rule=True)
    scene = given(*ROUND_1, ABSENT_ANA, timer, TournamentFinished())
    assert scene.when(fire(timer), at=SOON).then() == (fired(timer, SOON),)
    cancelled = scene.when(CancelTimer(timer=timer.timer)).then()
    assert cancelled == (TimerCancelled(timer=timer.timer, about="1"),)


def test_by_rule_the_games_of_the_absent_are_forfeits_at_the_default_time() -> None:
    timer = set_for(DEFAULT, by_rule=True)
    both = (AbsenceNoted(game=GameId("1.2"), entrant=each) for each in (DORA, BEA))
    scene = given(*ROUND_1, timer, ABSENT_ANA, *both).when(fire(timer), at=SOON)
    assert scene.then() == (fired(timer, SOON), recorded("1.1", "-/+"), recorded("1.2", "-/-"))
    assert scene.state().awaiting == {}


def test_black_who_is_absent_loses_and_a_game_with_a_result_is_left_alone() -> None:
    timer = set_for(DEFAULT, by_rule=True)
    black = AbsenceNoted(game=GameId("1.1"), entrant=CARL)
    late = AbsenceNoted(game=GameId("1.2"), entrant=BEA)
    scene = given(*ROUND_1, timer, black, late, recorded("1.2", "0-1"))
    assert scene.when(fire(timer), at=SOON).then() == (fired(timer, SOON), recorded("1.1", "+/-"))


def test_the_default_time_of_a_round_that_is_not_published_forfeits_nothing() -> None:
    timer = set_for(DEFAULT, by_rule=True)
    for before in (START, (*START, drafted(1, *ROUND_1_BOARDS))):
        assert given(*before, timer).when(fire(timer), at=SOON).then() == (fired(timer, SOON),)


def test_otherwise_the_default_time_waits_for_the_arbiter_who_confirms() -> None:
    timer = set_for(DEFAULT)
    scene = given(*ROUND_1, ABSENT_ANA, timer).when(fire(timer), at=SOON)
    assert scene.then() == (fired(timer, SOON, awaits=True),)
    assert list(scene.state().awaiting) == [timer.timer]

    settled = scene.and_then().when(SettleTimer(timer=timer.timer))
    assert settled.then() == (TimerSettled(timer=timer.timer), recorded("1.1", "-/+"))
    assert settled.state().awaiting == {}
    assert settled.and_then().when(SettleTimer(timer=timer.timer)).then() == ()


def test_the_arbiter_may_let_the_default_time_pass() -> None:
    timer = set_for(DEFAULT)
    scene = given(*ROUND_1, ABSENT_ANA, timer).when(fire(timer), at=SOON).and_then()
    dropped = scene.when(SettleTimer(timer=timer.timer, is_dropped=True))
    assert dropped.then() == (TimerSettled(timer=timer.timer),)


def test_a_reminder_waits_until_it_is_put_away() -> None:
    timer = replace(set_for(TimerKind.REMINDER, about=""), note="c0ffee")
    scene = given(*START, timer).when(fire(timer), at=SOON)
    assert scene.then() == (fired(timer, SOON, awaits=True),)
    waiting = scene.state().awaiting[timer.timer]
    assert waiting == Timer(
        id="reminder.1", kind=TimerKind.REMINDER, due_at=SOON, about="", note="c0ffee"
    )
    put_away = scene.and_then().when(SettleTimer(timer=timer.timer))
    assert put_away.then() == (TimerSettled(timer=timer.timer),)


def test_a_cancelled_timer_is_pending_no_more() -> None:
    timer = set_for(PUBLISH)
    scene = given(*START, timer).when(CancelTimer(timer=timer.timer))
    assert scene.then() == (TimerCancelled(timer=timer.timer, about="1"),)
    assert scene.state().timers == {}
    assert scene.and_then().when(CancelTimer(timer=timer.timer)).then() == ()


def test_with_the_start_of_a_round_its_default_time_is_cancelled() -> None:
    timers = (
        set_for(START_OF_ROUND),
        set_for(DEFAULT, number=2),
        set_for(DEFAULT, about="2", number=3),
    )
    scene = given(*START, *timers).when(CancelTimer(timer="round-start.1"))
    assert [each.timer for each in scene.then() if isinstance(each, TimerCancelled)] == [
        "round-start.1",
        "default-time.2",
    ]


@pytest.mark.parametrize("command", [CancelTimer, SettleTimer])
@pytest.mark.parametrize("key", ["", "reminder.2", "reminder.0", "reminder.x", "lunch.1"])
def test_a_timer_that_never_was_is_refused(
    command: type[CancelTimer] | type[SettleTimer], key: str
) -> None:
    with pytest.raises(NoSuchTimer):
        given(*START, set_for(TimerKind.REMINDER)).when(command(timer=key)).then()


def test_the_timers_of_a_hall_are_not_cancelled_by_hand() -> None:
    call = set_for(TimerKind.CALL, about="1.7")
    with pytest.raises(TimerNotOffered):
        given(*START, call).when(CancelTimer(timer=call.timer)).then()


def test_several_timers_of_one_decision_have_running_numbers() -> None:
    state = folded(*START, set_for(PUBLISH))
    made = [scheduled(state, TimerKind.CALL, SOON, f"{n}", ahead=n) for n in range(3)]
    assert [each.timer for each in made] == ["call.2", "call.3", "call.4"]
    assert folded(*START, set_for(PUBLISH), *made).timers_made == 4


def test_what_the_rules_refuse_when_the_time_comes_leaves_the_firing_on_record(
    monkeypatch: pytest.MonkeyPatch,
) -> None:

    def refusing(*_: object) -> tuple[PairingsPublished, ...]:
        raise RoundIsPublished(round=1)

    timer = set_for(PUBLISH)
    monkeypatch.setitem(FIRED, PUBLISH, refusing)
    assert given(*START, timer).when(fire(timer), at=SOON).then() == (fired(timer, SOON),)


def test_a_recurrence_belongs_to_a_keizer_tournament_alone() -> None:
    weekly = Recurrence(weekday=2, minute=1200, time_zone="Europe/Madrid")
    command = ScheduleTimer(kind=TimerKind.KEIZER_VALUES, repeats=weekly)
    with pytest.raises(NotInThisSystem):
        given(*START).when(command).then()
