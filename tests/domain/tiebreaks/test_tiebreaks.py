"""What holds for every tie-break: its code, its working, its independence of the numbering."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.crosstables import crosstable, crosstables, relabelled
from planilla.domain.crosstable import Crosstable
from planilla.domain.tiebreaks import TIEBREAKS


@pytest.mark.parametrize("code", TIEBREAKS)
def test_a_tiebreak_bears_the_code_it_is_listed_under(code: str) -> None:
    assert TIEBREAKS[code].code == code
    assert TIEBREAKS[code].name_key == f"tiebreak.{code}"


@given(crosstables(), st.data())
def test_the_terms_add_up_to_the_value(table: Crosstable, data: st.DataObject) -> None:
    some = [seat for seat in range(table.size) if data.draw(st.booleans())]
    tied = tuple(data.draw(st.permutations(some)))
    for code, tiebreak in TIEBREAKS.items():
        added_up = tuple(
            sum(term.value for term in tiebreak.working(table, tied, seat)) for seat in tied
        )
        assert added_up == tiebreak.values(table, tied), code


@given(crosstables())
def test_the_factors_of_a_term_multiply_to_its_value(table: Crosstable) -> None:
    everybody = tuple(range(table.size))
    for code in ("SB", "SB/own", "SB/off"):
        for seat in everybody:
            for term in TIEBREAKS[code].working(table, everybody, seat):
                assert term.factors is not None
                assert term.value == term.factors[0] * term.factors[1]


@given(crosstables(), st.data())
def test_values_do_not_depend_on_the_pairing_numbers(
    table: Crosstable, data: st.DataObject
) -> None:
    new_seats = data.draw(st.permutations(range(table.size)))
    renumbered = relabelled(table, new_seats)
    for code, tiebreak in TIEBREAKS.items():
        before = tiebreak.values(table, tuple(range(table.size)))
        assert tiebreak.values(renumbered, tuple(new_seats)) == before, code


@given(crosstables(), st.data())
def test_who_else_is_tied_changes_nothing_but_direct_encounter(
    table: Crosstable, data: st.DataObject
) -> None:
    everybody = tuple(range(table.size))
    tied = tuple(seat for seat in everybody if data.draw(st.booleans()))
    for code, tiebreak in TIEBREAKS.items():
        if not tiebreak.depends_on_tied:
            column = tiebreak.values(table, everybody)
            assert tiebreak.values(table, tied) == tuple(column[seat] for seat in tied), code


@pytest.mark.parametrize(
    ("code", "in_halves", "in_thirds"),
    [("PS", 2, 1), ("BH", 2, 1), ("SB", 4, 1), ("DE", 2, 1), ("WIN", 1, 1), ("WON", 1, 1)],
)
def test_the_unit_follows_from_the_point_system(code: str, in_halves: int, in_thirds: int) -> None:
    assert TIEBREAKS[code].unit(crosstable(2)) == in_halves
    assert TIEBREAKS[code].unit(crosstable(2, point_system="3-1-0")) == in_thirds
