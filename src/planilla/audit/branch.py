"""The reading *branch*: one chain, in which each round follows from what would have been played.

A game whose pair still meets in that round with the same colours keeps its result. Others are
unknown and never invented: every end is followed, or some are drawn, and what is told is in how
many of these worlds something is so, with its error. Law: without an edit nothing is unknown, the
log comes out byte for byte, and everybody has the place that they have.
"""

from collections.abc import Iterable, Sequence

import msgspec

from planilla.audit.branch_tally import (
    BoardOutlook,
    Counts,
    FirstRatings,
    Outlook,
    RoundOutlook,
    Tally,
)
from planilla.audit.branch_values import Spread, ValueRange
from planilla.audit.consequences import Consequences, consequences
from planilla.audit.edits import Edit, edited
from planilla.audit.progress import BEGUN, Phase, Step, Tick, untold
from planilla.audit.worlds import FEWEST_DRAWS, MOST_DRAWS, Draws, reality_of, worlds
from planilla.domain.prizes.likelihood import DRAWS_DEFAULT
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.qualifying import places_of
from planilla.domain.tournament.refusals.whatif import DrawsOutOfRange

__all__ = [
    "BoardOutlook",
    "Branch",
    "FirstRatings",
    "Outlook",
    "RoundOutlook",
    "Spread",
    "ValueRange",
    "Ways",
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


class Ways(msgspec.Struct, frozen=True, kw_only=True):
    """How a branch is followed.

    With None as `draws` all worlds are followed where they are few, otherwise as many are drawn as
    take a few seconds. With `top` also in how many worlds each is among the first so many.
    """

    draws: int | None = None
    seed: int = 0
    top: int = 0


USUAL = Ways()


class Portion(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the work on a branch, for one process: the draws from `first` up to `last`.

    Without them it is the whole of it.
    """

    facts: tuple[Fact, ...]
    edits: tuple[Edit, ...]
    ways: Ways
    first: int = 0
    last: int | None = None


def branch(
    facts: Sequence[Fact], edits: Sequence[Edit], ways: Ways = USUAL, tick: Tick = untold
) -> Branch:
    """The branch that begins with the edits; `tick` is told of each step.

    Raises:
        Refusal: an edit cannot be made, or the rules say no to it.
    """
    (whole,) = portions(facts, edits, ways)
    return told(whole, (counted(whole, tick),))


def portions(
    facts: Sequence[Fact], edits: Sequence[Edit], ways: Ways, size: int | None = None
) -> tuple[Portion, ...]:
    """The work on a branch; in parts of so many draws where it is said how many there are to be.

    Raises:
        Refusal: an edit cannot be made, or the rules say no to it.
    """
    draws = ways.draws
    if draws is not None and not FEWEST_DRAWS <= draws <= MOST_DRAWS:
        raise DrawsOutOfRange(draws=draws, smallest=FEWEST_DRAWS, largest=MOST_DRAWS)
    edited(facts, edits)  # for what it refuses
    whole = Portion(facts=tuple(facts), edits=tuple(edits), ways=ways)
    if draws is None or size is None:
        return (whole,)
    return tuple(
        msgspec.structs.replace(whole, first=first, last=min(first + size, draws))
        for first in range(0, draws, size)
    )


def counted(portion: Portion, tick: Tick = untold) -> Counts:
    """The worlds of a portion, counted; it takes its time."""
    tick(BEGUN)
    reality = reality_of(portion.facts, portion.edits)
    ways = portion.ways
    span = None if portion.last is None else range(portion.first, portion.last)
    wanted = Draws(number=ways.draws, seed=ways.seed, span=span)
    found = worlds(reality, wanted, everywhere=not portion.edits, tick=tick)
    counts = Counts(is_exact=found.is_exact, sure=found.sure)
    for number, each in enumerate(found.ended, start=1):
        counts.add(each)
        tick(Step(phase=Phase.WORLDS, done=number, total=found.total))
    return counts


def told(whole: Portion, parts: Iterable[Counts]) -> Branch:
    """What the worlds of all portions tell; `whole` is any of the portions."""
    counts, *others = parts
    for other in () if counts.is_exact else others:
        counts.merge(other)
    real = fold(whole.facts)
    tally = Tally(real, counts, places_of(counts.last or real, whole.ways.top))
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
