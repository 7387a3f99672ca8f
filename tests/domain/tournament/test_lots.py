"""Lots by computer, by hand and from the national lottery."""

import pytest
from hypothesis import given as hypothesis_given
from hypothesis import strategies as st
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
    START,
    given,
    published,
    recorded,
)
from planilla.domain.chance import GENERATOR, order_by_lot
from planilla.domain.standings import standings
from planilla.domain.tournament.crosstables import for_standings
from planilla.domain.tournament.lots import (
    Draw,
    DrawLots,
    DrawnLot,
    LotsDoNotFit,
    LotsDrawn,
    NobodyToDraw,
    NoLotteryFigure,
    order_by_lottery,
)
from planilla.domain.tournament.personal import Personal
from planilla.domain.tournament.refusal import EntrantTwice, NoSuchEntrant, Refusal
from planilla.domain.vocabulary import EntrantId

NAMES = {
    ANA: Personal(name="Zafra, Ana"),
    BEA: Personal(name="Moreno, Bea"),
    CARL: Personal(name="Moreno Abad, Carl"),
    DORA: Personal(name="Abad, Dora"),
}
IN_ALPHABET = (DORA, BEA, CARL, ANA)


def lots(*entrants: EntrantId) -> tuple[DrawnLot, ...]:
    return tuple(DrawnLot(entrant=each, number=place) for place, each in enumerate(entrants, 1))


def test_the_machine_draws_among_all_and_the_lot_is_recorded() -> None:
    drawn = tuple(FOUR[place] for place in order_by_lot(11, 4))
    assert given(*START).when(DrawLots(), lot=11).then() == (
        LotsDrawn(draw=Draw.MACHINE, lots=lots(*drawn), lot=11, generator=GENERATOR),
    )


def test_the_machine_draws_among_some_in_the_order_of_their_numbers() -> None:
    one = given(*START).when(DrawLots(entrants=(CARL, ANA)), lot=3).then()
    other = given(*START).when(DrawLots(entrants=(ANA, CARL)), lot=3).then()
    assert one == other
    (drawn,) = one
    assert isinstance(drawn, LotsDrawn)
    assert {each.entrant for each in drawn.lots} == {ANA, CARL}


def test_numbers_drawn_by_hand_are_kept_as_they_were() -> None:
    command = DrawLots(draw=Draw.HAND, entrants=(ANA, BEA), numbers=(8, 3))
    drawn = LotsDrawn(
        draw=Draw.HAND, lots=(DrawnLot(entrant=BEA, number=3), DrawnLot(entrant=ANA, number=8))
    )
    assert given(*START).when(command).then() == (drawn,)
    assert given(*START, drawn).when(command).then() == ()


def test_who_draws_again_has_the_new_number() -> None:
    again = LotsDrawn(draw=Draw.HAND, lots=(DrawnLot(entrant=BEA, number=9),))
    state = given(*START, LotsDrawn(draw=Draw.HAND, lots=lots(*FOUR)), again).state()
    assert state.lots == {ANA: 1, BEA: 9, CARL: 3, DORA: 4}
    assert for_standings(state).lots == (1, 9, 3, 4)


def test_who_has_drawn_nothing_is_behind_all_who_did() -> None:
    some = LotsDrawn(draw=Draw.HAND, lots=lots(CARL, DORA))
    assert for_standings(given(*START, some).state()).lots == (3, 3, 1, 2)
    assert for_standings(given(*START).state()).lots == ()


@pytest.mark.parametrize(
    ("figure", "order"),
    [
        pytest.param(0, (DORA, BEA, CARL, ANA), id="0: the first begins"),
        pytest.param(3, (ANA, DORA, BEA, CARL), id="3: the fourth begins, then from the top"),
        pytest.param(6, (CARL, ANA, DORA, BEA), id="6 modulo 4 is 2: the third begins"),
        pytest.param(8, (DORA, BEA, CARL, ANA), id="8 modulo 4 is 0"),
    ],
)
def test_the_last_figure_of_the_lottery_gives_the_order_of_the_tied(
    figure: int, order: tuple[EntrantId, ...]
) -> None:
    """Nobody has played: all four are tied. One surname comes before the same with a second."""
    command = DrawLots(draw=Draw.LOTTERY, figure=figure)
    assert given(*START).when(command, people=NAMES).then() == (
        LotsDrawn(draw=Draw.LOTTERY, lots=lots(*order), figure=figure),
    )


def test_each_group_of_tied_has_its_own_order_from_the_same_figure() -> None:
    """Ana and Bea have a point, Carl and Dora none: with 1 the second of each pair begins."""
    command = DrawLots(draw=Draw.LOTTERY, figure=1)
    (drawn,) = given(*AFTER_1).when(command, people=NAMES).then()
    assert drawn == LotsDrawn(draw=Draw.LOTTERY, lots=lots(ANA, BEA, CARL, DORA), figure=1)


