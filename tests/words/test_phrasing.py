"""A text and its fields become words."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest

from planilla.words.figures import (
    agreeing,
    clock,
    date,
    grouped,
    joined,
    moment,
    points,
    result,
    sentence_case,
    stamp,
)
from planilla.words.phrasing import fill, placeholders

MAY_THE_FOURTH = 1_777_910_709_000_000
"""4 May 2026, 16:05:09 UTC: 20,577 days of 86,400 s (56 years with 14 leap days, and 123 days
from 1 January to 4 May) are 1,777,852,800 s; 16:05:09 are 57,909 s more."""


@pytest.mark.parametrize(
    ("value", "unit", "written"),
    [
        pytest.param(0, 2, "0", id="nothing"),
        pytest.param(1, 2, "½", id="half a point"),
        pytest.param(7, 2, "3½", id="three and a half"),
        pytest.param(-3, 2, "−1½", id="a loss"),
        pytest.param(9, 4, "2¼", id="quarters"),
        pytest.param(3, 4, "¾", id="less than one, in quarters"),
        pytest.param(10, 4, "2½", id="quarters that are a half"),
        pytest.param(3, 1, "3", id="whole points"),
    ],
)
def test_points_are_written_with_the_half_sign(value: int, unit: int, written: str) -> None:
    assert points(value, unit) == written


@pytest.mark.parametrize(
    ("language", "number", "written"),
    [
        pytest.param("es", 2104, "2104", id="a rating stays together"),
        pytest.param("es", 12_500, "12\u202f500", id="Spanish groups with a narrow space"),
        pytest.param("en", 12_500, "12,500", id="English groups with a comma"),
        pytest.param("en", True, "True", id="a truth is no number"),
    ],
)
def test_numbers_are_grouped_from_five_digits_on(language: str, number: int, written: str) -> None:
    assert grouped(language, number) == written


@pytest.mark.parametrize(
    ("language", "items", "written"),
    [
        pytest.param("es", ("Ana",), "Ana", id="one"),
        pytest.param("es", ("Ana", "Luis"), "Ana y Luis", id="two"),
        pytest.param("es", ("a", "b", "c"), "a, b y c", id="three"),
        pytest.param(
            "es",
            ("Gil, Ana", "Ros, Eva", "Sanz, Paz"),
            "Gil, Ana; Ros, Eva y Sanz, Paz",
            id="with commas of their own",
        ),
        pytest.param("es", ("Ana", "Ignacio"), "Ana e Ignacio", id="before an i"),
        pytest.param("es", ("Ana", "Hilario"), "Ana e Hilario", id="before a silent h"),
        pytest.param("es", ("Ana", "Hierro"), "Ana y Hierro", id="before a diphthong"),
        pytest.param("en", ("Ana", "Ignacio"), "Ana and Ignacio", id="English"),
        pytest.param("en", (), "—", id="nobody"),
    ],
)
def test_a_list_is_joined_as_it_is_spoken(
    language: str, items: tuple[str, ...], written: str
) -> None:
    assert joined(language, items) == written


def test_a_moment_is_written_in_full() -> None:
    assert date("es", MAY_THE_FOURTH) == "4 de mayo de 2026"
    assert date("en", MAY_THE_FOURTH) == "4 May 2026"
    assert clock(MAY_THE_FOURTH) == "16:05:09"
    assert moment("en", MAY_THE_FOURTH) == "4 May 2026, 16:05:09"


CATALOGUE = {
    "bye.H": "medio punto",
    "bye.Z": "ausente",
    "rounds": "{n} {n:ronda|rondas}",
    "score": "{half:points} y {quarter:points/4}",
    "who": "{who:name}",
    "when": "{at:moment}",
    "kinds": "{kind:@bye}",
    "plain": "{items}: {number}",
}


@pytest.mark.parametrize(
    ("key", "fields", "said"),
    [
        pytest.param("rounds", {"n": 1}, "1 ronda", id="one"),
        pytest.param("rounds", {"n": 0}, "0 rondas", id="none"),
        pytest.param("score", {"half": 7, "quarter": 7}, "3½ y 1¾", id="points"),
        pytest.param("who", {"who": "e1"}, "e1", id="a name nobody knows"),
        pytest.param("who", {"who": ("e1", "e2"), "name_of": str.upper}, "E1 y E2", id="names"),
        pytest.param("when", {"at": MAY_THE_FOURTH}, "4 de mayo de 2026, 16:05:09", id="moment"),
        pytest.param("kinds", {"kind": "H"}, "medio punto", id="another text"),
        pytest.param("kinds", {"kind": ["H", "Z"]}, "medio punto y ausente", id="other texts"),
        pytest.param(
            "plain", {"items": [1, 2], "number": 12_000}, "1 y 2: 12\u202f000", id="plain"
        ),
    ],
)
def test_a_placeholder_is_said_in_its_form(key: str, fields: dict[str, Any], said: str) -> None:
    assert fill("es", CATALOGUE, key, fields) == said


def test_placeholders_are_the_fields_without_their_forms() -> None:
    assert placeholders("{n} {n:ronda|rondas} de {who:name}") == {"n", "who"}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Ana Alba", "Ana Alba 0-1 Bea"),
        ("გიორგი", "გიორგი 0-1 Bea"),
        ("\u05d0\u05d1\u05d9", "\u2068\u05d0\u05d1\u05d9\u2069 0-1 Bea"),
        ("سليم", "\u2068سليم\u2069 0-1 Bea"),
    ],
)
def test_a_name_from_right_to_left_does_not_turn_the_result_round(name: str, said: str) -> None:
    fields = {"name_of": {"a": name, "b": "Bea"}.__getitem__, "white": "a", "black": "b"}
    assert fill("en", {"x": "{white:name} 0-1 {black:name}"}, "x", fields) == said


BREAKS_BEFORE_A_GLUED_SPACE = re.compile("[–-]\u00a0")
"""A line may end after a dash that stands before a no-break space (UAX 14, LB12a)."""


@pytest.mark.parametrize("notation", ["+/-", "-/+", "-/-"])
def test_no_line_breaks_within_a_forfeit(notation: str) -> None:
    written = result(notation)
    assert " " not in written
    assert BREAKS_BEFORE_A_GLUED_SPACE.search(written) is None


@pytest.mark.parametrize(
    ("score", "noun"), [("1", "point"), ("½", "point"), ("0", "points"), ("1½", "points")]
)
def test_half_a_point_is_singular(score: str, noun: str) -> None:
    assert fill("en", {"x": "{n:point|points}"}, "x", {"n": agreeing(score)}) == noun


@pytest.mark.parametrize(
    ("language", "written"), [("es", "4 sept 2026, 16:05"), ("en", "4 Sept 2026, 16:05")]
)
def test_a_moment_in_a_table_has_a_short_date_in_the_readers_language(
    language: str, written: str
) -> None:
    assert stamp(language, datetime(2026, 9, 4, 16, 5, 9, tzinfo=UTC)) == written


def test_a_sentence_begins_with_a_capital_and_keeps_the_others() -> None:
    assert sentence_case("suizo holandés (FIDE 2026)") == "Suizo holandés (FIDE 2026)"
    assert sentence_case("") == ""
