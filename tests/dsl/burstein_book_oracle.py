"""The Burstein system of the book by hand: the order of strength, and then the Dutch procedure.

The order is counted here, the entrants are numbered by it, and the round is that of the literal
procedure of the Dutch system (`dutch_by_hand`), told in their own numbers again.
"""

from msgspec.structs import replace

from dsl.burstein_oracle import Oracle
from dsl.crosstables import relabelled
from dsl.dutch_articles import libro
from dsl.dutch_by_hand import round_by_hand
from dsl.dutch_oracle import Answer
from planilla.domain.crosstable import Seat
from planilla.domain.pairing.system import PairingInput


def paired_by_hand_burstein_book(given: PairingInput) -> Answer | None:
    """The round by seed 000, 2.9.1; None where there is no pairing."""
    order = order_by_hand(given)
    number = {seat: place for place, seat in enumerate(order)}
    found = round_by_hand(_numbered(given, order, number), libro)
    if found is None:
        return None
    boards, bye = found
    return (
        frozenset((order[white], order[black]) for white, black in boards),
        None if bye is None else order[bye],
    )


def order_by_hand(given: PairingInput) -> list[Seat]:
    """The standings of the event, or else Sonneborn-Berger, Buchholz, and the rating's order."""
    seats = list(range(given.crosstable.size))
    if not given.crosstable.rounds:
        return seats
    if given.standings:
        return list(given.standings)
    oracle = Oracle(given)
    indexes = {seat: oracle.rank(seat) for seat in seats}
    return sorted(seats, key=lambda seat: (indexes[seat][1], indexes[seat][0], seat))


def _numbered(given: PairingInput, order: list[Seat], number: dict[Seat, Seat]) -> PairingInput:
    return replace(
        given,
        crosstable=relabelled(given.crosstable, [number[seat] for seat in sorted(order)]),
        present=tuple(sorted(number[seat] for seat in given.present)),
        accelerated=tuple(given.accelerated[seat] for seat in order) if given.accelerated else (),
        forbidden=_pairs(given.forbidden, number),
        unwanted=_pairs(given.unwanted, number),
        requested=(),
        standings=(),
    )


def _pairs(
    pairs: frozenset[tuple[Seat, Seat]], number: dict[Seat, Seat]
) -> frozenset[tuple[Seat, Seat]]:
    both = [sorted((number[one], number[other])) for one, other in pairs]
    return frozenset((low, high) for low, high in both)
