"""The first difference of another pairing from that of a list system, one case for each kind."""

from msgspec.structs import replace

from dsl.crosstables import crosstable
from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import Difference, Explanation, Pairing, PairingInput
from planilla.domain.vocabulary import ByeKind

# 1 beat 2 and 3 beat 4: 1-3 and 2-4, the higher ranked with Black, who had White before.
PLAYED = crosstable(4, "1 2 1-0, 3 4 1-0")


def difference(
    table: Crosstable,
    *boards: tuple[Seat, Seat],
    bye: Seat | None = None,
    system: str = "monrad",
) -> Difference | None:
    other = Pairing(
        boards=boards,
        byes=() if bye is None else ((bye, ByeKind.PAIRING_ALLOCATED),),
        explanation=Explanation(system="by hand"),
    )
    compare = SYSTEMS[system].compare
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


def by_burstein(played: str, *boards: tuple[Seat, Seat]) -> Difference | None:
    """With one planned round there are no seeding rounds."""
    table = replace(crosstable(2 * len(boards), played), rounds_planned=1)
    return difference(table, *boards, system="swiss-burstein-2026")


def test_a_pair_that_was_passed_over_has_the_article_against_it() -> None:
    # All have half a point and the same index. 1 and 4 had White, so that 1-4, which comes first,
    # gives up a colour; 1-3 and 2-4 give up none.
    found = by_burstein("1 2 ½-½, 4 3 ½-½", (3, 0), (1, 2))
    assert found == Difference(article="C8", points=1, seats=(0, 3), other=1)


def test_an_opponent_who_comes_after_the_one_passed_over_has_the_order() -> None:
    # 1, 4 and 6 had White: 1-6 gives up a colour, and 1 meets 5, then 2-6 and 3-4.
    found = by_burstein("1 2 ½-½, 6 3 ½-½, 4 5 ½-½", (2, 0), (1, 3), (4, 5))
    assert found == Difference(article="pair-order", points=1, seats=(4, 0))


def test_a_board_for_which_nobody_was_passed_over_has_the_order() -> None:
    # Without games the first meets the last: 1-6, 2-5, 3-4.
    table = replace(crosstable(6), rounds_planned=1)
    found = difference(table, (0, 4), (5, 1), (2, 3), system="swiss-burstein-2026")
    assert found == Difference(article="pair-order", points=0, seats=(0, 5))
