"""What is cut: articles 14 and 16.5 of C.07, each case calculated."""

import numpy as np
import pytest

from dsl.crosstables import crosstable
from dsl.tiebreaking import BEFORE, BOOK, IN_FORCE, by_schedule, exactly, shown, working
from planilla.domain.tiebreaks.elements import Cuts, Elements, Order, with_cuts

# 1 beats 2, who has 1 point; draws with 3, who has 2½; loses to 4, who has 4; and beats 5, who has
# 2. Where somebody plays nobody, a full-point bye or a game lost to 6 makes up his points.
PLAYED = crosstable(
    8,
    "1 2 1-0, 3 F, 4 F, 5 6 0-1",
    "1 3 ½-½, 4 F, 5 F, 2 6 0-1",
    "1 4 0-1, 3 F, 5 F, 2 6 0-1",
    "1 5 1-0, 2 F, 4 F, 3 6 0-1",
)


def test_the_opponents_have_these_points() -> None:
    assert shown("PTS", PLAYED, (0, 1, 2, 3, 4)) == exactly("2.5 1 2.5 4 2")


@pytest.mark.parametrize("edition", [IN_FORCE, BEFORE])
@pytest.mark.parametrize(
    ("code", "value"),
    [
        pytest.param("BH", "9.5", id="1 + 2½ + 4 + 2"),
        pytest.param("BH/C1", "8.5", id="14.1 without 1"),
        pytest.param("BH/C2", "6.5", id="14.1 without 1 and 2"),
        pytest.param("BH/M1", "4.5", id="14.2 without 1 and 4"),
        pytest.param("BH/M2", "0", id="14.2 nothing is left"),
        pytest.param("BH/C9", "0", id="14.1 nor here"),
        pytest.param("SB", "4.25", id="1 × 1 + ½ × 2½ + 0 × 4 + 1 × 2"),
        pytest.param(
            "SB/C1", "3.25", id="14.1 the opponent with fewest points, not the least product"
        ),
        pytest.param("SB/C2", "1.25", id="14.1 and then the next: 2"),
        pytest.param("SB/M1", "3.25", id="14.2 and the product with the highest, which is 0"),
        pytest.param("PS", "6.5", id="1 + 1½ + 1½ + 2½"),
        pytest.param("PS/C1", "5.5", id="14.1 without the score after round 1"),
        pytest.param("PS/C3", "2.5", id="14.1 without those after rounds 1 to 3"),
    ],
)
def test_cuts_and_medians(code: str, value: str, edition: str) -> None:
    assert shown(code, PLAYED, (0,), edition) == exactly(value)


def test_of_opponents_with_equal_points_the_least_product_is_cut() -> None:
    # 2 and 3 have 1 point each; 1 lost to 2 and beat 3: the 0 is cut.
    table = crosstable(4, "1 2 0-1, 3 F", "1 3 1-0, 2 4 0-1")
    assert shown("SB/C1", table, (0,)) == exactly("1")


# 1 has 2 points in five rounds: he beat 2 (1½) and 3 (3), lost to 4 (4), and stayed away twice.
AWAY = crosstable(
    8,
    "1 2 1-0, 3 F, 4 F, 5 U",
    "1 3 1-0, 2 F, 4 F, 5 U",
    "1 4 0-1, 2 H, 3 F, 5 U",
    "2 8 0-1, 3 F, 4 F",
    "2 8 0-1, 3 7 0-1, 4 6 0-1",
)


@pytest.mark.parametrize(
    ("code", "edition", "value"),
    [
        # The two dummies have 2 points each (at most 2½).
        pytest.param("BH", IN_FORCE, "12.5", id="1½ + 3 + 4 + 2 + 2"),
        pytest.param("BH/C1", IN_FORCE, "10.5", id="a dummy's 2 and not the 1½"),
        pytest.param("BH/C2", IN_FORCE, "8.5", id="and the other dummy"),
        pytest.param("BH/M1", IN_FORCE, "6.5", id="no exception for the highest: the 4"),
        pytest.param("BH/C1/own", BOOK, "11", id="the book cuts the lowest, the 1½"),
    ],
)
def test_a_voluntarily_unplayed_round_is_cut_first(code: str, edition: str, value: str) -> None:
    assert shown("PTS", AWAY, (0, 1, 2, 3)) == exactly("2 1.5 3 4")
    assert shown(code, AWAY, (0,), edition) == exactly(value)


