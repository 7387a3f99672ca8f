"""The way down the table in 2026: no bracket leaves a rest that cannot be completed.

Source: FIDE C.04.3 (2026), 1.9, 2.1 to 2.3 (C4 to C9) and 3.
"""

import msgspec

from planilla.domain.pairing.matching import bits
from planilla.domain.pairing.swiss.dutch.brackets import BracketStep, ScoreBracket, bracket_after
from planilla.domain.pairing.swiss.dutch.candidates import Column
from planilla.domain.pairing.swiss.dutch.criteria import UNPLAYED, PairingCriterion
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


class _CompletedRound(msgspec.Struct, frozen=True, kw_only=True):
    """Common data of all brackets of a round; `bye` is the score of the bye (C5)."""

    prospects: Prospects
    edition: Edition
    criteria: tuple[PairingCriterion, ...]
    bye: int | None

    def may_have_bye(self, player: SwissPlayer) -> bool:
        """Return whether this player may have the bye."""
        return player.may_have_bye and player.score == self.bye


def complete_steps(
    prospects: Prospects, edition: Edition, criteria: tuple[PairingCriterion, ...], one_point: int
) -> list[BracketStep]:
    """Return all brackets from the top, paired; the round must be known to be pairable."""
    bye = next((prospects.players[place].score for place in bits(prospects.eligible)), None)
    of_round = _CompletedRound(prospects=prospects, edition=edition, criteria=criteria, bye=bye)
    steps: list[BracketStep] = []
    for number in range(prospects.groups):
        bracket = bracket_after(steps, prospects, number, one_point)
        solution = _directly(bracket, number, of_round) or _weighed(bracket, number, of_round)
        steps.append(BracketStep(bracket=bracket, solution=solution, criteria=criteria))
    return steps


def _directly(bracket: ScoreBracket, number: int, of_round: _CompletedRound) -> Solution | None:
    """Return the pairing that meets every bound, if there is one."""
    members, moved = bracket.everybody, len(bracket.moved)
    prospects = of_round.prospects
    alone = len(members) % 2 == 1
    if 2 * moved > len(members) or (not alone and prospects.levels[number + 1].left):
        return None
    may_float = floaters_directly(prospects, number) if alone else 0
    if alone and not may_float:
        return None
    gets_bye = alone and of_round.bye == bracket.points
    start = prospects.starts[number]
    return pair_directly(
        Simple(
            members=members,
            moved=moved,
            opponents=prospects.local(members),
            may_float=may_float >> start << moved if alone else None,
            criteria=(UNPLAYED, *of_round.criteria) if gets_bye else of_round.criteria,
            floating=bracket.floating,
        )
    )


def floaters_directly(prospects: Prospects, number: int) -> int:
    """Return the residents who can float with the best outlook for the next bracket (C4, C8)."""
    if number + 1 == prospects.groups:
        return prospects.mask(number) & prospects.eligible
    below = prospects.levels[number + 2]
    return good_floaters(prospects, number, _leaving(number + 1, prospects), below.takes)


def _weighed(bracket: ScoreBracket, number: int, of_round: _CompletedRound) -> Solution:
    single = of_round.bye == bracket.points and len(bracket.everybody) % 2 == 1
    while True:
        solution = _weighed_with(bracket, number, of_round, single=single)
        alone = len(solution.floaters) == 1 and solution.floaters[0].score == of_round.bye
        if alone is single:
            return solution
        single = alone


def _weighed_with(
    bracket: ScoreBracket, number: int, of_round: _CompletedRound, *, single: bool
) -> Solution:
    """First without the players below, and with more of them only if that must be.

    Who is left out can only forbid: an answer that is allowed with all of them is the answer.
    """
    prospects = of_round.prospects
    if not bracket.lowest:
        solution = solve(_task(bracket, number, of_round, reach=number + 1, single=single))
        if is_at_its_best(prospects, number + 1, solution.floaters):
            return solution
    if number + 2 < prospects.groups:
        solution = solve(_task(bracket, number, of_round, reach=number + 2, single=single))
        if prospects.completes(number + 2, solution.unpaired_below):
            return solution
    return solve(_task(bracket, number, of_round, reach=prospects.groups, single=single))


def is_at_its_best(prospects: Prospects, number: int, floaters: tuple[SwissPlayer, ...]) -> bool:
    """Return whether no other floaters, as many, would be better for group `number` (C4, C8)."""
    if (prospects.mask(number).bit_count() + len(floaters)) % 2 == 0:
        return not prospects.levels[number + 1].left and not spare(prospects, number, floaters)
    return all_but_one(prospects, number, floaters, _leaving(number, prospects))


def _leaving(number: int, prospects: Prospects) -> int:
    """Return the places of group `number` that can be paired below it."""
    below = prospects.levels[number + 1]
    return sum(1 << place for place in bits(prospects.mask(number)) if below.takes([place]))


def _task(
    bracket: ScoreBracket, number: int, of_round: _CompletedRound, *, reach: int, single: bool
) -> Task:
    """Return the task of the bracket with the groups before `reach` below it."""
    prospects = of_round.prospects
    whole = reach == prospects.groups
    below = prospects.players[prospects.starts[number + 1] : prospects.starts[reach]]
    following = prospects.group(number + 1) if below else ()

    def aims(task: Task) -> list[Column]:
        return [
            *([every_pair] if whole else []),
            inside(task),
            *low_floaters(task),
            *next_bracket(task),
            *breaches(task, (UNPLAYED, *of_round.criteria) if single else of_round.criteria),
        ]

    return Task(
        members=bracket.everybody,
        edition=of_round.edition,
        floating=bracket.floating,
        aims=aims,
        moved=len(bracket.moved),
        below=below,
        waiting=len(following),
        bye=of_round.may_have_bye if whole and of_round.bye is not None else None,
    )


def low_floaters(task: Task) -> list[Column]:
    """C7: of the members kept, as many as possible of the highest score, then of the next."""
    members = task.members

    def kept(score: int) -> Column:
        return lambda u, v: (
            (members[u].score == score) + (members[v].score == score) if task.is_inside(u, v) else 0
        )

    return [kept(score) for score in sorted({p.score for p in members}, reverse=True)]


def next_bracket(task: Task) -> list[Column]:
    """C8: the next bracket makes as many pairs as it can, and leaves over low scores."""
    if not task.waiting:
        return []
    everybody, end = task.everybody, task.next_end

    def paired(score: int) -> Column:
        return lambda u, v: (
            (everybody[u].score == score) + (everybody[v].score == score) if v < end else 0
        )

    def ahead(u: int, v: int) -> int:
        return int(task.is_ahead(u, v))

    return [
        ahead,
        *(paired(score) for score in sorted({p.score for p in everybody[:end]}, reverse=True)),
    ]
