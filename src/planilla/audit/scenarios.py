"""Scenarios of a branch: the log replayed with each round paired again from the branch itself.

A game whose pair still meets in that round with the same colours keeps what was recorded of it; the
others are unknown. While their outcomes are few each one is followed; otherwise some are drawn,
each end as likely as the ratings let expect (`likelihood`), with numbers that follow from a seed.
Games end in a win, a draw or a loss: forfeits are left out. A round that the arbiter had changed by
hand, or that came from a file, is kept only where the system would pair the same as it did then.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, Self

import msgspec

from planilla.audit.edits import Edit, EditedFact, edited_facts, follow_edited
from planilla.audit.recorded_rounds import untold_byes, with_byes
from planilla.audit.replay import OnProgress, Phase, Replay, ReplayProgress, ignore_progress
from planilla.domain.chance import GENERATOR
from planilla.domain.crosstable import Crosstable
from planilla.domain.prizes.outcomes import (
    ENDS,
    Likelihood,
    Model,
    OpenGame,
    ends_drawn,
    weights_of,
)
from planilla.domain.tournament.closing import RoundClosed, TournamentFinished
from planilla.domain.tournament.command import Command, GameCommand
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.crosstables import for_pairing, seats_of
from planilla.domain.tournament.drafting import (
    ChangedPairing,
    NobodyToPair,
    NoLegalPairing,
    RoundPairing,
    draft_of,
    question_of_draft,
)
from planilla.domain.tournament.event import Event, PairingAct
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.questions import Prepared
from planilla.domain.tournament.refusal import NoSuchGame, Refusal
from planilla.domain.tournament.results import first_report
from planilla.domain.tournament.state import INITIAL, RoundState, Tournament
from planilla.domain.tournament.values import GrantedBye, PairedGame, allocated_bye
from planilla.domain.vocabulary import Colour, EntrantId, GameId, GameResult

RoundPairs = tuple[tuple[tuple[EntrantId, EntrantId], ...], EntrantId | None]
"""The boards of a round as (White, Black), and the entrant with the bye."""


class ActualLine(msgspec.Struct, frozen=True, kw_only=True):
    """The log as it is: the tournament before each of its facts, by place, and at the end.

    `own` caches the pairing of the system for rounds that others made, by version.
    """

    steps: tuple[EditedFact, ...]
    states: tuple[Tournament, ...]
    own: dict[int, RoundPairs | None]

    @property
    def end(self) -> Tournament:
        """Return the tournament as it stands."""
        return self.states[-1]


class Scenario(Replay):
    """A replay at `place` in the log. `edits_void` counts edits of games that are not there.

    `stopped` is the round that could not be paired, and `by_hand` are the rounds in which a change
    by the arbiter could not be repeated.
    """

    def __init__(self, reality: ActualLine, *, touched: bool) -> None:
        super().__init__(touched=touched)
        self.reality = reality
        self.place = 0
        self.stopped = 0
        self.by_hand: frozenset[int] = frozenset()
        self.edits_void = 0

    def copy(self) -> Self:
        """Return another scenario that is the same so far; it keeps no log of its own."""
        other = type(self)(self.reality, touched=self.touched)
        kept_apart = {"log", "void", "voided", "left_out", "added", "before"}
        known = {name: each for name, each in vars(self).items() if name not in kept_apart}
        vars(other).update(known)
        return other

    def go_on(self) -> tuple[GameId, ...]:
        """Replay up to the next unknown games, and return them; none at the end."""
        steps = self.reality.steps
        while self.place < len(steps) and not self.stopped:
            if self._is_over(steps[self.place].fact.event) and (unknown := self.unknown()):
                return unknown
            follow_edited(self, steps[self.place])
            self.place += 1
            self.real = self.reality.states[self.place]
        return () if self.stopped or self._is_running() else self.unknown()

    def _is_over(self, event: Event) -> bool:
        """Return whether the last round has to be over before this event."""
        if isinstance(event, RoundPairing) and event.pairing_act is PairingAct.PUBLISHED:
            return len(self.real.rounds) < event.round
        return isinstance(event, RoundPairing | RoundClosed | TournamentFinished)

    def _is_running(self) -> bool:
        """Return whether the last round is being played: its open games stay open."""
        rounds = self.real.rounds
        return bool(rounds) and bool(rounds[-1].open_games)

    def unknown(self) -> tuple[GameId, ...]:
        """Return the games of the last round that are open here and not in reality, by board."""
        if not self.state.rounds:
            return ()
        here = self.state.rounds[-1]
        there = self.real.rounds[here.number - 1]
        return tuple(game for game in here.open_games if not _is_open_too(here, there, game))

    def end(self, game: GameId, result: GameResult) -> None:
        """Record the result of an unknown game."""
        last = self.reality.steps[max(self.place - 1, 0)].fact
        self.record(first_report(game, result), last)

    def follow(self, fact: Fact) -> None:
        """Replay a fact; `real` is set by `go_on`."""
        try:
            self.take_fact(fact)
        except (NoLegalPairing, NobodyToPair):
            self.stopped = len(self.state.rounds) + 1
        except Refusal as refusal:
            self.give_up(fact, refusal)

    def leave_out(self, _: Fact) -> None:
        """Leave a fact out."""
        self.touched = True

    def act(self, command: Command, fact: Fact, lot: int) -> None:
        """Decide a command; one about a game that is not there has no effect."""
        try:
            super().act(self._here(command), fact, lot)
        except Refusal:
            self.edits_void += 1

    def pair(self, fact: Fact) -> None:
        """Pair the round from this scenario; keep the recorded one where that is the same.

        Raises:
            NoLegalPairing, NobodyToPair: it cannot be paired.
        """
        event = fact.event
        assert isinstance(event, RoundPairing), "a round"
        draft = pair_from(self.before.pop(fact.version), event)
        if pairs_of(draft) == self._answer_then(fact.version, event):
            super().pair(fact)
            return
        is_draft = event.pairing_act is PairingAct.DRAFTED
        self.record(draft if is_draft else published_as(event, draft.games, draft.byes), fact)

    def _answer_then(self, version: int, event: RoundPairing) -> RoundPairs | None:
        """Return the pairing of the system when the round was really paired."""
        if event.pairing_act is PairingAct.DRAFTED:
            return pairs_of(event)
        own = self.reality.own
        if version not in own:
            is_published = event.pairing_act is PairingAct.PUBLISHED
            absent = untold_byes(self.real, event) if is_published else {}
            own[version] = answer_from(with_byes(self.real, event.round, absent), event)
        return own[version]

    def publish(self, fact: Fact) -> None:
        """Publish the draft of this scenario."""
        event = fact.event
        assert isinstance(event, RoundPairing), "a publication"
        here = self.state.rounds[event.round - 1]
        if here.boards == tuple((game.white, game.black) for game in event.games):
            super().publish(fact)
            return
        self.record(published_as(event, here.paired_games, here.byes), fact)

    def other(self, fact: Fact) -> None:
        """Replay a fact about the game of the same two, or a change of the same boards by hand."""
        event = fact.event
        if isinstance(event, ChangedPairing):
            here, there = self.state.round(event.round), self.real.round(event.round)
            if here is None or there is None or _pairs(here) != _pairs(there):
                self.by_hand |= {event.round}
                return
        super().other(self._with_game_here(fact))

    def _with_game_here(self, fact: Fact) -> Fact:
        game = fact.event.game
        if game is None:
            return fact
        here = self._game_here(game)
        if here == game:
            return fact
        event: Any = fact.event
        return msgspec.structs.replace(fact, event=msgspec.structs.replace(event, game=here))

    def _here(self, command: Command) -> Command:
        if not isinstance(command, GameCommand):
            return command
        return msgspec.structs.replace(command, game=self._game_here(command.game))

    def _game_here(self, game: GameId) -> GameId:
        """Return the game of the same two in that round, with the same colours."""
        found = self.real.find(game)
        if found is None:
            return game  # edits have made it, and name it as it is named here
        there, board = found
        here = self.state.round(there.number)
        pair = there.boards[board]
        if here is None or pair not in here.boards:
            raise NoSuchGame(game=game)
        return here.games[board if here.boards == there.boards else here.boards.index(pair)]


def _is_open_too(here: RoundState, there: RoundState, game: GameId) -> bool:
    pair = here.boards[here.games.index(game)]
    return pair in there.boards and not there.results[there.boards.index(pair)]


def pair_from(state: Tournament, event: RoundPairing) -> RoundPairing:
    """Return the round of that number as the system pairs it, with the lot recorded.

    Raises:
        NoLegalPairing, NobodyToPair: it cannot be paired.
    """
    before = msgspec.structs.replace(state, rounds=state.rounds[: event.round - 1])
    context = DecisionContext(lot=0 if event.first_colour is Colour.WHITE else 1)
    question = question_of_draft(before, context)
    system = state.system
    if question is not None and system.pair_briefly is not None:
        answer = system.pair_briefly(question.given)
        prepared = Prepared(question=question, answer=answer)
        context = msgspec.structs.replace(context, prepared=prepared)
    return draft_of(before, context)


def answer_from(state: Tournament, event: RoundPairing) -> RoundPairs | None:
    """Return the pairing of the system; None where none is possible."""
    try:
        return pairs_of(pair_from(state, event))
    except (NoLegalPairing, NobodyToPair):
        return None


def pairs_of(event: RoundPairing) -> RoundPairs:
    """Return boards and bye of a recorded round."""
    return (
        tuple((game.white, game.black) for game in event.games),
        allocated_bye(event.byes),
    )


def _pairs(played: RoundState) -> RoundPairs:
    return played.boards, allocated_bye(played.byes)


def published_as(
    event: RoundPairing, games: tuple[PairedGame, ...], byes: tuple[GrantedBye, ...]
) -> Event:
    """Return the published round with other boards."""
    return msgspec.structs.replace(event, games=games, byes=byes)


SCENARIOS_MAX = 243
"""Number of scenarios that are all followed: those of five unknown games."""
COST_MAX = 30_000
"""Largest cost of following them all, by `cost_of_round`: a few seconds."""
DRAWN_COST = 20_000
"""Cost of draws where their number is not given: two or three seconds."""
COST_OF_ANY = 50
DRAWS_MIN, DRAWS_MAX = 4, 10_000
DEFAULT_DRAWS_MAX = 400
ROUNDS_OF_A_WORLD = 1_000
"""Numbers reserved for the rounds of one draw."""


class EndedScenario(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario at the end of the log, and its weight among all that were followed.

    `unknown` counts its games whose end was supposed, by round.
    """

    world: Scenario
    weight: Fraction
    unknown: dict[int, int]


