"""A draft: the pairing system's answer for the next round, as an event."""

from collections.abc import Mapping

from planilla.domain.crosstable import Seat
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import NoPairing, Pairing, PairingInput
from planilla.domain.tournament.crosstables import for_pairing, seats_of
from planilla.domain.tournament.events import GrantedBye, PairedGame, RoundPaired
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.ladder import memory_of
from planilla.domain.tournament.questions import PairingAsked, answered
from planilla.domain.tournament.refusals import NobodyToPair, NoLegalPairing
from planilla.domain.tournament.separations import forbidden_pairs, unwanted_pairs
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import Colour, EntrantId, GameId

FEWEST_TO_PAIR = 2


def draft_of(state: Tournament, given: Given) -> RoundPaired:
    """The next round as the system pairs it; everybody has a pairing number.

    Raises:
        NobodyToPair: fewer than two are there.
        NoLegalPairing: the rules leave none.
    """
    number = len(state.rounds) + 1
    system = SYSTEMS[state.system]
    colour = _first_colour(state, given)
    answer = (
        system.schedule(len(state.order))[number - 1]
        if system.schedule is not None
        else answered(_question(state, colour), given.prepared)
    )
    order = state.order
    if isinstance(answer, NoPairing):
        raise NoLegalPairing(
            reason=answer.reason, entrants=tuple(order[seat] for seat in answer.seats)
        )
    boards = tuple((order[white], order[black]) for white, black in answer.boards)
    return RoundPaired(
        round=number,
        games=numbered_games(state, number, boards, {}),
        byes=_byes(state, number, answer),
        system=state.system,
        edition=system.edition,
        first_colour=colour,
    )


def question_of_draft(state: Tournament, given: Given) -> PairingAsked | None:
    """What `draft_of` will ask a round system; None where a schedule answers.

    Raises:
        NobodyToPair: fewer than two are there.
    """
    if SYSTEMS[state.system].has_schedule:
        return None
    return _question(state, _first_colour(state, given))


def _question(state: Tournament, colour: Colour) -> PairingAsked:
    asked = pairing_input(state, len(state.rounds) + 1, colour)
    if len(asked.present) < FEWEST_TO_PAIR:
        raise NobodyToPair(present=len(asked.present))
    return PairingAsked(system=state.system, given=asked)


def pairing_input(state: Tournament, number: int, first_colour: Colour) -> PairingInput:
    """Return the input of the pairing engine for round `number`, paired from `state`.

    The decision, the preview, the audit and the what-if all pair by it: no other function makes an
    input from a tournament.
    """
    return PairingInput(
        crosstable=for_pairing(state, number),
        present=seats_to_pair(state, number),
        first_colour=first_colour,
        forbidden=forbidden_pairs(state, number),
        unwanted=unwanted_pairs(state),
        memory=memory_of(state),
    )


def seats_to_pair(state: Tournament, number: int) -> tuple[Seat, ...]:
    """The seats of those whom round `number` may pair, in ascending order."""
    seats = seats_of(state)
    return tuple(
        sorted(seats[entrant.id] for entrant in state.entrants.values() if entrant.plays(number))
    )


def _first_colour(state: Tournament, given: Given) -> Colour:
    if state.rounds:
        return state.rounds[0].first_colour
    if state.first_colour is not None:
        return state.first_colour
    return (Colour.WHITE, Colour.BLACK)[given.lot % 2]


def _byes(state: Tournament, number: int, answer: Pairing) -> tuple[GrantedBye, ...]:
    allocated = tuple(
        GrantedBye(entrant=state.order[seat], kind=kind) for seat, kind in answer.byes
    )
    return (*allocated, *requested_byes(state, number))


def requested_byes(state: Tournament, number: int) -> tuple[GrantedBye, ...]:
    """Return the byes asked for in a round, by pairing number, of those who had not left."""
    return tuple(
        GrantedBye(entrant=entrant.id, kind=kind)
        for entrant in (state.entrants[each] for each in state.order)
        if entrant.first_round <= number
        and (entrant.out_from is None or number < entrant.out_from)
        and (kind := entrant.bye_in(number)) is not None
    )


def numbered_games(
    state: Tournament,
    number: int,
    boards: tuple[tuple[EntrantId, EntrantId], ...],
    identities: Mapping[tuple[EntrantId, EntrantId], str],
) -> tuple[PairedGame, ...]:
    """The boards as games; who is in `identities` keeps theirs, the others get new ones."""
    made = state.games_made[number - 1] if number <= len(state.games_made) else 0
    games = []
    for white, black in boards:
        known = identities.get((white, black))
        if known is None:
            made += 1
            known = f"{number}.{made}"
        games.append(PairedGame(game=GameId(known), white=white, black=black))
    return tuple(games)
