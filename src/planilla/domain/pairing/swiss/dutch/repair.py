"""The way down the table in 2012: bracket after bracket, and back up where the lower need it.

Source: FIDE C.04.3 (2012), C1 to C14, with the readings of `docs/rules/dutch-libro.md`.
"""

from enum import Enum

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.swiss.dutch.brackets import BracketStep, ScoreBracket, bracket_after
from planilla.domain.pairing.swiss.dutch.candidates import Column
from planilla.domain.pairing.swiss.dutch.criteria import PairingCriterion
from planilla.domain.pairing.swiss.dutch.direct import Simple, pair_directly
from planilla.domain.pairing.swiss.dutch.edition import Edition
from planilla.domain.pairing.swiss.dutch.graph import opponents_of
from planilla.domain.pairing.swiss.dutch.prospects import Prospects
from planilla.domain.pairing.swiss.dutch.solve import (
    Solution,
    Task,
    breaches,
    every_pair,
    inside,
    moved_down,
    solve,
)
from planilla.domain.pairing.swiss.players import SwissPlayer


class Demand(Enum):
    """Requirement on the players who are left over."""

    NOTHING = "nothing"
    COMPLETE = "complete"
    """With the players below all must be paired, but for one who may have the bye (C13)."""
    SWAP = "swap"
    """The largest number of pairs with the players below, with C12 as the first aim."""


class Below(msgspec.Struct, frozen=True, kw_only=True):
    """The players under a bracket, and what its floaters owe them.

    `moved_first`: below, those moved down are paired first (a heterogeneous bracket); `keepers`
    are the seats that may not float.
    """

    demand: Demand = Demand.NOTHING
    players: tuple[SwissPlayer, ...] = ()
    complete: bool = False
    moved_first: bool = True
    keepers: frozenset[Seat] = frozenset()


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """Common data of all brackets of a round."""

    edition: Edition
    criteria: tuple[PairingCriterion, ...]


def repaired_steps(
    prospects: Prospects, edition: Edition, criteria: tuple[PairingCriterion, ...], one_point: int
) -> list[BracketStep]:
    """Return all brackets from the top, paired; the round must be known to be pairable."""
    rules = Rules(edition=edition, criteria=criteria)
    steps: list[BracketStep] = []
    for number in range(prospects.groups):
        bracket = bracket_after(steps, prospects, number, one_point)
        steps.append(step_of(bracket, rules))
        if edition.asks_the_bracket_above and _falls_short(steps[-1]):
            steps = _with_other_floaters(steps, rules)
    return _completed(steps, rules)


def lonely_of(bracket: ScoreBracket, edition: Edition) -> tuple[SwissPlayer, ...]:
    """Residents whom nobody here may meet: they move down before all else (C1)."""
    if bracket.lowest:
        return ()
    opponents = opponents_of(bracket.everybody, edition)[-len(bracket.residents) :]
    return tuple(
        resident for resident, free in zip(bracket.residents, opponents, strict=True) if not free
    )


def step_of(
    bracket: ScoreBracket, rules: Rules, below: Below | None = None, reason: str = ""
) -> BracketStep:
    """`bracket` as it is paired under `rules`, such that its floaters do what `below` demands."""
    lonely = lonely_of(bracket, rules.edition)
    alone = {player.seat for player in lonely}
    members = tuple(player for player in bracket.everybody if player.seat not in alone)
    moved = len(bracket.moved) + len(bracket.joined)
    if rules.edition.half_from_above_is_homogeneous and 2 * moved >= len(members):
        moved = 0
    owed = below or Below(demand=Demand.COMPLETE if bracket.lowest else Demand.NOTHING)
    everyone = len(members) + len(lonely) + len(owed.players)
    is_complete = owed.demand is Demand.COMPLETE or owed.complete

    def aims(task: Task) -> list[Column]:
        return [*_levels(task, owed), *breaches(task, rules.criteria)]

    task = Task(
        members=members,
        edition=rules.edition,
        floating=bracket.floating,
        aims=aims,
        moved=moved,
        below=(*lonely, *owed.players),
        lonely=len(lonely),
        waiting=len(owed.players),
        bye=(lambda player: player.may_have_bye) if is_complete and everyone % 2 else None,
    )
    solution = _directly(task, bracket, rules) if below is None and not lonely else None
    return BracketStep(
        bracket=bracket,
        solution=solution or solve(task),
        criteria=rules.criteria,
        reason=reason,
        lonely=lonely,
    )


