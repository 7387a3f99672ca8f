"""First opponents in the order of generation that were rejected, and the articles responsible.

When the bounds alone produced the pairing, each of their stages names the pairs it removed.
Otherwise the bracket was weighed, and is weighed once more with the first opponent as a forced
pair. Large brackets would take too long: no article is named there.
"""

from collections.abc import Sequence
from functools import cached_property

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.matching import set_of
from planilla.domain.pairing.swiss.dutch.bounds import BoundStage
from planilla.domain.pairing.swiss.dutch.brackets import BracketStep
from planilla.domain.pairing.swiss.dutch.candidates import Edge
from planilla.domain.pairing.swiss.dutch.edition import Descent, Edition
from planilla.domain.pairing.swiss.dutch.fitting import Fitting, WantedPairs, broken_below
from planilla.domain.pairing.swiss.dutch.graph import may_meet
from planilla.domain.pairing.swiss.dutch.judge import difference_of_pairs
from planilla.domain.pairing.swiss.dutch.players import DutchPlayer, have_met
from planilla.domain.pairing.swiss.dutch.prospects import Prospects
from planilla.domain.pairing.swiss.dutch.solve import best_with
from planilla.domain.pairing.swiss.dutch.transpositions import first_transposition
from planilla.domain.pairing.system import Instead

COMPLETION_PLAYERS_MAX = 120
"""Players up to whom it is told which article kept the others of a bracket from being paired."""
WEIGHING_PLAYERS_MAX = 40
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


def halves_of(step: BracketStep, edition: Edition) -> list[Halves]:
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
    step: BracketStep,
    edition: Edition,
    prospects: Prospects,
    forbidden: frozenset[tuple[Seat, Seat]] = frozenset(),
) -> dict[frozenset[Seat], Instead]:
    """Return, by pair of seats, the first rejected opponent of the better placed player.

    The article is found by pairing the two with all boards before them unchanged. `forbidden` pairs
    are separated by a prohibition, not by an earlier game (`PairingInput.forbidden`).
    """
    members = step.members
    asking = _Asking(step, edition, prospects, forbidden)
    found: dict[frozenset[Seat], Instead] = {}
    before: list[Edge] = []
    for halves in halves_of(step, edition):
        left = list(halves.second)
        for one, mate in zip(halves.first, halves.mates, strict=True):
            if left[0] < mate:
                pair = frozenset((members[one].seat, members[mate].seat))
                found[pair] = asking.why_not((*before, (one, left[0])))
            left.remove(mate)
            before.append((one, mate))
    return found


def floater_passed_over(
    step: BracketStep, edition: Edition, prospects: Prospects
) -> Instead | None:
    """The lowest ranked of the bracket, if another floats alone, and why they did not."""
    lowest = step.members[-1:]
    if len(step.solution.floaters) != 1 or not lowest or lowest == step.solution.floaters:
        return None
    seat = lowest[0].seat
    if step.bracket.lowest and not lowest[0].may_have_bye:
        return Instead(seat=seat, article=edition.articles.bye)
    if step.solution.stages is None:
        return None
    wanted = WantedPairs(floater=len(step.members) - 1)
    if len(step.members) > COMPLETION_PLAYERS_MAX:
        return _in_large(seat, wanted, step.solution.stages)
    fitting = Fitting(step, edition, prospects)
    broken = fitting.broken_by(wanted)
    if broken is None:
        article = _floats_later(fitting, halves_of(step, edition), edition)
        return Instead(seat=seat, article=article, for_others=True)
    return Instead(seat=seat, article=broken.article, for_others=not broken.by_itself)


def _floats_later(fitting: Fitting, parts: Sequence[Halves], edition: Edition) -> str:
    """The step of generation by which a pairing as good, with the lowest floating, is later."""
    *above, rest = parts
    leading = tuple(pair for part in above for pair in zip(part.first, part.mates, strict=True))
    allowed, lowest = fitting.stages[-1], len(fitting.members) - 1
    columns = set_of(rest.second)
    # An exchange may have brought the lowest into S1: with these halves they cannot be left over.
    rows = [*(allowed.rows[place] & columns for place in rest.first), 1 << lowest & columns]
    same_halves = first_transposition(rows, columns) is not None
    if same_halves or not fitting.completes(allowed, WantedPairs(pairs=leading, floater=lowest)):
        return edition.articles.transposition
    return edition.articles.exchange


def _in_large(seat: Seat, wanted: WantedPairs, stages: Sequence[BoundStage]) -> Instead:
    """Return the article that alone forbids the wanted pairs, without regard to the other players.

    Where it was forbidden before any bound, those below would need it, or somebody else: no article
    is named.
    """
    article = next((each.article for each in stages if not wanted.is_allowed(each)), "")
    return Instead(seat=seat, article=article, for_others=not article)


class _Asking:
    """The bracket that is asked about, and what its articles are called."""

    def __init__(
        self,
        step: BracketStep,
        edition: Edition,
        prospects: Prospects,
        forbidden: frozenset[tuple[Seat, Seat]],
    ) -> None:
        self.step = step
        self.edition = edition
        self.prospects = prospects
        self.forbidden = forbidden
        self.members = step.members

    @cached_property
    def fitting(self) -> Fitting:
        """The pairings that the bounds allow; only for brackets that the bounds decided."""
        return Fitting(self.step, self.edition, self.prospects)

    def why_not(self, pairs: tuple[Edge, ...]) -> Instead:
        """Why the last of these places do not meet, all others before them standing."""
        one, before = (self.members[place] for place in pairs[-1])
        if not may_meet(one, before, self.edition):
            return Instead(seat=before.seat, article=self._absolute(one, before))
        stages, wanted = self.step.solution.stages, WantedPairs(pairs=pairs)
        if stages is None:
            return Instead(seat=before.seat, article=self._weighed(pairs), for_others=True)
        if len(self.members) > COMPLETION_PLAYERS_MAX:
            return _in_large(before.seat, wanted, stages)
        broken = self.fitting.broken_by(wanted)
        if broken is None:
            # Everything fits, but only after an exchange that comes later.
            article = self.edition.articles.exchange
            return Instead(seat=before.seat, article=article, for_others=True)
        return Instead(seat=before.seat, article=broken.article, for_others=not broken.by_itself)

    def _absolute(self, one: DutchPlayer, before: DutchPlayer) -> str:
        lower, higher = sorted((one.seat, before.seat))
        if (lower, higher) in self.forbidden:
            return BAN
        articles = self.edition.articles
        return articles.rematch if have_met(one, before) else articles.colours

    def _weighed(self, pairs: Sequence[Edge]) -> str:
        """The first article by which the best pairing with these pairs is worse."""
        task = self.step.solution.task
        if task is None or task.size > WEIGHING_PLAYERS_MAX:
            return ""
        below = broken_below(self.step, self.edition, self.prospects, pairs)
        if below:
            return below
        wanted = [(self.members[one], self.members[other]) for one, other in pairs]
        rival = best_with(task, wanted)
        found = difference_of_pairs(self.step, rival, self.edition, self.prospects)
        assert found is not None
        # The rival was chosen without all the players below: another might do better for them.
        articles = self.edition.articles
        ahead = {articles.completion, articles.bye_score, articles.outlook}
        is_blind = self.edition.descent is Descent.COMPLETION and found.article in ahead
        return "" if is_blind else found.article
