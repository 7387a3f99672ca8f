"""Entries are completed from a list, never changed by it, and never by a guess."""

from pathlib import Path

import pytest

from dsl.rating_lists import LEO, LEO_OF_CHILE, VERA, fixed, keep
from planilla.application.completing import (
    NO_LISTED_PLAYER,
    NOTES,
    Completion,
    CompletionSource,
    ListedRating,
    completed,
    looked_up,
    standing_at,
    values_of,
    with_listed,
)
from planilla.domain.tournament.personal import Entered
from planilla.formats.entry_list import read_entries
from planilla.presentation.catalogue import CATALOGUES

BLITZER = {**VERA, "id": "9", "name": "Pons, Ana", "standard": "0", "rapid": "0", "blitz": "1900"}


@pytest.fixture
def source(tmp_path: Path) -> CompletionSource:
    """The list of November 2026: Vera, two of the name of Leo, and Ana who only plays blitz."""
    lists = keep(tmp_path, fixed(VERA, LEO, LEO_OF_CHILE, BLITZER))
    return CompletionSource(lists, lists.lists()[0])


def complete(text: str, source: CompletionSource, **picked: str) -> tuple[Completion, ...]:
    """The lines of a text, with answers as `line_2="77"`."""
    answers = {int(name.removeprefix("line_")): answer for name, answer in picked.items()}
    return completed(read_entries(text), source, answers, Entered())


@pytest.mark.parametrize(
    ("typed", "birth"),
    [("", "1990"), ("1990-03-02", "1990-03-02"), ("1991", "1990")],
)
def test_the_data_of_the_list_replace_those_that_were_typed(
    source: CompletionSource, typed: str, birth: str
) -> None:
    text = f"name\tfide id\tclub\trating\tbirth\nVera A\t2205742\tMasnou\t2500\t{typed}"
    (line,) = read_entries(text)
    player = looked_up(line, source).player
    assert player is not None
    values = with_listed(line, player, source).values
    assert (values["name"], values["rating"], values["club"]) == ("Aranda, Vera", "2306", "Masnou")
    assert values["birth"] == birth


def test_a_date_of_birth_stays_where_the_list_has_none(source: CompletionSource) -> None:
    (line,) = read_entries("name\tbirth\nPons, Ana\t1990-12-31")
    player = looked_up(line, source).player
    assert player is not None
    unknown = player._replace(birth=0)
    assert with_listed(line, unknown, source).values["birth"] == "1990-12-31"
    assert looked_up(line, source, NO_LISTED_PLAYER).player is None


def wrong(done: Completion) -> list[tuple[str, str]]:
    return [(problem.column, problem.code) for problem in done.line.problems]


def noted(done: Completion) -> list[str]:
    return [note.code for note in done.notes]


@pytest.mark.parametrize("text", ["2205742", "Vera Aranda", "aranda vera", "ARANDA, Vera"])
def test_an_id_or_a_name_brings_everything_that_is_missing(
    text: str, source: CompletionSource
) -> None:
    (done,) = complete(text, source)
    given = read_entries(text)[0].values
    assert done.line.values == {
        "name": "Aranda, Vera",
        "rating": "2306",
        "federation": "ESP",
        "title": "IM",
        "fide_id": "2205742",
        "birth": "1990",
        "sex": "w",
        "k": "10",
        "rating_list": "FIDE standard 2026-11",
        **given,
    }
    assert set(done.filled) == set(done.line.values) - set(given)
    assert done.line.problems == ()


def test_what_was_written_stays(source: CompletionSource) -> None:
    (done,) = complete("Vera Aranda;2300;CAT;;Masnou;2205742", source)
    values = done.line.values
    assert (values["name"], values["rating"], values["federation"]) == (
        "Vera Aranda",
        "2300",
        "CAT",
    )
    assert "rating_list" not in values
    assert "k" not in values
    assert noted(done) == ["rating-differs"]


def test_the_same_rating_is_that_of_the_list(source: CompletionSource) -> None:
    (done,) = complete("Vera Aranda 2306", source)
    assert (done.line.values["rating_list"], done.line.k) == ("FIDE standard 2026-11", 10)
    assert noted(done) == []


def test_a_name_that_several_have_is_asked_about(source: CompletionSource) -> None:
    (done,) = complete("Leo Ibáñez", source)
    assert [player.id for player in done.candidates] == [2205743, 3405743]
    assert wrong(done) == [("name", "several-players")]
    assert done.filled == ()


