"""Who should not have been paired: ruled ineligible, or withdrawn too late; nothing is silent."""

import pytest
from msgspec.structs import replace

from dsl.tournaments import (
    AFTER_2,
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    EVA,
    ROUND_2,
    START,
    drafted,
    entered,
    given,
    numbered,
    published,
    recorded,
)
from planilla.domain.scoring import scores
from planilla.domain.tournament.byes import ByeCorrected
from planilla.domain.tournament.closing import RoundClosed
from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.corrections import ResultCorrected
from planilla.domain.tournament.crosstables import for_pairing, for_standings
from planilla.domain.tournament.drafting import DraftDiscarded
from planilla.domain.tournament.effects import EffectOutOfRange
from planilla.domain.tournament.eligibility import (
    AlreadyIneligible,
    AlreadyWithdrawn,
    EntrantIsIneligible,
    EntrantReinstated,
    EntrantRuledIneligible,
    EntrantWithdrawn,
    ExpelEntrant,
    NotIneligible,
    ReinstateEntrant,
    ReturnEntrant,
    RuleIneligible,
    WithdrawEntrant,
)
from planilla.domain.tournament.entrants import CorrectSportingData, DataCorrectedMeanwhile
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.evidence import (
    FILES_MAX,
    SIZE_MAX,
    AddEvidence,
    EvidenceAdded,
    EvidenceUnacceptable,
    TooMuchEvidence,
    evidence_of,
)
from planilla.domain.tournament.prizes import without_prize
from planilla.domain.tournament.refusal import EntrantIsExpelled, KnownTooLate, NoSuchRound, Refusal
from planilla.domain.tournament.results import ResultRecorded
from planilla.domain.tournament.values import Effect, EvidenceFile, GamesMeanwhile
from planilla.domain.tournament.whatif import NoSuchFact
from planilla.domain.vocabulary import ByeKind, GameId

WHY = Sealed("why")
PHOTO = EvidenceFile(sha256="ab" * 32, media_type="image/jpeg", size=4_000)
DONE = (*AFTER_2, RoundClosed(round=2))
"""Ana won 1.1 against Carl and drew 2.1 with Bea; Carl won 2.2 against Dora; versions to 13."""
POINTS = Effect(points=True, pairing_from=3, rating=False)
FIVE = (
    CREATED,
    *entered(ANA, BEA, CARL, DORA, EVA),
    numbered(ANA, BEA, CARL, DORA, EVA),
    published(1, (ANA, CARL), (DORA, BEA), bye=EVA),
)


def ineligible(games: GamesMeanwhile = GamesMeanwhile.STAND, **more: object) -> RuleIneligible:
    wanted = {"entrant": ANA, "from_round": 1, "reason": WHY, "games": games} | more
    return RuleIneligible(**wanted)  # type: ignore[arg-type]


def left(from_round: int, games: GamesMeanwhile, **more: object) -> WithdrawEntrant:
    wanted = {"entrant": CARL, "from_round": from_round, "games": games, "reason": WHY} | more
    return WithdrawEntrant(**wanted)  # type: ignore[arg-type]


def test_who_is_ruled_ineligible_is_not_paired_and_games_stand_for_the_opponents() -> None:
    scene = given(*DONE).when(ineligible(evidence=(PHOTO,), known_at=1_000))
    assert scene.then() == (
        EntrantRuledIneligible(
            entrant=ANA,
            from_round=1,
            out_from=3,
            games=GamesMeanwhile.STAND,
            reason="why",
            known_at=1_000,
        ),
        EvidenceAdded(about=14, files=(PHOTO,)),
    )
    state = scene.state()
    assert not state.entrants[ANA].plays(3)
    assert scores(for_standings(state)) == (3, 3, 2, 0)
    assert without_prize(state) == {0}
    assert evidence_of(state, 14) == (PHOTO,)
    assert evidence_of(state, 13) == ()


