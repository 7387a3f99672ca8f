"""The explanation of one paired bracket: the reason of each board, and the number of the candidate.

The candidate's number counts exchanges and transpositions from 0, the first. Source: FIDE C.04.3
(2012), D1 and D2; (2017), D.1 and D.2; (2026), 4.2 and 4.3.
"""

from collections.abc import Iterator
from math import perm

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.swiss.boards import seated
from planilla.domain.pairing.swiss.dutch.brackets import BracketStep, figures_of
from planilla.domain.pairing.swiss.dutch.criteria import amount
from planilla.domain.pairing.swiss.dutch.edition import Edition
from planilla.domain.pairing.swiss.dutch.passed_over import (
    floater_passed_over,
    halves_of,
    passed_over,
)
from planilla.domain.pairing.swiss.dutch.prospects import Prospects
from planilla.domain.pairing.swiss.dutch.solve import given_up
from planilla.domain.pairing.swiss.players import SwissPlayer, side_of
from planilla.domain.pairing.system import BoardReason, Floater, PairingInput, PairingStep, Remark


def bracket_of(
    step: BracketStep, given: PairingInput, edition: Edition, prospects: Prospects
) -> PairingStep:
    """Return one paired bracket with its figures, its reasons and what was given up."""
    floater = floater_passed_over(step, edition, prospects) if step.solution.floaters else None
    instead = passed_over(step, edition, prospects, given.forbidden)
    brief = brief_bracket_of(step, given, edition)
    return msgspec.structs.replace(
        brief,
        boards=tuple(
            msgspec.structs.replace(
                board, instead=instead.get(frozenset((board.white, board.black)))
            )
            for board in brief.boards
        ),
        floaters=tuple(msgspec.structs.replace(each, instead=floater) for each in brief.floaters),
    )


def brief_bracket_of(step: BracketStep, given: PairingInput, edition: Edition) -> PairingStep:
    """Return the step of `bracket_of` without the passed-over players, which take half the time."""
    bracket, solution = step.bracket, step.solution
    costs = given_up(solution.pairs, solution.floaters, bracket.floating, step.criteria)
    return PairingStep(
        kind="bracket",
        points=bracket.points,
        seats=_seats(bracket.everybody),
        moved=tuple(each.seat for each in bracket.everybody if each.score != bracket.points),
        counts=figures_of(bracket.everybody),
        boards=tuple(_board(step, place, given, edition) for place in range(len(solution.pairs))),
        floaters=tuple(
            Floater(seat=floater.seat, reason=_why_floating(floater, step))
            for floater in solution.floaters
        ),
        bye=solution.floaters[0].seat if bracket.lowest and solution.floaters else None,
        criteria=tuple(criterion.article for criterion in step.criteria),
        given_up={
            criterion.article: amount(cost)
            for criterion, cost in zip(step.criteria, costs, strict=True)
            if cost
        },
        remarks=tuple(_remarks(step, edition)),
    )


def _remarks(step: BracketStep, edition: Edition) -> Iterator[Remark]:
    if step.reason:
        yield Remark(code="changed-for", article=step.reason)
    if transposition := transposition_number(step, edition):
        yield Remark(code="transposition", count=transposition)
    leaving, entering = step.solution.exchange
    if leaving or entering:
        yield Remark(
            code="exchange",
            groups=(_seats(leaving), _seats(entering)),
            count=exchange_number(step, edition),
        )
    if step.solution.stages is not None:
        yield Remark(code="at-bounds")


def _board(step: BracketStep, place: int, given: PairingInput, edition: Edition) -> BoardReason:
    pair = step.solution.pairs[place]
    # In round 1 the colours alternate down S1 (seed 000, A.1.2); later by pairing number.
    by_place = edition.first_round_by_place and not given.crosstable.rounds
    first = msgspec.structs.replace(side_of(pair[0]), ordinal=place) if by_place else None
    return seated(pair, edition.colour_rules, given.first_colour, _meeting(pair, step), first=first)


def _meeting(pair: tuple[SwissPlayer, SwissPlayer], step: BracketStep) -> str:
    if (pair[0].seat, pair[1].seat) in step.solution.first:
        return "first"
    moved = {player.seat for side in step.solution.exchange for player in side}
    return "exchange" if moved & {pair[0].seat, pair[1].seat} else "transposition"


def _why_floating(floater: SwissPlayer, step: BracketStep) -> str:
    if step.bracket.lowest:
        return "bye"
    if floater in step.lonely:
        return "no-opponent"
    if step.reason:
        return step.reason
    paired_and_floating = len(step.bracket.everybody) - len(step.lonely)
    odd = paired_and_floating == 2 * len(step.solution.pairs) + 1
    return "odd" if odd else "no-opponent"


def _seats(players: tuple[SwissPlayer, ...]) -> tuple[Seat, ...]:
    return tuple(player.seat for player in players)


PERMUTED_PLAYERS_MAX = 9
"""Players of S2 that are permuted, beyond whom the number tells nobody anything."""


def transposition_number(step: BracketStep, edition: Edition) -> int | None:
    """Return the number of the transposition of the remainder; None beyond what is counted."""
    halves = halves_of(step, edition)[-1]
    left, number = list(halves.second), 0
    for at, mate in enumerate(halves.mates):
        place, rows_after = left.index(mate), len(halves.mates) - at - 1
        if place and rows_after > PERMUTED_PLAYERS_MAX:
            return None
        # All arrangements that begin as this one, and go on with somebody placed before `mate`.
        number += place * perm(len(left) - 1, rows_after) if place else 0
        left.remove(mate)
    return number


def exchange_number(step: BracketStep, edition: Edition) -> int | None:
    """Return the number of the exchange, 0 for none; None if more than one player each way changed.

    Exchanges of one come by rising difference of the two numbers, and of equal differences first
    the one that gives up the lowest ranked player of S1.
    """
    leaving, entering = step.solution.exchange
    if not leaving:
        return 0
    if len(leaving) > 1:
        return None
    halves = halves_of(step, edition)[-1]
    order = [step.members[place].seat for place in sorted((*halves.first, *halves.second))]
    size, boards = len(order), len(halves.first)
    given, taken = order.index(leaving[0].seat), order.index(entering[0].seat)
    difference = taken - given
    nearer = sum(max(0, min(size, own + difference) - boards) for own in range(boards))
    as_near = sum(boards <= own + difference < size for own in range(given + 1, boards))
    return nearer + as_near + 1
