"""Lists of players as people paste them."""

import re
import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planilla.domain.tournament.personal import Entered
from planilla.formats.entry_list import (
    LINE_MAX,
    LINES_MAX,
    EntryLine,
    as_table,
    lines_left,
    read_entries,
)
from planilla.presentation.catalogue import CATALOGUES


def understood(text: str) -> list[dict[str, str]]:
    return [line.values for line in read_entries(text)]


def wrong(text: str) -> list[tuple[int, str, str]]:
    return [
        (problem.line, problem.column, problem.code)
        for line in read_entries(text)
        for problem in line.problems
    ]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Ana Alba", {"name": "Ana Alba"}),
        ("Ana  Alba 2100", {"name": "Ana Alba", "rating": "2100"}),
        ("Alba, Ana, 2100", {"name": "Alba, Ana", "rating": "2100"}),
        (
            "Ana Alba; 2100; CAT; WFM",
            {"name": "Ana Alba", "rating": "2100", "federation": "CAT", "title": "WFM"},
        ),
        ("Ana Alba\t2100\tCAT", {"name": "Ana Alba", "rating": "2100", "federation": "CAT"}),
        ('"Alba; Ana";2100', {"name": "Alba; Ana", "rating": "2100"}),
    ],
)
def test_a_line_without_a_head(text: str, values: dict[str, str]) -> None:
    assert understood(text) == [values]


@pytest.mark.parametrize(
    "head", ["Elo;Nombre;Título", "rating,name,title", "Rtg.\tJugador\tTITULO"]
)
def test_a_head_in_either_language_names_the_columns(head: str) -> None:
    mark = next(mark for mark in "\t;," if mark in head)
    text = head + "\n" + mark.join(("2100", "Ana Alba", "FM"))
    assert understood(text) == [{"rating": "2100", "name": "Ana Alba", "title": "FM"}]


@pytest.mark.parametrize("language", CATALOGUES)
def test_columns_as_the_review_names_them_are_read(language: str) -> None:
    columns = {
        "name": "Ana Alba",
        "rating": "2100",
        "federation": "CAT",
        "title": "WFM",
        "club": "Gambito",
        "fide_id": "32012345",
        "birth": "1990",
        "sex": "w",
        "k": "20",
        "arbiter": "IA",
        "categories": "Sub-14",
        "rating_list": "fide 2026-11",
    }
    names = [CATALOGUES[language][f"page.entries.column.{column}"] for column in columns]
    read = understood(";".join(names) + "\n" + ";".join(columns.values()))
    assert [set(line) for line in read] == [set(columns)]


def test_a_head_may_name_the_arbiter_title() -> None:
    assert understood("Nombre;Árbitro\nAna;IA") == [{"name": "Ana", "arbiter": "IA"}]


def test_columns_nobody_knows_are_passed_over() -> None:
    assert understood("Nombre;Mesa;Elo\nAna;7;2100") == [{"name": "Ana", "rating": "2100"}]


def test_empty_lines_count_but_say_nothing() -> None:
    assert [line.line for line in read_entries("\nAna\n\n  \nBea\n")] == [2, 5]
    assert read_entries("") == ()
    assert read_entries(" \n ") == ()


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("Nombre;Elo\n;2100", [(2, "name", "name-missing")]),
        ("x" * 121, [(1, "name", "too-long")]),
        ("Ana\nANA", [(2, "name", "namesake")]),
        ("Ana;dos mil", [(1, "rating", "no-number")]),
        ("Ana;\uff12\uff11\uff10\uff10", [(1, "rating", "no-number")]),
        ("Ana;4001", [(1, "rating", "no-rating")]),
        ("Ana;99999999999", [(1, "rating", "no-rating")]),
        ("Ana\u202eaeB;2100", [(1, "name", "unfit")]),
        ("Ana;2100;CAT;;Club\x07", [(1, "club", "unfit")]),
        ("Nombre;Elo\nAna;2100;CAT", [(2, "", "too-many-columns")]),
    ],
)
def test_what_is_wrong_says_line_column_and_why(
    text: str, problems: list[tuple[int, str, str]]
) -> None:
    assert wrong(text) == problems


def here(**values: str) -> Entered:
    """One who is entered already."""
    entered = Entered()
    entered.add(values)
    return entered


def test_who_is_entered_already_is_named() -> None:
    (line,) = read_entries("Ana Alba", here(name="Ana Alba"))
    assert [problem.code for problem in line.problems] == ["namesake"]


def test_a_rating_is_a_number_or_nought() -> None:
    assert [line.rating for line in read_entries("Ana 2100\nBea")] == [2100, 0]
    assert EntryLine(line=1, values={}).rating == 0


def test_a_list_has_an_end() -> None:
    text = "\n".join(f"Player {chr(65 + n % 26)}{n}x" for n in range(LINES_MAX + 5))
    assert len(read_entries(text)) == LINES_MAX


def test_an_id_alone_is_no_name() -> None:
    assert understood("2205742\nAna") == [{"fide_id": "2205742"}, {"name": "Ana"}]
    assert wrong("2205742") == [(1, "name", "name-missing")]
    assert understood("2205742\t2100\t\t\t\t7") == [
        {"name": "2205742", "rating": "2100", "fide_id": "7"}
    ]


