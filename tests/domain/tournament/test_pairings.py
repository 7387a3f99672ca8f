import pytest
from msgspec.structs import replace

from dsl.tournaments import (
    AFTER_1,
    AFTER_2,
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    EVA,
    FOUR,
    NOTHING_SAID,
    ROUND_1,
    ROUND_1_BOARDS,
    ROUND_2,
    ROUND_ROBIN,
    START,
    drafted,
    entered,
    folded,
    games,
    given,
    numbered,
    published,
    recorded,
)
from planilla.domain.tournament.closing import (
    CloseRound,
    FinishTournament,
    GamesOpen,
    NotFinished,
    ReopenRound,
    ReopenTournament,
    RoundClosed,
    RoundNotClosed,
    RoundReopened,
    RoundsMissing,
    TournamentFinished,
    TournamentReopened,
)
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.crosstables import for_standings
from planilla.domain.tournament.drafting import (
    DraftChanged,
    DraftDiscarded,
    NobodyToPair,
    NoLegalPairing,
    RoundPaired,
    UnpairRound,
)
from planilla.domain.tournament.draw import NoTableOfSize
from planilla.domain.tournament.numbering import PairingNumbersAssigned
from planilla.domain.tournament.pairings import (
    AllRoundsPaired,
    ChangePairing,
    DraftPending,
    IllegalPairing,
    NotTheLastRound,
    PairingChanged,
    PairingsPublished,
    PairRound,
    PreviousRoundOpen,
    PublishPairings,
    RoundHasResults,
    RoundUnpaired,
)
from planilla.domain.tournament.refusal import (
    LaterRoundPaired,
    NoSuchRound,
    RoundAlreadyPaired,
    RoundIsClosed,
    RoundIsPublished,
    RoundNotPaired,
    RoundNotPublished,
)
from planilla.domain.tournament.results import RecordResult
from planilla.domain.tournament.setup import TournamentCreated
from planilla.domain.tournament.values import NumberingReason
from planilla.domain.vocabulary import ByeKind, Colour, EntrantId, GameId

DRAFT_1 = (*START, drafted(1, *ROUND_1_BOARDS))


def pair(number: int) -> PairRound:
    return PairRound(round=number)


def draft_in(events: tuple[object, ...]) -> RoundPaired:
    draft = events[-1]
    assert isinstance(draft, RoundPaired)
    return draft


def test_pairing_round_1_numbers_everybody_and_makes_a_draft() -> None:
    """S1 is Ana, Bea; S2 is Carl, Dora; colours alternate from White for number 1 (A.1)."""
    numbering, draft = given(CREATED, *entered(*FOUR)).when(pair(1)).then()
    assert numbering == PairingNumbersAssigned(order=FOUR, reason=NumberingReason.INITIAL_ORDER)
    assert isinstance(draft, RoundPaired)
    assert draft.games == games(1, (ANA, CARL), (DORA, BEA))


def test_a_lot_decides_the_first_colour_and_is_recorded() -> None:
    events = (replace(CREATED, first_colour=None), *entered(*FOUR))
    colours = [
        draft_in(given(*events).when(pair(1), lot=lot).then()).first_colour for lot in (6, 7)
    ]
    assert colours == [Colour.WHITE, Colour.BLACK]


def test_the_colour_drawn_in_round_1_stays_for_the_next() -> None:
    black = replace(published(1, *ROUND_1_BOARDS), first_colour=Colour.BLACK)
    events = (*START, black, recorded("1.1", "1-0"), recorded("1.2", "0-1"))
    assert draft_in(given(*events).when(pair(2), lot=0).then()).first_colour is Colour.BLACK


def test_pairing_the_next_round_closes_the_one_before() -> None:
    closing, draft = given(*AFTER_1).when(pair(2)).then()
    assert closing == RoundClosed(round=1)
    assert isinstance(draft, RoundPaired)
    # the winners Ana (had White) and Bea (had Black) meet, Bea has White; so do the losers
    assert {(game.white, game.black) for game in draft.games} == {(BEA, ANA), (CARL, DORA)}


