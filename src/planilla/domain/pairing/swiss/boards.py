"""Boards of a round of a Swiss system: colours of a pair, order of the boards, and the round."""

from collections.abc import Mapping

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.colours import (
    ColourRule,
    ColourSide,
    colour_for,
    same_colour_wanted,
)
from planilla.domain.pairing.swiss.players import SwissPlayer, side_of
from planilla.domain.pairing.system import BoardReason, Explanation, Pairing, PairingStep
from planilla.domain.vocabulary import ByeKind, Colour

ColourRules = tuple[tuple[str, ColourRule], ...]
"""Rules of colours with their articles, in the order in which they are asked."""


def seated(
    pair: tuple[SwissPlayer, SwissPlayer],
    rules: ColourRules,
    drawn: Colour,
    meeting: str,
    *,
    first: ColourSide | None = None,
) -> BoardReason:
    """Return the board of a pair whose first player is the one that the rules rank higher.

    `drawn` is the initial colour, `meeting` the code of the reason for which they meet. `first`
    takes the place of the higher player's own side, where its ordinal is another.
    """
    higher, lower = pair
    side = side_of(higher) if first is None else first
    colour, article = colour_for(rules, side, side_of(lower), drawn)
    white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
    return BoardReason(
        white=white.seat,
        black=black.seat,
        meeting=meeting,
        colour_rule=article,
        same_preference=same_colour_wanted(higher.preference, lower.preference),
    )


def round_of_steps(
    system: str, steps: tuple[PairingStep, ...], scores: Mapping[Seat, int]
) -> Pairing:
    """Return a round from the steps that explain it; `scores` are those for pairing, by seat."""
    return Pairing(
        boards=board_order(
            tuple((board.white, board.black) for step in steps for board in step.boards), scores
        ),
        byes=tuple((step.bye, ByeKind.PAIRING_ALLOCATED) for step in steps if step.bye is not None),
        explanation=Explanation(system=system, steps=steps),
    )


def board_order(
    boards: tuple[tuple[Seat, Seat], ...], scores: Mapping[Seat, int]
) -> tuple[tuple[Seat, Seat], ...]:
    """Return the boards as they are listed.

    First the points of the better placed player of the two, then the sum of both, then the
    pairing number of the better placed. Source: seed 000, A.7.1; FIDE C.04.2, 3.6.
    """

    def rank(board: tuple[Seat, Seat]) -> tuple[int, int, int]:
        better = min(board, key=lambda seat: (-scores[seat], seat))
        return -scores[better], -sum(scores[seat] for seat in board), better

    return tuple(sorted(boards, key=rank))