class Scenarios(msgspec.Struct, frozen=True, kw_only=True):
    """The scenarios of a branch in turn, and their number; `is_exact` if these are all.

    The rounds up to `sure` are paired before anything is unknown.
    """

    ended: Iterator[EndedScenario]
    is_exact: bool
    total: int
    sure: int


class _OpenScenario(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario with unknown games that are to end."""

    world: Scenario
    weight: Fraction
    games: tuple[GameId, ...]
    unknown: dict[int, int]


def cost_of_round(players: int) -> int:
    """Return the cost of pairing a round of so many players, in arbitrary units."""
    return players + COST_OF_ANY


def default_draws(players: int, rounds: int) -> int:
    """Return the number of draws that take a few seconds, each pairing so many rounds."""
    cost = max(rounds, 1) * cost_of_round(players)
    return min(max(DRAWN_COST // cost, DRAWS_MIN), DEFAULT_DRAWS_MAX)


def actual_line(facts: Sequence[Fact], edits: Sequence[Edit]) -> ActualLine:
    """Replay the log as it is once, for all scenarios."""
    states = [INITIAL]
    for fact in facts:
        states.append(evolve(states[-1], fact))
    return ActualLine(steps=edited_facts(facts, edits), states=tuple(states), own={})


class ScenarioDraws(msgspec.Struct, frozen=True, kw_only=True):
    """Number of scenarios to draw (None: all, or the default), and the span drawn here."""

    number: int | None
    seed: int
    span: range | None = None


def follow_scenarios(
    reality: ActualLine,
    wanted: ScenarioDraws,
    *,
    everywhere: bool,
    tick: OnProgress = ignore_progress,
) -> Scenarios:
    """Return every scenario, or those that are drawn here; `tick` receives each step."""
    first = Scenario(reality, touched=everywhere)
    games = first.go_on()
    start = _OpenScenario(world=first, weight=Fraction(1), games=games, unknown={})
    sure = len(first.state.rounds)
    draws = wanted.number
    if draws is None:
        found = _enumerated(start, tick)
        if found is not None:
            return Scenarios(ended=iter(found), is_exact=True, total=len(found), sure=sure)
        left = len(reality.end.rounds) - sure + 1
        draws = default_draws(len(reality.end.entrants), left)
    elif not games:
        return Scenarios(ended=iter((_ended(start),)), is_exact=True, total=1, sure=sure)
    span = range(draws) if wanted.span is None else wanted.span
    drawing = _Drawing(
        start=start,
        span=span,
        seed=wanted.seed,
        weight=Fraction(1, draws),
        rounds=len(reality.end.rounds),
    )
    return Scenarios(ended=_drawn(drawing, tick), is_exact=False, total=len(span), sure=sure)


def _ended(world: _OpenScenario) -> EndedScenario:
    return EndedScenario(world=world.world, weight=world.weight, unknown=world.unknown)


def _enumerated(start: _OpenScenario, tick: OnProgress) -> list[EndedScenario] | None:
    """Return all scenarios, round by round; None where they become too many."""
    waiting, ended, cost, done = [start], list[EndedScenario](), 0, 0
    while waiting:
        ends = sum(len(ENDS) ** len(each.games) for each in waiting if each.games)
        if ends + sum(not each.games for each in waiting) + len(ended) > SCENARIOS_MAX:
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
                tick(ReplayProgress(phase=Phase.ENDS, done=done, total=total))
        waiting = following
    return ended


def _children(parent: _OpenScenario) -> Iterator[_OpenScenario]:
    weights = _weights(parent)
    total = prod(map(sum, weights))
    for ends in product(range(len(ENDS)), repeat=len(parent.games)):
        weight = prod(each[end] for each, end in zip(weights, ends, strict=True))
        yield _after(parent, ends, parent.weight * Fraction(weight, total))


def _after(parent: _OpenScenario, ends: Sequence[int], weight: Fraction) -> _OpenScenario:
    """Return the scenario after its unknown games ended so, at the next unknown ones."""
    world = parent.world.copy()
    for game, end in zip(parent.games, ends, strict=True):
        world.end(game, ENDS[end])
    number = world.state.rounds[-1].number
    return _OpenScenario(
        world=world,
        weight=weight,
        games=world.go_on(),
        unknown={**parent.unknown, number: len(parent.games)},
    )


def _weights(waiting: _OpenScenario) -> tuple[tuple[int, int, int], ...]:
    """Return the weight of each end of each unknown game, by the ratings."""
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
    """Scenarios to draw: from where, which of them, from which seed; all of the same weight."""

    start: _OpenScenario
    span: range
    seed: int
    weight: Fraction
    rounds: int


def _drawn(drawing: _Drawing, tick: OnProgress) -> Iterator[EndedScenario]:
    total, rounds = len(drawing.span), drawing.rounds
    for done, number in enumerate(drawing.span):
        world = drawing.start
        while world.games:
            paired = len(world.world.state.rounds)
            tick(
                ReplayProgress(
                    phase=Phase.WORLDS, done=done, total=total, round=paired, rounds=rounds
                )
            )
            lot = (drawing.seed * DRAWS_MAX + number) * ROUNDS_OF_A_WORLD + paired
            ends = next(ends_drawn(lot, _weights(world), GENERATOR))
            world = _after(world, ends, drawing.weight)
        yield _ended(msgspec.structs.replace(world, weight=drawing.weight))
