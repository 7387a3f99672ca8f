"""How the tournament ends in each outcome: the final order of all who matter, and its weight.

Outcomes that end alike are one `Final`: what they have in common is the order and the ties in it.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import islice, pairwise

import msgspec

from planilla.domain.chance import GENERATOR
from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.prizes.additions import StandingsOf, additions, leading, sums_among
from planilla.domain.prizes.draws import ends_drawn
from planilla.domain.prizes.keys import Contenders, keys_of
from planilla.domain.prizes.likelihood import Weights
from planilla.domain.prizes.outcomes import OpenGame, Outcome, ended
from planilla.domain.prizes.ranking import Ranked, Ranking
from planilla.domain.standings import Announced, standings

APART, ON_POINTS, FOR_GOOD = range(3)
"""How one is tied with the one before: not at all, on points, or after all tie-breaks."""

Final = tuple[tuple[Seat, ...], bytes]
"""Seats in their final order, and for each but the first how it is tied with the one before."""

TRIED, TRIED_WITH = 200, 1
"""So many outcomes, drawn with this seed, tell how long all of them would take."""


class Contest(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament with open games, and the tie-breaks of its standings."""

    crosstable: Crosstable
    games: tuple[OpenGame, ...]
    announced: Announced

    @property
    def standings_of(self) -> StandingsOf:
        """The standings of a crosstable by these tie-breaks."""
        return partial(standings, announced=self.announced)

    @property
    def sums(self) -> tuple[int, ...]:
        """Which of the tie-breaks are sums over the open games."""
        return sums_among(self.announced, self.crosstable, self.games)


class Finals:
    """What reads finals out of outcomes, made ready once for a contest.

    `contenders` chooses who matters (`keys_of`). With a `depth`, finals end with the points group
    in which that place is.
    """

    def __init__(self, contest: Contest, contenders: Contenders, depth: int) -> None:
        self._contest = contest
        sums = leading(contest.sums)
        found = additions(contest.crosstable, contest.games, contest.standings_of, sums)
        self._keys = keys_of(found, len(contest.games), contenders)
        self._depth = depth
        self._is_complete = self._keys.columns == len(contest.announced.codes) + 1

    def share_told_apart(self, weights: Weights) -> Fraction:
        """In how many outcomes of a few the full standings are asked for: it is what takes long."""
        if self._is_complete:
            return Fraction(0)
        key_of, words_of = self._keys.key_of, self._keys.reader()
        drawn = islice(ends_drawn(TRIED_WITH, weights, GENERATOR), TRIED)
        asked = sum(self._has_tie(words_of(key_of(outcome))) for outcome in drawn)
        return Fraction(asked, TRIED)

    def _has_tie(self, words: tuple[int, ...]) -> bool:
        first = sorted(words, reverse=True)[: self._depth or len(words)]
        return len(set(first)) < len(first) or words.count(first[-1]) > 1

    def of_drawn(self, weights: Weights, seed: int, samples: int) -> Counter[Final]:
        """So many outcomes drawn by their weights, with today's generator."""
        read, key_of = self._read(), self._keys.key_of
        drawn = islice(ends_drawn(seed, weights, GENERATOR), samples)
        return Counter(read(outcome, key_of(outcome)) for outcome in drawn)

    def _read(self) -> Callable[[Outcome, int], Final]:
        words_of, step, seats = self._keys.reader(), self._keys.step, self._keys.seats
        places = range(len(seats))
        depth = self._depth

        def read(outcome: Outcome, key: int) -> Final:
            words = words_of(key)
            order = sorted(places, key=words.__getitem__, reverse=True)
            ordered = [words[place] for place in order]
            ties = bytes(
                ((one ^ other) < step) + (one == other) for one, other in pairwise(ordered)
            )
            if depth:
                end = ties.find(APART, depth - 1)
                if end >= 0:
                    order, ties = order[: end + 1], ties[:end]
            final = (tuple(seats[place] for place in order), ties)
            if self._is_complete or FOR_GOOD not in ties:
                return final
            return self._told_apart(outcome, final)

        return read

    def _told_apart(self, outcome: Outcome, final: Final) -> Final:
        """The final with those still tied in the order of the full standings."""
        contest = self._contest
        found = contest.standings_of(ended(contest.crosstable, contest.games, outcome))
        rank = {each.seat: each.rank for each in found}
        order = tuple(
            seat for run in _runs(final) for seat in sorted(run, key=lambda seat: rank[seat])
        )
        ties = bytes(
            ON_POINTS if tie == FOR_GOOD and rank[one] != rank[other] else tie
            for tie, (one, other) in zip(final[1], pairwise(order), strict=True)
        )
        return order, ties


def ranking_of_final(final: Final) -> Ranking:
    """The final as a ranking; points are counted down from 0, for only ties matter."""
    order, ties = final
    points, rank = 0, 1
    ranking = [Ranked(order[0], points, rank)]
    for place, (seat, tie) in enumerate(zip(order[1:], ties, strict=True), start=2):
        points -= tie == APART
        rank = rank if tie == FOR_GOOD else place
        ranking.append(Ranked(seat, points, rank))
    return tuple(ranking)


def _runs(final: Final) -> Iterator[list[Seat]]:
    """The seats of a final in runs of those still tied."""
    order, ties = final
    run = [order[0]]
    for seat, tie in zip(order[1:], ties, strict=True):
        if tie == FOR_GOOD:
            run.append(seat)
        else:
            yield run
            run = [seat]
    yield run
