"""The rounds that leave one winner at most, by who is entered."""

import pytest
from msgspec.structs import replace

from dsl.tournaments import CREATED, entered, folded
from planilla.domain.tournament.acceleration import AccelerationSet
from planilla.domain.tournament.crosstables import rounds_for_one_winner
from planilla.domain.tournament.values import AccelerationMethod
from planilla.domain.vocabulary import EntrantId

SWISS = replace(CREATED, system_name="swiss-dutch-2026")


@pytest.mark.parametrize(
    ("size", "rounds"), [(0, 0), (1, 0), (2, 1), (3, 2), (8, 3), (9, 4), (128, 7), (140, 8)]
)
def test_each_round_halves_those_who_won_everything(size: int, rounds: int) -> None:
    """140, 70, 35, 18 (one with a bye), 9, 5, 3, 2, 1: eight rounds."""
    left, played = size, 0
    while left > 1:
        left, played = (left + 1) // 2, played + 1
    players = [EntrantId(f"e{n}") for n in range(size)]
    assert played == rounds
    assert rounds_for_one_winner(folded(SWISS, *entered(*players))) == rounds


@pytest.mark.parametrize("system", ["keizer", "round-robin", "knockout-single", "masnou", "amalfi"])
def test_only_a_swiss_halves_them(system: str) -> None:
    players = entered(*(EntrantId(each) for each in "abcd"))
    assert rounds_for_one_winner(folded(replace(CREATED, system_name=system), *players)) == 0


def test_fictitious_points_part_those_who_won_everything() -> None:
    players = entered(*(EntrantId(each) for each in "abcd"))
    baku = AccelerationSet(method=AccelerationMethod.BAKU)
    assert rounds_for_one_winner(folded(SWISS, *players, baku)) == 0
