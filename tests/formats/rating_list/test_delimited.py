"""Lists as CSV, of any federation."""

import pytest

from dsl.rating_lists import names, read

HEAD = "fideid,name,fed,sex,title,rating,games,k,rapid_rating,rapid_games,rapid_k,birthday,flag\n"


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_cells_are_parted_by_commas_semicolons_or_tabs(mark: str) -> None:
    head = mark.join(("ID FIDE", "Nombre", "País", "Elo", "K", "Nacimiento"))
    row = mark.join(("2205743", '"Ibáñez, Leo"', "ESP", "2194", "20", "2001"))
    found = read(f"{head}\n{row}\n".encode())
    (player,) = found.players
    assert found.form == "csv"
    assert (player.line, player.id, player.name) == (2, 2205743, "Ibáñez, Leo")
    assert (player.federation, player.standard, player.standard_k) == ("ESP", 2194, 20)
    assert player.birth == 2001


def test_a_single_rating_is_of_the_rate_that_was_asked_for() -> None:
    (player,) = read(b"id,name,rating,k\n7,Leo,2100,20\n", rate="blitz").players
    assert (player.standard, player.blitz, player.blitz_k) == (0, 2100, 20)


def test_beside_other_rates_a_single_rating_is_the_standard_one() -> None:
    data = f"{HEAD}7,Leo,ESP,M,FM,2100,3,20,2000,0,20,1990,\n".encode()
    (player,) = read(data, rate="rapid").players
    assert (player.standard, player.rapid) == (2100, 2000)


def test_empty_cells_at_the_end_may_be_left_out_or_too_many() -> None:
    found = read(b"id,name,rating\n7,Leo\n8,Ana,2100,,\n")
    assert [(player.name, player.standard) for player in found.players] == [
        ("Leo", 0),
        ("Ana", 2100),
    ]


@pytest.mark.parametrize(
    ("row", "wrong"),
    [
        pytest.param("7,Leo,ESP,M,FM,40000", (16, "rating-out-of-range"), id="no such rating"),
        pytest.param('7,"Leo, x",ESP,M,FM,99999', (21, "rating-out-of-range"), id="after quotes"),
        pytest.param("x,Leo", (1, "not-an-id"), id="no id"),
        pytest.param("7", (2, "name-missing"), id="no name"),
        pytest.param("7," + "x" * 121, (3, "name-too-long"), id="a long name"),
        pytest.param("7,Leo,ESP,M,FM,1,5000", (18, "not-a-number"), id="too many games"),
        pytest.param("7,Leo,ESP,M,FM,1,5,101", (20, "not-a-k"), id="no such K"),
        pytest.param("7,Leo" + "," * 11 + ",more", (18, "too-many-cells"), id="a cell too many"),
        pytest.param("7," + "x" * 5000, (4097, "line-too-long"), id="no end"),
    ],
)
def test_a_broken_line_is_told_and_the_rest_is_read(row: str, wrong: tuple[int, str]) -> None:
    found = read(f"{HEAD}8,Ana\n{row}\n\n9,Bea\n".encode())
    assert found.wrong == [(3, *wrong)]
    assert names(found.players) == ["Ana", "Bea"]


def test_quotation_marks_that_never_close_spoil_one_line_alone() -> None:
    found = read(f'{HEAD}7,"Leo,ESP\n8,Ana\n'.encode())
    assert names(found.players) == ["Leo,ESP", "Ana"]


def test_a_womens_title_stands_in() -> None:
    (player,) = read(b"id;name;title;wtitle\n7;Ana;;WFM\n").players
    assert player.title == "WFM"
