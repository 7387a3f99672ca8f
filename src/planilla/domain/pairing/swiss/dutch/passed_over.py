"""Who came first in the order of generation, and the article for which it was not they.

Where the bounds alone gave the pairing each stage of them tells what it took away. Otherwise the
bracket was weighed, and is weighed once more with what came first forced upon it. In large brackets
that takes too long: there no article is named.
"""

from collections.abc import Sequence

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.matching import set_of
from planilla.domain.pairing.swiss.dutch.brackets import Step
from planilla.domain.pairing.swiss.dutch.candidates import Edge
from planilla.domain.pairing.swiss.dutch.edition import Edition
from planilla.domain.pairing.swiss.dutch.graph import may_meet
from planilla.domain.pairing.swiss.dutch.judge import difference_of_pairs
from planilla.domain.pairing.swiss.dutch.players import Player, have_met
from planilla.domain.pairing.swiss.dutch.prospects import Prospects
from planilla.domain.pairing.swiss.dutch.solve import best_with
from planilla.domain.pairing.swiss.dutch.transpositions import first_transposition
from planilla.domain.pairing.system import Instead

COMPLETED_AGAIN = 60
"""Players of S2 up to which it is told which article kept the others from being paired."""
WEIGHED_AGAIN = 40
"""Players up to whom a bracket is weighed once more for each board."""
BAN = "C.04.2"
"""The article by which two may be kept apart, in any edition."""


class Halves(msgspec.Struct, frozen=True, kw_only=True):
    """One part of a bracket: S1 and S2 by place, and the mate of each of S1, by rank.

    `is_rest` tells a homogeneous bracket or remainder from the part of those moved down.
    """

    first: tuple[int, ...]
    second: tuple[int, ...]
    mates: tuple[int, ...]
    is_rest: bool = True


def halves_of(step: Step, edition: Edition) -> list[Halves]:
    """The part of those moved down, if any, and the homogeneous part or remainder."""
    members, led = step.members, step.solution.moved_paired
    place = {player.seat: at for at, player in enumerate(members)}
    pairs = [(place[one.seat], place[other.seat]) for one, other in step.solution.pairs]
    leading, rest = sorted(pairs[:led]), sorted(pairs[led:])
    moved = 0
    if not step.solution.homogeneous:
        moved = len(step.bracket.moved) + len(step.bracket.joined)
    taken = {at for pair in leading for at in pair}
    out = set() if edition.moved_down_meet else set(range(moved))
    others = [at for at in range(len(members)) if at not in {one for one, _ in leading} | out]
    return [
        *([msgspec.structs.replace(_halves(leading, others), is_rest=False)] if leading else []),
        _halves(rest, [at for at in others if at not in taken]),
    ]


def _halves(pairs: Sequence[Edge], others: Sequence[int]) -> Halves:
    first = {one for one, _ in pairs}
    return Halves(
        first=tuple(one for one, _ in pairs),
        second=tuple(at for at in others if at not in first),
        mates=tuple(other for _, other in pairs),
    )


def passed_over(
    step: Step,
    edition: Edition,
    prospects: Prospects,
    forbidden: frozenset[tuple[Seat, Seat]] = frozenset(),
) -> dict[frozenset[Seat], Instead]:
    """By pair of seats: the first opponent that the better placed of the two was not given.

    `forbidden` pairs may not meet by a ban, not for having met (`PairingInput.forbidden`).
    """
    members = step.members
    asking = _Asking(
        step=step, members=members, edition=edition, prospects=prospects, forbidden=forbidden
    )
    found: dict[frozenset[Seat], Instead] = {}
    for halves in halves_of(step, edition):
        left = list(halves.second)
        for at, (one, mate) in enumerate(zip(halves.first, halves.mates, strict=True)):
            if left[0] < mate:
                pair = frozenset((members[one].seat, members[mate].seat))
                found[pair] = asking.why_not(halves, at, left[0])
            left.remove(mate)
    return found


def floater_passed_over(step: Step, edition: Edition) -> Instead | None:
    """The lowest ranked of the bracket, if another floats alone, and why they did not."""
    if len(step.solution.floaters) != 1 or not step.members:
        return None
    lowest, stages = step.members[-1], step.solution.stages
    if lowest.seat == step.solution.floaters[0].seat:
        return None
    if step.bracket.lowest and not lowest.may_have_bye:
        return Instead(seat=lowest.seat, article=edition.articles.bye)
    if stages is None:
        return None
    bit = 1 << len(step.members) - 1
    for stage in stages:
        if not stage.drop & bit:
            return Instead(seat=lowest.seat, article=stage.article)
    return Instead(seat=lowest.seat, article=edition.articles.pairs, for_others=True)


class _Asking(msgspec.Struct, frozen=True, kw_only=True):
    """The bracket that is asked about, and what its articles are called."""

    step: Step
    members: tuple[Player, ...]
    edition: Edition
    prospects: Prospects
    forbidden: frozenset[tuple[Seat, Seat]]

    def why_not(self, halves: Halves, at: int, other: int) -> Instead:
        """Why the one at `at` of S1 does not meet the member at place `other`."""
        place = halves.first[at]
        one, before = self.members[place], self.members[other]
        stages = self.step.solution.stages
        if not may_meet(one, before, self.edition):
            return Instead(seat=before.seat, article=self._absolute(one, before))
        if stages is None:
            return Instead(seat=before.seat, article=self._weighed(one, before), for_others=True)
        for stage in stages:
            if not stage.rows[place] >> other & 1:
                return Instead(seat=before.seat, article=stage.article)
        article = self._completed(halves, at, other)
        return Instead(seat=before.seat, article=article, for_others=True)

    def _absolute(self, one: Player, before: Player) -> str:
        lower, higher = sorted((one.seat, before.seat))
        if (lower, higher) in self.forbidden:
            return BAN
        articles = self.edition.articles
        return articles.rematch if have_met(one, before) else articles.colours

    def _completed(self, halves: Halves, at: int, other: int) -> str:
        """The first article that the others would break if the two met."""
        used = {*halves.mates[:at], other}
        columns = [place for place in halves.second if place not in used]
        if len(columns) > COMPLETED_AGAIN:
            return ""
        for stage in self.step.solution.stages or ():
            drop = stage.drop if halves.is_rest else 0
            if not _others_fit(halves.first[at + 1 :], columns, stage.rows, drop):
                return stage.article
        return self.edition.articles.pairs

    def _weighed(self, one: Player, before: Player) -> str:
        """The first article by which the best pairing with these two is worse."""
        task = self.step.solution.task
        if task is None or task.size > WEIGHED_AGAIN:
            return ""
        rival = best_with(task, one, before)
        found = difference_of_pairs(self.step, rival, self.edition, self.prospects)
        return found.article if found is not None else self.edition.articles.transposition


def _others_fit(
    rows: Sequence[int], columns: Sequence[int], allowed: Sequence[int], drop: int
) -> bool:
    among = set_of(columns)
    asked = [allowed[row] & among for row in rows]
    if drop:
        asked.append(drop & among)
    # Residents who are not paired with anybody from above may all go on to the remainder.
    asked += [among] * (len(columns) - len(asked))
    return first_transposition(asked, among) is not None
