"""The round as a whole: who is present, board order, byes, reasons."""

import time

import msgspec
import pytest

from dsl.crosstables import crosstable, entrants
from dsl.dutch_worlds import before, libro, paired
from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.pairing.floats import (
    FloatRule,
    book_float,
    float_of_2012,
    float_of_2017,
    float_of_2026,
)
from planilla.domain.pairing.swiss.dutch import DUTCH
from planilla.domain.pairing.system import NoPairing, PairingInput
from planilla.domain.vocabulary import ByeKind, Colour


def everybody(played: Crosstable) -> PairingInput:
    return PairingInput(crosstable=played, present=tuple(range(played.size)))


def test_nobody_present_is_a_round_without_boards() -> None:
    answer = paired(PairingInput(crosstable=crosstable(3), present=()))
    assert (answer.boards, answer.byes, answer.explanation.steps) == ((), (), ())


def test_one_player_has_the_bye_once() -> None:
    assert paired(everybody(crosstable(1))).byes == ((0, ByeKind.PAIRING_ALLOCATED),)
    assert libro().answer(everybody(crosstable(1, "1 U"))) == NoPairing(
        reason="no-legal-pairing", seats=(0,)
    )


def test_two_who_have_met_cannot_be_paired_again() -> None:
    assert libro().answer(everybody(crosstable(2, "1 2 1-0"))) == NoPairing(
        reason="no-legal-pairing", seats=(0, 1)
    )


def test_three_players_meet_in_three_rounds() -> None:
    assert paired(everybody(crosstable(3))).boards == ((0, 1),)
    # 1 beat 2, 3 was free: 1 and 3 lead with a point each.
    second = crosstable(3, "1 2 1-0, 3 U")
    assert paired(everybody(second)).boards == ((2, 0),)
    third = crosstable(3, "1 2 1-0, 3 U", "3 1 1-0, 2 U")
    assert paired(everybody(third)).boards == ((1, 2),)
    fourth = crosstable(3, "1 2 1-0, 3 U", "3 1 1-0, 2 U", "2 3 1-0, 1 U")
    assert isinstance(libro().answer(everybody(fourth)), NoPairing)


def test_the_drawn_colour_is_that_of_the_first_player() -> None:
    given = PairingInput(crosstable=crosstable(4), present=(0, 1, 2, 3), first_colour=Colour.BLACK)
    assert paired(given).boards == ((2, 0), (1, 3))


def test_colours_of_round_1_alternate_over_those_present() -> None:
    given = PairingInput(crosstable=crosstable(5), present=(0, 2, 3, 4))
    assert paired(given).boards == ((0, 3), (4, 2))


def test_e5_late_entrants_without_a_game_follow_their_pairing_number() -> None:
    # 1 and 2 have met and come down; they take 3 and 4. 5 and 6 have no history: 5 is odd.
    given = everybody(crosstable(6, "1 2 ½-½"))
    boards = {board.white: board for b in paired(given).explanation.steps for board in b.boards}
    assert (boards[4].black, boards[4].colour_rule) == (5, "E5")


def test_a_forfeited_game_may_be_paired_again() -> None:
    assert paired(everybody(crosstable(2, "1 2 +/-"))).boards == ((0, 1),)


def test_an_adjourned_game_counts_as_played_and_drawn() -> None:
    # 1 v 3 is not over: it counts half a point each, and they may not meet again.
    answer = paired(everybody(crosstable(4, "1 3 *, 4 2 ½-½")))
    assert answer.explanation.steps[0].points == 1
    assert set(answer.boards) == {(1, 0), (2, 3)}


@pytest.mark.parametrize(
    ("played", "seat", "reason"),
    [
        pytest.param(crosstable(3, "1 2 1-0, 3 U"), 1, "bye", id="the bye"),
        pytest.param(crosstable(6, "1 4 1-0, 5 2 0-1, 3 6 1-0"), 2, "odd", id="an odd number"),
        pytest.param(
            crosstable(4, "1 3 1-0, 4 2 0-1", "2 1 ½-½, 3 4 ½-½"), 0, "no-opponent", id="all met"
        ),
        # 3 would float down to 4, but they have met: 2 is sent instead.
        pytest.param(crosstable(4, "3 4 1-0, 1 F, 2 F"), 1, "C12", id="asked for from below"),
    ],
)
def test_a_floater_is_told_why(played: Crosstable, seat: Seat, reason: str) -> None:
    floaters = [
        (floater.seat, floater.reason)
        for bracket in paired(everybody(played)).explanation.steps
        for floater in bracket.floaters
    ]
    assert (seat, reason) in floaters


def test_all_float_who_have_met_whoever_is_left() -> None:
    # 2, 3 and 4 have met each other; only one of them can have 1, and all four have two points.
    played = crosstable(
        6,
        "2 3 ½-½, 5 4 0-1, 1 6 1-0",
        "4 2 ½-½, 6 3 0-1, 5 1 ½-½",
        "3 4 ½-½, 2 5 1-0, 1 H, 6 H",
    )
    top = paired(everybody(played)).explanation.steps[0]
    assert [floater.reason for floater in top.floaters] == ["no-opponent", "no-opponent"]


@pytest.mark.parametrize(
    ("name", "source", "floats"),
    [
        ("swiss-dutch-libro", "seed-000", book_float),
        ("swiss-dutch-2012", "fide-c0403-2012", float_of_2012),
        ("swiss-dutch-2017", "fide-c0403-2017", float_of_2017),
        ("swiss-dutch-2026", "fide-c0403-2026", float_of_2026),
    ],
)
def test_a_system_names_its_text_and_its_floats(name: str, source: str, floats: FloatRule) -> None:
    system = DUTCH[name]
    assert (system.name, system.edition, system.floats) == (name, source, floats)


def test_an_absent_player_is_left_out() -> None:
    given = before(6)
    seats = {seat for board in paired(given).boards for seat in board}
    assert 31 not in seats


def test_another_point_system_pairs_by_its_points() -> None:
    played = crosstable(4, "1 3 1-0, 4 2 ½-½", point_system="3-1-0")
    assert [b.points for b in paired(everybody(played)).explanation.steps] == [3, 1, 0]


def test_a_full_round_of_forty_takes_well_under_a_second() -> None:
    given = before(7)
    start = time.process_time()
    paired(given)
    assert time.process_time() - start < 0.5


def test_round_1_of_four_hundred_players_is_paired_at_once() -> None:
    many = Crosstable(entrants=entrants(400), rounds_planned=9)
    start = time.process_time()
    boards = paired(everybody(many)).boards
    assert time.process_time() - start < 5
    assert boards[:2] == ((0, 200), (201, 1))


def test_later_rounds_know_the_top_scorers_of_the_last_one() -> None:
    # 1 and 2 have won twice with White: in round 3 of 3 they may meet, in round 3 of 9 not.
    played = crosstable(6, "1 3 1-0, 2 4 1-0, 5 6 ½-½", "1 5 1-0, 2 6 1-0, 3 4 ½-½")
    last = msgspec.structs.replace(played, rounds_planned=3)
    longer = msgspec.structs.replace(played, rounds_planned=9)
    assert paired(everybody(last)).explanation.steps[0].given_up == {"B2": 1, "B4": 1}
    assert paired(everybody(longer)).explanation.steps[0].boards == ()
