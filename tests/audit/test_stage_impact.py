"""Effects of a correction on stages that started from its stage, and on the next matches."""

from audit.test_stages_whatif import EIGHT, Festival, corrected, festival
from domain.tournament.test_brackets import after as after_acts
from domain.tournament.test_brackets import cup, paired, played_cup, result
from dsl.tournaments import ANA, BEA, CARL, DORA, FOUR, ROUND_ROBIN, Scene, entered, given
from planilla.audit.compare import AmountDifference
from planilla.audit.edits import edited
from planilla.audit.impact import Impact, impact
from planilla.audit.known_from_start import correction_known
from planilla.audit.round_by_round import round_by_round
from planilla.audit.stage_impact import (
    AdvanceDifference,
    AdvanceOption,
    QualifierRuling,
    StageImpact,
    StagePlaceDifference,
    stage_consequences,
    stage_impacts,
)
from planilla.domain.tournament.closing import ReopenTournament
from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.corrections import CorrectResult, DeleteResult
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.eligibility import ExpelEntrant
from planilla.domain.tournament.entrants import CorrectSportingData
from planilla.domain.tournament.pairings import PairRound, PublishPairings
from planilla.domain.tournament.results import RecordResult
from planilla.domain.tournament.shapes import CarryOver, StageSource
from planilla.domain.tournament.stages import PlanStage, StartStage
from planilla.domain.tournament.state import focused
from planilla.domain.tournament.values import Effect
from planilla.domain.vocabulary import EntrantId, GameId

E1, E2, E3, E4, E5, E6, E7, E8 = EIGHT
GROUP_A, GROUP_B, FINAL = 2, 3, 4
COUNTS = Effect(points=True, pairing_from=None, rating=True)
"""An effect on the points: without one, a correction after the end of a stage is for rating."""


def groups_played(carry: CarryOver = CarryOver.NOTHING) -> Festival:
    """Return a festival whose final of e1, e4 (group A), e2, e3 (group B) has started."""
    whole = Festival(carry)
    for stage in (GROUP_A, GROUP_B):
        whole.play(stage)
    whole.do(StartStage(in_stage=FINAL))
    return whole


def game_of(whole: Festival, stage: int, *both: EntrantId) -> tuple[GameId, int, str]:
    """Return the game of two in a stage, the version of its result, and the result."""
    for played in focused(whole.state, stage).rounds:
        for at, board in enumerate(played.boards):
            if set(board) == set(both):
                return played.games[at], played.version_of(at), played.reported_result(at).name
    raise AssertionError


def other_result(whole: Festival, stage: int, *both: EntrantId, text: str = "") -> CorrectResult:
    game, version, name = game_of(whole, stage, *both)
    other = text or ("0-1" if name == "WHITE_WINS" else "1-0")
    return CorrectResult(
        game=game, result=other, corrects=version, reason=Sealed("sheet"), effect=COUNTS
    )


def impact_of(whole: Festival, command: Command) -> Impact:
    events = decide(whole.state, command, DecisionContext(at=10**12))
    return impact(whole.facts, events, at=10**12)


def test_another_second_place_of_a_group_names_the_place_and_whom_it_brings() -> None:
    """e4 beat e5 for the second place of group A; the final has no result yet."""
    whole = groups_played()
    found = impact_of(whole, other_result(whole, GROUP_A, E4, E5))
    assert found.stage == GROUP_A
    assert {each.entrant for each in found.consequences.moved} == {E4, E5}
    assert found.stages == (
        StageImpact(
            stage=FINAL,
            title="Final",
            places=(
                StagePlaceDifference(
                    source=GROUP_A, title="Group A", place=2, before=(E4,), after=(E5,)
                ),
            ),
            rulings=(QualifierRuling(leaving=E4, entrant=E5),),
        ),
    )


def test_a_qualifier_with_a_result_stays() -> None:
    whole = groups_played()
    whole.do(PairRound(round=1, in_stage=FINAL))
    whole.do(PublishPairings(round=1, in_stage=FINAL))
    for game in focused(whole.state, FINAL).rounds[0].games:
        whole.do(RecordResult(game=game, result="1-0"))
    (final,) = impact_of(whole, other_result(whole, GROUP_A, E4, E5)).stages
    assert final.rulings == (
        QualifierRuling(leaving=E4, entrant=E5, refusal="qualifier-has-played"),
    )


