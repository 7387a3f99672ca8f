"""At which article a bracket can no longer be completed, if two of it meet or somebody floats.

For a bracket of which the bounds gave the pairing (`direct`): what is allowed gets less, article
after article, and the answer is the first one that leaves no complete pairing. The pairing of the
engine fits them all, so that each question is one of a few more augmenting paths.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from planilla.domain.pairing.matching import bits, largest_matching, set_of
from planilla.domain.pairing.swiss.dutch.bounds import BoundStage
from planilla.domain.pairing.swiss.dutch.brackets import BracketStep
from planilla.domain.pairing.swiss.dutch.candidates import Edge
from planilla.domain.pairing.swiss.dutch.edition import Descent, Edition
from planilla.domain.pairing.swiss.dutch.graph import opponents_of, places_of
from planilla.domain.pairing.swiss.dutch.players import DutchPlayer, same_absolute
from planilla.domain.pairing.swiss.dutch.prospects import Prospects


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

    def _go_on(self, floater: DutchPlayer) -> bool:
        number, descent = self.step.number + 1, self.edition.descent
        return descent is not Descent.COMPLETION or self.prospects.completes(number, [floater])

    def _alone(self, wanted: WantedPairs, places: Iterable[int]) -> Iterator[DutchPlayer]:
        """Yield the members at `places` who could float alone with the wanted pairs."""
        legal = self.stages[0]
        for place in places:
            alone = msgspec.structs.replace(legal, drop=1 << place)
            if self.odd and self.completes(alone, wanted):
                yield self.members[place]

    def _of_top_scorers(self) -> str:
        """The first criterion that two of the same absolute preference break."""
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
