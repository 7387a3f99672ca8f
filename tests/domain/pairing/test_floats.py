"""Float histories, and the scores they rest on."""

from dsl.crosstables import crosstable
from planilla.domain.pairing.floats import (
    Float,
    float_marks,
    floats_by_round,
    mark_of,
    pairing_scores,
    scores_by_round,
)


def test_a_pairing_of_unequal_scores_floats_both() -> None:
    played = crosstable(4, "1 2 1-0, 3 4 ½-½", "1 3 1-0, 4 2 0-1")
    assert floats_by_round(played) == (
        (None, Float.DOWN),
        (None, Float.UP),
        (None, Float.UP),
        (None, Float.DOWN),
    )


def test_a_forfeited_game_keeps_the_floats_of_its_pairing() -> None:
    played = crosstable(4, "1 2 1-0, 3 4 ½-½", "1 3 +/-, 4 2 ½-½")
    assert float_marks(played) == ("D", "A", "A", "D")


def test_a_forfeit_win_is_no_float_and_a_bye_is_one() -> None:
    played = crosstable(6, "1 2 +/-, 3 U, 4 F, 5 H, 6 Z")
    assert float_marks(played) == ("", "", "D", "D", "", "")


def test_an_absence_is_no_float() -> None:
    assert float_marks(crosstable(3, "1 2 1-0")) == ("", "", "")


def test_the_older_mark_comes_first_and_small() -> None:
    assert mark_of((Float.DOWN, Float.UP)) == "dA"
    assert mark_of((Float.UP, None)) == "a"
    assert mark_of((None, None, Float.DOWN)) == "D"
    assert mark_of((Float.DOWN, None, None)) == ""
    assert mark_of(()) == ""


def test_an_open_game_counts_as_a_draw_for_pairing() -> None:
    played = crosstable(2, "1 2 *")
    assert pairing_scores(played) == (1, 1)
    assert scores_by_round(played) == ((0, 1), (0, 1))


def test_an_adjourned_game_counts_what_a_draw_is_worth() -> None:
    assert pairing_scores(crosstable(2, "1 2 *", point_system="3-1-0")) == (1, 1)
