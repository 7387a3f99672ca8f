"""Largest and heaviest matchings against trying everything."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planilla.domain.pairing.blossom import heaviest_edges, heaviest_matching
from planilla.domain.pairing.matching import (
    bits,
    connected_parts,
    first_perfect_matching,
    first_to_leave,
    largest_matching,
    rematched,
    set_of,
)

Weights = dict[tuple[int, int], int]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, Weights]:
    size = draw(st.integers(0, 9))
    edges = [(u, v) for v in range(size) for u in range(v)]
    most = draw(st.sampled_from([1, 3, 10**40]))
    return size, {edge: draw(st.integers(1, most)) for edge in edges if draw(st.integers(0, 2)) > 0}


@given(graphs())
def test_no_matching_is_heavier(graph: tuple[int, Weights]) -> None:
    size, weights = graph
    mates = heaviest_matching(size, weights)
    _assert_matching(mates, weights)
    assert _weight(mates, weights) == _best(size, weights)


@given(st.integers(0, 2**32), st.integers(8, 12), st.sampled_from([3, 100]))
def test_no_matching_is_heavier_where_one_pair_more_outweighs_all(
    seed: int, size: int, most: int
) -> None:
    chance = Random(seed)
    edges = [(u, v) for v in range(size) for u in range(v) if chance.random() < 0.4]
    weights = {edge: 10 * most * size + chance.randint(1, most) for edge in edges}
    mates = heaviest_matching(size, weights)
    _assert_matching(mates, weights)
    assert _weight(mates, weights) == _best(size, weights)


@given(st.integers(0, 2**32), st.integers(0, 7), st.sampled_from([1, 2, 4]))
def test_the_shares_of_edges_tell_the_heaviest_matchings_from_all_others(
    seed: int, size: int, most: int
) -> None:
    chance = Random(seed)
    edges = [(u, v) for v in range(size) for u in range(v) if chance.random() < 0.7]
    weights = {edge: chance.randint(0, most) for edge in edges}
    found = heaviest_edges(size, weights)
    _assert_matching(found.mates, weights)
    most_shares = sum(
        found.shares[u, v] for u, v in enumerate(found.mates) if v is not None and u < v
    )
    best = _best(size, weights)
    for pairs in _matchings(edges):
        is_heaviest = sum(weights[pair] for pair in pairs) == best
        shares = sum(found.shares.get(pair, -size) for pair in pairs)
        assert is_heaviest == (shares == most_shares)
        covered = set_of(vertex for pair in pairs for vertex in pair)
        assert not is_heaviest or covered & found.covered == found.covered


def test_two_triangles_are_odd_sets_that_must_be_full() -> None:
    # Each triangle has one pair, whichever it is: that cannot be said of single vertices.
    triangles = {(0, 1): 2, (0, 2): 2, (1, 2): 2, (3, 4): 2, (3, 5): 2, (4, 5): 2}
    assert heaviest_edges(6, triangles).has_odd_sets
    assert not heaviest_edges(4, {(0, 1): 1, (2, 3): 1}).has_odd_sets


@given(graphs())
def test_no_matching_is_larger(graph: tuple[int, Weights]) -> None:
    size, weights = graph
    mates = largest_matching(_neighbours(size, weights))
    _assert_matching(mates, weights)
    assert len(mates) - mates.count(None) == 2 * _best(size, dict.fromkeys(weights, 1))


def test_the_parts_of_a_graph_are_those_that_edges_connect() -> None:
    # 0-3-4 and 1-2, and 5 alone.
    graph = [0b01000, 0b00100, 0b00010, 0b10001, 0b01000, 0]
    assert list(connected_parts(graph)) == [0b011001, 0b000110, 0b100000]
    assert list(connected_parts([])) == []


def _neighbours(size: int, weights: Weights) -> list[int]:
    return [
        sum(1 << v for v in range(size) if (min(u, v), max(u, v)) in weights) for u in range(size)
    ]


def _matchings(edges: list[tuple[int, int]]) -> Iterator[tuple[tuple[int, int], ...]]:
    """All matchings, the empty one too."""
    yield ()
    for at, (one, other) in enumerate(edges):
        rest = [edge for edge in edges[at + 1 :] if not {one, other} & set(edge)]
        for pairs in _matchings(rest):
            yield ((one, other), *pairs)


def _perfect(neighbours: list[int], rest: tuple[int, ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    """All perfect matchings, each vertex trying the highest mate first."""
    if not rest:
        yield ()
        return
    first, *others = rest
    for mate in reversed(others):
        if neighbours[first] >> mate & 1:
            left = tuple(each for each in others if each != mate)
            for pairs in _perfect(neighbours, left):
                yield ((first, mate), *pairs)


@given(graphs())
def test_the_first_matching_is_the_first_of_all_in_the_order_of_choices(
    graph: tuple[int, Weights],
) -> None:
    size, weights = graph
    neighbours = _neighbours(size, weights)
    found = first_perfect_matching(
        neighbours, lambda vertex, rest: reversed(list(bits(neighbours[vertex] & rest)))
    )
    assert found == next(_perfect(neighbours, tuple(range(size))), None)


@given(graphs())
def test_the_first_to_leave_is_the_first_whose_absence_lets_all_others_be_paired(
    graph: tuple[int, Weights],
) -> None:
    size, weights = graph
    neighbours = _neighbours(size, weights)
    order = list(reversed(range(size)))
    others = {vertex: tuple(each for each in range(size) if each != vertex) for vertex in order}
    possible = [vertex for vertex in order if any(_perfect(neighbours, others[vertex]))]
    expected = next(iter(possible), None)
    if size > 1:
        assert first_to_leave(neighbours, order) == expected


def test_a_pair_without_a_matching_of_the_others_is_told() -> None:
    # 0-1, 2-3 and 0-2: with 0-2 nobody is left for 1 and 3.
    neighbours = [0b0110, 0b0001, 0b1001, 0b0100]
    assert rematched(neighbours, [1, 0, 3, 2], (0, 2), 0b1010) is None


def test_a_pair_of_the_matching_leaves_it_as_it_is() -> None:
    neighbours = [0b0110, 0b0001, 0b1001, 0b0100]
    assert rematched(neighbours, [1, 0, 3, 2], (0, 1), 0b1100) == [1, 0, 3, 2]


def test_choices_that_leave_out_a_neighbour_are_a_fault() -> None:
    with pytest.raises(AssertionError, match="unreachable"):
        first_perfect_matching([0b10, 0b01], lambda _vertex, _rest: ())


def test_two_triangles_joined_by_an_edge_are_matched_completely() -> None:
    # 0-1-2 and 3-4-5 with 2-3: only 0-1, 2-3, 4-5 pairs everybody.
    edges = [(0, 1), (0, 2), (1, 2), (2, 3), (3, 4), (3, 5), (4, 5)]
    assert heaviest_matching(6, dict.fromkeys(edges, 1)) == [1, 0, 3, 2, 5, 4]


def test_petals_within_petals_are_opened_again() -> None:
    # A case of nested blossoms: 9-10 weighs little, but frees the heavy odd cycles.
    weights = {
        (0, 1): 45, (0, 4): 45, (1, 2): 50, (2, 3): 45, (3, 4): 50,
        (0, 5): 30, (2, 8): 35, (3, 7): 35, (4, 6): 26, (8, 9): 5,
    }  # fmt: skip
    mates = heaviest_matching(10, weights)
    assert _weight(mates, weights) == _best(10, weights)


def test_bits_are_listed_from_the_lowest() -> None:
    assert list(bits(0b101001)) == [0, 3, 5]


@given(st.sets(st.integers(0, 200)))
def test_a_set_of_bits_has_the_members_it_was_made_of(members: set[int]) -> None:
    assert list(bits(set_of(members))) == sorted(members)


@given(graphs(), st.data())
def test_a_matching_that_is_known_is_gone_on_from(
    graph: tuple[int, Weights], data: st.DataObject
) -> None:
    size, weights = graph
    mates = largest_matching(_neighbours(size, weights))
    forgotten = data.draw(st.sets(st.integers(0, max(0, size - 1))))
    known = [None if {u, v} & forgotten else v for u, v in enumerate(mates)]
    # Vertices that are not known at all come last.
    start = known[: data.draw(st.integers(0, size))]
    known = [v if v is not None and v < len(start) else None for v in start]
    again = largest_matching(_neighbours(size, weights), known)
    _assert_matching(again, weights)
    assert again.count(None) == mates.count(None)


def _assert_matching(mates: list[int | None], weights: Weights) -> None:
    for u, v in enumerate(mates):
        if v is not None:
            assert mates[v] == u
            assert (min(u, v), max(u, v)) in weights


def _weight(mates: list[int | None], weights: Weights) -> int:
    return sum(weights[u, v] for u, v in enumerate(mates) if v is not None and u < v)


def _best(size: int, weights: Weights) -> int:
    @cache
    def rest(free: int) -> int:
        members = list(bits(free))
        if not members:
            return 0
        head, others = members[0], members[1:]
        return max(
            rest(free & ~(1 << head)),
            *(
                weights[head, other] + rest(free & ~(1 << head | 1 << other))
                for other in others
                if (head, other) in weights
            ),
            0,
        )

    return rest((1 << size) - 1)