def test_a_stage_that_keeps_everybody_is_named_without_a_place() -> None:
    """e8 lost to e5 and wins instead: neither is second."""
    whole = groups_played()
    found = impact_of(whole, other_result(whole, GROUP_A, E5, E8))
    assert found.consequences.moved
    assert found.stages == (StageImpact(stage=FINAL, title="Final"),)
    assert found.stages[0].is_nothing


def test_two_qualifiers_who_change_places_bring_nobody_in() -> None:
    whole = groups_played()
    (final,) = impact_of(whole, other_result(whole, GROUP_A, E1, E4)).stages
    assert [(each.place, each.before, each.after) for each in final.places] == [
        (1, (E1,), (E4,)),
        (2, (E4,), (E1,)),
    ]
    assert final.rulings == ()


def test_a_place_that_would_be_shared_decides_nothing() -> None:
    """e1 6, e4 4, e5 2 and e8 0 half points; with a draw e4 and e5 have 3 each, and share."""
    whole = groups_played()
    (final,) = impact_of(whole, other_result(whole, GROUP_A, E4, E5, text="½-½")).stages
    (place,) = final.places
    assert (place.place, place.before) == (2, (E4,))
    assert set(place.after) == {E4, E5}
    assert final.rulings == ()
    whole.do(other_result(whole, GROUP_A, E4, E5, text="½-½"))
    (final,) = impact_of(whole, other_result(whole, GROUP_A, E4, E5, text="0-1")).stages
    assert set(final.places[0].before) == {E4, E5}


def test_a_stage_that_is_reopened_leaves_its_places_open() -> None:
    whole = groups_played()
    (final,) = impact_of(whole, ReopenTournament(in_stage=GROUP_A)).stages
    assert {(each.place, each.before, each.after) for each in final.places} == {
        (1, (E1,), ()),
        (2, (E4,), ()),
    }
    assert final.rulings == ()


def test_carried_games_are_told_with_the_result_that_they_would_have() -> None:
    whole = groups_played(CarryOver.MUTUAL_GAMES)
    command = other_result(whole, GROUP_A, E1, E4, text="½-½")
    game, _, _ = game_of(whole, GROUP_A, E1, E4)
    (final,) = impact_of(whole, command).stages
    (carried,) = final.carried
    assert (carried.game, carried.after) == (game, "½-½")
    assert {carried.white, carried.black} == {E1, E4}
    assert carried.before in {"1-0", "0-1"}


def test_carried_points_are_told_with_those_that_they_would_be() -> None:
    whole = groups_played(CarryOver.POINTS)
    (final,) = impact_of(whole, other_result(whole, GROUP_A, E1, E4, text="½-½")).stages
    assert final.points == (
        AmountDifference(entrant=E1, before=6, after=5),
        AmountDifference(entrant=E4, before=4, after=5),
    )
    assert (final.unit, final.carried) == (2, ())


def test_a_carried_game_whose_result_is_deleted_would_no_longer_count() -> None:
    whole = groups_played(CarryOver.MUTUAL_GAMES)
    game, version, _ = game_of(whole, GROUP_A, E1, E4)
    command = DeleteResult(game=game, corrects=version, reason=Sealed("sheet"), effect=COUNTS)
    (final,) = impact_of(whole, command).stages
    assert [(each.game, each.after) for each in final.carried] == [(game, "")]


def test_entries_are_places_in_the_order_of_their_seeds() -> None:
    """The first four entries play a stage; a rating moves the fifth among them."""
    whole = Festival(CarryOver.NOTHING)
    sources = (StageSource(stage=1, last=4),)
    whole.do(PlanStage(title="Top", system="round-robin", sources=sources))
    whole.do(StartStage(in_stage=6))
    top = focused(whole.state, 6).order
    assert top == (E1, E2, E3, E4)
    command = CorrectSportingData(entrant=E8, rating=2800)
    (found,) = impact_of(whole, command).stages
    assert found.rulings == (QualifierRuling(leaving=E4, entrant=E8),)
    assert [each.title for each in found.places] == ["", "", "", ""]
    expelled = ExpelEntrant(in_stage=6, entrant=E4, reason=Sealed("why"))
    assert all(not each.rulings for each in impact_of(whole, expelled).stages)


