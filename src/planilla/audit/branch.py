"""The reading *branch*: one chain, in which each round follows from the supposed ones before it.

A game whose pair still meets in that round with the same colours keeps its result. Others are
unknown and never invented: every outcome is followed, or some are drawn, and the answer is a share
of these scenarios, with its error. Law: without an edit nothing is unknown, the log comes out byte
for byte, and all players keep their places.
"""

from collections.abc import Iterable, Sequence
from itertools import chain

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
    stages_played,
)
from planilla.domain.prizes.outcomes import DRAWS_DEFAULT
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.qualifying import places_of
from planilla.domain.tournament.state import Tournament, focused
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


class StageOutlook(msgspec.Struct, frozen=True, kw_only=True):
    """The places of everybody in a stage; fields as in `Branch`."""

    stage: int
    title: str
    unit: int
    currency: str
    top: int
    places: tuple[Outlook, ...]
    consequences: Consequences | None


class Branch(msgspec.Struct, frozen=True, kw_only=True):
    """The rounds and the places of everybody in `worlds` scenarios.

    With `exact` these are all there are; otherwise they were drawn from `seed`. Shares are in ten-
    thousandths; `drawn_games` is the share of draws that was supposed, in hundredths. `stopped` is
    the share of scenarios in which a round could not be paired. `by_hand` are rounds in which a
    change by the arbiter could not be repeated in some scenario, `running` is the round that is
    being played, whose open games stay open. `consequences` are there for a single scenario. Points
    in `places` are in units of one `unit`-th of a point, prizes in the smallest unit of `currency`.

    They are of the first stage, or of the last started one where the first has entries alone.
    `rounds` are of all stages; with several, `stages` has the places of each that was started.
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
    stages: tuple[StageOutlook, ...] = ()

    @property
    def certain(self) -> bool:
        """Return whether no game is unknown."""
        return self.exact and self.worlds == 1

    def of_stage(self, stage: StageOutlook) -> "Branch":
        """Return the branch of one stage alone."""
        return msgspec.structs.replace(
            self,
            top=stage.top,
            unit=stage.unit,
            currency=stage.currency,
            rounds=tuple(each for each in self.rounds if each.stage == stage.stage),
            places=stage.places,
            consequences=stage.consequences,
            stages=(),
        )


class BranchOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Options of a branch.

    With None as `draws` all scenarios are followed where they are few, otherwise as many are drawn
    as take a few seconds. With `top` also the share of scenarios in which each is among the first
    so many.
    """

    draws: int | None = None
    seed: int = 0
    top: int = 0


DEFAULT_OPTIONS = BranchOptions()


class BranchPortion(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the work on a branch, for one process: the draws from `first` up to `last`.

    With None as `last` it is the whole of it.
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
    """Return the branch that begins with the edits; `tick` receives each step.

    Raises:
        Refusal: an edit cannot be made, or the rules say no to it.
    """
    (whole,) = branch_portions(facts, edits, ways)
    return branch_from(whole, (count_portion(whole, tick),))


def branch_portions(
    facts: Sequence[Fact], edits: Sequence[Edit], ways: BranchOptions, size: int | None = None
) -> tuple[BranchPortion, ...]:
    """Return the work on a branch, in parts of `size` draws where their number is given.

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
    """Count the scenarios of a portion; it takes as long as pairing their rounds."""
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
    """Return the branch from the counts of all portions; `whole` is any of the portions."""
    counts, *others = parts
    for other in () if counts.is_exact else others:
        counts.merge(other)
    real = fold(whole.facts)
    stages = stages_played(real) or (real,)
    main = stages[0] if stages[0].stage == 1 else stages[-1]
    found = {each.stage: _stage_outlook(each, counts, whole.ways.top) for each in stages}
    tallies = [BranchTally(each, counts, 0) for each in stages]
    here = found[main.stage]
    running = main.rounds[-1] if main.rounds and main.rounds[-1].open_games else None
    return Branch(
        worlds=counts.total,
        exact=counts.is_exact,
        seed=whole.ways.seed,
        drawn_games=DRAWS_DEFAULT,
        stopped=tallies[0].stopped,
        running=None if running is None else running.number,
        by_hand=tuple(sorted(counts.by_hand)),
        edits_void=counts.edits_void,
        top=here.top,
        unit=here.unit,
        currency=here.currency,
        rounds=tuple(chain.from_iterable(each.rounds() for each in tallies)),
        places=here.places,
        consequences=here.consequences,
        stages=tuple(found.values()) if real.later else (),
    )


def _stage_outlook(real: Tournament, counts: ScenarioCounts, top: int) -> StageOutlook:
    """Return the places of a stage; with one scenario also the differences."""
    end = counts.last
    last = None if end is None or real.stage > end.stages else focused(end, real.stage)
    tally = BranchTally(real, counts, places_of(last or real, top))
    figures = counts.stages[real.stage].figures
    only = last if counts.total == 1 else None
    return StageOutlook(
        stage=real.stage,
        title=real.plan.title,
        unit=figures.unit,
        currency=figures.currency,
        top=tally.top,
        places=tally.places(),
        consequences=None if only is None else consequences(real, only, top=top),
    )
