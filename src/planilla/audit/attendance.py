"""Who was not there to be paired, where only the published round tells it.

Requests of byes are facts of the staff. Whoever folds the public facts alone finds who had asked
for one among the byes of the round, or on no board of it.
"""

from msgspec.structs import replace

from planilla.domain.tournament.events import (
    GrantedBye,
    PairingsPublished,
    RoundImported,
    RoundPaired,
)
from planilla.domain.tournament.rules.drafting import requested_byes
from planilla.domain.tournament.state import EntrantState, Tournament
from planilla.domain.vocabulary import ByeKind, EntrantId

Absent = dict[EntrantId, ByeKind]
"""Who was not to be paired in a round, with the bye that they had."""


def untold_byes(state: Tournament, event: PairingsPublished) -> Absent:
    """Who could be paired for all that `state` knows, and was not; in rounds paired by a system."""
    paired = {each for game in event.games for each in (game.white, game.black)}
    kinds = {bye.entrant: bye.kind for bye in event.byes}
    return {
        entrant.id: kinds.get(entrant.id, ByeKind.ZERO_POINT)
        for entrant in state.entrants.values()
        if entrant.id not in paired
        and kinds.get(entrant.id) is not ByeKind.PAIRING_ALLOCATED
        and entrant.plays(event.round)
    }


def granted_instead(
    state: Tournament, real: Tournament, event: RoundPaired | RoundImported
) -> tuple[GrantedBye, ...]:
    """The byes of a round that was played, where others were asked for than in reality."""
    wanted = requested_byes(state, event.round)
    if wanted == requested_byes(real, event.round):
        return event.byes
    there = {each for game in event.games for each in (game.white, game.black)}
    allocated = tuple(bye for bye in event.byes if bye.kind is ByeKind.PAIRING_ALLOCATED)
    there |= {bye.entrant for bye in allocated}
    return (*allocated, *(bye for bye in wanted if bye.entrant not in there))


def with_byes(state: Tournament, number: int, absent: Absent) -> Tournament:
    """The tournament in which they had asked for those byes of round `number`."""
    if not absent:
        return state
    entrants = {
        each: _resting(entrant, number, absent[each]) if each in absent else entrant
        for each, entrant in state.entrants.items()
    }
    return replace(state, entrants=entrants)


def _resting(entrant: EntrantState, number: int, kind: ByeKind) -> EntrantState:
    return replace(entrant, byes=(*entrant.byes, (number, kind)))
