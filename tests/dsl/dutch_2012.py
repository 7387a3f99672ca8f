"""Rounds of 2012 asked of the engine and of the procedure written out, in printed numbers."""

from collections.abc import Callable
from typing import Any

import pytest

from dsl.dutch_articles import edition_2012
from dsl.dutch_articles import libro as edition_of_the_book
from dsl.dutch_by_hand import round_by_hand
from dsl.dutch_printed import Printed
from dsl.dutch_worlds import as_by_hand, libro
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import PairingInput, System

Round = tuple[set[tuple[int, int]], int | None] | None
Answer = Callable[[PairingInput], Round]
Row = dict[str, Any]


def the_engine() -> System:
    system = SYSTEMS["swiss-dutch-2012"]
    assert system.pair is not None
    return system


def by_the_engine(world: PairingInput) -> Round:
    return as_by_hand(the_engine().answer(world))


def by_hand(world: PairingInput) -> Round:
    return round_by_hand(world, edition_2012)


def by_the_book(world: PairingInput) -> Round:
    answer = as_by_hand(libro().answer(world))
    assert answer == round_by_hand(world, edition_of_the_book)
    return answer


ANSWERS = pytest.mark.parametrize("answer", [by_hand, by_the_engine])
"""Every example is put to both, so that a wrong example shows itself."""


def boards(answer: Answer, world: PairingInput) -> set[tuple[int, int]]:
    found = answer(world)
    assert found is not None
    return found[0]


def pairs(answer: Answer, printed: Printed) -> set[frozenset[int]]:
    return printed.pairs(boards(answer, printed.world))


def row(number: int, points: float, colours: str, marks: str = "", met: str = "") -> Row:
    """A printed row; `met` are numbers in the rounds played, such as `0 0 7`."""
    return {
        "no": number,
        "points": points,
        "colors": colours,
        "float": marks,
        "opponents": [int(opponent) for opponent in met.split()],
    }
