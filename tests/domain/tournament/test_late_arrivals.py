"""Absent entrants who are paired in a round that is paired already."""

import pytest

from dsl.keizer_club import KeizerClub
from dsl.played_logs import PlayedLog, newcomer
from planilla.audit.pairing_audit import RoundOutcome, audit
from planilla.domain.pairing.system import Pairing
from planilla.domain.scoring import scores
from planilla.domain.tournament.byes import RequestBye
from planilla.domain.tournament.closing import CloseRound
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.crosstables import for_standings
from planilla.domain.tournament.decide import question_of
from planilla.domain.tournament.drafting import DraftChanged, NoLegalPairing, UnpairRound
from planilla.domain.tournament.eligibility import AlreadyWithdrawn, WithdrawEntrant
from planilla.domain.tournament.entrants import EnterEntrants
from planilla.domain.tournament.event import Audience
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.keizer import ValuesRecalculated
from planilla.domain.tournament.keizer_values import keizer_of
from planilla.domain.tournament.late_arrivals import (
    HaveMetAlready,
    InTheRoundAlready,
    MayNotMeet,
    NobodyHasTheBye,
    PairLateArrival,
    takes_arrivals,
    without_game,
)
from planilla.domain.tournament.numbering import PairingNumbersAssigned
from planilla.domain.tournament.pairings import (
    ChangePairing,
    PairingChanged,
    PairRound,
    PublishPairings,
)
from planilla.domain.tournament.prohibitions import ForbidPairs
from planilla.domain.tournament.questions import PairingAsked, pairing_for
from planilla.domain.tournament.refusal import (
    EntrantTwice,
    NoSuchEntrant,
    NotInThisSystem,
    Refusal,
    RoundIsClosed,
    RoundNotPaired,
)
from planilla.domain.tournament.results import RecordResult
from planilla.domain.tournament.state import Sides
from planilla.domain.tournament.values import GrantedBye, allocated_bye
from planilla.domain.vocabulary import ByeKind, EntrantId

DUTCH = "swiss-dutch-2026"
P1, P2, P3, P4, P5, LATE = (EntrantId(name) for name in ("p1", "p2", "p3", "p4", "p5", "late"))
WHY = Sealed("c0ffee")


def arrival(entrant: str, opponent: EntrantId | None = None, number: int = 1) -> PairLateArrival:
    return PairLateArrival(round=number, entrant=EntrantId(entrant), opponent=opponent, reason=WHY)


def opened(players: int = 5, system: str = DUTCH, rounds: int = 5) -> PlayedLog:
    """Players `p1` (2000), `p2` (1990) … of a tournament whose round 1 is published."""
    log = PlayedLog()
    log.open(system, tuple(2000 - 10 * place for place in range(players)), rounds)
    log.do(PairRound(round=1))
    log.do(PublishPairings(round=1))
    return log


def enter(log: PlayedLog, entrant: str = LATE, rating: int = 1995) -> None:
    log.do(EnterEntrants(entrants=(newcomer(entrant, rating),)))


def finish_round(log: PlayedLog) -> None:
    """White wins wherever a result is missing, and the round is closed."""
    for game in log.state.rounds[-1].open_games:
        log.do(RecordResult(game=game, result="1-0"))
    log.do(CloseRound(round=len(log.state.rounds)))


def points(log: PlayedLog, entrant: EntrantId) -> int:
    """Half points."""
    return scores(for_standings(log.state))[log.state.order.index(entrant)]


def test_a_late_entry_plays_the_holder_of_the_bye_and_all_other_boards_stay() -> None:
    # Round 1 of five: 1-3, 4-2 and the bye of the last (1 has the drawn Black, lot 1).
    log = opened()
    before = log.state.rounds[0]
    assert allocated_bye(before.byes) == P5
    enter(log)
    assert without_game(log.state, before) == (LATE,)

    numbering, changed = log.do(arrival(LATE))

    # 1995 is between p1 (2000) and p2 (1990): number 2 (C.04.2, 2.4).
    assert isinstance(numbering, PairingNumbersAssigned)
    assert numbering.order == (P1, LATE, P2, P3, P4, P5)
    assert isinstance(changed, PairingChanged)
    now = log.state.rounds[0]
    assert now.pairs[:-1] == before.pairs
    assert now.games == (*before.games, "1.3")
    assert set(now.pairs[-1]) == {LATE, P5}
    assert now.byes == ()
    assert changed.arrivals == (LATE,)
    assert changed.wording() == ".arrival"
    assert changed.details() == {"arrivals": (LATE,)}
    assert log.state.entrants[LATE].first_round == 1
    assert without_game(log.state, now) == ()