def test_a_closed_round_is_not_closed_again() -> None:
    assert len(given(*AFTER_1, RoundClosed(round=1)).when(pair(2)).then()) == 1


@pytest.mark.parametrize(
    ("events", "number", "refusal"),
    [
        pytest.param(ROUND_1, 1, RoundAlreadyPaired, id="paired already"),
        pytest.param(ROUND_1, 3, RoundNotPaired, id="two rounds ahead"),
        pytest.param(START, 0, NoSuchRound, id="round nought"),
        pytest.param(START, 5, NoSuchRound, id="beyond the last"),
        pytest.param(ROUND_1, 2, PreviousRoundOpen, id="games are open"),
        pytest.param(DRAFT_1, 2, DraftPending, id="a draft waits"),
        pytest.param((CREATED, *entered(ANA)), 1, NobodyToPair, id="nobody to play"),
        pytest.param((ROUND_ROBIN,), 1, NobodyToPair, id="a schedule of nobody"),
    ],
)
def test_a_round_is_not_paired(
    events: tuple[RoundPaired, ...], number: int, refusal: type[Exception]
) -> None:
    with pytest.raises(refusal):
        given(*events).when(pair(number)).then()


def test_after_the_last_round_nothing_is_paired() -> None:
    events = (
        replace(CREATED, rounds_asked=1),
        *entered(ANA, BEA),
        numbered(ANA, BEA),
        published(1, (ANA, BEA)),
        recorded("1.1", "1-0"),
    )
    with pytest.raises(AllRoundsPaired):
        given(*events).when(pair(2)).then()


def test_no_legal_pairing_is_an_answer_for_the_arbiter() -> None:
    """Two entrants who have met cannot meet again (B1a)."""
    events = (
        CREATED,
        *entered(ANA, BEA),
        numbered(ANA, BEA),
        published(1, (ANA, BEA)),
        recorded("1.1", "1-0"),
    )
    with pytest.raises(NoLegalPairing) as refused:
        given(*events).when(pair(2)).then()
    assert set(refused.value.fields["entrants"]) == {ANA, BEA}


def test_a_draft_is_published_once() -> None:
    (event,) = given(*DRAFT_1).when(PublishPairings(round=1)).then()
    assert event == replace(published(1, *ROUND_1_BOARDS))
    with pytest.raises(RoundIsPublished):
        given(*ROUND_1).when(PublishPairings(round=1)).then()
    with pytest.raises(RoundNotPaired):
        given(*START).when(PublishPairings(round=1)).then()


def test_a_draft_is_not_in_the_standings() -> None:
    assert for_standings(given(*DRAFT_1).state()).rounds == ()


def test_an_odd_field_has_a_bye() -> None:
    five = (CREATED, *entered(*FOUR, EVA), numbered(*FOUR, EVA))
    draft = draft_in(given(*five).when(pair(1)).then())
    assert [(bye.entrant, bye.kind) for bye in draft.byes] == [(EVA, ByeKind.PAIRING_ALLOCATED)]


def test_a_round_robin_follows_its_schedule() -> None:
    """Berger, 3-4: 1-4 2-3, then 4-3 1-2, then 2-4 3-1."""
    scene = given(ROUND_ROBIN, *entered(*FOUR))
    seen = []
    for number in (1, 2, 3):
        scene = scene.when(pair(number)).and_then().when(PublishPairings(round=number)).and_then()
        boards = scene.state().rounds[-1].boards
        seen.append(boards)
        for game in scene.state().rounds[-1].games:
            scene = scene.when(RecordResult(game=game, result="½-½")).and_then()
    assert seen == [
        ((ANA, DORA), (BEA, CARL)),
        ((DORA, CARL), (ANA, BEA)),
        ((BEA, DORA), (CARL, ANA)),
    ]
    with pytest.raises(AllRoundsPaired):
        scene.when(pair(4)).then()
    assert scene.when(FinishTournament()).then() == (RoundClosed(round=3), TournamentFinished())


