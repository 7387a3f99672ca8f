"""The what-if through stages: identity, other qualifiers, and the audit of every stage."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from dsl.tournaments import entered
from planilla.audit.branch import BranchOptions, branch
from planilla.audit.dossier import dossier, supposed
from planilla.audit.edits import Inserted, Removed, edited
from planilla.audit.known_from_start import edits_of, other_result
from planilla.audit.pairing_audit import audit
from planilla.audit.preview import outcomes_of, parts, preview_of
from planilla.audit.recorded_rounds import recorded_rounds, version_before
from planilla.audit.round_by_round import affected_questions, round_by_round
from planilla.domain.tournament.closing import CloseRound, FinishTournament
from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.corrections import CorrectResult
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.drafting import RoundPaired
from planilla.domain.tournament.eligibility import ExpelEntrant, WithdrawEntrant
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.evolve import evolve, fold
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.numbering import AssignNumbers
from planilla.domain.tournament.pairings import PairRound, PublishPairings
from planilla.domain.tournament.qualifiers import DrawGroups
from planilla.domain.tournament.refusal import NoSuchGame
from planilla.domain.tournament.results import RecordResult, ResultRecorded
from planilla.domain.tournament.setup import FirstColour, TournamentCreated
from planilla.domain.tournament.shapes import CarryOver, StageSource
from planilla.domain.tournament.stages import PlanStage, StageStarted, StartStage
from planilla.domain.tournament.state import INITIAL, Tournament, focused
from planilla.domain.tournament.values import NumberingReason, Reported
from planilla.domain.vocabulary import EntrantId, GameId

EIGHT = tuple(EntrantId(f"e{number}") for number in range(1, 9))


class Festival:
    """Two groups of four, an Amsterdam final of four, and a match for the first place."""

    def __init__(self, carry: CarryOver = CarryOver.MUTUAL_GAMES, second: int = 2) -> None:
        self.facts: list[Fact] = []
        self.state: Tournament = INITIAL
        self.said(
            TournamentCreated(name="F", system_name="stages", rounds_asked=0, tiebreaks=()),
            *entered(*EIGHT),
        )
        both = (StageSource(stage=2, last=2), StageSource(stage=3, last=second))
        system = "amsterdam" if carry is CarryOver.MUTUAL_GAMES else "round-robin"
        self.do(PlanStage(title="Group", system="round-robin", groups=2))
        self.do(PlanStage(title="Final", system=system, sources=both, carry=carry))
        first = (StageSource(stage=4, last=2),)
        self.do(PlanStage(title="Match", system="round-robin", sources=first))
        self.do(DrawGroups(stages=(2, 3)))

    def said(self, *events: Event) -> None:
        for event in events:
            at = len(self.facts) + 1
            self.facts.append(Fact(version=at, recorded_at=at * 1_000_000, event=event))
            self.state = evolve(self.state, self.facts[-1])

    def do(self, command: Command) -> None:
        self.said(*decide(self.state, command, DecisionContext(at=10**12)))

    def play(self, stage: int, seed: int = 0) -> None:
        """All rounds; the lower number wins, but every seventh game of `seed` has another end."""
        for number in range(1, 4 if stage < 4 else 3 if stage == 4 else 2):
            self.do(PairRound(round=number, in_stage=stage))
            self.do(PublishPairings(round=number, in_stage=stage))
            here = focused(self.state, stage)
            for game, (white, black) in zip(
                here.rounds[-1].games, here.rounds[-1].boards, strict=True
            ):
                if game in here.rounds[-1].open_games:
                    usual = "1-0" if white < black else "0-1"
                    drawn = seed and (len(self.facts) * seed) % 7 == 0
                    self.do(RecordResult(game=game, result="½-½" if drawn else usual))
        self.do(FinishTournament(in_stage=stage))

    def wrong(self) -> GameId:
        """A game of group A between e4 and e5, on which the second place depends."""
        group = focused(self.state, 2)
        return next(
            game
            for played in group.rounds
            for game, board in zip(played.games, played.boards, strict=True)
            if set(board) == {EIGHT[3], EIGHT[4]}
        )


def festival() -> Festival:
    """e1 e4 e5 e8 in group A, e2 e3 e6 e7 in group B; all four stages are played."""
    whole = Festival()
    for stage in (2, 3):
        whole.play(stage)
    whole.do(StartStage(in_stage=4))
    whole.play(4)
    whole.do(StartStage(in_stage=5))
    whole.play(5)
    return whole


def corrected(whole: Festival) -> tuple[Inserted, ...]:
    game = whole.wrong()
    version = next(
        fact.version for fact in whole.facts if fact.event.game == game and fact.event.game_result
    )
    event = next(fact.event for fact in whole.facts if fact.version == version)
    other = {"1-0": "0-1", "0-1": "1-0"}[event.game_result or ""]
    return (
        Inserted(
            after=version,
            command=CorrectResult(game=game, result=other, corrects=0, reason=Sealed("why")),
        ),
    )


def test_without_an_edit_every_stage_is_as_it_was() -> None:
    whole = festival()
    again = edited(whole.facts, (), everywhere=True)
    assert (again.void, again.state) == ((), whole.state)
    assert again.facts == tuple(whole.facts)
    found = round_by_round(whole.facts, ())
    assert found.identical
    assert found.consequences.is_nothing
    assert len(found.rounds) == 3 + 3 + 2 + 1
    judged = audit(whole.facts)
    assert judged.holds
    assert [each.stage for each in judged.rounds] == [2, 2, 2, 3, 3, 3, 4, 4, 5]
    assert (judged.units, {judged.unit_of(each) for each in judged.rounds}) == ((2,) * 5, {2})


def test_another_second_place_plays_the_final_where_nobody_played_the_games_of_the_first() -> None:
    """With e5 beating e4 in group A, e5 is second; e4 played the final, e5 did not."""
    whole = festival()
    log = edited(whole.facts, corrected(whole))
    final = focused(log.state, 4)
    assert set(final.order) == {EIGHT[0], EIGHT[4], EIGHT[1], EIGHT[2]}
    games = {
        game: board
        for played in final.rounds
        for game, board in zip(played.games, played.boards, strict=True)
    }
    missing = {game for game, board in games.items() if EIGHT[4] in board}
    assert len(missing) == 2
    assert {fact.fields.get("game") for fact in log.void} == missing
    found = round_by_round(whole.facts, corrected(whole))
    assert set(found.missing) == missing
    started = [fact.event for fact in log.facts if isinstance(fact.event, StageStarted)]
    assert EIGHT[4] in started[2].entrants


def test_rounds_of_later_stages_are_found_by_their_stage() -> None:
    whole = festival()
    found = recorded_rounds(whole.facts)
    assert [(each.state.stage, each.round) for each in found] == [
        *((2, number) for number in (1, 2, 3)),
        *((3, number) for number in (1, 2, 3)),
        (4, 1),
        (4, 2),
        (5, 1),
    ]
    assert version_before(whole.facts, 1, 4) < found[6].version


def test_what_is_known_of_one_stage_asks_nothing_of_the_others() -> None:
    whole = festival()
    (edit,) = corrected(whole)
    version = edit.after
    command = replace(edit.command, corrects=version)
    events = decide(whole.state, command, DecisionContext(at=10**12))
    assert affected_questions(whole.facts, events) == ()


def test_who_left_a_later_stage_is_void_where_others_play_it() -> None:
    whole = Festival()
    for stage in (2, 3):
        whole.play(stage)
    whole.do(StartStage(in_stage=4))
    whole.do(PairRound(round=1, in_stage=4))
    whole.do(PublishPairings(round=1, in_stage=4))
    whole.do(WithdrawEntrant(in_stage=4, entrant=EIGHT[3]))
    whole.do(ExpelEntrant(in_stage=4, entrant=EIGHT[0], reason=Sealed("why")))
    again = edited(whole.facts, (), everywhere=True)
    assert (again.void, again.state) == ((), whole.state)
    log = edited(whole.facts, corrected(whole))
    assert {fact.event for fact in log.void} == {"EntrantWithdrawn"}


def test_numbers_free_rounds_and_sides_are_of_those_who_qualify_there() -> None:
    """The final of three is e1, e4 and e2; e5 comes in for e4."""
    whole = Festival(CarryOver.NOTHING, second=1)
    for stage in (2, 3):
        whole.play(stage)
    whole.do(StartStage(in_stage=4))
    order = (EIGHT[1], EIGHT[0], EIGHT[3])
    whole.do(AssignNumbers(in_stage=4, order=order, reason=NumberingReason.ARBITER))
    (paired,) = decide(whole.state, PairRound(round=1, in_stage=4), DecisionContext())
    assert isinstance(paired, RoundPaired)
    sides = tuple((game.white, game.black) for game in paired.games)
    whole.said(replace(paired, sides=sides))
    final = focused(edited(whole.facts, corrected(whole)).state, 4)
    assert final.order == (EIGHT[1], EIGHT[0], EIGHT[4])
    (played,) = final.rounds
    there = {*played.boards[0], played.byes[0].entrant}
    assert there == {EIGHT[1], EIGHT[0], EIGHT[4]}
    assert played.sides == played.boards


def final_with_games() -> Festival:
    """Return a festival of which the first round of the Amsterdam final has results."""
    whole = Festival()
    for stage in (2, 3):
        whole.play(stage)
    whole.do(StartStage(in_stage=4))
    whole.do(PairRound(round=1, in_stage=4))
    whole.do(PublishPairings(round=1, in_stage=4))
    return whole


def test_a_result_known_before_a_round_is_known_before_that_round_of_its_stage() -> None:
    whole = festival()
    game = focused(whole.state, 4).rounds[0].games[0]
    told = other_result(whole.facts, game, "½-½", known_from=3)
    (edit, *_) = told.edits
    assert isinstance(edit, Inserted)
    assert edit.after == whole.facts[-1].version
    group = focused(whole.state, 2).rounds[0].games[0]
    (edit, *_) = other_result(whole.facts, group, "½-½", known_from=3).edits
    assert isinstance(edit, Inserted)
    assert edit.after == version_before(whole.facts, 3, 2)


def test_a_withdrawal_from_a_later_stage_is_known_from_its_own_rounds() -> None:
    whole = final_with_games()
    for game in focused(whole.state, 4).rounds[0].games:
        whole.do(RecordResult(game=game, result="1-0"))
    whole.do(CloseRound(round=1, in_stage=4))
    whole.do(WithdrawEntrant(in_stage=4, entrant=EIGHT[3]))
    version = whole.facts[-1].version
    whole.do(PairRound(round=2, in_stage=4))
    (main,) = (fact for fact in whole.facts if fact.version == version)
    (inserted, *_) = edits_of(whole.facts, main, (main,))
    assert isinstance(inserted, Inserted)
    assert inserted.command == WithdrawEntrant(in_stage=4, entrant=EIGHT[3])
    assert inserted.after == version_before(whole.facts, 2, 4)


def test_the_dossier_of_a_correction_reads_its_own_stage() -> None:
    """The group is finished when the error is known: it counts for rating alone."""
    whole = final_with_games()
    game = whole.wrong()
    (played, board) = whole.state.find(game) or pytest.fail("the game is there")
    whole.do(
        CorrectResult(
            game=game, result="½-½", corrects=played.version_of(board), reason=Sealed("why")
        )
    )
    found = dossier(whole.facts, whole.facts[-1].version, {})
    assert found is not None
    assert not found.without_rounds
    assert found.reported is Reported.LATER
    (decided,) = (each for each in found.options if each.decided)
    assert decided.means.places == ()
    others = [each for each in found.options if not each.decided]
    assert all(each.means.places for each in others)
    assert found.edits
    told = {fact.version: fact.event for fact in whole.facts}
    assert {told[each.version].stage_number for each in found.story} == {2}
    case = supposed(whole.facts, game, "1-0")
    assert (case.without_rounds, bool(case.edits)) == (False, True)


def test_a_supposed_result_of_a_game_of_no_stage_is_refused() -> None:
    with pytest.raises(NoSuchGame):
        supposed(festival().facts, GameId("9-1.1"), "1-0")


def test_a_preview_is_of_the_next_round_of_its_stage() -> None:
    whole = Festival(CarryOver.NOTHING)
    swiss = PlanStage(
        title="Swiss", system="swiss-dutch-2026", rounds=3, first_colour=FirstColour.WHITE
    )
    whole.do(swiss)
    whole.do(StartStage(in_stage=6, entrants=EIGHT))
    whole.do(PairRound(round=1, in_stage=6))
    whole.do(PublishPairings(round=1, in_stage=6))
    played = focused(whole.state, 6).rounds[0]
    for game in played.games[1:]:
        whole.do(RecordResult(game=game, result="1-0"))
    state = focused(whole.state, 6)
    (part,) = parts(state, DecisionContext(), 3)
    found = preview_of(state, outcomes_of(part))
    assert (found.round, found.games, len(found.outcomes)) == (2, played.games[:1], 3)
    after = tuple(each.results for each in found.outcomes)
    whole.do(RecordResult(game=played.games[0], result=after[0][0]))
    whole.do(CloseRound(round=1, in_stage=6))
    whole.do(PairRound(round=2, in_stage=6))
    assert focused(whole.state, 6).rounds[1].boards == found.outcomes[0].meetings


def test_a_branch_without_an_edit_is_every_stage_as_it_was() -> None:
    whole = festival()
    found = branch(whole.facts, ())
    assert found.certain
    assert [each.stage for each in found.stages] == [2, 3, 4, 5]
    assert {each.stage for each in found.rounds} == {2, 3, 4, 5}
    assert all(each.certain and not each.instead for each in found.rounds)
    told = [each.consequences for each in found.stages]
    assert all(each is not None and each.is_nothing for each in told)
    assert (found.places, found.consequences) == (found.stages[-1].places, told[-1])


def test_a_branch_follows_the_games_of_those_who_qualify_there() -> None:
    """With e5 second in group A the two games of e4 in the final have open ends: nine scenarios."""
    whole = festival()
    found = branch(whole.facts, corrected(whole))
    assert found.exact
    assert found.worlds > 1
    by_stage = {each.stage: each for each in found.stages}
    (fifth,) = (each for each in by_stage[4].places if each.entrant == EIGHT[4])
    assert fifth.now is None
    assert EIGHT[3] not in {each.entrant for each in by_stage[4].places}
    assert all(each.best == each.worst for each in by_stage[2].places)
    assert sum(each.unknown for each in found.rounds if each.stage == 4) == 200
    drawn = branch(whole.facts, corrected(whole), BranchOptions(draws=8, seed=3))
    assert (drawn.exact, drawn.worlds) == (False, 8)


def test_parallel_groups_whose_last_games_are_unknown_are_drawn_one_after_the_other() -> None:
    """Both groups are played, and in each another pair meets in round 1 with open ends."""
    whole = Festival(CarryOver.NOTHING)
    for stage in (2, 3):
        whole.do(PairRound(round=1, in_stage=stage))
        whole.do(PublishPairings(round=1, in_stage=stage))
        for game in focused(whole.state, stage).rounds[0].games:
            whole.do(RecordResult(game=game, result="1-0"))
    reported = [fact.version for fact in whole.facts if isinstance(fact.event, ResultRecorded)]
    found = branch(whole.facts, tuple(Removed(version=each) for each in (reported[0], reported[2])))
    assert (found.exact, found.worlds, found.running) == (True, 9, None)


@settings(max_examples=15)
@given(st.integers(0, 10**6), st.sampled_from([CarryOver.MUTUAL_GAMES, CarryOver.NOTHING]))
def test_any_festival_is_the_same_again_and_at_every_moment(seed: int, carry: CarryOver) -> None:
    whole = Festival(carry)
    for stage in (2, 3):
        whole.play(stage, seed)
    whole.do(StartStage(in_stage=4, entrants=(EIGHT[0], EIGHT[1], EIGHT[2], EIGHT[3])))
    if carry is CarryOver.NOTHING:
        whole.do(PairRound(round=1, in_stage=4))
        whole.do(PublishPairings(round=1, in_stage=4))
    else:
        whole.play(4, seed)
    assert fold(whole.facts) == whole.state
    half = len(whole.facts) // 2
    assert fold(whole.facts[half:], fold(whole.facts[:half])) == whole.state
    again = edited(whole.facts, (), everywhere=True)
    assert (again.void, again.state) == ((), whole.state)
