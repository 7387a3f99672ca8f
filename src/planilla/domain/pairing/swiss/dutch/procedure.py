"""The way down the table: bracket after bracket, and back up where the lower ones need it.

Source: FIDE C.04.3 (2012), C1 to C14, with the readings of `docs/rules/pairing-dutch.md`.
"""

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.matching import largest_matching
from planilla.domain.pairing.swiss.dutch.brackets import ScoreBracket, score_groups
from planilla.domain.pairing.swiss.dutch.edition import Edition
from planilla.domain.pairing.swiss.dutch.players import Player, opponents_of
from planilla.domain.pairing.swiss.dutch.solve import Below, Demand, Solution, solve


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """A bracket as it was paired in the end; `reason` names the article that changed it, if any.

    `reason` is `C12` when the bracket below asked for other floaters, `C13` when the lowest
    bracket could not be paired without another pairing here, or was joined with this one.
    """

    bracket: ScoreBracket
    solution: Solution
    reason: str = ""


def unpairable(players: tuple[Player, ...]) -> tuple[Seat, ...]:
    """Those who are left over however the round is paired; nobody if it can be completed.

    With an odd number one of them may have the bye (B1.b).
    """
    neighbours = opponents_of(players)
    if len(players) % 2:
        bye = len(players)
        eligible = sum(1 << u for u, player in enumerate(players) if player.may_have_bye)
        neighbours = [
            met | (1 << bye if eligible >> u & 1 else 0) for u, met in enumerate(neighbours)
        ] + [eligible]
    mates = largest_matching(neighbours)
    return tuple(player.seat for player, mate in zip(players, mates, strict=False) if mate is None)


def steps_down(players: tuple[Player, ...], edition: Edition, one_point: int) -> list[Step]:
    """All brackets from the top, paired; the round must be known to be pairable.

    `one_point` is a point in units of the point system.
    """
    groups = score_groups(players)
    steps: list[Step] = []
    for residents in groups:
        bracket = ScoreBracket(
            moved=steps[-1].solution.floaters if steps else (),
            residents=residents,
            lowest=residents is groups[-1],
            one_point=one_point,
        )
        steps.append(Step(bracket=bracket, solution=solve(bracket, edition)))
        if edition.asks_the_bracket_above and _falls_short(steps[-1]):
            steps = _with_other_floaters(steps, edition)
    return _completed(steps, edition)


def _falls_short(step: Step) -> bool:
    """Whether the moved-down players keep the bracket from the pairs it could have."""
    moved = len(step.bracket.moved)
    if not moved:
        return False
    if step.bracket.lowest and not step.solution.complete:
        return True
    members = len(step.bracket.everybody) - len(step.bracket.lonely)
    if step.solution.homogeneous:
        return len(step.solution.pairs) < members // 2
    return step.solution.moved_paired < moved or len(step.solution.pairs) < members // 2


def _with_other_floaters(steps: list[Step], edition: Edition) -> list[Step]:
    """C12: the bracket above sends others of the same scores down, if that pairs more here."""
    above, here = steps[-2], steps[-1]
    swapped = solve(above.bracket, edition, _asked_for(above, here))
    # What pairs more here comes first, then the order above: others float only to pair more.
    if swapped.floaters == above.solution.floaters:
        return steps
    bracket = msgspec.structs.replace(here.bracket, moved=swapped.floaters)
    again = Step(bracket=bracket, solution=solve(bracket, edition))
    return [*steps[:-2], Step(bracket=above.bracket, solution=swapped, reason="C12"), again]


def _asked_for(above: Step, here: Step) -> Below:
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


def _completed(steps: list[Step], edition: Edition) -> list[Step]:
    """C13: while the lowest bracket cannot be completed, change the one above or join the two."""
    while not steps[-1].solution.complete:
        above, lowest = steps[-2], steps[-1]
        below = Below(
            demand=Demand.COMPLETE,
            players=(*lowest.bracket.joined, *lowest.bracket.residents),
        )
        changed = solve(above.bracket, edition, below)
        if changed.complete and changed.pairs:
            bracket = msgspec.structs.replace(lowest.bracket, moved=changed.floaters)
            repaired = Step(bracket=above.bracket, solution=changed, reason="C13")
            ending = Step(bracket=bracket, solution=solve(bracket, edition), reason=lowest.reason)
            return [*steps[:-2], repaired, ending]
        joined = _joined(above.bracket, lowest.bracket)
        steps = [
            *steps[:-2],
            Step(bracket=joined, solution=solve(joined, edition), reason="C13"),
        ]
    return steps


def _joined(above: ScoreBracket, lowest: ScoreBracket) -> ScoreBracket:
    return ScoreBracket(
        moved=above.moved,
        joined=above.residents,
        residents=(*lowest.joined, *lowest.residents),
        lowest=True,
        one_point=lowest.one_point,
    )
