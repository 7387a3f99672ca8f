"""Results deleted and results swapped: what counts changes, what was first reported stays."""

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
    recorded,
)
from planilla.domain.scoring import scores
from planilla.domain.tournament.closing import RoundClosed
from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.corrections import (
    CorrectResult,
    DeleteResult,
    ResultCorrected,
    ResultDeleted,
    SameGame,
    SwapResults,
)
from planilla.domain.tournament.crosstables import for_pairing, for_standings
from planilla.domain.tournament.drafting import DraftDiscarded
from planilla.domain.tournament.effects import EffectOutOfRange
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.evidence import EvidenceAdded
from planilla.domain.tournament.refusal import (
    CorrectsAnotherEvent,
    NoResultYet,
    NoSuchResult,
    Refusal,
    SameResult,
)
from planilla.domain.tournament.results import (
    RecordResult,
    ResultRecorded,
    ResultWasDeleted,
    ResultWithdrawn,
)
from planilla.domain.tournament.values import Effect, EvidenceFile
from planilla.domain.vocabulary import GameId, GameResult

ONE, TWO = GameId("1.1"), GameId("1.2")
SLIP = Sealed("slip")
PHOTO = EvidenceFile(sha256="ab" * 32, media_type="image/jpeg", size=4_000)
BEFORE = Effect(points=True, pairing_from=2, rating=True)
ROUND_3 = (*AFTER_2, RoundClosed(round=2), published(3, (ANA, DORA), (BEA, CARL)))
EVERYWHERE = Effect(points=True, pairing_from=4, rating=True)


def delete(corrects: int = 8, **more: object) -> DeleteResult:
    return DeleteResult(game=ONE, corrects=corrects, reason=SLIP, **more)  # type: ignore[arg-type]


def swap(**more: object) -> SwapResults:
    wanted = {"game": ONE, "corrects": 8, "other": TWO, "other_corrects": 9, "reason": SLIP} | more
    return SwapResults(**wanted)  # type: ignore[arg-type]


def test_a_deleted_result_leaves_the_game_open_and_a_draw_for_pairing() -> None:
    scene = given(*AFTER_1).when(delete(evidence=(PHOTO,)))
    deleted = ResultDeleted(game=ONE, corrects=8, counts_as="*", effect=BEFORE, reason="slip")
    assert scene.then() == (deleted, EvidenceAdded(about=10, files=(PHOTO,)))
    state = scene.state()
    played = state.rounds[0]
    assert played.open_games == (ONE,)
    assert (played.recorded[0], played.rated[0]) == (GameResult.WHITE_WINS, GameResult.OPEN)
    assert scores(for_standings(state)) == (0, 2, 0, 0)
    assert for_pairing(state, 2).rounds[0].results[0] == GameResult.OPEN
    assert state.evidence == {10: (PHOTO,)}


@pytest.mark.parametrize("result", ["1-0", "½-½"])
def test_a_report_that_was_on_its_way_does_not_bring_a_deleted_result_back(result: str) -> None:
    deleted = given(*AFTER_1).when(delete()).and_then()
    with pytest.raises(ResultWasDeleted) as refused:
        deleted.when(RecordResult(game=ONE, result=result)).then()
    assert refused.value.fields == {"game": "1.1", "in_force": 10}


def test_what_a_deleted_game_is_after_all_is_the_next_link_of_the_chain() -> None:
    deleted = given(*AFTER_1).when(delete()).and_then()
    later = CorrectResult(game=ONE, result="½-½", corrects=10, reason=SLIP)
    state = deleted.when(later).state()
    assert [ruling.corrects for ruling in state.rounds[0].rulings] == [8, 10]
    assert scores(for_standings(state)) == (1, 2, 1, 0)


def test_a_game_that_neither_played_brings_no_points_and_is_not_rated() -> None:
    ruled = delete(counts_as="-/-", effect=EVERYWHERE)
    state = given(*ROUND_3).when(ruled).state()
    # round 1: Bea 2; round 2: Ana 1, Bea 1, Carl 2
    assert scores(for_standings(state)) == (1, 3, 2, 0)
    assert state.rounds[0].rated[0] == GameResult.BOTH_FORFEIT
    # nobody reported it in time: by the rules it is for the rating report alone
    late = given(*ROUND_3).when(delete(counts_as="-/-")).state()
    assert scores(for_standings(late)) == (3, 3, 2, 0)
    assert late.rounds[0].rated[0] == GameResult.BOTH_FORFEIT


