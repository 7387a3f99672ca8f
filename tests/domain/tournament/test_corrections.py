"""Corrections and what they count for: the three cases of C.04.2, 4.3, and what was ruled."""

import pytest

from dsl.tournaments import (
    AFTER_1,
    AFTER_2,
    ANA,
    BEA,
    CARL,
    DORA,
    ROUND_1,
    ROUND_2,
    drafted,
    given,
    published,
)
from planilla.domain.scoring import scores
from planilla.domain.tournament.closing import RoundClosed
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.corrections import CorrectColours, CorrectResult, ResultCorrected
from planilla.domain.tournament.crosstables import for_pairing, for_standings
from planilla.domain.tournament.drafting import DraftDiscarded
from planilla.domain.tournament.effects import EffectOutOfRange
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.refusal import (
    CorrectsAnotherEvent,
    KnownTooLate,
    NoResultYet,
    NoSuchResult,
    Refusal,
    SameResult,
)
from planilla.domain.tournament.results import WithdrawResult
from planilla.domain.tournament.values import Effect
from planilla.domain.vocabulary import GameId

ANA_CARL = GameId("1.1")
RECORDED_AT = 8  # the version of "1.1 1-0" in AFTER_1
DRAW = "½-½"
ROUND_3 = (*AFTER_2, published(3, (ANA, DORA), (BEA, CARL)))


def correct(
    result: str = DRAW,
    corrects: int = RECORDED_AT,
    effect: Effect | None = None,
    known_at: int | None = None,
) -> CorrectResult:
    return CorrectResult(
        game=ANA_CARL,
        result=result,
        corrects=corrects,
        reason=Sealed("slip"),
        effect=effect,
        known_at=known_at,
    )


def corrected(effect: Effect, result: str = DRAW, corrects: int = RECORDED_AT) -> ResultCorrected:
    return ResultCorrected(
        game=ANA_CARL, result=result, corrects=corrects, effect=effect, reason="slip"
    )


@pytest.mark.parametrize(
    ("events", "effect"),
    [
        pytest.param(
            AFTER_1,
            Effect(points=True, pairing_from=2, rating=True),
            id="before the next pairing: used in it",
        ),
        pytest.param(
            ROUND_2,
            Effect(points=True, pairing_from=3, rating=True),
            id="during the next round: in the pairing after",
        ),
        pytest.param(
            (*AFTER_2, RoundClosed(round=2)),
            Effect(points=False, pairing_from=None, rating=True),
            id="after the end of the next round: rating report only",
        ),
        pytest.param(
            ROUND_3,
            Effect(points=False, pairing_from=None, rating=True),
            id="two rounds later: rating report only",
        ),
    ],
)
def test_the_effect_of_a_correction_follows_the_moment(
    events: tuple[Event, ...], effect: Effect
) -> None:
    assert given(*events).when(correct()).then() == (corrected(effect),)


def test_the_log_keeps_both_and_the_points_follow_the_ruling() -> None:
    ruled = Effect(points=True, pairing_from=None, rating=True)
    scene = given(*ROUND_3).when(correct(effect=ruled))
    state = scene.state()
    # round 1: Ana and Carl now half each, Bea 1; round 2: Ana and Bea half each, Carl 1
    assert scores(for_standings(state)) == (2, 3, 3, 0)
    # for pairing round 4 Ana's win still stands
    assert scores(for_pairing(state, 4)) == (3, 3, 2, 0)


def test_a_correction_that_counts_for_pairing_counts_from_its_round() -> None:
    ruled = Effect(points=True, pairing_from=4, rating=True)
    state = given(*ROUND_3).when(correct(effect=ruled)).state()
    assert scores(for_pairing(state, 3)) == (3, 3, 2, 0)
    assert scores(for_pairing(state, 4)) == (2, 3, 3, 0)


def test_a_correction_for_rating_only_leaves_points_and_shows_in_the_rated_results() -> None:
    state = given(*ROUND_3).when(correct()).state()
    assert scores(for_standings(state)) == (3, 3, 2, 0)
    played = state.rounds[0]
    assert played.rated != played.results
    assert for_standings(state).rounds[0].rated == played.rated
    assert for_standings(state).rounds[1].rated is None


