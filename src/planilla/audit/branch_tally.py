"""What the worlds of a branch have in common: how often a board stays, how often a place is had.

Shares are whole ten-thousandths of the worlds, weighed by how likely they are. Of drawn worlds each
share has a standard error, sqrt(p(1-p)/n), and an interval that holds the true share with 95 %
(Wilson's, which is right for few draws and for shares near nothing and all).
"""

from collections import defaultdict
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import Any

import msgspec

from planilla.audit.branch_values import (
    Counted,
    Figures,
    Range,
    Spread,
    ValueRange,
    figures_of,
    root_up,
    rounded,
    spread_of,
)
from planilla.audit.worlds import Ended
from planilla.domain.tournament.state import RoundState, Tournament
from planilla.domain.vocabulary import RESULT_NOTATION, ByeKind, EntrantId, GameResult

TEN_THOUSAND = 10_000
HUNDRED = 100
SHARES_KEPT = 4_096
"""Of few worlds there are few different shares, and thousands of boards have one."""

Z_SQUARED = Fraction(196**2, 100**2)
"""The square of 1.96: 95 % of a normal distribution are within so many standard errors."""

Meeting = tuple[EntrantId, EntrantId | None]
"""White and Black of a board; or who has the bye, and nobody."""


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """In how many of ten thousand worlds something is so; `low` and `high` hold it with 95 %.

    `error` is the standard error; without draws there is none and all three are the same.
    """

    share: int
    error: int
    low: int
    high: int


class BoardOutlook(msgspec.Struct, frozen=True, kw_only=True):
    """A pair of a round, or a bye: how often they meet so.

    `board` is the number that it has in the recorded round, None where they did not meet there;
    `black` is None of a bye. `result` is what is kept wherever they meet.
    """

    board: int | None
    white: EntrantId
    black: EntrantId | None
    result: str
    stays: Share


class RoundOutlook(msgspec.Struct, frozen=True, kw_only=True):
    """A round in all worlds: the recorded boards and bye, and who would meet instead.

    `certain`: it is the same in all of them. `unknown` is how many of its games nobody knows, on
    average, in hundredths. `instead` has the most frequent first, at most as many as boards.
    """

    round: int
    certain: bool
    unknown: int
    boards: tuple[BoardOutlook, ...]
    instead: tuple[BoardOutlook, ...]

    @property
    def kept(self) -> int:
        """How many boards are there in every world."""
        return sum(board.stays.share == TEN_THOUSAND for board in self.boards)


class FirstRatings(msgspec.Struct, frozen=True, kw_only=True):
    """The first rating of one who had none: how often they get one, and what it is then.

    In whole points; `now` is None where they do not get one as it stands.
    """

    now: int | None
    low: int
    high: int
    gets: Share


class Outlook(msgspec.Struct, frozen=True, kw_only=True):
    """One entrant's rank at the end of the log: as it is, and in the worlds that were followed.

    `likely` is the median: half of the worlds have them there or better. `same` is how often the
    rank is the present one, `top` how often it is among the first that were asked for (None where
    nobody asked). `now` is None where they are not in the standings, as who never entered.

    `elo` is the variation by the event in hundredths, None of who has no rating; such a player may
    get a first one. `prize` is in the smallest unit of the currency, None where there are none.
    """

    entrant: EntrantId
    now: int | None
    best: int
    worst: int
    likely: int
    same: Share
    top: Share | None
    points: Spread
    tiebreaks: tuple[ValueRange, ...]
    elo: Spread | None
    first_rating: FirstRatings | None
    prize: Spread | None


