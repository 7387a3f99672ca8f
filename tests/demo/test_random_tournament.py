"""Random tournaments: what is drawn, how often, and that nothing else decides."""

import random
from itertools import islice

import pytest

from planilla.demo.random_tournament import (
    MILLION,
    RATING_GAPS,
    Band,
    Draw,
    RandomTournament,
    Recipe,
    expected_of_a_hundred,
    played,
)
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import System
from planilla.domain.vocabulary import ByeKind, GameResult

BANDS = (Band(low=1400, high=2600),)


def draw_from(seed: int) -> Draw:
    source = random.Random(seed)
    return lambda choices: int(source.random() * choices)


def libro() -> System:
    system = SYSTEMS["swiss-dutch-libro"]
    assert system.pair is not None
    return system


def last(recipe: Recipe, seed: int = 1) -> RandomTournament:
    *_, tournament = played(recipe, libro(), draw_from(seed))
    return tournament


def test_the_same_draws_make_the_same_tournament() -> None:
    recipe = Recipe(players=12, rounds=4, bands=BANDS, draw_rate=300_000, bye_rate=50_000)
    assert last(recipe, 7) == last(recipe, 7) != last(recipe, 8)


def test_each_round_is_told_as_it_is_played() -> None:
    recipe = Recipe(players=8, rounds=3, bands=BANDS)
    rounds = [len(each.crosstable.rounds) for each in played(recipe, libro(), draw_from(1))]
    assert rounds == [1, 2, 3]


def test_players_stand_by_rating_within_the_bands() -> None:
    bands = (Band(low=1400, high=1500, weight=3), Band(low=2400, high=2450, weight=1))
    entrants = last(Recipe(players=80, rounds=1, bands=bands)).crosstable.entrants
    ratings = [entrant.rating for entrant in entrants]
    assert ratings == sorted(ratings, reverse=True)
    strong = [rating for rating in ratings if 2400 <= rating <= 2450]
    weak = [rating for rating in ratings if 1400 <= rating <= 1500]
    assert len(strong) + len(weak) == 80
    assert 4 <= len(strong) <= 36  # one in four: 20, and four times the deviation of 4


def test_a_field_that_can_meet_no_more_ends_early() -> None:
    tournament = last(Recipe(players=2, rounds=3, bands=BANDS))
    assert tournament.unpairable is not None
    assert (len(tournament.crosstable.rounds), tournament.crosstable.rounds_planned) == (1, 3)


@pytest.mark.parametrize(
    ("difference", "expected"),
    [
        pytest.param(0, 50, id="equals"),
        pytest.param(3, 50, id="the end of the first row"),
        pytest.param(4, 51, id="the start of the second row"),
        pytest.param(-4, 49, id="the weaker one"),
        pytest.param(735, 99, id="the last row but one"),
        pytest.param(736, 100, id="beyond the table"),
        pytest.param(-1200, 0, id="hopeless"),
    ],
)
def test_the_expected_score_is_that_of_the_table(difference: int, expected: int) -> None:
    assert expected_of_a_hundred(difference) == expected


def test_the_table_follows_the_logistic_curve() -> None:
    # The printed table is the normal curve; the two are never two hundredths apart.
    for place, difference in enumerate(RATING_GAPS):
        logistic = 100 / (1 + 10 ** (-difference / 400))
        assert abs(logistic - (50.5 + place)) < 2


def test_everybody_draws_where_all_games_are_to_be_drawn() -> None:
    recipe = Recipe(players=10, rounds=2, bands=(Band(low=2000, high=2000),), draw_rate=MILLION)
    results = {result for each in last(recipe).crosstable.rounds for result in each.results}
    assert results == {GameResult.DRAW}


def test_ratings_bound_how_many_games_are_drawn() -> None:
    # 800 points apart the stronger is expected to win all games, so that none can be drawn.
    bands = (Band(low=1000, high=1000), Band(low=1800, high=1800))
    first = next(
        played(Recipe(players=40, rounds=1, bands=bands, draw_rate=MILLION), libro(), draw_from(3))
    )
    entrants = first.crosstable.entrants
    unequal = [
        (entrants[white].rating > entrants[black].rating, result)
        for (white, black), result in zip(
            first.crosstable.rounds[0].boards, first.crosstable.rounds[0].results, strict=True
        )
        if entrants[white].rating != entrants[black].rating
    ]
    assert unequal
    assert all(
        result == (GameResult.WHITE_WINS if stronger else GameResult.BLACK_WINS)
        for stronger, result in unequal
    )


def test_all_games_may_be_forfeited() -> None:
    recipe = Recipe(players=60, rounds=2, bands=BANDS, forfeit_rate=MILLION)
    results = {result for each in last(recipe).crosstable.rounds for result in each.results}
    assert results == {
        GameResult.WHITE_WINS_BY_FORFEIT,
        GameResult.BLACK_WINS_BY_FORFEIT,
        GameResult.BOTH_FORFEIT,
    }


