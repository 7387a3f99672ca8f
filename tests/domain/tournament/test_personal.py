"""Names in the alphabet, and ages at a moment."""

from datetime import UTC, datetime

import pytest

from planilla.domain.tournament.personal import (
    NOBODY,
    Personal,
    age_at,
    alphabetical,
    person_of,
)
from planilla.domain.vocabulary import EntrantId


def at(year: int, month: int, day: int) -> int:
    return int(datetime(year, month, day, 12, tzinfo=UTC).timestamp()) * 1_000_000


def test_names_go_by_surnames_and_then_by_the_given_name() -> None:
    in_order = [
        "Abad, Zoe",
        "Ábalos, Ana",
        "García, Zoe",
        "García López, Ana",
        "García López, Bea",
        "García-Mora, Ana",
        "Muntaner, Luis",
        "Muñoz, Ana",
        "Nadal, Eva",
        "Ñíguez, Eva",
        "O'Higgins, Paz",
        "Oliva, Paz",
    ]
    assert sorted({*in_order}, key=alphabetical) == in_order


def test_a_name_without_a_comma_is_read_as_it_stands() -> None:
    assert alphabetical("Ana  García") == ("ana garcia", "")


@pytest.mark.parametrize(
    ("birth", "age"),
    [
        pytest.param("2008-11-22", 18, id="the birthday itself"),
        pytest.param("2008/11/23", 17, id="the day before"),
        pytest.param("2008.11.21", 18, id="the day after"),
        pytest.param("2008", 17, id="the year alone: its last day"),
        pytest.param("2008/00/00", 17, id="a year as tournament files write it"),
        pytest.param("2007", 18, id="the year before"),
        pytest.param("", None, id="not known"),
        pytest.param("long ago", None, id="not a date"),
    ],
)
def test_an_age_in_completed_years(birth: str, age: int | None) -> None:
    assert age_at(birth, at(2026, 11, 22)) == age


def test_of_somebody_erased_nothing_is_known() -> None:
    people = {EntrantId("ana"): Personal(name="Ana")}
    assert person_of(people, EntrantId("ana")).name == "Ana"
    assert person_of(people, EntrantId("bea")) == NOBODY
