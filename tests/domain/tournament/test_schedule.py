"""The order of the rounds of a table, and the starts of rounds."""

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from dsl.leagues import done
from dsl.tournaments import CREATED, EVA, FOUR, ROUND_ROBIN, Scene, entered, facts, given
from planilla.audit.redraw import redraw
from planilla.domain.tournament.announcement import Play, Regulations, Schedule
from planilla.domain.tournament.contradictions import LocalTimeWanted, NumberOutOfRange
from planilla.domain.tournament.drafting import UnpairRound
from planilla.domain.tournament.draw import DrawTable, OrderOutdated
from planilla.domain.tournament.pairings import PairRound, PublishPairings
from planilla.domain.tournament.refusal import NoSuchRound, NotInThisSystem, RoundAlreadyPaired
from planilla.domain.tournament.regulations import RegulationsAnnounced
from planilla.domain.tournament.results import RecordResult
from planilla.domain.tournament.schedule import (
    DateRound,
    NotTheRemainingRounds,
    OrderRounds,
    RoundDated,
    RoundsOrdered,
    remaining_rounds,
    start_of,
    starts_of,
    table_order,
)
from planilla.domain.tournament.subjects import RESTATEMENTS
from planilla.domain.tournament.teams import FormTeams, NewTeam
from planilla.domain.vocabulary import EntrantId

LEAGUE = given(ROUND_ROBIN, *entered(*FOUR))
TABLE = (
    (("ana", "dora"), ("bea", "carl")),
    (("dora", "carl"), ("ana", "bea")),
    (("bea", "dora"), ("carl", "ana")),
)
"""The Berger table of four (C.05, Annex 1): 1-4 2-3, 4-3 1-2, 2-4 3-1."""
SATURDAY = datetime(2026, 5, 9, 16, 30)  # noqa: DTZ001 - local
SUNDAY = datetime(2026, 5, 10, 10, 0)  # noqa: DTZ001 - local


def played(scene: Scene, number: int) -> Scene:
    """The scene with a round published and drawn."""
    scene = done(scene, PairRound(round=number), PublishPairings(round=number))
    games = scene.state().rounds[-1].open_games
    return done(scene, *(RecordResult(game=game, result="½-½") for game in games))


def boards(scene: Scene) -> tuple[object, ...]:
    return tuple(each.boards for each in scene.state().rounds)


# --- order ----------------------------------------------------------------------------------------


def test_rounds_are_played_in_the_order_given_with_the_colours_of_the_table() -> None:
    scene = done(LEAGUE, OrderRounds(rounds=(3, 1, 2)))
    for number in (1, 2, 3):
        scene = played(scene, number)
    assert boards(scene) == (TABLE[2], TABLE[0], TABLE[1])


def test_the_rounds_that_are_left_change_places_after_round_1() -> None:
    scene = played(LEAGUE, 1)
    assert scene.when(OrderRounds(rounds=(3, 2))).then() == (
        RoundsOrdered(from_round=2, rounds=(3, 2)),
    )
    scene = played(played(done(scene, OrderRounds(rounds=(3, 2))), 2), 3)
    assert boards(scene) == (TABLE[0], TABLE[2], TABLE[1])


def test_the_former_order_is_restored_by_the_same_command() -> None:
    scene = done(LEAGUE, OrderRounds(rounds=(3, 1, 2)), OrderRounds(rounds=(1, 2, 3)))
    assert table_order(scene.state()) == (1, 2, 3)
    assert played(scene, 1).state().rounds[0].boards == TABLE[0]


def test_a_second_order_is_of_the_rounds_left_by_the_first() -> None:
    scene = played(done(LEAGUE, OrderRounds(rounds=(3, 1, 2))), 1)
    assert remaining_rounds(scene.state()) == (1, 2)
    scene = done(scene, OrderRounds(rounds=(2, 1)))
    assert table_order(scene.state()) == (3, 2, 1)


def test_the_order_that_stands_changes_nothing() -> None:
    assert LEAGUE.when(OrderRounds(rounds=(1, 2, 3))).then() == ()


@pytest.mark.parametrize("rounds", [(), (1, 2), (1, 2, 2), (1, 2, 4), (1, 2, 3, 4), (0, 1, 2)])
def test_an_order_that_is_not_of_the_rounds_left_is_refused(rounds: tuple[int, ...]) -> None:
    with pytest.raises(NotTheRemainingRounds) as refused:
        LEAGUE.when(OrderRounds(rounds=rounds)).then()
    assert (refused.value.given, refused.value.remaining) == (rounds, (1, 2, 3))


def test_a_round_that_is_paired_stays_where_it_is_and_a_draft_counts() -> None:
    drafted_1 = done(done(LEAGUE, OrderRounds(rounds=(2, 1, 3))), PairRound(round=1))
    with pytest.raises(RoundAlreadyPaired) as refused:
        drafted_1.when(OrderRounds(rounds=(3, 1, 2))).then()
    assert refused.value.round == 1
    withdrawn = done(drafted_1, UnpairRound(round=1), OrderRounds(rounds=(3, 1, 2)))
    assert table_order(withdrawn.state()) == (3, 1, 2)


@pytest.mark.parametrize("system", ["swiss-dutch-2026", "keizer", "knockout-single"])
def test_a_system_without_a_schedule_has_no_order_of_rounds(system: str) -> None:
    scene = given(replace(CREATED, system_name=system), *entered(*FOUR))
    with pytest.raises(NotInThisSystem):
        scene.when(OrderRounds(rounds=(2, 1))).then()
    assert table_order(scene.state()) == ()


