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


@pytest.mark.parametrize("code", TIEBREAKS)
@given(data=st.data(), table=crosstables())
def test_the_terms_add_up_to_the_value(code: str, table: Crosstable, data: st.DataObject) -> None:
    tied = tuple(
        data.draw(st.lists(st.sampled_from(range(table.size)), unique=True)) if table.size else ()
    )
    tiebreak = TIEBREAKS[code]
    added_up = tuple(
        sum(term.value for term in tiebreak.working(table, tied, seat)) for seat in tied
    )
    assert added_up == tiebreak.values(table, tied)


@pytest.mark.parametrize("code", TIEBREAKS)
@given(data=st.data(), table=crosstables())
def test_values_do_not_depend_on_the_pairing_numbers(
    code: str, table: Crosstable, data: st.DataObject
) -> None:
    new_seats = data.draw(st.permutations(range(table.size)))
    values = TIEBREAKS[code].values
    assert values(relabelled(table, new_seats), tuple(new_seats)) == values(
        table, tuple(range(table.size))
    )


@pytest.mark.parametrize(
    "code", [code for code, each in TIEBREAKS.items() if not each.depends_on_tied]
)
@given(data=st.data(), table=crosstables())
def test_who_else_is_tied_changes_nothing(
    code: str, table: Crosstable, data: st.DataObject
) -> None:
    everybody = tuple(range(table.size))
    tied = tuple(seat for seat in everybody if data.draw(st.booleans()))
    values = TIEBREAKS[code].values
    assert values(table, tied) == tuple(values(table, everybody)[seat] for seat in tied)


@pytest.mark.parametrize(
    ("code", "in_halves", "in_thirds"),
    [("PS", 2, 1), ("BH", 2, 1), ("SB", 4, 1), ("DE", 2, 1), ("WIN", 1, 1), ("WON", 1, 1)],
)
def test_the_unit_follows_from_the_point_system(code: str, in_halves: int, in_thirds: int) -> None:
    assert TIEBREAKS[code].unit(crosstable(2)) == in_halves
    assert TIEBREAKS[code].unit(crosstable(2, point_system="3-1-0")) == in_thirds
