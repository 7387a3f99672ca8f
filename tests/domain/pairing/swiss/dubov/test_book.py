"""The Dubov and Vega systems of the seed book: seed 000, 2.9.1, and the readings of them."""

import pytest

from dsl.dubov_brackets import met, paired, seeker, world
from planilla.domain.pairing.matching import set_of
from planilla.domain.pairing.swiss.dubov import LIBRO, VEGA
from planilla.domain.pairing.swiss.dubov.seekers import DubovRules, Seeker, buchholz_sums
from planilla.domain.pairing.swiss.dubov.subgroups import Subgroups, subgroups_of
from planilla.domain.pairing.swiss.dubov.upfloaters import loss_of_the_book
from planilla.domain.vocabulary import Colour

BOTH = pytest.mark.parametrize("name", ["swiss-dubov-libro", "swiss-vega"])


def subgroups(members: list[Seeker], rules: DubovRules) -> Subgroups:
    """A bracket in which everybody may meet everybody."""
    everybody = (1 << len(members)) - 1
    return subgroups_of(members, [everybody & ~set_of([at]) for at in range(len(members))], rules)


def boards(found: Subgroups) -> list[tuple[int, int]]:
    return list(zip(found.upper, found.lower, strict=True))


@BOTH
def test_round_1_pairs_the_first_half_with_the_second(name: str) -> None:
    assert set(paired(world(6), name).boards) == {(0, 3), (4, 1), (2, 5)}
    black = world(6, first_colour=Colour.BLACK)
    assert set(paired(black, name).boards) == {(3, 0), (1, 4), (5, 2)}


def test_seekers_of_white_go_by_average_and_seekers_of_black_by_falling_rating() -> None:
    """ "S1 … ascendente según la media …, S2 … descendente según su propia valoración"."""
    members = [
        seeker(0, 2, "W", mark=2100),
        seeker(1, 2, "W", mark=1900),
        seeker(2, 2, "B", rating=1800),
        seeker(3, 2, "B", rating=2200),
    ]
    assert boards(subgroups(members, LIBRO)) == [(1, 3), (0, 2)]


def test_in_vega_white_goes_by_rising_and_black_by_falling_buchholz() -> None:
    """ "S1 … ascendente según su Bucholz, S2 … descendente"; by points first (Vega manual)."""
    members = [
        seeker(0, 2, "W", mark=9),
        seeker(1, 2, "W", mark=7),
        seeker(2, 2, "B", mark=6),
        seeker(3, 2, "B", mark=8),
        seeker(4, 2, "B", mark=3),
        seeker(5, 1, "W", mark=1),
    ]
    assert boards(subgroups(members, VEGA)) == [(1, 3), (0, 2), (5, 4)]


def test_an_odd_group_takes_one_of_the_rarer_colour_from_the_next_group() -> None:
    """1, 2 and 3 won with White and seek Black; 4 and 5 lost with Black, 6 with White."""
    given = world(7, "1 4 1-0, 2 5 1-0, 3 7 1-0, 6 F", present=(0, 1, 2, 3, 4))
    # 1, 2 and 3 need a seeker of White: 4 and 5 both are, and 5 has the bye.
    found = paired(given, "swiss-dubov-libro")
    assert [seat + 1 for seat, _ in found.byes] == [5]
    assert found.explanation.steps[1].raised == (3,)


def test_of_those_the_highest_rated_is_taken() -> None:
    ratings = (2400, 2300, 2200, 2000, 2100, 1500)
    given = world(
        8,
        "1 7 1-0, 8 4 ½-½, 7 5 -/-, 2 6 -/-",
        present=(0, 3, 4, 7),
        ratings=(*ratings, 1400, 1300),
    )
    # 1 leads alone and seeks Black; of half a point are 4 (seeks White) and 8 (seeks Black).
    assert met(paired(given, "swiss-dubov-libro")) == {(1, 4), (5, 8)}