class Counts:
    """Worlds counted one by one, or by several processes; `last` is the state of the last one.

    The rounds up to `sure` are paired before anything is unknown. It holds nothing of the log, so
    that it travels lightly.
    """

    def __init__(self, *, is_exact: bool, sure: int) -> None:
        self.is_exact = is_exact
        self.sure = sure
        self.total = 0
        self.by_hand: frozenset[int] = frozenset()
        self.edits_void = 0
        self.last: Tournament | None = None
        self.whole = self.stopped = Fraction(0)
        self.ranks: dict[EntrantId, dict[int, Fraction]] = defaultdict(_shares)
        self.met: dict[int, dict[Meeting, Fraction]] = defaultdict(_shares)
        self.unknown: dict[int, Fraction] = _shares()
        self.figures = Counted()

    def add(self, ended: Ended) -> None:
        """Count a world."""
        world, weight = ended.world, ended.weight
        self.last = world.state
        self.total += 1
        self.by_hand |= world.by_hand
        self.edits_void = max(self.edits_void, world.edits_void)
        self.whole += weight
        self.stopped += weight if world.stopped else 0
        figures = figures_of(world.state)
        # Drawn worlds weigh the same, and whole numbers are added faster.
        self.figures.add(figures, weight if self.is_exact else 1)
        for entrant, row in figures.rows.rows.items():
            self.ranks[entrant][row.rank] += weight
        for played in world.state.rounds:
            met = self.met[played.number]
            for meeting in meetings_of(played):
                met[meeting] += weight
        for number, count in ended.unknown.items():
            self.unknown[number] += weight * count

    def merge(self, other: "Counts") -> None:
        """Count the worlds that another one has counted."""
        self.last = other.last
        self.total += other.total
        self.by_hand |= other.by_hand
        self.edits_void = max(self.edits_void, other.edits_void)
        self.whole += other.whole
        self.stopped += other.stopped
        self.figures.merge(other.figures)
        for mine, theirs in ((self.ranks, other.ranks), (self.met, other.met)):
            _add_nested(mine, theirs)
        for number, count in other.unknown.items():
            self.unknown[number] += count


def _add_nested(
    mine: dict[Any, dict[Any, Fraction]], theirs: dict[Any, dict[Any, Fraction]]
) -> None:
    for key, shares in theirs.items():
        for each, share in shares.items():
            mine[key][each] += share


class Tally:
    """What is counted, told of the real log, with the first `top` places."""

    def __init__(self, end: Tournament, counts: Counts, top: int) -> None:
        self.top = top
        self._end = end
        self._counts = counts
        self._samples = 0 if counts.is_exact else counts.total

    @property
    def stopped(self) -> int:
        """The share of worlds that came to no end."""
        return rounded(self._counts.stopped / self._counts.whole * TEN_THOUSAND)

    def rounds(self) -> tuple[RoundOutlook, ...]:
        """The rounds of the real log; only what follows from draws has an error."""
        sure = self._counts.sure
        return tuple(
            self._round(played, 0 if played.number <= sure else self._samples)
            for played in self._end.rounds
        )

    def _round(self, played: RoundState, samples: int) -> RoundOutlook:
        met = self._counts.met[played.number]
        recorded = meetings_of(played)
        others = [meeting for meeting in met if meeting not in recorded]
        others.sort(key=lambda meeting: met[meeting], reverse=True)
        return RoundOutlook(
            round=played.number,
            certain=bool(met) and all(share == self._counts.whole for share in met.values()),
            unknown=rounded(self._counts.unknown[played.number] / self._counts.whole * HUNDRED),
            boards=tuple(
                self._board(meeting, met[meeting], samples, number, played)
                for number, meeting in enumerate(recorded, start=1)
            ),
            instead=tuple(
                self._board(meeting, met[meeting], samples) for meeting in others[: len(recorded)]
            ),
        )

    def _board(
        self,
        meeting: Meeting,
        share: Fraction,
        samples: int,
        number: int | None = None,
        played: RoundState | None = None,
    ) -> BoardOutlook:
        white, black = meeting
        is_board = played is not None and number is not None and black is not None
        result = played.results[number - 1] if is_board else 0  # type: ignore[union-attr,operator]
        return BoardOutlook(
            board=number if is_board else None,
            white=white,
            black=black,
            result=RESULT_NOTATION[GameResult(result)],
            stays=share_of(share / self._counts.whole, samples),
        )

    def places(self) -> tuple[Outlook, ...]:
        """Everybody who is in the standings of some world, the likeliest winner first."""
        now = figures_of(self._end)
        found = [self._place(entrant, now) for entrant in self._counts.ranks]
        return tuple(sorted(found, key=lambda each: (each.likely, each.best, each.worst)))

    def _place(self, entrant: EntrantId, present: Figures) -> Outlook:
        ranks = self._counts.ranks[entrant]
        whole = sum(ranks.values(), Fraction(0))
        row = present.rows.rows.get(entrant)
        now = None if row is None else row.rank
        same = ranks.get(now, Fraction(0)) if now is not None else Fraction(0)
        among = sum((share for rank, share in ranks.items() if rank <= self.top), Fraction(0))
        counted = self._counts.figures
        return Outlook(
            entrant=entrant,
            now=now,
            best=min(ranks),
            worst=max(ranks),
            likely=_median(ranks, whole),
            same=share_of(same / self._counts.whole, self._samples),
            top=share_of(among / self._counts.whole, self._samples) if self.top else None,
            points=spread_of(
                counted.points[entrant], None if row is None else row.points, self._samples
            ),
            tiebreaks=counted.ranges(entrant, present),
            elo=self._spread(counted.elo.get(entrant), present.elo.get(entrant)),
            first_rating=self._first(counted.first.get(entrant), present.first.get(entrant)),
            prize=self._spread(counted.prizes.get(entrant), (present.prizes or {}).get(entrant, 0)),
        )

    def _spread(self, found: Range | None, now: int | None) -> Spread | None:
        return None if found is None else spread_of(found, now, self._samples)

    def _first(self, found: Range | None, now: int | None) -> FirstRatings | None:
        if found is None:
            return None
        spread = spread_of(found, now, 0)
        worlds = self._counts.whole if self._counts.is_exact else self._counts.total
        gets = share_of(Fraction(found.weight) / worlds, self._samples)
        return FirstRatings(now=now, low=spread.low, high=spread.high, gets=gets)


