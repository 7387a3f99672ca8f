"""Facts of a log left out, put in and replaced, as the rules of their moment allow.

Four players. Round 1: Ana 1-0 Carl, Dora 0-1 Bea; round 2: Bea - Ana, Carl - Dora.
"""

import pytest

from dsl.keizer_club import KeizerClub
from dsl.played_logs import newcomer, random_log
from dsl.tournaments import (
    AFTER_1,
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    EVA,
    ROUND_2,
    ROUND_2_BOARDS,
    drafted,
    entered,
    facts,
    games,
    numbered,
    published,
    recorded,
)
from planilla.audit.branch import branch
from planilla.audit.edits import EDITS_MAX, Edit, Inserted, Removed, Replaced, edited
from planilla.audit.known_from_start import other_result
from planilla.audit.round_by_round import round_by_round
from planilla.domain.tournament.absences import AbsenceNoted
from planilla.domain.tournament.byes import ByeRequested, RequestBye
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.committee import AppealsCommitteeFormed, Seated
from planilla.domain.tournament.corrections import CorrectResult, ResultCorrected, ResultDeleted
from planilla.domain.tournament.drafting import DraftChanged, RoundPaired
from planilla.domain.tournament.eligibility import EntrantWithdrawn, WithdrawEntrant
from planilla.domain.tournament.entrants import EnterEntrants, SportingDataCorrected
from planilla.domain.tournament.keizer import RecalculateValues, ValuesRecalculated
from planilla.domain.tournament.lots import Draw, DrawnLot, LotsDrawn
from planilla.domain.tournament.pairings import PairingChanged, PairingsPublished, PairRound
from planilla.domain.tournament.prohibitions import PairsForbidden
from planilla.domain.tournament.refusal import NoSuchEntrant, Refusal, RoundAlreadyPaired
from planilla.domain.tournament.results import RecordResult, ResultRecorded
from planilla.domain.tournament.values import Effect, GrantedBye, Office, PairedGame, Way
from planilla.domain.tournament.whatif import (
    EditedTwice,
    EntryHasPlayed,
    FactStays,
    NoSuchFact,
    NotInWhatIf,
    TooManyEdits,
)
from planilla.domain.vocabulary import ByeKind, EntrantId, GameId, GameResult

GAME = GameId("1.1")
START = (CREATED, *entered(ANA, BEA, CARL, DORA, EVA), numbered(ANA, BEA, CARL, DORA))
REPORT = len(AFTER_1) - 1
"""The version at which the result of game 1.1 was reported."""


def ruling(result: str, corrects: int) -> ResultCorrected:
    effect = Effect(points=True, pairing_from=None, rating=True)
    return ResultCorrected(game=GAME, result=result, corrects=corrects, effect=effect)


def withdrawal(entrant: str, round_: int) -> EntrantWithdrawn:
    return EntrantWithdrawn(entrant=entrant, from_round=round_)  # type: ignore[arg-type]


def record(game: str, result: str) -> RecordResult:
    return RecordResult(game=GameId(game), result=result)


def test_a_fact_left_out_takes_those_with_it_that_do_not_stand_without() -> None:
    log = facts(*AFTER_1, ruling("½-½", REPORT))
    found = edited(log, [Removed(version=REPORT)])
    assert [(void.version, void.event, void.code) for void in found.void] == [
        (len(log), "ResultCorrected", "no-result-yet")
    ]
    assert [told.fact.version for told in found.left_out] == [REPORT]
    assert found.state.rounds[0].open_games == (GAME,)
    assert found.real.rounds[0].open_games == ()


def test_those_that_stay_keep_their_versions_and_what_is_put_in_has_that_of_its_place() -> None:
    log = facts(*AFTER_1)
    found = edited(log, [Replaced(version=REPORT, command=record("1.1", "0-1"))])
    assert [fact.version for fact in found.facts] == [fact.version for fact in log]
    assert [told.fact.event for told in found.added] == [recorded("1.1", "0-1")]


def test_a_correction_of_whatever_stands_needs_no_version() -> None:
    correction = CorrectResult(game=GAME, result="½-½", corrects=0, reason=Sealed())
    found = edited(facts(*AFTER_1), [Inserted(after=REPORT, command=correction)])
    assert found.state.rounds[0].results[0] == GameResult.DRAW
    assert found.state.rounds[0].rulings[0].corrects == REPORT
    unknown = CorrectResult(game=GameId("9.9"), result="½-½", corrects=0, reason=Sealed())
    with pytest.raises(Refusal, match="no-such-game"):
        edited(facts(*AFTER_1), [Inserted(after=REPORT, command=unknown)])


