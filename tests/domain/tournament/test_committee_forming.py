"""The appeals committee formed by lot, by vote or by the rules, and members replaced."""

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from dsl.tournaments import ANA, BEA, CARL, CREATED, DORA, EVA, Scene, entered, given, published
from planilla.domain.chance import GENERATOR, order_by_lot
from planilla.domain.tournament.announcement import Appeals, CommitteeWay, Regulations
from planilla.domain.tournament.closing import TournamentFinished
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.committee import (
    AppealsCommitteeFormed,
    CommitteeMemberReplaced,
    Criterion,
    FormAppealsCommittee,
    NoCommittee,
    NoReserveLeft,
    NotInCommittee,
    ReplaceCommitteeMember,
    Seated,
    TooFewForCommittee,
    Vote,
    VotesDoNotFit,
    VotesFor,
    working,
)
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.eligibility import EntrantExpelled, EntrantWithdrawn
from planilla.domain.tournament.personal import Personal
from planilla.domain.tournament.refusal import NoSuchEntrant, NoSuchGame, Refusal
from planilla.domain.tournament.values import Office, Way
from planilla.domain.vocabulary import EntrantId, GameId

FLOR = EntrantId("flor")
SIX = (ANA, BEA, CARL, DORA, EVA, FLOR)
NOW = int(datetime(2026, 11, 22, tzinfo=UTC).timestamp()) * 1_000_000
PEOPLE = {
    ANA: Personal(name="Abad, Ana", birth="1990-05-01"),
    BEA: Personal(name="Blanco, Bea", birth="2008-11-22"),
    CARL: Personal(name="Cano, Carl", birth="2008-11-23"),
    DORA: Personal(name="Diaz, Dora", birth="1950", arbiter="IA"),
    EVA: Personal(name="Egea, Eva", birth="1980-01-01", arbiter="NA"),
}
"""Bea turns 18 on the day, Carl the day after; of Flor nothing is known."""
START = (CREATED, *entered(*SIX))
BY_RULES = FormAppealsCommittee()
"""Nobody has a federation: adults Dora (IA), Eva (NA), Ana and Bea (rating); then Carl (rating)."""
IN_ORDER = (DORA, EVA, ANA, BEA, CARL)


def seats(*entrants: EntrantId) -> tuple[Seated, ...]:
    offices = (Office.PRESIDENT, Office.MEMBER, Office.MEMBER, Office.RESERVE, Office.RESERVE)
    return tuple(
        Seated(entrant=entrant, office=office)
        for entrant, office in zip(entrants, offices, strict=False)
    )


FORMED = AppealsCommitteeFormed(way=Way.RULES, seats=seats(*IN_ORDER))
PLAYING = (*START, published(1, (DORA, ANA), (BEA, EVA), (CARL, FLOR)), FORMED)


def wanted(command: FormAppealsCommittee, *events: object, **world: object) -> Scene:
    return given(*START, *events).when(command, at=NOW, people=PEOPLE, **world)  # type: ignore[arg-type]


def test_by_the_rules_age_title_and_rating_decide() -> None:
    assert wanted(BY_RULES).then() == (FORMED,)


def test_the_event_holds_no_personal_data() -> None:
    assert wanted(BY_RULES).then() == (replace(FORMED, lot=None, generator="", among=(), votes=()),)


def test_the_working_is_told_apart_from_the_event() -> None:
    state = given(*START).state()
    told = working(state, state.order, {}, DecisionContext(at=NOW, people=PEOPLE))
    assert [choice.decided for choice in told] == [
        Criterion.ARBITER,
        Criterion.ARBITER,
        Criterion.RATING,
        Criterion.ADULT,
        Criterion.RATING,
    ]


def test_the_same_committee_by_the_rules_is_so_already() -> None:
    assert wanted(BY_RULES, FORMED).then() == ()


def test_a_committee_in_which_somebody_was_replaced_is_formed_anew() -> None:
    replaced = CommitteeMemberReplaced(member=DORA, reserve=BEA)
    assert wanted(BY_RULES, FORMED, replaced).then() == (FORMED,)


def test_who_left_or_is_excepted_does_not_sit() -> None:
    left = EntrantWithdrawn(entrant=DORA, from_round=1)
    expelled = EntrantExpelled(entrant=EVA, from_round=1)
    (formed,) = wanted(FormAppealsCommittee(without=(ANA,)), left, expelled).then()
    assert isinstance(formed, AppealsCommitteeFormed)
    assert formed.seats == seats(BEA, CARL, FLOR)


def test_by_lot_the_number_drawn_gives_the_order_and_is_recorded() -> None:
    (formed,) = wanted(FormAppealsCommittee(way=Way.LOT), lot=7).then()
    drawn = tuple(SIX[place] for place in order_by_lot(7, 6))
    assert formed == AppealsCommitteeFormed(
        way=Way.LOT, seats=seats(*drawn[:5]), lot=7, generator=GENERATOR, among=SIX
    )


