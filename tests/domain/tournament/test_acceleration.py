"""Accelerated pairings: who has how many points more for pairing, and in which rounds."""

import pytest
from msgspec.structs import replace

from dsl.tournaments import (
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    EVA,
    FOUR,
    Scene,
    entered,
    folded,
    given,
    numbered,
    published,
)
from planilla.domain.pairing.swiss.acceleration import baku_points, baku_top, haley_top
from planilla.domain.tournament.acceleration import (
    AccelerationIncomplete,
    AccelerationNeedsHalves,
    AccelerationNotTaken,
    AccelerationSet,
    SetAcceleration,
    TiebreakNotAccelerated,
    TopGroupFormed,
    fictitious_points,
)
from planilla.domain.tournament.drafting import RoundPaired, pairing_input
from planilla.domain.tournament.entrants import EntrantEntered
from planilla.domain.tournament.numbering import PairingNumbersAssigned
from planilla.domain.tournament.pairings import PairRound
from planilla.domain.tournament.ranking import current_standings
from planilla.domain.tournament.refusal import NoSuchEntrant, NoSuchRound, RoundAlreadyPaired
from planilla.domain.tournament.setup import CreateTournament, TiebreakForbidden, TournamentCreated
from planilla.domain.tournament.values import (
    AccelerationMethod,
    GrantedPoints,
    NumberingReason,
    RatingBand,
)
from planilla.domain.vocabulary import Colour, EntrantId

BAKU, HALEY = AccelerationMethod.BAKU, AccelerationMethod.HALEY
FREE, MCMAHON = AccelerationMethod.FREE, AccelerationMethod.MCMAHON
OPEN = replace(CREATED, tiebreaks=("BH",))
EIGHT = tuple(EntrantId(name) for name in "abcdefgh")
START = (OPEN, *entered(*EIGHT), numbered(*EIGHT))
GRANT = GrantedPoints(points=2, first_round=1, last_round=2, entrants=(ANA,))


def accelerated(method: AccelerationMethod) -> Scene:
    return given(*START).when(SetAcceleration(method=method)).and_then()


def test_the_top_group_of_baku_has_the_sizes_of_the_text() -> None:
    # C.04.7: 161 players have a GA of 82, 178 one of 90; 4 × ceil(N / 4) / 2.
    assert [baku_top(size) for size in (161, 178, 8, 9, 1)] == [82, 90, 4, 6, 2]


def test_the_points_of_baku_by_number_of_rounds() -> None:
    # With a win of 2: 5 rounds 1-2 full, 3 half; 7: 1-2, 3-4; 9: 1-3, 4-5; 11: 1-3, 4-6.
    assert baku_points(5, 2) == (2, 2, 1)
    assert baku_points(7, 2) == (2, 2, 1, 1)
    assert baku_points(9, 2) == (2, 2, 2, 1, 1)
    assert baku_points(11, 2) == (2, 2, 2, 1, 1, 1)
    assert baku_points(1, 2) == baku_points(2, 2) == (2,)


def test_the_top_half_of_haley_has_a_point_for_two_rounds() -> None:
    assert [haley_top(size) for size in (8, 9, 10, 14)] == [4, 4, 6, 8]
    state = accelerated(HALEY).state()
    # Three rounds, a point is two halves: four of eight have it in rounds 1 and 2.
    assert fictitious_points(state, 3) == ((2, 2, 0),) * 4 + ((0, 0, 0),) * 4


def test_the_first_round_is_paired_inside_the_halves() -> None:
    scene = accelerated(BAKU).when(PairRound(round=1))
    formed, draft = scene.then()
    assert formed == TopGroupFormed(entrant=EntrantId("d"), size=4)
    assert isinstance(draft, RoundPaired)
    # Without it a-e, b-f …; with it a-c, b-d above and e-g, f-h below.
    assert {frozenset((game.white, game.black)) for game in draft.games} == {
        frozenset("ac"),
        frozenset("bd"),
        frozenset("eg"),
        frozenset("fh"),
    }


def test_a_round_that_is_paired_again_forms_the_same_group_only_once() -> None:
    scene = accelerated(BAKU).when(PairRound(round=1)).and_then()
    state = replace(scene.state(), rounds=())
    assert state.acceleration.last == "d"
    again = given(*scene.events[:-1]).when(PairRound(round=1)).then()
    assert [type(event) for event in again] == [RoundPaired]


def test_a_late_entry_above_the_last_of_the_top_group_joins_it() -> None:
    scene = accelerated(BAKU).when(PairRound(round=1)).and_then()
    late = EntrantEntered(entrant=EVA, person="p-eva", rating=1999, first_round=2)
    order = (EIGHT[0], EVA, *EIGHT[1:])
    state = folded(
        *scene.events,
        late,
        PairingNumbersAssigned(order=order, reason=NumberingReason.LATE_ENTRY),
    )
    # d is number 5 now: five are in the top group.
    assert [row[0] for row in fictitious_points(state, 2)] == [2, 2, 2, 2, 2, 0, 0, 0, 0]


