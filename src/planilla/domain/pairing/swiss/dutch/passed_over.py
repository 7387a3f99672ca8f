"""First opponents in the order of generation that were rejected, and the articles responsible.

When the bounds alone produced the pairing, each of their stages names the pairs it removed, and
`Fitting` finds the article that leaves no complete pairing: the allowed pairs decrease article by
article, and the pairing of the engine fits them all, so that each question is one of a few more
augmenting paths. Otherwise the bracket was weighed, and is weighed once more with the first
opponent as a forced pair. Large brackets would take too long: no article is named there.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.matching import bits, largest_matching, set_of
from planilla.domain.pairing.swiss.dutch.bounds import BoundStage
from planilla.domain.pairing.swiss.dutch.brackets import BracketStep
from planilla.domain.pairing.swiss.dutch.candidates import Edge
from planilla.domain.pairing.swiss.dutch.edition import Descent, Edition
from planilla.domain.pairing.swiss.dutch.graph import may_meet, opponents_of, places_of
from planilla.domain.pairing.swiss.dutch.judge import difference_of_pairs
from planilla.domain.pairing.swiss.dutch.prospects import Prospects
from planilla.domain.pairing.swiss.dutch.solve import best_with
from planilla.domain.pairing.swiss.faults import article_against
from planilla.domain.pairing.swiss.players import SwissPlayer, same_absolute
from planilla.domain.pairing.swiss.transpositions import first_transposition
from planilla.domain.pairing.system import Instead


class BrokenArticle(msgspec.Struct, frozen=True, kw_only=True):
    """The article that leaves no complete pairing, and whether it alone forbids the pairs."""

    article: str
    by_itself: bool


class WantedPairs(msgspec.Struct, frozen=True, kw_only=True):
    """Pairs of places that are to meet, the last of them in question, or the place of a floater."""

    pairs: tuple[Edge, ...] = ()
    floater: int | None = None

    def is_allowed(self, stage: BoundStage) -> bool:
        """Return whether the stage alone allows the pairs, without the other players."""
        if self.floater is not None and not stage.drop >> self.floater & 1:
            return False
        return all(stage.rows[one] >> other & 1 for one, other in self.pairs[-1:])


class Fitting:
    """Permitted pairings of one bracket, article by article."""

    def __init__(self, step: BracketStep, edition: Edition, prospects: Prospects) -> None:
        self.step = step
        self.edition = edition
        self.prospects = prospects
        self.members = step.members
        self.odd = len(self.members) % 2 == 1
        place = {player.seat: at for at, player in enumerate(self.members)}
        # Everybody has a mate where the bounds were enough; that of the floater is one more place.
        self.mates = [0] * (len(self.members) + self.odd)
        pairs = [(place[one.seat], place[other.seat]) for one, other in step.solution.pairs]
        floats = [(place[player.seat], len(self.members)) for player in step.solution.floaters]
        for one, other in (*pairs, *floats):
            self.mates[one], self.mates[other] = other, one
        self.stages = self._stages(step.solution.stages or ())

    def _stages(self, bounds: Sequence[BoundStage]) -> list[BoundStage]:
        """Everything legal; then as few left over below as can be; then as the bounds have it.

        The stages before the criteria have no article of their own (`_named`).
        """
        moved = self.step.solution.moved_paired
        everybody, above = (1 << len(self.members)) - 1, (1 << moved) - 1
        rows = tuple(
            row & ~above if at < moved else row
            for at, row in enumerate(opponents_of(self.members, self.edition))
        )
        legal = BoundStage(article="", rows=rows, drop=everybody & ~above if self.odd else 0)
        return [legal, msgspec.structs.replace(legal, drop=bounds[0].drop), *bounds]

    def broken_by(self, wanted: WantedPairs) -> BrokenArticle | None:
        """Return the first article that leaves no complete pairing; None if there is one."""
        at = bisect_left(self.stages, 1, key=lambda stage: int(not self.completes(stage, wanted)))
        if at == len(self.stages):
            return None
        stage = self.stages[at]
        return BrokenArticle(
            article=self._named(at, wanted), by_itself=not wanted.is_allowed(stage)
        )

    def completes(self, stage: BoundStage, wanted: WantedPairs) -> bool:
        """Return whether the other players can all be paired as the stage allows."""
        if not wanted.is_allowed(stage):
            return False
        size = len(self.members)
        gone = set_of(place for pair in wanted.pairs for place in pair)
        if wanted.floater is not None:
            gone |= 1 << wanted.floater | 1 << size
        rows = [*stage.rows]
        if self.odd:
            for at in bits(stage.drop):
                rows[at] |= 1 << size
            rows.append(stage.drop)
        known: list[int | None] = [*self.mates]
        for at in bits(gone):
            known[at] = known[self.mates[at]] = None
        rows = [row & ~gone for row in rows]
        for at in bits(gone):
            rows[at] = 0
        return largest_matching(rows, known).count(None) == gone.bit_count()

    def _named(self, at: int, wanted: WantedPairs) -> str:
        if at > 1:
            return self.stages[at].article or self._of_top_scorers()
        if at == 1 and self.step.bracket.lowest:
            return self._of_the_bye(wanted)
        rest = broken_below(self.step, self.edition, self.prospects, wanted.pairs)
        return rest or self._of_floaters(at, wanted)

    def _of_the_bye(self, wanted: WantedPairs) -> str:
        """Return the article on the bye, by the players from above who could float alone."""
        articles, above = self.edition.articles, range(self.step.solution.moved_paired)
        if not any(player.may_have_bye for player in self._alone(wanted, above)):
            return articles.bye
        return {
            Descent.REPAIR: articles.pairs,
            Descent.OUTLOOK: articles.floaters,
            Descent.COMPLETION: articles.bye_score,
        }[self.edition.descent]

    def _of_floaters(self, at: int, wanted: WantedPairs) -> str:
        """Less pairs, or others who float, or what that would leave to the next bracket."""
        articles, descent = self.edition.articles, self.edition.descent
        moved = self.step.solution.moved_paired
        residents = range(moved, len(self.members))
        if at == 1 and any(self._go_on(player) for player in self._alone(wanted, residents)):
            return articles.outlook
        above = self._alone(wanted, range(moved))
        if descent is Descent.REPAIR or not any(self._go_on(player) for player in above):
            return articles.pairs
        return articles.floaters

    def _go_on(self, floater: SwissPlayer) -> bool:
        number, descent = self.step.number + 1, self.edition.descent
        return descent is not Descent.COMPLETION or self.prospects.completes(number, [floater])

    def _alone(self, wanted: WantedPairs, places: Iterable[int]) -> Iterator[SwissPlayer]:
        """Yield the members at `places` who could float alone with the wanted pairs."""
        legal = self.stages[0]
        for place in places:
            alone = msgspec.structs.replace(legal, drop=1 << place)
            if self.odd and self.completes(alone, wanted):
                yield self.members[place]

    def _of_top_scorers(self) -> str:
        """Return the first criterion that two of the same absolute preference break."""
        pairs = [
            (one, other)
            for at, other in enumerate(self.members)
            for one in self.members[:at]
            if same_absolute(one, other) and self.stages[0].rows[at]
        ]
        return next(
            criterion.article
            for criterion in self.step.criteria
            if criterion.of_leans is None
            and not criterion.listed
            and any(criterion.of_pair(*pair) for pair in pairs)
        )


def broken_below(
    step: BracketStep, edition: Edition, prospects: Prospects, pairs: Sequence[Edge]
) -> str:
    """The article that keeps all others from this bracket downwards from being paired, if any.

    Only 2026 asks for that of every bracket (C4), and for the bye as far down as can be (C5).
    """
    if edition.descent is not Descent.COMPLETION:
        return ""
    paired = {place for pair in pairs for place in pair}
    left = [player for at, player in enumerate(step.members) if at not in paired]
    if prospects.completes(step.number + 1, left):
        return ""
    players = prospects.players
    anybody = places_of(players, lambda player: player.may_have_bye)
    lenient = Prospects(players, edition, anybody)
    articles = edition.articles
    completes = lenient.completes(step.number + 1, left)
    return articles.bye_score if completes else articles.completion


COMPLETION_PLAYERS_MAX = 120
"""Players up to whom it is told which article kept the others of a bracket from being paired."""
WEIGHING_PLAYERS_MAX = 40
"""Players up to whom a bracket is weighed once more for each board."""


class Halves(msgspec.Struct, frozen=True, kw_only=True):
    """One part of a bracket: S1 and S2 by place, and the mate of each of S1, by rank."""

    first: tuple[int, ...]
    second: tuple[int, ...]
    mates: tuple[int, ...]


def halves_of(step: BracketStep, edition: Edition) -> list[Halves]:
    """Return the part of those moved down, if any, and the homogeneous part or remainder."""
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
        *([_halves(leading, others)] if leading else []),
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
    """Return the lowest ranked of the bracket, if another floats alone, and why they did not."""
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
        return first_bound_against(seat, wanted, step.solution.stages)
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


def first_bound_against(seat: Seat, wanted: WantedPairs, stages: Sequence[BoundStage]) -> Instead:
    """Return the article that alone forbids the wanted pairs, without regard to the other players.

    `seat` is that of the player who came first. Where it was forbidden before any bound, those
    below would need it, or somebody else: no article is named.
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
            return first_bound_against(before.seat, wanted, stages)
        broken = self.fitting.broken_by(wanted)
        if broken is None:
            # Everything fits, but only after an exchange that comes later.
            article = self.edition.articles.exchange
            return Instead(seat=before.seat, article=article, for_others=True)
        return Instead(seat=before.seat, article=broken.article, for_others=not broken.by_itself)

    def _absolute(self, one: SwissPlayer, before: SwissPlayer) -> str:
        articles = self.edition.articles
        absolute = (articles.rematch, articles.colours)
        return article_against(one, before, self.forbidden, absolute)

    def _weighed(self, pairs: Sequence[Edge]) -> str:
        """Return the first article by which the best pairing with these pairs is worse."""
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
