"""Clients of several nodes see every version once and in order, whatever is cut or restored."""

import asyncio
from collections.abc import Sequence

import pytest

from dsl.live_schedules import LOGS, branching, run_schedules

ORDINARY = 200
DEEP, PORTIONS = 100_000, 20
"""Schedules of `make test-deep`, and the tests that they are divided into."""


def test_schedules_by_chance_lose_double_and_disorder_nothing() -> None:
    assert asyncio.run(run_schedules(range(ORDINARY))).steps > 3 * ORDINARY


@pytest.mark.deep
@pytest.mark.parametrize("portion", range(PORTIONS))
def test_a_hundred_thousand_schedules_lose_double_and_disorder_nothing(portion: int) -> None:
    seeds: Sequence[int] = range(portion, DEEP, PORTIONS)
    assert asyncio.run(run_schedules(seeds)).schedules == DEEP // PORTIONS


@pytest.mark.parametrize("number", range(LOGS))
def test_the_logs_of_the_schedules_part_after_the_backup(number: int) -> None:
    """What is restored shares a beginning with the first log and goes on differently."""
    log = asyncio.run(branching(number))
    assert 2 <= log.shared < len(log.first.ends)
    at = log.first.ends[log.shared - 1]
    assert log.first.events[:at] == log.restored.events[:at]
    assert log.first.events[-1].hash != log.restored.events[-1].hash
    assert len(log.restored.ends) > log.shared
