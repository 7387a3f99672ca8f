"""The reading *branch*: one chain, in which each round follows from what would have been played.

A game whose pair still meets in that round with the same colours keeps its result. Others are
unknown and never invented: every end is followed, or some are drawn, and what is told is in how
many of these worlds something is so, with its error. Law: without an edit nothing is unknown, the
log comes out byte for byte, and everybody has the place that they have.
"""

from collections.abc import Sequence

import msgspec

from planilla.audit.branch_tally import BoardOutlook, Outlook, RoundOutlook, Tally
from planilla.audit.consequences import Consequences, consequences
from planilla.audit.edits import Edit, edited
from planilla.audit.worlds import FEWEST_DRAWS, MOST_DRAWS, Tick, Worlds, reality_of, worlds
from planilla.domain.prizes.likelihood import DRAWS_DEFAULT
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.refusals.whatif import DrawsOutOfRange

__all__ = ["BoardOutlook", "Branch", "Outlook", "RoundOutlook", "Ways", "branch"]


class Branch(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of the rounds and of everybody's place, in `worlds` worlds.

    `exact` tells that these are all there are; otherwise they were drawn from `seed`. Shares are in
    ten-thousandths; `drawn_games` is the share of draws that was supposed, in hundredths. `stopped`
    is the share of worlds in which a round could not be paired. `by_hand` are rounds in which what
    the arbiter had changed could not be done again in some world, `running` the round that is being
    played, whose open games stay open. `consequences` are told where there is one world.
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


def branch(
    facts: Sequence[Fact], edits: Sequence[Edit], ways: Ways = USUAL, tick: Tick | None = None
) -> Branch:
    """The branch that begins with the edits; `tick` is told of each world that is done.

    Raises:
        Refusal: an edit cannot be made, or the rules say no to it.
    """
    draws, seed = ways.draws, ways.seed
    if draws is not None and not FEWEST_DRAWS <= draws <= MOST_DRAWS:
        raise DrawsOutOfRange(draws=draws, smallest=FEWEST_DRAWS, largest=MOST_DRAWS)
    edited(facts, edits)  # for what it refuses
    reality = reality_of(facts, edits)
    found = worlds(reality, draws=draws, seed=seed, everywhere=not edits)
    tally = Tally(reality, ways.top)
    for number, each in enumerate(found.ended, start=1):
        tally.add(each)
        if tick is not None:
            tick(number, found.total)
    return _told(tally, found, seed)


def _told(tally: Tally, found: Worlds, seed: int) -> Branch:
    samples = 0 if found.is_exact else found.total
    real = tally.reality.end
    only = tally.last if found.total == 1 else None
    running = real.rounds[-1] if real.rounds and real.rounds[-1].open_games else None
    return Branch(
        worlds=found.total,
        exact=found.is_exact,
        seed=seed,
        drawn_games=DRAWS_DEFAULT,
        stopped=tally.stopped,
        running=None if running is None else running.number,
        by_hand=tuple(sorted(tally.by_hand)),
        edits_void=tally.edits_void,
        top=tally.top,
        rounds=tally.rounds(samples, found.sure),
        places=tally.places(samples),
        consequences=None if only is None else consequences(real, only.world.state, top=tally.top),
    )
