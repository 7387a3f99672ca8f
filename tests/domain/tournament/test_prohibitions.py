"""Keeping entrants apart: forbidden pairs, their lifting, and those of one origin."""

import pytest
from msgspec.structs import replace

from dsl.tournaments import (
    AFTER_1,
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    EVA,
    FOUR,
    ROUND_1,
    ROUND_ROBIN,
    START,
    drafted,
    entered,
    facts,
    folded,
    given,
    numbered,
)
from planilla.audit.redraw import redraw
from planilla.domain.pairing.system import PairingInput
from planilla.domain.tournament.drafting import (
    DraftDiscarded,
    NoLegalPairing,
    Pairs,
    RoundPaired,
    forbidden_pairs,
    pairing_input,
    unwanted_pairs,
)
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.pairings import PairRound
from planilla.domain.tournament.prohibitions import (
    AllowPairs,
    ForbidPairs,
    NobodyToForbid,
    NoSuchProhibition,
    PairsAllowed,
    PairsForbidden,
    RuleSameOrigin,
    SameOriginRuled,
)
from planilla.domain.tournament.refusal import (
    EntrantTwice,
    NoSuchEntrant,
    NoSuchRound,
    NotInThisSystem,
    Refusal,
)
from planilla.domain.tournament.setup import CreateTournament, TournamentCreated
from planilla.domain.tournament.values import SameOrigin
from planilla.domain.vocabulary import Colour, EntrantId

ANA_AND_CARL = PairsForbidden(entrants=(ANA, CARL))
VERSION_OF_START = len(START)
NOBODY: Pairs = frozenset()


def asked(*events: Event) -> PairingInput:
    """What the system is asked for round 1."""
    return pairing_input(folded(*events), 1, Colour.WHITE)


def test_the_system_is_told_who_may_not_meet() -> None:
    assert asked(*START).forbidden == frozenset()
    assert asked(*START, ANA_AND_CARL).forbidden == {(0, 2)}


def boards_of(*events: Event) -> set[frozenset[EntrantId]]:
    """Who meets in round 1 as the system pairs it."""
    paired = given(*events).when(PairRound(round=1)).then()[-1]
    assert isinstance(paired, RoundPaired)
    return {frozenset((game.white, game.black)) for game in paired.games}


def test_forbidden_pairs_do_not_meet() -> None:
    """Four players in one group: 1-3 and 2-4; without 1-3 the next candidate is 1-4 and 2-3."""
    assert boards_of(*START) == {frozenset((ANA, CARL)), frozenset((BEA, DORA))}
    assert boards_of(*START, ANA_AND_CARL) == {frozenset((ANA, DORA)), frozenset((BEA, CARL))}


def test_nobody_is_paired_where_all_are_forbidden() -> None:
    with pytest.raises(NoLegalPairing):
        boards_of(*START, PairsForbidden(entrants=FOUR))


def test_a_round_is_paired_again_with_what_was_forbidden_then() -> None:
    """The prohibition was lifted after the round: the audit knows what held before it."""
    scene = given(*START, ANA_AND_CARL).when(PairRound(round=1)).and_then()
    lifted = AllowPairs(forbidden=VERSION_OF_START + 1)
    (paired,) = redraw(facts(*scene.when(lifted).and_then().events))
    assert paired.identical


def test_a_prohibition_holds_from_the_next_round_on() -> None:
    forbidding = ForbidPairs(entrants=(ANA, BEA))
    assert given(*START).when(forbidding).then() == (
        PairsForbidden(entrants=(ANA, BEA), first_round=1),
    )
    assert given(*AFTER_1).when(forbidding).then() == (
        PairsForbidden(entrants=(ANA, BEA), first_round=2),
    )


def test_the_same_prohibition_again_changes_nothing() -> None:
    scene = given(*START, ANA_AND_CARL)
    assert scene.when(ForbidPairs(entrants=(CARL, ANA))).then() == ()
    other = ForbidPairs(entrants=(CARL, ANA), last_round=2)
    assert scene.when(other).then() == (
        PairsForbidden(entrants=(CARL, ANA), first_round=1, last_round=2),
    )


@pytest.mark.parametrize(
    ("forbidden", "follows"),
    [
        pytest.param((ANA, CARL), (DraftDiscarded(round=1),), id="they meet in it"),
        pytest.param((ANA, BEA), (), id="they do not meet in it"),
    ],
)
def test_a_draft_goes_where_the_forbidden_meet(
    forbidden: tuple[EntrantId, ...], follows: tuple[Event, ...]
) -> None:
    draft = drafted(1, (ANA, CARL), (DORA, BEA))
    events = given(*START, draft).when(ForbidPairs(entrants=forbidden)).then()
    assert events[1:] == follows


def test_a_draft_of_another_round_stays() -> None:
    draft = drafted(1, (ANA, CARL), (DORA, BEA))
    later = ForbidPairs(entrants=(ANA, CARL), first_round=2)
    assert len(given(*START, draft).when(later).then()) == 1


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        pytest.param(ForbidPairs(entrants=(ANA,)), NobodyToForbid, id="one alone"),
        pytest.param(ForbidPairs(entrants=(ANA, ANA)), EntrantTwice, id="with themselves"),
        pytest.param(ForbidPairs(entrants=(ANA, EVA)), NoSuchEntrant, id="a stranger"),
        pytest.param(
            ForbidPairs(entrants=(ANA, BEA), first_round=4), NoSuchRound, id="beyond the end"
        ),
        pytest.param(
            ForbidPairs(entrants=(ANA, BEA), first_round=2, last_round=1),
            NoSuchRound,
            id="the wrong way round",
        ),
        pytest.param(AllowPairs(forbidden=1), NoSuchProhibition, id="nothing to lift"),
    ],
)
def test_a_prohibition_is_refused(
    command: ForbidPairs | AllowPairs, refusal: type[Refusal]
) -> None:
    with pytest.raises(refusal):
        given(*START).when(command).then()


