"""The book's example and figures, to the last half point (seed 000, 2.10)."""

from fractions import Fraction
from typing import Any

import pytest

from dsl.keizer_seasons import book, season, totals
from planilla.domain.crosstable import Round
from planilla.domain.pairing.keizer.rules import SEED, Absence, KeizerRules, OwnValue
from planilla.domain.pairing.keizer.season import Season
from planilla.domain.pairing.keizer.totals import Counting, working_of
from planilla.domain.pairing.keizer.values import (
    KeizerList,
    first_values,
    recalculated,
    usual_maximum,
)
from planilla.domain.vocabulary import ByeKind, GameResult

EXAMPLE: dict[str, Any] = book("example")
NAMES = list(EXAMPLE["base_round_1"])
RESULTS = {1: GameResult.WHITE_WINS, 0.5: GameResult.DRAW, 0: GameResult.BLACK_WINS}


def evening(name: str) -> Round:
    """A round of the ten who are shown; the first named has White, which matters to no sum."""
    games = EXAMPLE[name]
    return Round(
        boards=tuple((NAMES.index(each["first"]), NAMES.index(each["second"])) for each in games),
        results=bytes(RESULTS[each["result"]] for each in games),
    )


def ten(*rounds: str, rules: KeizerRules = SEED) -> Season:
    return season(10, *map(evening, rounds), rules=rules, original=tuple(range(50, 40, -1)))


def as_printed(rows: list[dict[str, Any]], base: str) -> KeizerList:
    """The list that the book prints, for the ten."""
    values = {row["name"]: row[base] for row in rows}
    return KeizerList(
        order=tuple(NAMES.index(row["name"]) for row in rows),
        values=tuple(values[name] for name in NAMES),
        maximum=50,
    )


def test_33_players_begin_with_50_down_to_18() -> None:
    found = first_values(season(33))
    assert found.values == tuple(range(50, 17, -1))
    assert found.values[:10] == tuple(EXAMPLE["base_round_1"].values())
    assert found.values[-1] == EXAMPLE["lowest_base"]


def test_40_players_begin_with_60_down_to_21() -> None:
    assert first_values(season(40)).values == tuple(range(60, 20, -1))
    assert [usual_maximum(each["n"]) for each in book("rules")["examples"]] == [60, 50]


def test_after_round_1_every_sum_and_every_new_value_is_as_printed() -> None:
    of = ten("round_1", rules=KeizerRules(maximum=50))
    found = recalculated(of, first_values(of))
    rows = EXAMPLE["after_round_1"]
    assert [NAMES[seat] for seat in found.listing.order] == [row["name"] for row in rows]
    for row in rows:
        seat = NAMES.index(row["name"])
        assert Fraction(found.totals[seat], found.unit) == Fraction(row["accumulated"])
        assert found.listing.values[seat] == row["base_round_2"]
        lines = working_of(of, found.counting, seat)
        assert [line.product for line in lines] == [Fraction(term) for term in row["terms"]]


@pytest.mark.parametrize(
    ("own", "printed"),
    [
        pytest.param(OwnValue.IN_FORCE, "after_round_2", id="the printed table"),
        pytest.param(
            OwnValue.ORIGINAL, "variant_text_rule (own ORIGINAL base kept)", id="the sentence"
        ),
    ],
)
def test_after_round_2_all_games_are_counted_anew(own: OwnValue, printed: str) -> None:
    of = ten("round_1", "round_2", rules=KeizerRules(own_value=own))
    before = as_printed(EXAMPLE["after_round_1"], "base_round_2")
    found = recalculated(of, before)
    rows = EXAMPLE[printed]
    assert [NAMES[seat] for seat in found.listing.order] == [row["name"] for row in rows]
    for row in rows:
        seat = NAMES.index(row["name"])
        lines = working_of(of, found.counting, seat)
        assert [line.product for line in lines] == [Fraction(term) for term in row["terms"]]
        assert Fraction(found.totals[seat], found.unit) == Fraction(row["accumulated"])
        assert found.listing.values[seat] == row["base_round_3"]


@pytest.mark.parametrize("row", book("rules")["no_show_examples_derived"])
def test_who_stays_away_gets_a_third_or_two_and_who_rests_the_whole_own_value(
    row: dict[str, Any],
) -> None:
    """45 brings 15, 30 and 45; 50 brings 50/3, 100/3 and 50. Seats 0 to 2, no-shows against 3."""
    base = row["own_base"]
    of = season(
        5,
        Round(
            boards=((0, 3), (1, 4)),
            results=bytes([GameResult.BLACK_WINS_BY_FORFEIT] * 2),
            byes=((2, ByeKind.PAIRING_ALLOCATED),),
        ),
        absences={(1, 1): Absence.JUSTIFIED},
        rules=KeizerRules(own_value=OwnValue.NONE),
    )
    found = totals(of, Counting(values=(base, base, base, 0, 0)))
    expected = (row["unjustified"], row["justified"], row["bye"])
    assert found[:3] == tuple(Fraction(str(each).split(" =")[0]) for each in expected)


def test_whoever_came_gets_the_whole_value_of_the_no_show() -> None:
    of = season(2, Round(boards=((0, 1),), results=bytes([GameResult.WHITE_WINS_BY_FORFEIT])))
    assert totals(of, Counting(values=(3, 2))) == (Fraction(5), Fraction(8, 3))


def test_equal_totals_keep_the_order_of_before() -> None:
    """0 and 1 draw with values that make 2 + 1/2 = 2.5 and 1 + 1 = 2; 2 and 3 have 1 each."""
    of = season(4, Round(boards=((0, 1),), results=bytes([GameResult.DRAW])))
    before = KeizerList(order=(3, 2, 1, 0), values=(3, 3, 3, 3), maximum=6)
    assert recalculated(of, before).listing.order == (1, 0, 3, 2)
