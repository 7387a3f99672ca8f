"""Spending of all tokens of an address, here or in another process."""

from collections.abc import Mapping
from multiprocessing import Queue

from planilla.adapters.clock import SystemClock
from planilla.adapters.http.endpoints import Cost
from planilla.adapters.http.limits import RequestRate, TooOften
from planilla.adapters.http.shared_buckets import BucketFile, SharedBuckets


def spent_of(file: BucketFile, rates: Mapping[Cost, RequestRate]) -> int:
    """Spend until nothing is left, and return how much it was."""
    buckets, number = SharedBuckets(SystemClock(), file, rates), 0
    while True:
        try:
            buckets.spend("192.0.2.1", Cost.WORK)
        except TooOften:
            return number
        number += 1


def spend_in_process(
    file: BucketFile, rates: Mapping[Cost, RequestRate], answers: "Queue[int]"
) -> None:
    """Do so in a process, and send the number."""
    answers.put(spent_of(file, rates))