@pytest.mark.parametrize(
    ("lot", "first", "second"),
    [
        # Round 1: p3 and the arrival had no game: the higher ranked has the colour drawn (5.2.5).
        # Round 2, p1 absent, White won: p2 plays p3 and the arrival, who had Black, is free. p1 had
        # White: both preferences are granted (5.2.1).
        (0, (P3, LATE), (LATE, P1)),
        # Round 2: both winners play each other and p3 is free. p1 and p3 had Black: the preference
        # of the higher ranked is granted (5.2.4).
        (1, (LATE, P3), (P1, P3)),
    ],
)
def test_the_colours_are_those_of_the_system(lot: int, first: Sides, second: Sides) -> None:
    log = PlayedLog()
    log.open(DUTCH, (2000, 1990, 1980), 3)
    log.do(PairRound(round=1), lot=lot)
    log.do(PublishPairings(round=1))
    enter(log, rating=1900)
    log.do(arrival(LATE))
    assert log.state.rounds[0].pairs[-1] == first

    finish_round(log)
    log.do(RequestBye(entrant=P1, round=2))
    log.do(PairRound(round=2))
    log.do(arrival(P1, number=2))
    assert log.state.rounds[1].pairs[-1] == second


def test_the_point_of_the_bye_is_that_of_the_game() -> None:
    log = opened()
    assert points(log, P5) == 2
    enter(log)
    log.do(arrival(LATE))
    assert points(log, P5) == 0
    white, _ = log.state.rounds[0].pairs[-1]
    log.do(RecordResult(game=log.state.rounds[0].games[-1], result="1-0"))
    assert points(log, white) == 2

    finish_round(log)
    log.do(PairRound(round=2))
    # Six now play, nobody twice, and nobody has the bye.
    assert allocated_bye(log.state.rounds[1].byes) is None
    assert len(log.state.rounds[1].pairs) == 3


def test_who_was_noted_absent_and_came_plays_too() -> None:
    log = PlayedLog()
    log.open(DUTCH, (2000, 1990, 1980, 1970), 3)
    log.do(RequestBye(entrant=P2, round=1, kind=ByeKind.HALF_POINT))
    log.do(PairRound(round=1))
    assert GrantedBye(entrant=P2, kind=ByeKind.HALF_POINT) in log.state.rounds[0].byes

    (changed,) = log.do(arrival(P2))

    assert isinstance(changed, DraftChanged)
    assert log.state.rounds[0].byes == ()
    assert log.state.entrants[P2].byes == ()
    # A draft that is made again pairs all four.
    log.do(UnpairRound(round=1))
    log.do(PairRound(round=1))
    assert len(log.state.rounds[0].pairs) == 2


def test_two_without_a_game_play_each_other_and_the_bye_stays() -> None:
    log = opened()
    enter(log)
    enter(log, "later", 1700)
    *_, changed = log.do(arrival(LATE, EntrantId("later")))
    assert isinstance(changed, PairingChanged)
    assert changed.arrivals == (LATE, "later")
    assert set(log.state.rounds[0].pairs[-1]) == {LATE, "later"}
    assert allocated_bye(log.state.rounds[0].byes) == P5


def test_the_holder_of_the_bye_may_be_named() -> None:
    log = opened()
    enter(log)
    log.do(arrival(LATE, P5))
    assert set(log.state.rounds[0].pairs[-1]) == {LATE, P5}


def test_a_change_without_arrivals_is_worded_as_before() -> None:
    changed = PairingChanged(round=1, games=())
    assert (changed.wording(), changed.details()) == ("", {})


@pytest.mark.parametrize("is_draft", [False, True])
def test_the_audit_finds_a_round_paired_by_hand_for_the_staff_and_for_the_public(
    is_draft: bool,
) -> None:
    log = PlayedLog()
    log.open(DUTCH, (2000, 1990, 1980, 1970, 1960, 1950), 3)
    log.do(RequestBye(entrant=P2, round=1))
    log.do(PairRound(round=1))
    if not is_draft:
        log.do(PublishPairings(round=1))
    enter(log, rating=1985)
    enter(log, "later", 1700)
    log.do(arrival(P2, LATE))
    log.do(arrival("later"))
    if is_draft:
        log.do(PublishPairings(round=1))
    finish_round(log)
    log.do(PairRound(round=2))
    log.do(PublishPairings(round=2))

    public = [fact for fact in log.facts if fact.event.audience is Audience.PUBLIC]
    for facts in (log.facts, public):
        found = audit(facts)
        assert found.holds
        assert [each.outcome for each in found.rounds] == [RoundOutcome.BY_HAND, RoundOutcome.SAME]
    assert for_standings(fold(public)) == for_standings(log.state)


