"""A pairing made elsewhere: the absolute rules it breaks, and where it differs from the engine's.

`check` covers the absolute rules, for a pairing of an engine or of an arbiter.
`first_difference` compares brackets from the top; the first one that differs is judged (`judge`).
"""

from functools import partial

from planilla.domain.pairing.swiss.dutch.edition import LIBRO, Edition
from planilla.domain.pairing.swiss.dutch.engine import steps_down
from planilla.domain.pairing.swiss.dutch.explain import bracket_of
from planilla.domain.pairing.swiss.dutch.graph import may_break_colours
from planilla.domain.pairing.swiss.dutch.judge import Pair, difference_of_pairs
from planilla.domain.pairing.swiss.dutch.prospects import foresee
from planilla.domain.pairing.swiss.faults import faults_of_round
from planilla.domain.pairing.swiss.players import SwissPlayer, players_of
from planilla.domain.pairing.system import (
    BoardReason,
    Difference,
    Pairing,
    PairingFault,
    PairingInput,
)


def check(
    given: PairingInput, pairing: Pairing, edition: Edition = LIBRO
) -> tuple[PairingFault, ...]:
    """Return every absolute rule that `pairing` breaks, in the order of its boards.

    In the last round two top scorers may meet whatever their colours; where the edition says so,
    one of the two is enough. Source: seed 000, 2.9, B1 and B2; FIDE C.04.3 (2026), C3.
    """
    return faults_of_round(
        given,
        pairing,
        reading=edition.reading,
        exempt=partial(may_break_colours, edition=edition),
    )


def first_difference(
    given: PairingInput, other: Pairing, edition: Edition = LIBRO
) -> Difference | None:
    """The first article at which `other` leaves the engine's pairing; None if they are equal.

    The order of boards is not compared. Where the rules leave no pairing there is nothing to
    compare with: None.
    """
    prospects = foresee(players_of(given, edition.reading), edition)
    if prospects.left_over:
        return None
    by_seat = {player.seat: player for player in prospects.players}
    theirs = [
        _by_rank(by_seat[white], by_seat[black])
        for white, black in other.boards
        if white in by_seat and black in by_seat
    ]
    for step in steps_down(prospects, given, edition):
        difference = difference_of_pairs(
            step, theirs, edition, prospects
        ) or _difference_of_colours(
            bracket_of(step, given, edition, prospects).boards, step.bracket.points, other
        )
        if difference is not None:
            return difference
    return None


def _difference_of_colours(
    boards: tuple[BoardReason, ...], points: int, other: Pairing
) -> Difference | None:
    for board in boards:
        if (board.white, board.black) not in other.boards:
            return Difference(
                article=board.colour_rule,
                points=points,
                seats=(board.white, board.black),
            )
    return None


def _by_rank(one: SwissPlayer, other: SwissPlayer) -> Pair:
    return (one, other) if (-one.score, one.seat) < (-other.score, other.seat) else (other, one)