def test_each_game_that_is_lost_by_forfeit_is_a_fact_and_stays_rated() -> None:
    scene = given(*DONE).when(ineligible(GamesMeanwhile.FORFEIT))
    assert scene.then()[1:] == (
        ResultCorrected(game=GameId("1.1"), result="-/+", corrects=8, effect=POINTS),
        ResultCorrected(game=GameId("2.1"), result="+/-", corrects=11, effect=POINTS),
    )
    state = scene.state()
    # Bea 2 + 2, Carl 2 + 2, Dora 0
    assert scores(for_standings(state)) == scores(for_pairing(state, 3)) == (0, 4, 4, 0)
    assert [bytes(played.rated) for played in state.rounds] == [
        bytes(played.rated) for played in given(*DONE).state().rounds
    ]


@pytest.mark.parametrize(
    ("said", "white_goes", "black_goes"),
    [
        ("1-0", "-/+", "+/-"),
        ("½-½", "-/+", "+/-"),
        ("+/-", "-/-", None),
        ("-/+", None, "-/-"),
        ("-/-", None, None),
        ("0-0", None, None),
    ],
)
def test_an_opponent_who_did_not_come_or_lost_too_wins_nothing_by_it(
    said: str, white_goes: str | None, black_goes: str | None
) -> None:
    """1.1 is Ana and Carl; None: the game stays as it was."""
    played = (*START, published(1, (ANA, CARL), (DORA, BEA)), recorded("1.1", said))
    for entrant, wanted in ((ANA, white_goes), (CARL, black_goes)):
        ruled = given(*played).when(ineligible(GamesMeanwhile.FORFEIT, entrant=entrant)).then()
        corrections = [each.result for each in ruled if isinstance(each, ResultCorrected)]
        assert corrections == ([] if wanted is None else [wanted])


def test_a_draft_in_which_they_are_paired_goes_and_one_without_them_stays() -> None:
    draft = (*DONE, drafted(3, (ANA, DORA), (BEA, CARL)))
    assert given(*draft).when(ineligible()).then()[1:] == (DraftDiscarded(round=3),)
    alone = (*DONE, drafted(3, (BEA, CARL), bye=ANA))
    assert given(*alone).when(ineligible()).then()[1:] == (DraftDiscarded(round=3),)
    without = (*DONE, drafted(3, (BEA, CARL), bye=DORA))
    assert len(given(*without).when(ineligible()).then()) == 1


def test_a_ruling_is_taken_back_and_the_player_is_paired_again() -> None:
    ruled = given(*DONE).when(ineligible()).and_then()
    scene = ruled.when(ReinstateEntrant(entrant=ANA, reason=WHY))
    assert scene.then() == (EntrantReinstated(entrant=ANA, from_round=3, reason="why"),)
    state = scene.state()
    assert state.entrants[ANA].plays(3)
    assert without_prize(state) == frozenset()


@pytest.mark.parametrize(
    ("acts", "out_from"),
    [
        ((WithdrawEntrant(entrant=ANA), ineligible()), 3),
        ((ExpelEntrant(entrant=ANA, reason=WHY), ineligible()), 3),
        ((ineligible(), ExpelEntrant(entrant=ANA, reason=WHY)), 3),
        ((ineligible(),), None),
    ],
    ids=["withdrawn before", "expelled before", "expelled since", "neither"],
)
def test_a_ruling_that_is_taken_back_brings_nobody_back_who_had_gone(
    acts: tuple[Command, ...], out_from: int | None
) -> None:
    """Two rounds are played, so that who leaves now is out from the third on."""
    scene = given(*DONE)
    for act in (*acts, ReinstateEntrant(entrant=ANA, reason=WHY)):
        scene = scene.when(act).and_then()
    ana = scene.state().entrants[ANA]
    assert (ana.out_from, ana.ineligible_from) == (out_from, None)


