"""Who may still be given the bye, by each of the rules."""

import pytest
from msgspec import structs

from dsl.crosstables import crosstable
from planilla.domain.crosstable import Crosstable
from planilla.domain.pairing.byes import (
    ByeBar,
    as_much_as_a_win,
    bye_or_forfeit_win,
    may_have_bye,
    point_without_playing,
)
from planilla.domain.scoring import STANDARD

EVERY_KIND = crosstable(11, "1 2 +/-, 3 4 -/+, 5 6 -/-, 7 U, 8 F, 9 H, 10 Z")
"""One round: 11 is absent without a word."""


def barred(played: Crosstable, bar: ByeBar) -> set[int]:
    """Pairing numbers of those who may not have the bye."""
    return {number for number, may in enumerate(may_have_bye(played, bar), start=1) if not may}


def test_a_point_without_playing_bars_from_the_bye() -> None:
    played = crosstable(9, "1 2 +/-, 3 4 -/+, 5 6 -/-, 7 U, 8 F, 9 H")
    assert may_have_bye(played) == (
        False,  # 1 won by forfeit
        True,
        True,
        False,  # 4 won by forfeit
        True,
        True,
        False,  # 7 had the bye
        False,  # 8 had a full point by request
        True,  # half a point by request bars nobody
    )


def test_nobody_is_barred_by_a_game_or_an_absence() -> None:
    assert may_have_bye(crosstable(3, "1 2 1-0")) == (True, True, True)


@pytest.mark.parametrize("bar", [point_without_playing, bye_or_forfeit_win, as_much_as_a_win])
def test_a_short_game_bars_nobody_however_it_ends(bar: ByeBar) -> None:
    assert barred(crosstable(8, "1 2 1-0, 3 4 ½-½, 5 6 0-0, 7 8 *"), bar) == set()


@pytest.mark.parametrize(
    ("bar", "expected"),
    [
        # B1.b: a point without playing.
        pytest.param(point_without_playing, {1, 4, 7, 8}, id="2012"),
        # C.2: the bye or a win by forfeit; a full point by request does not bar.
        pytest.param(bye_or_forfeit_win, {1, 4, 7}, id="2017"),
        # C2: the bye, or as many points as for a win, without playing.
        pytest.param(as_much_as_a_win, {1, 4, 7, 8}, id="2026"),
    ],
)
def test_each_edition_bars_by_its_own_rule(bar: ByeBar, expected: set[int]) -> None:
    assert barred(EVERY_KIND, bar) == expected


def test_one_round_of_many_is_enough() -> None:
    played = crosstable(3, "1 2 1-0, 3 U", "3 1 ½-½, 2 H", "2 3 1-0, 1 H")
    assert barred(played, as_much_as_a_win) == {3}


def test_several_half_points_never_add_up_to_a_bar() -> None:
    # C.04.1, 4: in one single round.
    played = crosstable(2, "2 H", "2 H", "2 H")
    assert barred(played, as_much_as_a_win) == set()


@pytest.mark.parametrize(
    ("worth", "expected"),
    [
        pytest.param({}, {1, 4, 7, 8}, id="as usual"),
        pytest.param({"pairing_bye": 0}, {1, 4, 7, 8}, id="a bye worth nothing bars"),
        pytest.param({"pairing_bye": 1}, {1, 4, 7, 8}, id="a bye worth half a point bars"),
        pytest.param({"full_bye": 1}, {1, 4, 7}, id="less than a win does not"),
        pytest.param({"half_bye": 2}, {1, 4, 7, 8, 9}, id="a bye worth a win does"),
        pytest.param({"zero_bye": 3}, {1, 4, 7, 8, 10, 11}, id="more than a win as well"),
        pytest.param({"forfeit_win": 1}, {7, 8}, id="a win by forfeit worth less than a win"),
        pytest.param({"win": 6}, {7}, id="nothing is worth a win"),
    ],
)
def test_c2_of_2026_judges_by_the_points(worth: dict[str, int], expected: set[int]) -> None:
    played = structs.replace(EVERY_KIND, points=structs.replace(STANDARD, **worth))
    assert barred(played, as_much_as_a_win) == expected


@pytest.mark.parametrize("bar", [point_without_playing, bye_or_forfeit_win])
def test_the_older_editions_judge_by_the_kind(bar: ByeBar) -> None:
    points = structs.replace(STANDARD, pairing_bye=0, forfeit_win=0, half_bye=2)
    assert barred(structs.replace(EVERY_KIND, points=points), bar) == barred(EVERY_KIND, bar)
