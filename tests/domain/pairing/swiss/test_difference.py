"""The first difference of another pairing from that of a list system, one case for each kind."""

from dsl.crosstables import crosstable
from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import Difference, Explanation, Pairing, PairingInput
from planilla.domain.vocabulary import ByeKind

# 1 beat 2 and 3 beat 4: 1-3 and 2-4, the higher ranked with Black, who had White before.
PLAYED = crosstable(4, "1 2 1-0, 3 4 1-0")


def difference(
    table: Crosstable, *boards: tuple[Seat, Seat], bye: Seat | None = None
) -> Difference | None:
    other = Pairing(
        boards=boards,
        byes=() if bye is None else ((bye, ByeKind.PAIRING_ALLOCATED),),
        explanation=Explanation(system="by hand"),
    )
    compare = SYSTEMS["monrad"].compare
    assert compare is not None
    return compare(PairingInput(crosstable=table, present=tuple(range(table.size))), other)


def test_the_own_pairing_differs_in_nothing_whatever_the_order_of_its_boards() -> None:
    own = SYSTEMS["monrad"].answer(PairingInput(crosstable=PLAYED, present=(0, 1, 2, 3)))
    assert isinstance(own, Pairing)
    assert difference(PLAYED, *own.boards) is None
    assert difference(PLAYED, *reversed(own.boards)) is None


def test_a_second_meeting_breaks_an_absolute_rule() -> None:
    found = difference(PLAYED, (0, 1), (2, 3))
    assert found == Difference(article="absolute-rule", points=0, seats=(0, 1))


def test_another_pair_comes_later_in_the_order() -> None:
    # 1 takes 3 before 4.
    found = difference(PLAYED, (0, 3), (2, 1))
    assert found is not None
    assert (found.article, set(found.seats)) == ("pair-order", {0, 2})


def test_other_colours_have_the_article_that_gave_them() -> None:
    own = SYSTEMS["monrad"].answer(PairingInput(crosstable=PLAYED, present=(0, 1, 2, 3)))
    assert isinstance(own, Pairing)
    (first, *others) = own.boards
    found = difference(PLAYED, first[::-1], *others)
    assert found is not None
    assert (found.article, found.seats) == ("E4", first)


def test_another_bye_is_named() -> None:
    found = difference(crosstable(3), (0, 2), bye=1)
    assert found == Difference(article="bye-order", points=0, seats=(2, 1))


def test_without_a_pairing_there_is_no_difference() -> None:
    assert difference(crosstable(2, "1 2 1-0"), (0, 1)) is None
