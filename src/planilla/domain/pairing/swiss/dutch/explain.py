"""One paired bracket as the arbiter would write it down, with the reason of each of its boards."""

from collections.abc import Iterator

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.colours import colour_for, same_colour_wanted
from planilla.domain.pairing.swiss.dutch.brackets import BracketStep, figures_of
from planilla.domain.pairing.swiss.dutch.criteria import amount
from planilla.domain.pairing.swiss.dutch.edition import Edition
from planilla.domain.pairing.swiss.dutch.ordinals import exchange_number, transposition_number
from planilla.domain.pairing.swiss.dutch.passed_over import floater_passed_over, passed_over
from planilla.domain.pairing.swiss.dutch.players import DutchPlayer, side_of
from planilla.domain.pairing.swiss.dutch.prospects import Prospects
from planilla.domain.pairing.swiss.dutch.solve import given_up
from planilla.domain.pairing.system import BoardReason, Floater, PairingInput, PairingStep, Remark
from planilla.domain.vocabulary import Colour


def bracket_of(
    step: BracketStep, given: PairingInput, edition: Edition, prospects: Prospects
) -> PairingStep:
    """One paired bracket with its figures, its reasons and what was given up."""
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


def _meeting(pair: tuple[DutchPlayer, DutchPlayer], step: BracketStep) -> str:
    if (pair[0].seat, pair[1].seat) in step.solution.first:
        return "first"
    moved = {player.seat for side in step.solution.exchange for player in side}
    return "exchange" if moved & {pair[0].seat, pair[1].seat} else "transposition"


def _why_floating(floater: DutchPlayer, step: BracketStep) -> str:
    if step.bracket.lowest:
        return "bye"
    if floater in step.lonely:
        return "no-opponent"
    if step.reason:
        return step.reason
    paired_and_floating = len(step.bracket.everybody) - len(step.lonely)
    odd = paired_and_floating == 2 * len(step.solution.pairs) + 1
    return "odd" if odd else "no-opponent"


def _seats(players: tuple[DutchPlayer, ...]) -> tuple[Seat, ...]:
    return tuple(player.seat for player in players)
