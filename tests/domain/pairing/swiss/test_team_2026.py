"""The Swiss Team System of 2026 by its articles."""

import pytest
from msgspec.structs import replace

from dsl.team_rounds import by_meetings, in_colours, numbers, side
from planilla.domain.crosstable import Round
from planilla.domain.pairing.colours import Strength, colour_for
from planilla.domain.pairing.swiss.team_2026 import COLOUR_RULES, SWISS_TEAM
from planilla.domain.pairing.system import ColourType, NoPairing, Pairing
from planilla.domain.vocabulary import ByeKind, Colour, GameResult

A, B = ColourType.A, ColourType.B
NOBODY, MILD, STRONG = Strength.NONE, Strength.MILD, Strength.STRONG

PREFERENCES = (
    # colours, type A, type B and its strength
    ("", "", "", NOBODY),
    ("B", "", "W", MILD),
    ("W", "", "B", MILD),
    ("WB", "", "W", MILD),
    ("BW", "", "B", MILD),
    ("BB", "W", "W", STRONG),
    ("WWBB", "W", "W", STRONG),
    ("WBB", "W", "W", STRONG),
    ("WWWBB", "", "B", MILD),
    ("BBBW", "W", "W", STRONG),
    ("WW", "B", "B", STRONG),
    ("BBWW", "B", "B", STRONG),
    ("BBBWW", "", "W", MILD),
    ("WWWB", "B", "B", STRONG),
)
"""The table of C.04.6, 1.7: a difference of two, two in a row, a difference of one, the last."""


@pytest.mark.parametrize(("colours", "of_a", "of_b", "strength"), PREFERENCES)
def test_the_preference_of_a_team_follows_from_its_colours(
    colours: str, of_a: str, of_b: str, strength: Strength
) -> None:
    preference = side(colours, A).preference
    assert preference.colour is (in_colours(of_a)[0] if of_a else None)
    preference = side(colours, B).preference
    assert preference.colour is (in_colours(of_b)[0] if of_b else None)
    assert preference.strength is strength


def test_equal_colours_make_no_mild_preference_in_the_last_round() -> None:
    assert side("WB", B, is_last=True).preference.colour is None
    assert side("WWBB", B, is_last=True).preference.colour is Colour.WHITE


def test_without_a_type_nobody_has_a_preference() -> None:
    assert side("WW", ColourType.NONE).preference.colour is None


COLOURS = (
    # first-team, other, type, its colour, article
    ("", "", A, "W", "4.3.1"),
    ("BB", "WB", A, "W", "4.3.2"),
    ("WB", "BB", A, "B", "4.3.2"),
    ("WW", "BB", A, "B", "4.3.3"),
    ("WB", "BW", B, "W", "4.3.3"),
    ("BB", "WB", B, "W", "4.3.4"),
    ("WB", "BB", B, "B", "4.3.4"),
    ("WB", "BWB", A, "B", "4.3.5"),
    ("BBB", "BB", A, "W", "4.3.5"),
    ("WB", "BW", A, "W", "4.3.6"),
    ("WWBB", "BWWBB", B, "B", "4.3.5"),
    ("BBWWBB", "WBBWBB", A, "B", "4.3.6"),
    ("BB", "BB", A, "W", "4.3.7"),
    ("WB", "WB", A, "W", "4.3.8"),
    ("", "BW", A, "W", "4.3.9"),
)


@pytest.mark.parametrize(("first", "other", "kind", "expected", "article"), COLOURS)
def test_colours_are_allocated_by_the_first_rule_that_decides(
    first: str, other: str, kind: ColourType, expected: str, article: str
) -> None:
    found = colour_for(COLOUR_RULES, side(first, kind), side(other, kind), Colour.WHITE)
    assert found == (in_colours(expected)[0], article)


@pytest.mark.parametrize(("lower", "higher"), [("BBWB", "BWB"), ("WBW", "WWBW")])
def test_a_lower_difference_is_meant_as_numbers_are(lower: str, higher: str) -> None:
    # The note to 4.3.5: −2 is lower than −1, and +1 is lower than +2.
    kind = ColourType.NONE
    found = colour_for(COLOUR_RULES, side(lower, kind), side(higher, kind), Colour.BLACK)
    assert found == (Colour.WHITE, "4.3.5")
    found = colour_for(COLOUR_RULES, side(higher, kind), side(lower, kind), Colour.WHITE)
    assert found == (Colour.BLACK, "4.3.5")


def test_an_even_number_gets_the_other_colour_than_the_lot() -> None:
    found = colour_for(COLOUR_RULES, side("", A, number=2), side("", A, number=3), Colour.WHITE)
    assert found == (Colour.BLACK, "4.3.1")


def test_each_scoregroup_is_completed_before_the_next_one() -> None:
    # Team 1 has 2 points, 3 to 6 have 1, and 2 has none; 1-2, 3-4 and 5-6 have met. By 3.2 and
    # 3.5 the group of 1 takes the first set, 3, as 4, 5 and 6 then need one upfloater, which is
    # their parity: 2. That leaves 2-5 and 4-6 (2-4 6-5 has met).
    given = by_meetings((2, 0, 1, 1, 1, 1), ((1, 2), (3, 4), (5, 6)))
    answer = SWISS_TEAM.answer(given)
    assert numbers(answer) == {frozenset(pair) for pair in ((3, 1), (2, 5), (4, 6))}
    assert isinstance(answer, Pairing)
    steps = answer.explanation.steps
    assert [(step.kind, step.raised) for step in steps] == [("bracket", (2,)), ("bracket", (1,))]


