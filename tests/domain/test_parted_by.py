"""What parted two entrants: the points, or the tie-break that separated them in the end."""

from hypothesis import given
from hypothesis import strategies as st

from dsl.crosstables import crosstable, crosstables
from planilla.domain.crosstable import Crosstable
from planilla.domain.standings import MODES, Announced, parted_by, standings

LISTS = st.sampled_from([(), ("WIN", "BH"), ("DE", "BH", "SB"), ("BH", "DE", "WIN")])
IN_MODE = st.sampled_from(list(MODES))


@given(crosstables(), LISTS, IN_MODE)
def test_two_are_parted_by_the_same_whichever_of_them_is_asked(
    table: Crosstable, codes: tuple[str, ...], mode: str
) -> None:
    announced = Announced(codes=codes, mode=mode)
    rows = standings(table, announced)
    told = {row.seat: parted_by(table, announced, rows, row.seat) for row in rows}
    for one in rows:
        for other in rows:
            parted = told[one.seat].get(other.seat)
            assert parted == told[other.seat].get(one.seat)
            assert (parted is None) == (one.rank == other.rank)
            assert (parted == 0) == (one.points != other.points)


CIRCLE = crosstable(5, "1 2 1-0, 4 5 1-0", "2 3 1-0, 1 4 1-0", "3 1 1-0, 2 4 1-0", "3 5 1-0")
"""1, 2 and 3 have two points and beat one another in a circle; 4 has one, 5 none.

The direct encounter parts nobody. 1 and 2 also met 4, and 3 met 5: Buchholz leaves 3 behind. Then,
where tie-breaks start anew, the direct encounter is asked of 1 and 2 again: 1 beat 2.
"""


def test_after_a_restart_the_tiebreak_that_parts_them_in_the_end_is_told() -> None:
    announced = Announced(codes=("DE", "BH"), mode="subsidiary")
    rows = standings(CIRCLE, announced)
    assert [row.seat + 1 for row in rows] == [1, 2, 3, 4, 5]
    assert parted_by(CIRCLE, announced, rows, 0) == {1: 1, 2: 2, 3: 0, 4: 0}
    assert parted_by(CIRCLE, announced, rows, 3) == {0: 0, 1: 0, 2: 0, 4: 0}


def test_without_a_restart_they_stay_together() -> None:
    announced = Announced(codes=("DE", "BH"), mode="successive")
    rows = standings(CIRCLE, announced)
    assert parted_by(CIRCLE, announced, rows, 0) == {2: 2, 3: 0, 4: 0}
