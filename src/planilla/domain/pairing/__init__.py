"""Pairing systems: who plays whom, round by round, as a schedule, a bracket or a hall.

To add one: write a module with one of the protocols of `system`, and add it to `SYSTEMS`.
Names are written into recorded events, so a name is never changed or reused.
"""

from planilla.domain.pairing.closed.berger import RoundRobin
from planilla.domain.pairing.keizer import KEIZER
from planilla.domain.pairing.masnou import Masnou
from planilla.domain.pairing.swiss.dutch import DUTCH
from planilla.domain.pairing.system import HallSystem, RoundSystem, ScheduleSystem

SYSTEMS: dict[str, RoundSystem | ScheduleSystem | HallSystem] = {
    **DUTCH,
    "round-robin": RoundRobin(),
    "masnou": Masnou(),
    **KEIZER,
}