def test_the_first_team_is_by_primary_then_secondary_score_then_number() -> None:
    # Both won; team 2 has more game points, and so is the first of the two: its number is even.
    given = by_meetings((2, 2), (), secondary=(5, 6))
    answer = SWISS_TEAM.answer(given)
    assert isinstance(answer, Pairing)
    assert answer.boards == ((0, 1),)
    answer = SWISS_TEAM.answer(replace(given, secondary=()))
    assert isinstance(answer, Pairing)
    assert answer.boards == ((0, 1),)
    answer = SWISS_TEAM.answer(replace(given, secondary=(5, 6), first_colour=Colour.BLACK))
    assert isinstance(answer, Pairing)
    assert answer.boards == ((1, 0),)


def test_the_bye_is_allocated_first_to_the_lowest_score_then_matches_then_number() -> None:
    # 3 to 5 have no point; 3 and 4 have played one match and 5 none, so that 4 has the bye.
    given = by_meetings((1, 1, 0, 0, 0), ((3, 4),))
    answer = SWISS_TEAM.answer(given)
    assert isinstance(answer, Pairing)
    assert answer.byes == ((3, ByeKind.PAIRING_ALLOCATED),)
    assert answer.explanation.steps[0].kind == "bye"


@pytest.mark.parametrize(
    ("kind", "has_it_again"),
    [
        (ByeKind.PAIRING_ALLOCATED, False),
        (ByeKind.FULL_POINT, False),
        (ByeKind.HALF_POINT, True),
        (ByeKind.ZERO_POINT, True),
    ],
)
def test_a_bye_with_full_points_bars_another_one(kind: ByeKind, has_it_again: bool) -> None:
    given = by_meetings((0, 0, 0), ((1, 2),))
    table = given.crosstable
    played = replace(table.rounds[0], byes=((2, kind),))
    given = replace(
        given, crosstable=replace(table, rounds=(played,)), totals=((0, 2), (0, 1), (0, 0))
    )
    answer = SWISS_TEAM.answer(given)
    if has_it_again:
        # 1 and 2 have met: 3 may have the bye only if somebody else plays; nobody can.
        assert isinstance(answer, Pairing)
        assert answer.byes == ((1, ByeKind.PAIRING_ALLOCATED),)
    else:
        assert isinstance(answer, Pairing)
        assert answer.byes == ((1, ByeKind.PAIRING_ALLOCATED),)


def test_a_match_won_by_forfeit_bars_the_bye_and_is_no_meeting() -> None:
    given = by_meetings((2, 0, 2), ())
    played = Round(boards=((0, 1),), results=bytes([GameResult.BLACK_WINS_BY_FORFEIT]))
    given = replace(
        given,
        crosstable=replace(given.crosstable, rounds=(played,)),
        totals=((0, 2), (0, 0), (0, 2)),
    )
    # Team 2 has the lowest score, but won by forfeit; of 1 and 3 the larger number waits, for
    # nobody has played a match. 1 and 2 may meet: they did not play.
    answer = SWISS_TEAM.answer(given)
    assert isinstance(answer, Pairing)
    assert answer.byes == ((2, ByeKind.PAIRING_ALLOCATED),)
    assert numbers(answer) == {frozenset((1, 2))}


def test_teams_that_have_all_met_cannot_be_paired() -> None:
    # With three teams nobody can wait for the other two to play.
    met = ((1, 2), (1, 3), (2, 3))
    assert SWISS_TEAM.answer(by_meetings((0, 0, 0), met)) == NoPairing(
        reason="no-legal-pairing", seats=(0, 1, 2)
    )
    two = SWISS_TEAM.answer(by_meetings((0, 0), ((1, 2),)))
    assert two == NoPairing(reason="no-legal-pairing", seats=(0, 1))


def test_colours_have_no_limits_in_the_check() -> None:
    given = by_meetings((1, 1, 1, 1), ((1, 2), (1, 3)))
    answer = SWISS_TEAM.answer(given)
    assert isinstance(answer, Pairing)
    assert SWISS_TEAM.check is not None
    assert SWISS_TEAM.check(given, replace(answer, boards=((0, 3), (1, 2)))) == ()
    codes = [
        fault.code for fault in SWISS_TEAM.check(given, replace(answer, boards=((0, 1), (2, 3))))
    ]
    assert codes == ["rematch"]


def test_floats_are_free_in_the_last_two_rounds() -> None:
    # 2 floated in round 2, against 5: 3 goes up to 1 instead, unless two rounds or fewer are left.
    totals = ((0, 2, 4), (0, 2, 2), (0, 0, 2), (0, 0, 2), (0, 0, 0), (0, 0, 0))
    given = by_meetings((4, 2, 2, 2, 0, 0), ())
    played = Round(boards=((1, 4),), results=bytes([GameResult.BLACK_WINS]))
    for planned, upfloater in ((9, 2), (5, 2), (4, 1), (3, 1)):
        table = replace(given.crosstable, rounds=(Round(), played), rounds_planned=planned)
        answer = SWISS_TEAM.answer(replace(given, crosstable=table, totals=totals))
        assert isinstance(answer, Pairing)
        assert answer.explanation.steps[0].raised == (upfloater,), planned


def test_teams_of_one_origin_are_kept_apart_within_a_bracket() -> None:
    given = replace(by_meetings((0,) * 4, ()), unwanted=frozenset({(0, 2)}))
    assert numbers(SWISS_TEAM.answer(given)) == {frozenset(pair) for pair in ((1, 4), (2, 3))}
