"""Tie-breaks by the own results, by the printed examples and by hand."""

import pytest

from dsl.crosstables import crosstable
from dsl.golden_tournaments import golden, swiss_in_print
from dsl.tiebreaking import IN_FORCE, by_schedule, column, exactly, shown, working
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


@pytest.mark.parametrize(
    ("code", "values"),
    [
        # 1: win, forfeit win, full bye, half-point bye, absent, open; 2: loss, away, absent thrice.
        pytest.param("WIN", "3 0", id="rounds with the points of a win"),
        pytest.param("WON", "1 0", id="games won over the board"),
        pytest.param("BPG", "0 1", id="games with Black over the board, not the forfeit"),
        pytest.param("BWG", "0 0", id="and won"),
        pytest.param("REP", "4 2", id="six rounds without those not wanted"),
        # 1: more, more, more than a draw, a draw's ½ without opponent: ½, less, nothing yet.
        pytest.param("STD", "3.5 0", id="standard points"),
        pytest.param("PS", "16.5 0", id="1 2 3 3½ 3½ 3½"),
    ],
)
def test_own_results_by_the_rules_of_fide(code: str, values: str) -> None:
    assert shown(code, TABLE, edition=IN_FORCE) == exactly(values)


@pytest.mark.parametrize(
    ("rounds", "values"),
    [
        pytest.param(("1 2 ½-½",), "0.5 0.5", id="as many as the opponent"),
        pytest.param(("1 2 -/-",), "0.5 0.5", id="neither came: as many (reading 7, by the text)"),
        pytest.param(("1 2 0-0",), "0.5 0.5", id="both lost: as many"),
        pytest.param(("2 1 -/+",), "1 0", id="by forfeit more than the opponent"),
        pytest.param(("1 H, 2 Z",), "0.5 0", id="without opponent exactly a draw, or less"),
    ],
)
def test_standard_points(rounds: tuple[str, ...], values: str) -> None:
    assert shown("STD", crosstable(2, *rounds), edition=IN_FORCE) == exactly(values)


def test_standard_points_do_not_depend_on_what_a_win_is_worth() -> None:
    rounds = ("1 2 1-0", "1 2 ½-½", "1 U, 2 H")
    for system in ("1-½-0", "3-1-0"):
        table = crosstable(2, *rounds, point_system=system)
        assert shown("STD", table, edition=IN_FORCE) == exactly("2.5 1")


def test_a_free_round_has_no_standard_points() -> None:
    assert shown("STD", by_schedule(crosstable(1, "1 U")), edition=IN_FORCE) == exactly("0")


def test_the_working_of_progressive_shows_what_is_cut() -> None:
    terms = working("PS/C2", TABLE, 0, None, IN_FORCE).terms
    assert [(term.round, term.article) for term in terms if term.cut] == [(1, "14.1"), (2, "14.1")]
    # "Acumulativo hasta las últimas consecuencias": 33 half points less 2, then less 4 more.
    assert [column(code, TABLE, (0,)) for code in ("PS/C1", "PS/C2")] == [(31,), (27,)]


def test_the_working_of_points_adds_each_round() -> None:
    assert [term.value for term in working("PTS", TABLE, 0).terms] == [2, 2, 2, 1, 0, 0]
    assert [term.opponent for term in working("PTS", TABLE, 0).terms[:3]] == [1, 1, None]
