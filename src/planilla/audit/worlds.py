"""All worlds that a branch may come to, or some of them drawn.

While the unknown games have few enough outcomes each one is followed; otherwise so many worlds are
drawn, each end as likely as the ratings let expect (`likelihood`), with numbers that follow from a
seed. Games end in a win, a draw or a loss: forfeits are left out.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod

import msgspec

from planilla.audit.branch_replay import Reality, World
from planilla.audit.edits import Edit, steps
from planilla.audit.progress import Phase, Step, Tick, untold
from planilla.domain.chance import GENERATOR
from planilla.domain.crosstable import Crosstable
from planilla.domain.prizes.draws import ends_drawn
from planilla.domain.prizes.likelihood import Likelihood, Model, weights_of
from planilla.domain.prizes.outcomes import ENDS, OpenGame
from planilla.domain.tournament.crosstables import for_pairing, seats_of
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.state import INITIAL
from planilla.domain.vocabulary import GameId

WORLDS_MAX = 243
"""So many worlds are followed one by one: five unknown games."""
COST_MAX = 30_000
"""What following them may cost, by `cost_of_round`: a few seconds."""
DRAWN_COST = 20_000
"""What draws may cost where nobody says how many they are to be: two or three seconds."""
COST_OF_ANY = 50
FEWEST_DRAWS, MOST_DRAWS = 4, 10_000
DEFAULT_DRAWS_MAX = 400
ROUNDS_OF_A_WORLD = 1_000
"""Numbers kept apart for the rounds of one draw."""


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """A world at the end of the log, and how likely it is among all that were followed.

    `unknown` are its games whose end was said, by round.
    """

    world: World
    weight: Fraction
    unknown: dict[int, int]


class Worlds(msgspec.Struct, frozen=True, kw_only=True):
    """How a branch is followed: the worlds in turn; whether these are all there are; how many.

    The rounds up to `sure` are paired before anything is unknown.
    """

    ended: Iterator[Ended]
    is_exact: bool
    total: int
    sure: int


class _Open(msgspec.Struct, frozen=True, kw_only=True):
    """A world that waits for unknown games to end."""

    world: World
    weight: Fraction
    games: tuple[GameId, ...]
    unknown: dict[int, int]


def cost_of_round(players: int) -> int:
    """What pairing a round of so many takes, in arbitrary units."""
    return players + COST_OF_ANY


def usual_draws(players: int, rounds: int) -> int:
    """How many draws take a few seconds where each pairs so many rounds."""
    cost = max(rounds, 1) * cost_of_round(players)
    return min(max(DRAWN_COST // cost, FEWEST_DRAWS), DEFAULT_DRAWS_MAX)


def reality_of(facts: Sequence[Fact], edits: Sequence[Edit]) -> Reality:
    """The real log, gone through once for all worlds."""
    states = [INITIAL]
    for fact in facts:
        states.append(evolve(states[-1], fact))
    return Reality(steps=steps(facts, edits), states=tuple(states), own={})


class Draws(msgspec.Struct, frozen=True, kw_only=True):
    """How many worlds to draw (None: all, or as many as usual), and which of them here."""

    number: int | None
    seed: int
    span: range | None = None


def worlds(reality: Reality, wanted: Draws, *, everywhere: bool, tick: Tick = untold) -> Worlds:
    """Every world, or those that are drawn here; `tick` is told of each step towards them."""
    first = World(reality, touched=everywhere)
    games = first.go_on()
    start = _Open(world=first, weight=Fraction(1), games=games, unknown={})
    sure = len(first.state.rounds)
    draws = wanted.number
    if draws is None:
        found = _enumerated(start, tick)
        if found is not None:
            return Worlds(ended=iter(found), is_exact=True, total=len(found), sure=sure)
        left = len(reality.end.rounds) - sure + 1
        draws = usual_draws(len(reality.end.entrants), left)
    elif not games:
        return Worlds(ended=iter((_ended(start),)), is_exact=True, total=1, sure=sure)
    span = range(draws) if wanted.span is None else wanted.span
    drawing = _Drawing(
        start=start,
        span=span,
        seed=wanted.seed,
        weight=Fraction(1, draws),
        rounds=len(reality.end.rounds),
    )
    return Worlds(ended=_drawn(drawing, tick), is_exact=False, total=len(span), sure=sure)


def _ended(world: _Open) -> Ended:
    return Ended(world=world.world, weight=world.weight, unknown=world.unknown)


def _enumerated(start: _Open, tick: Tick) -> list[Ended] | None:
    """All worlds, round by round; None where they become too many."""
    waiting, ended, cost, done = [start], list[Ended](), 0, 0
    while waiting:
        ends = sum(len(ENDS) ** len(each.games) for each in waiting if each.games)
        if ends + sum(not each.games for each in waiting) + len(ended) > WORLDS_MAX:
            return None
        total = done + ends
        following = []
        for each in waiting:
            if not each.games:
                ended.append(_ended(each))
                continue
            for child in _children(each):
                cost += cost_of_round(len(each.world.state.entrants))
                if cost > COST_MAX:
                    return None
                following.append(child)
                done += 1
                tick(Step(phase=Phase.ENDS, done=done, total=total))
        waiting = following
    return ended


def _children(parent: _Open) -> Iterator[_Open]:
    weights = _weights(parent)
    total = prod(map(sum, weights))
    for ends in product(range(len(ENDS)), repeat=len(parent.games)):
        weight = prod(each[end] for each, end in zip(weights, ends, strict=True))
        yield _after(parent, ends, parent.weight * Fraction(weight, total))


def _after(parent: _Open, ends: Sequence[int], weight: Fraction) -> _Open:
    """The world goes on from its unknown games, ended so, to the next ones."""
    world = parent.world.copy()
    for game, end in zip(parent.games, ends, strict=True):
        world.end(game, ENDS[end])
    number = world.state.rounds[-1].number
    return _Open(
        world=world,
        weight=weight,
        games=world.go_on(),
        unknown={**parent.unknown, number: len(parent.games)},
    )


def _weights(waiting: _Open) -> tuple[tuple[int, int, int], ...]:
    """How likely each unknown game ends in each way, by the ratings."""
    state = waiting.world.state
    seats, played = seats_of(state), state.rounds[-1]
    entrants: Crosstable = for_pairing(state, 1)
    model = Model(likelihood=Likelihood.ELO)
    boards = (played.board_of(game) or 0 for game in waiting.games)
    return tuple(
        weights_of(
            model,
            entrants,
            OpenGame(played.number, board, *(seats[each] for each in played.boards[board])),
        )
        for board in boards
    )


class _Drawing(msgspec.Struct, frozen=True, kw_only=True):
    """From where worlds are drawn, which of them, from what seed; all of the same weight."""

    start: _Open
    span: range
    seed: int
    weight: Fraction
    rounds: int


def _drawn(drawing: _Drawing, tick: Tick) -> Iterator[Ended]:
    total, rounds = len(drawing.span), drawing.rounds
    for done, number in enumerate(drawing.span):
        world = drawing.start
        while world.games:
            paired = len(world.world.state.rounds)
            tick(Step(phase=Phase.WORLDS, done=done, total=total, round=paired, rounds=rounds))
            lot = (drawing.seed * MOST_DRAWS + number) * ROUNDS_OF_A_WORLD + paired
            ends = next(ends_drawn(lot, _weights(world), GENERATOR))
            world = _after(world, ends, drawing.weight)
        yield _ended(msgspec.structs.replace(world, weight=drawing.weight))
