"""Whether a pairing of a ladder is legal, whoever made it: what its rules forbid, and bounds."""

from collections.abc import Iterator

from planilla.domain.pairing.check import Fault, faults_of_presence
from planilla.domain.pairing.keizer.players import Climber, climbers_of, memory_of
from planilla.domain.pairing.keizer.wishes import Wishes, broken_by, is_forbidden, wishes_of
from planilla.domain.pairing.ladder.rules import Relaxed
from planilla.domain.pairing.system import Pairing, PairingInput
from planilla.domain.vocabulary import ByeKind, Colour

CODES = {Relaxed.DISTANCE: "rematch", Relaxed.MEETINGS: "rematch"}
"""The faults that a wish which is not kept is told as; colours are told player by player."""


def faults_of_ladder(given: PairingInput, pairing: Pairing) -> tuple[Fault, ...]:
    """Everything that is against the rules of the ladder, in the order of the boards."""
    memory = memory_of(given)
    climbers = {climber.seat: climber for climber in climbers_of(given, memory)}
    wishes = wishes_of(given, memory.rules)
    return (
        *faults_of_presence(given, pairing),
        *_faults_of_byes(given, pairing, climbers),
        *(
            fault
            for white, black in pairing.boards
            if white in climbers and black in climbers
            for fault in _faults_of_board(climbers[white], climbers[black], wishes)
        ),
    )


def _faults_of_byes(
    given: PairingInput, pairing: Pairing, climbers: dict[int, Climber]
) -> Iterator[Fault]:
    """Nobody rests twice before everybody has rested once (seed 000, 2.10)."""
    waiting = [seat for seat, kind in pairing.byes if kind is ByeKind.PAIRING_ALLOCATED]
    if len(waiting) > len(given.present) % 2:
        yield Fault(code="needless-bye", seats=tuple(waiting))
    fewest = min((len(climber.rests) for climber in climbers.values()), default=0)
    for seat in waiting:
        if seat in climbers and len(climbers[seat].rests) > fewest:
            yield Fault(code="second-bye", seats=(seat,))


def _faults_of_board(white: Climber, black: Climber, wishes: Wishes) -> Iterator[Fault]:
    seats = (white.seat, black.seat)
    if is_forbidden(white, black, wishes):
        yield Fault(code="forbidden", seats=seats)
    if any(wish in CODES for wish in broken_by(white, black, wishes)):
        yield Fault(code="rematch", seats=seats)
    for climber, colour in ((white, Colour.WHITE), (black, Colour.BLACK)):
        if colour not in climber.may:
            yield Fault(code="colour-bound", seats=(climber.seat,))
