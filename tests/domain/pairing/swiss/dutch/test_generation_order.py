"""The order of D1, D2 and D3: tables of the seeds, the literal oracle, the sums of the engine."""

from itertools import combinations, islice, permutations
from typing import Any

import pytest

from dsl.dutch_by_hand import exchanges, homogeneous
from dsl.dutch_worlds import player, swiss_golden
from planilla.domain.pairing.swiss.dutch.candidates import (
    combined,
    exchanged,
    lexicographic_sets,
    moved_down_order,
    remainder_order,
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
    members = [player(seat, 0) for seat in range(size)]
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
    edges = [(u, v) for v in range(moved, size) for u in range(moved)]
    members = [player(seat, 2) for seat in range(moved)]
    order = moved_down_order(size, members, lexicographic_sets)
    columns = [[column(u, v) for u, v in edges] for column in order]
    weights = dict(zip(edges, combined(columns, moved), strict=True))
    for chosen_number in range(1, moved + 1):
        ranked = [
            sum(weights[pair] for pair in zip(chosen, partners, strict=True))
            for chosen in combinations(range(moved), chosen_number)
            for partners in permutations(range(moved, size), chosen_number)
        ]
        assert ranked == sorted(set(ranked), reverse=True)


def test_who_is_exchanged_is_read_from_the_pairs() -> None:
    # S1 = 0 1 2, S2 = 3 4 5; the pair 3-4 lies inside S2, the pair 1-2 inside S1: 2 against 3.
    assert exchanged(6, 3, [(0, 5), (1, 2), (3, 4)]) == ([2], [3])
    assert exchanged(6, 3, [(0, 3), (1, 4), (2, 5)]) == ([], [])


def test_the_literal_procedure_starts_with_the_halves_as_they_stand() -> None:
    members = [player(seat, 0) for seat in range(4)]
    first, second = islice(homogeneous(members, 2), 2)
    assert [(one.seat, other.seat) for one, other in first] == [(0, 2), (1, 3)]
    assert [(one.seat, other.seat) for one, other in second] == [(0, 3), (1, 2)]


def _weights(size: int, boards: int) -> dict[tuple[int, int], int]:
    edges = list(combinations(range(size), 2))
    columns = [[column(u, v) for u, v in edges] for column in remainder_order(size, boards)]
    return dict(zip(edges, combined(columns, boards), strict=True))


def _in_order(table: dict[str, Any]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    numbered = {
        ordinal: (_numbers(str(column)), _numbers(row))
        for row, ordinals in table["rows_S2"].items()
        for column, ordinal in zip(table["columns_S1"], ordinals, strict=True)
    }
    return [numbered[ordinal] for ordinal in sorted(numbered)]


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split(","))
