"""A hall opened; what happens in it is told in `hall.fold`."""

from msgspec.structs import replace

from planilla.domain.tournament import events as e
from planilla.domain.tournament.hall.fold import opened
from planilla.domain.tournament.state import Folds

FOLDS: Folds = {e.HallOpened: lambda state, event, _: replace(state, hall=opened(event))}
