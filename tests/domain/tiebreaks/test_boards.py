"""Board count, top boards, bottom boards left out, and games counted at the boards."""

import pytest

from dsl.team_tiebreaking import steps_of, team_order, team_values, team_working
from dsl.teams import team_table
from planilla.domain.crosstable import Crosstable
from planilla.domain.tiebreaks import tiebreak_of
from planilla.domain.tiebreaks.contest import contest_of
from planilla.domain.tiebreaks.tiebreak import Note


def test_the_lower_board_count_is_ahead() -> None:
    table = team_table(4, "1 3 11==, 2 4 ==11")
    # 1: 1×1 + 2×1 + 3×½ + 4×½ = 6½. 2: 1×½ + 2×½ + 3×1 + 4×1 = 8½. Both have 3 game points.
    assert team_values("BC", table, 1, 2) == [6.5, 8.5]
    assert team_order(table, "BC")[:2] == [(1, 1), (2, 2)]
    working = team_working("BC", table, 1, 1, 2)
    assert [term.value for term in working.terms] == [13]
    assert working.value == 6.5


def test_a_board_count_separates_nobody_with_other_game_points() -> None:
    table = team_table(4, "1 3 11==, 2 4 1100")
    assert team_values("BC", table, 1, 2) == [0, 0]
    (term,) = team_working("BC", table, 1, 1, 2).terms
    assert (term.value, term.note, term.article) == (0, Note.NOT_COUNTED, "12.1")


def test_a_bye_counts_a_win_on_each_board() -> None:
    table = team_table(3, "1 2 1==0, 3 U")
    # 3: 1 + 2 + 3 + 4, though the bye brought 2 game points, as many as 1 and 2 have.
    assert team_values("BC", table) == [1 + 1 + 1.5, 1 + 1.5 + 4, 10]
    assert team_working("BC", table, 3).terms[0].article == "12"


def test_the_first_board_that_differs_decides() -> None:
    table = team_table(6, "1 4 110=, 2 5 1=1=, 3 6 =11=")
    # Board 1 leaves 1 and 2 before 3; of these two, board 2 decides.
    assert team_values("TBR", table, 1, 2, 3) == [1, 1, 0.5]
    assert team_values("TBR", table, 1, 2) == [1, 0.5]
    assert team_order(table, "TBR")[:3] == [(1, 1), (2, 2), (3, 3)]


def test_equal_boards_show_the_first_one() -> None:
    table = team_table(4, "1 3 110=, 2 4 110=")
    assert team_values("TBR", table, 1, 2) == [1, 1]
    assert team_order(table, "TBR", "BBE")[:2] == [(1, 1), (1, 2)]


def test_bottom_boards_are_left_out_until_somebody_is_ahead() -> None:
    table = team_table(4, "1 3 1=0=, 2 4 =1=0")
    # Without board 4: 1½ and 2.
    assert team_values("BBE", table, 1, 2) == [1.5, 2]
    working = team_working("BBE", table, 2, 1, 2)
    assert steps_of(working) == [("boards-kept", 3), ("sum", 2)]
    level = team_table(4, "1 3 1=0=, 2 4 =10=")
    # Without board 4 both have 1½, without 3 and 4 both 1½, without 2 to 4: 1 and ½.
    assert team_values("BBE", level, 1, 2) == [1, 0.5]
    assert team_working("BBE", level, 1, 1, 2).steps[0].value == 1


def test_the_working_of_the_top_boards_names_the_board() -> None:
    table = team_table(4, "1 3 1=0=, 2 4 110=", "1 4 ====, 2 3 ====")
    working = team_working("TBR", table, 1, 1, 2)
    assert steps_of(working) == [("board", 2), ("sum", 1)]
    assert [(term.round, term.opponent, term.value) for term in working.terms] == [
        (1, 2, 1),
        (2, 3, 1),
    ]


def test_one_board_is_kept_where_there_is_only_one() -> None:
    table = team_table(2, "1 2 1", boards=1)
    assert team_values("BBE", table) == [1, 0]
    assert team_working("BBE", table, 1).steps[0].value == 1


@pytest.mark.parametrize("code", ["BC", "TBR", "BBE"])
def test_without_boards_they_are_dropped(code: str) -> None:
    individuals = contest_of(Crosstable(entrants=()))
    assert not tiebreak_of(code, "fide-2026-03").applies(individuals)


# Team 1: a match 2½-1½ with a forfeit, one lost by forfeit as a whole, a bye, and a full-point bye.
MIXED = team_table(3, "1 2 1+0=, 3 U", "3 1 +/-, 2 F", "2 3 2-2, 1 U", "1 F, 2 3 0011")


@pytest.mark.parametrize(
    ("code", "by_rounds", "by_games"),
    [
        # Wins: round 1 and the full-point bye; games: two of round 1 and four of the bye.
        pytest.param("WIN", 2, 2 + 0 + 0 + 4, id="wins, played or not"),
        pytest.param("WON", 1, 1, id="over the board"),
        pytest.param("BPG", 0, 1, id="Black at boards 2 and 4, but nobody was there at 2"),
        pytest.param("BWG", 0, 0, id="none of them won"),
    ],
)
def test_by_game_points_it_is_games_that_are_counted(
    code: str, by_rounds: int, by_games: int
) -> None:
    assert team_values(code, MIXED, 1) == [by_rounds]
    assert team_values(f"{code}:MP", MIXED, 1) == [by_rounds]
    assert team_values(f"{code}:GP", MIXED, 1) == [by_games]
    assert team_working(f"{code}:GP", MIXED, 1).value == by_games
    assert team_working(code, MIXED, 1).value == by_rounds


def test_where_game_points_decide_games_are_counted_by_default() -> None:
    table = team_table(2, "1 2 11=0", primary="GP")
    assert team_values("WIN", table) == [2, 1]
    assert team_values("WIN:MP", table) == [1, 0]


def test_in_a_schedule_games_won_by_forfeit_are_won_and_those_lost_are_not_played() -> None:
    table = team_table(3, "1 2 1+~0, 3 U", predetermined=True)
    # 1 won boards 1 and 2, lost 3 by forfeit, and had Black at 2 and 4. 2 won 3 with Black, and 4.
    assert team_values("WON:GP", table) == [2, 2, 0]
    assert team_values("BPG:GP", table) == [2, 2, 0]
    assert team_values("BWG:GP", table) == [1, 1, 0]
