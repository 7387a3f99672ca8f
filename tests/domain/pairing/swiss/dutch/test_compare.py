"""Where another pairing parts from the engine's: one case for each criterion."""

import pytest

from dsl.crosstables import crosstable
from dsl.dutch_brackets import alone, steps
from dsl.dutch_worlds import before, paired, player
from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.pairing.floats import Float
from planilla.domain.pairing.swiss.dutch.brackets import BracketStep, ScoreBracket
from planilla.domain.pairing.swiss.dutch.compare import first_difference
from planilla.domain.pairing.swiss.dutch.edition import LIBRO
from planilla.domain.pairing.swiss.dutch.judge import difference_of_pairs
from planilla.domain.pairing.swiss.dutch.prospects import foresee
from planilla.domain.pairing.swiss.players import SwissPlayer
from planilla.domain.pairing.system import Difference, Explanation, Pairing, PairingInput
from planilla.domain.vocabulary import ByeKind, Colour

Boards = tuple[tuple[Seat, Seat], ...]


def by_hand(boards: Boards, *bye: Seat) -> Pairing:
    return Pairing(
        boards=boards,
        byes=tuple((seat, ByeKind.PAIRING_ALLOCATED) for seat in bye),
        explanation=Explanation(system="by hand"),
    )


def everybody(played: Crosstable) -> PairingInput:
    return PairingInput(crosstable=played, present=tuple(range(played.size)))


SIX = everybody(crosstable(6))
"""Round 1: the engine pairs 0-3, 4-1, 2-5."""
DRAWS = everybody(crosstable(4, "1 3 ½-½, 4 2 ½-½"))
"""0 and 3 are due Black, 1 and 2 White, all with half a point: the engine pairs 1-0 and 2-3."""


@pytest.mark.parametrize(
    ("given", "boards", "bye", "expected"),
    [
        pytest.param(SIX, ((0, 4), (3, 1), (2, 5)), (), ("D1", (0, 3)), id="D1: transposition"),
        pytest.param(SIX, ((0, 1), (4, 2), (3, 5)), (), ("D2", (0, 3)), id="D2: exchange"),
        pytest.param(SIX, ((3, 0), (4, 1), (2, 5)), (), ("E5", (0, 3)), id="E5: colours"),
        pytest.param(SIX, ((0, 3),), (), ("C14", (1, 2, 4, 5)), id="C14: fewer pairs"),
        pytest.param(DRAWS, ((2, 0), (1, 3)), (), ("B1", (0, 2)), id="B1: rematch"),
        pytest.param(DRAWS, ((0, 3), (1, 2)), (), ("B4", (0, 3, 1, 2)), id="B4: colours repeated"),
        pytest.param(DRAWS, ((0, 1), (2, 3)), (), ("E1", (1, 0)), id="E1: both preferences"),
        pytest.param(
            everybody(crosstable(3, "1 2 1-0, 3 U")),
            ((1, 2),),
            (0,),
            ("C14", (0, 2)),
            id="C14: top",
        ),
    ],
)
def test_the_first_criterion_is_named(
    given: PairingInput,
    boards: Boards,
    bye: tuple[Seat, ...],
    expected: tuple[str, tuple[Seat, ...]],
) -> None:
    difference = first_difference(given, by_hand(boards, *bye))
    assert difference is not None
    assert (difference.article, difference.seats) == expected


def test_the_counts_compared_are_given() -> None:
    assert first_difference(DRAWS, by_hand(((0, 3), (1, 2)))) == Difference(
        article="B4", points=1, seats=(0, 3, 1, 2), engine=0, other=2
    )


def test_the_order_of_boards_is_no_difference() -> None:
    given = before(4)
    boards = paired(given).boards
    assert first_difference(given, by_hand(boards[::-1])) is None


def test_there_is_nothing_to_compare_with_where_no_pairing_is() -> None:
    assert first_difference(everybody(crosstable(2, "1 2 1-0")), by_hand(((0, 1),))) is None
    assert first_difference(everybody(crosstable(0)), by_hand(())) is None


def test_somebody_unknown_on_a_board_is_passed_over() -> None:
    assert first_difference(everybody(crosstable(1)), by_hand(((0, 7),), 0)) is None
    assert first_difference(everybody(crosstable(1)), by_hand(((7, 0),), 0)) is None


def test_b1_a_bye_for_somebody_who_has_had_one() -> None:
    found = difference(step(players(2, 2, 2, barred=(2,)), lowest=True), (0, 1))
    assert (found.article, found.seats) == ("B1", (2,))


def test_b2_two_absolute_preferences() -> None:
    forced = (Colour.WHITE, Colour.WHITE)
    members = (player(0, 2, played=forced), player(1, 2), player(2, 2, played=forced), player(3, 2))
    found = difference(step(members), (0, 2), (1, 3))
    assert (found.article, found.seats) == ("B2", (0, 2))


