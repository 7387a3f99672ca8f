"""Groups and what follows them: the draw, the places that go on, what is carried, and rulings."""

import pytest
from msgspec.structs import replace

from dsl.tournaments import (
    ANA,
    BEA,
    CARL,
    DORA,
    EVA,
    FOUR,
    ROUND_ROBIN,
    Scene,
    entered,
    given,
    numbered,
)
from planilla.domain.chance import order_by_lot
from planilla.domain.tournament.closing import FinishTournament, StageIsFinished
from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.crosstables import for_standings
from planilla.domain.tournament.draw import DrawnBy, DrawTable
from planilla.domain.tournament.eligibility import ExpelEntrant, WithdrawEntrant
from planilla.domain.tournament.entrants import (
    EnterEntrants,
    EntrantEntered,
    EntryInUse,
    NewEntrant,
    RemoveEntries,
)
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.firing import FireTimer, TimerFired
from planilla.domain.tournament.numbering import AssignNumbers
from planilla.domain.tournament.pairings import PairRound, PublishPairings
from planilla.domain.tournament.qualifiers import (
    AlreadyInStage,
    DrawGroups,
    GroupsBy,
    NoEqualGroups,
    QualifierHasPlayed,
    QualifierReplaced,
    ReplaceQualifier,
    UnequalGroups,
    may_be_replaced,
)
from planilla.domain.tournament.ranking import current_standings
from planilla.domain.tournament.refusal import (
    EntrantIsExpelled,
    EntrantTwice,
    NoSuchEntrant,
    NoSuchStage,
    NotInThisSystem,
)
from planilla.domain.tournament.results import RecordResult
from planilla.domain.tournament.setup import CreateTournament, NameMissing, TournamentCreated
from planilla.domain.tournament.shapes import CarriedGame, CarryOver, SeedsBy, StageSource
from planilla.domain.tournament.stages import (
    CannotCarry,
    EntriesInFirstStage,
    LaterStagePlanned,
    NotMetBefore,
    PlacesOutOfRange,
    PlanStage,
    QualifierLeft,
    RemoveStage,
    RenameStage,
    StageAlreadyStarted,
    StageNotStarted,
    StageRemoved,
    StageRenamed,
    StageStarted,
    StartStage,
    TiedForLastPlace,
    TooFewForStage,
    TooManyStages,
)
from planilla.domain.tournament.state import Tournament, focused
from planilla.domain.tournament.subjects import RESTATEMENTS
from planilla.domain.tournament.timers import CancelTimer, ScheduleTimer, TimerCancelled
from planilla.domain.tournament.values import TimerKind
from planilla.domain.vocabulary import EntrantId, GameId

STAGES = TournamentCreated(name="Festival", system_name="stages", rounds_asked=0, tiebreaks=())
EIGHT = tuple(EntrantId(f"e{number}") for number in range(1, 9))
GROUPS = PlanStage(title="Group", system="round-robin", groups=2)
"""Stages 2 and 3."""

BOTH = (StageSource(stage=2, last=2), StageSource(stage=3, last=2))
FINAL = PlanStage(title="Final", system="round-robin", sources=BOTH)
AMSTERDAM = PlanStage(title="Final", system="amsterdam", sources=BOTH, carry=CarryOver.MUTUAL_GAMES)


def entries(*entrants: EntrantId) -> Scene:
    return given(STAGES, *entered(*entrants))


def drawn() -> Scene:
    """e1 e4 e5 e8 in group A, e2 e3 e6 e7 in group B."""
    return entries(*EIGHT).when(GROUPS).and_then().when(DrawGroups(stages=(2, 3))).and_then()


def stage(scene: Scene, number: int) -> Tournament:
    return focused(scene.state(), number)


def played(scene: Scene, number: int) -> Scene:
    """All rounds of a stage, in which the lower number wins, and its end."""
    order = stage(scene, number).order
    for at in range(1, len(order) + len(order) % 2):
        scene = scene.when(PairRound(round=at, in_stage=number)).and_then()
        scene = scene.when(PublishPairings(round=at, in_stage=number)).and_then()
        round_ = stage(scene, number).rounds[at - 1]
        for game, (white, black) in zip(round_.games, round_.boards, strict=True):
            result = "1-0" if order.index(white) < order.index(black) else "0-1"
            scene = scene.when(RecordResult(game=game, result=result)).and_then()
    return scene.when(FinishTournament(in_stage=number)).and_then()


