"""Scenarios counted: how often a board stays or a place is had, and the range of each figure.

Shares are whole ten-thousandths of the scenarios, weighted by their likelihood. Of drawn scenarios
each share has a standard error, sqrt(p(1-p)/n), and an interval that holds the true share with 95 %
(Wilson's, which is right for few draws and for shares near nothing and all). Lowest and highest
figures are exact. Means are weighted; of drawn scenarios a mean has the standard error s/sqrt(n),
where s² is the sample variance (divided by n - 1).
"""

from collections import defaultdict
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import Any

import msgspec

from planilla.audit.compare import ResultsSnapshot, results_snapshot, shown
from planilla.audit.scenarios import EndedScenario
from planilla.domain.prizes.chances import root_up
from planilla.domain.tournament.state import RoundState, Tournament, focused
from planilla.domain.vocabulary import RESULT_NOTATION, ByeKind, EntrantId, GameResult

HUNDRED = 100

Weight = int | Fraction


class Spread(msgspec.Struct, frozen=True, kw_only=True):
    """A figure of one entrant in all scenarios: now, lowest, highest and mean.

    They are in the unit of the figure, `mean` and `error` in hundredths of it. `error` is the
    standard error of the mean, 0 where nothing was drawn. `now` is None where there is none yet.
    """

    now: int | None
    low: int
    high: int
    mean: int
    error: int


class ValueRange(msgspec.Struct, frozen=True, kw_only=True):
    """A tie-break of one entrant: now, lowest and highest.

    The values are exact, a whole number or a fraction (`29/2`); "" where it was not asked.
    """

    code: str
    now: str
    low: str
    high: str


class FigureRange:
    """The values of one figure in the scenarios counted so far; `weight` is their sum."""

    __slots__ = ("high", "low", "squares", "total", "weight")

    def __init__(self) -> None:
        self.low: Fraction | int | None = None
        self.high: Fraction | int | None = None
        self.weight: Weight = 0
        self.total: Weight = 0
        self.squares: Weight = 0

    def add(self, value: int, weight: Weight) -> None:
        """Count the value in a scenario."""
        self.reach(value)
        self.weight += weight
        self.total += value * weight
        self.squares += value * value * weight

    def reach(self, value: Fraction | int) -> None:
        """Count the value as a possible one, without its weight."""
        if self.low is None or value < self.low:
            self.low = value
        if self.high is None or value > self.high:
            self.high = value

    def merge(self, other: "FigureRange") -> None:
        """Count the values of another range."""
        assert other.low is not None, "a value was counted"
        assert other.high is not None, "a value was counted"
        self.reach(other.low)
        self.reach(other.high)
        self.weight += other.weight
        self.total += other.total
        self.squares += other.squares

    @property
    def mean(self) -> Fraction:
        """Return the weighted mean."""
        return Fraction(self.total) / self.weight

    def squared_error(self, samples: int) -> Fraction:
        """Return the square of the standard error of the mean; 0 of fewer than two draws."""
        if samples < 2:
            return Fraction(0)
        return (Fraction(self.squares) / self.weight - self.mean**2) / (samples - 1)


class FigureRanges:
    """The figures of all scenarios counted so far, by entrant; tie-breaks by their code too."""

    def __init__(self) -> None:
        self.codes: tuple[str, ...] = ()
        self.unit = 1
        self.currency = ""
        self.points: dict[EntrantId, FigureRange] = defaultdict(FigureRange)
        self.elo: dict[EntrantId, FigureRange] = defaultdict(FigureRange)
        self.first: dict[EntrantId, FigureRange] = defaultdict(FigureRange)
        self.prizes: dict[EntrantId, FigureRange] = defaultdict(FigureRange)
        self.values: dict[tuple[EntrantId, str], FigureRange] = defaultdict(FigureRange)

    def add(self, found: ResultsSnapshot, weight: Weight) -> None:
        """Count the figures of a scenario."""
        self.codes, self.unit = found.codes, found.unit
        for entrant, row in found.rows.items():
            self.points[entrant].add(row.points, weight)
            for code, value in zip(self.codes, row.values, strict=True):
                if value is not None:
                    self.values[entrant, code].reach(value)
        for mine, theirs in ((self.elo, found.elo), (self.first, found.first_ratings)):
            for entrant, figure in theirs.items():
                mine[entrant].add(figure, weight)
        if found.prizes is not None:
            self.currency = found.prizes.currency
            for entrant in found.rows:
                self.prizes[entrant].add(found.prizes.amounts.get(entrant, 0), weight)

    def merge(self, other: "FigureRanges") -> None:
        """Count the scenarios that another process has counted."""
        self.codes, self.unit, self.currency = other.codes, other.unit, other.currency
        for mine, theirs in (
            (self.points, other.points),
            (self.elo, other.elo),
            (self.first, other.first),
            (self.prizes, other.prizes),
        ):
            for entrant, found in theirs.items():
                mine[entrant].merge(found)
        for key, found in other.values.items():
            self.values[key].merge(found)

    def ranges(self, entrant: EntrantId, now: ResultsSnapshot) -> tuple[ValueRange, ...]:
        """Return the range of each tie-break of an entrant, in their order."""
        present = now.values_of(entrant)
        return tuple(
            ValueRange(
                code=code,
                now=shown(present.get(code)),
                low=shown(self.values[entrant, code].low),
                high=shown(self.values[entrant, code].high),
            )
            for code in self.codes
        )


