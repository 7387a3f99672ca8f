"""Lists of players as people paste them."""

import pytest

from planilla.formats.entry_list import LINES_MAX, Entered, EntryLine, as_table, read_entries


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
        ("Ana\nANA", [(2, "name", "twice")]),
        ("Ana;dos mil", [(1, "rating", "no-number")]),
        ("Ana;\uff12\uff11\uff10\uff10", [(1, "rating", "no-number")]),
        ("Ana;4001", [(1, "rating", "no-rating")]),
        ("Ana;99999999999", [(1, "rating", "no-rating")]),
        ("Nombre;Elo\nAna;2100;CAT", [(2, "", "too-many-columns")]),
    ],
)
def test_what_is_wrong_says_line_column_and_why(
    text: str, problems: list[tuple[int, str, str]]
) -> None:
    assert wrong(text) == problems


def test_who_is_entered_already_is_named() -> None:
    (line,) = read_entries("Ana Alba", Entered({"ana alba": {""}}))
    assert [problem.code for problem in line.problems] == ["twice"]


def test_a_rating_is_a_number_or_nought() -> None:
    assert [line.rating for line in read_entries("Ana 2100\nBea")] == [2100, 0]
    assert EntryLine(line=1, values={}).rating == 0


def test_a_list_has_an_end() -> None:
    text = "\n".join(f"Player {chr(65 + n % 26)}{n}x" for n in range(LINES_MAX + 5))
    assert len(read_entries(text)) == LINES_MAX
