"""Fields of a few players, and the brackets that an edition makes of them, as plain numbers."""

from collections.abc import Mapping, Sequence
from typing import Any

from dsl.dutch_worlds import player
from planilla.domain.crosstable import Seat
from planilla.domain.pairing.swiss.dutch.brackets import BracketStep, ScoreBracket
from planilla.domain.pairing.swiss.dutch.edition import LIBRO, Edition
from planilla.domain.pairing.swiss.dutch.engine import DESCENTS
from planilla.domain.pairing.swiss.dutch.prospects import foresee
from planilla.domain.pairing.swiss.dutch.repair import Rules, step_of
from planilla.domain.pairing.swiss.dutch.solve import Solution, given_up
from planilla.domain.pairing.swiss.players import SwissPlayer
from planilla.domain.vocabulary import Colour

Game = tuple[Seat, Seat]

ONE_POINT = 2
"""Scores of these fields are in half points."""
PRINTED = {"W": Colour.WHITE, "B": Colour.BLACK}


def field(
    scores: Sequence[int], met: Sequence[Game] = (), /, **options: Mapping[Seat, Any]
) -> tuple[SwissPlayer, ...]:
    """Players by rank: a score each (in half points), games played, and options by seat."""
    return tuple(
        player(
            seat,
            score,
            met=[sum(game) - seat for game in met if seat in game],
            **{name: values[seat] for name, values in options.items() if seat in values},
        )
        for seat, score in enumerate(scores)
    )


def colours(*histories: str) -> dict[Seat, tuple[Colour, ...]]:
    """The option `played` for all players in turn: `WWB` is White, White, Black."""
    return {seat: tuple(PRINTED[each] for each in text) for seat, text in enumerate(histories)}


def pairs(solution: Solution) -> list[Game]:
    return [(one.seat, other.seat) for one, other in solution.pairs]


def floaters(solution: Solution) -> list[Seat]:
    return [floater.seat for floater in solution.floaters]


def steps(
    players: tuple[SwissPlayer, ...], edition: Edition, round_number: int = 1
) -> list[BracketStep]:
    """The brackets of a round from the top; `round_number` matters where odd and even differ."""
    descent = DESCENTS[edition.descent]
    prospects = foresee(players, edition)
    assert not prospects.left_over
    return descent(prospects, edition, edition.criteria(round_number), ONE_POINT)


def down(
    players: tuple[SwissPlayer, ...], edition: Edition = LIBRO, round_number: int = 1
) -> list[tuple[list[Game], str]]:
    """The pairs of each bracket, and the article that changed it if any did."""
    return [(pairs(step.solution), step.reason) for step in steps(players, edition, round_number)]


def alone(bracket: ScoreBracket) -> BracketStep:
    """One bracket of the book's, paired for itself."""
    return step_of(bracket, Rules(edition=LIBRO, criteria=LIBRO.criteria(1)))


def counts(step: BracketStep) -> dict[str, int]:
    """How often each criterion is broken in a paired bracket."""
    solution = step.solution
    found = given_up(solution.pairs, solution.floaters, step.bracket.floating, step.criteria)
    return {
        criterion.article: sum(costs)
        for criterion, costs in zip(step.criteria, found, strict=True)
        if costs
    }