def test_the_working_shows_the_exception() -> None:
    cut = [term for term in working("BH/C1", AWAY, 0, edition=IN_FORCE).terms if term.cut]
    assert [(term.round, term.value, term.article) for term in cut] == [(4, 4, "16.5")]


def test_an_unplayed_round_that_is_lower_than_all_is_cut_without_exception() -> None:
    # 1 has nothing: his dummies have 0, the opponents 1 and 2.
    table = crosstable(3, "1 2 0-1, 3 F", "1 3 0-1, 2 Z", "1 Z, 2 3 0-0")
    cut = [term for term in working("BH/C1", table, 0, edition=IN_FORCE).terms if term.cut]
    assert [(term.round, term.value, term.article) for term in cut] == [(3, 0, "16.4.2")]


@pytest.mark.parametrize(
    ("last", "value"),
    [
        # The half-point bye: a dummy of 1½ (3 rounds) × ½ = ¾; 2 has 0 and brings 0: ¾ is higher.
        pytest.param("1 H", "1", id="a half-point bye: cut, for ¾ is not lower than 0"),
        # A zero-point bye brings 0, as the product with the lowest does: it is cut in its place.
        pytest.param("1 Z", "1", id="a zero-point bye: cut, for 0 is not lower than 0"),
        # The full-point bye is not voluntary: the 0 of 2 is cut, 1 × 1½ remains.
        pytest.param("1 U", "2.5", id="the bye that was allocated is no exception"),
    ],
)
def test_sonneborn_berger_cuts_the_higher_of_the_two(last: str, value: str) -> None:
    # 1 beat 2, who has 0, and 3, who has 1 point; a game on the last day fixes their scores.
    table = crosstable(5, "1 2 1-0, 3 F", "1 3 1-0, 2 5 0-1", f"{last}, 2 5 0-1, 3 4 0-1")
    assert shown("PTS", table, (1, 2)) == exactly("0 1")
    assert shown("SB/C1", table, (0,)) == exactly(value)


def test_a_forfeit_loss_is_an_exception_in_a_swiss_and_none_in_a_round_robin() -> None:
    # 1 has 1 point, 2 none, 3 two: the dummy for 3 has 1, in a round robin 3 counts with his 2.
    table = crosstable(4, "1 2 1-0, 3 4 1-0", "3 1 +/-, 2 4 0-1")
    told = [
        [
            (term.round, term.article)
            for term in working("BH/C1", each, 0, None, IN_FORCE).terms
            if term.cut
        ]
        for each in (table, by_schedule(table))
    ]
    assert told == [[(2, "16.5")], [(1, "")]]


def left(
    totals: list[int], values: list[int], cuts: Cuts, voluntary: list[int] | None = None
) -> list[int]:
    """The rounds (from 0) of one entrant that are not cut."""
    columns = [np.array([each]).T for each in (totals, values, [1] * len(totals), voluntary or [])]
    order = Order(columns[0], columns[1], columns[2] == 1, columns[3] == 1 if voluntary else None)
    found = with_cuts(Elements(columns[1]), order, cuts)
    return [at for at in range(len(totals)) if found.cut is None or not found.cut[at, 0]]


def test_elements_are_cut_in_order_low_ends_first() -> None:
    totals = [3, 1, 4, 1]
    assert left(totals, totals, Cuts(2, 1)) == [0]
    # Of the two opponents with 1 the one with the lower product, then the 4.
    assert left(totals, [6, 2, 8, 1], Cuts(1, 0)) == [0, 1, 2]
    assert left(totals, [6, 2, 8, 1], Cuts(1, 1)) == [0, 1]


def test_what_was_left_unplayed_goes_first_and_lasts_at_the_other_end() -> None:
    # The unplayed 2 goes first, then the lowest of 3, 1, 4; at the other end the highest.
    totals, unplayed = [3, 1, 4, 2], [0, 0, 0, 1]
    assert left(totals, totals, Cuts(1, 0), unplayed) == [0, 1, 2]
    assert left(totals, totals, Cuts(2, 0), unplayed) == [0, 2]
    assert left(totals, totals, Cuts(2, 1), unplayed) == [0]
    assert left(totals, totals, Cuts(3, 3), unplayed) == []
