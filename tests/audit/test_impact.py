"""What a command would bring: boards, rounds, numbers, tables, and whom it concerns."""

from msgspec.structs import replace

from audit.test_masnou_replay import played as hall_of
from dsl.tournaments import (
    AFTER_1,
    ANA,
    BEA,
    CARL,
    DORA,
    FOUR,
    NOTHING_SAID,
    ROUND_1,
    ROUND_1_BOARDS,
    START,
    drafted,
    facts,
    folded,
    numbered,
    published,
)
from planilla.audit.compare import AmountDifference, EntrantDifference
from planilla.audit.impact import (
    OnBoard,
    PublishedBoardDifference,
    RoundStatusDifference,
    SeatingDifference,
    TableDifference,
    impact,
)
from planilla.domain.tournament.byes import ByeCorrected, RequestBye
from planilla.domain.tournament.closing import TournamentFinished, TournamentReopened
from planilla.domain.tournament.command import Command
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.corrections import CorrectResult
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.drafting import UnpairRound
from planilla.domain.tournament.event import DecidedByLot, Event
from planilla.domain.tournament.pairings import PairRound, PublishPairings
from planilla.domain.tournament.prizes import PrizesShared
from planilla.domain.tournament.results import RecordResult
from planilla.domain.tournament.values import GrantedBye, Payout, SharedBy
from planilla.domain.vocabulary import ByeKind, GameId

AT = 10**15


def after(log: tuple[Event, ...], command: Command, lot: int = 0) -> tuple[Event, ...]:
    return decide(folded(*log), command, DecisionContext(at=AT, lot=lot))


def test_a_result_is_another_on_its_board_and_its_players_are_told() -> None:
    log = AFTER_1
    command = CorrectResult(game=GameId("1.1"), result="½-½", corrects=8, reason=NOTHING_SAID)
    found = impact(facts(*log), after(log, command), at=AT)
    game = OnBoard(game=GameId("1.1"), white=ANA, black=CARL, result="1-0")
    assert found.boards == (
        PublishedBoardDifference(round=1, board=1, before=game, after=replace(game, result="½-½")),
    )
    assert (found.head, found.version, found.concerned) == (9, 10, (ANA, CARL))
    assert (found.rounds, found.numbers, found.hall, found.finished) == ((), (), None, None)


def test_a_round_taken_back_leaves_no_board() -> None:
    found = impact(facts(*ROUND_1), after(ROUND_1, UnpairRound(round=1)), at=AT)
    assert found.rounds == (RoundStatusDifference(round=1, before="published", after=None),)
    assert [change.after for change in found.boards] == [None, None]
    assert found.concerned == FOUR


def test_a_draft_is_on_no_board_until_it_is_published() -> None:
    log = (*START, drafted(1, *ROUND_1_BOARDS))
    found = impact(facts(*log), after(log, PublishPairings(round=1)), at=AT)
    assert found.rounds == (RoundStatusDifference(round=1, before="draft", after="published"),)
    assert [change.before for change in found.boards] == [None, None]


def test_a_draw_of_the_colour_says_by_lot_and_keeps_the_rest() -> None:
    """A draft with the colour open: that it would be there is certain, its boards are not shown."""
    log = (replace(START[0], first_colour=None), *START[1:5])
    found = impact(facts(*log), after(log, PairRound(round=1), lot=1), at=AT)
    assert [each.what for each in found.by_lot] == [DecidedByLot.FIRST_COLOUR]
    assert found.rounds == (RoundStatusDifference(round=1, before=None, after="draft"),)
    assert found.boards == ()
    assert found.numbers[0] == EntrantDifference(entrant=ANA, before=None, after=1)


def test_other_numbers_are_told_one_by_one() -> None:
    events = (numbered(BEA, ANA, CARL, DORA),)
    found = impact(facts(*START), events, at=AT)
    assert found.numbers == (
        EntrantDifference(entrant=BEA, before=2, after=1),
        EntrantDifference(entrant=ANA, before=1, after=2),
    )


def test_whose_bye_or_right_to_play_changes_is_told() -> None:
    asked = RequestBye(entrant=DORA, round=2, kind=ByeKind.ZERO_POINT)
    assert impact(facts(*AFTER_1), after(AFTER_1, asked), at=AT).concerned == (DORA,)
    granted = (GrantedBye(entrant=DORA, kind=ByeKind.PAIRING_ALLOCATED),)
    with_bye = replace(published(1, (ANA, CARL)), byes=granted)
    log = (*START, with_bye)
    corrected = ByeCorrected(entrant=DORA, round=1, kind=ByeKind.ZERO_POINT)
    assert impact(facts(*log), (corrected,), at=AT).concerned == (DORA,)


def test_prizes_that_are_shared_say_who_is_paid() -> None:
    shared = PrizesShared(
        by=SharedBy.STANDINGS, currency="EUR", payouts=(Payout(entrant=ANA, amount=900),)
    )
    first = impact(facts(*AFTER_1), (shared,), at=AT).paid
    assert first is not None
    assert (first.changes, first.paid) == (
        (AmountDifference(entrant=ANA, before=0, after=900),),
        False,
    )
    again = replace(shared, payouts=(Payout(entrant=BEA, amount=900),))
    second = impact(facts(*AFTER_1, shared), (again,), at=AT).paid
    assert second is not None
    assert second.changes == (
        AmountDifference(entrant=BEA, before=0, after=900),
        AmountDifference(entrant=ANA, before=900, after=0),
    )
    assert second.paid


def test_a_tournament_that_ends_and_opens_again() -> None:
    ended = impact(facts(*AFTER_1), (TournamentFinished(),), at=AT)
    assert ended.finished is True
    again = impact(facts(*AFTER_1, TournamentFinished()), (TournamentReopened(),), at=AT)
    assert again.finished is False


def test_of_a_corrected_result_at_a_table_it_is_told_who_would_sit_there() -> None:
    """a beat b, a and c play. Had b won, b and c would play, and a wait behind d."""
    run = hall_of("abcd", {"command": "record-result", "body": {"game": "T1.1", "result": "1-0"}})
    game = run.hall.find(GameId("T1.1"))
    assert game is not None
    command = CorrectResult(
        game=GameId("T1.1"), result="0-1", corrects=game.version, reason=NOTHING_SAID
    )
    events = decide(run.state, command, DecisionContext(at=run.state.changed_at + 1))
    found = impact(run.log, events, at=AT)
    assert found.hall is None
    assert found.hall_had == SeatingDifference(
        tables=(TableDifference(table=1, before=("a", "c"), after=("b", "c")),),  # type: ignore[arg-type]
        queue_before=("d", "b"),  # type: ignore[arg-type]
        queue_after=("d", "a"),  # type: ignore[arg-type]
    )


def test_a_result_in_a_hall_moves_tables_and_queue() -> None:
    """a beats b at the one table: a stays with White, c comes, and b waits behind d."""
    run = hall_of("abcd")
    result = RecordResult(game=GameId("T1.1"), result="1-0")
    events = decide(run.state, result, DecisionContext(at=run.state.changed_at + 1))
    found = impact(run.log, events, at=AT)
    assert found.hall == SeatingDifference(
        tables=(TableDifference(table=1, before=("a", "b"), after=("a", "c")),),  # type: ignore[arg-type]
        queue_before=("c", "d"),  # type: ignore[arg-type]
        queue_after=("d", "b"),  # type: ignore[arg-type]
    )
    assert found.concerned == ("a", "b", "c")