def test_seekers_of_white_with_the_lowest_average_are_shifted() -> None:
    """Four seek White and two Black: one of the four goes over (1997, 7.3)."""
    marks = (2100, 1900, 2000, 2200)
    members = [seeker(seat, 2, "W", mark=mark, rating=2400) for seat, mark in enumerate(marks)]
    members += [seeker(4, 2, "B", rating=2300), seeker(5, 2, "B", rating=2500)]
    found = subgroups(members, LIBRO)
    assert found.shifted == ((), (1,))
    assert boards(found) == [(2, 5), (0, 1), (3, 4)]


def test_seekers_of_black_with_the_highest_average_are_shifted() -> None:
    """Of equal averages the lower ranked one (1997, 7.4)."""
    members = [seeker(0, 2, "W", mark=2000, rating=2400)]
    for seat, mark in enumerate((2100, 2200, 2200), start=1):
        members.append(seeker(seat, 2, "B", mark=mark, rating=2400 - seat))
    found = subgroups(members, LIBRO)
    assert found.shifted == ((), (3,))
    assert boards(found) == [(0, 1), (3, 2)]


def test_b5_and_b6_nobody_floats_up_as_one_or_two_rounds_before() -> None:
    loss = loss_of_the_book(world(2))
    assert loss(seeker(0, 2, "W")) == (0, 0, 0)
    assert loss(seeker(0, 2, "W", upfloated=True)) == (1, 0, 0)
    assert loss(seeker(0, 2, "W", upfloated_before=True)) == (0, 1, 0)


def test_the_bye_goes_to_the_lowest_rated_of_the_lowest_score() -> None:
    """2, 4 and 5 have nothing; 5 forfeited, and has more rating than 4."""
    given = world(
        6, "1 2 1-0, 3 4 1-0, 6 5 +/-", present=(0, 1, 2, 3, 4), ratings=(9, 8, 7, 5, 6, 1)
    )
    assert paired(given, "swiss-dubov-libro").byes[0][0] == 3


def test_in_vega_the_bye_goes_to_the_lowest_buchholz_of_the_lowest_score() -> None:
    """4 lost to 3, who lost the next game; 2 to 1, who won it."""
    rounds = ("1 2 1-0, 3 4 1-0, 5 6 ½-½, 7 F", "1 3 1-0, 2 5 0-1, 6 4 1-0, 7 F")
    given = world(7, *rounds, present=(1, 3, 6))
    # Buchholz of 2: 1 has 2 points, 5 one and a half; of 4: 3 has 1, 6 one and a half.
    assert [value / 2 for value in buchholz_sums(given)][1:4:2] == [3.5, 2.5]
    assert paired(given, "swiss-vega").byes[0][0] == 3


def test_b1_a_half_point_bye_bars_nobody_from_the_bye() -> None:
    given = world(3, "1 2 1-0, 3 H")
    # 2 has nothing, 3 half a point.
    assert paired(given, "swiss-dubov-libro").byes[0][0] == 1
    # 1 and 3 have half a point; 4 has had a full point without playing.
    given = world(4, "1 2 ½-½, 3 H, 4 F", present=(0, 2, 3))
    assert paired(given, "swiss-dubov-libro").byes[0][0] == 2


def test_buchholz_counts_the_own_score_for_a_round_without_a_game() -> None:
    """1: 2's draw and own 1½ for the bye; 2: 1½ and own ½; 3: own half twice."""
    given = world(4, "1 2 ½-½, 3 H", "1 F, 3 4 -/-, 2 Z")
    assert [value / 2 for value in buchholz_sums(given)] == [2, 2, 1, 0]


@BOTH
def test_the_colours_are_those_of_the_book(name: str) -> None:
    """E3: 1 had W, B, and 2 W, B, W, B: both seek White, and 2 had Black where 1 had nothing."""
    rounds = ("2 3 ½-½, 1 H", "4 2 ½-½, 1 H", "1 5 ½-½, 2 6 ½-½", "7 1 ½-½, 8 2 ½-½")
    given = world(8, *rounds, present=(0, 1))
    reason = paired(given, name).explanation.steps[0].boards[0]
    assert (reason.white, reason.black, reason.colour_rule) == (1, 0, "E3")
