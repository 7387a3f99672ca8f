"""Lower bounds as certificates: in small brackets, against all complete pairings tried out."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec import structs

from dsl.dutch_brackets import colours, field
from dsl.dutch_tried_out import FLOATING, any_bracket, broken, complete_pairings
from planilla.domain.pairing.floats import Float
from planilla.domain.pairing.swiss.dutch.bounds import Allowed, restrict
from planilla.domain.pairing.swiss.dutch.criteria import SAME_ORIGIN, PairingCriterion
from planilla.domain.pairing.swiss.dutch.edition import LIBRO, OF_2012, OF_2017, OF_2026, Edition
from planilla.domain.pairing.swiss.dutch.graph import opponents_of
from planilla.domain.pairing.swiss.players import SwissPlayer

EDITIONS = (LIBRO, OF_2012, OF_2017, OF_2026)
SHAPES = [(0, 4), (0, 5), (0, 6), (1, 4), (1, 5), (2, 3), (2, 4)]


def all_allowed(
    members: tuple[SwissPlayer, ...], moved: int, edition: Edition = OF_2026
) -> Allowed:
    """What is legal, such that all those moved down meet residents, and one resident floats."""
    above = (1 << moved) - 1
    residents = (1 << len(members)) - 1 & ~above
    return Allowed(
        members=members,
        moved=moved,
        rows=[
            row & ~above if at < moved else row
            for at, row in enumerate(opponents_of(members, edition))
        ],
        drop=residents if len(members) % 2 else 0,
    )


def tries() -> Iterator[tuple[Edition, tuple[PairingCriterion, ...], Allowed]]:
    for edition in EDITIONS:
        for seed in range(120):
            chance = Random(seed)
            moved, residents = chance.choice(SHAPES)
            members = any_bracket(chance, moved, residents)
            criteria = edition.criteria(chance.choice([1, 2]))
            yield edition, criteria, all_allowed(members, moved, edition)


@pytest.mark.no_cover
def test_whoever_pairs_everybody_with_what_is_left_breaks_as_little_as_can_be() -> None:
    met = 0
    for _, criteria, allowed in tries():
        found = {
            pairs: broken(allowed.members, pairs, criteria)
            for pairs in complete_pairings(allowed.rows, allowed.drop)
        }
        restrict(allowed, criteria, FLOATING)
        left = set(complete_pairings(allowed.rows, allowed.drop))
        if left:
            least = min(found.values())
            assert left == {pairs for pairs, costs in found.items() if costs == least}
            met += 1
    assert met > 150


@pytest.mark.no_cover
def test_each_stage_holds_for_the_criteria_up_to_its_own() -> None:
    asked = 0
    for _, criteria, allowed in tries():
        found = {
            pairs: broken(allowed.members, pairs, criteria)
            for pairs in complete_pairings(allowed.rows, allowed.drop)
        }
        articles = [criterion.article for criterion in criteria]
        for stage in restrict(allowed, criteria, FLOATING):
            upto = articles.index(stage.article) + 1
            left = set(complete_pairings(stage.rows, stage.drop))
            if left:
                least = min(costs[:upto] for costs in found.values())
                assert left == {pairs for pairs, costs in found.items() if costs[:upto] == least}
                asked += 1
    assert asked > 200


@pytest.mark.no_cover
def test_rows_stay_of_one_mind() -> None:
    for _, criteria, allowed in tries():
        restrict(allowed, criteria, FLOATING)
        for one, row in enumerate(allowed.rows):
            for other, back in enumerate(allowed.rows):
                assert row >> other & 1 == back >> one & 1


def articles(allowed: Allowed, *criteria: PairingCriterion) -> list[str]:
    stages = restrict(allowed, criteria or OF_2026.criteria(1), FLOATING)
    return [stage.article for stage in stages]


def test_nothing_is_taken_away_where_nobody_prefers_anything() -> None:
    allowed = all_allowed(field([4] * 6), 0)
    before = allowed.state()
    assert articles(allowed) == []
    assert allowed.state() == before


def test_as_many_of_each_colour_leave_only_pairs_of_both() -> None:
    # 0 and 1 are due Black, 2 and 3 White.
    allowed = all_allowed(field([4] * 4, played=colours("W", "W", "B", "B")), 0)
    assert articles(allowed) == ["C12"]
    assert allowed.rows == [0b1100, 0b1100, 0b0011, 0b0011]


def test_the_majority_of_a_colour_meets_itself_as_often_as_it_must() -> None:
    # Three are due Black and one White: 3 meets any of them, and they meet each other once.
    allowed = all_allowed(field([4] * 4, played=colours("W", "W", "W", "B")), 0)
    assert articles(allowed) == []


def test_those_with_a_strong_preference_do_not_meet_where_one_is_mild() -> None:
    # Due Black are 0 and 1 strongly and 2 mildly: of the pair that must be the latter is one (C13).
    allowed = all_allowed(field([4] * 4, played=colours("W", "W", "BW", "B")), 0)
    assert articles(allowed) == ["C13"]
    assert allowed.rows == [0b1100, 0b1100, 0b1011, 0b0111]


def test_who_floated_before_does_not_float_again_if_another_can() -> None:
    down = dict.fromkeys((2, 4), Float.DOWN)
    allowed = all_allowed(field([4] * 5, last_float=down), 0)
    assert articles(allowed) == ["C14"]
    assert allowed.drop == 0b01011
    everybody = all_allowed(field([4] * 5, last_float=dict.fromkeys(range(5), Float.DOWN)), 0)
    assert articles(everybody) == []


def test_who_comes_from_above_meets_who_did_not_float_up_before() -> None:
    allowed = all_allowed(field([6, 4, 4, 4], last_float={1: Float.UP}), 1)
    assert articles(allowed) == ["C15"]
    assert allowed.rows == [0b1100, 0b1100, 0b1011, 0b0111]


def test_those_of_one_origin_are_taken_apart() -> None:
    one, *others = field([4] * 4)
    members = (structs.replace(one, unwanted=1 << 2), *others[:1])
    members += (structs.replace(others[1], unwanted=1 << 0 | 1 << 30), others[2])
    allowed = all_allowed(members, 0)
    assert articles(allowed, SAME_ORIGIN) == ["B3bis"]
    assert allowed.rows == [0b1010, 0b1101, 0b1010, 0b0111]


@pytest.mark.parametrize("drop", [0b001, 0b100])
def test_who_alone_may_float_stays_the_one_whatever_it_costs(drop: int) -> None:
    players = field([4] * 3, last_float=dict.fromkeys(range(3), Float.DOWN), unplayed={0: 5})
    allowed = structs.replace(all_allowed(players, 0), drop=drop)
    assert articles(allowed) == []
    assert allowed.drop == drop
