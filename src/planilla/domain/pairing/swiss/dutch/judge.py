"""Another pairing of one bracket, judged as the engine judges: the article at which they part.

What is illegal, then how many pairs and which floaters, what that leaves to the next bracket and to
the round, the relative criteria in their order, and last the order of generation.
"""

from collections.abc import Callable, Sequence

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.matching import bits
from planilla.domain.pairing.swiss.dutch.brackets import BracketStep
from planilla.domain.pairing.swiss.dutch.criteria import UNPLAYED, PairingCriterion, amount
from planilla.domain.pairing.swiss.dutch.edition import Descent, Edition
from planilla.domain.pairing.swiss.dutch.graph import may_meet, places_of
from planilla.domain.pairing.swiss.dutch.outlook import left_in_next, weight_of
from planilla.domain.pairing.swiss.dutch.prospects import Prospects, spare
from planilla.domain.pairing.swiss.dutch.solve import given_up
from planilla.domain.pairing.swiss.players import SwissPlayer, have_met
from planilla.domain.pairing.system import Difference

Pair = tuple[SwissPlayer, SwissPlayer]

COMPARED_PLAYERS_MAX = 60
"""Players up to whom those left over below are compared by score; beyond, by number alone."""


class Rival(msgspec.Struct, frozen=True, kw_only=True):
    """The step of the engine, and the pairs and floaters of another pairing of its bracket."""

    step: BracketStep
    edition: Edition
    prospects: Prospects
    pairs: tuple[Pair, ...]
    floaters: tuple[SwissPlayer, ...]

    def differs(
        self, article: str, seats: Sequence[Seat], mine: int = 0, other: int = 0
    ) -> Difference:
        """Return a difference of this bracket."""
        points = self.step.bracket.points
        return Difference(
            article=article, points=points, seats=tuple(seats), engine=mine, other=other
        )

    @property
    def needed_elsewhere(self) -> str:
        """The article by which the brackets around ask for what is worse here."""
        return self.step.reason or self.edition.articles.outlook


def difference_of_pairs(
    step: BracketStep, theirs: Sequence[Pair], edition: Edition, prospects: Prospects
) -> Difference | None:
    """The first article at which `theirs` leave the pairs of one bracket, higher ranked first."""
    seats = {player.seat for player in step.bracket.everybody}
    inside = tuple(pair for pair in theirs if pair[0].seat in seats and pair[1].seat in seats)
    if _seats_of_pairs(inside) == _seats_of_pairs(step.solution.pairs):
        return None
    paired = {player.seat for pair in inside for player in pair}
    floaters = tuple(player for player in step.bracket.everybody if player.seat not in paired)
    rival = Rival(step=step, edition=edition, prospects=prospects, pairs=inside, floaters=floaters)
    return next(found for judge in JUDGES if (found := judge(rival)) is not None)


def _illegal(rival: Rival) -> Difference | None:
    articles = rival.edition.articles
    for pair in rival.pairs:
        if not may_meet(*pair, rival.edition):
            article = articles.rematch if have_met(*pair) else articles.colours
            return rival.differs(article, _seats(pair), other=1)
    if rival.step.bracket.lowest:
        barred = tuple(player for player in rival.floaters if not player.may_have_bye)
        if barred:
            return rival.differs(articles.bye, _seats(barred), other=len(barred))
    return None


def _not_complete(rival: Rival) -> Difference | None:
    """Return the difference if the rest of the round cannot be paired (2026, C4; 2017, C.4)."""
    step = rival.step
    asked = rival.edition.descent is Descent.COMPLETION or step.reason == "C.4"
    if not asked or rival.prospects.completes(step.number + 1, rival.floaters):
        return None
    articles, prospects = rival.edition.articles, rival.prospects
    anybody = places_of(prospects.players, lambda player: player.may_have_bye)
    lenient = Prospects(prospects.players, rival.edition, anybody)
    completes = lenient.completes(step.number + 1, rival.floaters)
    article = articles.bye_score if completes else articles.completion
    return rival.differs(article, _seats(rival.floaters), other=1)


def _fewer_pairs(rival: Rival) -> Difference | None:
    step, pairs = rival.step, rival.pairs
    moved = {player.seat for player in (*step.bracket.moved, *step.bracket.joined)}
    counts = [(len(step.solution.pairs), len(pairs))]
    if rival.edition.descent is Descent.REPAIR and not step.solution.homogeneous:
        counts.insert(0, (len(_led(step.solution.pairs, moved)), len(_led(pairs, moved))))
    for mine, others in counts:
        if mine != others:
            article = rival.edition.articles.pairs if mine > others else rival.needed_elsewhere
            return rival.differs(article, _seats(rival.floaters), mine, others)
    return None


def _higher_floaters(rival: Rival) -> Difference | None:
    """Return the scores of those who float, from the top (2026, C7)."""
    if rival.edition.descent is not Descent.COMPLETION:
        return None
    mine, others = (
        sorted((player.score for player in floaters), reverse=True)
        for floaters in (rival.step.solution.floaters, rival.floaters)
    )
    if mine == others:
        return None
    article = rival.edition.articles.floaters
    return rival.differs(article, _seats(rival.floaters), sum(mine), sum(others))