def test_the_best_players_of_two_teams_meet_in_the_last_round() -> None:
    """Seed 000, 2.4, on two teams of 2: rounds A1-B1 A2-B2, then B2-A1 B1-A2, changed over."""
    system = replace(ROUND_ROBIN, system_name="scheveningen")
    teams = FormTeams(teams=(NewTeam(players=FOUR[:2]), NewTeam(players=FOUR[2:])))
    scene = done(given(system, *entered(*FOUR)), teams, OrderRounds(rounds=(2, 1)))
    scene = played(played(scene, 1), 2)
    assert boards(scene) == (
        (("dora", "ana"), ("carl", "bea")),
        (("ana", "carl"), ("bea", "dora")),
    )


def test_a_new_draw_takes_the_order_back() -> None:
    scene = done(LEAGUE, OrderRounds(rounds=(3, 1, 2)), DrawTable())
    assert table_order(scene.state()) == (1, 2, 3)
    ordered = done(scene, OrderRounds(rounds=(2, 3, 1)))
    assert played(ordered, 1).state().rounds[0].boards == TABLE[1]


def test_an_order_of_other_rounds_is_put_anew_before_round_1_is_paired() -> None:
    scene = done(LEAGUE, OrderRounds(rounds=(3, 1, 2)))
    more = given(*scene.events, *entered(EVA, EntrantId("fay")))
    with pytest.raises(OrderOutdated) as refused:
        more.when(PairRound(round=1)).then()
    assert (refused.value.ordered, refused.value.rounds) == (3, 5)
    assert table_order(more.state()) == (1, 2, 3, 4, 5)
    again_ordered = done(more, OrderRounds(rounds=(1, 2, 3, 4, 5)), PairRound(round=1))
    assert len(again_ordered.state().rounds) == 1


def test_the_audit_pairs_the_rounds_again_in_their_order() -> None:
    scene = done(LEAGUE, OrderRounds(rounds=(3, 1, 2)))
    for number in (1, 2, 3):
        scene = played(scene, number)
    assert [each.identical for each in redraw(facts(*scene.events))] == [True, True, True]


def test_an_order_stands_in_a_what_if_if_the_same_rounds_are_left() -> None:
    event = RoundsOrdered(from_round=1, rounds=(3, 1, 2))
    restate = RESTATEMENTS[RoundsOrdered]
    assert restate(LEAGUE.state(), event) == event
    with pytest.raises(NotTheRemainingRounds):
        restate(given(ROUND_ROBIN, *entered(*FOUR, EVA)).state(), event)


# --- starts ---------------------------------------------------------------------------------------

ANNOUNCED = RegulationsAnnounced(
    regulations=Regulations(
        name="Liga",
        schedule=Schedule(starts=(SATURDAY, SUNDAY)),
        play=Play(system="round-robin", rounds=0),
    )
)


def test_a_round_gets_a_start_paired_or_not_in_every_system_with_rounds() -> None:
    for system in ("round-robin", "swiss-dutch-2026", "keizer", "knockout-single"):
        scene = given(replace(CREATED, system_name=system), *entered(*FOUR))
        dated = done(scene, DateRound(round=1, starts=SUNDAY))
        assert start_of(dated.state(), 1) == SUNDAY
        assert start_of(dated.state(), 2) is None
    later = done(played(LEAGUE, 1), DateRound(round=1, starts=SATURDAY))
    assert starts_of(later.state()) == {1: SATURDAY}


def test_a_start_holds_instead_of_the_announced_one_until_it_is_taken_back() -> None:
    scene = given(*LEAGUE.events, ANNOUNCED)
    moved = done(scene, DateRound(round=1, starts=SUNDAY))
    assert starts_of(moved.state()) == {1: SUNDAY, 2: SUNDAY}
    assert moved.when(DateRound(round=1)).then() == (RoundDated(round=1, starts=None),)
    assert starts_of(done(moved, DateRound(round=1)).state()) == {1: SATURDAY, 2: SUNDAY}


def test_the_same_start_again_changes_nothing() -> None:
    dated = done(LEAGUE, DateRound(round=2, starts=SUNDAY))
    assert dated.when(DateRound(round=2, starts=SUNDAY)).then() == ()
    assert LEAGUE.when(DateRound(round=2)).then() == ()


def test_a_round_between_two_dated_ones_may_have_no_start() -> None:
    scene = done(LEAGUE, DateRound(round=1, starts=SATURDAY), DateRound(round=3, starts=SUNDAY))
    assert starts_of(scene.state()) == {1: SATURDAY, 3: SUNDAY}


@pytest.mark.parametrize("number", [0, 4, -1])
def test_a_round_that_there_is_not_has_no_start(number: int) -> None:
    with pytest.raises(NoSuchRound) as refused:
        LEAGUE.when(DateRound(round=number, starts=SUNDAY)).then()
    assert (refused.value.round, refused.value.rounds) == (number, 3)


def test_a_start_is_a_local_time_of_the_calendar() -> None:
    with pytest.raises(LocalTimeWanted) as refused:
        LEAGUE.when(DateRound(round=1, starts=SUNDAY.replace(tzinfo=UTC))).then()
    assert refused.value.field == "starts"
    with pytest.raises(NumberOutOfRange):
        LEAGUE.when(DateRound(round=1, starts=SUNDAY.replace(year=9999))).then()


def test_facts_say_the_order_and_the_start() -> None:
    ordered = RoundsOrdered(from_round=2, rounds=(3, 2))
    assert (ordered.details(), ordered.wording()) == ({"rounds": ("3", "2")}, "")
    dated = RoundDated(round=2, starts=SUNDAY)
    assert (dated.details(), dated.wording()) == ({"starts": "2026-05-10T10:00"}, "")
    back = RoundDated(round=2, starts=None)
    assert (back.details(), back.wording()) == ({"starts": None}, ".announced")