def test_the_systems_own_pairing_of_the_round_can_be_prepared_elsewhere() -> None:
    log = opened()
    enter(log)
    command = arrival(LATE)
    asked = question_of(log.state, command, DecisionContext())
    assert isinstance(asked, PairingAsked)
    assert asked.size == 6
    answer = pairing_for(asked)
    assert isinstance(answer, Pairing)
    *_, changed = log.do(command)
    order = log.state.order
    own = [(order[white], order[black]) for white, black in answer.boards]
    assert [(game.white, game.black) for game in changed.engine] == own


def test_two_who_have_met_are_not_paired_again() -> None:
    log = opened(players=2)
    finish_round(log)
    enter(log)
    enter(log, "later", 1700)
    for entrant in (P1, P2):
        log.do(RequestBye(entrant=entrant, round=2))
    log.do(PairRound(round=2))
    with pytest.raises(HaveMetAlready) as refused:
        log.do(arrival(P2, P1, number=2))
    assert refused.value.fields == {"entrants": (P2, P1)}


def test_two_who_both_must_have_the_same_colour_are_not_paired() -> None:
    # p1 and p3 have White in both rounds, so that a third White is forbidden to both (C.3).
    log = PlayedLog()
    log.open(DUTCH, (2000, 1990, 1980, 1970), 5)
    for number, boards in ((1, ((P1, P2), (P3, P4))), (2, ((P1, P4), (P3, P2)))):
        log.do(PairRound(round=number))
        log.do(ChangePairing(round=number, boards=boards, reason=WHY))
        log.do(PublishPairings(round=number))
        finish_round(log)
    enter(log)
    enter(log, "later", 1700)
    for entrant in (P1, P3):
        log.do(RequestBye(entrant=entrant, round=3))
    log.do(PairRound(round=3))
    with pytest.raises(NoLegalPairing):
        log.do(arrival(P1, P3, number=3))


def test_two_who_must_not_meet_are_not_paired() -> None:
    log = opened()
    enter(log)
    log.do(ForbidPairs(entrants=(LATE, P5), first_round=1, reason=WHY))
    with pytest.raises(MayNotMeet) as refused:
        log.do(arrival(LATE))
    assert refused.value.fields == {"entrants": (LATE, P5)}


def test_without_a_bye_an_opponent_is_named() -> None:
    log = opened(players=4)
    enter(log)
    with pytest.raises(NobodyHasTheBye):
        log.do(arrival(LATE))


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        (arrival("nobody"), NoSuchEntrant),
        (arrival(LATE, EntrantId("nobody")), NoSuchEntrant),
        (arrival(LATE, LATE), EntrantTwice),
        (arrival(P1), InTheRoundAlready),
        (arrival(P5, LATE), InTheRoundAlready),
        (arrival(LATE, P1), InTheRoundAlready),
        (arrival("gone"), AlreadyWithdrawn),
        (arrival(LATE, number=2), RoundNotPaired),
    ],
)
def test_who_is_not_without_a_game_is_not_paired(
    command: PairLateArrival, refusal: type[Refusal]
) -> None:
    log = opened()
    enter(log)
    enter(log, "gone", 1000)
    log.do(WithdrawEntrant(entrant=EntrantId("gone")))
    assert without_game(log.state, log.state.rounds[0]) == (LATE,)
    with pytest.raises(refusal):
        log.do(command)


def test_a_closed_round_takes_nobody() -> None:
    log = opened()
    enter(log)
    assert takes_arrivals(log.state, log.state.rounds[0])
    finish_round(log)
    assert not takes_arrivals(log.state, log.state.rounds[0])
    with pytest.raises(RoundIsClosed):
        log.do(arrival(LATE))


def test_a_system_with_a_schedule_takes_nobody() -> None:
    log = opened(system="round-robin", rounds=0)
    assert not takes_arrivals(log.state, log.state.rounds[0])
    with pytest.raises(NotInThisSystem):
        log.do(arrival(P1))


def test_a_newcomer_to_a_keizer_tournament_gets_a_value_before_the_game() -> None:
    club = KeizerClub()
    club.enter(2000, 1900, 1800)
    club.do(PairRound(round=1))
    club.do(PublishPairings(round=1))
    club.enter(1700)
    late = EntrantId(tuple(club.state.entrants)[-1])
    _, joined, _ = club.do(arrival(late))
    assert isinstance(joined, ValuesRecalculated)
    assert late in keizer_of(club.state).known_entrants
    assert late in club.state.rounds[0].pairs[-1]


def test_a_match_of_several_games_has_all_of_them() -> None:
    log = opened(system="swiss-double", rounds=3)
    enter(log)
    log.do(arrival(LATE))
    sides: Sides = log.state.rounds[0].pairs[-1]
    assert set(sides) == {LATE, P5}
    assert log.state.rounds[0].boards[-2:] == (sides, sides[::-1])
