"""The way down the table in 2017: one bracket ahead, and a collapsed last bracket if need be.

Source: FIDE C.04.3 (2017), A.9, C.4 to C.7; readings R1 to R7 of `docs/rules/dutch.md`.
"""

from collections.abc import Sequence

import msgspec

from planilla.domain.pairing.swiss.dutch.brackets import BracketStep, ScoreBracket, bracket_after
from planilla.domain.pairing.swiss.dutch.candidates import Column
from planilla.domain.pairing.swiss.dutch.criteria import Floating, PairingCriterion
from planilla.domain.pairing.swiss.dutch.direct import Simple, pair_directly
from planilla.domain.pairing.swiss.dutch.edition import Edition
from planilla.domain.pairing.swiss.dutch.outlooks import all_but_one, good_floaters
from planilla.domain.pairing.swiss.dutch.prospects import Prospects, spare
from planilla.domain.pairing.swiss.dutch.solve import (
    Solution,
    Task,
    breaches,
    every_pair,
    inside,
    solve,
)
from planilla.domain.pairing.swiss.players import SwissPlayer

WEIGHT_OF_BARRED = 3
"""Weight of a player left over in the last bracket who may not have the bye (R6)."""


class _Round(msgspec.Struct, frozen=True, kw_only=True):
    """Common data of all brackets of a round."""

    prospects: Prospects
    edition: Edition
    criteria: tuple[PairingCriterion, ...]


def outlook_steps(
    prospects: Prospects, edition: Edition, criteria: tuple[PairingCriterion, ...], one_point: int
) -> list[BracketStep]:
    """Return all brackets from the top, paired; the round must be known to be pairable."""
    of_round = _Round(prospects=prospects, edition=edition, criteria=criteria)
    steps: list[BracketStep] = []
    for number in range(prospects.groups):
        bracket = bracket_after(steps, prospects, number, one_point)
        solution = _directly(bracket, number, of_round)
        if solution is None and bracket.lowest:
            solution = _ending(bracket, (), of_round)
        elif solution is None:
            solution = _looking_ahead(bracket, number, of_round)
        if not bracket.lowest and not prospects.completes(number + 1, solution.floaters):
            return [*steps, *_collapsed(bracket, number, of_round)]
        steps.append(BracketStep(bracket=bracket, solution=solution, criteria=criteria))
    return steps


def _directly(bracket: ScoreBracket, number: int, of_round: _Round) -> Solution | None:
    """Return the pairing that meets every bound, if there is one."""
    members, moved = bracket.everybody, len(bracket.moved)
    prospects = of_round.prospects
    alone = len(members) % 2 == 1
    if 2 * moved > len(members):
        return None
    may_float = _floaters(number, prospects) if alone else 0
    if alone and not may_float:
        return None
    return pair_directly(
        Simple(
            members=members,
            moved=moved,
            opponents=prospects.local(members),
            may_float=may_float >> prospects.starts[number] << moved if alone else None,
            criteria=of_round.criteria,
            floating=bracket.floating,
        )
    )


def _floaters(number: int, prospects: Prospects) -> int:
    """Return the residents who can float with the best outlook for the next bracket (C.7)."""
    if number + 1 == prospects.groups:
        return prospects.mask(number) & prospects.eligible
    return good_floaters(prospects, number, _leaving(number + 1, prospects), lambda _left: True)


def _collapsed(bracket: ScoreBracket, number: int, of_round: _Round) -> list[BracketStep]:
    prospects, criteria = of_round.prospects, of_round.criteria
    below = prospects.players[prospects.starts[number + 1] :]
    solution = _ending(bracket, below, of_round)
    last = ScoreBracket(
        moved=solution.floaters,
        residents=below,
        lowest=True,
        one_point=bracket.one_point,
        number=prospects.groups - 1,
    )
    return [
        BracketStep(bracket=bracket, solution=solution, criteria=criteria, reason="C.4"),
        BracketStep(
            bracket=last,
            solution=_ending(last, (), of_round),
            criteria=criteria,
            reason="A.9",
        ),
    ]


