"""Round robin by reversed order: the Berger tables from the last round to the first.

Source: none; it was written to count the files that a system touches.
"""

from msgspec.structs import replace

from planilla.domain.pairing.closed.berger import ROUND_ROBIN, schedule
from planilla.domain.pairing.system import Pairing


def reversed_schedule(size: int) -> tuple[Pairing, ...]:
    """Return all rounds of the Berger tables, the last one first."""
    return schedule(size)[::-1]


ROUND_ROBIN_REVERSED = replace(
    ROUND_ROBIN, name="round-robin-reversed", edition="berger-reversed", schedule=reversed_schedule
)
"""The Berger tables from the last round to the first."""
