"""Buchholz and Sonneborn-Berger, with unplayed games off, own and full."""

import pytest
from hypothesis import given
from msgspec.structs import replace

from dsl.crosstables import PLAYED_RESULTS, crosstable, crosstables
from dsl.golden_tournaments import closed_example, golden, swiss_in_print
from dsl.tiebreaking import BEFORE, BOOK, IN_FORCE, column, exactly, shown, working
from planilla.domain.crosstable import Crosstable
from planilla.domain.scoring import scores, system_of
from planilla.domain.tiebreaks import tiebreak_of
from planilla.domain.tiebreaks.contest import contest_of
from planilla.domain.tiebreaks.tiebreak import Note

# Seed 000, 3.5.2: player 1 has 4 points; A to F are 2 to 7, and have their final points by byes.
OPEN_EXAMPLE = crosstable(
    7,
    "1 2 1-0, 3 F, 4 F, 5 F, 6 F, 7 F",
    "1 3 1-0, 2 F, 4 F, 5 F, 6 F, 7 H",
    "1 4 ½-½, 2 H, 6 H",
    "1 U, 4 F",
    "1 5 ½-½, 4 H",
    "1 6 -/+",
    "1 7 0-1",
)


def test_the_open_example_has_the_final_points_of_the_book() -> None:
    games = golden("example_open_3_5_2.json")["games"]
    printed = [game["final_points"] * 2 for game in games if game["final_points"] is not None]
    assert scores(OPEN_EXAMPLE) == (8, *printed)


def test_the_open_example_has_the_progressive_and_buchholz_of_the_book() -> None:
    printed = golden("example_open_3_5_2.json")
    assert column("PS", OPEN_EXAMPLE, (0,)) == (printed["progressive"] * 2,)
    assert column("BH/own", OPEN_EXAMPLE, (0,)) == (printed["buchholz"] * 2,)
    assert column("BH/off", OPEN_EXAMPLE, (0,)) == (printed["buchholz_without_adjustment"] * 2,)


def test_the_working_shows_the_terms_of_the_book() -> None:
    terms = working("BH/own", OPEN_EXAMPLE, 0).terms
    printed = golden("example_open_3_5_2.json")["buchholz_terms"]
    assert [term.value / 2 for term in terms] == printed
    assert [term.opponent for term in terms] == [1, 2, 3, None, 4, None, 6]
    assert [term.note for term in terms if term.opponent is None] == [Note.OWN_UNPLAYED] * 2


@pytest.mark.parametrize("player", range(1, 16))
@pytest.mark.parametrize(
    ("code", "field", "unit"),
    [
        ("BH", "buchholz_full_adjustment", 2),
        ("BH/own", "buchholz_own_adjusted_only", 2),
        ("SB", "sb_full_adjustment", 4),
        ("SB/own", "sb_own_adjusted_only", 4),
    ],
)
def test_appendix_b_has_these_values(player: int, code: str, field: str, unit: int) -> None:
    table = swiss_in_print("lim_b_tournament.json", size=15, white="first", black="second")
    expected = golden("lim_b_final_table.json")["computed_all_players"][str(player)][field]
    assert column(code, table, (player - 1,)) == (expected * unit,)


def test_player_5_of_appendix_b_has_the_terms_in_print() -> None:
    table = swiss_in_print("lim_b_tournament.json", size=15, white="first", black="second")
    printed = golden("lim_b_final_table.json")["detail_player_5"]
    terms = working("SB/off", table, 4).terms
    assert [(term.opponent or 0) + 1 for term in terms] == printed["opponents"]
    assert [term.value / 4 for term in terms] == printed["sonneborn_berger_terms"]
    assert [term.factors for term in terms] == [
        (points * 2, total * 2)
        for points, total in zip(printed["points"], printed["opponents_final_points"], strict=True)
    ]
    assert column("BH/off", table, (4,)) == (printed["buchholz"] * 2,)


