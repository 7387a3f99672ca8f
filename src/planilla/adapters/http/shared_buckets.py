"""Token buckets in memory that several processes share: their limits hold for all together."""

import contextlib
import fcntl
import hashlib
import mmap
import os
import struct
import tempfile
from collections.abc import Iterator, Mapping
from multiprocessing.reduction import DupFd
from typing import Any

from planilla.adapters.http.endpoints import Cost
from planilla.adapters.http.limits import BUCKETS_MAX, RATES, Buckets, RequestRate, refilled
from planilla.application.ports import Clock

MARK_BYTES, KEY_BYTES = 8, 16
BUCKET = struct.Struct(f"={MARK_BYTES}sdq")
"""The mark of an address and class, the tokens left, and the time of that in microseconds."""
WAYS = 8
"""Buckets among which the one for a mark is chosen: the least recently used makes room."""
GROUP_BYTES = WAYS * BUCKET.size
GROUPS = BUCKETS_MAX // WAYS
SIZE = KEY_BYTES + GROUPS * GROUP_BYTES


class BucketFile:
    """A file without a name that holds the buckets; it can be handed to a process when it starts.

    A group of buckets is locked while one of them changes. The kernel ends the lock of a process
    that dies.
    """

    def __init__(self, descriptor: int | None = None) -> None:
        if descriptor is None:
            with tempfile.TemporaryFile() as file:
                file.truncate(SIZE)
                descriptor = os.dup(file.fileno())
            os.pwrite(descriptor, os.urandom(KEY_BYTES), 0)
        self._descriptor = descriptor
        self.memory = mmap.mmap(descriptor, SIZE)
        self.key = bytes(self.memory[:KEY_BYTES])

    def __reduce__(self) -> tuple[Any, ...]:
        return _handed_over, (DupFd(self._descriptor),)

    def close(self) -> None:
        """Release the memory here; other processes keep it."""
        self.memory.close()
        os.close(self._descriptor)

    @contextlib.contextmanager
    def locked(self, start: int) -> Iterator[None]:
        """Keep other processes from the group that begins at `start` while the block runs."""
        fcntl.lockf(self._descriptor, fcntl.LOCK_EX, GROUP_BYTES, start)
        try:
            yield
        finally:
            fcntl.lockf(self._descriptor, fcntl.LOCK_UN, GROUP_BYTES, start)


def _handed_over(descriptor: Any) -> BucketFile:
    return BucketFile(descriptor.detach())


class SharedBuckets(Buckets):
    """Token buckets by address and class of all processes that have the file."""

    def __init__(
        self, clock: Clock, file: BucketFile, rates: Mapping[Cost, RequestRate] = RATES
    ) -> None:
        super().__init__(clock, rates)
        self._file = file

    def _take(self, address: str, cost: Cost, rate: RequestRate, number: int) -> float:
        memory, now = self._file.memory, self._clock.now()
        named = f"{cost.value} {address}".encode()
        mark = hashlib.blake2b(named, key=self._file.key, digest_size=MARK_BYTES).digest()
        start = KEY_BYTES + int.from_bytes(mark) % GROUPS * GROUP_BYTES
        with self._file.locked(start):
            places = range(start, start + GROUP_BYTES, BUCKET.size)
            held = {place: BUCKET.unpack_from(memory, place) for place in places}
            place = min(held, key=lambda each: (held[each][0] != mark, held[each][2]))
            known, left, at = held[place]
            full = float(rate.at_once)
            # A process that was killed while it wrote may have left anything there.
            if known != mark or not 0 <= left <= full:
                left, at = full, now
            left = refilled(left, now - at, rate)
            BUCKET.pack_into(memory, place, mark, left - number if left >= number else left, now)
        return left
