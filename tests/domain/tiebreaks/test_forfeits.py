"""The modifier /P: forfeits count as games."""

import pytest

from dsl.crosstables import crosstable
from dsl.tiebreaking import IN_FORCE, shown, working
from planilla.domain.tiebreaks.tiebreak import Note

# 1 beat 2 and won against 3 by forfeit; 3 beat 4 and then 2; 4 was absent at the end.
TABLE = crosstable(4, "1 2 1-0, 3 4 1-0", "1 3 +/-, 2 4 1-0", "2 3 0-1, 1 4 1-0")


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        # 1 has 3 points, 3 has 2, 2 has 1, 4 none. The dummy has the 2 of 3 as well: no change.
        pytest.param("BH", (1 + 2 + 0, 0, 0, 0), id="dummy of the winner"),
        pytest.param("BH/P", (1 + 2 + 0, 0, 0, 0), id="opponent of the winner"),
    ],
)
def test_a_forfeit_win(code: str, expected: tuple[int, ...]) -> None:
    assert shown(code, TABLE, [0]) == expected[:1]


def test_with_forfeits_played_the_opponent_counts() -> None:
    # 3 lost against 1 by forfeit: the dummy has its own 2 points, the opponent had 3.
    assert list(shown("BH", TABLE, [2])) == [0 + 2 + 1]
    assert list(shown("BH/P", TABLE, [2])) == [0 + 3 + 1]
    terms = working("BH/P", TABLE, 2, edition=IN_FORCE).terms
    assert [(term.opponent, term.note) for term in terms] == [
        (3, Note.PLAYED),
        (0, Note.FORFEIT),
        (1, Note.PLAYED),
    ]
    assert terms[1].article == "16.6"


def test_a_forfeit_that_counts_is_not_cut_first() -> None:
    # The lowest is 4's 0; without /P the forfeit lost is cut in its place (16.5).
    assert list(shown("BH/C1", TABLE, [2])) == [0 + 1]
    assert list(shown("BH/C1/P", TABLE, [2])) == [3 + 1]