@pytest.mark.parametrize("player", range(1, 7))
@pytest.mark.parametrize(
    ("code", "field"),
    [
        ("SB/off", "sb_no_adjustment"),
        ("SB/own", "sb_own_games_adjusted"),
        ("SB", "sb_full_adjustment"),
    ],
)
def test_the_closed_example_has_these_sonneborn_bergers(player: int, code: str, field: str) -> None:
    example = golden("example_closed_3_5_1.json")
    expected = {**example["computed"], **example["computed_others"]}[str(player)][field]
    assert column(code, closed_example(), (player - 1,)) == (expected * 4,)


@pytest.mark.parametrize(
    ("code", "value"),
    [
        # 2 has 1 point by forfeit, in full adjustment ½; 1 has no point.
        pytest.param("BH/off", 2, id="off: the opponent who did not come counts his point"),
        pytest.param("BH/own", 0, id="own: oneself, with no point"),
        pytest.param("BH", 0, id="full: oneself, with no point"),
    ],
)
def test_a_forfeit_loss_against_the_adjustment(code: str, value: int) -> None:
    assert column(code, crosstable(2, "1 2 -/+"), (0,)) == (value,)


def test_a_bye_without_adjustment_is_no_term() -> None:
    assert working("SB/off", crosstable(1, "1 U"), 0).terms == ()


def test_three_points_for_a_win_take_the_draw_of_that_system() -> None:
    # 1 beat 2 and had the bye: 6 points. 2 lost and was absent, a draw: 1 point for 1's ties.
    table = crosstable(2, "1 2 1-0", "1 U", point_system="3-1-0")
    assert column("BH", table, (0,)) == (1 + 6,)
    assert column("SB", table, (0,)) == (3 * 1 + 1 * 6,)


@pytest.mark.parametrize("code", ["BH", "BH/own", "BH/off", "SB", "SB/own", "SB/off"])
def test_an_open_game_counts_nothing_for_either(code: str) -> None:
    before = crosstable(4, "1 2 1-0, 3 4 ½-½")
    during = crosstable(4, "1 2 1-0, 3 4 ½-½", "1 3 *, 2 4 *")
    everybody = (0, 1, 2, 3)
    assert column(code, during, everybody) == column(code, before, everybody)
    assert [term.round for term in working(code, during, 0).terms] == [1]


@given(crosstables())
def test_buchholz_unadjusted_counts_each_score_once_for_each_opponent(table: Crosstable) -> None:
    points = scores(table)
    expected = sum(
        points[white] + points[black]
        for played in table.rounds
        for (white, black), result in zip(played.boards, played.results, strict=True)
        if result
    )
    assert sum(column("BH/off", table, tuple(range(table.size)))) == expected


@given(crosstables(PLAYED_RESULTS, all_play=True))
def test_sonneborn_berger_counts_each_score_by_the_points_given_away(table: Crosstable) -> None:
    # Whoever has s of g games gave away g - s points, each to somebody who counts s for it.
    if system_of(table).win != 2 * system_of(table).draw:
        return
    total = len(table.rounds) * system_of(table).win
    expected = sum(score * (total - score) for score in scores(table))
    for code in ("SB", "SB/own", "SB/off"):
        assert sum(column(code, table, tuple(range(table.size)))) == expected


@given(crosstables(PLAYED_RESULTS, all_play=True))
def test_where_all_games_were_played_the_adjustments_agree(table: Crosstable) -> None:
    everybody = tuple(range(table.size))
    for code in ("BH", "SB"):
        values = column(code, table, everybody)
        assert column(f"{code}/own", table, everybody) == values
        assert column(f"{code}/off", table, everybody) == values


# --- Fore Buchholz and the average, as FIDE has them ---------------------------------------------

# 1 beat 2, 3 beat 4; in the last round 1 beat 3, and 4 did not come against 2.
FORE = crosstable(4, "1 2 1-0, 3 4 1-0", "1 3 1-0, 2 4 +/-")