def over(plan: Command = FINAL) -> Scene:
    """Both groups finished, and the final planned as stage 4."""
    return played(played(drawn(), 2), 3).when(plan).and_then()


def ids(*numbers: int) -> tuple[EntrantId, ...]:
    return tuple(EntrantId(f"e{number}") for number in numbers)


def test_a_finished_stage_is_named_while_others_are_played() -> None:
    with pytest.raises(StageIsFinished) as refused:
        over().when(PublishPairings(round=3, in_stage=2)).then()
    assert refused.value.stage == 2


def test_seeds_go_into_groups_there_and_back() -> None:
    scene = drawn()
    assert [stage(scene, each).plan.title for each in (2, 3)] == ["Group A", "Group B"]
    assert stage(scene, 2).order == ids(1, 4, 5, 8)
    assert stage(scene, 3).order == ids(2, 3, 6, 7)


def test_a_lot_draws_groups_and_is_recorded() -> None:
    scene = entries(*EIGHT).when(GROUPS).and_then()
    events = scene.when(DrawGroups(stages=(2, 3), by=GroupsBy.LOT), lot=7).then()
    order = [EIGHT[at] for at in order_by_lot(7, 8)]
    assert events == (
        StageStarted(in_stage=2, entrants=tuple(order[0::2]), lot=7),
        StageStarted(in_stage=3, entrants=tuple(order[1::2]), lot=7),
    )


