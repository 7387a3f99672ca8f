"""What is read from the crosstable about one player."""

import pytest
from hypothesis import given
from msgspec import structs

from dsl.crosstables import crosstable
from dsl.dutch_worlds import before, tournaments
from planilla.domain.pairing.floats import Float
from planilla.domain.pairing.matching import bits
from planilla.domain.pairing.swiss.dutch.edition import LIBRO, OF_2012, OF_2017, OF_2026, Edition
from planilla.domain.pairing.swiss.dutch.graph import may_meet, opponents_of
from planilla.domain.pairing.swiss.players import (
    SwissPlayer,
    by_pairing_number,
    by_participation,
    half_of_maximum,
    players_of,
    side_of,
)
from planilla.domain.pairing.system import PairingInput

EDITIONS = pytest.mark.parametrize(
    "edition", [LIBRO, OF_2012, OF_2017, OF_2026], ids=lambda edition: str(edition.name)
)
DOWN, NONE = Float.DOWN, Float.NONE


def everybody(
    size: int, *rounds: str, accelerated: tuple[tuple[int, ...], ...] = ()
) -> PairingInput:
    return PairingInput(
        crosstable=crosstable(size, *rounds), present=tuple(range(size)), accelerated=accelerated
    )


def by_number(asked: PairingInput, edition: Edition) -> dict[int, SwissPlayer]:
    return {player.seat + 1: player for player in players_of(asked, edition.reading)}


def test_players_are_ranked_by_score_and_then_by_pairing_number() -> None:
    # A.2: after round 6 of the book's open 9 leads, then 1, 5, and seven with four points.
    ranked = [player.seat + 1 for player in players_of(before(7), LIBRO.reading)]
    assert ranked[:10] == [9, 1, 5, 2, 6, 8, 11, 12, 16, 17]


def test_only_the_last_round_has_top_scorers() -> None:
    # Six rounds played: more than three points of six (A10).
    assert half_of_maximum(before(6)) is None
    assert half_of_maximum(before(7)) == 12
    players = players_of(before(7), LIBRO.reading)
    top = [player.seat + 1 for player in players if player.top_scorer]
    assert len(top) == 15
    assert 24 in top
    assert 4 not in top


def test_a_game_not_played_is_no_meeting() -> None:
    asked = PairingInput(crosstable=crosstable(4, "1 2 +/-, 3 4 *"), present=(0, 1, 2, 3))
    players = by_number(asked, LIBRO)
    assert [list(bits(players[number].met)) for number in (1, 2, 3, 4)] == [[], [], [3], [2]]


@pytest.mark.no_cover
@EDITIONS
@given(world=tournaments(size_max=14))
def test_the_sets_of_opponents_are_those_who_may_meet(
    edition: Edition, world: PairingInput
) -> None:
    players = players_of(world, edition.reading)
    for place, opponents in enumerate(opponents_of(players, edition)):
        assert list(bits(opponents)) == [
            other
            for other in range(len(players))
            if other != place and may_meet(players[place], players[other], edition)
        ]


# What a round without a game means: one row for each kind, as FIDE's texts of 2017 (A.4.b, C.2)
# and 2026 (1.4.3, C2; C.04.1, 4; C.04.2, 3.4 and 3.5) have it.
@pytest.mark.parametrize(
    ("played", "number", "bars_2026", "bars_2017", "float_2026", "float_2017"),
    [
        pytest.param("2 3 1-0, 1 U", 1, True, True, DOWN, DOWN, id="U: the bye"),
        pytest.param("1 2 +/-, 3 Z", 1, True, True, DOWN, DOWN, id="+: forfeit win"),
        pytest.param("1 2 +/-, 3 Z", 2, False, False, NONE, DOWN, id="-: forfeit loss"),
        pytest.param("1 2 -/-, 3 Z", 1, False, False, NONE, DOWN, id="-: both away"),
        pytest.param("2 3 1-0, 1 F", 1, True, False, DOWN, DOWN, id="F: full point"),
        pytest.param("2 3 1-0, 1 H", 1, False, False, DOWN, DOWN, id="H: half point"),
        pytest.param("2 3 1-0, 1 Z", 1, False, False, NONE, DOWN, id="Z: nothing"),
        pytest.param("2 3 1-0", 1, False, False, NONE, DOWN, id="blank: absence"),
    ],
)
def test_a_round_without_a_game_in_2017_and_2026(
    played: str,
    number: int,
    *,
    bars_2026: bool,
    bars_2017: bool,
    float_2026: Float,
    float_2017: Float,
) -> None:
    asked = everybody(3, played)
    of_2026, of_2017 = by_number(asked, OF_2026)[number], by_number(asked, OF_2017)[number]
    assert of_2026.may_have_bye is not bars_2026
    assert of_2017.may_have_bye is not bars_2017
    assert (of_2026.last_float, of_2017.last_float) == (float_2026, float_2017)
    for player in (of_2026, of_2017):
        # No colour, nobody met, and one more round without a game (C9).
        assert (player.played, player.met, player.unplayed) == ((), 0, 1)