def test_two_of_one_name_are_two_where_each_has_an_id() -> None:
    head = "name;fide id\n"
    assert wrong(head + "Leo;7\nLeo;8") == []
    assert wrong(head + "Leo;7\nLeo;") == [(3, "name", "namesake")]
    assert wrong(head + "Leo;\nLeo;8") == [(3, "name", "namesake")]
    assert wrong(head + "Leo;7\nLeón;7") == [(3, "fide_id", "twice")]
    (line,) = read_entries("León\t\t\t\t\t7", here(name="Leo", fide_id="7"))
    assert [problem.column for problem in line.problems] == ["fide_id"]


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        pytest.param("Leo;1500;2011;Alfil", ["namesake"], id="another rating is no other person"),
        pytest.param("Leo;1400;2012-05-01;Alfil", [], id="another year of birth"),
        pytest.param("Leo;1400;2011-05-01;Alfil", ["namesake"], id="the same year told in full"),
        pytest.param("Leo;1400;;Torre", [], id="another club"),
        pytest.param("Leo;1400;;ALFIL", ["namesake"], id="the same club in capitals"),
        pytest.param("Leo;1400;;", ["namesake"], id="nothing told of the second"),
        pytest.param("Leo (2012);1400;;", [], id="told behind the name"),
    ],
)
def test_two_of_one_name_are_two_where_what_tells_them_apart_is_told(
    line: str, codes: list[str]
) -> None:
    text = f"name;rating;birth;club\n{line}"
    (found,) = read_entries(text, here(name="Leo", birth="2011", club="Alfil"))
    assert [problem.code for problem in found.problems] == codes
    (alone,) = read_entries(text, here(name="Leo"))
    assert [problem.code for problem in alone.problems] == ["namesake"] * line.startswith("Leo;")


def test_a_table_reads_as_the_lines_that_it_was_made_of() -> None:
    values = {
        "name": 'Alba; "Ana"',
        "rating": "2100",
        "k": "20",
        "rating_list": "FIDE rapid 2026-11",
    }
    (line,) = read_entries(as_table([EntryLine(line=7, values=values)]))
    assert line.values == values
    assert (line.rating, line.k, line.problems) == (2100, 20, ())


@pytest.mark.parametrize("k", ["101", "x", "1.5", "9999"])
def test_a_k_is_a_number_that_can_be(k: str) -> None:
    assert wrong(f"name;k\nAna;{k}") == [(2, "k", "no-k")]


def test_each_line_without_a_head_is_read_by_itself() -> None:
    # the placeholder of the box: "name rating" beside columns
    assert understood("Ibáñez, Leo 2194\nAranda, Vera; 2306; CAT; FM\nElizalde, Ane") == [
        {"name": "Ibáñez, Leo", "rating": "2194"},
        {"name": "Aranda, Vera", "rating": "2306", "federation": "CAT", "title": "FM"},
        {"name": "Elizalde, Ane"},
    ]


def test_a_table_with_a_head_has_one_delimiter() -> None:
    assert understood("Nombre,Club\nAna,Tal; Torre 2000") == [
        {"name": "Ana", "club": "Tal; Torre 2000"}
    ]


def test_marks_without_width_are_left_out() -> None:
    assert understood("\ufeffAna\u200b; 2100") == [{"name": "Ana", "rating": "2100"}]


@pytest.mark.parametrize(
    ("text", "done", "left"),
    [
        ("Ana\n\nBea;x\nEva", {1, 4}, "Bea;x"),
        ("Nombre;Elo\nAna;1\nBea;x", {2}, "Nombre;Elo\nBea;x"),
        ("Nombre\nAna", {2}, ""),
        ("", set(), ""),
    ],
)
def test_what_was_not_entered_is_left_with_its_head(text: str, done: set[int], left: str) -> None:
    assert lines_left(text, done) == left


@given(st.text("Aé 1,٣", max_size=12))
def test_a_rating_at_the_end_is_parted_from_the_name_before_it(line: str) -> None:
    tidy = " ".join(line.split())
    # Something that is no digit, what parts it, three or four digits: as it was first written.
    found = re.match(r"^(.*?\D)[\s,]+(\d{3,4})$", tidy)
    wanted = (
        {"name": tidy} if found is None else {"name": found[1].rstrip(" ,"), "rating": found[2]}
    )
    read = understood(line)
    if read and "fide_id" not in read[0]:
        assert read[0] == {name: value for name, value in wanted.items() if value}


def test_a_line_of_thousands_of_commas_is_one_wrong_name() -> None:
    assert wrong("Ana" + "," * 1_000_000 + "x") == [(1, "name", "too-long")]


def test_a_line_is_composed_as_far_as_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    composed: list[int] = []
    normalize = unicodedata.normalize

    def counted(form: Any, text: str) -> str:
        composed.append(len(text))
        return normalize(form, text)

    monkeypatch.setattr("planilla.formats.entry_list.unicodedata.normalize", counted)
    assert wrong("a" + "\u0301\u0323" * 100_000) == [(1, "name", "too-long")]
    assert max(composed) <= LINE_MAX


def test_a_line_that_is_too_long_is_left_as_it_came() -> None:
    text = "Ana Alba\n" + "\u0301" * (LINE_MAX + 1)
    assert lines_left(text, {1}) == "\u0301" * (LINE_MAX + 1)


@pytest.mark.parametrize("line", ["Sala 3 2100", ",2100"])
def test_a_number_behind_a_number_or_behind_nothing_is_no_rating(line: str) -> None:
    (entry,) = read_entries(line)
    assert "rating" not in entry.values