def boards_of_all_rounds(created: TournamentCreated, rounds: int, lot: int) -> list[object]:
    scene = given(created, *entered(*FOUR))
    seen: list[object] = []
    for number in range(1, rounds + 1):
        scene = scene.when(pair(number), lot=lot).and_then()
        scene = scene.when(PublishPairings(round=number)).and_then()
        seen.append(scene.state().rounds[-1].boards)
        for game in scene.state().rounds[-1].games:
            scene = scene.when(RecordResult(game=game, result="½-½")).and_then()
    with pytest.raises(AllRoundsPaired):
        scene.when(pair(rounds + 1)).then()
    return seen


def test_a_double_round_robin_exchanges_two_rounds_and_reverses_the_colours() -> None:
    """Berger, 3-4: 1-4 2-3 / 4-3 1-2 / 2-4 3-1; its rounds 3 and 2 exchanged (C.05 Annex 1)."""
    first = ((ANA, DORA), (BEA, CARL))
    second = ((DORA, CARL), (ANA, BEA))
    third = ((BEA, DORA), (CARL, ANA))
    again = [tuple((black, white) for white, black in each) for each in (first, second, third)]
    double = replace(ROUND_ROBIN, system_name="round-robin-double")
    assert boards_of_all_rounds(double, 6, lot=0) == [first, third, second, *again]


@pytest.mark.parametrize("lot", [0, 1])
def test_the_lot_of_numbers_1_and_2_reverses_a_nagarajan_table(lot: int) -> None:
    """Seed 000, 2.3, column 03-04: 4-2 3-1 / 1-4 2-3 / 3-4 1-2; all reversed if number 2 wins."""
    table = [((DORA, BEA), (CARL, ANA)), ((ANA, DORA), (BEA, CARL)), ((CARL, DORA), (ANA, BEA))]
    back = [tuple((black, white) for white, black in each) for each in table]
    nagarajan = replace(ROUND_ROBIN, system_name="nagarajan")
    assert boards_of_all_rounds(nagarajan, 3, lot) == (back if lot else table)


def test_a_number_of_players_without_a_table_is_refused() -> None:
    two = given(replace(ROUND_ROBIN, system_name="nagarajan"), *entered(ANA, BEA))
    with pytest.raises(NoTableOfSize) as refused:
        two.when(pair(1)).then()
    assert (refused.value.entrants, refused.value.smallest, refused.value.largest) == (2, 3, 20)


# --- taking back -------------------------------------------------------------------------------


def test_a_draft_is_discarded_and_paired_again_with_new_identities() -> None:
    scene = given(*DRAFT_1).when(UnpairRound(round=1))
    assert scene.then() == (DraftDiscarded(round=1),)
    again = draft_in(scene.and_then().when(pair(1)).then())
    assert [game.game for game in again.games] == ["1.3", "1.4"]


def test_a_published_round_without_results_is_taken_back() -> None:
    command = UnpairRound(round=1, reason=Sealed("wrong list"))
    assert given(*ROUND_1).when(command).then() == (RoundUnpaired(round=1, reason="wrong list"),)


def test_a_round_is_not_taken_back() -> None:
    with pytest.raises(RoundHasResults) as refused:
        given(*ROUND_1, recorded("1.2", "1-0")).when(UnpairRound(round=1)).then()
    assert refused.value.fields == {"round": 1, "games": ("1.2",)}
    with pytest.raises(NotTheLastRound):
        given(*ROUND_2).when(UnpairRound(round=1)).then()
    with pytest.raises(RoundNotPaired):
        given(*START).when(UnpairRound(round=1)).then()


# --- changed by hand ---------------------------------------------------------------------------