def test_the_same_once_more_says_nothing_new() -> None:
    # The report is put in a moment before it is made: the recorded one is void.
    log = facts(*AFTER_1)
    found = edited(log, [Inserted(after=REPORT - 1, command=record("1.1", "1-0"))])
    assert [(void.version, void.code) for void in found.void] == [(REPORT, "already-so")]
    assert found.state.rounds[0].results == found.real.rounds[0].results


@pytest.mark.parametrize(
    ("edits", "refusal"),
    [
        pytest.param([Removed(version=99)], NoSuchFact, id="no such fact"),
        pytest.param([Inserted(after=99, command=record("1.1", "1-0"))], NoSuchFact, id="later"),
        pytest.param([Inserted(after=0, command=record("1.1", "1-0"))], NoSuchFact, id="earlier"),
        pytest.param([Removed(version=REPORT)] * 2, EditedTwice, id="twice"),
        pytest.param([Removed(version=REPORT)] * (EDITS_MAX + 1), TooManyEdits, id="too many"),
        pytest.param([Removed(version=1)], FactStays, id="the tournament itself"),
        pytest.param([Removed(version=REPORT - 1)], FactStays, id="a published round"),
        pytest.param([Removed(version=2)], EntryHasPlayed, id="the entry of a player"),
        pytest.param(
            [Replaced(version=2, command=record("1.1", "1-0"))], EntryHasPlayed, id="replaced"
        ),
        pytest.param(
            [Inserted(after=REPORT, command=PairRound(round=2))], NotInWhatIf, id="a pairing"
        ),
        pytest.param(
            [Inserted(after=REPORT, command=WithdrawEntrant(entrant=EVA))],
            NoSuchEntrant,
            id="the rules",
        ),
        pytest.param(
            [Inserted(after=REPORT, command=RequestBye(entrant=ANA, round=1))],
            RoundAlreadyPaired,
            id="too late",
        ),
    ],
)
def test_what_cannot_be_edited_is_refused(edits: list[Edit], refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        edited(facts(*AFTER_1), edits)


def test_who_was_never_paired_may_never_have_entered() -> None:
    # Eva entered and left before round 1; she had drawn a lot and was kept apart from Ana.
    known = (
        *(CREATED, *entered(ANA, BEA, CARL, DORA, EVA)),
        numbered(ANA, BEA, CARL, DORA, EVA),
        PairsForbidden(entrants=(ANA, EVA)),
        PairsForbidden(entrants=(ANA, BEA, EVA), first_round=3),
        LotsDrawn(
            draw=Draw.HAND,
            lots=(DrawnLot(entrant=EVA, number=1), DrawnLot(entrant=ANA, number=2)),
        ),
        withdrawal(EVA, 1),
        published(1, (ANA, CARL), (DORA, BEA)),
    )
    log = facts(*known)
    found = edited(log, [Removed(version=6)])
    assert found.state.order == (ANA, BEA, CARL, DORA)
    assert found.state.lots == {ANA: 2}
    assert [each.entrants for each in found.state.prohibitions] == [(ANA, BEA)]
    assert [(void.event, void.code) for void in found.void] == [
        ("PairsForbidden", "nobody-to-forbid"),
        ("EntrantWithdrawn", "no-such-entrant"),
    ]


def test_another_rating_from_the_start_is_another_number() -> None:
    # Dora, rated 1970 and number 4, had been the strongest.
    log = facts(*AFTER_1)
    new = EnterEntrants(entrants=(newcomer(DORA, 2400),))
    found = edited(log, [Replaced(version=5, command=new)])
    assert found.state.order == (DORA, ANA, BEA, CARL)
    assert not found.void


def test_a_late_entry_put_in_gets_a_number_and_is_paired_in_the_next_round() -> None:
    late = EnterEntrants(entrants=(newcomer(EVA, 1995),))
    log = facts(*ROUND_2)
    found = round_by_round(log, [Inserted(after=len(AFTER_1), command=late)])
    (second,) = found.rounds
    there = {each for board in second.boards if board.after for each in board.after}
    assert EVA in there or second.bye_after == EVA
    assert second.criterion is None
    state = edited(log, [Inserted(after=len(AFTER_1), command=late)]).state
    assert state.order == (ANA, EVA, BEA, CARL, DORA)


def test_a_withdrawal_put_in_leaves_the_player_out_of_the_rounds_after_it() -> None:
    log = facts(*ROUND_2)
    leaving = WithdrawEntrant(entrant=DORA)
    (second,) = round_by_round(log, [Inserted(after=len(AFTER_1), command=leaving)]).rounds
    there = {each for board in second.boards if board.after for each in board.after}
    assert DORA not in there
    assert second.bye_after == CARL


def test_a_bye_that_was_not_asked_for_is_none() -> None:
    asked = ByeRequested(entrant=DORA, round=1, kind=ByeKind.HALF_POINT)
    rested = GrantedBye(entrant=DORA, kind=ByeKind.HALF_POINT)
    three = (CREATED, *entered(ANA, BEA, CARL, DORA), numbered(ANA, BEA, CARL, DORA))
    draft = drafted(1, (ANA, BEA), bye=CARL)
    paired = RoundPaired(
        round=1,
        games=draft.games,
        byes=(*draft.byes, rested),
        system=draft.system,
        edition=draft.edition,
        first_colour=draft.first_colour,
    )
    shown = PairingsPublished(
        round=1,
        games=draft.games,
        byes=(*draft.byes, rested),
        system=draft.system,
        edition=draft.edition,
        first_colour=draft.first_colour,
    )
    log = facts(*three, asked, paired, shown)
    at = len(three) + 1
    whole = RequestBye(entrant=DORA, round=1, kind=ByeKind.ZERO_POINT)
    found = edited(log, [Replaced(version=at, command=whole)])
    kinds = {bye.entrant: bye.kind for bye in found.state.rounds[0].byes}
    assert kinds == {CARL: ByeKind.PAIRING_ALLOCATED, DORA: ByeKind.ZERO_POINT}


def test_public_facts_tell_of_byes_by_the_published_round() -> None:
    # Dora had asked for half a point: nobody but the staff knows, and the round shows it.
    rested = GrantedBye(entrant=DORA, kind=ByeKind.HALF_POINT)
    draft = drafted(1, (ANA, BEA), bye=CARL)
    shown = PairingsPublished(
        round=1,
        games=draft.games,
        byes=(*draft.byes, rested),
        system=draft.system,
        edition=draft.edition,
        first_colour=draft.first_colour,
    )
    log = facts(CREATED, *entered(ANA, BEA, CARL, DORA), numbered(ANA, BEA, CARL, DORA), shown)
    assert round_by_round(log, ()).identical


def test_a_round_that_was_not_changed_by_hand_loses_the_results_of_other_pairs() -> None:
    by_hand = PairingChanged(round=2, games=games(2, (ANA, CARL), (BEA, DORA)))
    shown = published(2, *ROUND_2_BOARDS)
    changed = PairingChanged(
        round=2,
        games=tuple(
            PairedGame(game=GameId(f"2.{number}"), white=game.white, black=game.black)
            for number, game in enumerate(by_hand.games, start=3)
        ),
    )
    log = facts(*AFTER_1, shown, changed, recorded("2.3", "1-0"), recorded("2.4", "0-1"))
    found = round_by_round(log, [Removed(version=len(AFTER_1) + 2)])
    assert [void.code for void in found.void] == ["no-such-game"] * 2
    assert found.missing == ("2.3", "2.4")


def test_the_games_of_who_left_a_schedule_are_forfeited_again() -> None:
    real = random_log("round-robin", 4, 3, 1)
    first = real.version_of("1.1", ResultRecorded)
    log = edited(
        real.facts, [Inserted(after=first, command=WithdrawEntrant(entrant=EntrantId("p1")))]
    )
    later = [played for played in log.state.rounds if played.number > 1]
    for played in later:
        board = next(at for at, pair in enumerate(played.boards) if "p1" in pair)
        assert GameResult(played.results[board]).is_forfeit
    assert {void.code for void in log.void} == {"results-conflict"}


def test_forfeits_do_not_stand_without_the_withdrawal_that_they_came_of() -> None:
    real = random_log("round-robin", 4, 3, 1, leaving=EntrantId("p1"))
    gone = next(fact for fact in real.facts if isinstance(fact.event, EntrantWithdrawn))
    log = edited(real.facts, [Removed(version=gone.version)])
    assert {(void.code, void.fields["entrant"]) for void in log.void} == {("not-withdrawn", "p1")}
    assert [len(played.open_games) for played in log.state.rounds] == [0, 1, 1]


def test_values_of_a_keizer_tournament_that_say_nothing_new_are_not_recalculated() -> None:
    club = KeizerClub(rounds=4)
    club.enter(2000, 1900, 1800, 1700)
    club.pair()
    club.end()
    first = club.state.rounds[0]
    ruling = CorrectResult(
        game=first.games[0],
        result="0-1",
        corrects=first.version_of(0),
        reason=Sealed("0" * 64),
    )
    club.do(ruling)
    club.do(RecalculateValues())
    edits = other_result(club.facts, first.games[0], "0-1").edits
    found = edited(club.facts, edits)
    lists = [fact for fact in found.facts if isinstance(fact.event, ValuesRecalculated)]
    before = [fact for fact in club.facts if isinstance(fact.event, ValuesRecalculated)]
    assert (len(lists), len(before)) == (2, 3)
    assert lists[-1].event.values == before[-1].event.values  # type: ignore[attr-defined]


def test_a_correction_put_in_while_a_draft_waits_has_it_paired_again() -> None:
    by_hand = DraftChanged(round=2, games=games(2, (ANA, BEA), (CARL, DORA)))
    draft = drafted(2, *ROUND_2_BOARDS)
    log = facts(*AFTER_1, draft, by_hand, published(2, (ANA, BEA), (CARL, DORA)))
    correction = CorrectResult(game=GAME, result="0-1", corrects=0, reason=Sealed())
    edits = [Inserted(after=len(AFTER_1) + 1, command=correction)]
    found = edited(log, edits)
    assert [(void.event, void.code) for void in found.void] == [
        ("DraftChanged", "round-not-paired")
    ]
    assert found.state.rounds[1].boards == ((ANA, BEA), (CARL, DORA))
    second = branch(log, edits).rounds[1]
    assert {(each.white, each.black) for each in second.instead} == {(BEA, CARL), (DORA, ANA)}


def test_who_is_entered_before_they_entered_is_entered_once() -> None:
    new = EnterEntrants(entrants=(newcomer(ANA, 2000),))
    found = edited(facts(*AFTER_1), [Inserted(after=1, command=new)])
    assert [(void.version, void.code) for void in found.void] == [(2, "already-so")]


def test_what_is_about_somebody_who_never_entered_is_void() -> None:
    seat = Seated(entrant=EVA, office=Office.PRESIDENT)
    known = (
        *(CREATED, *entered(ANA, BEA, CARL, DORA, EVA)),
        numbered(ANA, BEA, CARL, DORA, EVA),
        SportingDataCorrected(entrant=EVA, rating=2100),
        SportingDataCorrected(entrant=ANA, rating=2100),
        AppealsCommitteeFormed(way=Way.RULES, seats=(seat,)),
        AppealsCommitteeFormed(way=Way.RULES, seats=()),
        withdrawal(EVA, 1),
        published(1, (ANA, CARL), (DORA, BEA)),
        AbsenceNoted(game=GAME, entrant=ANA),
        AbsenceNoted(game=GameId("9.9"), entrant=ANA),
    )
    found = edited(facts(*known), [Removed(version=6)])
    assert [void.event for void in found.void] == [
        "SportingDataCorrected",
        "AppealsCommitteeFormed",
        "EntrantWithdrawn",
        "AbsenceNoted",
    ]


def test_a_deletion_or_a_ruling_on_a_player_may_be_left_out() -> None:
    effect = Effect(points=True, pairing_from=2, rating=True)
    deleted = ResultDeleted(game=GAME, corrects=REPORT, counts_as="-/-", effect=effect)
    log = facts(*AFTER_1, deleted)
    found = edited(log, [Removed(version=len(log))])
    assert found.state.rounds[0].results == found.state.rounds[0].recorded
    kept = edited(log, [], everywhere=True)
    assert kept.facts == log
    gone = edited(log, [Removed(version=REPORT)])
    assert [void.event for void in gone.void] == ["ResultDeleted"]


def test_a_keizer_tournament_that_ends_has_the_values_of_its_last_round() -> None:
    real = random_log("keizer", 6, 2, 4)
    club = [fact for fact in real.facts if not isinstance(fact.event, ValuesRecalculated)]
    found = edited(club, [], everywhere=True)
    lists = [fact.event for fact in found.facts if isinstance(fact.event, ValuesRecalculated)]
    assert lists[-1].after_round == 2


def test_who_had_left_a_schedule_before_is_forfeited_once() -> None:
    real = random_log("round-robin", 4, 3, 1, leaving=EntrantId("p1"))
    first = real.version_of("1.2", ResultRecorded)
    leaving = WithdrawEntrant(entrant=EntrantId("p2"))
    log = edited(real.facts, [Inserted(after=first, command=leaving)])
    for played in log.state.rounds[1:]:
        assert not played.open_games