def _shares() -> defaultdict[Any, Fraction]:
    return defaultdict(Fraction)


def _median(ranks: dict[int, Fraction], whole: Fraction) -> int:
    """The best rank that at least half of the worlds come up to."""
    ordered = sorted(ranks)
    so_far = accumulate(ranks[rank] for rank in ordered)
    return next(rank for rank, share in zip(ordered, so_far, strict=True) if 2 * share >= whole)


def meetings_of(played: RoundState) -> tuple[Meeting, ...]:
    """The boards of a round in their order, and its bye."""
    byes = (bye.entrant for bye in played.byes if bye.kind is ByeKind.PAIRING_ALLOCATED)
    return (*played.boards, *((entrant, None) for entrant in byes))


@lru_cache(maxsize=SHARES_KEPT)
def share_of(share: Fraction, samples: int) -> Share:
    """A share of the worlds; with `samples`, of those that were drawn, it has an error."""
    whole = rounded(share * TEN_THOUSAND)
    if not samples:
        return Share(share=whole, error=0, low=whole, high=whole)
    low, high = wilson(share, samples)
    error = root_up(share * (1 - share) * TEN_THOUSAND**2 / samples)
    return Share(share=whole, error=error, low=low, high=high)


def wilson(share: Fraction, samples: int) -> tuple[int, int]:
    """The interval that holds the true share with 95 %, rounded outwards, in ten-thousandths.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
    Journal of the American Statistical Association 22 (1927), 209-212.
    """
    divisor = 1 + Z_SQUARED / samples
    middle = (share + Z_SQUARED / (2 * samples)) / divisor * TEN_THOUSAND
    spread = Z_SQUARED * (share * (1 - share) / samples + Z_SQUARED / (4 * samples**2))
    reach = root_up(spread * TEN_THOUSAND**2 / divisor**2)
    return max(int(middle) - reach, 0), min(
        -(-middle.numerator // middle.denominator) + reach, TEN_THOUSAND
    )
