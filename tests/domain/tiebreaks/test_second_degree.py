"""Sum of Buchholz and the tie-breaks of the second degree, each calculated by hand."""

import pytest

from dsl.crosstables import crosstable
from dsl.tiebreaking import BOOK, exactly, shown, working
from planilla.domain.tiebreaks.tiebreak import Note

# Points: 2, 1, ½, ½. Buchholz: 1½, 2½, 2½, 1½. Sonneborn-Berger: 1½, ½, ¼, ¼.
FOUR = crosstable(4, "1 2 1-0, 3 4 ½-½", "1 3 1-0, 2 4 1-0")

# 1 beat 2 and had the bye, 2 was away: points 2 and 0.
TWO = crosstable(2, "1 2 1-0", "1 U, 2 Z")


def test_the_first_degree_that_these_are_made_of() -> None:
    assert shown("BH", FOUR, edition=BOOK) == exactly("1.5 2.5 2.5 1.5")
    assert shown("SB", FOUR, edition=BOOK) == exactly("1.5 0.5 0.25 0.25")


@pytest.mark.parametrize("code", ["SOB", "BH2"])
def test_the_sum_of_the_opponents_buchholz(code: str) -> None:
    # 1 met 2 and 3: 2½ + 2½; 2 met 1 and 4: 1½ + 1½; 3 met 4 and 1; 4 met 3 and 2.
    assert shown(code, FOUR, edition=BOOK) == exactly("5 3 3 5")


def test_points_times_the_opponents_sonneborn_berger() -> None:
    # 1: 1 × ½ + 1 × ¼; 2: 0 × 1½ + 1 × ¼; 3: ½ × ¼ + 0; 4: ½ × ¼ + 0.
    assert shown("SB2", FOUR, edition=BOOK) == exactly("3/4 1/4 1/8 1/8")


@pytest.mark.parametrize(
    ("code", "values"),
    [
        # Totals with draws: 1½ and ½. Buchholz of 1: ½ and his own 2; of 2: 1½ and his own 0.
        pytest.param("SOB", "4 4", id="full: 1½ + 2½ for 1, 2½ + 1½ for 2"),
        pytest.param("SOB/own", "4 4", id="own: Buchholz 2 and 2, 2 + 2 for both"),
        pytest.param("SOB/off", "2 0", id="off: Buchholz 0 and 2, one opponent each"),
        # Sonneborn-Berger of 1: 1 × ½ + ½ × 2; of 2: 0 × 1½ + ½ × 0.
        pytest.param("SB2", "0.75 0", id="full: 1 × 0 + ½ × 1½ for 1, ½ × 0 for 2"),
        # Sonneborn-Berger of 1: 1 × 0 + ½ × 2 = 1.
        pytest.param("SB2/own", "0.5 0", id="own: 1 × 0 + ½ × 1"),
        pytest.param("SB2/off", "0 0", id="off: 1 × 0"),
    ],
)
def test_unplayed_rounds_count_the_own_first_degree(code: str, values: str) -> None:
    assert shown(code, TWO, edition=BOOK) == exactly(values)


def test_the_working_names_the_opponents_and_oneself() -> None:
    worked = working("SB2", TWO, 0)
    assert [(term.opponent, term.note, term.factors) for term in worked.terms] == [
        (1, Note.PLAYED, (2, 0)),
        (None, Note.OWN_UNPLAYED, (1, 6)),
    ]
    # Points in halves, Sonneborn-Berger in quarters: ½ × 1½.
    assert worked.factor_units == (2, 4)