@pytest.mark.parametrize(
    ("text", "id_"),
    [
        pytest.param("Leo Ibáñez;;CHI", "3405743", id="the federation"),
        pytest.param("Leo Ibáñez;;;;;;2001", "2205743", id="the year of birth"),
        pytest.param("Leo Ibáñez;;;;;;01/05/2010", "3405743", id="the day of birth"),
    ],
)
def test_what_else_is_known_tells_namesakes_apart(
    text: str, id_: str, source: CompletionSource
) -> None:
    (done,) = complete(text, source)
    assert done.line.values["fide_id"] == id_


def test_an_answer_chooses_or_leaves_the_line_as_it_is(source: CompletionSource) -> None:
    (chosen,) = complete("Leo Ibáñez", source, line_1="3405743")
    assert chosen.line.values["fide_id"] == "3405743"
    (left,) = complete("Leo Ibáñez", source, line_1="-")
    assert left.line.values == {"name": "Leo Ibáñez"}
    assert left.line.problems == ()


@pytest.mark.parametrize("text", ["Nobody Known", "Vera Aranda;;FRA"])
def test_who_is_not_listed_stays_and_is_noted(text: str, source: CompletionSource) -> None:
    (done,) = complete(text, source)
    assert (noted(done), done.filled, wrong(done)) == (["not-listed"], (), [])


@pytest.mark.parametrize("id_", ["77", "x", "99999999999"])
def test_an_id_of_nobody_is_noted(id_: str, source: CompletionSource) -> None:
    (done,) = complete(f"Vera;;;;;{id_}", source)
    assert (noted(done), done.filled, wrong(done)) == (["no-such-id"], (), [])


def test_an_id_of_somebody_else_is_told(source: CompletionSource) -> None:
    (done,) = complete("Leo Ibáñez;;;;;2205742", source)
    assert wrong(done) == [("fide_id", "another-player")]
    assert done.line.problems[0].text == "Aranda, Vera"


def test_a_line_that_says_nothing_of_a_player_stays_broken(source: CompletionSource) -> None:
    (done,) = complete("name;rating\n;2100", source)
    assert wrong(done) == [("name", "name-missing")]


def test_nobody_is_entered_twice(source: CompletionSource) -> None:
    first, second, third = complete("2205742\nVera Aranda\n2205743", source)
    assert [wrong(each) for each in (first, second, third)] == [[], [("fide_id", "twice")], []]
    here = Entered()
    here.add({"name": "Aranda, Vera", "fide_id": "2205742"})
    (again,) = completed(read_entries("2205742"), source, {}, here)
    assert wrong(again) == [("fide_id", "twice")]


def test_other_problems_of_a_line_stay(source: CompletionSource) -> None:
    (done,) = complete("Vera Aranda;9999", source)
    assert wrong(done) == [("rating", "no-rating")]


@pytest.mark.parametrize(
    ("rate", "standing"),
    [
        ("standard", ListedRating(2306, 10, "standard")),
        ("rapid", ListedRating(2290, 20, "rapid")),
        ("blitz", ListedRating(2306, 0, "standard")),
        ("correspondence", ListedRating(2306, 10, "standard")),
    ],
)
def test_a_rate_of_play_has_its_rating_or_the_standard_one(
    rate: str, standing: ListedRating, source: CompletionSource
) -> None:
    player = source.lists.with_id("fide", 2205742)
    assert player is not None
    assert standing_at(player, rate) == standing


def test_a_blitz_rating_is_no_standard_one(source: CompletionSource) -> None:
    player = source.lists.with_id("fide", 9)
    assert player is not None
    assert standing_at(player, "standard") == ListedRating(0, 0, "standard")
    assert standing_at(player, "blitz") == ListedRating(1900, 0, "blitz")
    assert "rating_list" not in values_of(player, source)


def test_a_rating_of_another_rate_is_noted_and_named(source: CompletionSource) -> None:
    (done,) = complete("2205742", source._replace(rate="blitz"))
    assert noted(done) == ["other-rate"]
    assert done.line.values["rating_list"] == "FIDE standard 2026-11"


def test_a_flag_tells_that_somebody_is_a_woman(tmp_path: Path) -> None:
    lists = keep(tmp_path, fixed({**VERA, "sex": "", "flag": "wi"}))
    (done,) = complete("2205742", CompletionSource(lists, lists.lists()[0]))
    assert done.line.values["sex"] == "w"


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_note_has_a_sentence(language: str) -> None:
    assert {f"page.entries.note.{code}" for code in NOTES} <= set(CATALOGUES[language])
