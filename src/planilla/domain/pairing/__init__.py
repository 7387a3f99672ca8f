"""Pairing systems: who plays whom, round by round, as a schedule, or at free tables.

To add one: write a module that ends with its `System`, and name that in `SYSTEMS`. Names are
written into recorded events, so a name is never changed or reused.
"""

from planilla.domain.pairing.closed.amsterdam import AMSTERDAM
from planilla.domain.pairing.closed.berger import (
    DOUBLE_ROUND_ROBIN,
    ROUND_ROBIN,
    TEAM_ROUND_ROBIN,
)
from planilla.domain.pairing.closed.nagarajan import NAGARAJAN
from planilla.domain.pairing.closed.team_tables import TEAM_SYSTEMS
from planilla.domain.pairing.closed.varma import ROUND_ROBIN_VARMA
from planilla.domain.pairing.keizer import KEIZER
from planilla.domain.pairing.knockout import KNOCKOUTS
from planilla.domain.pairing.masnou import MASNOU
from planilla.domain.pairing.swiss.amalfi import AMALFI
from planilla.domain.pairing.swiss.burstein import BURSTEIN, BURSTEIN_LIBRO
from planilla.domain.pairing.swiss.double import SWISS_DOUBLE
from planilla.domain.pairing.swiss.dubov import DUBOV
from planilla.domain.pairing.swiss.dutch import DUTCH
from planilla.domain.pairing.swiss.lim import LIM_SYSTEMS
from planilla.domain.pairing.swiss.monrad import MONRAD, MONRAD_NORWEGIAN, SCHENKEL
from planilla.domain.pairing.swiss.olympiad import SWISS_OLYMPIAD
from planilla.domain.pairing.swiss.team_2026 import SWISS_TEAM
from planilla.domain.pairing.system import System, Usual

STAGES = System(
    name="stages",
    edition="1",
    usual=Usual(tiebreaks=()),
    rounds_default=0,
    rounds_max=0,
    byes_on_request=frozenset(),
    may_forbid_pairs=False,
    entries_only=True,
)
"""The entries of a tournament whose games are all played in later stages."""

SYSTEMS: dict[str, System] = {
    system.name: system
    for system in (
        *DUTCH.values(),
        BURSTEIN,
        BURSTEIN_LIBRO,
        *DUBOV.values(),
        *LIM_SYSTEMS,
        MONRAD,
        MONRAD_NORWEGIAN,
        SCHENKEL,
        AMALFI,
        SWISS_DOUBLE,
        ROUND_ROBIN,
        DOUBLE_ROUND_ROBIN,
        ROUND_ROBIN_VARMA,
        NAGARAJAN,
        TEAM_ROUND_ROBIN,
        SWISS_TEAM,
        SWISS_OLYMPIAD,
        *TEAM_SYSTEMS,
        AMSTERDAM,
        *KNOCKOUTS,
        MASNOU,
        KEIZER,
        STAGES,
    )
}
"""The systems by their names, in the order in which they are offered."""

NEWEST = SYSTEMS["swiss-dutch-2026"]
"""The system of a tournament whose organiser names none."""

NO_SYSTEM = System(name="", edition="")
"""Stands for the system before there is a tournament: it has no part."""


def system_named(name: str) -> System:
    """Return the system of this name, or `NO_SYSTEM`."""
    return SYSTEMS.get(name, NO_SYSTEM)


def usual_of(name: str) -> Usual:
    """Return the usual settings with a system; with an unknown one those of the newest."""
    return SYSTEMS.get(name, NEWEST).usual
