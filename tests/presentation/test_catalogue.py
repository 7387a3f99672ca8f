"""A text and its fields become words."""

from typing import Any

import pytest

from planilla.presentation.catalogue import fill, placeholders, plural

MAY_THE_FOURTH = 1_777_910_709_000_000
"""4 May 2026, 16:05:09 UTC: 20,577 days of 86,400 s (56 years with 14 leap days, and 123 days
from 1 January to 4 May) are 1,777,852,800 s; 16:05:09 are 57,909 s more."""


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


@pytest.mark.parametrize(
    ("forms", "number", "word"),
    [
        pytest.param("ronda|rondas", 1, "ronda", id="one"),
        pytest.param("ronda|rondas", 3, "rondas", id="other"),
        pytest.param("ronda|rondas", 1_000_000, "rondas", id="the last form serves many too"),
    ],
)
def test_last_forms_that_are_alike_are_written_once(forms: str, number: int, word: str) -> None:
    assert plural("es", number, forms) == word


@pytest.mark.parametrize(
    ("number", "word"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (21, "21st")]
)
def test_an_ordinal_number_has_the_ending_of_its_category(number: int, word: str) -> None:
    assert fill("en", {"x": "{n}{n:#st|nd|rd|th}"}, "x", {"n": number}) == word


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Díaz, D.", "Díaz, D. will play in round 3."),
        ("Díaz", "Díaz will play in round 3."),
    ],
)
def test_a_value_within_a_sentence_keeps_its_stop(name: str, said: str) -> None:
    fields = {"name": name, "round": 3}
    assert fill("en", {"x": "{name} will play in round {round}."}, "x", fields) == said


@pytest.mark.parametrize("last", ["Díaz, D.", "\u2068.د\u2069", "\u2068د.\u2069"])
def test_a_sentence_that_ends_with_an_abbreviation_has_one_stop(last: str) -> None:
    said = fill("en", {"x": "{white} won against {black}."}, "x", {"white": "A.", "black": last})
    assert said == f"A. won against {last}" + ("" if last.rstrip("\u2069").endswith(".") else ".")
