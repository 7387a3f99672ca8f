"""The Dutch system as a round system: pairs, colours, board order and the reasons for them."""

from collections.abc import Callable

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.colours import colour_for, same_colour_wanted
from planilla.domain.pairing.swiss.dutch.brackets import Step, figures_of
from planilla.domain.pairing.swiss.dutch.completion import complete_steps
from planilla.domain.pairing.swiss.dutch.edition import Descent, Edition
from planilla.domain.pairing.swiss.dutch.outlook import outlook_steps
from planilla.domain.pairing.swiss.dutch.players import Player, players_of, side_of
from planilla.domain.pairing.swiss.dutch.prospects import Prospects, foresee
from planilla.domain.pairing.swiss.dutch.repair import repaired_steps
from planilla.domain.pairing.swiss.dutch.solve import given_up
from planilla.domain.pairing.system import (
    BoardReason,
    Bracket,
    Explanation,
    Floater,
    NoPairing,
    Pairing,
    PairingInput,
)
from planilla.domain.scoring import system_of
from planilla.domain.vocabulary import ByeKind, Colour

Ranked = tuple[int, int, int]


DESCENTS: dict[Descent, Callable[..., list[Step]]] = {
    Descent.REPAIR: repaired_steps,
    Descent.OUTLOOK: outlook_steps,
    Descent.COMPLETION: complete_steps,
}
"""From the prospects, the edition, the criteria of the round and one point: the brackets."""


def pair_round(given: PairingInput, edition: Edition) -> Pairing | NoPairing:
    """The round that `edition` gives, or who cannot be paired."""
    players = players_of(given, edition.reading)
    prospects = foresee(players, edition)
    if prospects.left_over:
        return NoPairing(reason="no-legal-pairing", seats=prospects.left_over)
    brackets = tuple(
        bracket_of(step, given, edition) for step in steps_down(prospects, given, edition)
    )
    byes = tuple(
        (bracket.bye, ByeKind.PAIRING_ALLOCATED) for bracket in brackets if bracket.bye is not None
    )
    return Pairing(
        boards=board_order(
            tuple((board.white, board.black) for bracket in brackets for board in bracket.boards),
            {player.seat: player.score for player in players},
        ),
        byes=byes,
        explanation=Explanation(system=edition.name, brackets=brackets),
    )


def steps_down(prospects: Prospects, given: PairingInput, edition: Edition) -> list[Step]:
    """The brackets from the top, paired; the round must be known to be pairable."""
    descent = DESCENTS[edition.descent]
    one_point = system_of(given.crosstable).unit
    criteria = edition.criteria(given.round, origins=bool(given.unwanted))
    return descent(prospects, edition, criteria, one_point)


def board_order(
    boards: tuple[tuple[Seat, Seat], ...], scores: dict[Seat, int]
) -> tuple[tuple[Seat, Seat], ...]:
    """The boards as they are listed.

    First the points of the better placed player of the two, then the sum of both, then the
    pairing number of the better placed. Source: seed 000, A.7.1.
    """

    def rank(board: tuple[Seat, Seat]) -> Ranked:
        better = min(board, key=lambda seat: (-scores[seat], seat))
        return -scores[better], -sum(scores[seat] for seat in board), better

    return tuple(sorted(boards, key=rank))


def bracket_of(step: Step, given: PairingInput, edition: Edition) -> Bracket:
    """One paired bracket as the arbiter would write it down."""
    bracket, solution = step.bracket, step.solution
    costs = given_up(solution.pairs, solution.floaters, bracket.floating, step.criteria)
    leaving, entering = solution.exchange
    return Bracket(
        points=bracket.points,
        seats=_seats(bracket.everybody),
        heterogeneous=bracket.heterogeneous,
        figures=figures_of(bracket.everybody),
        boards=tuple(
            _board(pair, place, step, given, edition) for place, pair in enumerate(solution.pairs)
        ),
        floaters=tuple(
            Floater(seat=floater.seat, reason=_why_floating(floater, step))
            for floater in solution.floaters
        ),
        bye=solution.floaters[0].seat if bracket.lowest and solution.floaters else None,
        given_up={
            criterion.article: sum(cost)
            for criterion, cost in zip(step.criteria, costs, strict=True)
            if cost
        },
        exchange=(_seats(leaving), _seats(entering)),
    )


def _board(
    pair: tuple[Player, Player], place: int, step: Step, given: PairingInput, edition: Edition
) -> BoardReason:
    higher, lower = pair
    first, other = side_of(higher), side_of(lower)
    if edition.first_round_by_place and not given.crosstable.rounds:
        # In round 1 the colours alternate down S1 (seed 000, A.1.2); later by pairing number.
        first = msgspec.structs.replace(first, ordinal=place)
    colour, article = colour_for(edition.colour_rules, first, other, given.first_colour)
    white, black = pair if colour is Colour.WHITE else (lower, higher)
    return BoardReason(
        white=white.seat,
        black=black.seat,
        meeting=_meeting(pair, step),
        colour_rule=article,
        same_preference=same_colour_wanted(higher.preference, lower.preference),
    )


def _meeting(pair: tuple[Player, Player], step: Step) -> str:
    if (pair[0].seat, pair[1].seat) in step.solution.first:
        return "first"
    moved = {player.seat for side in step.solution.exchange for player in side}
    return "exchange" if moved & {pair[0].seat, pair[1].seat} else "transposition"


def _why_floating(floater: Player, step: Step) -> str:
    if step.bracket.lowest:
        return "bye"
    if floater in step.lonely:
        return "no-opponent"
    if step.reason:
        return step.reason
    paired_and_floating = len(step.bracket.everybody) - len(step.lonely)
    odd = paired_and_floating == 2 * len(step.solution.pairs) + 1
    return "odd" if odd else "no-opponent"


def _seats(players: tuple[Player, ...]) -> tuple[Seat, ...]:
    return tuple(player.seat for player in players)