def _ending(bracket: ScoreBracket, below: tuple[SwissPlayer, ...], of_round: _Round) -> Solution:
    """Return the pairing with which all below can be paired as well (C.4)."""

    def aims(task: Task) -> list[Column]:
        return [every_pair, inside(task), *breaches(task, of_round.criteria)]

    def may_have_bye(player: SwissPlayer) -> bool:
        return player.may_have_bye

    return solve(
        Task(
            members=bracket.everybody,
            edition=of_round.edition,
            floating=bracket.floating,
            aims=aims,
            moved=len(bracket.moved),
            below=below,
            bye=may_have_bye if of_round.prospects.odd else None,
        )
    )


def _looking_ahead(bracket: ScoreBracket, number: int, of_round: _Round) -> Solution:
    """Return the pairing that counts on the next bracket alone (C.7).

    First the bracket is weighed by itself: if the next one can do no better with other floaters,
    that is the answer.
    """
    prospects = of_round.prospects
    differences, *others = of_round.criteria
    is_last = number + 2 == prospects.groups

    def aims(task: Task) -> list[Column]:
        return [
            inside(task),
            *breaches(task, [differences]),
            *(_next_bracket(task, last=is_last) if task.waiting else []),
            *breaches(task, others),
        ]

    alone = Task(
        members=bracket.everybody,
        edition=of_round.edition,
        floating=bracket.floating,
        aims=aims,
        moved=len(bracket.moved),
    )
    solution = solve(alone)
    if _is_at_its_best(number + 1, solution.floaters, prospects):
        return solution
    following = prospects.group(number + 1)
    return solve(msgspec.structs.replace(alone, below=following, waiting=len(following)))


def _is_at_its_best(number: int, floaters: tuple[SwissPlayer, ...], prospects: Prospects) -> bool:
    """Return whether no other floaters, as many, would be better for group `number` (C.7)."""
    if (prospects.mask(number).bit_count() + len(floaters)) % 2 == 0:
        return not spare(prospects, number, floaters)
    return all_but_one(prospects, number, floaters, _leaving(number, prospects))


def _leaving(number: int, prospects: Prospects) -> int:
    """Return the places of group `number` that weigh least when they are left over (R6)."""
    is_last = number + 1 == prospects.groups
    return prospects.mask(number) & (prospects.eligible if is_last and prospects.odd else -1)


def weight_of(player: SwissPlayer, *, last: bool) -> int:
    """Return the weight of a player left over in the next, or `last`, bracket (R6)."""
    return WEIGHT_OF_BARRED if last and not player.may_have_bye else 1


def left_in_next(
    floaters: Sequence[SwissPlayer],
    following: Sequence[SwissPlayer],
    edition: Edition,
    *,
    last: bool,
) -> tuple[SwissPlayer, ...]:
    """Return the players left over by the next bracket at its best (C.7; C8)."""
    task = Task(
        members=(),
        edition=edition,
        floating=Floating(floor=0, resident=0),
        aims=lambda asked: _next_bracket(asked, last=last),
        below=(*floaters, *following),
        lonely=len(floaters),
        waiting=len(following),
    )
    return solve(task).unpaired_below


def _next_bracket(task: Task, *, last: bool) -> list[Column]:
    """C.7: as few as possible are left over in the next bracket, then low scores (R5, R6)."""
    everybody = task.everybody

    def weighed(u: int, v: int) -> int:
        return weight_of(everybody[u], last=last) + weight_of(everybody[v], last=last)

    def paired(score: int) -> Column:
        return lambda u, v: (everybody[u].score == score) + (everybody[v].score == score)

    return [
        weighed,
        *(paired(score) for score in sorted({p.score for p in everybody}, reverse=True)),
    ]
