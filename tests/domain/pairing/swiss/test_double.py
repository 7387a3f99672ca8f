"""The Double-Swiss System by its colour rules; its brackets are those of the team system."""

import pytest
from msgspec.structs import replace

from dsl.team_rounds import by_meetings, in_colours, numbers, side
from planilla.domain.crosstable import Round
from planilla.domain.pairing.colours import colour_for
from planilla.domain.pairing.swiss.double import COLOUR_RULES, SWISS_DOUBLE
from planilla.domain.pairing.system import ColourType, Pairing
from planilla.domain.vocabulary import Colour, GameResult

COLOURS = (
    # higher ranked, other, colour of the higher in the first game, rule
    ("", "", "W", "double-lot"),
    ("WB", "B", "B", "double-fewer"),
    ("B", "WB", "W", "double-fewer"),
    ("WB", "BW", "W", "double-latest"),
    ("WB", "WB", "W", "double-first"),
    ("", "B", "B", "double-other"),
)


@pytest.mark.parametrize(("higher", "other", "expected", "rule"), COLOURS)
def test_white_in_the_first_game_goes_by_the_first_rule_that_decides(
    higher: str, other: str, expected: str, rule: str
) -> None:
    sides = side(higher, ColourType.NONE), side(other, ColourType.NONE)
    assert colour_for(COLOUR_RULES, *sides, Colour.WHITE) == (in_colours(expected)[0], rule)


def test_colours_decide_nothing_about_who_meets() -> None:
    # 1 to 4 had White in their match, 5 to 8 Black; the first half still meets the second.
    given = by_meetings((2, 2, 2, 2, 0, 0, 0, 0), ())
    played = Round(
        boards=((0, 4), (1, 5), (2, 6), (3, 7)), results=bytes([GameResult.WHITE_WINS] * 4)
    )
    table = replace(given.crosstable, rounds=(played,))
    totals = tuple((0, own[-1]) for own in given.totals)
    answer = SWISS_DOUBLE.answer(replace(given, crosstable=table, totals=totals))
    assert numbers(answer) == {frozenset(pair) for pair in ((1, 3), (2, 4), (5, 7), (6, 8))}


def test_floats_are_free_in_the_last_round_only() -> None:
    # 2 floated in round 2, against 5: 3 goes up to 1 instead, except in the last round.
    totals = ((0, 2, 4), (0, 2, 2), (0, 0, 2), (0, 0, 2), (0, 0, 0), (0, 0, 0))
    given = by_meetings((4, 2, 2, 2, 0, 0), ())
    played = Round(boards=((1, 4),), results=bytes([GameResult.BLACK_WINS]))
    for planned, upfloater in ((9, 2), (4, 2), (3, 1)):
        table = replace(given.crosstable, rounds=(Round(), played), rounds_planned=planned)
        answer = SWISS_DOUBLE.answer(replace(given, crosstable=table, totals=totals))
        assert isinstance(answer, Pairing)
        assert answer.explanation.steps[0].raised == (upfloater,), planned
