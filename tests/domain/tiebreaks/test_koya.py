"""Koya: who qualifies, by how much, and in its extended form."""

import pytest

from dsl.crosstables import crosstable
from dsl.golden_tournaments import closed_example, golden, swiss_in_print
from dsl.tiebreaking import BOOK, IN_FORCE, by_schedule, exactly, shown, working
from planilla.domain.tiebreaks.tiebreak import Note


@pytest.mark.parametrize("player", range(1, 7))
def test_the_closed_example_has_the_koya_of_the_book(player: int) -> None:
    """That of player 6 with its erratum: 2 and not 1½."""
    example = golden("example_closed_3_5_1.json")
    expected = {**example["computed"], **example["computed_others"]}[str(player)]["koya"]
    for edition in (BOOK, IN_FORCE):
        assert shown("KS", closed_example(), (player - 1,), edition) == (expected,)


@pytest.mark.parametrize("player", range(1, 16))
def test_appendix_b_has_these_koyas(player: int) -> None:
    table = swiss_in_print("lim_b_tournament.json", size=15, white="first", black="second")
    expected = golden("lim_b_final_table.json")["computed_all_players"][str(player)]["koya"]
    assert shown("KS", table, (player - 1,), BOOK) == (expected,)


def test_player_5_of_appendix_b_has_the_terms_in_print() -> None:
    table = swiss_in_print("lim_b_tournament.json", size=15, white="first", black="second")
    printed = golden("lim_b_final_table.json")["detail_player_5"]
    worked = working("KS", table, 4)
    assert [term.value / 2 for term in worked.terms] == printed["koya_terms"]
    assert float(worked.value) == printed["koya"]


# 1 beat all: 2 has 2 of 4 points, 3 has 2½, 4 has 1½, 5 has 3.
FIELD = crosstable(
    7,
    "1 2 1-0, 3 F, 4 F, 5 F",
    "1 3 1-0, 2 F, 4 H, 5 F",
    "1 4 1-0, 2 F, 3 H, 5 F",
    "1 5 1-0, 3 F, 2 6 0-1, 4 7 0-1",
)


@pytest.mark.parametrize(
    ("code", "edition", "value"),
    [
        pytest.param("KS", IN_FORCE, "3", id="2, 2½ and 3 are half of four, or more"),
        pytest.param("KS/L+1", IN_FORCE, "2", id="half a point more: 2½ and 3"),
        pytest.param("KS/L+2", IN_FORCE, "1", id="a whole point more: 3"),
        pytest.param("KS/L-1", IN_FORCE, "4", id="half a point less: 1½ too"),
        pytest.param("KS/L60", IN_FORCE, "2", id="60 % of four are 2.4"),
        pytest.param("KS/L>60", BOOK, "2", id="more than 2.4"),
        pytest.param("KS/L>50", BOOK, "2", id="more than 2"),
        pytest.param("KS/L50", BOOK, "3", id="2 or more"),
        pytest.param("KS/L75", BOOK, "1", id="3 or more"),
        pytest.param("KS/L>75", BOOK, "0", id="more than 3"),
    ],
)
def test_the_threshold(code: str, edition: str, value: str) -> None:
    assert shown("PTS", FIELD, (1, 2, 3, 4)) == exactly("2 2.5 1.5 3")
    assert shown(code, FIELD, (0,), edition) == exactly(value)


def test_the_threshold_with_three_points_for_a_win() -> None:
    # Half of the greatest possible 6 is 3: who has won one of two games qualifies.
    table = crosstable(3, "1 2 1-0, 3 F", "2 3 1-0, 1 Z", point_system="3-1-0")
    assert shown("KS", table) == exactly("3 3 0")
    # Half a point more is 3½.
    assert shown("KS/L+1", table) == exactly("0 0 0")


def test_forfeits_count_as_scored_and_nothing_is_adjusted() -> None:
    # 2 has 1½ points of 2; 1 lost to him by forfeit and drew; 3 has ½ and does not qualify.
    table = crosstable(3, "1 2 ½-½, 3 H", "2 1 +/-", "1 3 *")
    assert shown("KS", table, (1,)) == exactly("0")
    assert [(term.opponent, term.value, term.note) for term in working("KS", table, 0).terms] == [
        (1, 1, Note.PLAYED),
        (1, 0, Note.FORFEIT),
        (2, 0, Note.OPEN),
    ]
    assert [term.note for term in working("KS", table, 1).terms] == [Note.NOT_COUNTED] * 2


def test_a_free_round_is_no_round_in_which_one_could_score() -> None:
    # Two games each: 1 point is one half. With three rounds it would not be.
    table = crosstable(3, "1 2 1-0", "2 3 1-0", "3 1 1-0")
    assert shown("KS", by_schedule(table)) == exactly("1 1 1")
    assert shown("KS", table) == exactly("0 0 0")


def test_the_working_tells_the_threshold() -> None:
    steps = {step.name: step.value for step in working("KS/L60", FIELD, 0).steps}
    assert steps == {"threshold": exactly("2.4")[0], "sum": exactly("2")[0]}
