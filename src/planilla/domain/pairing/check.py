"""Whether a pairing is legal, and where it parts from the engine's own.

`check` looks at what no rule may break, whoever made the pairing: an engine, or an arbiter by hand.
`first_difference` tells at which criterion another pairing leaves that of the Dutch system.
"""

from collections import Counter
from collections.abc import Iterator

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.colours import DIFFERENCE_BEYOND_WHICH_ABSOLUTE, both_absolute
from planilla.domain.pairing.swiss.dutch.compare import Difference, first_difference
from planilla.domain.pairing.swiss.dutch.edition import LIBRO, Edition
from planilla.domain.pairing.swiss.dutch.players import Player, have_met, players_of
from planilla.domain.pairing.system import Pairing, PairingInput
from planilla.domain.vocabulary import ByeKind, Colour

__all__ = ["Difference", "Fault", "check", "first_difference"]

DIFFERENCE_MAX = DIFFERENCE_BEYOND_WHICH_ABSOLUTE + 1


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """An absolute rule that a pairing breaks: a code, and the seats it concerns.

    Codes: `paired-twice`, `not-paired`, `not-present`, `needless-bye`, `second-bye`, `rematch`,
    `same-absolute-colour`, `colour-three-times`, `colour-difference`.
    """

    code: str
    seats: tuple[Seat, ...]


def check(given: PairingInput, pairing: Pairing, edition: Edition = LIBRO) -> tuple[Fault, ...]:
    """Every absolute rule that `pairing` breaks, in the order of its boards.

    In the last round two top scorers may meet whatever their colours. Source: seed 000, 2.9, B1
    and B2.
    """
    players = {player.seat: player for player in players_of(given, edition.reading)}
    return (
        *faults_of_presence(given, pairing),
        *_faults_of_byes(given, pairing, players),
        *(
            fault
            for white, black in pairing.boards
            if white in players and black in players
            for fault in _faults_of_board(players[white], players[black])
        ),
    )


def faults_of_presence(given: PairingInput, pairing: Pairing) -> Iterator[Fault]:
    """Who would play twice, not at all, or although they cannot be paired."""
    paired = [seat for board in pairing.boards for seat in board]
    waiting = [seat for seat, kind in pairing.byes if kind is ByeKind.PAIRING_ALLOCATED]
    times = Counter([*paired, *waiting])
    for seat in sorted(times):
        if times[seat] > 1:
            yield Fault(code="paired-twice", seats=(seat,))
        if seat not in given.present:
            yield Fault(code="not-present", seats=(seat,))
    for seat in given.present:
        if not times[seat]:
            yield Fault(code="not-paired", seats=(seat,))


def _faults_of_byes(
    given: PairingInput, pairing: Pairing, players: dict[Seat, Player]
) -> Iterator[Fault]:
    waiting = [seat for seat, kind in pairing.byes if kind is ByeKind.PAIRING_ALLOCATED]
    if len(waiting) > len(given.present) % 2:
        yield Fault(code="needless-bye", seats=tuple(waiting))
    for seat in waiting:
        if seat in players and not players[seat].may_have_bye:
            yield Fault(code="second-bye", seats=(seat,))


def _faults_of_board(white: Player, black: Player) -> Iterator[Fault]:
    seats = (white.seat, black.seat)
    if have_met(white, black):
        yield Fault(code="rematch", seats=seats)
    if white.top_scorer and black.top_scorer:
        return
    if both_absolute(white.preference, black.preference):
        yield Fault(code="same-absolute-colour", seats=seats)
    for player, colour in ((white, Colour.WHITE), (black, Colour.BLACK)):
        if player.played[-2:] == (colour, colour):
            yield Fault(code="colour-three-times", seats=(player.seat,))
        step = 1 if colour is Colour.WHITE else -1
        if abs(player.preference.difference + step) > DIFFERENCE_MAX:
            yield Fault(code="colour-difference", seats=(player.seat,))
