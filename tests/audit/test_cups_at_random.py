"""Random cups: groups, a bracket of their first two, and corrections of both while it is played.

Laws: the fold of the log is the state that commands left, at every moment; a what-if without an
edit is the tournament as it is, in each reading; and the effects of nothing are none.
"""

from random import Random

import pytest

from audit.test_stages_whatif import EIGHT
from dsl.tournaments import entered
from planilla.audit.branch import BranchOptions, branch
from planilla.audit.edits import Replaced, edited
from planilla.audit.impact import impact
from planilla.audit.round_by_round import round_by_round
from planilla.audit.stage_impact import stage_impacts
from planilla.domain.tournament.brackets import undecided_by_round
from planilla.domain.tournament.closing import FinishTournament
from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.corrections import CorrectResult
from planilla.domain.tournament.crosstables import rounds_planned
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.evolve import evolve, fold
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.matches import AddGames, DecideMatch, match_scores
from planilla.domain.tournament.pairings import PairRound, PublishPairings
from planilla.domain.tournament.qualifiers import DrawGroups, ReplaceQualifier
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.tournament.results import RecordResult, ResultRecorded
from planilla.domain.tournament.setup import TournamentCreated
from planilla.domain.tournament.shapes import DecidedBy, MatchShape, SeedsBy, StageSource
from planilla.domain.tournament.stages import PlanStage, StartStage
from planilla.domain.tournament.state import INITIAL, RoundState, Tournament, focused
from planilla.domain.tournament.values import Effect
from planilla.domain.vocabulary import GameRef

GROUPS, BRACKET = (2, 3), 4
COUNTS = Effect(points=True, pairing_from=None, rating=True)
SHAPES = {1: MatchShape(), 2: MatchShape(games=2, tiebreaks=(1,))}
AT = 10**12


class RandomCup:
    """A cup that is played by commands, with all its states."""

    def __init__(self, system: str, games: int, seed: int) -> None:
        self.chance = Random(f"{system} {games} {seed}")
        self.facts: list[Fact] = []
        self.states: list[Tournament] = [INITIAL]
        self.said(
            TournamentCreated(name="Cup", system_name="stages", rounds_asked=0, tiebreaks=()),
            *entered(*EIGHT),
        )
        sources = tuple(StageSource(stage=each, last=2) for each in GROUPS)
        self.do(PlanStage(title="Group", system="round-robin", groups=2))
        self.do(
            PlanStage(
                title="Bracket",
                system=system,
                shape=SHAPES[games],
                sources=sources,
                seeds=SeedsBy.PLACES,
            )
        )
        self.do(DrawGroups(stages=GROUPS))

    @property
    def state(self) -> Tournament:
        return self.states[-1]

    def said(self, *events: Event) -> None:
        for event in events:
            at = len(self.facts) + 1
            self.facts.append(Fact(version=at, recorded_at=at * 1_000_000, event=event))
            self.states.append(evolve(self.state, self.facts[-1]))

    def do(self, command: Command) -> None:
        self.said(*decide(self.state, command, DecisionContext(at=AT)))

    def tried(self, *commands: Command) -> bool:
        """Do the first of the commands that is not refused; return whether there is one."""
        for command in commands:
            try:
                self.do(command)
            except Refusal:
                continue
            return True
        return False

    def pair(self, stage: int, number: int) -> None:
        self.do(PairRound(round=number, in_stage=stage))
        self.do(PublishPairings(round=number, in_stage=stage))

    def play(self, stage: int) -> None:
        """Play the last round of a stage, with what a level match needs."""
        while True:
            here = focused(self.state, stage)
            played = here.rounds[-1]
            for game in played.open_games:
                result = self.chance.choices(("1-0", "0-1", "½-½", "+/-"), (6, 6, 3, 1))[0]
                self.do(RecordResult(game=game, result=result))
            level = undecided_by_round(focused(self.state, stage))
            if not level:
                return
            number = min(level)
            self.settle(stage, number, level[number][0])

    def settle(self, stage: int, number: int, match: int) -> None:
        here = focused(self.state, stage)
        played = here.rounds[number - 1]
        side = self.chance.choice(match_scores(here, played)[match - 1].sides)
        added = AddGames(in_stage=stage, round=played.number, match=match)
        ruling = DecideMatch(
            in_stage=stage, round=played.number, match=match, winner=side, by=DecidedBy.LOT
        )
        assert self.tried(added, ruling)

    def correct(self, stage: int) -> None:
        """Correct a result of a stage for the points, if it is allowed."""
        played: RoundState = self.chance.choice(focused(self.state, stage).rounds)
        board = self.chance.randrange(len(played.games))
        command = CorrectResult(
            game=played.games[board],
            result=self.chance.choice(("1-0", "0-1")),
            corrects=played.version_of(board),
            reason=Sealed("sheet"),
            effect=COUNTS,
        )
        before = self.state
        try:
            events = decide(before, command, DecisionContext(at=AT))
        except Refusal:
            return
        self.said(*events)
        found = impact(self.facts[: -len(events)] if events else self.facts, events, at=AT)
        assert [each for each in found.stages if not each.is_nothing] == list(
            stage_impacts(before, self.state)
        )
        for each in found.stages:
            for ruling in each.rulings[:1]:
                replaced = ReplaceQualifier(
                    in_stage=each.stage, leaving=ruling.leaving, entrant=ruling.entrant
                )
                assert self.tried(replaced) == (ruling.refusal == "")


