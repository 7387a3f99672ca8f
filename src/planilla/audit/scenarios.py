"""Scenarios of a branch: the log replayed with each round paired again from the branch itself.

A game whose pair still meets in that round with the same colours keeps what was recorded of it; the
others are unknown. While their outcomes are few each one is followed; otherwise some are drawn,
each end as likely as the ratings let expect (`likelihood`), with numbers that follow from a seed.
Games end in a win, a draw or a loss: forfeits are left out. A round that the arbiter had changed by
hand, or that came from a file, is kept only where the system would pair the same as it did then.
A bracket in which an unknown match ends level goes no further: nobody knows its tie-break.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, Self

import msgspec
from msgspec import UNSET

from planilla.audit.edits import Edit, EditedFact, edited_facts, follow_edited
from planilla.audit.recorded_rounds import unrecorded_byes, with_byes
from planilla.audit.replay import OnProgress, Phase, Replay, ReplayProgress, ignore_progress, staged
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
from planilla.domain.tournament.brackets import undecided_by_round
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
from planilla.domain.tournament.matches import (
    DecisionWithdrawn,
    GamesAdded,
    MatchDecided,
    NoSuchMatch,
)
from planilla.domain.tournament.questions import Prepared
from planilla.domain.tournament.refusal import NoSuchGame, Refusal
from planilla.domain.tournament.results import first_report
from planilla.domain.tournament.state import INITIAL, RoundState, Tournament, focused
from planilla.domain.tournament.values import allocated_bye
from planilla.domain.vocabulary import Colour, EntrantId, GameId, GameRef, GameResult

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
            event = steps[self.place].fact.event
            if self._is_over(event) and (unknown := self.unknown(event.stage_number)):
                return unknown
            follow_edited(self, steps[self.place])
            self.place += 1
            self.real = self.reality.states[self.place]
        return () if self.stopped else self._unknown_at_the_end()

    def _unknown_at_the_end(self) -> tuple[GameId, ...]:
        """Return the unknown games of the first stage that has any and is not being played."""
        stages = range(1, self.real.stages + 1)
        found = (self.unknown(each) for each in stages if not self._is_running(each))
        return next((games for games in found if games), ())

    def _is_over(self, event: Event) -> bool:
        """Return whether the last round of its stage has to be over before this event."""
        if isinstance(event, RoundPairing) and event.pairing_act is PairingAct.PUBLISHED:
            return len(focused(self.real, event.stage_number).rounds) < event.round
        return isinstance(event, RoundPairing | RoundClosed | TournamentFinished)

    def _is_running(self, stage: int) -> bool:
        """Return whether the last round is being played: its open games stay open."""
        rounds = focused(self.real, stage).rounds
        return bool(rounds) and bool(rounds[-1].open_games)

    def unknown(self, stage: int) -> tuple[GameId, ...]:
        """Return the games of the last round that are open here and not in reality, by board."""
        rounds = focused(self.state, stage).rounds
        if not rounds:
            return ()
        here = rounds[-1]
        there = focused(self.real, stage).rounds[here.number - 1]
        return tuple(game for game in here.open_games if not _is_open_too(here, there, game))

    def end(self, game: GameId, result: GameResult) -> None:
        """Record the result of an unknown game."""
        last = self.reality.steps[max(self.place - 1, 0)].fact
        self.record(staged(first_report(game, result), GameRef.of(game).stage), last)

    def check_game(self, _: Tournament, __: Tournament, ___: Event) -> None:
        """Leave it to `other` to find the game of the same two."""

    def follow(self, fact: Fact) -> None:
        """Replay a fact; `real` is set by `go_on`."""
        try:
            self.take_fact(fact)
        except (NoLegalPairing, NobodyToPair):
            self.stopped = len(focused(self.state, fact.event.stage_number).rounds) + 1
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
        before = self.before.pop(fact.version)
        if undecided_by_round(before):
            raise NobodyToPair(present=0)
        draft = pair_from(before, event)
        if pairs_of(draft) == self._answer_then(fact.version, event):
            super().pair(fact)
            return
        is_draft = event.pairing_act is PairingAct.DRAFTED
        made = staged(draft, event.stage_number) if is_draft else published_as(event, draft)
        self.record(made, fact)

    def _answer_then(self, version: int, event: RoundPairing) -> RoundPairs | None:
        """Return the pairing of the system when the round was really paired."""
        if event.pairing_act is PairingAct.DRAFTED:
            return pairs_of(event)
        own = self.reality.own
        if version not in own:
            is_published = event.pairing_act is PairingAct.PUBLISHED
            real = focused(self.real, event.stage_number)
            absent = unrecorded_byes(real, event) if is_published else {}
            own[version] = answer_from(with_byes(real, event.round, absent), event)
        return own[version]

    def publish(self, fact: Fact) -> None:
        """Publish the draft of this scenario."""
        event = fact.event
        assert isinstance(event, RoundPairing), "a publication"
        here = focused(self.state, event.stage_number).rounds[event.round - 1]
        if here.pairs == event.pairs:
            super().publish(fact)
            return
        self.record(published_as(event, here), fact)

    def other(self, fact: Fact) -> None:
        """Replay a fact about the game of the same two, or a change of the same boards by hand."""
        event = fact.event
        stages = self.stages_of(event)
        if isinstance(event, MatchEvent):
            _check_match(*stages, event)
        if isinstance(event, ChangedPairing):
            here, there = (stage.round(event.round) for stage in stages)
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
        here = focused(self.state, GameRef.of(game).stage).round(there.number)
        same = None if here is None else _board_of_same(there, board, here)
        if here is None or same is None:
            raise NoSuchGame(game=game)
        return here.games[same]


def _is_open_too(here: RoundState, there: RoundState, game: GameId) -> bool:
    board = _board_of_same(here, here.games.index(game), there)
    return board is not None and not there.results[board]


def _board_of_same(played: RoundState, board: int, other: RoundState) -> int | None:
    """Return the board of another round at which the same two play the same game of their match."""
    if played.boards == other.boards:
        return board
    pair = played.boards[board]
    before = played.boards[:board].count(pair)
    same = [at for at, each in enumerate(other.boards) if each == pair]
    return same[before] if before < len(same) else None


MatchEvent = GamesAdded | MatchDecided | DecisionWithdrawn
"""Events about a match by its number in a round."""


def _check_match(here: Tournament, there: Tournament, event: MatchEvent) -> None:
    """Refuse a fact of a match that others play here.

    Raises:
        NoSuchMatch: it is such a one.
    """
    matches = (
        {GameRef.of(each.game).match for each in event.games}
        if isinstance(event, GamesAdded)
        else {event.match}
    )
    both = (here.round(event.round), there.round(event.round))
    known, real = (() if each is None else each.sides for each in both)
    for match in matches:
        if known[match - 1 : match] != real[match - 1 : match]:
            raise NoSuchMatch(round=event.round, match=match, matches=len(known))


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
    return event.pairs, allocated_bye(event.byes)


def _pairs(played: RoundState) -> RoundPairs:
    return played.pairs, allocated_bye(played.byes)


def published_as(event: RoundPairing, other: RoundPairing | RoundState) -> Event:
    """Return the published round with the boards, sides and byes of another."""
    return msgspec.structs.replace(
        event,
        games=other.paired_games,
        byes=other.byes,
        sides=other.sides or UNSET,
        bracket_matches=other.bracket_matches or UNSET,
    )


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
LOTS_OF_A_STAGE = 2**64
"""Numbers reserved for the draws of one stage: parallel groups are drawn independently."""


class EndedScenario(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario at the end of the log, and its weight among all that were followed.

    `unknown` counts its games whose end was supposed, by stage and round.
    """

    world: Scenario
    weight: Fraction
    unknown: dict[tuple[int, int], int]


