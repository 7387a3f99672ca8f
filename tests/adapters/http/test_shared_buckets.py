"""Buckets that several processes share give out together what one would give out alone."""

import multiprocessing
import random

import pytest

from dsl.bucket_spending import spend_in_process, spent_of
from patience import PATIENCE_S
from planilla.adapters.http.endpoints import Cost
from planilla.adapters.http.limits import Buckets, RequestRate, TooOften
from planilla.adapters.http.shared_buckets import (
    BUCKET,
    GROUP_BYTES,
    GROUPS,
    KEY_BYTES,
    WAYS,
    BucketFile,
    SharedBuckets,
)
from planilla.adapters.memory import SetClock

SLOW = {Cost.WORK: RequestRate(3_000, 0.000_001), Cost.DOOR: RequestRate(2, 1)}
"""Nobody waits long enough for a token of work to come back."""
PROCESSES = 3
FIRST = 100
"""The first addresses of many; sixteen share a group of eight on average, and one in a hundred of
the first then stays (Poisson)."""


@pytest.fixture
def file() -> BucketFile:
    return BucketFile()


def test_processes_at_the_same_time_spend_no_more_together_than_one(file: BucketFile) -> None:
    spawn = multiprocessing.get_context("spawn")
    answers: multiprocessing.Queue[int] = spawn.Queue()
    processes = [
        spawn.Process(target=spend_in_process, args=(file, SLOW, answers)) for _ in range(PROCESSES)
    ]
    for process in processes:
        process.start()
    spent = [answers.get(timeout=PATIENCE_S) for _ in processes]
    for process in processes:
        process.join()
    assert sum(spent) == 3_000
    assert spent_of(file, SLOW) == 0


def test_they_refuse_as_those_of_one_process_do(file: BucketFile) -> None:
    """Addresses, classes and pauses by seeded chance."""
    chance, clock = random.Random(7), SetClock()
    alone, shared = Buckets(clock, SLOW), SharedBuckets(clock, file, SLOW)
    refused = 0
    for _ in range(2_000):
        clock.time += chance.randrange(400_000)
        address = f"192.0.2.{chance.randrange(4)}"
        cost, number = chance.choice((Cost.DOOR, Cost.FREE)), chance.randrange(1, 3)
        said: list[int | None] = []
        for buckets in (alone, shared):
            try:
                buckets.spend(address, cost, number)
            except TooOften as refusal:
                said.append(refusal.retry_s)
            else:
                said.append(None)
        assert said[0] == said[1]
        refused += said[0] is not None
    assert 100 < refused < 1_900, "both were tried"


def test_where_a_group_is_full_the_least_recently_used_makes_room(file: BucketFile) -> None:
    """More addresses than there are buckets: each starts full, and the last ones are remembered.

    The key of the file says by chance which addresses share a group, so a few of the first may have
    kept their buckets.
    """
    clock = SetClock()
    buckets = SharedBuckets(clock, file, SLOW)
    for number in range(2 * WAYS * GROUPS):
        clock.time += 1
        buckets.spend(f"a{number}", Cost.WORK, 3_000)
    with pytest.raises(TooOften):
        buckets.spend(f"a{2 * WAYS * GROUPS - 1}", Cost.WORK)
    refused = 0
    for number in range(FIRST):
        try:
            buckets.spend(f"a{number}", Cost.WORK)
        except TooOften:
            refused += 1
    assert refused < FIRST // 5


@pytest.mark.parametrize("left", [float("nan"), float("inf"), -5.0, 1e9])
def test_what_a_killed_process_left_half_written_counts_as_full(
    file: BucketFile, left: float
) -> None:
    clock = SetClock()
    buckets = SharedBuckets(clock, file, SLOW)
    buckets.spend("192.0.2.1", Cost.DOOR)
    for place in range(KEY_BYTES, KEY_BYTES + GROUPS * GROUP_BYTES, BUCKET.size):
        mark, _, at = BUCKET.unpack_from(file.memory, place)
        if at:
            BUCKET.pack_into(file.memory, place, mark, left, at)
    buckets.spend("192.0.2.1", Cost.DOOR, 2)
    with pytest.raises(TooOften):
        buckets.spend("192.0.2.1", Cost.DOOR)
    file.close()