def cup_played(system: str, games: int, seed: int) -> RandomCup:
    """Play a whole cup; results of groups and bracket are corrected after each round of it."""
    cup = RandomCup(system, games, seed)
    for number in (1, 2, 3):
        for stage in GROUPS:
            cup.pair(stage, number)
            cup.play(stage)
    for stage in GROUPS:
        cup.do(FinishTournament(in_stage=stage))
    qualified = tuple(each for stage in GROUPS for each in focused(cup.state, stage).order[:2])
    started = StartStage(in_stage=BRACKET), StartStage(in_stage=BRACKET, entrants=qualified)
    assert cup.tried(*started)
    cup.correct(cup.chance.choice(GROUPS))
    while len(focused(cup.state, BRACKET).rounds) < rounds_planned(focused(cup.state, BRACKET)):
        cup.pair(BRACKET, len(focused(cup.state, BRACKET).rounds) + 1)
        cup.play(BRACKET)
        cup.correct(cup.chance.choice((*GROUPS, BRACKET)))
        cup.play(BRACKET)
    return cup


SYSTEMS = ("knockout-single", "knockout-double", "knockout-triple")


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("games", SHAPES)
@pytest.mark.parametrize("seed", range(4))
def test_a_cup_is_the_same_again_and_at_every_moment(system: str, games: int, seed: int) -> None:
    cup = cup_played(system, games, seed)
    state = INITIAL
    for fact, then in zip(cup.facts, cup.states[1:], strict=True):
        state = evolve(state, fact)
        assert state == then
    half = cup.chance.randrange(len(cup.facts))
    assert fold(cup.facts[half:], fold(cup.facts[:half])) == cup.state
    again = edited(cup.facts, (), everywhere=True)
    assert (again.void, again.state) == ((), cup.state)
    assert round_by_round(cup.facts, ()).identical
    found = branch(cup.facts, ())
    assert found.certain
    assert all(each.consequences is not None for each in found.stages)
    assert all(each.consequences.is_nothing for each in found.stages if each.consequences)
    assert [
        (each.stage, each.round) for each in found.rounds if not each.certain or each.instead
    ] == []


def without_the_first(cup: RandomCup) -> tuple[Replaced, ...]:
    """Return the edits by which a qualifier of the first group loses every game there."""
    group = focused(cup.state, GROUPS[0])
    first = next(each for each in group.order if each in focused(cup.state, BRACKET).entrants)
    edits = []
    for fact in cup.facts:
        event = fact.event
        if isinstance(event, ResultRecorded) and GameRef.of(event.game).stage == group.stage:
            white, black = cup.state.players_of(event.game) or pytest.fail("it is played")
            if first in {white, black}:
                result = "0-1" if white == first else "1-0"
                command = RecordResult(game=event.game, result=result)
                edits.append(Replaced(version=fact.version, command=command))
    return tuple(edits)


@pytest.mark.parametrize("system", SYSTEMS)
def test_another_qualifier_is_followed_until_a_match_of_the_bracket_would_end_level(
    system: str,
) -> None:
    """Unknown games end as they may; who meets others than in reality takes none of their games."""
    stopped = []
    for seed in range(6):
        cup = cup_played(system, 1 + seed % 2, seed)
        edits = without_the_first(cup)
        assert round_by_round(cup.facts, edits).rounds
        found = branch(cup.facts, edits, BranchOptions(draws=8, seed=seed))
        assert {each.stage for each in found.stages} == {*GROUPS, BRACKET}
        others = {each.entrant for each in found.stages[1].places}
        assert others == {*focused(cup.state, GROUPS[1]).order}
        stopped.append(found.stopped)
    assert any(stopped)
