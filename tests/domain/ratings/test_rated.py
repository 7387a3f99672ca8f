"""Changes game by game: the book's example, FIDE's present rules, and what holds for all."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from dsl.crosstables import relabelled
from dsl.rated_tables import golden, hundredths, rated_table, rated_tables
from planilla.domain.crosstable import Crosstable
from planilla.domain.ratings.abbreviated import abbreviated
from planilla.domain.ratings.rated import changes
from planilla.domain.ratings.rules import (
    FIDE_2024,
    FIDE_2024_RAPID,
    LIBRO,
    RATING_RULES,
    RatingRules,
)
from planilla.domain.ratings.tables import away_from_zero, half_up, performance, quotient
from planilla.domain.vocabulary import GameResult

EXAMPLE = golden("rated_player_example")
NOTATION = {1: "1-0", 0: "0-1", "+": "+/-"}
ANY_RULES = pytest.mark.parametrize("rules", RATING_RULES.values(), ids=lambda rules: rules.name)


def book_table() -> Crosstable:
    """The player rated 2000 is number 1 and meets number n + 1 in round n."""
    games = EXAMPLE["games"]
    return rated_table(
        [EXAMPLE["R"], *(game["opponent_rating"] or 0 for game in games)],
        *(
            f"1 {number} {NOTATION.get(game['result'], '½-½')}"
            for number, game in enumerate(games, start=2)
        ),
        ks=[EXAMPLE["K"], *(0 for _ in games)],
    )


def test_the_example_of_the_book_game_by_game() -> None:
    printed = {n: game for n, game in enumerate(EXAMPLE["games"], start=1) if game["counts"]}
    player = changes(book_table(), LIBRO)[0]
    assert [game.round for game in player.games] == [*printed]
    for game in player.games:
        row = printed[game.round]
        assert game.opponent == game.round
        assert game.rating == row["opponent_rating"]
        assert game.score == hundredths(row["result"])
        assert player.rating - game.difference == row["valid_rating"]
        assert game.is_cut == (row["valid_rating"] != row["opponent_rating"])
        assert game.difference == row["D"]
        assert game.expected == hundredths(row["P"])
        assert game.score - game.expected == hundredths(row["B"])
        assert game.change == player.k * hundredths(row["B"])


def test_the_sum_of_the_book_is_rounded_once() -> None:
    player = changes(book_table(), LIBRO)[0]
    assert player.k == EXAMPLE["K"]
    assert player.score - player.expected == hundredths(EXAMPLE["sum_B"])
    assert player.change == hundredths(EXAMPLE["variation"])
    assert 100 * player.rating + player.change == hundredths(EXAMPLE["final_exact"])
    assert player.rating_after == EXAMPLE["final"]


def test_the_short_formula_of_the_book() -> None:
    player = changes(book_table(), LIBRO)[0]
    valid = [player.rating - game.difference for game in player.games]
    short, printed = (
        abbreviated(player.rating, player.k, valid, player.score),
        EXAMPLE["abbreviated"],
    )
    assert player.score == hundredths(printed["W"])
    assert len(valid) == printed["N"]
    assert abs(sum(valid) / len(valid) - float(printed["Rc_exact"])) < 1e-9
    assert short.mean == printed["Rc"]
    assert short.denominator == 10_000 * printed["denominator"]
    assert short.change == hundredths(printed["variation"])
    assert short.rating == printed["final"]


def test_one_win_of_the_book_against_eighty_points_more() -> None:
    printed = EXAMPLE["other_example_4_2"]
    table = rated_table([printed["R"], printed["opponent"]], "1 2 1-0", ks=[printed["K"], 20])
    winner = changes(table, LIBRO)[0]
    assert winner.score == hundredths(printed["result"])
    assert winner.expected == hundredths(printed["P"])
    assert winner.change == hundredths(printed["variation"])
    assert winner.rating_after == printed["final"]


def test_the_performance_of_the_book() -> None:
    """1 of 4 against 1980 on average is 25 %, which is 193 points less."""
    printed = EXAMPLE["initial_example_4_1"]
    assert printed["P"] == 100 * 1 / 4
    opponents = [printed["average"]] * 4
    assert performance(opponents, 100) == printed["performance"]
    assert performance(opponents, 100) == printed["average"] + printed["D"]
    assert performance([], 0) is None


@pytest.mark.parametrize(
    ("rating", "opponent", "expected"),
    [
        pytest.param(2649, 2100, 92, id="below 2650: 549 counts 400"),
        pytest.param(2650, 2100, 97, id="from 2650: 550 is 550"),
        pytest.param(2650, 2051, 98, id="from 2650: 599 is 599"),
    ],
)
def test_the_true_difference_counts_for_players_from_2650(
    rating: int, opponent: int, expected: int
) -> None:
    player, other = changes(rated_table([rating, opponent], "1 2 1-0"), FIDE_2024)
    assert player.games[0].expected == expected
    assert player.games[0].is_cut == (rating < 2650)
    assert other.games[0].expected == 8, "the opponent is below 2650: 400 counts"
    assert other.games[0].is_cut


def test_the_book_cuts_everybody_at_400() -> None:
    player, _ = changes(rated_table([2800, 2100], "1 2 1-0"), LIBRO)
    assert (player.games[0].difference, player.games[0].expected) == (400, 92)


@pytest.mark.parametrize(
    ("rating", "opponent", "games"),
    [
        pytest.param(2601, 2001, 0, id="600 apart, one above 2600"),
        pytest.param(2601, 2002, 1, id="599 apart"),
        pytest.param(2600, 1900, 1, id="nobody above 2600"),
    ],
)
def test_rapid_games_of_two_too_far_apart_are_not_rated(
    rating: int, opponent: int, games: int
) -> None:
    both = changes(rated_table([rating, opponent], "1 2 1-0"), FIDE_2024_RAPID)
    assert [len(player.games) for player in both] == [games, games]


def test_in_rapid_everybody_is_cut_at_400() -> None:
    player, _ = changes(rated_table([2650, 2100], "1 2 1-0"), FIDE_2024_RAPID)
    assert (player.games[0].difference, player.games[0].expected) == (400, 92)


@pytest.mark.parametrize(
    ("hundredths_", "whole"),
    [(-50, -1), (50, 1), (49, 0), (-49, 0), (-150, -2), (149, 1), (0, 0), (-1080, -11)],
)
def test_one_half_goes_away_from_zero(hundredths_: int, whole: int) -> None:
    assert away_from_zero(hundredths_) == whole


def test_a_change_of_minus_one_half_costs_a_point() -> None:
    """10 x (.50 - .55) = -0.5: 39 points are still .55."""
    player, _ = changes(rated_table([2039, 2000], "1 2 ½-½", ks=[10, 10]), FIDE_2024)
    assert player.change == -50
    assert (player.rounded, player.rating_after) == (-1, 2038)


@ANY_RULES
def test_only_what_was_played_against_the_rated_counts(rules: RatingRules) -> None:
    table = rated_table(
        [2000, 2000, 0],
        "1 2 +/-, 3 H",
        "1 3 1-0, 2 U",
        "2 1 *",
        "1 2 -/-",
        "1 2 0-0",
    )
    first, second, unrated = changes(table, rules)
    assert [(game.round, game.score, game.expected) for game in first.games] == [(5, 0, 50)]
    assert [(game.round, game.score) for game in second.games] == [(5, 0)]
    assert (first.played, second.played, unrated.played) == (2, 1, 1)
    assert (first.change, first.rating_after) == (-1000, 1990)


@ANY_RULES
def test_the_result_that_counts_for_rating_may_be_another(rules: RatingRules) -> None:
    table = rated_table([2000, 2000], "1 2 1-0")
    corrected = replace(table.rounds[0], rated=bytes([GameResult.DRAW]))
    player, _ = changes(replace(table, rounds=(corrected,)), rules)
    assert (player.score, player.change) == (50, 0)


@ANY_RULES
def test_points_of_another_system_change_no_score(rules: RatingRules) -> None:
    player, _ = changes(rated_table([2000, 2000], "1 2 1-0", point_system="3-1-0"), rules)
    assert player.score == 100


def test_k_is_the_entrant_s_own_or_else_by_the_rating() -> None:
    table = rated_table([2000, 2400, 2450], "1 2 ½-½", ks=[0, 0, 20])
    assert [player.k for player in changes(table, FIDE_2024)] == [20, 10, 20]


def test_k_is_brought_down_for_many_games_by_fide_alone() -> None:
    """18 x 40 = 720 > 700; 18 draws among equals change nothing, one win more brings 38 x .5."""
    table = rated_table([2000, 2000], "1 2 1-0", *["1 2 ½-½"] * 17, ks=[40, 40])
    fide, libro = changes(table, FIDE_2024)[0], changes(table, LIBRO)[0]
    assert (fide.k, fide.change, fide.rating_after) == (38, 1900, 2019)
    assert (libro.k, libro.change) == (40, 2000)


def test_nobody_has_played_yet() -> None:
    player, unrated = changes(rated_table([2000, 0]), FIDE_2024)
    assert (player.games, player.change, player.rating_after) == ((), 0, 2000)
    assert player.performance is None
    assert (unrated.initial, unrated.rating_after) == (None, None)


BELOW_THE_CAP = st.integers(1800, 2199)
ANYBODY = st.one_of(st.just(0), st.integers(1000, 2900))


@given(rated_tables(BELOW_THE_CAP, [20]))
def test_with_one_k_and_below_the_cap_all_changes_sum_to_nothing(table: Crosstable) -> None:
    """But for games that both lose: there one point is missing that was expected."""
    lost = sum(played.results.count(GameResult.BOTH_LOSE) for played in table.rounds)
    for rules in RATING_RULES.values():
        assert sum(player.change for player in changes(table, rules)) == -100 * 20 * lost


@given(rated_tables(ANYBODY, [0, 10, 20, 40]))
def test_the_terms_add_up(table: Crosstable) -> None:
    for rules in RATING_RULES.values():
        for player in changes(table, rules):
            assert player.score == sum(game.score for game in player.games)
            assert player.expected == sum(game.expected for game in player.games)
            assert player.change == sum(game.change for game in player.games)
            assert player.change == player.k * (player.score - player.expected)


@given(rated_tables(ANYBODY, [0, 10, 20, 40]), st.randoms(use_true_random=False))
def test_other_pairing_numbers_change_nobody_s_rating(table: Crosstable, chance: object) -> None:
    seats = [*range(table.size)]
    chance.shuffle(seats)  # type: ignore[attr-defined]
    for rules in RATING_RULES.values():
        before, after = changes(table, rules), changes(relabelled(table, seats), rules)
        for old, new in enumerate(seats):
            again = after[new]
            assert [seats[game.opponent] for game in before[old].games] == [
                game.opponent for game in again.games
            ]
            assert replace(before[old], seat=new, games=()) == replace(again, games=())


def test_half_up_goes_up_on_both_sides_of_zero() -> None:
    assert [half_up(Fraction(each, 2)) for each in (3925, -1, 1, -3)] == [1963, 0, 1, -1]
    assert [quotient(each, 2) for each in (3925, -1, 1, -3)] == [1963, 0, 1, -1]