def test_the_arbiter_may_say_who_is_tied() -> None:
    command = DrawLots(draw=Draw.LOTTERY, figure=1, entrants=(DORA, ANA, BEA))
    (drawn,) = given(*AFTER_1).when(command, people=NAMES).then()
    assert drawn == LotsDrawn(draw=Draw.LOTTERY, lots=lots(BEA, ANA, DORA), figure=1)


def test_equal_names_are_ordered_by_their_numbers() -> None:
    command = DrawLots(draw=Draw.LOTTERY, figure=0, entrants=(BEA, ANA))
    (drawn,) = given(*START).when(command).then()
    assert drawn == LotsDrawn(draw=Draw.LOTTERY, lots=lots(ANA, BEA), figure=0)


@hypothesis_given(st.integers(0, 9), st.integers(1, 12))
def test_the_lottery_keeps_everybody_and_the_circle(figure: int, size: int) -> None:
    group = tuple(EntrantId(f"e{number}") for number in range(size))
    order = order_by_lottery(group, figure)
    start = order.index(group[0])
    assert (*order[start:], *order[:start]) == group
    assert order[0] == group[figure % size]


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        pytest.param(DrawLots(entrants=(EVA,)), NoSuchEntrant, id="somebody unknown"),
        pytest.param(DrawLots(entrants=(ANA, ANA)), EntrantTwice, id="somebody twice"),
        pytest.param(DrawLots(entrants=(ANA,)), NobodyToDraw, id="one alone"),
        pytest.param(
            DrawLots(draw=Draw.HAND, entrants=(ANA, BEA), numbers=(1,)), LotsDoNotFit, id="too few"
        ),
        pytest.param(
            DrawLots(draw=Draw.HAND, entrants=(ANA, BEA), numbers=(2, 2)), LotsDoNotFit, id="equal"
        ),
        pytest.param(
            DrawLots(draw=Draw.HAND, entrants=(ANA, BEA), numbers=(0, 1)), LotsDoNotFit, id="zero"
        ),
        pytest.param(DrawLots(numbers=(1, 2)), LotsDoNotFit, id="numbers for the machine"),
        pytest.param(DrawLots(draw=Draw.HAND), NobodyToDraw, id="nobody by hand"),
        pytest.param(DrawLots(draw=Draw.LOTTERY), NoLotteryFigure, id="no figure"),
        pytest.param(DrawLots(draw=Draw.LOTTERY, figure=10), NoLotteryFigure, id="two figures"),
        pytest.param(DrawLots(figure=1), NoLotteryFigure, id="a figure for the machine"),
    ],
)
def test_a_draw_is_refused(command: DrawLots, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        given(*START).when(command).then()


def test_where_nobody_is_tied_the_lottery_has_nobody_to_draw() -> None:
    """Bea 2, Ana 1½, Dora 1, Carl ½: no tie-break is even asked."""
    results = (recorded("1.1", "1-0"), recorded("1.2", "0-1"))
    second = published(2, (BEA, CARL), (ANA, DORA))
    last = (recorded("2.1", "1-0"), recorded("2.2", "½-½"))
    third = (published(3, (CARL, DORA)), recorded("3.1", "½-½"))
    events = (*AFTER_1[:-2], *results, second, *last, *third)
    with pytest.raises(NobodyToDraw):
        given(*events).when(DrawLots(draw=Draw.LOTTERY, figure=1)).then()


@pytest.mark.parametrize("edition", ["libro", "fide-2026-03"])
def test_the_tiebreak_by_lots_puts_the_smaller_number_ahead(edition: str) -> None:
    """Ana and Bea have a point, Carl and Dora none; Dora drew 2, the others 3, 1 and 4."""
    announced = replace(CREATED, tiebreaks=("LOTS",), tiebreak_edition=edition)
    numbers = DrawLots(draw=Draw.HAND, entrants=FOUR, numbers=(3, 1, 4, 2))
    state = given(announced, *AFTER_1[1:]).when(numbers).state()
    rows = standings(for_standings(state), state.announced)
    assert [(state.order[row.seat], row.rank) for row in rows] == [
        (BEA, 1),
        (ANA, 2),
        (DORA, 3),
        (CARL, 4),
    ]


def test_before_lots_are_drawn_the_tied_share_their_place() -> None:
    announced = replace(CREATED, tiebreaks=("LOTS",))
    state = given(announced, *AFTER_1[1:]).state()
    rows = standings(for_standings(state), state.announced)
    assert [row.rank for row in rows] == [1, 1, 3, 3]
