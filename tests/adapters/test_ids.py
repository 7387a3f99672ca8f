"""Identifiers and the clock of this machine."""

import time
import uuid

from planilla.adapters.clock import SystemClock
from planilla.adapters.ids import RandomIds, uuid7


def test_an_event_id_is_a_uuid_of_version_7() -> None:
    parsed = uuid.UUID(RandomIds().event_id())
    assert (parsed.version, parsed.variant) == (7, uuid.RFC_4122)


def test_the_example_of_the_standard_is_met() -> None:
    """RFC 9562, appendix A.6: 2022-02-22 19:22:22 UTC, rand_a 0xCC3, rand_b 0x18C4DC0C0C07398F."""
    chance = 0xCC3 << 62 | 0x18C4DC0C0C07398F
    assert uuid7(0x017F22E279B0, chance) == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"


def test_chance_does_not_repeat() -> None:
    ids = RandomIds()
    for draw in (ids.event_id, ids.salt, ids.lot, ids.token):
        assert len({draw() for _ in range(100)}) == 100
    assert len(ids.salt()) == 16
    assert all(0 <= ids.lot() < 2**63 for _ in range(100))
    assert len(ids.token()) >= 32


def test_the_clock_says_microseconds() -> None:
    before = time.time_ns() // 1000
    assert before <= SystemClock().now() <= time.time_ns() // 1000
