"""Brackets: score groups, who is alone, and the figures T, P, B, N, F, X."""

import pytest

from dsl.dutch_brackets import field
from dsl.dutch_worlds import player, swiss_golden
from planilla.domain.pairing.swiss.dutch.brackets import ScoreBracket, figures_of
from planilla.domain.pairing.swiss.dutch.criteria import Floating
from planilla.domain.pairing.swiss.dutch.edition import LIBRO
from planilla.domain.pairing.swiss.dutch.repair import lonely_of
from planilla.domain.vocabulary import Colour

WHITE, BLACK = Colour.WHITE, Colour.BLACK


def test_the_figures_of_the_legend_are_those_of_the_book() -> None:
    golden = swiss_golden("swiss_dutch", "legend_example_2_9.json")
    given, expected = golden["input"], golden["output"]
    wanting_white = [player(seat, 9, played=(BLACK,)) for seat in range(given["white_pref"])]
    wanting_black = [player(seat, 9, played=(WHITE,)) for seat in range(given["black_pref"])]
    figures = figures_of([*wanting_white, *wanting_black])
    assert figures == {key: str(value) for key, value in expected.items()}


@pytest.mark.parametrize(
    ("white", "black", "none", "figures"),
    [
        # Without preference: counted with the minority until it is level, the rest apart.
        pytest.param(0, 0, 4, {"B": "0", "N": "0", "0": "4", "F": "0", "X": "0"}, id="apart"),
        pytest.param(3, 0, 1, {"B": "3", "N": "1", "F": "0", "X": "1B"}, id="with black"),
        pytest.param(0, 3, 1, {"B": "1", "N": "3", "F": "0", "X": "1N"}, id="with white"),
        pytest.param(1, 0, 2, {"B": "1", "N": "1", "0": "1", "F": "10", "X": "0"}, id="one floats"),
        pytest.param(1, 4, 0, {"B": "1", "N": "4", "F": "1N", "X": "1N"}, id="majority floats"),
    ],
)
def test_who_has_no_preference_is_counted_with_the_minority(
    white: int, black: int, none: int, figures: dict[str, str]
) -> None:
    members = [
        *(player(seat, 2, played=(BLACK,)) for seat in range(white)),
        *(player(seat, 2, played=(WHITE,)) for seat in range(black)),
        *(player(seat, 2) for seat in range(none)),
    ]
    size = len(members)
    assert figures_of(members) == {"T": str(size), "P": str(size // 2), **figures}


def test_a_resident_whom_nobody_may_meet_is_lonely_but_not_in_the_lowest_bracket() -> None:
    met = field([2, 2, 2], [(0, 2), (1, 2)])
    bracket = ScoreBracket(moved=(), residents=met)
    assert [lonely.seat for lonely in lonely_of(bracket, LIBRO)] == [2]
    assert lonely_of(ScoreBracket(moved=(), residents=met, lowest=True), LIBRO) == ()


def test_a_bracket_with_moved_down_players_is_heterogeneous() -> None:
    bracket = ScoreBracket(moved=(player(4, 6),), residents=(player(0, 2), player(1, 2)))
    assert bracket.heterogeneous
    assert (bracket.points, bracket.floor) == (2, 0)
    assert bracket.floating == Floating(floor=0, resident=2)
    assert not ScoreBracket(moved=(), residents=bracket.residents).heterogeneous