def spread_of(found: FigureRange, now: int | None, samples: int) -> Spread:
    """Return the range of a figure; `samples` is the number of draws, 0 where all were followed."""
    assert isinstance(found.low, int), "points, ratings and money are whole"
    assert isinstance(found.high, int), "points, ratings and money are whole"
    return Spread(
        now=now,
        low=found.low,
        high=found.high,
        mean=rounded(found.mean * HUNDRED),
        error=root_up(found.squared_error(samples) * HUNDRED**2),
    )


def rounded(value: Fraction) -> int:
    """Return the nearest whole number, a half upwards."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


TEN_THOUSAND = 10_000
SHARES_KEPT = 4_096
"""Number of cached shares: a few scenarios have few shares, for thousands of boards."""

Z_SQUARED = Fraction(196**2, 100**2)
"""The square of 1.96: a normal distribution has 95 % within 1.96 standard errors."""

Meeting = tuple[EntrantId, EntrantId | None]
"""White and Black of a board; or an entrant with the bye, and None."""


class ScenarioShare(msgspec.Struct, frozen=True, kw_only=True):
    """Share of the scenarios in ten-thousandths; `low` and `high` hold it with 95 %.

    `error` is the standard error; without draws it is 0 and all three are the same.
    """

    share: int
    error: int
    low: int
    high: int


class BoardOutlook(msgspec.Struct, frozen=True, kw_only=True):
    """A pair of a round, or a bye, and the share of scenarios in which they meet so.

    `board` is the number that it has in the recorded round, None where they did not meet there;
    `black` is None for a bye. `result` is kept wherever they meet.
    """

    board: int | None
    white: EntrantId
    black: EntrantId | None
    result: str
    stays: ScenarioShare


class RoundOutlook(msgspec.Struct, frozen=True, kw_only=True):
    """A round in all scenarios: the recorded boards and bye, and the pairs that meet instead.

    `stage` is the number of its stage.

    `certain`: it is the same in all of them. `unknown` is the mean number of its unknown games, in
    hundredths. `instead` has the most frequent first, at most as many as boards.
    """

    round: int
    certain: bool
    unknown: int
    boards: tuple[BoardOutlook, ...]
    instead: tuple[BoardOutlook, ...]
    stage: int = 1

    @property
    def kept(self) -> int:
        """Return the number of boards that are in every scenario."""
        return sum(board.stays.share == TEN_THOUSAND for board in self.boards)


class FirstRatings(msgspec.Struct, frozen=True, kw_only=True):
    """The first rating of an entrant without one: how often it is given, and its range.

    In whole points; `now` is None where it is not given as it stands.
    """

    now: int | None
    low: int
    high: int
    gets: ScenarioShare


class Outlook(msgspec.Struct, frozen=True, kw_only=True):
    """The rank of one entrant at the end of the log: now, and in the scenarios.

    `likely` is the median: half of the scenarios have them there or better. `same` is the share in
    which the rank is the present one, `top` the share in which it is among the first places asked
    for (None: not asked). `now` is None for an entrant who is not in the standings.

    `elo` is the variation by the event in hundredths, None of those without a rating, who may get a
    first one. `prize` is in the smallest unit of the currency, None where there are none.
    """

    entrant: EntrantId
    now: int | None
    best: int
    worst: int
    likely: int
    same: ScenarioShare
    top: ScenarioShare | None
    points: Spread
    tiebreaks: tuple[ValueRange, ...]
    elo: Spread | None
    first_rating: FirstRatings | None
    prize: Spread | None


class StageCounts:
    """Ranks and figures of one stage in the scenarios in which it was started."""

    def __init__(self) -> None:
        self.ranks: dict[EntrantId, dict[int, Fraction]] = defaultdict(_shares)
        self.figures = FigureRanges()

    def add(self, stage: Tournament, weight: Fraction, counted: Weight) -> None:
        """Count a scenario: its share by `weight`, its figures by `counted`."""
        found = results_snapshot(stage)
        self.figures.add(found, counted)
        for entrant, row in found.rows.items():
            self.ranks[entrant][row.rank] += weight

    def merge(self, other: "StageCounts") -> None:
        """Count the scenarios that another process has counted."""
        self.figures.merge(other.figures)
        _add_nested(self.ranks, other.ranks)


def stages_played(state: Tournament) -> tuple[Tournament, ...]:
    """Return the stages that have started, without one of entries alone; the only one always."""
    if not state.later:
        return (state,)
    stages = (focused(state, number) for number in range(1, state.stages + 1))
    return tuple(
        each
        for each in stages
        if not each.system.entries_only and (each.stage == 1 or each.plan.started_at)
    )


class ScenarioCounts:
    """Scenarios counted one by one, or by several processes; `last` is the last state.

    `sure` is the number of rounds, by stage, that are paired before anything is unknown. It holds
    nothing of the log, so that it is small to send.
    """

    def __init__(self, *, is_exact: bool, sure: dict[int, int]) -> None:
        self.is_exact = is_exact
        self.sure = sure
        self.total = 0
        self.by_hand: frozenset[int] = frozenset()
        self.edits_void = 0
        self.last: Tournament | None = None
        self.whole = self.stopped = Fraction(0)
        self.stages: dict[int, StageCounts] = defaultdict(StageCounts)
        self.met: dict[tuple[int, int], dict[Meeting, Fraction]] = defaultdict(_shares)
        self.unknown: dict[tuple[int, int], Fraction] = _shares()

    def add(self, ended: EndedScenario) -> None:
        """Count a scenario."""
        world, weight = ended.world, ended.weight
        self.last = world.state
        self.total += 1
        self.by_hand |= world.by_hand
        self.edits_void = max(self.edits_void, world.edits_void)
        self.whole += weight
        self.stopped += weight if world.stopped else 0
        for stage in stages_played(world.state):
            # Drawn worlds weigh the same, and whole numbers are added faster.
            self.stages[stage.stage].add(stage, weight, weight if self.is_exact else 1)
            for played in stage.rounds:
                met = self.met[stage.stage, played.number]
                for meeting in dict.fromkeys(meetings_of(played)):  # games of a match are alike
                    met[meeting] += weight
        for here, count in ended.unknown.items():
            self.unknown[here] += weight * count

    def merge(self, other: "ScenarioCounts") -> None:
        """Count the scenarios that another process has counted."""
        self.last = other.last
        self.total += other.total
        self.by_hand |= other.by_hand
        self.edits_void = max(self.edits_void, other.edits_void)
        self.whole += other.whole
        self.stopped += other.stopped
        for number, stage in other.stages.items():
            self.stages[number].merge(stage)
        _add_nested(self.met, other.met)
        for here, count in other.unknown.items():
            self.unknown[here] += count


def _add_nested(
    mine: dict[Any, dict[Any, Fraction]], theirs: dict[Any, dict[Any, Fraction]]
) -> None:
    for key, shares in theirs.items():
        for each, share in shares.items():
            mine[key][each] += share


class BranchTally:
    """The counts as shares, for the rounds of a real stage and its first `top` places."""

    def __init__(self, end: Tournament, counts: ScenarioCounts, top: int) -> None:
        self.top = top
        self._end = end
        self._counts = counts
        self._stage = counts.stages[end.stage]
        self._samples = 0 if counts.is_exact else counts.total

    @property
    def stopped(self) -> int:
        """Return the share of scenarios that came to no end."""
        return rounded(self._counts.stopped / self._counts.whole * TEN_THOUSAND)

    def rounds(self) -> tuple[RoundOutlook, ...]:
        """Return the rounds of the real log; only what follows from draws has an error."""
        sure = self._counts.sure.get(self._end.stage, 0)
        return tuple(
            self._round(played, 0 if played.number <= sure else self._samples)
            for played in self._end.rounds
        )

    def _round(self, played: RoundState, samples: int) -> RoundOutlook:
        here = (self._end.stage, played.number)
        met = self._counts.met[here]
        recorded = meetings_of(played)
        others = [meeting for meeting in met if meeting not in recorded]
        others.sort(key=lambda meeting: met[meeting], reverse=True)
        return RoundOutlook(
            round=played.number,
            certain=bool(met) and all(share == self._counts.whole for share in met.values()),
            unknown=rounded(self._counts.unknown[here] / self._counts.whole * HUNDRED),
            boards=tuple(
                self._board(meeting, met[meeting], samples, number, played)
                for number, meeting in enumerate(recorded, start=1)
            ),
            instead=tuple(
                self._board(meeting, met[meeting], samples) for meeting in others[: len(recorded)]
            ),
            stage=self._end.stage,
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
        """Return everybody in the standings of some scenario, the likeliest winner first."""
        now = results_snapshot(self._end)
        found = [self._place(entrant, now) for entrant in self._stage.ranks]
        return tuple(sorted(found, key=lambda each: (each.likely, each.best, each.worst)))

    def _place(self, entrant: EntrantId, present: ResultsSnapshot) -> Outlook:
        ranks = self._stage.ranks[entrant]
        whole = sum(ranks.values(), Fraction(0))
        row = present.rows.get(entrant)
        now = None if row is None else row.rank
        same = ranks.get(now, Fraction(0)) if now is not None else Fraction(0)
        among = sum((share for rank, share in ranks.items() if rank <= self.top), Fraction(0))
        counted = self._stage.figures
        prizes = {} if present.prizes is None else present.prizes.amounts
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
            first_rating=self._first(
                counted.first.get(entrant), present.first_ratings.get(entrant)
            ),
            prize=self._spread(counted.prizes.get(entrant), prizes.get(entrant, 0)),
        )

    def _spread(self, found: FigureRange | None, now: int | None) -> Spread | None:
        return None if found is None else spread_of(found, now, self._samples)

    def _first(self, found: FigureRange | None, now: int | None) -> FirstRatings | None:
        if found is None:
            return None
        spread = spread_of(found, now, 0)
        worlds = self._counts.whole if self._counts.is_exact else self._counts.total
        gets = share_of(Fraction(found.weight) / worlds, self._samples)
        return FirstRatings(now=now, low=spread.low, high=spread.high, gets=gets)


def _shares() -> defaultdict[Any, Fraction]:
    return defaultdict(Fraction)


def _median(ranks: dict[int, Fraction], whole: Fraction) -> int:
    """Return the best rank that at least half of the scenarios come up to."""
    ordered = sorted(ranks)
    so_far = accumulate(ranks[rank] for rank in ordered)
    return next(rank for rank, share in zip(ordered, so_far, strict=True) if 2 * share >= whole)


def meetings_of(played: RoundState) -> tuple[Meeting, ...]:
    """Return the boards of a round in their order, and its bye."""
    byes = (bye.entrant for bye in played.byes if bye.kind is ByeKind.PAIRING_ALLOCATED)
    return (*played.pairs, *((entrant, None) for entrant in byes))


@lru_cache(maxsize=SHARES_KEPT)
def share_of(share: Fraction, samples: int) -> ScenarioShare:
    """Return a share of the scenarios; with `samples`, the number of draws, it has an error."""
    whole = rounded(share * TEN_THOUSAND)
    if not samples:
        return ScenarioShare(share=whole, error=0, low=whole, high=whole)
    low, high = wilson(share, samples)
    error = root_up(share * (1 - share) * TEN_THOUSAND**2 / samples)
    return ScenarioShare(share=whole, error=error, low=low, high=high)


def wilson(share: Fraction, samples: int) -> tuple[int, int]:
    """Return the interval of the true share with 95 %, rounded outwards, in ten-thousandths.

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
