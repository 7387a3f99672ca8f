"""Round robin: the printed Berger tables, and every other size."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.dutch_worlds import swiss_golden
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.closed.berger import rounds_for
from planilla.domain.pairing.system import Pairing
from planilla.domain.vocabulary import ByeKind, Colour

TABLES = range(4, 31, 2)


def schedule(size: int) -> tuple[Pairing, ...]:
    rounds = range(1, rounds_for(size) + 1)
    return tuple(SYSTEMS["round-robin"].scheduled(size, each, Colour.BLACK) for each in rounds)


def table(size: int) -> list[list[tuple[int, int]]]:
    golden = swiss_golden("roundrobin", f"berger_{size - 1:02}_{size:02}.json")
    return [[(white, black) for white, black in boards] for boards in golden["rounds"]]


@pytest.mark.parametrize("size", TABLES)
def test_an_even_number_plays_the_printed_table(size: int) -> None:
    rounds = schedule(size)
    assert [[(w + 1, b + 1) for w, b in round_.boards] for round_ in rounds] == table(size)
    assert all(round_.byes == () for round_ in rounds)


@pytest.mark.parametrize("size", TABLES)
def test_an_odd_number_is_free_against_the_last_number(size: int) -> None:
    for round_, boards in zip(schedule(size - 1), table(size), strict=True):
        free = next(min(pair) for pair in boards if size in pair)
        assert round_.byes == ((free - 1, ByeKind.ZERO_POINT),)
        assert round_.explanation.steps[0].bye == free - 1
        assert [(w + 1, b + 1) for w, b in round_.boards] == [
            pair for pair in boards if size not in pair
        ]


@given(st.integers(2, 60))
def test_everybody_meets_everybody_once(size: int) -> None:
    rounds = schedule(size)
    assert len(rounds) == rounds_for(size)
    met = [frozenset(board) for round_ in rounds for board in round_.boards]
    assert len(met) == len(set(met)) == size * (size - 1) // 2
    for round_ in rounds:
        seats = [seat for board in round_.boards for seat in board]
        seats += [seat for seat, _ in round_.byes]
        assert sorted(seats) == list(range(size))


@given(st.integers(2, 40))
def test_whites_and_blacks_differ_by_one_at_most(size: int) -> None:
    boards = [board for round_ in schedule(size) for board in round_.boards]
    for seat in range(size):
        whites = sum(white == seat for white, _ in boards)
        blacks = sum(black == seat for _, black in boards)
        assert abs(whites - blacks) <= 1


def test_fewer_than_three_have_a_schedule_too() -> None:
    assert schedule(0) == ()
    (alone,) = schedule(1)
    assert (alone.boards, alone.byes) == ((), ((0, ByeKind.ZERO_POINT),))
    (duel,) = schedule(2)
    assert (duel.boards, duel.byes) == (((0, 1),), ())


def test_every_board_says_that_the_table_gave_it() -> None:
    boards = schedule(4)[0].explanation.steps[0].boards
    assert {(board.meeting, board.colour_rule) for board in boards} == {("table", "Berger")}
