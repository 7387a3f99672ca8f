"""Progressive score and wins, by the printed examples and by hand."""

import pytest

from dsl.crosstables import crosstable
from dsl.golden_tournaments import golden, swiss_in_print
from dsl.tiebreaking import column, working
from planilla.domain.tiebreaks.tiebreak import Note

# 1: wins, forfeit win, bye, half-point bye, absent, a game that goes on: 1 2 3 3½ 3½ 3½ = 16½.
TABLE = crosstable(2, "1 2 1-0", "2 1 -/+", "1 U", "1 H", "", "1 2 *")


def test_progressive_adds_the_running_score_of_each_round() -> None:
    assert column("PS", TABLE, (0, 1)) == (33, 0)


def test_the_working_of_progressive_is_the_running_score() -> None:
    terms = working("PS", TABLE, 0).terms
    assert [(term.round, term.opponent, term.value, term.note) for term in terms] == [
        (1, 1, 2, Note.PLAYED),
        (2, 1, 4, Note.FORFEIT),
        (3, None, 6, Note.BYE),
        (4, None, 7, Note.ABSENT),
        (5, None, 7, Note.ABSENT),
        (6, 1, 7, Note.OPEN),
    ]


def test_wins_count_what_is_worth_a_win_and_games_won_what_was_played() -> None:
    assert column("WIN", TABLE, (0, 1)) == (3, 0)
    assert column("WON", TABLE, (0, 1)) == (1, 0)


@pytest.mark.parametrize("player", range(1, 16))
def test_appendix_b_has_these_progressive_scores_and_wins(player: int) -> None:
    table = swiss_in_print("lim_b_tournament.json", size=15, white="first", black="second")
    expected = golden("lim_b_final_table.json")["computed_all_players"][str(player)]
    assert column("PS", table, (player - 1,)) == (expected["progressive"] * 2,)
    assert column("WON", table, (player - 1,)) == (expected["wins_over_board"],)
    running = [term.value / 2 for term in working("PS", table, player - 1).terms]
    assert running == expected["progressive_by_round"]
