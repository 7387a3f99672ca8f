"""The reading *branch*: one chain, in which each round follows from what would have been played.

A game whose pair still meets in that round with the same colours keeps its result. Others are
unknown and never invented: every end is followed, or some are drawn, and what is told is in how
many of these worlds something is so, with its error. Law: without an edit nothing is unknown, the
log comes out byte for byte, and everybody has the place that they have.
"""

from collections.abc import Iterable, Sequence

import msgspec

from planilla.audit.compare import Consequences, consequences
from planilla.audit.edits import Edit, edited
from planilla.audit.replay import STARTED, OnProgress, Phase, ReplayProgress, ignore_progress
from planilla.audit.scenarios import (
    DRAWS_MAX,
    DRAWS_MIN,
    ScenarioDraws,
    actual_line,
    follow_scenarios,
)
from planilla.audit.tally import (
    BoardOutlook,
    BranchTally,
    FirstRatings,
    Outlook,
    RoundOutlook,
    ScenarioCounts,
    Spread,
    ValueRange,
)
from planilla.domain.prizes.outcomes import DRAWS_DEFAULT
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.qualifying import places_of
from planilla.domain.tournament.whatif import DrawsOutOfRange

__all__ = [
    "BoardOutlook",
    "Branch",
    "BranchOptions",
    "FirstRatings",
    "Outlook",
    "RoundOutlook",
    "Spread",
    "ValueRange",
    "branch",
]


class Branch(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of the rounds and of everybody's place, in `worlds` worlds.

    `exact` tells that these are all there are; otherwise they were drawn from `seed`. Shares are in
    ten-thousandths; `drawn_games` is the share of draws that was supposed, in hundredths. `stopped`
    is the share of worlds in which a round could not be paired. `by_hand` are rounds in which what
    the arbiter had changed could not be done again in some world, `running` the round that is being
    played, whose open games stay open. `consequences` are told where there is one world. Points in
    `places` are in units of one `unit`-th of a point, prizes in the smallest unit of `currency`.
    """

    worlds: int
    exact: bool
    seed: int
    drawn_games: int
    stopped: int
    running: int | None
    by_hand: tuple[int, ...]
    edits_void: int
    top: int
    unit: int
    currency: str
    rounds: tuple[RoundOutlook, ...]
    places: tuple[Outlook, ...]
    consequences: Consequences | None

    @property
    def certain(self) -> bool:
        """Whether no game is unknown."""
        return self.exact and self.worlds == 1


class BranchOptions(msgspec.Struct, frozen=True, kw_only=True):
    """How a branch is followed.

    With None as `draws` all worlds are followed where they are few, otherwise as many are drawn as
    take a few seconds. With `top` also in how many worlds each is among the first so many.
    """

    draws: int | None = None
    seed: int = 0
    top: int = 0


DEFAULT_OPTIONS = BranchOptions()


class BranchPortion(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the work on a branch, for one process: the draws from `first` up to `last`.

    Without them it is the whole of it.
    """

    facts: tuple[Fact, ...]
    edits: tuple[Edit, ...]
    ways: BranchOptions
    first: int = 0
    last: int | None = None


def branch(
    facts: Sequence[Fact],
    edits: Sequence[Edit],
    ways: BranchOptions = DEFAULT_OPTIONS,
    tick: OnProgress = ignore_progress,
) -> Branch:
    """The branch that begins with the edits; `tick` is told of each step.

    Raises:
        Refusal: an edit cannot be made, or the rules say no to it.
    """
    (whole,) = branch_portions(facts, edits, ways)
    return branch_from(whole, (count_portion(whole, tick),))


def branch_portions(
    facts: Sequence[Fact], edits: Sequence[Edit], ways: BranchOptions, size: int | None = None
) -> tuple[BranchPortion, ...]:
    """The work on a branch; in parts of so many draws where it is said how many there are to be.

    Raises:
        Refusal: an edit cannot be made, or the rules say no to it.
    """
    draws = ways.draws
    if draws is not None and not DRAWS_MIN <= draws <= DRAWS_MAX:
        raise DrawsOutOfRange(draws=draws, smallest=DRAWS_MIN, largest=DRAWS_MAX)
    edited(facts, edits)  # for what it refuses
    whole = BranchPortion(facts=tuple(facts), edits=tuple(edits), ways=ways)
    if draws is None or size is None:
        return (whole,)
    return tuple(
        msgspec.structs.replace(whole, first=first, last=min(first + size, draws))
        for first in range(0, draws, size)
    )


def count_portion(portion: BranchPortion, tick: OnProgress = ignore_progress) -> ScenarioCounts:
    """The worlds of a portion, counted; it takes its time."""
    tick(STARTED)
    reality = actual_line(portion.facts, portion.edits)
    ways = portion.ways
    span = None if portion.last is None else range(portion.first, portion.last)
    wanted = ScenarioDraws(number=ways.draws, seed=ways.seed, span=span)
    found = follow_scenarios(reality, wanted, everywhere=not portion.edits, tick=tick)
    counts = ScenarioCounts(is_exact=found.is_exact, sure=found.sure)
    for number, each in enumerate(found.ended, start=1):
        counts.add(each)
        tick(ReplayProgress(phase=Phase.WORLDS, done=number, total=found.total))
    return counts


def branch_from(whole: BranchPortion, parts: Iterable[ScenarioCounts]) -> Branch:
    """What the worlds of all portions tell; `whole` is any of the portions."""
    counts, *others = parts
    for other in () if counts.is_exact else others:
        counts.merge(other)
    real = fold(whole.facts)
    tally = BranchTally(real, counts, places_of(counts.last or real, whole.ways.top))
    only = counts.last if counts.total == 1 else None
    running = real.rounds[-1] if real.rounds and real.rounds[-1].open_games else None
    return Branch(
        worlds=counts.total,
        exact=counts.is_exact,
        seed=whole.ways.seed,
        drawn_games=DRAWS_DEFAULT,
        stopped=tally.stopped,
        running=None if running is None else running.number,
        by_hand=tuple(sorted(counts.by_hand)),
        edits_void=counts.edits_void,
        top=tally.top,
        unit=counts.figures.unit,
        currency=counts.figures.currency,
        rounds=tally.rounds(),
        places=tally.places(),
        consequences=None if only is None else consequences(real, only, top=whole.ways.top),
    )
