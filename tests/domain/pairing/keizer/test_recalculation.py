"""One pass or as many as it takes, cycles, late entries, and those who have left."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from dsl.keizer_seasons import entrants, listing, played, random_season, season, slow_total, totals
from planilla.domain.crosstable import Crosstable, Round
from planilla.domain.pairing.keizer.rules import (
    SEED,
    Credit,
    ForfeitWin,
    KeizerRules,
    LateEntry,
    Mode,
    Of,
    OnCycle,
    OwnValue,
    Retired,
    settled,
)
from planilla.domain.pairing.keizer.season import Season
from planilla.domain.pairing.keizer.totals import Counting, working_of
from planilla.domain.pairing.keizer.values import (
    first_values,
    recalculated,
    with_newcomers,
)

IN_A_CIRCLE = (played((0, 1, "1-0")), played((1, 2, "1-0")), played((2, 0, "1-0")))
"""0 beat 1, 1 beat 2, 2 beat 0; the third rested each time, which is not counted here."""
FOR_EVER = KeizerRules(mode=Mode.FIXED_POINT, unjustified=Credit(share="0"))
VARIANTS = (
    SEED,
    KeizerRules(own_value=OwnValue.NONE, loss="1/6", loss_of=Of.OWN),
    KeizerRules(own_value=OwnValue.ORIGINAL, loss="0.05", forfeit_win=ForfeitWin.BYE),
    KeizerRules(retired=Retired.FROZEN, bye=Credit(share="4/6"), justified=Credit(share="35 %")),
    KeizerRules(mode=Mode.FIXED_POINT, retired=Retired.FROZEN),
)


def test_passes_that_go_round_are_found_and_named() -> None:
    """With 5, 4, 3 for the places, from 0 1 2 the six orders follow one another.

    012: 5+4, 4+3, 3+5 = 9 7 8 → 021; 5+3, 3+4, 4+5 = 8 7 9 → 201; 4+3, 3+5, 5+4 = 7 8 9 → 210;
    3+4, 4+5, 5+3 = 7 9 8 → 120; 3+5, 5+4, 4+3 = 8 9 7 → 102; 4+5, 5+3, 3+4 = 9 8 7 → 012.
    The mean value of each is 4, so that all totals are 8 and the order stays as it was.
    """
    of = season(3, *IN_A_CIRCLE, rules=FOR_EVER)
    found = recalculated(of, first_values(of))
    assert (found.cycle, found.passes, found.limited) == (6, 6, False)
    assert found.counting == Counting(values=(24, 24, 24), parts=6)
    assert {Fraction(total, found.unit) for total in found.totals} == {Fraction(8)}
    assert found.listing.values == (4, 5, 3)
    lines = working_of(of, found.counting, 0)
    assert [line.product for line in lines] == [4, 4, 0, 0]


def test_a_cycle_may_be_stopped_at_its_last_list() -> None:
    """The sixth list, 1 0 2, has the values 4 5 3; with them the totals are 9 8 7."""
    of = season(3, *IN_A_CIRCLE, rules=replace(FOR_EVER, on_cycle=OnCycle.STOP))
    found = recalculated(of, first_values(of))
    assert (found.cycle, found.counting) == (6, Counting(values=(4, 5, 3)))
    assert [Fraction(total, found.unit) for total in found.totals] == [9, 8, 7]
    assert found.listing.order == (0, 1, 2)


def test_passes_are_bounded() -> None:
    of = season(3, *IN_A_CIRCLE, rules=replace(FOR_EVER, passes_max=2))
    found = recalculated(of, first_values(of))
    assert (found.cycle, found.passes, found.limited) == (0, 2, True)


def test_passes_end_where_nothing_moves() -> None:
    """1 beat 0: 5 and 4+5 → 1 first with 5; then 4 and 5+4 → it stays."""
    of = season(3, played((1, 0, "1-0")), rules=FOR_EVER)
    found = recalculated(of, first_values(of))
    assert (found.passes, found.cycle) == (2, 0)
    assert found.counting.values == found.listing.values == (4, 5, 3)


@pytest.mark.parametrize("rules", VARIANTS)
@pytest.mark.parametrize("seed", range(6))
def test_values_are_a_permutation_and_totals_those_of_the_slow_model(
    seed: int, rules: KeizerRules
) -> None:
    check(random_season(seed, size=14, rounds=9, rules=settled(rules)))


@pytest.mark.deep
@pytest.mark.parametrize("rules", VARIANTS)
def test_many_seasons_agree_with_the_slow_model(rules: KeizerRules) -> None:
    for seed in range(150):
        size, rounds = 5 + seed % 20, 3 + seed % 17
        check(random_season(seed, size=size, rounds=rounds, rules=settled(rules)))


def check(of: Season) -> None:
    before = first_values(replace(of, left={}))
    of = replace(of, original=before.values)
    found = recalculated(of, before)
    order = found.listing.order
    assert [found.listing.values[seat] for seat in order] == list(before.values[: len(order)])
    kept = of.rules.retired is Retired.KEEP
    assert set(order) == {s for s in range(of.crosstable.size) if kept or s not in of.left}
    counting = found.counting
    if counting.parts == 1:
        expected = tuple(slow_total(of, counting.values, s) for s in range(of.crosstable.size))
        assert tuple(Fraction(total, found.unit) for total in found.totals) == expected
    for seat, total in list(enumerate(totals(of, counting)))[:4]:
        lines = working_of(of, counting, seat)
        assert sum((line.product for line in lines), Fraction(0)) == total


def test_other_numbers_for_the_same_people_change_nothing() -> None:
    """Seats in reverse, games and list likewise: the same people have the same totals."""
    of = random_season(7, size=9, rounds=6)
    last = of.crosstable.size - 1
    turned = Season(
        crosstable=Crosstable(
            entrants=of.crosstable.entrants[::-1],
            rounds=tuple(_turned(each, last) for each in of.crosstable.rounds),
        ),
        rules=of.rules,
        left={last - seat: number for seat, number in of.left.items()},
    )
    values = (17, 5, 11, 3, 13, 9, 7, 15, 1)
    mine = recalculated(of, listing(*values))
    theirs = recalculated(turned, listing(*values[::-1]))
    assert mine.totals == theirs.totals[::-1]
    assert mine.listing.order == tuple(last - seat for seat in theirs.listing.order)


def _turned(evening: Round, last: int) -> Round:
    return Round(
        boards=tuple((last - white, last - black) for white, black in evening.boards),
        results=evening.results,
        byes=tuple((last - seat, kind) for seat, kind in evening.byes),
    )


def test_who_joins_begins_below_the_last_or_by_rating() -> None:
    """Seat 2, rated 1980, joins a list of which 3 leads: by rating two are at least as strong."""
    of = season(4, played((0, 1, "½-½")))
    before = replace(listing(4, 5, 0, 6), order=(3, 1, 0))
    assert with_newcomers(of, before).order == (3, 1, 0, 2)
    by_rating = replace(of, rules=KeizerRules(late_entry=LateEntry.RATING))
    assert with_newcomers(by_rating, before).order == (3, 1, 2, 0)
    assert with_newcomers(of, before).values == (4, 5, 3, 6)


def test_the_first_value_is_kept_or_follows_the_number_of_players() -> None:
    """Three players: 5. A fourth joins: it stays 5, or becomes 6."""
    of = season(4, played((0, 1, "½-½")))
    before = replace(listing(5, 4, 3, 0), order=(0, 1, 2))
    assert with_newcomers(of, before).maximum == 5
    following = replace(of, rules=KeizerRules(maximum_follows=True))
    assert with_newcomers(following, before).values == (6, 5, 4, 3)


def test_who_left_keeps_a_place_or_leaves_it_with_a_share() -> None:
    """1 beat 0 (value 5) who then left: the win stays worth 5, or 3/4 of it, 3 3/4."""
    of = season(3, played((1, 0, "1-0")), left={0: 2})
    before = listing(5, 4, 3)
    kept = recalculated(of, before)
    assert kept.listing.order == (1, 0, 2)
    frozen = recalculated(replace(of, rules=KeizerRules(retired=Retired.FROZEN)), before)
    assert frozen.listing.order == (1, 2)
    assert frozen.listing.values == (5, 5, 4)
    assert Fraction(frozen.totals[1], frozen.unit) == 4 + Fraction(15, 4)
    line = working_of(replace(of, rules=KeizerRules(retired=Retired.FROZEN)), frozen.counting, 1)[1]
    assert (line.is_frozen, line.value) == (True, Fraction(15, 4))


def test_who_comes_back_is_ranked_again() -> None:
    rules = KeizerRules(retired=Retired.FROZEN)
    of = season(3, played((1, 0, "1-0")), rules=rules)
    before = replace(listing(5, 4, 3), order=(1, 2))
    assert recalculated(of, before).listing.order == (1, 0, 2)
    assert with_newcomers(of, before).order == (1, 2, 0)


def test_who_left_before_the_first_round_is_never_in_the_list() -> None:
    of = season(3, left={1: 1})
    assert first_values(of).order == (0, 2)
    assert recalculated(replace(of), first_values(of)).listing.order == (0, 2)


def test_categories_begin_one_above_the_other() -> None:
    """The weakest is of category A, the strongest of none that is named."""
    people = entrants(3)
    people = (
        people[0],
        replace(people[1], categories=("B",)),
        replace(people[2], categories=("A",)),
    )
    of = season(3, rules=KeizerRules(categories=("A", "B")), entrants=people)
    assert first_values(of).order == (2, 1, 0)
