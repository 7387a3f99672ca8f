"""A hall opened, and what happens in it: told in `hall.fold`."""

from msgspec.structs import replace

from planilla.domain.tournament import events as e
from planilla.domain.tournament.folds.fold import Folds
from planilla.domain.tournament.hall import fold as hall
from planilla.domain.tournament.state import Tournament


def in_hall(state: Tournament, event: e.Event, version: int) -> Tournament:
    """What `event` does to the hall."""
    assert state.hall is not None, "what happens in a hall follows its opening"
    return replace(state, hall=hall.follow(state.hall, event, version))


FOLDS: Folds = {
    e.HallOpened: lambda state, event, _: replace(state, hall=hall.opened(event)),
    **dict.fromkeys(hall.FOLDS, in_hall),
}
