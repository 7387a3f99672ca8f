"""The draw of a table: numbers, lot, a given order; what it refuses."""

import pytest
from msgspec.structs import replace

from dsl.tournaments import ANA, BEA, CARL, CREATED, DORA, EVA, FOUR, ROUND_ROBIN, entered, given
from planilla.domain.chance import GENERATOR, order_by_lot
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.table import NoTable, Place
from planilla.domain.tournament.draw import (
    DrawnBy,
    DrawOutdated,
    DrawTable,
    NoTableOfSize,
    OrderNotUsed,
    TableDrawn,
    no_table,
)
from planilla.domain.tournament.lots import NobodyToDraw
from planilla.domain.tournament.numbering import NumberingIncomplete
from planilla.domain.tournament.pairings import PairRound, PublishPairings
from planilla.domain.tournament.refusal import (
    EntrantTwice,
    NoSuchEntrant,
    NotInThisSystem,
    Refusal,
    RoundAlreadyPaired,
)
from planilla.domain.tournament.subjects import RESTATEMENTS
from planilla.domain.vocabulary import EntrantId

LEAGUE = (ROUND_ROBIN, *entered(*FOUR))


def drawn(*by: DrawTable, lot: int = 0) -> TableDrawn:
    (event,) = given(*LEAGUE).when(*by or (DrawTable(),), lot=lot).then()
    assert isinstance(event, TableDrawn)
    return event


def test_a_draw_by_numbers_keeps_the_order_of_the_pairing_list() -> None:
    event = drawn()
    assert (event.order, event.by, event.lot) == (FOUR, DrawnBy.NUMBERS, None)
    assert event.table.rounds[0] == ((Place(1), Place(4)), (Place(2), Place(3)))


def test_a_draw_by_lot_records_the_lot_and_its_generator() -> None:
    event = drawn(DrawTable(by=DrawnBy.LOT), lot=11)
    assert event.order == tuple(FOUR[place] for place in order_by_lot(11, 4))
    assert (event.lot, event.generator, event.drawn_among) == (11, GENERATOR, event.order)


def test_a_draw_in_a_given_order_gives_the_first_number_one() -> None:
    order = (DORA, CARL, BEA, ANA)
    command = DrawTable(by=DrawnBy.ORDER, order=order)
    assert given(*LEAGUE).when(command).state().order == order


def test_the_rounds_are_read_from_the_table_that_was_drawn() -> None:
    command = DrawTable(by=DrawnBy.ORDER, order=(DORA, CARL, BEA, ANA))
    played = given(*LEAGUE).when(command).and_then().when(PairRound(round=1)).state().rounds[0]
    assert played.boards == ((DORA, ANA), (CARL, BEA))


def test_a_second_draw_replaces_the_first() -> None:
    once = given(*LEAGUE).when(DrawTable()).and_then()
    order = (DORA, CARL, BEA, ANA)
    again = once.when(DrawTable(by=DrawnBy.ORDER, order=order)).state()
    assert again.order == order
    assert len(again.numberings) == 2


@pytest.mark.parametrize(
    ("order", "refusal"),
    [
        ((ANA, ANA, BEA, CARL), EntrantTwice),
        ((ANA, BEA, CARL, EVA), NoSuchEntrant),
        ((ANA, BEA, CARL), NumberingIncomplete),
    ],
)
def test_an_order_names_everybody_once(
    order: tuple[EntrantId, ...], refusal: type[Refusal]
) -> None:
    with pytest.raises(refusal):
        given(*LEAGUE).when(DrawTable(by=DrawnBy.ORDER, order=order)).then()


@pytest.mark.parametrize("by", [DrawnBy.NUMBERS, DrawnBy.LOT])
def test_an_order_that_would_not_be_used_is_refused(by: DrawnBy) -> None:
    with pytest.raises(OrderNotUsed) as refused:
        given(*LEAGUE).when(DrawTable(by=by, order=FOUR)).then()
    assert refused.value.by is by


@pytest.mark.parametrize("entrants", [(), (ANA,)])
def test_a_draw_needs_two_entrants(entrants: tuple[EntrantId, ...]) -> None:
    with pytest.raises(NobodyToDraw):
        given(ROUND_ROBIN, *entered(*entrants)).when(DrawTable()).then()


def test_a_system_without_a_table_has_no_draw() -> None:
    with pytest.raises(NotInThisSystem):
        given(CREATED, *entered(*FOUR)).when(DrawTable()).then()


def test_a_draw_is_refused_once_a_round_is_paired() -> None:
    paired = given(*LEAGUE).when(PairRound(round=1)).and_then()
    with pytest.raises(RoundAlreadyPaired):
        paired.when(DrawTable()).then()
    published = paired.when(PublishPairings(round=1)).and_then()
    with pytest.raises(RoundAlreadyPaired):
        published.when(DrawTable()).then()


def test_a_size_without_a_table_is_refused_with_the_sizes_that_exist() -> None:
    players = tuple(EntrantId(f"e{number}") for number in range(21))
    created = replace(ROUND_ROBIN, system_name="nagarajan")
    with pytest.raises(NoTableOfSize) as refused:
        given(created, *entered(*players)).when(DrawTable()).then()
    assert (refused.value.smallest, refused.value.largest) == (3, 20)


def test_a_size_below_the_least_is_refused_with_the_least() -> None:
    refusal = no_table(SYSTEMS["round-robin"], 1, NoTable("players", 1, least=2))
    assert (refusal.smallest, refusal.largest) == (2, 2)


def test_a_draw_is_outdated_by_a_late_entry() -> None:
    late = entered(EVA)
    scene = given(*LEAGUE).when(DrawTable()).and_then()
    with pytest.raises(DrawOutdated) as refused:
        given(*scene.events, *late).when(PairRound(round=1)).then()
    assert (refused.value.drawn, refused.value.entrants) == (4, 5)


def test_without_an_entrant_the_draw_is_restated_with_a_smaller_table() -> None:
    event = drawn()
    restate = RESTATEMENTS[TableDrawn]
    assert restate(given(*LEAGUE).state(), event) is event
    smaller = restate(given(*LEAGUE[:-1]).state(), event)
    assert isinstance(smaller, TableDrawn)
    assert (smaller.order, smaller.table.size) == (FOUR[:-1], 3)
