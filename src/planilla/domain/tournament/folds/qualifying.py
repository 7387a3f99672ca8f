"""The places that qualify."""

from msgspec.structs import replace

from planilla.domain.tournament import events as e
from planilla.domain.tournament.state import Folds

FOLDS: Folds = {
    e.QualifyingPlacesSet: lambda state, event, _: replace(
        state, qualifying=event if event.places else None
    ),
}
