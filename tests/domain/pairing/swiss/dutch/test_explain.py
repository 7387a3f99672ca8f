"""One paired bracket written down: why each board, why each floater, the how manyth candidate."""

from typing import Any

import pytest

from dsl.crosstables import crosstable
from dsl.dutch_brackets import colours, field, steps
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.floats import Float
from planilla.domain.pairing.swiss.dutch.edition import LIBRO, OF_2012, OF_2017, OF_2026, Edition
from planilla.domain.pairing.swiss.dutch.explain import bracket_of
from planilla.domain.pairing.swiss.dutch.prospects import foresee
from planilla.domain.pairing.swiss.players import SwissPlayer
from planilla.domain.pairing.system import Instead, Pairing, PairingInput, PairingStep, Remark
from planilla.domain.vocabulary import Colour

NEW = PairingInput(crosstable=crosstable(12), present=())
LATER = PairingInput(crosstable=crosstable(12, "1 2 1-0"), present=())


def told(
    players: tuple[SwissPlayer, ...],
    edition: Edition = OF_2026,
    number: int = 0,
    given: PairingInput = LATER,
) -> PairingStep:
    step = steps(players, edition)[number]
    return bracket_of(step, given, edition, foresee(players, edition))


def meetings(bracket: PairingStep) -> dict[frozenset[int], str]:
    return {frozenset((each.white, each.black)): each.meeting for each in bracket.boards}


def test_the_first_candidate_is_told_as_such() -> None:
    bracket = told(field([4] * 4))
    assert set(meetings(bracket).values()) == {"first"}
    assert all(board.instead is None for board in bracket.boards)
    assert bracket.remarks == (Remark(code="at-bounds"),)


def test_a_transposition_is_told_for_the_boards_that_changed() -> None:
    bracket = told(field([4] * 6, [(0, 3)]))
    # S1 0 1 2 against 4 3 5, the third of six orders: 2 is untouched.
    assert meetings(bracket) == {
        frozenset((0, 4)): "transposition",
        frozenset((1, 3)): "transposition",
        frozenset((2, 5)): "first",
    }
    assert bracket.remark("transposition") == Remark(code="transposition", count=2)
    assert [each.instead for each in bracket.boards if each.instead] == [
        Instead(seat=3, article="C1")
    ]


def test_an_exchange_is_told_for_who_changed_halves() -> None:
    bracket = told(field([4] * 4, [(1, 2), (1, 3)]))
    assert meetings(bracket) == {frozenset((0, 1)): "exchange", frozenset((2, 3)): "exchange"}
    assert bracket.remark("exchange") == Remark(code="exchange", groups=((1,), (2,)), count=1)


def test_criteria_are_told_in_their_order_and_those_broken_with_how_often() -> None:
    bracket = told(field([4] * 4, played=colours("W", "W", "W", "B")))
    assert bracket.criteria == tuple(f"C{number}" for number in range(10, 22))
    # Three strong preferences for Black among four: one cannot be granted.
    assert bracket.given_up == {"C12": 1, "C13": 1}
    assert sum(board.same_preference for board in bracket.boards) == 1


@pytest.mark.parametrize(
    ("players", "edition", "number", "reasons"),
    [
        pytest.param(field([4] * 3 + [2]), OF_2026, 0, {2: "odd"}, id="odd"),
        pytest.param(field([4] * 3), OF_2026, 0, {2: "bye"}, id="bye"),
        pytest.param(
            field([4, 4, 2, 2], [(0, 1)]), OF_2026, 0, dict.fromkeys((0, 1), "no-opponent"),
            id="have met",
        ),
        pytest.param(
            field([4, 4, 4, 2], [(0, 2), (1, 2)]), LIBRO, 0, {2: "no-opponent"}, id="lonely"
        ),
        pytest.param(
            field([4, 4, 2, 2], [(2, 3)]), OF_2017, 0, dict.fromkeys((0, 1), "C.4"), id="C.4"
        ),
        pytest.param(
            field([4, 4, 4, 4, 2, 2], [(4, 5)]), OF_2012, 0, dict.fromkeys((2, 3), "C13"),
            id="C13",
        ),
    ],
)  # fmt: skip
def test_who_leaves_is_told_with_the_reason(
    players: tuple[SwissPlayer, ...], edition: Edition, number: int, reasons: dict[int, str]
) -> None:
    bracket = told(players, edition, number)
    assert {each.seat: each.reason for each in bracket.floaters} == reasons
    assert bracket.bye == next((seat for seat, why in reasons.items() if why == "bye"), None)


def test_who_is_lower_and_stays_is_told_with_the_article() -> None:
    bracket = told(field([4] * 3 + [2], last_float={2: Float.DOWN}))
    assert [(each.seat, each.instead) for each in bracket.floaters] == [
        (1, Instead(seat=2, article="C14"))
    ]


def test_the_colour_drawn_is_that_of_odd_numbers() -> None:
    bracket = told(field([0] * 4), given=NEW)
    assert [(each.white, each.black, each.colour_rule) for each in bracket.boards] == [
        (0, 2, "E5"),
        (3, 1, "E5"),
    ]


def test_two_who_are_kept_apart_are_told_as_such() -> None:
    answer = _paired(
        "swiss-dutch-2026",
        crosstable=crosstable(4),
        present=(0, 1, 2, 3),
        forbidden=frozenset({(0, 2)}),
    )
    (bracket,) = answer.explanation.steps
    instead = {frozenset((each.white, each.black)): each.instead for each in bracket.boards}
    assert instead == {
        frozenset((0, 3)): Instead(seat=2, article="C.04.2"),
        frozenset((1, 2)): None,
    }


def _paired(name: str, **given: Any) -> Pairing:
    answer = SYSTEMS[name].answer(PairingInput(first_colour=Colour.WHITE, **given))
    assert isinstance(answer, Pairing)
    return answer
