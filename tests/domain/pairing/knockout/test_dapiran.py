"""Dapiran's system beyond the examples of the book."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planilla.domain.pairing.knockout.dapiran import dapiran
from planilla.domain.pairing.table import NoTable


@given(st.integers(2, 2000), st.dictionaries(st.integers(1, 4), st.integers(0, 40), max_size=3))
def test_the_rounds_lead_to_a_power_of_two(entrants: int, exempt: dict[int, int]) -> None:
    try:
        plan = dapiran(entrants, exempt)
    except NoTable:
        return  # too many dispensed
    last = plan.rounds[-1]
    assert last.skipping == 0
    assert last.players == plan.ideal >> (len(plan.rounds) - 1)
    assert [round_.round for round_ in plan.rounds] == list(
        range(plan.tables[-1].round, plan.tables[-1].round + len(plan.rounds))
    )
    for before, after in zip(plan.rounds, plan.rounds[1:], strict=False):
        assert before.players % 2 == 0
        assert after.entered == before.players // 2
        assert after.readmitted == before.skipping
    assert len(plan.tables) == (2 if plan.tables[0].released > plan.tables[0].available else 1)


def test_a_power_of_two_needs_no_release() -> None:
    plan = dapiran(16)
    assert [(round_.players, round_.skipping) for round_ in plan.rounds] == [(16, 0)]


def test_as_many_released_as_available_leave_a_round_without_players() -> None:
    # a = 10, b = 12, c = 22, d = 32, e = 10: not more than a, so there is no preliminary round
    plan = dapiran(16, {1: 6})
    assert [(round_.round, round_.players) for round_ in plan.rounds] == [(1, 0), (2, 16)]


@pytest.mark.parametrize(
    ("entrants", "exempt", "field"),
    [
        pytest.param(0, {}, "players", id="nobody"),
        pytest.param(1, {}, "players", id="a single player"),
        pytest.param(8, {1: 9}, "exempt", id="more dispensed than entered"),
        pytest.param(8, {0: 2}, "exempt", id="dispensed from no round"),
        pytest.param(8, {1: -2}, "exempt", id="fewer than none"),
        # a = 3, b = 32, c = 35, d = 64, e = 29; with a preliminary round b = 64, c = 67, e = 61
        pytest.param(4, {5: 1}, "exempt", id="too few others"),
    ],
)
def test_what_cannot_be_played_is_refused(
    entrants: int, exempt: dict[int, int], field: str
) -> None:
    with pytest.raises(NoTable) as refused:
        dapiran(entrants, exempt)
    assert refused.value.field == field


def test_nobody_dispensed_for_some_rounds_is_nobody_dispensed() -> None:
    assert dapiran(25, {1: 0, 3: 0}) == dapiran(25)
