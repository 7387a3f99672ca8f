"""The book's ratings of a round robin, every value of its example."""

from fractions import Fraction
from itertools import combinations

import pytest

from dsl.rated_tables import golden, hundredths, rated_table
from planilla.domain.crosstable import Crosstable
from planilla.domain.ratings.round_robin import (
    TOO_FEW_RATED,
    RoundRobin,
    RoundRobinPlayer,
    first_difference,
    round_robin,
)
from planilla.domain.ratings.rules import LIBRO
from planilla.domain.ratings.tables import difference_of, half_up, percentage
from planilla.domain.ratings.unrated import NO_POINTS

EXAMPLE = golden("round_robin_example")
LETTERS = "ABCDE"
NOTATION = {2: "1-0", 1: "½-½", 0: "0-1"}


def book_table() -> Crosstable:
    """Each game in a round of its own."""
    scores = EXAMPLE["crosstable"]
    games = [
        f"{white + 1} {black + 1} {NOTATION[int(2 * scores[LETTERS[white]][black])]}"
        for white, black in combinations(range(5), 2)
    ]
    ks = {line["player"]: line["K"] for line in EXAMPLE["rated"]}
    return rated_table(
        [EXAMPLE["ratings"][each] or 0 for each in LETTERS],
        *games,
        ks=[ks.get(each, 0) for each in LETTERS],
    )


def rated_by_the_book(table: Crosstable) -> RoundRobin:
    found = round_robin(table, LIBRO)
    assert found is not None
    return found


def test_the_games_of_the_example_fit_both_sides() -> None:
    scores = EXAMPLE["crosstable"]
    for one, other in combinations(range(5), 2):
        assert scores[LETTERS[one]][other] + scores[LETTERS[other]][one] == 1


def test_the_means_of_the_book() -> None:
    found = rated_by_the_book(book_table())
    assert found.opponents == EXAMPLE["N_opponents"]
    assert found.rated_mean_exact == EXAMPLE["Rar_exact"]
    assert found.rated_mean == EXAMPLE["Rar"]
    assert found.mean_difference_exact == EXAMPLE["Dp_exact"]
    assert found.mean_difference == EXAMPLE["Dp"]
    assert found.table_mean == EXAMPLE["Ra"]


def test_everybody_s_score_difference_and_mean_of_opponents() -> None:
    players = dict(zip(LETTERS, rated_by_the_book(book_table()).players, strict=True))
    assert {letter: each.percentage for letter, each in players.items()} == EXAMPLE["P_percent"]
    assert {letter: each.difference for letter, each in players.items()} == EXAMPLE["D"]
    assert {letter: each.mean for letter, each in players.items()} == EXAMPLE["Rc"]


@pytest.mark.parametrize("line", EXAMPLE["rated"], ids=lambda line: line["player"])
def test_the_rated_players_of_the_book(line: dict[str, Fraction]) -> None:
    player = rated_by_the_book(book_table()).players[LETTERS.index(str(line["player"]))]
    assert player.rating == line["R"]
    assert player.score == hundredths(line["W"])
    assert player.mean == line["Rc"]
    assert player.against_mean == line["D"]
    assert player.expected == 4 * hundredths(line["P"])
    assert player.expected == hundredths(line["E"])
    assert player.score - player.expected == hundredths(line["B"])
    assert player.k == line["K"]
    assert player.change == hundredths(line["variation"])
    assert player.rating_after == line["Ru"]


def test_the_unrated_player_of_the_book() -> None:
    """A made 1.5 of 4."""
    line = next(case for case in EXAMPLE["unrated_A_cases"] if case["W"] == Fraction(3, 2))
    assert_like(rated_by_the_book(book_table()).players[0], line)


@pytest.mark.parametrize("line", EXAMPLE["unrated_A_cases"], ids=lambda line: str(line["W"]))
def test_what_other_scores_would_bring_the_unrated_player(line: dict[str, Fraction]) -> None:
    """The mean stays 1969, as the book leaves it."""
    score = hundredths(line["W"])
    added = first_difference(LIBRO, score, 4, 4)
    assert line["Rc"] == EXAMPLE["Ra"]
    assert percentage(score, 4) == line["P"]
    assert difference_of(percentage(score, 4)) == line["D"] or line["D"] is None
    assert added == line["variation"]
    assert half_up(line["Rc"] + added) == line["Ru"]


def assert_like(player: RoundRobinPlayer, line: dict[str, Fraction]) -> None:
    assert player.mean == line["Rc"]
    assert player.score == hundredths(line["W"])
    assert player.percentage == line["P"]
    if line["D"] is not None:
        assert player.difference == line["D"]
    assert player.change == hundredths(line["variation"])
    assert player.rating_after == line["Ru"]


def test_over_the_rated_alone_the_mean_would_be_another() -> None:
    """The old FIDE rule (UNVERIFIED): (-322 - 87 + 95 + 800) / 4, and 2033 less 4/5 of it."""
    printed = EXAMPLE["fide_difference"]
    rated = [EXAMPLE["D"][letter] for letter in "BCDE"]
    mean = Fraction(sum(rated), 4)
    assert mean == printed["Dp_over_rated_players_only"]
    assert half_up(EXAMPLE["Rar"] - mean * Fraction(4, 5)) == printed["Ra_then"]


def test_without_four_rated_opponents_nobody_gets_a_first_rating() -> None:
    table = rated_table([0, 2000, 2000, 2000], "1 2 1-0, 3 4 1-0", "1 3 1-0, 2 4 1-0")
    first = rated_by_the_book(table).players[0]
    assert (first.reason, first.rating_after) == (TOO_FEW_RATED, None)


def test_without_a_point_nobody_gets_a_first_rating() -> None:
    first, _ = rated_by_the_book(rated_table([0, 2000], "1 2 0-1")).players
    assert (first.reason, first.rating_after) == (NO_POINTS, None)


def test_who_has_not_played_is_left_out() -> None:
    table = rated_table([2000, 2100, 2200], "1 2 ½-½, 3 U", "1 3 +/-, 2 U")
    found = rated_by_the_book(table)
    assert [player.seat for player in found.players] == [0, 1]
    assert (found.opponents, found.rated_mean, found.table_mean) == (1, 2050, 2050)
    # each against the other: Rc = 2050 x 2 - R
    assert [player.mean for player in found.players] == [2100, 2000]


def test_there_is_no_table_while_nobody_rated_has_played() -> None:
    assert round_robin(rated_table([0, 0], "1 2 1-0"), LIBRO) is None
    assert round_robin(rated_table([2000, 0]), LIBRO) is None
