"""Unplayed rounds as FIDE counts them: articles 15.2 and 16 of C.07, each case calculated."""

from fractions import Fraction

import pytest

from dsl.crosstables import crosstable
from dsl.tiebreaking import BEFORE, IN_FORCE, by_schedule, exactly, shown, working
from planilla.domain.tiebreaks.tiebreak import Note

# FIDE's exercise: five rounds, 3½ points with a half-point bye in round 2. The opponents 2, 3, 4
# and 5 have 3, 4, 2½ and 2 points (their own rounds without 1 are byes): 11½.
HALF_POINT_BYE = crosstable(
    5,
    "1 2 1-0, 3 F, 4 Z, 5 Z",
    "1 H, 2 Z, 3 F, 4 F, 5 Z",
    "1 3 1-0, 2 F, 4 Z, 5 H",
    "1 4 ½-½, 2 F, 3 F, 5 F",
    "1 5 ½-½, 2 F, 3 F, 4 F",
)

# FIDE's exercise: 2½ points with a forfeit win over 2, whose adjusted score is 1½ (one point, and
# half for the last round, which he asked not to play). The others have 4½, 3½, 1½ and 1½: 11.
FORFEIT_WIN = crosstable(
    6,
    "1 2 +/-, 3 F, 4 F, 5 Z, 6 Z",
    "1 3 ½-½, 2 Z, 4 F, 5 Z, 6 Z",
    "1 4 ½-½, 2 Z, 3 F, 5 Z, 6 Z",
    "1 5 ½-½, 2 F, 3 F, 4 Z, 6 H",
    "1 6 0-1, 2 Z, 3 F, 4 F, 5 F",
)


@pytest.mark.parametrize(
    ("edition", "value"),
    [
        # 16.4.2: the dummy has 3½ points, at most a draw for each of five rounds: 2½.
        pytest.param(IN_FORCE, "14", id="2026: 11½ + 2½"),
        pytest.param(BEFORE, "15", id="2024: 11½ + 3½, the own score"),
    ],
)
def test_the_exercise_with_a_half_point_bye(edition: str, value: str) -> None:
    assert shown("PTS", HALF_POINT_BYE) == exactly("3.5 3 4 2.5 2")
    assert shown("BH", HALF_POINT_BYE, (0,), edition) == exactly(value)


@pytest.mark.parametrize(
    ("edition", "value"),
    [
        # 16.4.1: the dummy has at most the adjusted score of who did not come: 1½.
        pytest.param(IN_FORCE, "12.5", id="2026: 11 + 1½"),
        pytest.param(BEFORE, "13.5", id="2024: 11 + 2½, the own score"),
    ],
)
def test_the_exercise_with_a_forfeit_win(edition: str, value: str) -> None:
    assert shown("PTS", FORFEIT_WIN, (0, 1)) == exactly("2.5 1")
    assert shown("BH", FORFEIT_WIN, (0,), edition) == exactly(value)


@pytest.mark.parametrize("edition", [IN_FORCE, BEFORE])
@pytest.mark.parametrize(
    ("later", "total"),
    [
        pytest.param(("2 U",), "1.5", id="16.3.1 the pairing-allocated bye: what it brought"),
        pytest.param(("2 F",), "1.5", id="16.3.1 a full-point bye"),
        pytest.param(("2 3 +/-",), "1.5", id="16.3.1 a forfeit win"),
        pytest.param(("2 Z", "2 3 0-1"), "0.5", id="16.3.1 a bye that a game follows"),
        pytest.param(("2 Z", "2 U"), "1.5", id="16.3.1 a bye that the full bye follows"),
        pytest.param(("2 3 -/+",), "0.5", id="16.3.1 a forfeit loss, also in the last round"),
        pytest.param(("2 Z",), "1", id="16.3.2 a zero-point bye in the last round is a draw"),
        pytest.param(("2 H",), "1", id="16.3.2 a half-point bye is one anyway"),
        pytest.param(("",), "1", id="16.3.2 an absence"),
        pytest.param(("2 Z", "2 Z"), "1.5", id="16.3.2 who withdrew: a draw for each round"),
        pytest.param(("2 Z", "2 3 -/+"), "1", id="16.3.2 a bye that a forfeit loss follows"),
        pytest.param(("2 3 -/+", "2 Z"), "1", id="16.3.2 a bye after a forfeit loss"),
        pytest.param(("2 Z", "2 3 *"), "0.5", id="a game that is still open follows it too"),
    ],
)
def test_what_an_opponent_is_worth(later: tuple[str, ...], total: str, edition: str) -> None:
    """2 drew with 1 in the first round; 1 has forfeits alone afterwards, won against 4."""
    rounds = [", ".join(filter(None, (each, "1 4 -/+"))) for each in later]
    table = crosstable(4, "1 2 ½-½", *rounds)
    (value,) = [term.value for term in working("BH", table, 0, edition=edition).terms][:1]
    assert Fraction(value, 2) == Fraction(total)