def test_before_round_1_the_top_group_follows_the_list() -> None:
    assert [row[0] for row in fictitious_points(accelerated(BAKU).state(), 1)] == [2] * 4 + [0] * 4
    nobody = given(OPEN).when(SetAcceleration(method=BAKU)).state()
    assert fictitious_points(nobody, 1) == ()


def test_the_start_points_of_mcmahon_count_in_the_standings() -> None:
    # Ratings 2000, 1990, …, 1930: from 1980 on two halves, from 1960 on one.
    bands = (RatingBand(rating=1960, points=1), RatingBand(rating=1980, points=2))
    state = given(*START).when(SetAcceleration(method=MCMAHON, bands=bands)).state()
    assert fictitious_points(state, 2) == ((2, 2),) * 3 + ((1, 1),) * 2 + ((0, 0),) * 3
    assert [row.points for row in current_standings(state)] == [2, 2, 2, 1, 1, 0, 0, 0]


def test_free_points_are_those_that_were_granted() -> None:
    start = (OPEN, *entered(*FOUR), numbered(*FOUR))
    state = given(*start).when(SetAcceleration(method=FREE, granted=(GRANT,))).state()
    assert fictitious_points(state, 3) == ((2, 2, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0))
    assert pairing_input(state, 1, Colour.WHITE).accelerated == ((2,), (0,), (0,), (0,))
    nothing = replace(GRANT, points=0)
    state = given(*start).when(SetAcceleration(method=FREE, granted=(nothing,))).state()
    assert fictitious_points(state, 3) == ()


def test_the_same_acceleration_again_changes_nothing_and_none_takes_it_back() -> None:
    scene = accelerated(BAKU)
    assert scene.when(SetAcceleration(method=BAKU)).then() == ()
    none = scene.when(SetAcceleration(method=AccelerationMethod.NONE))
    assert none.then() == (AccelerationSet(method=AccelerationMethod.NONE),)
    assert fictitious_points(none.state(), 1) == ()


def test_after_round_1_was_paired_nothing_is_set() -> None:
    scene = given(*START, published(1, (EIGHT[0], EIGHT[1])))
    with pytest.raises(RoundAlreadyPaired):
        scene.when(SetAcceleration(method=BAKU)).then()


def test_a_system_without_score_groups_takes_no_acceleration() -> None:
    created = replace(OPEN, system_name="monrad")
    with pytest.raises(AccelerationNotTaken):
        given(created).when(SetAcceleration(method=BAKU)).then()
    with pytest.raises(AccelerationNotTaken):
        given().when(CreateTournament(name="C", system="amalfi", acceleration=HALEY)).then()


def test_points_in_which_a_draw_is_no_half_are_refused() -> None:
    created = replace(OPEN, point_system="3-1-0")
    with pytest.raises(AccelerationNeedsHalves):
        given(created).when(SetAcceleration(method=BAKU)).then()
    bands = (RatingBand(rating=1000, points=1),)
    assert given(created).when(SetAcceleration(method=MCMAHON, bands=bands)).then()


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        (SetAcceleration(method=MCMAHON), AccelerationIncomplete),
        (SetAcceleration(method=FREE), AccelerationIncomplete),
        (SetAcceleration(method=BAKU, granted=(GRANT,)), AccelerationIncomplete),
        (
            SetAcceleration(method=FREE, granted=(replace(GRANT, entrants=(EVA,)),)),
            NoSuchEntrant,
        ),
        (SetAcceleration(method=FREE, granted=(replace(GRANT, last_round=9),)), NoSuchRound),
        (SetAcceleration(method=FREE, granted=(replace(GRANT, first_round=0),)), NoSuchRound),
    ],
)
def test_what_does_not_fit_is_refused(command: SetAcceleration, refusal: type[Exception]) -> None:
    start = (OPEN, *entered(ANA, BEA, CARL, DORA), numbered(ANA, BEA, CARL, DORA))
    with pytest.raises(refusal):
        given(*start).when(command).then()


def test_an_accelerated_tournament_has_no_progressive_score() -> None:
    command = CreateTournament(name="Open", system="swiss-dutch-2026", acceleration=BAKU)
    created, set_up = given().when(command).then()
    assert isinstance(created, TournamentCreated)
    assert created.tiebreaks == ("BH", "SB", "DE", "WIN")
    assert set_up == AccelerationSet(method=BAKU)
    with pytest.raises(TiebreakForbidden):
        given().when(replace(command, tiebreaks=("PS", "BH"))).then()
    with pytest.raises(TiebreakNotAccelerated):
        given(replace(OPEN, tiebreaks=("BH", "PS"))).when(SetAcceleration(method=BAKU)).then()
    unknown = replace(OPEN, tiebreaks=("OLD",))
    assert given(unknown).when(SetAcceleration(method=BAKU)).then()