@pytest.mark.parametrize("command", [ReturnEntrant(entrant=ANA), ineligible()])
def test_who_is_ineligible_neither_comes_back_nor_is_ruled_so_twice(command: Command) -> None:
    ruled = given(*DONE).when(ineligible()).and_then()
    refusal = AlreadyIneligible if isinstance(command, RuleIneligible) else EntrantIsIneligible
    with pytest.raises(refusal):
        ruled.when(command).then()
    with pytest.raises(EntrantIsIneligible):
        ruled.when(left(1, GamesMeanwhile.STAND, entrant=ANA)).then()


def test_a_late_withdrawal_changes_no_game_unless_the_arbiter_says_so() -> None:
    scene = given(*DONE).when(left(2, GamesMeanwhile.STAND, known_at=5))
    withdrawn = EntrantWithdrawn(
        entrant=CARL, from_round=2, reason="why", games=GamesMeanwhile.STAND, known_at=5
    )
    assert scene.then() == (withdrawn,)
    assert scores(for_standings(scene.state())) == (3, 3, 2, 0)
    assert not scene.state().entrants[CARL].plays(2)


def test_games_paired_meanwhile_become_forfeits_by_the_case_of_each_round() -> None:
    # round 2 is the last one: reported before the next pairing, it counts for everything
    counts = Effect(points=True, pairing_from=3, rating=True)
    scene = given(*DONE).when(left(2, GamesMeanwhile.FORFEIT))
    corrected = ResultCorrected(game=GameId("2.2"), result="-/+", corrects=12, effect=counts)
    assert scene.then()[1:] == (corrected,)
    # round 1 is over and the next one too: for the rating report alone
    late = Effect(points=False, pairing_from=None, rating=True)
    first = given(*DONE).when(left(1, GamesMeanwhile.NOT_PLAYED)).then()[1]
    assert first == ResultCorrected(game=GameId("1.1"), result="-/-", corrects=8, effect=late)
    ruled = given(*DONE).when(left(1, GamesMeanwhile.NOT_PLAYED, effect=counts)).then()[1]
    assert ruled == replace(first, effect=counts)


def test_a_game_without_a_result_is_decided_and_one_decided_so_already_is_left() -> None:
    events = (*ROUND_2, recorded("2.2", "-/+"))
    assert given(*events).when(left(2, GamesMeanwhile.FORFEIT)).then()[1:] == ()
    scene = given(*ROUND_2).when(left(2, GamesMeanwhile.FORFEIT, entrant=BEA))
    assert scene.then()[1:] == (ResultRecorded(game=GameId("2.1"), result="-/+"),)


def test_a_bye_of_somebody_who_had_left_becomes_an_absence() -> None:
    scene = given(*FIVE).when(left(1, GamesMeanwhile.NOT_PLAYED, entrant=EVA))
    assert scene.then()[1:] == (ByeCorrected(entrant=EVA, round=1, kind=ByeKind.ZERO_POINT),)
    assert scores(for_standings(scene.state()))[4] == 0
    again = scene.and_then().when(ineligible(GamesMeanwhile.FORFEIT, entrant=EVA))
    assert len(again.then()) == 1