def change(
    *boards: tuple[EntrantId, EntrantId], number: int = 1, bye: EntrantId | None = None
) -> ChangePairing:
    return ChangePairing(round=number, boards=boards, bye=bye, reason=Sealed("agreed"))


def test_a_changed_draft_keeps_the_games_that_stay_and_the_engines_answer() -> None:
    events = (*START, drafted(1, (ANA, CARL), (DORA, BEA)))
    scene = given(*events).when(change((ANA, CARL), (BEA, DORA)))
    (event,) = scene.then()
    assert isinstance(event, DraftChanged)
    assert [game.game for game in event.games] == ["1.1", "1.3"]
    assert [(game.white, game.black) for game in event.engine] == [(ANA, CARL), (DORA, BEA)]
    assert event.reason == "agreed"
    assert scene.state().rounds[0].boards == ((ANA, CARL), (BEA, DORA))


def test_the_publication_of_a_changed_draft_says_what_the_engine_answered() -> None:
    draft = (*START, drafted(1, (ANA, CARL), (DORA, BEA)))
    changed = given(*draft).when(change((ANA, CARL), (BEA, DORA)))
    changed.then()
    (event, *_) = changed.and_then().when(PublishPairings(round=1)).then()
    assert isinstance(event, PairingsPublished)
    assert [(game.white, game.black) for game in event.games] == [(ANA, CARL), (BEA, DORA)]
    assert [(game.white, game.black) for game in event.engine] == [(ANA, CARL), (DORA, BEA)]

    back = changed.and_then().when(change((ANA, CARL), (DORA, BEA)))
    back.then()
    (event, *_) = back.and_then().when(PublishPairings(round=1)).then()
    assert isinstance(event, PairingsPublished)
    assert event.engine == ()


def test_a_published_pairing_is_changed_and_results_stay_with_their_games() -> None:
    events = (*ROUND_1, recorded("1.2", "1-0"))
    scene = given(*events).when(change((DORA, BEA), (CARL, ANA)))
    (event,) = scene.then()
    assert isinstance(event, PairingChanged)
    played = scene.state().rounds[0]
    assert played.games == ("1.2", "1.3")
    assert played.results == bytes([1, 0])
    assert played.version_of(0) == len(events)
    assert scene.and_then().when(RecordResult(game=GameId("1.3"), result="0-1")).then()


def test_an_unchanged_pairing_changes_nothing() -> None:
    assert given(*ROUND_1).when(change(*ROUND_1_BOARDS)).then() == ()


def test_a_bye_can_be_given_to_another() -> None:
    five = (*START[:-1], *entered(EVA), numbered(*FOUR, EVA))
    asked = drafted(1, (ANA, CARL), (DORA, BEA), bye=EVA)
    scene = given(*five, asked).when(change((ANA, CARL), (EVA, BEA), bye=DORA))
    (event,) = scene.then()
    assert isinstance(event, DraftChanged)
    assert [bye.entrant for bye in event.byes] == [DORA]


@pytest.mark.parametrize(
    ("boards", "wrong"),
    [
        (((ANA, CARL),), {BEA, DORA}),
        (((ANA, CARL), (DORA, EVA)), {BEA, EVA}),
        (((ANA, CARL), (DORA, BEA), (ANA, CARL)), {ANA, CARL}),
    ],
)
def test_everybody_who_was_paired_stays_exactly_once(
    boards: tuple[tuple[EntrantId, EntrantId], ...], wrong: set[EntrantId]
) -> None:
    with pytest.raises(IllegalPairing) as refused:
        given(*ROUND_1).when(change(*boards)).then()
    assert set(refused.value.fields["entrants"]) == wrong


def test_a_pairing_is_not_changed() -> None:
    with pytest.raises(RoundHasResults):
        given(*ROUND_1, recorded("1.1", "1-0")).when(change((CARL, ANA), (DORA, BEA))).then()
    with pytest.raises(RoundIsClosed):
        given(*AFTER_1, RoundClosed(round=1)).when(change((CARL, ANA), (DORA, BEA))).then()
    with pytest.raises(NotTheLastRound):
        given(*ROUND_2).when(change((CARL, ANA), (DORA, BEA))).then()


