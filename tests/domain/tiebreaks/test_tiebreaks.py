"""What holds for every tie-break: its code, its working, its independence of the numbering."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.crosstables import crosstable, crosstables, relabelled
from dsl.tiebreaking import BOOK, codes_of_individuals, column, working
from planilla.domain.crosstable import Crosstable
from planilla.domain.tiebreaks import EDITIONS, tiebreak_of, unit_of
from planilla.domain.tiebreaks.contest import contest_of

EVERY = [(edition, code) for edition in EDITIONS for code in codes_of_individuals(edition)]
BY_NUMBER = ("TPN", "TPN/R", "LOTS")


@pytest.mark.parametrize(("edition", "code"), EVERY)
def test_a_tiebreak_bears_its_code(edition: str, code: str) -> None:
    assert tiebreak_of(code, edition).code == code


@given(crosstables(), st.data())
def test_the_working_comes_to_the_value(table: Crosstable, data: st.DataObject) -> None:
    some = [seat for seat in range(table.size) if data.draw(st.booleans())]
    tied = tuple(data.draw(st.permutations(some)))
    contest = contest_of(table)
    for edition, code in EVERY:
        tiebreak = tiebreak_of(code, edition)
        if tiebreak.applies(contest):
            unit = tiebreak.unit(contest)
            for seat, value in zip(tied, tiebreak.values(contest, tied), strict=True):
                worked = tiebreak.working(contest, tied, seat).value
                assert worked == Fraction(value, unit), (edition, code)


@given(crosstables())
def test_the_factors_of_a_term_multiply_to_its_value(table: Crosstable) -> None:
    for code in ("SB", "SB/own", "SB/off"):
        for seat in range(table.size):
            for term in working(code, table, seat).terms:
                assert term.factors is not None
                assert term.value == term.factors[0] * term.factors[1]


@given(crosstables(), st.data())
def test_values_do_not_depend_on_the_pairing_numbers(
    table: Crosstable, data: st.DataObject
) -> None:
    new_seats = data.draw(st.permutations(range(table.size)))
    renumbered = relabelled(table, new_seats)
    for edition, code in EVERY:
        if code not in BY_NUMBER and tiebreak_of(code, edition).applies(contest_of(table)):
            before = column(code, table, edition=edition)
            assert column(code, renumbered, new_seats, edition) == before, (edition, code)


@given(crosstables(), st.data())
def test_who_else_is_tied_changes_nothing_but_what_says_so(
    table: Crosstable, data: st.DataObject
) -> None:
    tied = tuple(seat for seat in range(table.size) if data.draw(st.booleans()))
    for edition, code in EVERY:
        tiebreak = tiebreak_of(code, edition)
        if not tiebreak.depends_on_tied and tiebreak.applies(contest_of(table)):
            everybody = column(code, table, edition=edition)
            some = column(code, table, tied, edition)
            assert some == tuple(everybody[seat] for seat in tied), (edition, code)


@pytest.mark.parametrize(
    ("code", "in_halves", "in_thirds"),
    [("PS", 2, 1), ("BH", 2, 1), ("SB", 4, 1), ("DE", 2, 1), ("WIN", 1, 1), ("WON", 1, 1)],
)
def test_the_unit_follows_from_the_point_system(code: str, in_halves: int, in_thirds: int) -> None:
    assert unit_of(code, BOOK, crosstable(2)) == in_halves
    assert unit_of(code, BOOK, crosstable(2, point_system="3-1-0")) == in_thirds
