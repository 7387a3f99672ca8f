"""Setting how many of the first places qualify."""

from planilla.domain.tournament.commands import SetQualifyingPlaces
from planilla.domain.tournament.events import Event, QualifyingPlacesSet
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.qualifying import places_of
from planilla.domain.tournament.refusals.qualifying import QualifyingPlacesOutOfRange
from planilla.domain.tournament.rules.registration import ENTRANTS_MAX
from planilla.domain.tournament.state import Tournament


def set_qualifying_places(
    state: Tournament, command: SetQualifyingPlaces, _: Given
) -> tuple[Event, ...]:
    """Put a number of places in force; there may be fewer entrants than places so far."""
    if not 0 <= command.places <= ENTRANTS_MAX:
        raise QualifyingPlacesOutOfRange(places=command.places, smallest=0, largest=ENTRANTS_MAX)
    wanted = QualifyingPlacesSet(places=command.places, stage=command.stage)
    none_still = not command.places and not places_of(state)
    return () if none_still or wanted == state.qualifying else (wanted,)