def test_after_the_letters_groups_have_numbers() -> None:
    many = entries().when(replace(GROUPS, groups=27)).and_then()
    assert [stage(many, each).plan.title for each in (27, 28)] == ["Group Z", "Group 27"]


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        pytest.param(DrawGroups(stages=(2, 3), entrants=ids(1, 2, 3)), NoEqualGroups, id="odd"),
        pytest.param(DrawGroups(stages=(2, 2)), NoSuchStage, id="one group twice"),
        pytest.param(DrawGroups(stages=()), NoSuchStage, id="no group"),
        pytest.param(DrawGroups(stages=(2, 9)), NoSuchStage, id="an unknown stage"),
        pytest.param(DrawGroups(stages=(1, 2)), StageAlreadyStarted, id="the entries"),
        pytest.param(DrawGroups(stages=(2, 3), entrants=ids(1, 1)), EntrantTwice, id="twice"),
        pytest.param(DrawGroups(stages=(2, 3), entrants=(ANA, BEA)), NoSuchEntrant, id="unknown"),
        pytest.param(PairRound(round=1), NotInThisSystem, id="a round of entries"),
        pytest.param(FinishTournament(), NotInThisSystem, id="the end of entries"),
        pytest.param(PairRound(round=1, in_stage=2), StageNotStarted, id="a round too early"),
        pytest.param(
            EnterEntrants(in_stage=2, entrants=(NewEntrant(id=EVA, person=Sealed("p")),)),
            EntriesInFirstStage,
            id="an entry into a later stage",
        ),
        pytest.param(StartStage(in_stage=2, entrants=ids(1)), TooFewForStage, id="one entrant"),
        pytest.param(RemoveStage(in_stage=2), LaterStagePlanned, id="not the last stage"),
        pytest.param(RemoveStage(), StageAlreadyStarted, id="the entries removed"),
        pytest.param(RenameStage(in_stage=2, title=""), NameMissing, id="no title"),
        pytest.param(replace(GROUPS, groups=64), TooManyStages, id="too many groups"),
        pytest.param(replace(GROUPS, groups=-1), TooManyStages, id="fewer groups than none"),
        pytest.param(replace(GROUPS, system="stages"), NotInThisSystem, id="stages in a stage"),
        pytest.param(replace(GROUPS, system="keizer"), NotInThisSystem, id="Keizer in a stage"),
        pytest.param(
            replace(FINAL, sources=(BOTH[0], BOTH[0])), PlacesOutOfRange, id="places twice"
        ),
        pytest.param(
            replace(FINAL, sources=(StageSource(stage=2, first=2, last=1),)),
            PlacesOutOfRange,
            id="no places",
        ),
        pytest.param(
            replace(FINAL, sources=(StageSource(stage=2, first=0, last=1),)),
            PlacesOutOfRange,
            id="place 0",
        ),
        pytest.param(replace(FINAL, carry=CarryOver.MUTUAL_GAMES), CannotCarry, id="played again"),
        pytest.param(replace(AMSTERDAM, carry=CarryOver.NOTHING), CannotCarry, id="not played"),
        pytest.param(
            replace(AMSTERDAM, sources=(StageSource(stage=2, last=3),)), CannotCarry, id="three"
        ),
        pytest.param(replace(AMSTERDAM, sources=()), CannotCarry, id="a final of no groups"),
        pytest.param(
            replace(FINAL, carry=CarryOver.POINTS, system="swiss-dutch-2026"),
            CannotCarry,
            id="points into a Swiss",
        ),
        pytest.param(
            replace(FINAL, carry=CarryOver.POINTS, point_system="3-1-0"),
            CannotCarry,
            id="points of another system",
        ),
        pytest.param(
            ReplaceQualifier(in_stage=2, leaving=EIGHT[0], entrant=EIGHT[1]),
            StageNotStarted,
            id="nobody plays there",
        ),
    ],
)
def test_groups_are_refused(command: Command, refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        entries(*EIGHT).when(GROUPS).and_then().when(command).then()


def test_an_amsterdam_final_needs_groups_before_it() -> None:
    with pytest.raises(NotInThisSystem):
        given().when(CreateTournament(name="A", system="amsterdam")).then()


def test_a_refused_draw_offers_the_numbers_of_groups() -> None:
    """Six entrants: 3 groups of 2, or 2 of 3 (seed 000, 2.2.3)."""
    scene = entries(*EIGHT[:6]).when(replace(GROUPS, groups=4)).and_then()
    with pytest.raises(UnequalGroups) as refused:
        scene.when(DrawGroups(stages=(2, 3, 4, 5))).then()
    assert refused.value.offered == (3, 2)


def test_a_stage_is_renamed_and_removed_with_its_timers() -> None:
    scene = entries(*EIGHT).when(GROUPS).and_then()
    renamed = scene.when(RenameStage(in_stage=3, title=" East "))
    assert renamed.then() == (StageRenamed(in_stage=3, title="East"),)
    assert renamed.and_then().when(RenameStage(in_stage=3, title="East")).then() == ()
    assert stage(renamed.and_then(), 3).plan.title == "East"
    remind = ScheduleTimer(in_stage=3, kind=TimerKind.REMINDER, due_at=10**15 + 1)
    removed = scene.when(remind).and_then().when(RemoveStage(in_stage=3))
    assert removed.then() == (
        TimerCancelled(in_stage=3, timer="reminder.1"),
        StageRemoved(number=3),
    )
    assert removed.and_then().state().stages == 2


def test_the_places_of_groups_go_on_in_the_order_of_the_plan() -> None:
    assert over().when(StartStage(in_stage=4)).then() == (
        StageStarted(in_stage=4, entrants=ids(1, 4, 2, 3), by_places=True),
    )
    winners_first = over(replace(FINAL, seeds=SeedsBy.PLACES))
    assert stage(winners_first.when(StartStage(in_stage=4)).and_then(), 4).order == ids(1, 2, 4, 3)
    uneven = replace(FINAL, seeds=SeedsBy.PLACES, sources=(StageSource(stage=2, last=1), BOTH[1]))
    assert stage(over(uneven).when(StartStage(in_stage=4)).and_then(), 4).order == ids(1, 2, 3)


def test_groups_may_be_drawn_from_places_and_from_seeds_of_the_entries() -> None:
    again = replace(GROUPS, sources=BOTH)
    scene = over(again).when(DrawGroups(stages=(4, 5))).and_then()
    assert [stage(scene, each).order for each in (4, 5)] == [ids(1, 3), ids(4, 2)]
    top = PlanStage(title="Top", system="round-robin", sources=(StageSource(stage=1, last=2),))
    scene = given(STAGES, *entered(*FOUR), numbered(*FOUR[::-1])).when(top).and_then()
    assert stage(scene.when(StartStage(in_stage=2)).and_then(), 2).order == (DORA, CARL)


def test_a_tie_for_the_last_place_is_told_and_needs_names() -> None:
    scene = given(ROUND_ROBIN, *entered(ANA, BEA, CARL))
    for number, game in ((1, "1.1"), (2, "2.1"), (3, "3.1")):
        scene = scene.when(PairRound(round=number)).and_then()
        scene = scene.when(PublishPairings(round=number)).and_then()
        scene = scene.when(RecordResult(game=GameId(game), result="½-½")).and_then()
    scene = scene.when(FinishTournament()).and_then()
    two = replace(FINAL, sources=(StageSource(stage=1, last=2),))
    scene = scene.when(two).and_then()
    with pytest.raises(TiedForLastPlace) as refused:
        scene.when(StartStage(in_stage=2)).then()
    assert (refused.value.place, set(refused.value.entrants)) == (2, {ANA, BEA, CARL})
    named = scene.when(StartStage(in_stage=2, entrants=(CARL, ANA))).then()
    assert named == (StageStarted(in_stage=2, entrants=(CARL, ANA)),)
    everybody = replace(FINAL, sources=(StageSource(stage=1, last=3),))
    started = scene.when(everybody).and_then().when(StartStage(in_stage=3)).then()
    assert len(started[0].entrants) == 3  # type: ignore[attr-defined]


def test_a_withdrawal_is_of_one_stage() -> None:
    left = drawn().when(WithdrawEntrant(in_stage=2, entrant=EIGHT[3])).and_then()
    assert [stage(left, each).entrants[EIGHT[3]].out_from for each in (1, 2)] == [None, 1]


def test_the_places_of_those_who_left_are_named_by_a_person() -> None:
    """e1 wins all three games of group A, and leaves before the group is finished."""
    scene = drawn()
    for at in (1, 2, 3):
        scene = scene.when(PairRound(round=at, in_stage=2)).and_then()
        scene = scene.when(PublishPairings(round=at, in_stage=2)).and_then()
        round_ = stage(scene, 2).rounds[at - 1]
        order = stage(scene, 2).order
        for game, (white, black) in zip(round_.games, round_.boards, strict=True):
            result = "1-0" if order.index(white) < order.index(black) else "0-1"
            scene = scene.when(RecordResult(game=game, result=result)).and_then()
    expelled = scene.when(ExpelEntrant(in_stage=2, entrant=EIGHT[0], reason=Sealed("w"))).and_then()
    expelled = expelled.when(FinishTournament(in_stage=2)).and_then()
    final = replace(FINAL, sources=(BOTH[0],))
    expelled = expelled.when(final).and_then()
    with pytest.raises(QualifierLeft):
        expelled.when(StartStage(in_stage=4)).then()
    with pytest.raises(EntrantIsExpelled):
        expelled.when(StartStage(in_stage=4, entrants=ids(1, 4))).then()


def test_an_expulsion_holds_in_every_stage_and_keeps_an_earlier_leaving() -> None:
    scene = over().when(StartStage(in_stage=4)).and_then()
    scene = scene.when(PairRound(round=1, in_stage=4)).and_then()
    gone = scene.when(ExpelEntrant(in_stage=4, entrant=EIGHT[0], reason=Sealed("w"))).and_then()
    assert [stage(gone, each).entrants[EIGHT[0]].out_from for each in (1, 2, 4)] == [1, 4, 2]
    assert all(stage(gone, each).entrants[EIGHT[0]].expelled for each in (1, 2, 4))
    left = scene.when(WithdrawEntrant(in_stage=4, entrant=EIGHT[0])).and_then()
    from_entries = (
        *left.events,
        replace(
            left.when(ExpelEntrant(in_stage=4, entrant=EIGHT[0], reason=Sealed("w"))).then()[0],
            in_stage=2,
        ),
    )
    assert focused(given(*from_entries).state(), 4).entrants[EIGHT[0]].out_from == 2


def test_an_entry_that_plays_in_a_later_stage_is_not_removed() -> None:
    with pytest.raises(EntryInUse):
        drawn().when(RemoveEntries(entrants=(EIGHT[0],))).then()


def test_an_amsterdam_final_plays_the_rest_and_counts_the_games_of_the_groups() -> None:
    """Numbers 1 and 4, 2 and 3 are of one group: two rounds instead of three."""
    scene = over(AMSTERDAM).when(StartStage(in_stage=4)).and_then()
    final = stage(scene, 4)
    assert final.order == ids(1, 2, 3, 4)
    assert {(each.white, each.black, each.result) for each in final.carried} <= {
        (*pair, result)
        for pair, result in (
            (ids(1, 4), "1-0"),
            (ids(4, 1), "0-1"),
            (ids(2, 3), "1-0"),
            (ids(3, 2), "0-1"),
        )
    }
    assert len(final.carried) == 2
    for at in (1, 2):
        scene = scene.when(PairRound(round=at, in_stage=4)).and_then()
        scene = scene.when(PublishPairings(round=at, in_stage=4)).and_then()
        for game in stage(scene, 4).rounds[at - 1].games:
            scene = scene.when(RecordResult(game=game, result="½-½")).and_then()
    assert not scene.state().is_over
    scene = scene.when(FinishTournament(in_stage=4)).and_then()
    assert scene.state().is_over
    points = {
        stage(scene, 4).order[row.seat]: row.points for row in current_standings(stage(scene, 4))
    }
    assert points == dict(zip(ids(1, 2, 3, 4), (4, 4, 2, 2), strict=True))
    met = {frozenset(board) for round_ in stage(scene, 4).rounds for board in round_.boards} | {
        frozenset((each.white, each.black)) for each in stage(scene, 4).carried
    }
    assert len(met) == 6


def test_two_carried_games_of_one_entrant_are_two_rounds() -> None:
    scene = over(AMSTERDAM).when(StartStage(in_stage=4)).and_then()
    final = stage(scene, 4)
    more = CarriedGame(game=GameId("9.1"), white=final.order[0], black=final.order[1], result="½-½")
    doubled = replace(final, carried=(*final.carried, more))
    assert [row.points for row in current_standings(doubled)] == [3, 3, 0, 0]
    assert len(for_standings(doubled).rounds) == 0


def test_an_amsterdam_final_is_refused_to_finalists_who_did_not_meet() -> None:
    with pytest.raises(NotMetBefore):
        over(AMSTERDAM).when(StartStage(in_stage=4, entrants=ids(1, 2, 3, 6))).then()


def test_the_numbers_of_an_amsterdam_final_follow_from_the_groups() -> None:
    scene = over(AMSTERDAM).when(StartStage(in_stage=4)).and_then()
    for command in (DrawTable(in_stage=4, by=DrawnBy.LOT), AssignNumbers(in_stage=4)):
        with pytest.raises(NotInThisSystem):
            scene.when(command).then()


def test_points_are_carried_where_the_plan_says_so() -> None:
    """e1 and e2 bring three points, e4 and e3 two; in half points."""
    scene = over(replace(FINAL, carry=CarryOver.POINTS)).when(StartStage(in_stage=4)).and_then()
    final = stage(scene, 4)
    assert final.carried_points == dict(zip(ids(1, 4, 2, 3), (6, 4, 6, 4), strict=True))
    assert [row.points for row in current_standings(final)] == [6, 6, 4, 4]


def test_a_timer_of_a_later_stage_acts_there() -> None:
    scene = drawn().when(PairRound(round=1, in_stage=2)).and_then()
    due = 10**15 + 1
    timed = ScheduleTimer(in_stage=2, kind=TimerKind.PUBLISH, round=1, due_at=due)
    scene = scene.when(timed).and_then()
    other = scene.when(replace(timed, in_stage=3, due_at=due + 1)).and_then()
    assert [each.stage for each in other.state().timers.values()] == [2, 3]
    first, second = other.state().timers
    assert other.when(CancelTimer(timer=second)).then()[0].in_stage == 3
    events = other.when(FireTimer(timer=first, due_at=due), at=due).then()
    assert isinstance(events[0], TimerFired)
    assert {event.in_stage for event in events} == {2}
    fired = given(*other.events, *events).state()
    assert focused(fired, 2).rounds[0].is_published


def test_what_concerns_everybody_ends_with_the_last_stage() -> None:
    scene = played(drawn(), 2)
    enter = EnterEntrants(entrants=(NewEntrant(id=ANA, person=Sealed("p-ana")),))
    assert isinstance(scene.when(enter).then()[0], EntrantEntered)
    assert not given(STAGES).state().is_over
    assert played(scene, 3).state().is_over
    assert stage(played(scene, 3), 2).is_over


def test_another_entrant_takes_the_place_of_a_qualifier_who_has_not_played() -> None:
    scene = over().when(StartStage(in_stage=4)).and_then()
    scene = scene.when(PairRound(round=1, in_stage=4)).and_then()
    scene = scene.when(PublishPairings(round=1, in_stage=4)).and_then()
    ruling = ReplaceQualifier(in_stage=4, leaving=EIGHT[3], entrant=EIGHT[4])
    assert scene.when(ruling).then() == (
        QualifierReplaced(in_stage=4, leaving=EIGHT[3], entrant=EIGHT[4]),
    )
    final = stage(scene.when(ruling).and_then(), 4)
    assert final.order == ids(1, 5, 2, 3)
    assert tuple(final.entrants) == ids(1, 5, 2, 3)
    assert EIGHT[4] in {each for board in final.rounds[0].boards for each in board}
    assert may_be_replaced(stage(scene, 4), EIGHT[3], EIGHT[4]) is None
    refused = [
        (EIGHT[3], EIGHT[0], AlreadyInStage),
        (EIGHT[7], EIGHT[4], NoSuchEntrant),
    ]
    for leaving, entrant, kind in refused:
        assert isinstance(may_be_replaced(stage(scene, 4), leaving, entrant), kind)
    game = stage(scene, 4).rounds[0].games[0]
    (white, _) = stage(scene, 4).rounds[0].boards[0]
    done = scene.when(RecordResult(game=game, result="1-0")).and_then()
    assert isinstance(may_be_replaced(stage(done, 4), white, EIGHT[4]), QualifierHasPlayed)


def test_a_free_round_and_points_follow_the_new_qualifier() -> None:
    three = replace(FINAL, sources=(StageSource(stage=2, last=3),), carry=CarryOver.POINTS)
    scene = over(three).when(StartStage(in_stage=4)).and_then()
    scene = scene.when(PairRound(round=1, in_stage=4)).and_then()
    scene = scene.when(PublishPairings(round=1, in_stage=4)).and_then()
    free = stage(scene, 4).rounds[0].byes[0].entrant
    ruling = ReplaceQualifier(in_stage=4, leaving=free, entrant=EIGHT[7])
    final = stage(scene.when(ruling).and_then(), 4)
    assert final.rounds[0].byes[0].entrant == EIGHT[7]
    assert final.carried_points[EIGHT[7]] == 0


def test_a_start_by_places_is_restated_with_those_who_qualify_there() -> None:
    event = over().when(StartStage(in_stage=4)).then()[0]
    restate = RESTATEMENTS[StageStarted]
    there = stage(over(), 4)
    assert restate(there, event) == event
    assert restate(there, replace(event, entrants=ids(1, 5, 2, 3))) == event
    named = replace(event, by_places=False, entrants=ids(8, 7))
    assert restate(there, named) == named
    unfinished = drawn().when(FINAL).and_then()
    assert restate(stage(unfinished, 4), event) == event
    gone = replace(named, entrants=(EVA, EIGHT[6]))
    assert restate(there, gone) == replace(gone, entrants=(EIGHT[6],))
    with pytest.raises(StageAlreadyStarted):
        restate(stage(over().when(StartStage(in_stage=4)).and_then(), 4), event)


def test_a_ruling_on_a_qualifier_stands_where_it_is_possible() -> None:
    scene = over().when(StartStage(in_stage=4)).and_then()
    restate = RESTATEMENTS[QualifierReplaced]
    ruling = QualifierReplaced(in_stage=4, leaving=EIGHT[3], entrant=EIGHT[4])
    assert restate(stage(scene, 4), ruling) == ruling
    with pytest.raises(AlreadyInStage):
        restate(stage(scene, 4), replace(ruling, entrant=EIGHT[0]))


def test_a_log_of_stages_folds_as_it_was_decided() -> None:
    scene = over(AMSTERDAM).when(StartStage(in_stage=4)).and_then()
    state = scene.state()
    assert [each.stage for each in state.later] == [2, 3, 4]
    assert fold((), state) == state