@pytest.mark.parametrize("result", ["1-0", "½-½", "0-1"])
def test_a_short_game_is_a_game(result: str) -> None:
    asked = everybody(3, f"1 2 {result}, 3 U")
    for edition in (OF_2017, OF_2026):
        player = by_number(asked, edition)[1]
        assert (player.may_have_bye, player.last_float, player.unplayed) == (True, NONE, 0)
        assert (len(player.played), list(bits(player.met))) == (1, [1])


def test_floats_are_looked_up_by_rounds_of_the_tournament() -> None:
    # 1 had the bye, played, and was absent: in 2026 the last two rounds hold no float.
    asked = everybody(3, "2 3 ½-½, 1 U", "1 2 1-0, 3 H", "2 3 ½-½")
    one = by_number(asked, OF_2026)[1]
    assert (one.float_before, one.last_float) == (DOWN, NONE)
    three = by_number(everybody(3, "2 3 ½-½, 1 U", "1 2 1-0, 3 H"), OF_2026)[3]
    assert (three.float_before, three.last_float) == (NONE, DOWN)


def test_odd_and_even_leave_out_who_has_never_been_there() -> None:
    # The ruling's example: of ten, 1 and 3 are absent from round 1. The first pair is 2 against
    # 7, and 2 has the number 1: the drawn colour.
    asked = PairingInput(crosstable=crosstable(10), present=(1, *range(3, 10)))
    assert [by_participation(asked)[seat] for seat in asked.present] == [*range(1, 9)]
    assert list(by_pairing_number(asked)) == [*range(1, 11)]
    first = players_of(asked, OF_2026.reading)[0]
    assert (first.seat + 1, side_of(first).ordinal % 2) == (2, 0)


@pytest.mark.parametrize(
    ("earlier", "counts"),
    [
        pytest.param("1 2 1-0", True, id="a game"),
        pytest.param("2 3 1-0, 1 U", True, id="the bye"),
        pytest.param("1 2 +/-", True, id="a forfeit win"),
        pytest.param("1 2 -/+", True, id="a forfeit loss"),
        pytest.param("1 2 -/-", True, id="both away"),
        pytest.param("2 3 1-0, 1 F", False, id="a full point by request"),
        pytest.param("2 3 1-0, 1 H", False, id="half a point by request"),
        pytest.param("2 3 1-0, 1 Z", False, id="nothing by request"),
        pytest.param("2 3 1-0", False, id="an absence"),
    ],
)
def test_who_took_part_in_an_earlier_round_is_counted(earlier: str, counts: bool) -> None:
    # 1 is absent now; 2 is the second if 1 has been there, and otherwise the first.
    asked = PairingInput(crosstable=crosstable(4, earlier), present=(1, 2, 3))
    assert by_participation(asked)[1] == (2 if counts else 1)


def test_the_editions_number_by_participation_since_2017() -> None:
    asked = PairingInput(crosstable=crosstable(3), present=(1, 2))
    assert [by_number(asked, edition)[2].number for edition in (LIBRO, OF_2012)] == [2, 2]
    assert [by_number(asked, edition)[2].number for edition in (OF_2017, OF_2026)] == [1, 1]


@EDITIONS
def test_forbidden_pairs_may_not_meet_either_way(edition: Edition) -> None:
    asked = structs.replace(everybody(4), forbidden=frozenset({(0, 2), (0, 3)}))
    players = by_number(asked, edition)
    assert [list(bits(players[number].met)) for number in (1, 2, 3, 4)] == [[2, 3], [], [0], [0]]
    assert not may_meet(players[1], players[3], edition)
    assert not may_meet(players[4], players[1], edition)
    assert may_meet(players[1], players[2], edition)


@EDITIONS
def test_accelerated_scores_rank_and_float(edition: Edition) -> None:
    # 2 won, but 1, who lost, has a fictitious point more in both rounds: one point each.
    asked = everybody(2, "1 2 0-1", accelerated=((2, 2), (0, 0)))
    players = players_of(asked, edition.reading)
    assert [(player.seat, player.score) for player in players] == [(0, 2), (1, 2)]
    # They met with one fictitious point and none.
    assert [player.last_float for player in players] == [Float.DOWN, Float.UP]


@EDITIONS
def test_a_top_scorer_has_half_of_the_points_without_the_fictitious_ones(edition: Edition) -> None:
    # One round of two played: more than half a point. 1 drew, 3 won.
    asked = everybody(4, "1 2 ½-½, 3 4 1-0", accelerated=((2, 2), (0, 0), (0, 0), (0, 0)))
    last = structs.replace(asked, crosstable=structs.replace(asked.crosstable, rounds_planned=2))
    players = by_number(last, edition)
    assert players[1].score == 3
    assert [number for number, player in players.items() if player.top_scorer] == [3]
