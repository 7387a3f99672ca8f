"""What a lot decides among events that would follow: a preview never draws, it says "by lot".

The lot itself is in no preview. Of the events decided with any lot those before the first that
reads it are certain; what that one gives, and all that follows from it, is open.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum

import msgspec

from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import ScheduleSystem
from planilla.domain.tournament import events as e
from planilla.domain.tournament.events import Event
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId


class Decides(StrEnum):
    """What a lot decides, from the colour of number 1 to who plays for a hall's first place."""

    FIRST_COLOUR = "first-colour"
    LOTS = "lots"
    COMMITTEE = "committee"
    QUEUE = "queue"
    PLAYOFF = "playoff"


class ByLot(msgspec.Struct, frozen=True, kw_only=True):
    """What a lot decides, and among whom, by pairing number; nobody where it concerns everybody."""

    what: Decides
    among: tuple[EntrantId, ...] = ()


class Certain(msgspec.Struct, frozen=True, kw_only=True):
    """Events that follow whatever is drawn, and what a lot decides of the rest, if anything."""

    events: tuple[Event, ...]
    by_lot: tuple[ByLot, ...] = ()


def certain(state: Tournament, events: Sequence[Event]) -> Certain:
    """What of `events`, decided with some lot after `state`, does not depend on the lot."""
    for place, event in enumerate(events):
        found = _drawn(state, event)
        if found is not None:
            return Certain(events=tuple(events[:place]), by_lot=(found,))
        state = evolve(state, Fact(version=state.version + 1, recorded_at=0, event=event))
    return Certain(events=tuple(events))


def _drawn(state: Tournament, event: Event) -> ByLot | None:
    match event:
        case e.RoundPaired():
            drawn = not state.rounds and state.first_colour is None and _asks_colour(state)
            return ByLot(what=Decides.FIRST_COLOUR) if drawn else None
        case e.LotsDrawn(lot=int()):
            among = (each.entrant for each in event.lots)
            return ByLot(what=Decides.LOTS, among=_by_number(state, among))
        case e.AppealsCommitteeFormed(lot=int()):
            return ByLot(what=Decides.COMMITTEE, among=_by_number(state, event.among))
        case e.QueueFormed(lot=int()):
            return ByLot(what=Decides.QUEUE, among=_by_number(state, event.order))
        case e.PlayoffDrawn():
            players = (each for game in event.games for each in (game.white, game.black))
            return ByLot(what=Decides.PLAYOFF, among=_by_number(state, (*players, *event.byes)))
        case _:
            return None


def _asks_colour(state: Tournament) -> bool:
    """In a schedule the table gives the colours, whatever is drawn."""
    return not isinstance(SYSTEMS[state.system], ScheduleSystem)


def _by_number(state: Tournament, entrants: Iterable[EntrantId]) -> tuple[EntrantId, ...]:
    wanted = frozenset(entrants)
    return tuple(entrant for entrant in state.order if entrant in wanted)