class Scenarios(msgspec.Struct, frozen=True, kw_only=True):
    """The scenarios of a branch in turn, and their number; `is_exact` if these are all.

    `sure` is the number of rounds, by stage, that are paired before anything is unknown.
    """

    ended: Iterator[EndedScenario]
    is_exact: bool
    total: int
    sure: dict[int, int]


class _OpenScenario(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario with unknown games that are to end."""

    world: Scenario
    weight: Fraction
    games: tuple[GameId, ...]
    unknown: dict[tuple[int, int], int]

    @property
    def stage(self) -> Tournament:
        """The stage of its unknown games."""
        return focused(self.world.state, GameRef.of(self.games[0]).stage)


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
    sure = {each.stage: len(each.rounds) for each in _all_stages(first.state)}
    draws = wanted.number
    if draws is None:
        found = _enumerated(start, tick)
        if found is not None:
            return Scenarios(ended=iter(found), is_exact=True, total=len(found), sure=sure)
        left = _rounds_paired(reality.end) - sum(sure.values()) + 1
        draws = default_draws(len(reality.end.entrants), left)
    elif not games:
        return Scenarios(ended=iter((_ended(start),)), is_exact=True, total=1, sure=sure)
    span = range(draws) if wanted.span is None else wanted.span
    drawing = _Drawing(
        start=start,
        span=span,
        seed=wanted.seed,
        weight=Fraction(1, draws),
        rounds=_rounds_paired(reality.end),
    )
    return Scenarios(ended=_drawn(drawing, tick), is_exact=False, total=len(span), sure=sure)


def _all_stages(state: Tournament) -> Iterator[Tournament]:
    return (focused(state, number) for number in range(1, state.stages + 1))


def _rounds_paired(state: Tournament) -> int:
    return sum(len(each.rounds) for each in _all_stages(state))


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
    stage = parent.stage
    here = (stage.stage, stage.rounds[-1].number)
    return _OpenScenario(
        world=world,
        weight=weight,
        games=world.go_on(),
        unknown={**parent.unknown, here: len(parent.games)},
    )


def _weights(waiting: _OpenScenario) -> tuple[tuple[int, int, int], ...]:
    """Return the weight of each end of each unknown game, by the ratings."""
    state = waiting.stage
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
            paired = _rounds_paired(world.world.state)
            tick(
                ReplayProgress(
                    phase=Phase.WORLDS, done=done, total=total, round=paired, rounds=rounds
                )
            )
            lot = (drawing.seed * DRAWS_MAX + number) * ROUNDS_OF_A_WORLD + paired
            lot += (world.stage.stage - 1) * LOTS_OF_A_STAGE
            ends = next(ends_drawn(lot, _weights(world), GENERATOR))
            world = _after(world, ends, drawing.weight)
        yield _ended(msgspec.structs.replace(world, weight=drawing.weight))