def test_a_correction_of_a_correction_names_the_first_correction() -> None:
    ruled = Effect(points=True, pairing_from=None, rating=True)
    first = given(*ROUND_3).when(correct(effect=ruled)).and_then()
    version = len(first.events)
    again = correct("0-1", corrects=version, effect=ruled)
    state = first.when(again).state()
    # Ana lost to Carl after all: Ana 0 + ½, Bea 1 + ½, Carl 1 + 1
    assert scores(for_standings(state)) == (1, 3, 4, 0)
    with pytest.raises(CorrectsAnotherEvent) as refused:
        first.when(correct("0-1", effect=ruled)).then()
    assert refused.value.fields == {"game": "1.1", "corrects": 8, "in_force": version}


def test_a_draft_paired_without_the_correction_is_discarded() -> None:
    events = (*AFTER_1, drafted(2, (BEA, ANA), (CARL, DORA)))
    ruled = Effect(points=True, pairing_from=2, rating=True)
    assert given(*events).when(correct()).then() == (corrected(ruled), DraftDiscarded(round=2))


def test_a_draft_stays_when_the_correction_is_not_for_its_pairing() -> None:
    events = (*AFTER_1, drafted(2, (BEA, ANA), (CARL, DORA)))
    for pairing_from in (None, 3):
        ruled = Effect(points=True, pairing_from=pairing_from, rating=True)
        assert given(*events).when(correct(effect=ruled)).then() == (corrected(ruled),)


def test_corrected_colours_turn_the_ruling_too() -> None:
    ruled = Effect(points=True, pairing_from=4, rating=True)
    first = given(*ROUND_3).when(correct("0-1", effect=ruled)).and_then()
    state = first.when(CorrectColours(game=ANA_CARL)).state()
    assert scores(for_pairing(state, 4)) == (1, 3, 4, 0)
    assert state.rounds[0].boards[0] == (CARL, ANA)


def test_only_the_board_in_question_is_turned() -> None:
    ruled = Effect(points=True, pairing_from=4, rating=True)
    first = given(*ROUND_3).when(correct(effect=ruled)).and_then()
    state = first.when(CorrectColours(game=GameId("1.2"))).state()
    assert state.rounds[0].rulings == first.state().rounds[0].rulings


def test_a_result_taken_back_forgets_its_ruling() -> None:
    scene = given(*AFTER_1).when(correct()).and_then()
    state = scene.when(WithdrawResult(game=ANA_CARL)).state()
    assert state.rounds[0].rulings == ()
    assert state.rounds[0].version_of(0) == 0


@pytest.mark.parametrize(
    ("events", "command", "refusal"),
    [
        pytest.param(ROUND_1, correct(), NoResultYet, id="no result to correct"),
        pytest.param(AFTER_1, correct("7-0"), NoSuchResult, id="not a result"),
        pytest.param(AFTER_1, correct("1-0"), SameResult, id="the same result"),
        pytest.param(AFTER_1, correct(corrects=9), CorrectsAnotherEvent, id="another game's event"),
        pytest.param(AFTER_1, correct(known_at=10**18), KnownTooLate, id="known in the future"),
        pytest.param(
            ROUND_3,
            correct(effect=Effect(points=True, pairing_from=3, rating=True)),
            EffectOutOfRange,
            id="a round that is paired is never paired again",
        ),
    ],
)
def test_a_correction_is_refused(
    events: tuple[Event, ...], command: CorrectResult, refusal: type[Refusal]
) -> None:
    with pytest.raises(refusal):
        given(*events).when(command).then()


def test_the_same_result_with_another_effect_is_a_new_ruling() -> None:
    points = Effect(points=True, pairing_from=None, rating=True)
    first = given(*ROUND_3).when(correct(effect=points)).and_then()
    version = len(first.events)
    never = Effect(points=True, pairing_from=4, rating=True)
    assert first.when(correct(corrects=version, effect=never)).then() == (
        corrected(never, corrects=version),
    )
    with pytest.raises(SameResult):
        first.when(correct(corrects=version, effect=points)).then()
