"""Where another pairing leaves the one that the rules give: the first article at which they part.

Brackets are compared from the top, and the first one that differs is judged (`judge`).
"""

from planilla.domain.pairing.swiss.dutch.edition import LIBRO, Edition
from planilla.domain.pairing.swiss.dutch.engine import steps_down
from planilla.domain.pairing.swiss.dutch.explain import bracket_of
from planilla.domain.pairing.swiss.dutch.judge import Difference, Pair, difference_of_pairs
from planilla.domain.pairing.swiss.dutch.players import Player, players_of
from planilla.domain.pairing.swiss.dutch.prospects import foresee
from planilla.domain.pairing.system import Bracket, Pairing, PairingInput

__all__ = ["Difference", "first_difference"]


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
        ) or _difference_of_colours(bracket_of(step, given, edition, prospects), other)
        if difference is not None:
            return difference
    return None


def _difference_of_colours(bracket: Bracket, other: Pairing) -> Difference | None:
    for board in bracket.boards:
        if (board.white, board.black) not in other.boards:
            return Difference(
                article=board.colour_rule,
                points=bracket.points,
                seats=(board.white, board.black),
            )
    return None


def _by_rank(one: Player, other: Player) -> Pair:
    return (one, other) if (-one.score, one.seat) < (-other.score, other.seat) else (other, one)
