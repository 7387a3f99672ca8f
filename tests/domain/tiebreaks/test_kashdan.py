"""Kashdan in its five figures, by the printed examples and by hand."""

import pytest

from dsl.crosstables import crosstable
from dsl.golden_tournaments import closed_example, golden, swiss_in_print
from dsl.tiebreaking import column, working
from planilla.domain.tiebreaks.tiebreak import Note

# 1: a win, a forfeit win, a bye, a half-point bye, away, a game that goes on.
UNPLAYED = crosstable(2, "1 2 1-0", "2 1 -/+", "1 U", "1 H", "", "1 2 *")


@pytest.mark.parametrize("player", ["1", "4", "6"])
def test_the_closed_example_has_the_kashdan_in_print(player: str) -> None:
    printed = golden("example_closed_3_5_1.json")["printed"][player]["kashdan_421"]
    assert column("K421", closed_example(), (int(player) - 1,)) == (printed,)


@pytest.mark.parametrize("player", range(1, 7))
def test_the_closed_example_has_this_kashdan_for_all(player: int) -> None:
    example = golden("example_closed_3_5_1.json")
    expected = {**example["computed"], **example["computed_others"]}[str(player)]["kashdan_421"]
    assert column("K421", closed_example(), (player - 1,)) == (expected,)


def test_appendix_b_counts_the_wins_of_player_5_as_in_print() -> None:
    table = swiss_in_print("lim_b_tournament.json", size=15, white="first", black="second")
    printed = golden("lim_b_final_table.json")["detail_player_5"]["kashdan_100"]
    assert column("K100", table, (4,)) == (printed,)


@pytest.mark.parametrize("player", range(1, 16))
def test_kashdan_100_counts_the_games_won_over_the_board(player: int) -> None:
    table = swiss_in_print("lim_b_tournament.json", size=15, white="first", black="second")
    expected = golden("lim_b_final_table.json")["computed_all_players"][str(player)]
    assert column("K100", table, (player - 1,)) == (expected["wins_over_board"],)


@pytest.mark.parametrize(
    ("code", "value"),
    [("K100", 1), ("K310", 3 + 1), ("K520", 5 + 2), ("K421", 4 + 2 + 1), ("K841", 8 + 4 + 1)],
)
@pytest.mark.parametrize("point_system", ["1-½-0", "3-1-0"])
def test_a_win_a_draw_and_a_loss(code: str, value: int, point_system: str) -> None:
    table = crosstable(2, "1 2 1-0", "2 1 ½-½", "1 2 0-1", point_system=point_system)
    assert column(code, table) == (value, value)


def test_the_comparisons_of_the_book() -> None:
    """Which draws weigh as much as which wins and losses, in each of the figures."""
    wins = crosstable(2, "1 2 1-0")
    losses = crosstable(2, "1 2 0-1")
    draw = crosstable(2, "1 2 ½-½")
    worth = {
        code: tuple(column(code, table, (0,))[0] for table in (wins, draw, losses))
        for code in ("K310", "K520", "K421", "K841")
    }
    win, drawn, _ = worth["K310"]
    assert 3 * drawn == win
    win, drawn, _ = worth["K520"]
    assert 2 * drawn < win < 3 * drawn
    win, drawn, lost = worth["K421"]
    assert 3 * drawn == win + 2 * lost
    win, drawn, lost = worth["K841"]
    assert 2 * drawn < win + lost
    assert 3 * drawn > win + 2 * lost


@pytest.mark.parametrize(
    ("code", "first", "second"),
    [
        # A win (4) and four draws of 2; a loss (1) and four draws. The open game counts nothing.
        pytest.param("K421", 4 + 2 + 2 + 2 + 2, 1 + 2 + 2 + 2 + 2, id="adjusted"),
        pytest.param("K421/own", 12, 9, id="own: there are no opponents' rounds to adjust"),
        # As scored: three wins, a draw, nothing; two losses and nothing.
        pytest.param("K421/off", 4 + 4 + 4 + 2, 1 + 1, id="off"),
        pytest.param("K100", 1, 0, id="a forfeit win is adjusted to a draw"),
        pytest.param("K100/off", 3, 0, id="unadjusted it counts, and so does a bye"),
    ],
)
def test_unplayed_rounds(code: str, first: int, second: int) -> None:
    assert column(code, UNPLAYED) == (first, second)


def test_who_lost_for_both_has_lost() -> None:
    assert column("K421", crosstable(2, "1 2 0-0")) == (1, 1)


def test_the_working_calls_an_unplayed_round_a_draw_against_oneself() -> None:
    told = [(term.opponent, term.value, term.note) for term in working("K421", UNPLAYED, 0).terms]
    assert told == [
        (1, 4, Note.PLAYED),
        *[(None, 2, Note.OWN_UNPLAYED)] * 4,
        (1, 0, Note.OPEN),
    ]
    off = [
        (term.opponent, term.value, term.note) for term in working("K421/off", UNPLAYED, 0).terms
    ]
    assert off[1] == (1, 4, Note.FORFEIT)
    assert off[4] == (None, 0, Note.ABSENT)