@pytest.mark.parametrize(
    ("announced", "way"),
    [(None, Way.RULES), (CommitteeWay.NAMED, Way.RULES), (CommitteeWay.LOT, Way.LOT)],
)
def test_the_way_is_the_one_that_was_announced(announced: CommitteeWay | None, way: Way) -> None:
    said = Regulations(name="Open", appeals=Appeals(committee=announced)) if announced else None
    state = replace(given(*START).state(), regulations=said)
    (formed,) = decide(state, BY_RULES, DecisionContext(at=NOW, people=PEOPLE))
    assert isinstance(formed, AppealsCommitteeFormed)
    assert formed.way is way


def test_by_vote_the_votes_are_recorded_and_the_rules_part_equal_ones() -> None:
    votes = (Vote(entrant=FLOR, votes=4), Vote(entrant=BEA, votes=1), Vote(entrant=EVA, votes=1))
    (formed,) = wanted(
        FormAppealsCommittee(way=Way.VOTE, votes=(*votes, Vote(entrant=ANA, votes=0)))
    ).then()
    assert formed == AppealsCommitteeFormed(
        way=Way.VOTE,
        seats=seats(FLOR, EVA, BEA, DORA, ANA),
        votes=(
            VotesFor(entrant=FLOR, votes=4),
            VotesFor(entrant=BEA, votes=1),
            VotesFor(entrant=EVA, votes=1),
        ),
    )


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        pytest.param(FormAppealsCommittee(way=Way.VOTE), VotesDoNotFit, id="nobody voted"),
        pytest.param(
            FormAppealsCommittee(way=Way.VOTE, votes=(Vote(entrant=ANA, votes=-1),)),
            VotesDoNotFit,
            id="fewer than none",
        ),
        pytest.param(
            FormAppealsCommittee(way=Way.VOTE, votes=(Vote(entrant=ANA, votes=1),) * 2),
            VotesDoNotFit,
            id="twice for one",
        ),
        pytest.param(
            FormAppealsCommittee(way=Way.LOT, votes=(Vote(entrant=ANA, votes=1),)),
            VotesDoNotFit,
            id="votes for a lot",
        ),
        pytest.param(
            FormAppealsCommittee(way=Way.VOTE, votes=(Vote(entrant=EntrantId("nobody"), votes=1),)),
            NoSuchEntrant,
            id="votes for nobody",
        ),
        pytest.param(
            FormAppealsCommittee(without=(EntrantId("nobody"),)), NoSuchEntrant, id="without nobody"
        ),
        pytest.param(
            FormAppealsCommittee(without=(ANA, BEA, CARL, DORA)),
            TooFewForCommittee,
            id="two are left",
        ),
    ],
)
def test_a_committee_is_refused(command: FormAppealsCommittee, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        wanted(command).then()


def test_a_member_is_replaced_for_good_by_the_first_reserve() -> None:
    command = ReplaceCommitteeMember(member=DORA, reason=Sealed("r"))
    assert given(*PLAYING).when(command).then() == (
        CommitteeMemberReplaced(member=DORA, reserve=BEA, reason="r"),
    )


def test_in_a_case_no_party_to_it_comes_in() -> None:
    """Game 1.2 is Bea's and Eva's: Eva sits, Bea is the first reserve and a party too."""
    command = ReplaceCommitteeMember(member=EVA, case=GameId("1.2"))
    assert given(*PLAYING).when(command).then() == (
        CommitteeMemberReplaced(member=EVA, reserve=CARL, case=GameId("1.2")),
    )


def test_a_reserve_who_sits_in_the_case_is_replaced_by_the_next() -> None:
    case = GameId("1.1")
    first = given(*PLAYING).when(ReplaceCommitteeMember(member=DORA, case=case)).and_then()
    again = first.when(ReplaceCommitteeMember(member=ANA, case=case)).and_then()
    committee = again.state().committee
    assert committee is not None
    assert [each.reserve for each in committee.replacements] == [BEA, CARL]
    with pytest.raises(NoReserveLeft):
        again.when(ReplaceCommitteeMember(member=EVA, case=case)).then()


def test_a_reserve_who_left_does_not_come_in() -> None:
    left = EntrantWithdrawn(entrant=BEA, from_round=1)
    command = ReplaceCommitteeMember(member=DORA)
    (replaced,) = given(*PLAYING, left).when(command).then()
    assert isinstance(replaced, CommitteeMemberReplaced)
    assert replaced.reserve == CARL


def test_a_member_is_replaced_after_the_end_too() -> None:
    over = given(*PLAYING, TournamentFinished())
    assert len(over.when(ReplaceCommitteeMember(member=DORA)).then()) == 1


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        pytest.param(ReplaceCommitteeMember(member=FLOR), NotInCommittee, id="not in it"),
        pytest.param(ReplaceCommitteeMember(member=BEA), NotInCommittee, id="only a reserve"),
        pytest.param(
            ReplaceCommitteeMember(member=ANA, case=GameId("2.1")), NoSuchGame, id="no such game"
        ),
    ],
)
def test_a_replacement_is_refused(command: ReplaceCommitteeMember, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        given(*PLAYING).when(command).then()


def test_where_there_is_no_committee_nobody_is_replaced() -> None:
    with pytest.raises(NoCommittee):
        given(*START).when(ReplaceCommitteeMember(member=ANA)).then()