def _directly(task: Task, bracket: ScoreBracket, rules: Rules) -> Solution | None:
    """The pairing that meets every bound, if there is one and nothing is asked from below."""
    if bracket.heterogeneous and not task.moved:
        return None
    if bracket.residents[0].score != bracket.points:
        # Several brackets joined (C13): the bounds are those of residents of one score.
        return None
    may_float = None
    if len(task.members) % 2:
        residents = range(task.moved, len(task.members))
        may_float = sum(
            1 << place
            for place in residents
            if not bracket.lowest or task.members[place].may_have_bye
        )
    return pair_directly(
        Simple(
            members=task.members,
            moved=task.moved,
            opponents=opponents_of(task.members, rules.edition),
            may_float=may_float,
            criteria=rules.criteria,
            floating=bracket.floating,
        )
    )


def _falls_short(step: BracketStep) -> bool:
    """Return whether the moved-down players reduce the number of pairs of the bracket."""
    moved = len(step.bracket.moved)
    if not moved:
        return False
    if step.bracket.lowest and not step.solution.complete:
        return True
    members = len(step.bracket.everybody) - len(step.lonely)
    if step.solution.homogeneous:
        return len(step.solution.pairs) < members // 2
    return step.solution.moved_paired < moved or len(step.solution.pairs) < members // 2


def _with_other_floaters(steps: list[BracketStep], rules: Rules) -> list[BracketStep]:
    """C12: the bracket above sends others of the same scores down, if that pairs more here."""
    above, here = steps[-2], steps[-1]
    swapped = step_of(above.bracket, rules, _asked_for(above, here), "C12")
    # What pairs more here comes first, then the order above: others float only to pair more.
    if swapped.solution.floaters == above.solution.floaters:
        return steps
    bracket = msgspec.structs.replace(here.bracket, moved=swapped.solution.floaters)
    return [*steps[:-2], swapped, step_of(bracket, rules)]


def _asked_for(above: BracketStep, here: BracketStep) -> Below:
    floaters = above.solution.floaters
    scores = {floater.score for floater in floaters}
    resident = above.bracket.residents[0].score
    # Floaters of different scores: only the residents among them are exchanged for others.
    movable = scores if len(scores) == 1 else {resident}
    leaving = {floater.seat for floater in floaters if floater.score not in movable}
    return Below(
        demand=Demand.SWAP,
        players=here.bracket.residents,
        complete=here.bracket.lowest,
        moved_first=not here.solution.homogeneous,
        keepers=frozenset(
            player.seat
            for player in above.bracket.everybody
            if player.score not in movable and player.seat not in leaving
        ),
    )


def _completed(steps: list[BracketStep], rules: Rules) -> list[BracketStep]:
    """C13: while the lowest bracket cannot be completed, change the one above or join the two."""
    while steps and not steps[-1].solution.complete:
        above, lowest = steps[-2], steps[-1]
        below = Below(
            demand=Demand.COMPLETE,
            players=(*lowest.bracket.joined, *lowest.bracket.residents),
        )
        changed = step_of(above.bracket, rules, below, "C13")
        if changed.solution.complete and changed.solution.pairs:
            bracket = msgspec.structs.replace(lowest.bracket, moved=changed.solution.floaters)
            return [*steps[:-2], changed, step_of(bracket, rules, reason=lowest.reason)]
        steps = [*steps[:-2], step_of(_joined(above.bracket, lowest.bracket), rules, reason="C13")]
    return steps


def _joined(above: ScoreBracket, lowest: ScoreBracket) -> ScoreBracket:
    return ScoreBracket(
        moved=above.moved,
        joined=above.residents,
        residents=(*lowest.joined, *lowest.residents),
        lowest=True,
        one_point=lowest.one_point,
        number=lowest.number,
    )


def _levels(task: Task, below: Below) -> list[Column]:
    """Return the columns for numbers and kinds of pairs, before any criterion (C4, C12 to C14)."""
    within = [moved_down(task), inside(task)]
    if below.demand is Demand.NOTHING:
        return within
    if below.demand is Demand.COMPLETE:
        return [every_pair, *within]
    return [_kept(task, below), *within, *_levels_below(task, below)]


def _levels_below(task: Task, below: Below) -> list[Column]:
    # Those who are alone here go down as well, and are moved-down players there (C1).
    coming, bye = task.coming, len(task.everybody)

    def downwards(u: int, v: int) -> int:
        return int(below.moved_first and u < coming <= v < bye)

    return [every_pair, downwards] if below.complete else [downwards, every_pair]


def _kept(task: Task, below: Below) -> Column:
    stays = [player.seat in below.keepers for player in task.members]
    size = len(task.members)
    return lambda u, v: stays[u] + stays[v] if v < size else 0