def test_the_what_if_lists_the_places_of_every_later_stage_and_compares_each() -> None:
    whole = festival()
    found = round_by_round(whole.facts, corrected(whole))
    assert [each.stage for each in found.stages] == [2, 3, 4, 5]
    assert found.stage_impacts[0].stage == FINAL
    assert found.stage_impacts[0].places[0].after == (E5,)
    assert found.stage_impacts[0].replaced == ((E4, E5),)
    by_stage = {each.stage: each.consequences for each in found.stages}
    assert not by_stage[GROUP_A].is_nothing
    assert by_stage[GROUP_B].is_nothing
    assert not by_stage[FINAL].is_nothing
    assert {each.stage for each in found.rounds} == {2, 3, 4, 5}


def test_a_recorded_correction_known_from_the_start_replaces_who_really_plays() -> None:
    """The places of the group are those of the correction already; the final is as it started."""
    whole = festival()
    whole.do(other_result(whole, GROUP_A, E4, E5))
    told = correction_known(whole.facts)
    assert told is not None
    (final, *_) = round_by_round(whole.facts, told.edits).stage_impacts
    assert (final.stage, final.places, final.replaced) == (FINAL, (), ((E4, E5),))


def test_nothing_is_found_between_a_state_and_itself() -> None:
    whole = festival()
    assert stage_impacts(whole.state, whole.state) == ()
    assert all(
        each.consequences.is_nothing for each in stage_consequences(whole.state, whole.state)
    )
    alone = given(ROUND_ROBIN, *entered(*FOUR)).state()
    assert (stage_impacts(alone, alone), stage_consequences(alone, alone)) == ((), ())
    again = edited(whole.facts, (), everywhere=True)
    assert stage_impacts(again.real, again.state) == ()


def knockout_impact(scene: Scene, text: str) -> tuple[AdvanceDifference, ...]:
    """Return the advances that differ if Ana against Dora has another result."""
    state = scene.state()
    version = state.rounds[0].version_of(0)
    command = CorrectResult(
        game=GameId("1.1"), result=text, corrects=version, reason=Sealed("sheet")
    )
    return tuple(
        each
        for stage in stage_impacts(state, after_acts(scene, command).state())
        for each in stage.advances
    )


def test_an_advance_that_is_taken_back_names_the_round_that_was_paired_of_it() -> None:
    assert knockout_impact(played_cup(), "0-1") == (
        AdvanceDifference(
            round=1, match=1, before=ANA, after=DORA, next_round=2, option=AdvanceOption.UNPAIR
        ),
    )
    (level,) = knockout_impact(played_cup(), "½-½")
    assert (level.before, level.after) == (ANA, None)


def test_a_next_round_with_a_result_stands() -> None:
    scene = after_acts(played_cup(), result("2.1", "1-0"))
    (found,) = knockout_impact(scene, "0-1")
    assert found.option is AdvanceOption.STANDS


def test_an_advance_is_open_until_the_next_round_is_paired() -> None:
    scene = after_acts(paired(cup(*FOUR)), result("1.1", "1-0"), result("1.2", "0-1"))
    assert knockout_impact(scene, "0-1") == ()


def test_an_advance_that_was_taken_back_before_is_told_once() -> None:
    scene = played_cup()
    version = scene.state().rounds[0].version_of(0)
    scene = after_acts(
        scene,
        CorrectResult(game=GameId("1.1"), result="0-1", corrects=version, reason=Sealed("r")),
    )
    state = scene.state()
    version = state.rounds[0].version_of(1)
    command = CorrectResult(game=GameId("1.2"), result="1-0", corrects=version, reason=Sealed("r"))
    (stage,) = stage_impacts(state, after_acts(scene, command).state())
    assert [(each.match, each.before, each.after) for each in stage.advances] == [(2, BEA, CARL)]