def test_who_withdrew_may_turn_out_to_have_left_still_earlier() -> None:
    gone = given(*DONE).when(WithdrawEntrant(entrant=CARL, evidence=(PHOTO,))).and_then()
    assert gone.events[-1] == EvidenceAdded(about=14, files=(PHOTO,))
    assert len(gone.when(left(2, GamesMeanwhile.STAND)).then()) == 1
    earlier = gone.when(left(2, GamesMeanwhile.STAND)).and_then()
    for from_round in (2, 3):
        with pytest.raises(AlreadyWithdrawn):
            earlier.when(left(from_round, GamesMeanwhile.STAND)).then()


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        pytest.param(ineligible(from_round=4), NoSuchRound, id="a round to come"),
        pytest.param(ineligible(from_round=0), NoSuchRound, id="round 0"),
        pytest.param(left(9, GamesMeanwhile.STAND), NoSuchRound, id="gone from a round to come"),
        pytest.param(ineligible(known_at=10**18), KnownTooLate, id="known in the future"),
        pytest.param(left(1, GamesMeanwhile.STAND, known_at=10**18), KnownTooLate, id="left then"),
        pytest.param(
            ineligible(effect=Effect(points=True, pairing_from=2, rating=True)),
            EffectOutOfRange,
            id="a pairing that is published",
        ),
        pytest.param(
            left(2, GamesMeanwhile.STAND, effect=Effect(points=True, pairing_from=1, rating=True)),
            EffectOutOfRange,
            id="another one",
        ),
        pytest.param(
            ReinstateEntrant(entrant=ANA, reason=WHY), NotIneligible, id="nothing was ruled"
        ),
    ],
)
def test_it_is_refused(command: Command, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        given(*DONE).when(command).then()


def test_who_was_expelled_did_not_leave_earlier() -> None:
    expelled = given(*DONE).when(ExpelEntrant(entrant=CARL, reason=WHY)).and_then()
    with pytest.raises(EntrantIsExpelled):
        expelled.when(left(1, GamesMeanwhile.STAND)).then()


def test_data_that_somebody_else_corrected_meanwhile_are_looked_at_again() -> None:
    first = given(*START).when(
        CorrectSportingData(entrant=ANA, rating=2100, corrects=2, evidence=(PHOTO,))
    )
    assert first.then()[1:] == (EvidenceAdded(about=7, files=(PHOTO,)),)
    with pytest.raises(DataCorrectedMeanwhile) as refused:
        first.and_then().when(CorrectSportingData(entrant=ANA, rating=2200, corrects=2)).then()
    assert refused.value.fields == {"entrant": "ana", "corrects": 2, "in_force": 7}
    with pytest.raises(KnownTooLate):
        given(*START).when(CorrectSportingData(entrant=ANA, rating=1, known_at=10**18)).then()


def test_evidence_is_added_to_a_fact_later_and_each_file_once() -> None:
    scene = given(*DONE).when(AddEvidence(about=8, evidence=(PHOTO,)))
    assert scene.then() == (EvidenceAdded(about=8, files=(PHOTO,)),)
    other = replace(PHOTO, sha256="cd" * 32)
    both = scene.and_then().when(AddEvidence(about=8, evidence=(PHOTO, other)))
    assert both.then() == (EvidenceAdded(about=8, files=(other,)),)
    assert evidence_of(both.state(), 8) == (PHOTO, other)
    assert both.and_then().when(AddEvidence(about=8, evidence=(PHOTO,))).then() == ()


@pytest.mark.parametrize(
    ("about", "files", "refusal"),
    [
        (99, (PHOTO,), NoSuchFact),
        (0, (PHOTO,), NoSuchFact),
        (8, (PHOTO,) * (FILES_MAX + 1), TooMuchEvidence),
        (8, (replace(PHOTO, sha256="AB" * 32),), EvidenceUnacceptable),
        (8, (replace(PHOTO, media_type="text/html"),), EvidenceUnacceptable),
        (8, (replace(PHOTO, size=0),), EvidenceUnacceptable),
        (8, (replace(PHOTO, size=SIZE_MAX + 1),), EvidenceUnacceptable),
    ],
)
def test_what_cannot_be_evidence_is_refused(
    about: int, files: tuple[EvidenceFile, ...], refusal: type[Refusal]
) -> None:
    with pytest.raises(refusal):
        given(*DONE).when(AddEvidence(about=about, evidence=files)).then()


def test_an_act_that_changes_nothing_brings_no_evidence() -> None:
    same: tuple[Event, ...] = (
        given(*START).when(CorrectSportingData(entrant=ANA, rating=2000, evidence=(PHOTO,))).then()
    )
    assert same == ()
