"""The floats that pages show: those of the edition that the tournament is paired by."""

from planilla.domain.crosstable import Crosstable
from planilla.domain.pairing.floats import Float, floats_by_round
from planilla.domain.tournament.state import Tournament


def floats_shown(state: Tournament, paired_by: Crosstable) -> tuple[tuple[Float, ...], ...]:
    """The float of each entrant in each round, by seat; a schedule and a hall have none."""
    system = state.system
    if system.floats is None:
        return ((Float.NONE,) * len(paired_by.rounds),) * paired_by.size
    return floats_by_round(paired_by, system.floats)
