"""The order of D1, D2 and D3: tables of the seeds, the literal oracle, the sums of the engine."""

from collections.abc import Sequence
from itertools import combinations, islice, permutations
from typing import Any

import pytest

from dsl.dutch_by_hand import exchanges, homogeneous
from dsl.dutch_cards import Card
from dsl.dutch_worlds import player, swiss_golden
from planilla.domain.pairing.blossom import combined
from planilla.domain.pairing.swiss.dutch.candidates import (
    SetOrder,
    exchange_order,
    exchanged,
    highest_scores_first,
    lexicographic_sets,
    moved_down_order,
    transposition_order,
)

Edges = list[tuple[int, int]]


def test_transpositions_come_in_the_printed_order() -> None:
    golden = swiss_golden("swiss_dutch", "d1_transpositions.json")
    by_hand = list(permutations(golden["S2"]))
    assert len(by_hand) == golden["total"]
    assert [list(order) for order in by_hand[:24]] == golden["printed"]["0-23"]
    assert list(by_hand[24][:3]) == golden["printed"]["24_prefix"]
    assert list(by_hand[719]) == golden["printed"]["719"]


def test_exchanges_of_one_to_three_players_come_in_the_printed_order() -> None:
    golden = swiss_golden("swiss_dutch", "d2_exchanges.json")
    order = list(exchanges(golden["S1"], golden["S2"]))[1:]
    ones = [pair for pair in order if len(pair[0]) == 1]
    assert ones == _in_order(golden["one_player"])
    twos = [pair for pair in order if len(pair[0]) == 2]
    assert twos == _in_order(golden["two_players"])
    threes = [[[*one], [*two]] for one, two in order if len(one) == 3]
    assert threes == [row[:2] for row in golden["three_players"]["all_200_in_order"]]


def test_the_book_numbers_exchanges_of_one_player_in_the_same_order() -> None:
    golden = swiss_golden("swiss_dutch", "d2_book_matrices.json")["one_player"]
    order = list(exchanges(range(3), range(3, 6)))[1:10]
    matrix = [[order.index(((2 - i,), (3 + j,))) + 1 for i in range(3)] for j in range(3)]
    assert matrix == golden["matrix_rows_S2_columns_S1"]


