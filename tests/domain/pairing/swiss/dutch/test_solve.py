"""Weighing one bracket, against all pairings of it tried out in the order of generation."""

from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random

import pytest

from dsl.dutch_brackets import field, floaters, pairs
from dsl.dutch_by_hand import exchanges
from dsl.dutch_tried_out import FLOATING, any_bracket, broken, complete_pairings
from planilla.domain.pairing.blossom import combined, heaviest_matching
from planilla.domain.pairing.matching import bits, connected_parts, set_of
from planilla.domain.pairing.swiss.dutch.candidates import exchange_order, transposition_order
from planilla.domain.pairing.swiss.dutch.edition import LIBRO, OF_2012, OF_2017, OF_2026, Edition
from planilla.domain.pairing.swiss.dutch.graph import may_meet
from planilla.domain.pairing.swiss.dutch.solve import (
    Solution,
    Task,
    best_with,
    breaches,
    by_rank,
    first_generated,
    given_up,
    inside,
    places_left,
    solution_of,
    solve,
)
from planilla.domain.pairing.swiss.players import SwissPlayer

EDITIONS = (LIBRO, OF_2012, OF_2017, OF_2026)
Boards = list[tuple[int, int]]


def task(members: tuple[SwissPlayer, ...], edition: Edition = OF_2026, moved: int = 0) -> Task:
    criteria = edition.criteria(1)
    return Task(
        members=members,
        edition=edition,
        floating=FLOATING,
        aims=lambda asked: [inside(asked), *breaches(asked, criteria)],
        moved=moved,
    )


def generated(size: int) -> Iterator[Boards]:
    """All candidates of a homogeneous bracket, with as many pairs as can be, by D2 and D1."""
    boards = size // 2
    for leaving, entering in exchanges(range(boards), range(boards, size)):
        first = sorted({*range(boards), *entering} - {*leaving})
        second = sorted({*range(size)} - {*first})
        for order in permutations(second, boards):
            yield list(zip(first, order, strict=True))


def tried_out(members: Sequence[SwissPlayer], edition: Edition) -> Boards | None:
    """The first candidate of those that break least; None if no candidate is legal."""
    criteria = edition.criteria(1)
    found = [
        [(min(pair), max(pair)) for pair in candidate]
        for candidate in generated(len(members))
        if all(may_meet(members[u], members[v], edition) for u, v in candidate)
    ]
    return min(found, key=lambda each: broken(members, tuple(each), criteria), default=None)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda each: str(each.name))
@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_of_the_pairings_that_break_least_it_is_the_first_generated(
    edition: Edition, size: int
) -> None:
    paired = 0
    for seed in range(4 if size == 6 else 12):
        members = any_bracket(Random(seed), 0, size)
        expected = tried_out(members, edition)
        if expected is not None:
            assert sorted(pairs(solve(task(members, edition)))) == sorted(expected)
            paired += 1
    assert paired > 1


def test_the_best_pairing_with_a_pair_forced_is_no_worse_than_any_other_with_it() -> None:
    asked = 0
    for seed in range(60):
        members = any_bracket(Random(seed), 0, 6)
        rows = [
            set_of(v for v, b in enumerate(members) if u != v and may_meet(members[u], b, OF_2026))
            for u in range(6)
        ]
        wanted = (0, 1)
        rivals = [each for each in complete_pairings(rows, 0) if wanted in each]
        if rivals:
            found = best_with(task(members), [(members[0], members[1])])
            mine = tuple((one.seat, other.seat) for one, other in found)
            criteria = OF_2026.criteria(1)
            assert wanted in mine
            assert broken(members, mine, criteria) == min(
                broken(members, each, criteria) for each in rivals
            )
            asked += 1
    assert asked > 20


def test_several_pairs_can_be_forced_at_once() -> None:
    members = field([4] * 6)
    found = best_with(task(members), [(members[0], members[5]), (members[1], members[2])])
    assert {(one.seat, other.seat) for one, other in found} == {(0, 5), (1, 2), (3, 4)}


