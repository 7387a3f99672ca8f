"""Tables as text: each figure, columns for a terminal, and CSV that no spreadsheet calculates."""

from fractions import Fraction
from typing import Any, NamedTuple

import msgspec
import pytest

from planilla.presentation.tables import (
    aligned,
    as_csv,
    csv_of,
    figure_text,
    number,
    text_lines,
    words_in,
)
from planilla.projections.table import Figure, TableColumn


class Ranked(NamedTuple):
    """A row of an invented table."""

    place: int
    score: int


class Member(msgspec.Struct, kw_only=True):
    """A row of a download."""

    name: str
    over: bool


@pytest.mark.parametrize(
    ("kind", "value", "written"),
    [
        pytest.param(Figure.POINTS, 7, "3½", id="points in halves"),
        pytest.param(Figure.DECIMAL, 245, "2,45", id="hundredths"),
        pytest.param(Figure.CHANGE, -1080, "−10,8", id="a fall"),
        pytest.param(Figure.CHANGE, 340, "+3,4", id="a rise"),
        pytest.param(Figure.MONEY, 46_650, "466,50 EUR", id="cents"),
        pytest.param(Figure.CHANCE, Fraction(0), "0\u00a0%", id="a chance that is none"),
        pytest.param(Figure.PLACES, Fraction(2, 3), "66,7\u00a0%", id="the chance of a place"),
        pytest.param(Figure.PLACES, Fraction(0), "–", id="a place out of reach"),
        pytest.param(Figure.RATING, 2104, "2104", id="a rating"),
        pytest.param(Figure.RATING, 0, "–", id="no rating"),
        pytest.param(Figure.NUMBER, 12, "12", id="a number"),
        pytest.param(Figure.NUMBER, None, "–", id="nothing"),
    ],
)
def test_each_figure_is_written_as_its_kind_in_the_language(
    kind: Figure, value: Any, written: str
) -> None:
    assert figure_text("es", kind, value, 2, "EUR") == written


def test_a_table_of_a_view_has_its_labels_and_its_figures_in_columns() -> None:
    columns = (
        TableColumn("place", Figure.NUMBER, label="page.col.place"),
        TableColumn("score", Figure.POINTS, label="page.col.points"),
    )
    rows = [Ranked(1, 21), Ranked(2, 5)]
    assert list(text_lines("en", columns, rows, unit=2)) == [
        "Place  Pts",
        "    1  10½",
        "    2   2½",
    ]


def test_words_stand_to_the_left_figures_to_the_right() -> None:
    rows = [["", "games", "note"], ["Ana", "12"], ["Bartomeu", "3", "late"]]
    assert list(aligned(rows, left={0, 2})) == [
        "          games  note",
        "Ana          12",
        "Bartomeu      3  late",
    ]


def test_columns_with_words_are_told_from_those_of_whole_numbers() -> None:
    assert words_in([["Ana", "12", "–", "-3"], ["Bea", "7", "W", "4"]]) == {0, 2}


def test_nobody_is_a_table_without_rows() -> None:
    assert list(aligned([])) == []
    assert as_csv([]) == "\ufeff\r\n"


def test_a_spreadsheet_takes_no_name_for_a_formula() -> None:
    rows = [Member(name="=1+1", over=True), Member(name="Ana, Alba", over=False)]
    assert as_csv(rows) == '\ufeffname,over\r\n\'=1+1,1\r\n"Ana, Alba",0\r\n'


def test_numbers_of_a_file_are_exact_as_far_as_they_end() -> None:
    cases = {
        Fraction(29, 2): "14.5",
        Fraction(-1080, 100): "-10.8",
        Fraction(82, 3): "27.33",
        Fraction(200, 3): "66.67",
        Fraction(7): "7",
    }
    assert {value: str(number(value)) for value in cases} == cases


def test_a_number_below_zero_is_no_formula() -> None:
    assert csv_of(["a", "b"], [[number(Fraction(-7, 2)), "-x"]]) == "\ufeffa,b\r\n-3.5,'-x\r\n"
