"""First ratings: the book's example, and FIDE's two hypothetical draws."""

from fractions import Fraction

import pytest

from dsl.rated_tables import golden, hundredths, rated_table
from planilla.domain.crosstable import Crosstable
from planilla.domain.ratings.rated import changes
from planilla.domain.ratings.rules import FIDE_2024, K_LIBRO, LIBRO
from planilla.domain.ratings.tables import half_up
from planilla.domain.ratings.unrated import (
    BELOW_FLOOR,
    NO_POINTS,
    TOO_FEW_GAMES,
    Initial,
    initial_rating,
)

EXAMPLE = golden("unrated_player_example")
NOTATION = {1: "1-0", 0: "0-1", "+": "+/-"}


def book_table(results: tuple[str, ...] = ()) -> Crosstable:
    """The unrated player is number 1 and meets the others in turn."""
    games = EXAMPLE["games"]
    said = results or tuple(NOTATION.get(game["result"], "½-½") for game in games)
    return rated_table(
        [0, *(game["rating"] or 0 for game in games)],
        *(f"1 {number} {result}" for number, result in enumerate(said, start=2)),
    )


def test_the_example_of_the_book() -> None:
    player = changes(book_table(), LIBRO)[0]
    counted = [game["rating"] for game in EXAMPLE["games"] if game["counts"]]
    first = player.initial
    assert first is not None
    assert [game.rating for game in player.games] == counted
    assert player.score == hundredths(EXAMPLE["W"])
    assert first.games == EXAMPLE["N"]
    assert first.mean == EXAMPLE["Rc_exact"]
    assert half_up(first.mean) == EXAMPLE["Rc"]
    assert Fraction(player.score, 100 * first.games) == EXAMPLE["P_exact"]
    assert first.percentage == hundredths(EXAMPLE["P"])
    assert first.difference == EXAMPLE["D"]
    assert player.rating_after == EXAMPLE["Ru"]


def test_the_mean_of_all_five_ratings_is_not_the_one_that_counts() -> None:
    five = [game["rating"] for game in EXAMPLE["games"] if game["rating"]]
    assert Fraction(sum(five), len(five)) == EXAMPLE["average_of_all_five_ratings"]


def test_each_half_point_above_one_half_brings_fifteen() -> None:
    """Three of four: two half points above two, 1963 + 15 x 2."""
    printed = EXAMPLE["above_half_example"]
    table = book_table(("0-1", "1-0", "1-0", "½-½", "½-½", "+/-"))
    player = changes(table, LIBRO)[0]
    assert player.score == hundredths(printed["W"])
    assert player.rating_after == printed["Ru"]


def test_one_half_of_the_points_is_the_mean() -> None:
    table = book_table(("0-1", "0-1", "1-0", "½-½", "½-½", "+/-"))
    assert changes(table, LIBRO)[0].rating_after == EXAMPLE["Rc"]


def test_a_newcomer_has_the_k_of_the_book() -> None:
    assert f"K = {K_LIBRO.newcomer} for the new player" in EXAMPLE["rules"][-2]


def test_the_book_counts_all_games_played_for_the_least_five() -> None:
    player = changes(book_table(("*", "0-1", "1-0", "0-1", "½-½", "+/-")), LIBRO)[0]
    assert player.initial is not None
    assert (player.played, player.rating_after) == (4, None)
    assert player.initial.reason == TOO_FEW_GAMES


def first_by_fide(opponents: list[int], score: int) -> Initial:
    found = initial_rating(FIDE_2024.initial, opponents, score, len(opponents))
    assert found is not None
    return found


def test_two_hypothetical_draws_against_1800() -> None:
    """Five games against 1600, half a point: (8000 + 3600) / 7 = 1657 1/7; 1.5 / 7 is .21, -230."""
    first = first_by_fide([1600] * 5, 50)
    assert first.mean == Fraction(11_600, 7)
    assert (first.percentage, first.difference) == (21, -230)
    assert first.rating == 1427


def test_above_one_half_the_table_counts_too() -> None:
    """Four of five against 1700: (8500 + 3600) / 7 = 1728 4/7; 5 / 7 is .71, +158: 1886 4/7."""
    assert first_by_fide([1700] * 5, 400).rating == 1887


def test_a_first_rating_is_2200_at_most() -> None:
    """Five of five against 2300: 15100 / 7 = 2157; 6 / 7 is .86, +309."""
    assert first_by_fide([2300] * 5, 500).rating == 2200


@pytest.mark.parametrize(
    ("opponents", "score", "value", "reason"),
    [
        # (7000 + 3600) / 7 = 1514 2/7; 1.5 / 7 is .21, -230: 1284 2/7
        pytest.param([1400] * 5, 50, 1284, BELOW_FLOOR, id="below 1400"),
        # 11600 / 7 = 1657 1/7; 1 / 7 is .14, -309: 1348 1/7
        pytest.param([1600] * 5, 0, 1348, NO_POINTS, id="no points in the first event"),
        # (8000 + 3600) / 6 = 1933 1/3; 3 / 6 is .50
        pytest.param([2000] * 4, 200, 1933, TOO_FEW_GAMES, id="four games"),
    ],
)
def test_no_first_rating(opponents: list[int], score: int, value: int, reason: str) -> None:
    first = first_by_fide(opponents, score)
    assert (first.value, first.rating, first.reason) == (value, None, reason)


def test_fide_wants_five_games_against_the_rated() -> None:
    player = changes(book_table(), FIDE_2024)[0]
    assert player.initial is not None
    assert (player.played, player.initial.games) == (5, 4)
    assert player.initial.reason == TOO_FEW_GAMES


def test_without_a_rated_opponent_there_is_nothing_to_start_from() -> None:
    assert initial_rating(LIBRO.initial, [], 0, 3) is None
