"""Points for less points against, and Brightwell, among individuals and for teams."""

import numpy as np
import pytest

from dsl.crosstables import crosstable
from dsl.tiebreaking import BOOK, column, exactly, shown, working
from planilla.domain.tiebreaks import tiebreak_of
from planilla.domain.tiebreaks.contest import NOBODY, Contest, Grid, RoundKind, Tally
from planilla.domain.tiebreaks.tiebreak import Note

# Points: 1 has 2, 2 has 1, 3 and 4 have ½.
FOUR = crosstable(4, "1 2 1-0, 3 4 ½-½", "1 3 1-0, 2 4 1-0")


def tally(unit: int, opponents: list[list[int]], points: list[list[int]]) -> Tally:
    """Games all played, a win worth two units."""
    met = np.array(opponents).T
    return Tally(
        unit=unit,
        win=2,
        draw=1,
        loss=0,
        grid=Grid(
            opponents=met,
            points=np.array(points).T,
            kinds=np.where(met == NOBODY, RoundKind.REQUESTED, RoundKind.PLAYED).astype(np.uint8),
            blacks=np.zeros(met.shape, np.uint8),
            outcomes=np.zeros(met.shape, np.uint8),
        ),
    )


# A-B 4-2, C-D 3-3; A-C 2½-3½, B-D 5-1. Match points: A 2, B 2, C 3, D 1.
MET = [[1, 2], [0, 3], [3, 0], [2, 1]]
TEAMS = Contest(
    tallies={
        "MP": tally(1, MET, [[2, 0], [0, 2], [1, 2], [1, 0]]),
        "GP": tally(2, MET, [[8, 5], [4, 10], [6, 7], [6, 2]]),
    },
    ratings=(0, 0, 0, 0),
    rounds_planned=2,
)


def of_teams(code: str) -> tuple[int, ...]:
    return tuple(tiebreak_of(code, BOOK).values(TEAMS, range(4)))


def test_the_difference_of_individuals_is_wins_less_losses() -> None:
    assert shown("GPD", FOUR, edition=BOOK) == exactly("2 0 -1 -1")


def test_the_difference_of_teams_is_in_game_points() -> None:
    # A: 4-2 and 2½-3½, two more and one less, in half points; D: 3-3 and 1-5.
    assert of_teams("GPD") == (4 - 2, -4 + 8, 0 + 2, 0 - 8)
    assert tiebreak_of("GPD", BOOK).unit(TEAMS) == 2


def test_120_to_100_is_ahead_of_90_to_70() -> None:
    """The difference is 20 for both; the points for decide then, the next of the list."""
    met = [[2], [3], [0], [1]]
    points = [[120], [90], [100], [70]]
    contest = Contest(tallies={"": tally(1, met, points)}, ratings=(0, 0, 0, 0), rounds_planned=1)
    assert tiebreak_of("GPD", BOOK).values(contest, (0, 1)) == [20, 20]
    assert tiebreak_of("PTS", BOOK).values(contest, (0, 1)) == [120, 90]


@pytest.mark.parametrize(
    ("code", "values"),
    [
        pytest.param("GPD", "0 0", id="an unplayed encounter is drawn"),
        pytest.param("GPD/own", "0 0", id="own: likewise"),
        pytest.param("GPD/off", "1 -1", id="off: the forfeit as it was scored, the bye nothing"),
    ],
)
def test_unplayed_encounters(code: str, values: str) -> None:
    table = crosstable(2, "1 2 +/-", "1 U", "1 2 *")
    assert shown(code, table, edition=BOOK) == exactly(values)


def test_the_working_of_the_difference_names_the_encounters() -> None:
    table = crosstable(2, "1 2 1-0", "1 2 +/-", "1 U")
    assert [(term.opponent, term.value, term.note) for term in working("GPD", table, 0).terms] == [
        (1, 2, Note.PLAYED),
        (None, 0, Note.OWN_UNPLAYED),
        (None, 0, Note.OWN_UNPLAYED),
    ]
    off = working("GPD/off", table, 0).terms
    assert [(term.opponent, term.value, term.note) for term in off] == [
        (1, 2, Note.PLAYED),
        (1, 2, Note.FORFEIT),
        (None, 0, Note.NOT_COUNTED),
    ]


@pytest.mark.parametrize(
    ("code", "values"),
    [
        # Margins won: 1 has 2, 2 has 1. Buchholz: 1½, 2½, 2½, 1½.
        pytest.param("BW/K6", "11 16 15 9", id="six times Buchholz"),
        pytest.param("BW/K7", "12.5 18.5 17.5 10.5", id="seven times Buchholz"),
        pytest.param("BW", "11 16 15 9", id="six where nothing is said"),
    ],
)
def test_brightwell_of_individuals(code: str, values: str) -> None:
    assert shown(code, FOUR, edition=BOOK) == exactly(values)


def test_brightwell_of_teams_adds_game_points_to_match_points_of_opponents() -> None:
    # In half points: A won by 2 points and met B (2) and C (3): 2 + 6 × 5 = 32.
    # B won by 4 and met A (2) and D (1); C won by 1 and met D (1) and A (2); D met C (3) and B (2).
    assert of_teams("BW/K6") == (2 * 32, 2 * (4 + 18), 2 * (1 + 18), 2 * 30)
    assert of_teams("BW/K7") == (2 * 37, 2 * 25, 2 * 22, 2 * 35)


@pytest.mark.parametrize(
    ("code", "values"),
    [
        # 1 has one point by forfeit. Adjusted: no margin, oneself in Buchholz: 6 × 1; 2 has none.
        pytest.param("BW", "6 0", id="adjusted"),
        pytest.param("BW/own", "6 0", id="own"),
        # As scored: a margin of 1 and an opponent of 0; 2 lost to an opponent of 1.
        pytest.param("BW/off", "1 6", id="off"),
    ],
)
def test_brightwell_with_a_forfeit(code: str, values: str) -> None:
    assert shown(code, crosstable(2, "1 2 +/-"), edition=BOOK) == exactly(values)


def test_the_working_of_brightwell_tells_margins_buchholz_and_coefficient() -> None:
    worked = working("BW/K7", FOUR, 0)
    assert [(term.opponent, term.value) for term in worked.terms] == [(1, 2), (2, 2)]
    assert [(step.name, step.value) for step in worked.steps] == list(
        zip(
            ("encounter-points", "buchholz", "coefficient", "sum"),
            exactly("2 1.5 7 12.5"),
            strict=True,
        )
    )
    assert column("BW/K7", FOUR, (0,)) == (25,)