def test_everybody_may_ask_for_a_bye() -> None:
    rounds = last(Recipe(players=30, rounds=1, bands=BANDS, bye_rate=MILLION)).crosstable.rounds
    kinds = [kind for _, kind in rounds[0].byes]
    assert rounds[0].boards == ()
    assert set(kinds) == {ByeKind.HALF_POINT, ByeKind.ZERO_POINT}
    assert len(kinds) == 30


def test_full_point_byes_come_before_others() -> None:
    recipe = Recipe(players=5, rounds=1, bands=BANDS, bye_rate=MILLION, full_bye_rate=MILLION)
    assert last(recipe).crosstable.rounds[0].byes == tuple(
        (seat, ByeKind.FULL_POINT) for seat in range(5)
    )


def test_whoever_withdraws_does_not_come_back() -> None:
    recipe = Recipe(players=40, rounds=6, bands=BANDS, withdrawal_rate=200_000)
    gone: set[int] = set()
    for each in last(recipe).crosstable.rounds:
        absent = {seat for seat, kind in each.byes if kind is ByeKind.ZERO_POINT}
        assert gone <= absent
        gone = absent
    assert gone


def test_nobody_withdraws_before_playing() -> None:
    first = next(
        played(
            Recipe(players=20, rounds=3, bands=BANDS, withdrawal_rate=MILLION),
            libro(),
            draw_from(1),
        )
    )
    assert len(first.crosstable.rounds[0].boards) == 10


def test_late_entries_come_in_the_second_or_third_round() -> None:
    recipe = Recipe(players=40, rounds=4, bands=BANDS, late_rate=500_000)
    tournament = last(recipe)
    first_rounds = [entrant.first_round for entrant in tournament.crosstable.entrants]
    assert set(first_rounds) == {1, 2, 3}
    for number, each in enumerate(tournament.crosstable.rounds, start=1):
        absent = {seat for seat, kind in each.byes if kind is ByeKind.ZERO_POINT}
        assert absent == {seat for seat, start in enumerate(first_rounds) if start > number}


def test_late_entries_come_before_the_tournament_is_over() -> None:
    recipe = Recipe(players=40, rounds=2, bands=BANDS, late_rate=MILLION)
    tournament = next(islice(played(recipe, libro(), draw_from(1)), 1))
    assert {entrant.first_round for entrant in tournament.crosstable.entrants} == {2}


@pytest.mark.parametrize(
    ("method", "top", "by_round"),
    [
        # Nine players: Baku 2 × ceil(9 / 4) = 6; five rounds: three accelerated, two in full.
        pytest.param("baku", 6, (2, 2, 1, 0, 0), id="baku"),
        # Half of nine is four; a point for two rounds.
        pytest.param("haley", 4, (2, 2, 0, 0, 0), id="haley"),
    ],
)
def test_the_top_group_has_points_for_pairing(
    method: str, top: int, by_round: tuple[int, ...]
) -> None:
    made = last(Recipe(players=9, rounds=5, bands=BANDS, acceleration=method))
    assert made.accelerated == (by_round,) * top + ((0,) * 5,) * (9 - top)
    first = made.crosstable.rounds[0]
    # In round 1 the top group plays within itself.
    assert all((white < top) == (black < top) for white, black in first.boards)


def test_a_late_entry_above_the_last_of_the_top_group_belongs_to_it() -> None:
    recipe = Recipe(players=40, rounds=7, bands=BANDS, late_rate=300_000, acceleration="baku")
    made = last(recipe)
    entrants = made.crosstable.entrants
    top = [seat for seat, own in enumerate(made.accelerated) if own[0]]
    in_time = [seat for seat in range(40) if entrants[seat].first_round == 1]
    assert len(in_time) < 40
    # The first 2 × ceil(n / 4) of those who are there, and the late ones before the last of them.
    group = in_time[: 2 * -(-len(in_time) // 4)]
    assert top == list(range(group[-1] + 1))


def test_without_anybody_in_round_1_nobody_is_in_the_top_group() -> None:
    recipe = Recipe(players=4, rounds=4, bands=BANDS, late_rate=MILLION, acceleration="haley")
    assert next(played(recipe, libro(), draw_from(1))).accelerated == ((0,) * 4,) * 4


def test_a_match_of_two_games_shares_the_points_of_both() -> None:
    """Four units a match: a win is two, a draw one for each side."""
    recipe = Recipe(players=8, rounds=3, bands=BANDS, draw_rate=300_000)
    *_, tournament = played(recipe, SYSTEMS["swiss-double"], draw_from(1))
    rounds = tournament.crosstable.rounds
    assert [len(each.boards) for each in rounds] == [4, 4, 4]
    assert {sum(points) for each in rounds for points in each.scored or ()} == {4}
    met = [frozenset(board) for each in rounds for board in each.boards]
    assert len(met) == len(set(met)) == 12
