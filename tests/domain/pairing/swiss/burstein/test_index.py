"""The index: Buchholz and Sonneborn-Berger of current scores (C.04.4.2, 1.7)."""

import pytest
from msgspec.structs import replace

from dsl.burstein_rounds import burstein_golden, worked_round
from dsl.crosstables import crosstable
from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.pairing.swiss.burstein.rules import PlayerIndex, indexes
from planilla.domain.pairing.system import PairingInput
from planilla.domain.vocabulary import ByeKind


def index(played: Crosstable, seat: Seat, *absent: Seat) -> PlayerIndex:
    """The index of one player when all but `absent` are there."""
    present = tuple(each for each in range(played.size) if each not in absent)
    return indexes(PairingInput(crosstable=played, present=present))[seat]


def halves(buchholz: float, sonneborn_berger: float) -> PlayerIndex:
    """The two sums in points, which are counted in halves and in quarters."""
    return PlayerIndex(buchholz=round(2 * buchholz), sonneborn_berger=round(4 * sonneborn_berger))


def test_the_indexes_of_the_worked_round_are_as_calculated() -> None:
    printed = burstein_golden("worked_round.json")["index"]
    assert indexes(worked_round()) == tuple(halves(*each) for each in printed.values())


def test_1_7_1_the_scores_are_current_ones() -> None:
    # 1 drew with 2 and beat 3; 2 then beat 4, 3 has nothing: 1½ + 0, ½ x 1½ + 1 x 0.
    played = crosstable(4, "1 2 ½-½, 3 4 0-1", "1 3 1-0, 2 4 1-0")
    assert index(played, 0) == halves(1.5, 0.75)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        # 1 beat 2, who lost to 4 then: 0. Then the own score as the opponent's, times the points.
        pytest.param("U", halves(2, 2), id="the bye: 2 + 0, 1 x 2"),
        pytest.param("F", halves(2, 2), id="a full point: the same"),
        pytest.param("H", halves(1.5, 0.75), id="a half point: 1½, ½ x 1½"),
        pytest.param("Z", halves(1, 0), id="no point: 1, 0 x 1"),
    ],
)
def test_1_7_2_a_round_without_a_game_is_one_against_oneself(
    kind: str, expected: PlayerIndex
) -> None:
    played = crosstable(4, "1 2 1-0, 3 4 0-1", f"4 2 1-0, 1 {kind}, 3 Z")
    assert index(played, 0) == expected


def test_1_7_2_the_opponent_of_a_forfeit_does_not_count() -> None:
    # 1 has the point of a forfeit against 2, who then won twice: 1 x 1 and 1, against oneself.
    played = crosstable(4, "1 2 +/-, 3 4 1-0", "2 3 1-0, 1 4 0-1")
    # And 4, met in round 2, has 1: 1 + 1, and 0 x 1.
    assert index(played, 0) == halves(2, 1)


def test_an_adjourned_game_counts_as_a_draw() -> None:
    # Both have ½: Buchholz ½, Sonneborn-Berger ½ x ½.
    assert index(crosstable(2, "1 2 *"), 0) == halves(0.5, 0.25)


ABSENT_TWICE = crosstable(4, "1 2 1-0, 3 4 1-0", "1 3 1-0, 2 Z", "1 4 1-0")
"""2 played round 1 against 1 and has no point; in rounds 2 (requested) and 3 nobody saw 2."""


def test_1_7_2_a_series_of_absences_up_to_now_counts_as_draws_for_opponents() -> None:
    # 1 met 2 (0 + 2 x ½), 3 (1) and 4 (0): 2; beat them all: 2.
    assert index(ABSENT_TWICE, 0, 1) == halves(2, 2)


def test_1_7_2_whoever_comes_back_breaks_the_series() -> None:
    # The same without the two draws.
    assert index(ABSENT_TWICE, 0) == halves(1, 1)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [(ByeKind.HALF_POINT, halves(1, 1)), (ByeKind.ZERO_POINT, halves(2, 2))],
)
def test_1_7_2_a_half_point_in_this_round_breaks_the_series(
    kind: ByeKind, expected: PlayerIndex
) -> None:
    given = PairingInput(crosstable=ABSENT_TWICE, present=(0, 2, 3), requested=((1, kind),))
    assert indexes(given)[0] == expected


def test_1_7_2_the_own_index_has_the_registered_score() -> None:
    # 2 has nothing: against 1, who has 3, and twice against oneself with 0.
    assert index(ABSENT_TWICE, 1, 1) == halves(3, 0)


def test_1_7_2_only_the_absences_at_the_end_count() -> None:
    # 2 was away in rounds 2 and 4 and played in between: one draw, 0 + ½.
    played = crosstable(4, "1 2 1-0, 3 4 1-0", "1 3 1-0", "2 3 0-1, 1 4 1-0", "1 H, 3 H, 4 H")
    # 1 has 3½: 2 (½), 3 (2½), 4 (½) and the own 3½ for the half point; 3½ and half of 3½.
    assert index(played, 0, 1) == halves(7, 5.25)


def test_1_7_2_a_lost_forfeit_ends_the_series() -> None:
    # 2 forfeited round 2 and is away since: only round 3 counts as a draw, and 1 met 2 in round 1.
    played = crosstable(4, "1 2 1-0, 3 4 1-0", "3 2 +/-, 1 4 1-0", "1 3 1-0")
    # 1 beat 2 (0 + ½), 4 (0) and 3 (2): 2½ and 2½.
    assert index(played, 0, 1) == halves(2.5, 2.5)


def test_fictitious_points_do_not_count() -> None:
    given = worked_round()
    accelerated = replace(given, accelerated=((2, 2, 2, 2),) * 10)
    assert indexes(accelerated) == indexes(given)
