"""Absolute rules that a round of a Swiss system breaks, whoever paired it.

Source: FIDE C.04.1, 2 to 4, 6 and 7; seed 000, 2.9, B1 and B2.
"""

from collections.abc import Callable, Iterator

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.colours import NON_ABSOLUTE_DIFFERENCE_MAX, both_absolute
from planilla.domain.pairing.swiss.players import (
    HistoryReading,
    SwissPlayer,
    have_met,
    players_of,
    same_absolute,
)
from planilla.domain.pairing.system import (
    Pairing,
    PairingFault,
    PairingInput,
    faults_of_byes,
    faults_of_presence,
)
from planilla.domain.vocabulary import Colour

DIFFERENCE_MAX = NON_ABSOLUTE_DIFFERENCE_MAX + 1
"""Most games of one colour above those of the other (C.04.1, 6)."""

BAN = "C.04.2"
"""The article by which two may be kept apart, in any edition."""

ColourExemption = Callable[[SwissPlayer, SwissPlayer], bool]
"""A rule that returns whether two may meet whatever colours they have had."""


def never_exempt(_one: SwissPlayer, _other: SwissPlayer) -> bool:
    """Return False: the bounds of colours hold for everybody in every round."""
    return False


def article_against(
    one: SwissPlayer,
    other: SwissPlayer,
    forbidden: frozenset[tuple[Seat, Seat]],
    articles: tuple[str, str],
) -> str:
    """Return the article of the absolute rule that keeps two apart; empty if they may meet.

    `articles` are those of a second meeting and of two absolute preferences for one colour; pairs
    in `forbidden` are separated by a prohibition, not by an earlier game.
    """
    if (min(one.seat, other.seat), max(one.seat, other.seat)) in forbidden:
        return BAN
    rematch, colours = articles
    if have_met(one, other):
        return rematch
    return colours if same_absolute(one, other) else ""


def faults_of_round(
    given: PairingInput,
    pairing: Pairing,
    *,
    reading: HistoryReading,
    exempt: ColourExemption = never_exempt,
) -> tuple[PairingFault, ...]:
    """Return every absolute rule that `pairing` breaks, in the order of its boards."""
    players = {player.seat: player for player in players_of(given, reading)}
    barred = {seat for seat, player in players.items() if not player.may_have_bye}
    return (
        *faults_of_presence(given, pairing),
        *faults_of_byes(given, pairing, barred),
        *(
            fault
            for white, black in pairing.boards
            if white in players and black in players
            for fault in _faults_of_board(players[white], players[black], exempt)
        ),
    )


def _faults_of_board(
    white: SwissPlayer, black: SwissPlayer, exempt: ColourExemption
) -> Iterator[PairingFault]:
    seats = (white.seat, black.seat)
    if have_met(white, black):
        yield PairingFault(code="rematch", seats=seats)
    if exempt(white, black):
        return
    if both_absolute(white.preference, black.preference):
        yield PairingFault(code="same-absolute-colour", seats=seats)
    for player, colour in ((white, Colour.WHITE), (black, Colour.BLACK)):
        if player.played[-2:] == (colour, colour):
            yield PairingFault(code="colour-three-times", seats=(player.seat,))
        step = 1 if colour is Colour.WHITE else -1
        if abs(player.preference.difference + step) > DIFFERENCE_MAX:
            yield PairingFault(code="colour-difference", seats=(player.seat,))
