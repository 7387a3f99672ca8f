"""A round by the Burstein system: seeding rounds, the bye, brackets and their reasons."""

import pytest
from msgspec.structs import replace

from dsl.burstein_oracle import paired_by_hand_burstein
from dsl.burstein_rounds import burstein_golden, worked_round
from dsl.crosstables import crosstable, entrants
from dsl.dutch_chances import tournament_by_chance
from dsl.dutch_oracle import answer_of
from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.swiss.burstein import BURSTEIN
from planilla.domain.pairing.swiss.burstein.rules import seeding_rounds
from planilla.domain.pairing.system import (
    Floater,
    Instead,
    NoPairing,
    Pairing,
    PairingInput,
    PairingStep,
)
from planilla.domain.vocabulary import ByeKind, Colour

WEIGHED = (20_131, 20_144, 20_210, 20_317)
"""Tournaments in which a bracket misses a bound, and is weighed alone or with those below."""


def asked(played: Crosstable, planned: int = 1, *absent: Seat) -> PairingInput:
    """The next round; with one planned round there are no seeding rounds."""
    return PairingInput(
        crosstable=replace(played, rounds_planned=planned),
        present=tuple(seat for seat in range(played.size) if seat not in absent),
    )


def paired(given: PairingInput) -> Pairing:
    answer = BURSTEIN.answer(given)
    assert isinstance(answer, Pairing)
    return answer


def numbers(answer: Pairing) -> list[list[int]]:
    return [[white + 1, black + 1] for white, black in answer.boards]


def steps_of(given: PairingInput) -> tuple[PairingStep, ...]:
    return paired(given).explanation.steps


# --- seeding rounds -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("planned", "seeding"), [(9, 4), (8, 4), (7, 3), (5, 2), (2, 1), (1, 0), (20, 4), (0, 4)]
)
def test_1_6_2_half_of_the_rounds_and_at_most_four_are_seeding_rounds(
    planned: int, seeding: int
) -> None:
    assert seeding_rounds(Crosstable(entrants=(), rounds_planned=planned)) == seeding


def test_1_6_1_a_seeding_round_is_that_of_the_dutch_system() -> None:
    given = asked(crosstable(8, "1 5 1-0, 6 2 0-1, 3 7 1-0, 8 4 0-1"), 5)
    expected = SYSTEMS["swiss-dutch-2026"].answer(given)
    assert isinstance(expected, Pairing)
    answer = paired(given)
    assert answer.boards == expected.boards
    assert answer.explanation.system == "swiss-dutch-2026"
    assert {step.remark("seeding-round").count for step in answer.explanation.steps} == {2}  # type: ignore[union-attr]
    brief = BURSTEIN.answer(given, briefly=True)
    assert isinstance(brief, Pairing)
    assert brief.boards == expected.boards


def test_without_seeding_rounds_the_first_meets_the_last() -> None:
    # No index yet: the order is that of the numbers. Odd numbers have the drawn colour.
    assert numbers(paired(asked(Crosstable(entrants=entrants(6))))) == [[1, 6], [5, 2], [3, 4]]


def test_a_round_that_cannot_be_paired_is_no_pairing() -> None:
    for planned in (1, 9):
        answer = BURSTEIN.answer(asked(crosstable(2, "1 2 1-0"), planned))
        assert answer == NoPairing(reason="no-legal-pairing", seats=(0, 1))


# --- the bye ------------------------------------------------------------------------------------


def bye(given: PairingInput) -> int:
    """The number of who has the bye."""
    (found,) = paired(given).byes
    assert found[1] is ByeKind.PAIRING_ALLOCATED
    return found[0] + 1


def test_3_1_the_bye_goes_to_the_lowest_score() -> None:
    # 2 and 4 lost; 1 and 3 won, 5 had half a point.
    assert bye(asked(crosstable(5, "1 2 1-0, 3 4 1-0, 5 H"))) in {2, 4}


def test_3_1_then_to_who_has_played_most_games_before_the_index_is_asked() -> None:
    # 4 and 5 have no point; 5 was absent once, and has the lower index (0, against 1 of 4).
    assert bye(asked(crosstable(5, "1 2 ½-½, 3 4 1-0"))) == 4


def test_3_1_then_to_the_lowest_ranked() -> None:
    # 2 and 4 have lost a game each, 2 to 1 (1 point), 4 to 3 (2 points): 4 has the better index.
    played = crosstable(7, "1 2 1-0, 3 4 1-0, 5 6 ½-½, 7 H", "3 1 1-0, 5 7 ½-½, 6 H, 2 Z, 4 Z")
    # In round 2 neither played: Buchholz 1 + 0 and 2 + 0.
    assert bye(asked(played)) == 2


@pytest.mark.parametrize(("kind", "number"), [("U", 4), ("F", 4), ("H", 5)])
def test_c2_who_had_a_bye_of_a_full_point_may_not_have_it(kind: str, number: int) -> None:
    # 1 to 4 have 1½ points and the same index; 5 has 1 point, or ½ with a half point bye.
    played = crosstable(
        5,
        f"1 H, 2 H, 3 H, 4 H, 5 {kind}",
        "1 2 ½-½, 3 4 ½-½, 5 Z",
        "3 1 ½-½, 4 2 ½-½, 5 Z",
    )
    assert bye(asked(played)) == number