@pytest.mark.parametrize(
    ("last", "before_last", "article"),
    [
        pytest.param(Float.DOWN, Float.NONE, "B5-down", id="B5"),
        pytest.param(Float.NONE, Float.DOWN, "B6-down", id="B6"),
    ],
)
def test_b5_and_b6_a_floater_again(last: Float, before_last: Float, article: str) -> None:
    members = (player(0, 2), player(1, 2), player(2, 2, last_float=last, float_before=before_last))
    found = difference(step(members), (0, 1))
    assert (found.article, found.seats, found.engine, found.other) == (article, (2,), 0, 1)


def test_b3_a_larger_score_difference() -> None:
    # Half moved down, so one group: 0-1 and 2-3 have differences 0 and 0, 0-2 and 1-3 two and two.
    bracket = ScoreBracket(moved=players(4, 4), residents=players(2, 2, from_seat=2))
    found = difference(alone(bracket), (0, 2), (1, 3))
    assert (found.article, found.engine, found.other) == ("B3", 0, 8)


def test_c14_fewer_moved_down_players() -> None:
    bracket = ScoreBracket(moved=players(4), residents=players(2, 2, 2, from_seat=1))
    found = difference(alone(bracket), (1, 2))
    assert (found.article, found.engine, found.other) == ("C14", 1, 0)


def test_d3_another_set_of_moved_down_players() -> None:
    # Both 0 and 1 may meet 2 only, and the rest each other.
    members = (
        player(0, 4, met=[1, 3, 4, 5, 6]),
        player(1, 4, met=[0, 3, 4, 5, 6]),
        player(2, 2),
        *(player(seat, 2, met=[0, 1]) for seat in (3, 4, 5, 6)),
    )
    bracket = ScoreBracket(moved=members[:2], residents=members[2:])
    found = difference(alone(bracket), (1, 2), (3, 5), (4, 6))
    assert (found.article, found.seats) == ("D3", (0, 2))


def test_d1_another_opponent_of_the_moved_down_player() -> None:
    bracket = ScoreBracket(moved=players(4), residents=players(2, 2, 2, from_seat=1))
    found = difference(alone(bracket), (0, 2), (1, 3))
    assert (found.article, found.seats) == ("D1", (0, 1))


def test_c12_an_earlier_pairing_was_passed_over_for_the_bracket_below() -> None:
    met = {2: [3, 4, 5], 3: [2], 4: [2], 5: [2]}
    scores = (6, 6, 6, 4, 4, 4, 0, 0)
    members = tuple(player(seat, score, met=met.get(seat)) for seat, score in enumerate(scores))
    top = steps(members, LIBRO)[0]
    assert difference(top, (0, 1)).article == "C12"


def test_c13_more_pairs_left_the_lowest_without_pairing() -> None:
    met = {4: [5], 5: [4]}
    members = tuple(
        player(seat, score, met=met.get(seat)) for seat, score in enumerate((2, 2, 2, 2, 0, 0))
    )
    penultimate = steps(members, LIBRO)[0]
    found = difference(penultimate, (0, 2), (1, 3))
    assert (found.article, found.engine, found.other) == ("C13", 1, 2)


def test_c12_fewer_breaches_left_the_lowest_without_pairing() -> None:
    # 2 floated down last round, but only 2 may meet 3, the lowest.
    members = (
        player(0, 2, met=[3]),
        player(1, 2, met=[3]),
        player(2, 2, last_float=Float.DOWN),
        player(3, 0, met=[0, 1]),
    )
    penultimate = steps(members, LIBRO)[0]
    found = difference(penultimate, (0, 2))
    assert (found.article, found.engine, found.other) == ("C12", 1, 0)


def players(
    *scores: int, from_seat: int = 0, barred: tuple[Seat, ...] = ()
) -> tuple[SwissPlayer, ...]:
    return tuple(
        player(seat, score, may_have_bye=seat not in barred)
        for seat, score in enumerate(scores, start=from_seat)
    )


def step(residents: tuple[SwissPlayer, ...], *, lowest: bool = False) -> BracketStep:
    bracket = ScoreBracket(moved=(), residents=residents, lowest=lowest)
    return alone(bracket)


def difference(at: BracketStep, *boards: tuple[Seat, Seat]) -> Difference:
    by_seat = {member.seat: member for member in at.bracket.everybody}
    theirs = [(by_seat[one], by_seat[other]) for one, other in boards]
    prospects = foresee(at.bracket.everybody, LIBRO)
    found = difference_of_pairs(at, theirs, LIBRO, prospects)
    assert found is not None
    return found