@pytest.mark.parametrize(
    ("of_the_last", "capped", "article", "before"),
    [
        # 1 has 2 points before; 3 has 1 from a bye. Three rounds: 1½ at most without opponent.
        pytest.param("1 U", "1.5", "16.4.2", "3", id="the pairing-allocated bye"),
        pytest.param("1 F", "1.5", "16.4.2", "3", id="a full-point bye"),
        pytest.param("1 H", "1.5", "16.4.2", "2.5", id="a half-point bye"),
        pytest.param("1 Z", "1.5", "16.4.2", "2", id="a zero-point bye"),
        pytest.param("1 3 +/-", "1", "16.4.1", "3", id="a forfeit win: at most the opponent's"),
        pytest.param("1 3 -/+", "2", "16.4.1", "2", id="a forfeit loss: the own score is less"),
    ],
)
def test_the_dummy_of_an_own_unplayed_round(
    of_the_last: str, capped: str, article: str, before: str
) -> None:
    table = crosstable(4, "1 2 1-0, 3 Z", "1 4 1-0, 3 F", of_the_last)
    term = working("BH", table, 0, edition=IN_FORCE).terms[2]
    assert (Fraction(term.value, 2), term.article) == (Fraction(capped), article)
    assert (term.opponent, term.note) == (None, Note.DUMMY)
    term = working("BH", table, 0, edition=BEFORE).terms[2]
    assert (Fraction(term.value, 2), term.article) == (Fraction(before), "16.4")


def test_the_dummy_counts_in_sonneborn_berger_with_the_points_awarded() -> None:
    # 1 beat 2 (0 points, and a draw for the last round: ½) and had the bye: 2 points of 2 rounds.
    table = crosstable(2, "1 2 1-0", "1 U")
    # The dummy has 1, a draw for each round: 1 × ½ + 1 × 1; before 2026 it had 2.
    assert shown("SB", table, (0,)) == exactly("1.5")
    assert shown("SB", table, (0,), BEFORE) == exactly("2.5")


def test_the_own_score_of_the_dummy_is_the_real_one_and_the_cap_in_the_own_points() -> None:
    # With 3-1-0 a draw is 1: 1 has 3 + 3 points, the cap of two rounds is 2; 2 is worth 0 + 1.
    table = crosstable(2, "1 2 1-0", "1 U", point_system="3-1-0")
    assert shown("BH", table, (0,)) == exactly("3")
    # 2 has 0 points himself, though he is worth 1: his dummy has 0; 1 brings his 6.
    assert shown("BH", table, (1,)) == exactly("6")


def test_part_way_the_cap_is_of_the_rounds_so_far() -> None:
    """Reading 1: the announced nine rounds do not count yet."""
    table = crosstable(1, "1 U", "1 U", "", "")
    assert shown("BH", table) == exactly("8")


def test_a_round_without_result_is_no_element() -> None:
    table = crosstable(2, "1 2 1-0", "2 1 *")
    assert [term.round for term in working("BH", table, 0, edition=IN_FORCE).terms] == [1]


# --- predetermined pairings, 15.2 ----------------------------------------------------------------

# Three who meet all; 1 beat 2, 3 did not come against 1, 2 and 3 drew: 2, ½, ½ and a free round.
ALL_PLAY_ALL = by_schedule(crosstable(3, "1 2 1-0, 3 U", "3 1 -/+, 2 U", "2 3 ½-½, 1 U"))


def test_in_a_round_robin_a_forfeit_is_a_game_and_a_free_round_nothing() -> None:
    assert shown("PTS", ALL_PLAY_ALL, (1, 2)) == exactly("1.5 1.5")
    terms = working("SB", ALL_PLAY_ALL, 0, edition=IN_FORCE).terms
    assert [(term.round, term.opponent, term.note, term.article) for term in terms] == [
        (1, 1, Note.PLAYED, ""),
        (2, 2, Note.FORFEIT, "15.2"),
    ]
    # 1 × 1½ + 1 × 1½; 2: ½ × 1½; 3: the game lost by forfeit is a game lost.
    assert shown("SB", ALL_PLAY_ALL) == exactly("3 0.75 0.75")


@pytest.mark.parametrize(
    ("code", "values"),
    [
        pytest.param("WON", "2 0 0", id="a forfeit win is a win"),
        pytest.param("BPG", "1 1 1", id="a forfeit won with Black is a game with Black"),
        pytest.param("BWG", "1 0 0", id="and won"),
        pytest.param("REP", "3 3 2", id="a forfeit loss was not played"),
    ],
)
def test_own_results_in_a_round_robin(code: str, values: str) -> None:
    assert shown(code, ALL_PLAY_ALL) == exactly(values)


def test_where_pairings_are_not_predetermined_no_forfeit_is_a_game() -> None:
    table = crosstable(2, "1 2 -/+", "1 2 +/-")
    assert shown("WON", table) == exactly("0 0")
    assert shown("BPG", table) == exactly("0 0")
    assert shown("WIN", table) == exactly("1 1")
    assert shown("REP", table) == exactly("1 1")