def test_a_lifted_prohibition_holds_no_more_but_is_known() -> None:
    version = VERSION_OF_START + 1
    lifted = given(*START, ANA_AND_CARL).when(AllowPairs(forbidden=version))
    assert lifted.then() == (PairsAllowed(forbidden=version, from_round=1),)
    state = lifted.state()
    assert forbidden_pairs(state, 1) == frozenset()
    assert [each.last_round for each in state.prohibitions] == [0]
    assert lifted.and_then().when(AllowPairs(forbidden=version)).then() == ()


def test_lifting_one_prohibition_leaves_the_others() -> None:
    others = PairsForbidden(entrants=(BEA, DORA))
    lifted = PairsAllowed(forbidden=VERSION_OF_START + 1, from_round=1)
    state = folded(*START, ANA_AND_CARL, others, lifted)
    assert forbidden_pairs(state, 1) == {(1, 3)}


def test_a_prohibition_of_some_rounds_is_over_afterwards() -> None:
    state = folded(*START, PairsForbidden(entrants=(ANA, BEA, CARL), first_round=2, last_round=2))
    assert forbidden_pairs(state, 1) == frozenset()
    assert forbidden_pairs(state, 2) == {(0, 1), (0, 2), (1, 2)}
    assert forbidden_pairs(state, 3) == frozenset()


CAT_AND_OTHERS = tuple(
    replace(event, federation="CAT" if event.entrant in {ANA, CARL} else "")
    for event in entered(*FOUR)
)
OF_ONE_ORIGIN = (CREATED, *CAT_AND_OTHERS, numbered(*FOUR))


def test_those_of_one_federation_are_kept_apart_or_may_not_meet() -> None:
    """Ana and Carl (seats 0 and 2) are of one federation; those without one are not."""
    avoided = folded(*OF_ONE_ORIGIN, SameOriginRuled(rule=SameOrigin.AVOID))
    assert (forbidden_pairs(avoided, 1), unwanted_pairs(avoided)) == (NOBODY, frozenset({(0, 2)}))
    forbidden = folded(*OF_ONE_ORIGIN, SameOriginRuled(rule=SameOrigin.FORBID))
    assert (forbidden_pairs(forbidden, 1), unwanted_pairs(forbidden)) == (
        frozenset({(0, 2)}),
        NOBODY,
    )
    assert unwanted_pairs(folded(*OF_ONE_ORIGIN)) == frozenset()


def test_the_system_is_told_of_the_origin() -> None:
    avoided = asked(*OF_ONE_ORIGIN, SameOriginRuled(rule=SameOrigin.AVOID))
    assert (avoided.forbidden, avoided.unwanted) == (NOBODY, frozenset({(0, 2)}))


@pytest.mark.parametrize("rule", [SameOrigin.AVOID, SameOrigin.FORBID])
def test_those_of_one_origin_do_not_meet_where_it_can_be_helped(rule: SameOrigin) -> None:
    apart = {frozenset((ANA, DORA)), frozenset((BEA, CARL))}
    assert boards_of(*OF_ONE_ORIGIN, SameOriginRuled(rule=rule)) == apart


def test_those_of_one_origin_meet_where_there_is_nobody_else() -> None:
    everybody = tuple(replace(event, federation="CAT") for event in CAT_AND_OTHERS)
    start = (CREATED, *everybody, numbered(*FOUR))
    assert boards_of(*start, SameOriginRuled(rule=SameOrigin.AVOID)) == boards_of(*start)
    with pytest.raises(NoLegalPairing):
        boards_of(*start, SameOriginRuled(rule=SameOrigin.FORBID))


def test_the_rule_of_origin_is_said_once() -> None:
    ruling = RuleSameOrigin(rule=SameOrigin.AVOID)
    assert given(*START).when(ruling).then() == (SameOriginRuled(rule=SameOrigin.AVOID),)
    assert given(*ROUND_1, SameOriginRuled(rule=SameOrigin.AVOID)).when(ruling).then() == ()


def test_a_tournament_may_be_created_with_the_rule() -> None:
    created, ruled = (
        given().when(CreateTournament(name="Club", same_origin=SameOrigin.FORBID)).then()
    )
    assert isinstance(created, TournamentCreated)
    assert ruled == SameOriginRuled(rule=SameOrigin.FORBID)


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(ForbidPairs(entrants=(ANA, BEA)), id="forbidding"),
        pytest.param(RuleSameOrigin(rule=SameOrigin.FORBID), id="ruling"),
    ],
)
def test_a_schedule_keeps_nobody_apart(command: ForbidPairs | RuleSameOrigin) -> None:
    with pytest.raises(NotInThisSystem):
        given(ROUND_ROBIN, *entered(ANA, BEA)).when(command).then()


def test_a_round_robin_is_not_created_with_the_rule() -> None:
    creating = CreateTournament(name="Liga", system="round-robin", same_origin=SameOrigin.AVOID)
    with pytest.raises(NotInThisSystem):
        given().when(creating).then()
