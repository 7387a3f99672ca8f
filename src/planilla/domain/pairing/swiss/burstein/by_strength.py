"""The Burstein system of the book: the Dutch system in an order of strength made in every round.

The entrants are numbered anew by their tie-breaks, the round is paired by the Dutch system of the
book, and the answer is told in their own numbers. Source: seed 000, 2.9.1 "Burstein".
"""

from collections.abc import Sequence
from functools import partial

import msgspec

from planilla.domain.crosstable import Crosstable, Round, Seat
from planilla.domain.pairing.floats import scores_by_round
from planilla.domain.pairing.swiss.boards import board_order
from planilla.domain.pairing.swiss.burstein.rules import indexes
from planilla.domain.pairing.swiss.dutch import engine as dutch
from planilla.domain.pairing.swiss.dutch.compare import first_difference
from planilla.domain.pairing.swiss.dutch.edition import LIBRO
from planilla.domain.pairing.system import (
    BoardReason,
    Difference,
    Floater,
    Instead,
    NoPairing,
    Pairing,
    PairingInput,
    PairingStep,
    Remark,
)

BURSTEIN_OF_THE_BOOK = msgspec.structs.replace(LIBRO, name="swiss-burstein-libro")
"""The rules of the book's Dutch system, with which this one is identical but for the order."""

pair_renumbered = partial(dutch.pair_round, edition=BURSTEIN_OF_THE_BOOK)
pair_renumbered_briefly = partial(dutch.pair_briefly, edition=BURSTEIN_OF_THE_BOOK)


def pair_by_strength(given: PairingInput) -> Pairing | NoPairing:
    """Return the round that the rules give, or who cannot be paired."""
    order = order_of_strength(given)
    return _in_own_numbers(pair_renumbered(renumbered(given, order)), order, given)


def pair_by_strength_briefly(given: PairingInput) -> Pairing | NoPairing:
    """Return the same, without who would have come first in each place."""
    order = order_of_strength(given)
    return _in_own_numbers(pair_renumbered_briefly(renumbered(given, order)), order, given)


def difference_by_strength(given: PairingInput, other: Pairing) -> Difference | None:
    """Return the first article at which `other` leaves the pairing of the system."""
    order = order_of_strength(given)
    number = _numbers(order)
    boards = tuple((number[white], number[black]) for white, black in other.boards)
    byes = tuple((number[seat], kind) for seat, kind in other.byes)
    asked = msgspec.structs.replace(other, boards=boards, byes=byes)
    found = first_difference(renumbered(given, order), asked, BURSTEIN_OF_THE_BOOK)
    return None if found is None else msgspec.structs.replace(found, seats=_own(found.seats, order))


def order_of_strength(given: PairingInput) -> tuple[Seat, ...]:
    """Return all seats by strength before the round, the strongest first.

    It is that of the standings, made by the tie-breaks of the event; without one Sonneborn-Berger
    and then Buchholz. Equal players, and all in round 1, are in the order of their numbers, which
    is that of their ratings.
    """
    if not given.crosstable.rounds:
        return tuple(range(given.crosstable.size))
    if given.standings:
        return given.standings
    found = indexes(given)
    return tuple(
        sorted(
            range(given.crosstable.size),
            key=lambda seat: (-found[seat].sonneborn_berger, -found[seat].buchholz, seat),
        )
    )


def renumbered(given: PairingInput, order: Sequence[Seat]) -> PairingInput:
    """Return the same question with the entrants in this order."""
    number = _numbers(order)

    def pairs(found: frozenset[tuple[Seat, Seat]]) -> frozenset[tuple[Seat, Seat]]:
        named = ((number[one], number[other]) for one, other in found)
        return frozenset((min(pair), max(pair)) for pair in named)

    return msgspec.structs.replace(
        given,
        crosstable=_renumbered_table(given.crosstable, order),
        present=tuple(sorted(number[seat] for seat in given.present)),
        requested=(),
        forbidden=pairs(given.forbidden),
        unwanted=pairs(given.unwanted),
        accelerated=given.accelerated and tuple(given.accelerated[seat] for seat in order),
        standings=(),
    )


def _renumbered_table(table: Crosstable, order: Sequence[Seat]) -> Crosstable:
    number = _numbers(order)
    return Crosstable(
        entrants=tuple(table.entrants[seat] for seat in order),
        rounds=tuple(
            Round(
                boards=tuple((number[white], number[black]) for white, black in each.boards),
                results=each.results,
                byes=tuple((number[seat], kind) for seat, kind in each.byes),
            )
            for each in table.rounds
        ),
        rounds_planned=table.rounds_planned,
        point_system=table.point_system,
        points=table.points,
    )


def _numbers(order: Sequence[Seat]) -> dict[Seat, Seat]:
    """Return the new seat of each seat."""
    return {seat: place for place, seat in enumerate(order)}


def _own(seats: Sequence[Seat], order: Sequence[Seat]) -> tuple[Seat, ...]:
    return tuple(order[seat] for seat in seats)


def _in_own_numbers(
    answer: Pairing | NoPairing, order: Sequence[Seat], given: PairingInput
) -> Pairing | NoPairing:
    """Return the answer to the renumbered question in the entrants' own numbers."""
    if isinstance(answer, NoPairing):
        return msgspec.structs.replace(answer, seats=_own(answer.seats, order))
    totals = scores_by_round(given.crosstable, given.accelerated)
    boards = tuple((order[white], order[black]) for white, black in answer.boards)
    steps = tuple(_own_step(step, order) for step in answer.explanation.steps)
    return msgspec.structs.replace(
        answer,
        boards=board_order(boards, {seat: totals[seat][-1] for seat in given.present}),
        byes=tuple((order[seat], kind) for seat, kind in answer.byes),
        explanation=msgspec.structs.replace(answer.explanation, steps=steps),
    )


def _own_step(step: PairingStep, order: Sequence[Seat]) -> PairingStep:
    def instead(found: Instead | None) -> Instead | None:
        return found and msgspec.structs.replace(found, seat=order[found.seat])

    def board(reason: BoardReason) -> BoardReason:
        return msgspec.structs.replace(
            reason,
            white=order[reason.white],
            black=order[reason.black],
            instead=instead(reason.instead),
        )

    def floater(each: Floater) -> Floater:
        return msgspec.structs.replace(each, seat=order[each.seat], instead=instead(each.instead))

    def remark(each: Remark) -> Remark:
        groups = tuple(_own(group, order) for group in each.groups)
        return msgspec.structs.replace(each, groups=groups)

    return msgspec.structs.replace(
        step,
        seats=_own(step.seats, order),
        moved=_own(step.moved, order),
        boards=tuple(map(board, step.boards)),
        floaters=tuple(map(floater, step.floaters)),
        bye=None if step.bye is None else order[step.bye],
        remarks=tuple(map(remark, step.remarks)),
    )