# --- closing -----------------------------------------------------------------------------------


def test_a_round_is_closed_and_reopened() -> None:
    closed = given(*AFTER_1).when(CloseRound(round=1))
    assert closed.then() == (RoundClosed(round=1),)
    after = closed.and_then()
    assert after.when(CloseRound(round=1)).then() == ()
    assert after.when(ReopenRound(round=1)).then() == (RoundReopened(round=1),)
    reopened = after.when(ReopenRound(round=1)).and_then()
    assert reopened.when(CloseRound(round=1)).then() == (RoundClosed(round=1),)


def test_closing_is_refused() -> None:
    with pytest.raises(GamesOpen):
        given(*ROUND_1).when(CloseRound(round=1)).then()
    with pytest.raises(RoundNotPublished):
        given(*DRAFT_1).when(CloseRound(round=1)).then()
    with pytest.raises(RoundNotClosed):
        given(*AFTER_1).when(ReopenRound(round=1)).then()
    with pytest.raises(LaterRoundPaired):
        given(*AFTER_1, RoundClosed(round=1), published(2, (BEA, ANA), (CARL, DORA))).when(
            ReopenRound(round=1)
        ).then()


def test_a_tournament_is_finished_and_reopened() -> None:
    last = (*AFTER_2, published(3, (ANA, DORA), (BEA, CARL)))
    done = (*last, recorded("3.1", "1-0"), recorded("3.2", "1-0"), RoundClosed(round=3))
    scene = given(*done).when(FinishTournament())
    assert scene.then() == (TournamentFinished(),)
    after = scene.and_then()
    assert after.when(FinishTournament()).then() == ()
    reopened = after.when(ReopenTournament())
    assert reopened.then() == (TournamentReopened(),)
    assert not reopened.state().finished


def test_a_tournament_is_not_finished() -> None:
    last = (*AFTER_2, published(3, (ANA, DORA), (BEA, CARL)))
    with pytest.raises(RoundsMissing):
        given(*AFTER_2).when(FinishTournament()).then()
    with pytest.raises(RoundsMissing):
        given(*START).when(FinishTournament()).then()
    with pytest.raises(GamesOpen):
        given(*last).when(FinishTournament()).then()
    with pytest.raises(NotFinished):
        given(*last).when(ReopenTournament()).then()


def test_a_reason_may_be_left_out() -> None:
    assert Sealed("") == NOTHING_SAID
    assert hash(NOTHING_SAID) == hash(Sealed(""))
    assert repr(Sealed("x")) == "Sealed('x')"
    assert Sealed("x") != "x"


def test_taking_a_pairing_back_reopens_the_round_that_it_closed() -> None:
    paired = given(*AFTER_1).when(PairRound(round=2))
    events = paired.then()
    assert isinstance(events[0], RoundClosed)
    undone = given(*AFTER_1, *events).when(UnpairRound(round=2, reopens=True))
    assert undone.then() == (DraftDiscarded(round=2), RoundReopened(round=1))
    assert undone.state().rounds == folded(*AFTER_1).rounds
    published = (*AFTER_1, RoundClosed(round=1), *ROUND_2[len(AFTER_1) :])
    scene = given(*published).when(UnpairRound(round=2, reopens=True))
    assert scene.then() == (RoundUnpaired(round=2), RoundReopened(round=1))
    # without it, or where the round before is not closed, it stays as it is
    assert given(*published).when(UnpairRound(round=2)).then() == (RoundUnpaired(round=2),)
    assert given(*ROUND_2).when(UnpairRound(round=2, reopens=True)).then() == (
        RoundUnpaired(round=2),
    )
    assert given(*DRAFT_1).when(UnpairRound(round=1, reopens=True)).then() == (
        DraftDiscarded(round=1),
    )