def _worse_outlook(rival: Rival) -> Difference | None:
    """Return the difference in the next bracket with these floaters (C.7; C8)."""
    step = rival.step
    if rival.edition.descent is Descent.REPAIR or step.number + 1 >= rival.prospects.groups:
        return None
    mine, others = (
        _left_below(rival, floaters) for floaters in (step.solution.floaters, rival.floaters)
    )
    if others <= mine:
        return None
    seats = _seats(rival.floaters)
    return rival.differs(rival.edition.articles.outlook, seats, mine[0], others[0])


def _left_below(rival: Rival, floaters: Sequence[SwissPlayer]) -> tuple[int, list[int]]:
    """Return the number of players left over in the next bracket, and their scores from the top.

    In 2017 a player barred from the bye weighs more in the last bracket (R6).
    """
    number = rival.step.number + 1
    following = rival.prospects.group(number)
    if len(floaters) + len(following) > COMPARED_PLAYERS_MAX:
        return spare(rival.prospects, number, floaters), []
    last = number + 1 == rival.prospects.groups
    left = left_in_next(floaters, following, rival.edition, last=last)
    weights = [weight_of(player, last=last) for player in left]
    is_2017 = rival.edition.descent is Descent.OUTLOOK
    count = sum(weights) if is_2017 else len(left)
    return count, sorted((player.score for player in left), reverse=True)


def _more_breaches(rival: Rival) -> Difference | None:
    step, floating, criteria = rival.step, rival.step.bracket.floating, _criteria_of(rival)
    mine = given_up(step.solution.pairs, step.solution.floaters, floating, criteria)
    others = given_up(rival.pairs, rival.floaters, floating, criteria)
    for criterion, own, theirs in zip(criteria, mine, others, strict=True):
        loss, gain = (own, theirs) if criterion.listed else ((sum(own),), (sum(theirs),))
        if loss != gain:
            breaking = (
                *(pair for pair in rival.pairs if criterion.of_pair(*pair)),
                *((one,) for one in rival.floaters if criterion.of_floater(one, floating)),
            )
            return rival.differs(
                criterion.article if loss < gain else rival.needed_elsewhere,
                [player.seat for group in breaking for player in group],
                amount(own),
                amount(theirs),
            )
    return None


def _criteria_of(rival: Rival) -> tuple[PairingCriterion, ...]:
    """Those of the round; before them C9, where the one who floats alone will have the bye."""
    players, eligible = rival.prospects.players, rival.prospects.eligible
    scores = {players[place].score for place in bits(eligible)}
    floating = {floater.score for floater in rival.floaters}
    if (
        rival.edition.descent is Descent.COMPLETION
        and len(rival.floaters) == 1
        and floating == scores
    ):
        return (UNPLAYED, *rival.step.criteria)
    return rival.step.criteria


def _generated_later(rival: Rival) -> Difference | None:
    step = rival.step
    kept = _seats_of_pairs(rival.pairs)
    first = next(pair for pair in step.solution.pairs if frozenset(_seats(pair)) not in kept)
    # Another pairing was asked for from below, so that an earlier one may have been passed over.
    passed_over = step.reason if not step.bracket.lowest else ""
    return rival.differs(passed_over or _step_of_generation(rival), _seats(first))


JUDGES: tuple[Callable[[Rival], Difference | None], ...] = (
    _illegal,
    _not_complete,
    _fewer_pairs,
    _higher_floaters,
    _worse_outlook,
    _more_breaches,
    _generated_later,
)
"""Comparisons in the order of the articles; the last one always finds a difference."""


def _step_of_generation(rival: Rival) -> str:
    step, articles = rival.step, rival.edition.articles
    moved = {player.seat for player in (*step.bracket.moved, *step.bracket.joined)}
    if step.solution.homogeneous:
        moved = set()
    mine, others = _led(step.solution.pairs, moved), _led(rival.pairs, moved)
    if [higher for higher, _ in mine] != [higher for higher, _ in others]:
        return articles.sets
    if mine != others:
        return articles.transposition
    exchanged = _first_halves(step.solution.pairs) != _first_halves(rival.pairs)
    return articles.exchange if exchanged else articles.transposition


def _seats(players: Sequence[SwissPlayer]) -> tuple[Seat, ...]:
    return tuple(player.seat for player in players)


def _seats_of_pairs(pairs: Sequence[Pair]) -> set[frozenset[Seat]]:
    return {frozenset(_seats(pair)) for pair in pairs}


def _led(pairs: Sequence[Pair], moved: set[Seat]) -> list[tuple[Seat, Seat]]:
    led = [pair for pair in pairs if pair[0].seat in moved]
    led.sort(key=lambda pair: (-pair[0].score, pair[0].seat))
    return [(one.seat, other.seat) for one, other in led]


def _first_halves(pairs: Sequence[Pair]) -> set[Seat]:
    return {higher.seat for higher, _ in pairs}
