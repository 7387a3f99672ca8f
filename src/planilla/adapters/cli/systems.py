"""Pairing systems by their names, as far as they pair one round after another."""

from planilla.adapters.cli.outcome import Stop
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import HallSystem, RoundSystem, ScheduleSystem


def round_system(name: str) -> RoundSystem:
    """The system of this name.

    Raises:
        Stop: there is none, or it does not pair round by round.
    """
    system = SYSTEMS.get(name)
    if system is None or isinstance(system, ScheduleSystem | HallSystem):
        others = ScheduleSystem | HallSystem
        known = tuple(each for each, found in SYSTEMS.items() if not isinstance(found, others))
        raise Stop("error.no-such-system", system=name, known=known)
    return system
