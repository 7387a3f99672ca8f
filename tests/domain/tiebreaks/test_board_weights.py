"""The Dutch weighting of boards, of the matches of those tied and of the whole tournament."""

from dsl.team_tiebreaking import steps_of, team_order, team_values, team_working
from dsl.teams import team_table
from dsl.tiebreaking import BOOK


def test_the_better_boards_count_more() -> None:
    # 1: ½ × 4 + ½ × 3 + 0 × 2 + 1 × 1 = 4½. 2: ½ × 4 + ½ × 3 + 1 × 2 + 0 × 1 = 5½.
    table = team_table(2, "1 2 ==01")
    assert team_values("HOL", table, edition=BOOK) == [4.5, 5.5]
    assert steps_of(team_working("HOL", table, 2, edition=BOOK)) == [
        ("board-weights", 4),
        ("sum", 5.5),
    ]


def test_equal_weights_leave_it_to_the_boards() -> None:
    # 1: 4 + 1. 2: 3 + 2.
    table = team_table(2, "1 2 1001")
    assert team_values("HOL", table, edition=BOOK) == [1, 0]
    assert steps_of(team_working("HOL", table, 1, edition=BOOK)) == [("board", 1), ("sum", 1)]


def test_where_all_was_drawn_black_on_board_1_is_ahead() -> None:
    table = team_table(2, "1 2 ====")
    assert team_values("HOL", table, edition=BOOK) == [0, 1]
    assert team_order(table, "HOL", edition=BOOK) == [(1, 2), (2, 1)]
    assert steps_of(team_working("HOL", table, 2, edition=BOOK)) == [
        ("black-on-board", 1),
        ("sum", 1),
    ]


def test_only_the_matches_of_those_tied_count_or_all() -> None:
    table = team_table(4, "1 2 ==01, 3 4 ====", "1 3 1000, 2 4 0001", "2 U, 1 3 1000")
    assert team_values("HOL", table, 1, 2, edition=BOOK) == [4.5, 5.5]
    # 1: 4½ + 4 + 4. 2: 5½ + 1, and a win on each board of the bye: 4 + 3 + 2 + 1.
    assert team_values("HOLT", table, 1, 2, edition=BOOK) == [12.5, 16.5]
    bye = team_working("HOLT", table, 2, 1, 2, edition=BOOK).terms[2]
    assert (bye.opponent, bye.value) == (None, 20)


def test_teams_that_have_not_met_are_not_separated() -> None:
    table = team_table(4, "1 3 1000, 2 4 0001")
    assert team_values("HOL", table, 1, 2, edition=BOOK) == [0, 0]