def test_c4_the_others_can_be_paired_without_whoever_has_the_bye() -> None:
    # Without 3, 1 and 2 would be left, who have met.
    played = crosstable(3, "1 2 1-0, 3 H")
    assert bye(asked(played)) == 2
    assert steps_of(asked(played))[0] == PairingStep(
        kind="bye",
        seats=(1,),
        floaters=(Floater(seat=1, reason="bye"),),
        bye=1,
        criteria=("C2", "C4"),
    )


# --- brackets -----------------------------------------------------------------------------------


def test_the_worked_round_is_paired_as_calculated() -> None:
    printed = burstein_golden("worked_round.json")
    answer = paired(worked_round())
    steps = answer.explanation.steps
    assert [[seat + 1 for seat in step.seats] for step in steps] == printed["brackets"]
    assert [[each.seat + 1 for each in step.floaters] for step in steps] == printed["floaters"]
    assert sorted(numbers(answer)) == sorted(printed["boards"])
    assert paired_by_hand_burstein(worked_round()) == answer_of(answer)


def test_c6_the_lower_score_floats_although_the_order_would_float_another() -> None:
    # 2-5 6-3 with 1 floating comes before 2-5 1-3 with 6 floating; 1 has 3 points and 6 has 2.
    step = steps_of(worked_round())[1]
    assert [(each.seat + 1, each.reason) for each in step.floaters] == [(6, "odd")]
    assert [seat + 1 for seat in step.moved] == [1]
    assert step.criteria == ("C5", "C6", "C7", "C8")


@pytest.mark.parametrize("seed", WEIGHED)
def test_a_bracket_that_misses_a_bound_is_paired_as_trying_everything_pairs_it(seed: int) -> None:
    rounds = 0
    for world, expected in tournament_by_chance(seed, (4, 9), paired_by_hand_burstein):
        assert answer_of(BURSTEIN.answer(world)) == expected
        rounds += 1
    assert rounds >= 3


def test_c3_top_scorers_of_the_last_round_are_no_exception() -> None:
    # 1 and 2 lead with two points and both had White twice: they do not meet in the last round.
    played = crosstable(
        8,
        "1 5 1-0, 2 6 1-0, 3 7 ½-½, 4 8 ½-½",
        "1 3 1-0, 2 4 1-0, 5 7 ½-½, 6 8 ½-½",
    )
    answer = paired(asked(played, 3))
    assert not {(0, 1), (1, 0)} & set(answer.boards)
    top = answer.explanation.steps[0]
    assert [each.reason for each in top.floaters] == ["no-opponent", "no-opponent"]


def test_forbidden_pairs_do_not_meet_and_unwanted_ones_only_if_they_must() -> None:
    start = asked(Crosstable(entrants=entrants(4)))
    assert numbers(paired(start)) == [[1, 4], [3, 2]]
    forbidden = replace(start, forbidden=frozenset({(0, 3)}))
    assert numbers(paired(forbidden)) == [[1, 3], [4, 2]]
    unwanted = replace(start, unwanted=frozenset({(0, 3)}))
    assert numbers(paired(unwanted)) == [[1, 3], [4, 2]]
    all_of_one = replace(start, unwanted=frozenset({(0, 1), (0, 2), (0, 3)}))
    assert numbers(paired(all_of_one)) == [[1, 4], [3, 2]]
    (step,) = steps_of(all_of_one)
    assert (step.criteria, step.given_up) == (("C5", "C6", "C7", "B3bis", "C8"), {"B3bis": 1})


def test_fictitious_points_make_the_brackets() -> None:
    given = replace(asked(Crosstable(entrants=entrants(4))), accelerated=((2,), (2,), (0,), (0,)))
    assert numbers(paired(given)) == [[1, 2], [3, 4]]


# --- colours ------------------------------------------------------------------------------------


def board(given: PairingInput, number: int) -> tuple[int, int, str]:
    """White's and Black's numbers on the board of a player, and the article."""
    return next(
        (each.white + 1, each.black + 1, each.colour_rule)
        for step in steps_of(given)
        for each in step.boards
        if number - 1 in {each.white, each.black}
    )


@pytest.mark.parametrize(
    ("drawn", "first"), [(Colour.WHITE, (1, 2, "5.2.1")), (Colour.BLACK, (2, 1, "5.2.1"))]
)
def test_5_2_1_an_odd_number_takes_the_drawn_colour(
    drawn: Colour, first: tuple[int, int, str]
) -> None:
    given = replace(asked(Crosstable(entrants=entrants(2))), first_colour=drawn)
    assert board(given, 1) == first


def test_5_2_1_the_number_is_that_among_those_who_have_been_there() -> None:
    # 1 has never come: 2 is the first number.
    given = asked(Crosstable(entrants=entrants(3)), 1, 0)
    assert board(given, 2) == (2, 3, "5.2.1")


