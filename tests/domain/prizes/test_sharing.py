"""One group of prizes shared among its candidates."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.prize_plans import ranking
from planilla.domain.prizes.distribution import RankedEntrant, rounded, shared
from planilla.domain.prizes.plan import Sharing

HORT = json.loads(
    (Path(__file__).parents[2] / "golden" / "prizes" / "hort.json").read_text(encoding="utf-8")
)
PRIZES = st.lists(st.integers(0, 100_000), max_size=6).map(lambda found: sorted(found)[::-1])
POINTS = st.lists(st.integers(0, 4), min_size=1, max_size=9).map(lambda found: sorted(found)[::-1])


def amounts(prizes: tuple[int, ...], sharing: Sharing, *points: int) -> tuple[int, ...]:
    return tuple(
        share.amount for tie in shared(prizes, sharing, ranking(*points)) for share in tie.shares
    )


@pytest.mark.parametrize("example", HORT["derived_examples"], ids=["two tied", "four tied"])
def test_the_hort_system_as_the_golden_examples(example: dict[str, object]) -> None:
    ties = shared(example["prizes"], Sharing.HORT, ranking(*example["points"]))  # type: ignore[arg-type, misc]
    found = {example["order"][share.seat]: share.amount for tie in ties for share in tie.shares}  # type: ignore[index]
    assert found == example["payout"]


def test_a_fixed_prize_goes_by_the_place_after_the_tie_breaks() -> None:
    assert amounts((1000, 600, 400), Sharing.FIXED, 7, 7, 6) == (1000, 600, 400)


def test_shared_prizes_are_pooled_among_those_tied_on_points() -> None:
    # (1000 + 600) / 2 = 800 each; 400 alone.
    assert amounts((1000, 600, 400), Sharing.SHARED, 7, 7, 6) == (800, 800, 400)


def test_who_is_tied_beyond_the_last_prize_shares_in_the_pool() -> None:
    # The second and third prize, 600 + 400, for four: 250 each.
    assert amounts((1000, 600, 400), Sharing.SHARED, 7, 6, 6, 6, 6, 5) == (1000, *(250,) * 4)


def test_by_place_nobody_beyond_the_last_prize_gets_anything() -> None:
    assert amounts((1000, 600), Sharing.FIXED, 6, 6, 6) == (1000, 600, 0)


def test_whom_no_tie_break_separates_have_equal_parts_of_their_places() -> None:
    undecided = ranking(7, 7, 7, ranks=(1, 2, 2))
    (tie,) = shared((1000, 600, 300), Sharing.FIXED, undecided)
    # The places 2 and 3: (600 + 300) / 2 = 450.
    assert [share.amount for share in tie.shares] == [1000, 450, 450]


def test_the_working_of_a_hort_share_says_both_halves_and_the_rounding() -> None:
    (tie,) = shared((1000, 501), Sharing.HORT, ranking(7, 7))
    # Half of 1501 for two: 375.25. By place 500 and 250.5: 875.25 → 875, 625.75 → 626.
    assert [share.common for share in tie.shares] == [Fraction(1501, 4)] * 2
    assert [share.by_place for share in tie.shares] == [500, Fraction(501, 2)]
    assert [share.rounding for share in tie.shares] == [Fraction(-1, 4), Fraction(1, 4)]
    assert [share.amount for share in tie.shares] == [875, 626]
    assert (tie.first, tie.last, tie.prizes, tie.pool) == (1, 2, (1000, 501), 1501)


def test_a_missing_cent_goes_to_the_best_placed() -> None:
    # 100 / 3 = 33.33 → 33 each, one is missing.
    assert amounts((100,), Sharing.SHARED, 5, 5, 5) == (34, 33, 33)


def test_a_cent_too_much_is_taken_from_the_last_placed() -> None:
    # 200 / 3 = 66.67 → 67 each, one too much.
    assert amounts((200,), Sharing.SHARED, 5, 5, 5) == (67, 67, 66)


def test_who_has_no_part_in_a_pool_gives_no_cent_back() -> None:
    # 99 for two of three by halves: 49.5 → 50 each and 0; one cent too much, from the second.
    assert rounded([Fraction(99, 2), Fraction(99, 2), Fraction(0)]) == [50, 49, 0]


def test_half_a_cent_is_rounded_up() -> None:
    # 5 / 2 = 2.5 → 3 each, one too much.
    assert rounded([Fraction(5, 2)] * 2) == [3, 2]


@given(prizes=PRIZES, points=POINTS, sharing=st.sampled_from(Sharing))
def test_what_is_won_adds_up_to_the_prizes_that_have_a_winner(
    prizes: list[int], points: list[int], sharing: Sharing
) -> None:
    assert sum(amounts(tuple(prizes), sharing, *points)) == sum(prizes[: len(points)])


@given(prizes=PRIZES, points=POINTS, order=st.randoms(use_true_random=False))
def test_shared_prizes_follow_the_players_when_the_tied_change_places(
    prizes: list[int],
    points: list[int],
    order: st.randoms,  # type: ignore[valid-type]
) -> None:
    before = ranking(*points)
    seats = [each.seat for each in before]
    shuffled = sorted(seats, key=lambda seat: (-points[seat], order.random()))  # type: ignore[attr-defined]
    after = tuple(
        RankedEntrant(seat, points[seat], place) for place, seat in enumerate(shuffled, 1)
    )
    places = {seat: place for place, seat in enumerate(shuffled)}
    exact = {s.seat: s.common for tie in shared(prizes, Sharing.SHARED, before) for s in tie.shares}
    again = {s.seat: s for tie in shared(prizes, Sharing.SHARED, after) for s in tie.shares}
    by_place = [s.amount for tie in shared(prizes, Sharing.SHARED, before) for s in tie.shares]
    assert {seat: share.common for seat, share in again.items()} == exact
    assert all(share.amount == by_place[places[seat]] for seat, share in again.items())
