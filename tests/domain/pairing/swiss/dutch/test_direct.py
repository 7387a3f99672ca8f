"""The direct way against weighing, and against all complete pairings tried out."""

from collections.abc import Iterator
from random import Random

import pytest

from dsl.dutch_brackets import field, floaters, pairs
from dsl.dutch_tried_out import FLOATING, any_bracket, broken, complete_pairings
from planilla.domain.pairing.swiss.dutch.direct import Simple, pair_directly
from planilla.domain.pairing.swiss.dutch.edition import LIBRO, OF_2012, OF_2017, OF_2026, Edition
from planilla.domain.pairing.swiss.dutch.graph import opponents_of
from planilla.domain.pairing.swiss.dutch.solve import (
    Solution,
    Task,
    breaches,
    inside,
    moved_down,
    solve,
)
from planilla.domain.pairing.swiss.players import SwissPlayer

EDITIONS = (LIBRO, OF_2012, OF_2017, OF_2026)
SHAPES = [(0, 2), (0, 3), (0, 4), (0, 5), (0, 6), (0, 7), (1, 3), (1, 4), (1, 6), (2, 3), (2, 5)]
SEEDS = range(100)


def simple(
    members: tuple[SwissPlayer, ...], moved: int, edition: Edition = OF_2026, round_number: int = 1
) -> Simple:
    """Everybody may meet whom the absolute criteria allow, and any resident may float."""
    residents = (1 << len(members)) - (1 << moved)
    return Simple(
        members=members,
        moved=moved,
        opponents=opponents_of(members, edition),
        may_float=residents if len(members) % 2 else None,
        criteria=edition.criteria(round_number),
        floating=FLOATING,
    )


def weighed(given: Simple, edition: Edition) -> Solution:
    """The same bracket weighed: all from above, all pairs, the criteria, the order."""
    return solve(
        Task(
            members=given.members,
            edition=edition,
            floating=given.floating,
            aims=lambda task: [moved_down(task), inside(task), *breaches(task, given.criteria)],
            moved=given.moved,
        )
    )


def tries() -> Iterator[tuple[Edition, Simple]]:
    for edition in EDITIONS:
        for seed in SEEDS:
            chance = Random(seed)
            moved, residents = chance.choice(SHAPES)
            members = any_bracket(chance, moved, residents)
            yield edition, simple(members, moved, edition, chance.choice([1, 2]))


@pytest.mark.no_cover
def test_an_answer_is_the_one_that_weighing_gives() -> None:
    answered = 0
    for edition, given in tries():
        found = pair_directly(given)
        if found is not None:
            expected = weighed(given, edition)
            assert (pairs(found), floaters(found)) == (pairs(expected), floaters(expected))
            assert (found.exchange, found.first) == (expected.exchange, expected.first)
            assert found.moved_paired == expected.moved_paired == given.moved
            assert found.complete
            answered += 1
    assert answered > 150


@pytest.mark.no_cover
def test_an_answer_breaks_no_more_than_any_complete_pairing() -> None:
    for _, given in tries():
        found = pair_directly(given)
        if found is not None:
            above = (1 << given.moved) - 1
            rows = [
                row & ~above if at < given.moved else row for at, row in enumerate(given.opponents)
            ]
            all_costs = [
                broken(given.members, each, given.criteria)
                for each in complete_pairings(rows, given.may_float or 0)
            ]
            mine = tuple((one.seat, other.seat) for one, other in found.pairs)
            assert broken(given.members, mine, given.criteria) == min(all_costs)


@pytest.mark.no_cover
def test_the_stages_begin_with_what_was_allowed_and_the_answer_fits_them_all() -> None:
    for _, given in tries():
        found = pair_directly(given)
        if found is not None:
            assert found.stages is not None
            assert (found.stages[0].article, found.stages[0].drop) == ("", given.may_float or 0)
            for stage in found.stages:
                assert all(stage.rows[one.seat] >> other.seat & 1 for one, other in found.pairs)
                assert all(stage.drop >> each.seat & 1 for each in found.floaters)


@pytest.mark.parametrize(
    ("players", "moved"),
    [
        pytest.param(field([4] * 4, [(0, 1), (0, 2), (0, 3)]), 0, id="one without opponents"),
        pytest.param(field([6, 6, 4, 4], [(0, 2), (1, 2), (0, 3)]), 2, id="from above"),
    ],
)
def test_there_is_no_answer_where_not_everybody_can_be_paired(
    players: tuple[SwissPlayer, ...], moved: int
) -> None:
    assert pair_directly(simple(players, moved)) is None


def test_there_is_no_answer_where_nobody_may_float() -> None:
    given = simple(field([4] * 3), 0)
    assert pair_directly(given) is not None
    nobody = Simple(
        members=given.members,
        moved=0,
        opponents=given.opponents,
        may_float=0,
        criteria=given.criteria,
        floating=FLOATING,
    )
    assert pair_directly(nobody) is None


def test_the_first_of_those_from_above_gives_way_for_the_others() -> None:
    # 1 may meet 2 alone: 0 cannot have it.
    given = simple(field([6, 6, 4, 4, 4, 4], [(1, 3), (1, 4), (1, 5)]), 2)
    found = pair_directly(given)
    assert found is not None
    assert pairs(found) == [(0, 3), (1, 2), (4, 5)]


def test_the_first_from_above_gives_way_for_the_remainder_too() -> None:
    # 2 and 3 have met, and nobody else is left for them if 0 takes 1.
    given = simple(field([6, 4, 4, 4], [(2, 3)]), 1)
    found = pair_directly(given)
    assert found is not None
    assert pairs(found) == [(0, 2), (1, 3)]


def test_the_remainder_exchanges_players_where_no_transposition_will_do() -> None:
    # 1 has met both of S2 and plays 0.
    given = simple(field([4] * 4, [(1, 2), (1, 3)]), 0)
    found = pair_directly(given)
    assert found is not None
    assert pairs(found) == [(0, 1), (2, 3)]
    assert [[each.seat for each in side] for side in found.exchange] == [[1], [2]]
