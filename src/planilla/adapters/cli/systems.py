"""Pairing systems by their names, as far as they pair one round after another."""

from planilla.adapters.cli.outcome import Stop
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import System


def round_system(name: str) -> System:
    """Return the system of this name.

    Raises:
        Stop: there is none, or it does not pair round by round.
    """
    system = SYSTEMS.get(name)
    if system is None or system.pair is None:
        known = tuple(each for each, found in SYSTEMS.items() if found.pair is not None)
        raise Stop("error.no-such-system", system=name, known=known)
    return system
