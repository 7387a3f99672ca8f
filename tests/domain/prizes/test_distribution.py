"""A whole plan shared among a ranking."""

from hypothesis import given
from hypothesis import strategies as st

from dsl.prize_plans import entrants, group, plan, ranking
from planilla.domain.prizes.distribution import Struck, distribution
from planilla.domain.prizes.plan import Sharing, Taking

FOUR = ranking(9, 8, 7, 6)
YOUNG = (("U16",), (), ("U16",), ("U16",))


def test_a_player_takes_the_higher_of_two_prizes_and_the_rest_move_up() -> None:
    # A would win 500 in the general group and 100 among the young: C and D are the young ones.
    found = distribution(
        plan(group(500, 300), group(100, 50, category="U16")),
        entrants(0, 0, 0, 0, categories=YOUNG),
        FOUR,
    )
    assert found.amounts == {0: 500, 1: 300, 2: 100, 3: 50}
    assert found.groups[1].struck == (Struck(seat=0, takes=0),)


def test_the_first_prize_of_a_category_is_taken_before_a_small_general_one() -> None:
    # C: 100 in the general group, 200 among the young. D moves up to the third place.
    found = distribution(
        plan(group(500, 300, 100), group(200, category="U16")),
        entrants(0, 0, 0, 0, categories=((), (), ("U16",), ())),
        FOUR,
    )
    assert found.amounts == {0: 500, 1: 300, 2: 200, 3: 100}


def test_of_equal_prizes_the_one_of_the_earlier_group_is_taken() -> None:
    found = distribution(
        plan(group(200), group(200, category="U16")),
        entrants(0, 0, 0, 0, categories=YOUNG),
        FOUR,
    )
    assert found.amounts == {0: 200, 2: 200}


def test_where_the_plan_says_so_a_player_takes_every_prize() -> None:
    found = distribution(
        plan(group(500, 300), group(100, 50, category="U16"), taking=Taking.EVERY),
        entrants(0, 0, 0, 0, categories=YOUNG),
        FOUR,
    )
    assert found.amounts == {0: 600, 1: 300, 2: 50}


def test_a_pool_that_loses_one_of_the_tied_is_shared_by_the_others() -> None:
    # A and B tie for 300: 150 each, but A takes 200 among the young, so B has the whole prize.
    found = distribution(
        plan(group(300, sharing=Sharing.SHARED), group(200, category="U16")),
        entrants(0, 0, categories=(("U16",), ())),
        ranking(8, 8),
    )
    assert found.amounts == {0: 200, 1: 300}


def test_a_rating_band_is_for_those_within_its_bounds() -> None:
    banded = plan(group(100, 50, rating_from=1600, rating_to=1800))
    found = distribution(banded, entrants(2000, 1800, 1600, 1599), FOUR)
    assert found.amounts == {1: 100, 2: 50}


def test_the_unrated_are_in_a_rating_band_only_where_the_plan_says_so() -> None:
    without = distribution(plan(group(100, rating_to=1800)), entrants(0, 1700), ranking(5, 4))
    with_them = distribution(
        plan(group(100, rating_to=1800, admits_unrated=True)), entrants(0, 1700), ranking(5, 4)
    )
    assert (without.amounts, with_them.amounts) == ({1: 100}, {0: 100})


def test_a_band_without_an_upper_bound_is_for_the_strong() -> None:
    found = distribution(plan(group(100, rating_from=2000)), entrants(1999, 2000), ranking(5, 4))
    assert found.amounts == {1: 100}


def test_a_prize_that_nobody_is_there_to_win_is_not_paid() -> None:
    found = distribution(
        plan(group(500, 300, 100), group(80, category="S65")), entrants(0, 0), ranking(2, 1)
    )
    assert (found.paid, found.unpaid) == (800, 180)
    assert [each.unpaid for each in found.groups] == [100, 80]


@given(
    points=st.lists(st.integers(0, 3), min_size=1, max_size=8).map(lambda p: sorted(p)[::-1]),
    young=st.lists(st.booleans(), min_size=8, max_size=8),
    sharing=st.lists(st.sampled_from(Sharing), min_size=2, max_size=2),
    taking=st.sampled_from(Taking),
)
def test_what_is_paid_and_what_is_not_add_up_to_the_fund(
    points: list[int], young: list[bool], sharing: list[Sharing], taking: Taking
) -> None:
    announced = plan(
        group(1000, 500, 333, sharing=sharing[0]),
        group(400, 100, 50, sharing=sharing[1], category="U16"),
        taking=taking,
    )
    field = entrants(
        *(0 for _ in points),
        categories=tuple(("U16",) * is_young for is_young in young[: len(points)]),
    )
    found = distribution(announced, field, ranking(*points))
    assert found.paid + found.unpaid == announced.fund
    if taking is Taking.HIGHEST:
        winners = [
            {share.seat for tie in each.ties for share in tie.shares if share.amount}
            for each in found.groups
        ]
        assert not winners[0] & winners[1]
