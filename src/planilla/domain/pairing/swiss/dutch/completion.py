"""The way down the table in 2026: no bracket leaves a rest that cannot be completed.

Source: FIDE C.04.3 (2026), 1.9, 2.1 to 2.3 (C4 to C9) and 3.
"""

from collections.abc import Sequence

from planilla.domain.pairing.swiss.dutch.brackets import ScoreBracket, Step, score_groups
from planilla.domain.pairing.swiss.dutch.candidates import Column
from planilla.domain.pairing.swiss.dutch.criteria import UNPLAYED, Criterion
from planilla.domain.pairing.swiss.dutch.edition import Edition
from planilla.domain.pairing.swiss.dutch.graph import places_of, unpairable
from planilla.domain.pairing.swiss.dutch.players import Player
from planilla.domain.pairing.swiss.dutch.solve import (
    Solution,
    Task,
    breaches,
    every_pair,
    inside,
    solve,
)


def score_of_bye(players: Sequence[Player], edition: Edition) -> int | None:
    """The lowest score at which somebody may have the bye and all others are paired (C5)."""
    if len(players) % 2 == 0:
        return None
    scores = sorted({player.score for player in players if player.may_have_bye})
    return next(
        score
        for score in scores
        if not unpairable(
            players,
            edition,
            places_of(players, lambda p, score=score: p.may_have_bye and p.score == score),
        )
    )


def complete_steps(
    players: tuple[Player, ...],
    edition: Edition,
    criteria: tuple[Criterion, ...],
    one_point: int,
) -> list[Step]:
    """All brackets from the top, paired; the round must be known to be pairable."""
    bye = score_of_bye(players, edition)
    groups = score_groups(players)
    steps: list[Step] = []
    for number, residents in enumerate(groups):
        bracket = ScoreBracket(
            moved=steps[-1].solution.floaters if steps else (),
            residents=residents,
            lowest=residents is groups[-1],
            one_point=one_point,
        )
        solution = _solved(bracket, groups[number + 1 :], edition, criteria, bye)
        steps.append(Step(bracket=bracket, solution=solution, criteria=criteria))
    return steps


def _solved(bracket, below, edition, criteria, bye) -> Solution:
    following = below[0] if below else ()
    rest = tuple(player for group in below[1:] for player in group)

    def may_have_bye(player: Player) -> bool:
        return player.may_have_bye and player.score == bye

    single = bye == bracket.points and len(bracket.everybody) % 2 == 1
    while True:
        whole = not rest
        solution = solve(_task(bracket, following, (), whole, single, edition, criteria, may_have_bye if bye is not None else None))
        if rest:
            left = (*solution.unpaired_below, *rest)
            if len(left) % 2 != (bye is not None) or unpairable(left, edition, places_of(left, may_have_bye)):
                solution = solve(_task(bracket, following, rest, True, single, edition, criteria, may_have_bye if bye is not None else None))
        alone = len(solution.floaters) == 1 and solution.floaters[0].score == bye
        if alone == single:
            return solution
        single = alone


def _task(bracket, following, rest, whole, single, edition, criteria, bye) -> Task:
    def aims(task: Task) -> list[Column]:
        return [
            *([every_pair] if whole else []),
            inside(task),
            *_few_and_low_floaters(task),
            *_outlook(task),
            *breaches(task, (UNPLAYED, *criteria) if single else criteria),
        ]

    return Task(
        members=bracket.everybody,
        edition=edition,
        floating=bracket.floating,
        aims=aims,
        moved=len(bracket.moved),
        below=(*following, *rest),
        waiting=len(following),
        bye=bye if whole and bye is not None else None,
    )


def _few_and_low_floaters(task: Task) -> list[Column]:
    """C7: of the members kept, as many as possible of the highest score, then of the next."""
    members = task.members

    def kept(score: int) -> Column:
        return lambda u, v: (
            (members[u].score == score) + (members[v].score == score)
            if task.is_inside(u, v)
            else 0
        )

    return [kept(score) for score in sorted({p.score for p in members}, reverse=True)]


def _outlook(task: Task) -> list[Column]:
    """C8: the next bracket makes as many pairs as it can, and leaves over low scores."""
    if not task.waiting:
        return []
    everybody, end = task.everybody, task.next_end

    def paired(score: int) -> Column:
        return lambda u, v: (
            (everybody[u].score == score) + (everybody[v].score == score) if v < end else 0
        )

    return [
        lambda u, v: int(task.is_ahead(u, v)),
        *(paired(score) for score in sorted({p.score for p in everybody[:end]}, reverse=True)),
    ]