@pytest.mark.parametrize("edition", [IN_FORCE, BEFORE])
def test_fore_buchholz_draws_the_last_round_forfeits_included(edition: str) -> None:
    # Points 2, 1, 1, 0; with a drawn last round 1½, ½, 1½, ½, and nobody has an unplayed round.
    assert shown("FB", FORE, edition=edition) == exactly("2 2 2 2")
    assert shown("BH/F", FORE, edition=edition) == exactly("2 2 2 2")
    # 1: opponents 2 and 3 with ½ and 1½, without the lower.
    assert shown("FB/C1", FORE, (0,), edition) == exactly("1.5")
    # 1 × ½ + ½ × 1½; 2: 0 + ½ × ½.
    assert shown("SB/F", FORE, (0, 1), edition) == exactly("1.25 0.25")


def test_before_the_last_announced_round_fore_buchholz_is_buchholz() -> None:
    """Reading 1: standings part-way draw nothing."""
    table = replace(FORE, rounds_planned=5)
    assert shown("FB", table) == shown("BH", table) == shown("BH", FORE)
    assert shown("FB", FORE) != shown("BH", FORE)


def test_a_bye_in_the_last_round_is_not_drawn() -> None:
    # 1 has two points of two; his dummy in round 2 has 1, two draws; 2 is worth 0 + ½.
    table = crosstable(2, "1 2 1-0", "1 U")
    assert shown("FB", table, (0,)) == exactly("1.5")


def test_the_average_of_the_opponents_buchholz_is_of_games_over_the_board() -> None:
    # Points: 1 has 3, 2 has 1½, 3 has 1, 4 has ½. Buchholz: 1 met 2, 3, 4: 3; 2 met 1, 4, 3: 4½;
    # 3 met 4, 1, 2: 5; 4 met 3, 2, 1: 5½.
    table = crosstable(4, "1 2 1-0, 3 4 1-0", "1 3 1-0, 2 4 ½-½", "1 4 1-0, 2 3 1-0")
    assert shown("BH", table) == exactly("3 4.5 5 5.5")
    assert shown("AOB", table) == exactly("5 4.5 13/3 25/6")
    worked = working("AOB", table, 2, None, IN_FORCE)
    assert [term.value for term in worked.terms] == [11, 6, 9]
    assert [step.value for step in worked.steps] == list(exactly("13/3"))


def test_who_has_met_nobody_has_no_average() -> None:
    table = crosstable(3, "1 2 +/-, 3 U")
    assert shown("AOB", table) == exactly("0 0 0")
    assert [step.value for step in working("AOB", table, 0, None, IN_FORCE).steps] == [0]


def test_the_average_may_be_over_fore_buchholz() -> None:
    # All Fore Buchholz are 2, so their average is; 2 and 4 met one over the board.
    assert shown("AOB/F", FORE) == exactly("2 2 2 2")


def test_the_unit_of_a_mean_stays_the_same_while_results_come_in() -> None:
    """The least common multiple of 1 to 5, and for half points twice that."""
    before = replace(crosstable(4, "1 2 1-0, 3 4 *"), rounds_planned=5)
    later = replace(crosstable(4, "1 2 1-0, 3 4 1-0", "1 3 1-0, 2 4 *"), rounds_planned=5)
    assert {tiebreak_of("AOB", IN_FORCE).unit(contest_of(each)) for each in (before, later)} == {
        2 * 60
    }
    assert {tiebreak_of("ARO", BOOK).unit(contest_of(each)) for each in (before, later)} == {60}


def test_in_a_very_long_tournament_the_unit_of_a_mean_is_that_of_the_games_played() -> None:
    # 1 played one game and 2 six; without one each, none and five.
    table = crosstable(3, "1 2 1-0", *["2 3 1-0"] * 5)
    long = replace(table, rounds_planned=99)
    assert tiebreak_of("AOB", IN_FORCE).unit(contest_of(long)) == 2 * 30
    assert tiebreak_of("ARO/C1", BOOK).unit(contest_of(long)) == 20
    assert shown("AOB", long) == shown("AOB", table)