def test_sets_of_moved_down_players_come_in_the_printed_order() -> None:
    golden = swiss_golden("swiss_dutch", "d3_moved_down.json")
    for number, printed in golden["S1_in_order"].items():
        sets = list(combinations(range(1, golden["M0"] + 1), int(number)))
        assert ["-".join(map(str, chosen)) for chosen in sets] == printed


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7, 8])
def test_the_sums_of_d1_and_d2_rank_pairings_as_they_are_generated(size: int) -> None:
    members = [Card(seat=seat) for seat in range(size)]
    for boards in range(1, size // 2 + 1):
        met_first: list[Edges] = []
        for pairs in homogeneous(members, boards):
            edges = sorted((one.seat, other.seat) for one, other in pairs)
            if edges not in met_first:
                met_first.append(edges)
        weights = _weights(size, boards)
        ranked = [sum(weights[edge] for edge in edges) for edges in met_first]
        assert ranked == sorted(set(ranked), reverse=True)


@pytest.mark.parametrize("moved", [1, 2, 3])
def test_the_sums_of_d3_and_d1_rank_the_opponents_of_moved_down_players(moved: int) -> None:
    size = 7
    weights = _weights_of_moved(size, [2] * moved, lexicographic_sets)
    for chosen_number in range(1, moved + 1):
        ranked = [
            sum(weights[pair] for pair in zip(chosen, partners, strict=True))
            for chosen in combinations(range(moved), chosen_number)
            for partners in permutations(range(moved, size), chosen_number)
        ]
        assert ranked == sorted(set(ranked), reverse=True)


def test_4_2_two_moved_down_players_have_72_pairs_of_nine_opponents() -> None:
    # 3-4, 3-5, … 3-11, 4-3, … 11-10: the opponents of 1 and 2 among 3 to 11.
    weights = _weights_of_moved(11, [4, 4], lexicographic_sets)
    printed = list(permutations(range(2, 11), 2))
    assert [printed[0], printed[8], printed[-1]] == [(2, 3), (3, 2), (10, 9)]
    ranked = [weights[0, first] + weights[1, second] for first, second in printed]
    assert len(ranked) == 72
    assert ranked == sorted(set(ranked), reverse=True)


@pytest.mark.parametrize(
    ("size", "boards", "earlier", "later"),
    [
        # 5-2 before 4-3, of equal differences: the lowest ranked that leaves S1.
        pytest.param(11, 5, "1-2 3-5 4-8 6-9 7-10", "1-3 2-4 5-8 6-9 7-10", id="lowest out of S1"),
        # 6-5-2 before 6-4-3: the first two are the same and the next differs.
        pytest.param(
            12,
            6,
            "1-2 3-5 4-6 7-10 8-11 9-12",
            "1-3 2-4 5-6 7-10 8-11 9-12",
            id="lowest that differs",
        ),
        # 6-9 before 7-8: the highest ranked that enters S1.
        pytest.param(11, 5, "1-4 2-5 3-7 6-8 9-10", "1-4 2-5 3-6 7-9 8-10", id="highest into S1"),
        # 6-7-10 before 6-8-9.
        pytest.param(
            11, 5, "1-3 2-4 6-8 7-9 10-11", "1-3 2-4 6-7 8-10 9-11", id="highest that differs"
        ),
        # 5 for 6 before 4 for 7: the smaller difference.
        pytest.param(
            10, 5, "1-5 2-7 3-8 4-9 6-10", "1-4 2-6 3-8 5-9 7-10", id="smallest difference"
        ),
        # One exchanged before two, however far apart.
        pytest.param(10, 5, "1-2 3-6 4-7 5-8 9-10", "1-4 2-5 3-8 6-9 7-10", id="fewest"),
    ],
)
def test_4_3_the_examples_of_exchanges(size: int, boards: int, earlier: str, later: str) -> None:
    weights = _weights(size, boards)
    assert _sum_of(weights, earlier) > _sum_of(weights, later)


@pytest.mark.parametrize("scores", [(4, 4, 4, 4), (6, 4, 4, 2), (6, 6, 3, 3), (5, 4, 3, 2)])
def test_4_4_the_smallest_differing_number_decides_between_sets(scores: tuple[int, ...]) -> None:
    for size in range(1, len(scores) + 1):
        sets = list(combinations(range(len(scores)), size))
        # {1, 3} before {1, 4} before {3, 4}: as words in a dictionary, whatever the scores.
        assert sets == sorted(sets)
        assert _ranked_sets(scores, lexicographic_sets, sets) == sets


@pytest.mark.parametrize("scores", [(4, 4, 4, 4), (6, 4, 4, 2), (6, 6, 3, 3), (5, 4, 3, 2)])
def test_d3_of_2017_the_highest_differing_score_decides_between_sets(
    scores: tuple[int, ...],
) -> None:
    sets = [
        chosen
        for size in range(1, len(scores) + 1)
        for chosen in combinations(range(len(scores)), size)
    ]
    by_hand = sorted(
        sets, key=lambda chosen: (-len(chosen), [-scores[place] for place in chosen], chosen)
    )
    assert _ranked_sets(scores, highest_scores_first, sets) == by_hand


def test_d3_of_2017_an_example() -> None:
    # Of 6, 4, 4 and 2 points: two high ones first, and of equal scores the lower number.
    sets = [(2, 3), (0, 3), (1, 2), (0, 2), (0, 1), (1, 3)]
    assert _ranked_sets((6, 4, 4, 2), highest_scores_first, sets) == [
        (0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)
    ]  # fmt: skip


def test_who_is_exchanged_is_read_from_the_pairs() -> None:
    # S1 = 0 1 2, S2 = 3 4 5; the pair 3-4 lies inside S2, the pair 1-2 inside S1: 2 against 3.
    assert exchanged(6, 3, [(0, 5), (1, 2), (3, 4)]) == ([2], [3])
    assert exchanged(6, 3, [(0, 3), (1, 4), (2, 5)]) == ([], [])


def test_the_literal_procedure_starts_with_the_halves_as_they_stand() -> None:
    members = [Card(seat=seat) for seat in range(4)]
    first, second = islice(homogeneous(members, 2), 2)
    assert [(one.seat, other.seat) for one, other in first] == [(0, 2), (1, 3)]
    assert [(one.seat, other.seat) for one, other in second] == [(0, 3), (1, 2)]


def _weights(size: int, boards: int) -> dict[tuple[int, int], int]:
    edges = list(combinations(range(size), 2))
    order = (*exchange_order(size, boards), transposition_order(size))
    columns = [[column(u, v) for u, v in edges] for column in order]
    return dict(zip(edges, combined(columns, boards), strict=True))


def _weights_of_moved(
    size: int, scores: Sequence[int], sets: SetOrder
) -> dict[tuple[int, int], int]:
    moved = [player(seat, score) for seat, score in enumerate(scores)]
    edges = [(u, v) for v in range(len(moved), size) for u in range(len(moved))]
    columns = [[column(u, v) for u, v in edges] for column in moved_down_order(size, moved, sets)]
    return dict(zip(edges, combined(columns, len(moved)), strict=True))


def _ranked_sets(
    scores: Sequence[int], order: SetOrder, sets: Sequence[tuple[int, ...]]
) -> list[tuple[int, ...]]:
    """The sets from the first generated to the last, each paired with the first opponents."""
    weights = _weights_of_moved(2 * len(scores), scores, order)
    sums = {
        chosen: sum(weights[u, v] for v, u in enumerate(chosen, start=len(scores)))
        for chosen in sets
    }
    assert len(set(sums.values())) == len(sets)
    return sorted(sets, key=lambda chosen: -sums[chosen])


def _sum_of(weights: dict[tuple[int, int], int], written: str) -> int:
    """The weight of pairs such as `1-4 2-5`, numbered from 1."""
    pairs = [text.split("-") for text in written.split()]
    return sum(weights[int(one) - 1, int(other) - 1] for one, other in pairs)


def _in_order(table: dict[str, Any]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    numbered = {
        ordinal: (_numbers(str(column)), _numbers(row))
        for row, ordinals in table["rows_S2"].items()
        for column, ordinal in zip(table["columns_S1"], ordinals, strict=True)
    }
    return [numbered[ordinal] for ordinal in sorted(numbered)]


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split(","))
