"""Stages: planned with their sources, started with those who qualified, played as a tournament."""

import pytest

from dsl.tournaments import ANA, BEA, CARL, DORA, EVA, FOUR, ROUND_ROBIN, Scene, entered, given
from planilla.domain.tournament.closing import FinishTournament
from planilla.domain.tournament.command import Command
from planilla.domain.tournament.entrants import CorrectSportingData
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.pairings import PairRound, PublishPairings
from planilla.domain.tournament.refusal import NoSuchEntrant, NoSuchStage
from planilla.domain.tournament.results import RecordResult, ResultRecorded
from planilla.domain.tournament.setup import NameMissing
from planilla.domain.tournament.shapes import StageSource
from planilla.domain.tournament.stages import (
    STAGES_MAX,
    NoEntrantsForStage,
    PlanStage,
    SourceNotFinished,
    StageAlreadyStarted,
    StageStarted,
    StartStage,
    TooManyStages,
)
from planilla.domain.tournament.state import focused, unfocused
from planilla.domain.vocabulary import GameId

PLAN = PlanStage(title="Final", system="round-robin", sources=(StageSource(stage=1, last=2),))


def played(scene: Scene, number: int, stage: int = 1) -> Scene:
    """A round in which White wins every game."""
    for command in (
        PairRound(round=number, in_stage=stage),
        PublishPairings(round=number, in_stage=stage),
    ):
        scene = scene.when(command).and_then()
    round_ = focused(scene.state(), stage).rounds[number - 1]
    for game in round_.games:
        scene = scene.when(RecordResult(game=game, result="1-0")).and_then()
    return scene


def league() -> Scene:
    return given(ROUND_ROBIN, *entered(*FOUR)).when(PLAN).and_then()


def after_the_league() -> Scene:
    scene = league()
    for number in (1, 2, 3):
        scene = played(scene, number)
    return scene.when(FinishTournament()).and_then()


def test_the_first_places_of_a_finished_stage_start_the_next_one() -> None:
    """The table is 1-4 2-3, 4-3 1-2, 2-4 3-1: with White winning, 1 and 2 have two points."""
    scene = after_the_league()
    assert scene.when(StartStage(in_stage=2)).then() == (
        StageStarted(in_stage=2, entrants=(ANA, BEA), by_places=True),
    )


def test_a_later_stage_is_played_apart_and_the_first_one_stays() -> None:
    before = after_the_league().when(StartStage(in_stage=2)).and_then()
    after = played(before, 1, stage=2)
    final = focused(after.state(), 2)
    assert final.rounds[0].games == (GameId("2-1.1"),)
    assert after.events[-1] == ResultRecorded(in_stage=2, game=GameId("2-1.1"), result="1-0")
    assert after.state().rounds == before.state().rounds
    assert after.state().find(GameId("2-1.1")) == (final.rounds[0], 0)
    assert (final.version, final.name) == (len(after.events), "Liga")
    assert focused(final, 1) is final.whole
    assert focused(final, 2) is final
    assert unfocused(final) == after.state()
    assert unfocused(after.state()) is not final


def test_a_correction_of_sporting_data_holds_in_each_stage_of_the_entrant() -> None:
    scene = after_the_league().when(StartStage(in_stage=2)).and_then()
    corrected = scene.when(CorrectSportingData(entrant=ANA, rating=2222, in_stage=2)).state()
    assert [focused(corrected, each).entrants[ANA].rating for each in (1, 2)] == [2222, 2222]
    other = scene.when(CorrectSportingData(entrant=DORA, rating=2111)).state()
    assert DORA not in focused(other, 2).entrants


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        pytest.param(StartStage(in_stage=2), SourceNotFinished, id="its source is not finished"),
        pytest.param(StartStage(in_stage=3), NoSuchStage, id="an unknown stage"),
        pytest.param(StartStage(in_stage=0), NoSuchStage, id="no stage"),
        pytest.param(StartStage(), StageAlreadyStarted, id="the first one"),
        pytest.param(StartStage(in_stage=2, entrants=(EVA,)), NoSuchEntrant, id="not entered"),
        pytest.param(
            PlanStage(title="F", sources=(StageSource(stage=3, last=1),)),
            NoSuchStage,
            id="a source that comes later",
        ),
        pytest.param(PlanStage(title=" "), NameMissing, id="no title"),
    ],
)
def test_a_stage_is_refused(command: Command, refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        league().when(command).then()


def test_a_stage_without_sources_starts_with_the_entrants_that_are_named() -> None:
    scene = given(ROUND_ROBIN, *entered(*FOUR)).when(PlanStage(title="B")).and_then()
    with pytest.raises(NoEntrantsForStage):
        scene.when(StartStage(in_stage=2)).then()
    started = scene.when(StartStage(in_stage=2, entrants=(DORA, CARL)))
    assert focused(started.state(), 2).order == (DORA, CARL)


def test_stages_are_bounded() -> None:
    scene = given(ROUND_ROBIN)
    for _ in range(STAGES_MAX - 1):
        scene = scene.when(PLAN).and_then()
    with pytest.raises(TooManyStages):
        scene.when(PLAN).then()


def test_a_log_of_one_stage_folds_as_before() -> None:
    state = given(ROUND_ROBIN, *entered(*FOUR)).state()
    assert (state.stages, state.stage, state.whole) == (1, 1, None)
    assert fold((), state) is state