def test_5_2_2_both_get_their_preference_or_who_has_one() -> None:
    # 1 had White and 4 Black; both won. 5 has not played yet and 2 had Black.
    played = crosstable(6, "1 2 1-0, 3 4 0-1, 5 Z, 6 Z")
    assert board(asked(played), 1) == (4, 1, "5.2.2")
    # 2 and 3 have met 1 and 4, who have a point each: Buchholz 1; 5 and 6 have 0. 2-6, 3-5.
    assert board(asked(played), 2) == (2, 6, "5.2.2")


def test_5_2_3_the_stronger_preference_is_granted() -> None:
    # 1: White, White: absolute for Black. 2: Black, White, so mild for Black. Both have 2 points.
    played = crosstable(4, "1 3 1-0, 4 2 0-1", "1 4 1-0, 2 3 1-0")
    assert board(asked(played), 1) == (2, 1, "5.2.3")


def test_5_2_4_the_colours_alternate_from_the_latest_difference() -> None:
    # 1 had White, Black, White and 2 White, White, Black: both prefer Black strongly.
    played = crosstable(6, "1 3 ½-½, 2 4 ½-½", "5 1 ½-½, 2 6 ½-½", "1 4 ½-½, 3 2 ½-½")
    assert board(asked(played, 1, 2, 3, 4, 5), 1) == (2, 1, "5.2.4")


def test_5_2_5_the_preference_of_the_higher_ranked_is_granted() -> None:
    # In the worked round 6 and 10 are both due White after B W B; 6 has the better index.
    assert board(worked_round(), 6) == (6, 10, "5.2.5")


# --- reasons ------------------------------------------------------------------------------------


def first_instead(given: PairingInput) -> tuple[str, Instead | None]:
    found = steps_of(given)[0].boards[0]
    return found.meeting, found.instead


def test_the_board_due_by_the_order_has_no_other_opponent() -> None:
    assert first_instead(asked(Crosstable(entrants=entrants(4)))) == ("first", None)


@pytest.mark.parametrize(
    ("given", "instead"),
    [
        pytest.param(
            replace(asked(Crosstable(entrants=entrants(4))), forbidden=frozenset({(0, 3)})),
            Instead(seat=3, article="C.04.2"),
            id="forbidden",
        ),
        pytest.param(
            replace(asked(Crosstable(entrants=entrants(4))), unwanted=frozenset({(0, 3)})),
            Instead(seat=3, article="B3bis"),
            id="of one origin",
        ),
        # All have half a point and the index ½, ¼: 1-4 have met.
        pytest.param(
            asked(crosstable(4, "1 4 ½-½, 2 3 ½-½")), Instead(seat=3, article="C1"), id="have met"
        ),
        # 2 and 3 have met, so that 1-4 is not possible.
        pytest.param(
            replace(asked(Crosstable(entrants=entrants(4))), forbidden=frozenset({(1, 2)})),
            Instead(seat=3, article="", for_others=True),
            id="for the others",
        ),
    ],
)
def test_the_opponent_who_came_first_is_named_with_the_article(
    given: PairingInput, instead: Instead
) -> None:
    assert first_instead(given) == ("nearer", instead)


def test_c7_another_floats_so_that_the_next_bracket_can_be_paired() -> None:
    # 1, 2 and 3 have a point, 4, 5 and 6 half a one, 7 and 8 none. 1-3 comes first, and 2 floats.
    by_points = asked(crosstable(8, "1 F, 2 F, 3 F, 4 H, 5 H, 6 H, 7 Z, 8 Z"))
    assert numbers(paired(by_points))[0] == [1, 3]
    # If 2 may not meet 4, 5 and 6, that leaves 2 and one of them to 7 and 8 (C4 holds). With 3 the
    # next bracket pairs everybody: 1-2 is the first pairing in which another floats.
    given = replace(by_points, forbidden=frozenset({(1, 3), (1, 4), (1, 5)}))
    assert numbers(paired(given)) == [[1, 2], [3, 6], [5, 4], [7, 8]]


def test_the_colours_of_a_bracket_may_reject_the_first_opponent() -> None:
    # All have half a point, index ½ and ¼: the order is that of the numbers. 1 and 4 had White, so
    # that 1-4 would give up a colour; 1-3, who had Black, and 2-4 give up none.
    given = asked(crosstable(4, "1 2 ½-½, 4 3 ½-½"))
    assert first_instead(given) == ("nearer", Instead(seat=3, article="C8"))
    assert numbers(paired(given)) == [[3, 1], [2, 4]]


def test_c3_two_of_one_absolute_preference_are_kept_apart() -> None:
    # All have 1 point and the index 2, 1: the numbers give the order. 1 and 6 had White twice.
    played = crosstable(6, "1 2 ½-½, 6 3 ½-½, 5 4 ½-½", "1 3 ½-½, 6 4 ½-½, 2 5 ½-½")
    assert first_instead(asked(played)) == ("nearer", Instead(seat=5, article="C3"))


def test_the_system_names_its_text() -> None:
    assert (BURSTEIN.name, BURSTEIN.edition) == ("swiss-burstein-2026", "fide-c040402-2026")
    assert BURSTEIN.trf_code == "FIDE_BURSTEIN"
