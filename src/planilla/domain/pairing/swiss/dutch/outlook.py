"""The way down the table in 2017: one bracket ahead, and a collapsed last bracket if need be.

Source: FIDE C.04.3 (2017), A.9, C.4 to C.7; readings R1 to R7 of `docs/rules/dutch.md`.
"""

from planilla.domain.pairing.swiss.dutch.brackets import ScoreBracket, Step, score_groups
from planilla.domain.pairing.swiss.dutch.candidates import Column
from planilla.domain.pairing.swiss.dutch.criteria import C6_OF_2017, Criterion
from planilla.domain.pairing.swiss.dutch.edition import Edition
from planilla.domain.pairing.swiss.dutch.graph import unpairable
from planilla.domain.pairing.swiss.dutch.players import Player
from planilla.domain.pairing.swiss.dutch.solve import (
    Solution,
    Task,
    breaches,
    every_pair,
    inside,
    solve,
)

WEIGHT_OF_BARRED = 3
"""Who would be left over in the last bracket and may not have the bye weighs thrice (R6)."""


def outlook_steps(
    players: tuple[Player, ...],
    edition: Edition,
    criteria: tuple[Criterion, ...],
    one_point: int,
) -> list[Step]:
    """All brackets from the top, paired; the round must be known to be pairable."""
    groups = score_groups(players)
    steps: list[Step] = []
    for number, residents in enumerate(groups):
        bracket = ScoreBracket(
            moved=steps[-1].solution.floaters if steps else (),
            residents=residents,
            lowest=residents is groups[-1],
            one_point=one_point,
        )
        below = tuple(player for group in groups[number + 1 :] for player in group)
        if not below:
            solution = _ending(bracket, (), edition, criteria)
            return [*steps, Step(bracket=bracket, solution=solution, criteria=criteria)]
        following = groups[number + 1]
        solution = _looking_ahead(
            bracket, following, edition, criteria, last=number + 2 == len(groups)
        )
        if unpairable((*solution.floaters, *below), edition):
            return [*steps, *_collapsed(bracket, below, edition, criteria)]
        steps.append(Step(bracket=bracket, solution=solution, criteria=criteria))
    return steps


def _collapsed(bracket, below, edition, criteria) -> list[Step]:
    solution = _ending(bracket, below, edition, criteria)
    last = ScoreBracket(
        moved=solution.floaters, residents=below, lowest=True, one_point=bracket.one_point
    )
    return [
        Step(bracket=bracket, solution=solution, criteria=criteria, reason="C.4"),
        Step(
            bracket=last,
            solution=_ending(last, (), edition, criteria),
            criteria=criteria,
            reason="A.9",
        ),
    ]


def _ending(bracket, below, edition, criteria) -> Solution:
    odd = (len(bracket.everybody) + len(below)) % 2 == 1

    def aims(task: Task) -> list[Column]:
        return [every_pair, inside(task), *breaches(task, (C6_OF_2017, *criteria))]

    return solve(
        Task(
            members=bracket.everybody,
            edition=edition,
            floating=bracket.floating,
            aims=aims,
            moved=len(bracket.moved),
            below=below,
            bye=(lambda player: player.may_have_bye) if odd else None,
        )
    )


def _looking_ahead(bracket, following, edition, criteria, *, last: bool) -> Solution:
    def aims(task: Task) -> list[Column]:
        return [
            inside(task),
            *breaches(task, (C6_OF_2017,)),
            *_next_bracket(task, last=last),
            *breaches(task, criteria),
        ]

    return solve(
        Task(
            members=bracket.everybody,
            edition=edition,
            floating=bracket.floating,
            aims=aims,
            moved=len(bracket.moved),
            below=following,
            waiting=len(following),
        )
    )


def _next_bracket(task: Task, *, last: bool) -> list[Column]:
    """C.7: as few as possible are left over in the next bracket, then low scores (R5, R6)."""
    everybody = task.everybody

    def weight(player: Player) -> int:
        return WEIGHT_OF_BARRED if last and not player.may_have_bye else 1

    def paired(score: int) -> Column:
        return lambda u, v: (everybody[u].score == score) + (everybody[v].score == score)

    return [
        lambda u, v: weight(everybody[u]) + weight(everybody[v]),
        *(paired(score) for score in sorted({p.score for p in everybody}, reverse=True)),
    ]