def test_a_draft_that_was_paired_by_a_deleted_result_goes() -> None:
    events = (*AFTER_1, drafted(2, (BEA, ANA), (CARL, DORA)))
    assert given(*events).when(delete()).then()[1:] == (DraftDiscarded(round=2),)


def test_two_results_change_places_in_one_act_and_seats_stay() -> None:
    scene = given(*AFTER_1).when(swap(evidence=(PHOTO,)))
    assert scene.then() == (
        ResultCorrected(game=ONE, result="0-1", corrects=8, effect=BEFORE, reason="slip"),
        ResultCorrected(game=TWO, result="1-0", corrects=9, effect=BEFORE, reason="slip"),
        EvidenceAdded(about=10, files=(PHOTO,)),
    )
    state = scene.state()
    assert scores(for_standings(state)) == (0, 0, 2, 2)
    assert state.rounds[0].boards == given(*AFTER_1).state().rounds[0].boards


def test_results_of_two_rounds_are_swapped_each_by_its_own_case() -> None:
    other = swap(other=GameId("2.2"), other_corrects=12, game=TWO, corrects=9)
    first, second = given(*AFTER_2, RoundClosed(round=2)).when(other).then()
    assert first.effect is not None
    assert second.effect is not None
    assert (first.game, first.effect.points) == ("1.2", False)
    assert (second.game, second.effect.points) == ("2.2", True)


def test_a_result_moves_to_the_game_that_it_was_meant_for() -> None:
    half = (*ROUND_1, recorded("1.1", "1-0"))
    moved = given(*half).when(swap(other_corrects=0, evidence=(PHOTO,))).then()
    assert moved == (
        ResultWithdrawn(game=ONE),
        ResultRecorded(game=TWO, result="1-0"),
        EvidenceAdded(about=9, files=(PHOTO,)),
    )


def test_a_result_of_an_old_round_moves_as_a_deletion() -> None:
    events = (*ROUND_2, recorded("2.1", "½-½"))
    command = swap(other=GameId("2.2"), other_corrects=0)
    deleted, entered = given(*events).when(command).then()
    assert deleted == ResultDeleted(
        game=ONE,
        corrects=8,
        counts_as="*",
        effect=Effect(points=True, pairing_from=3, rating=True),
        reason="slip",
    )
    assert entered == ResultRecorded(game=GameId("2.2"), result="1-0")


@pytest.mark.parametrize(
    ("events", "command", "refusal"),
    [
        pytest.param(ROUND_1, delete(), NoResultYet, id="nothing to delete"),
        pytest.param(AFTER_1, delete(9), CorrectsAnotherEvent, id="another event"),
        pytest.param(AFTER_1, delete(counts_as="1-0"), NoSuchResult, id="left as a win"),
        pytest.param(
            ROUND_2,
            delete(effect=Effect(points=True, pairing_from=2, rating=True)),
            EffectOutOfRange,
            id="a published pairing",
        ),
        pytest.param(AFTER_1, swap(other=ONE), SameGame, id="with itself"),
        pytest.param(AFTER_1, swap(other_corrects=8), CorrectsAnotherEvent, id="other event"),
        pytest.param(AFTER_1, swap(other_corrects=0), CorrectsAnotherEvent, id="it has a result"),
        pytest.param(
            (*ROUND_1, recorded("1.1", "1-0"), recorded("1.2", "1-0")),
            swap(),
            SameResult,
            id="the same result",
        ),
        pytest.param(
            ROUND_2,
            swap(effect=Effect(points=True, pairing_from=2, rating=True)),
            EffectOutOfRange,
            id="a published pairing again",
        ),
    ],
)
def test_it_is_refused(events: tuple[Event, ...], command: Command, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        given(*events).when(command).then()


def test_a_deleted_result_is_neither_deleted_again_nor_swapped() -> None:
    deleted = given(*AFTER_1).when(delete()).and_then()
    with pytest.raises(SameResult):
        deleted.when(delete(10)).then()
    with pytest.raises(NoResultYet):
        deleted.when(swap(corrects=10)).then()
    with pytest.raises(NoResultYet):
        deleted.when(swap(game=TWO, corrects=9, other=ONE, other_corrects=10)).then()