@pytest.mark.parametrize("size", [2, 4, 5, 6])
def test_the_first_generated_of_all_allowed_is_found(size: int) -> None:
    asked = 0
    for seed in range(15):
        chance = Random(seed)
        # Places with gaps between them, as those of a remainder have.
        places = sorted(chance.sample(range(10), size))
        rows = [0] * 10
        for at, one in enumerate(places):
            for other in places[at + 1 :]:
                if chance.random() < 0.6:
                    rows[one] |= 1 << other
                    rows[other] |= 1 << one
        drop = set_of(place for place in places if chance.random() < 0.6) if size % 2 else 0
        fitting = (
            [(places[u], places[v]) for u, v in candidate]
            for candidate in generated(size)
            if all(rows[places[u]] >> places[v] & 1 for u, v in candidate)
        )
        expected = next(
            (
                boards
                for boards in fitting
                if size % 2 == 0 or drop & ~set_of(at for pair in boards for at in pair)
            ),
            None,
        )
        if expected is not None:
            found = first_generated(rows, drop, places, size // 2)
            assert sorted(found) == sorted((min(pair), max(pair)) for pair in expected)
            asked += 1
    assert asked > 5


def test_the_first_generated_is_the_heaviest_by_the_sums_of_d1_and_d2() -> None:
    compared = several = 0
    for seed in range(120):
        size = 18 + seed % 3
        rows, drop = rows_by_rating(Random(seed), size)
        edges = [(u, v) for v in range(size) for u in bits(rows[v] & ((1 << v) - 1))]
        edges += [(u, size) for u in bits(drop)]
        columns = [
            [column(u, v) if v < size else 0 for u, v in edges]
            for column in (*exchange_order(size, size // 2), transposition_order(size))
        ]
        weights = combined([[1] * len(edges), *columns], size // 2 + 1)
        mates = heaviest_matching(size + size % 2, dict(zip(edges, weights, strict=True)))
        if None not in mates:
            expected = [(u, v) for u, v in enumerate(mates) if v is not None and u < v < size]
            assert first_generated(rows, drop, range(size), size // 2) == expected
            compared += 1
            several += len(list(connected_parts(rows))) > 1
    assert compared > 40
    assert several > 20


def rows_by_rating(chance: Random, size: int) -> tuple[list[int], int]:
    """Who may meet if ratings fall down the list and at most 100 points lie between two."""
    ratings = sorted((chance.randrange(1600, 2400) for _ in range(size)), reverse=True)
    rows = [
        set_of(v for v in range(size) if u != v and abs(ratings[u] - ratings[v]) <= 100)
        for u in range(size)
    ]
    return rows, set_of(chance.sample(range(size), size // 2)) if size % 2 else 0


def test_a_bracket_without_any_legal_pair_leaves_everybody_over() -> None:
    found = solve(task(field([4, 4], [(0, 1)])))
    assert (pairs(found), floaters(found), found.complete) == ([], [0, 1], False)


def test_those_moved_down_who_are_not_paired_float_before_the_residents() -> None:
    found = solve(task(field([6, 6, 4], [(0, 1), (0, 2)]), moved=2))
    assert (pairs(found), floaters(found), found.moved_paired) == ([(1, 2)], [0], 1)
    assert not found.homogeneous


def test_the_first_attempt_and_who_changed_halves_are_told() -> None:
    members = field([4] * 4)
    # 1 and 2 changed places, and 0 met the first of S2.
    found = solution_of(members, 0, [], range(4), [(0, 1), (2, 3)])
    assert found.first == {(0, 2), (1, 3)}
    assert [[each.seat for each in side] for side in found.exchange] == [[1], [2]]
    assert isinstance(found, Solution)


def test_the_remainder_is_who_is_not_paired_from_above_nor_out_of_it() -> None:
    assert places_left(6, [(0, 3)], {1}) == [2, 4, 5]


def test_rank_is_by_score_and_then_by_number() -> None:
    members = field([2, 4, 2, 4])
    assert [each.seat for each in by_rank(members)] == [1, 3, 0, 2]


def test_what_is_given_up_is_told_from_the_largest_down_without_nothing() -> None:
    members = field([8, 6, 4, 4, 4])
    paired = [(members[0], members[2]), (members[1], members[3])]
    (differences, *_) = given_up(paired, [members[4]], FLOATING, OF_2017.criteria(1))
    assert differences == (4, 2, 2)
    assert given_up([], [], FLOATING, OF_2017.criteria(1)[:2]) == ((), ())
