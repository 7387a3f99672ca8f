"""The nouns: colours, results and how they are written."""

import pytest

from planilla.domain.vocabulary import (
    RESULT_NOTATION,
    RESULT_OF_NOTATION,
    RESULTS,
    ByeKind,
    CodedFault,
    Colour,
    GameResult,
    number_written,
)


@pytest.mark.parametrize(
    "text", ["", "x", "-1", "+1", " 1", "1_0", "²", "٣", "1234567890", "9" * 5000]
)
def test_what_is_no_number_is_none(text: str) -> None:
    assert number_written(text) is None


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("007", 7), ("999999999", 999_999_999)])
def test_digits_are_a_number(text: str, number: int) -> None:
    assert number_written(text) == number


def test_the_other_colour_of_white_is_black_and_back() -> None:
    assert Colour.WHITE.other is Colour.BLACK
    assert Colour.BLACK.other is Colour.WHITE


@pytest.mark.parametrize(
    ("text", "is_played", "is_forfeit", "reversed_text"),
    [
        ("*", False, False, "*"),
        ("1-0", True, False, "0-1"),
        ("½-½", True, False, "½-½"),
        ("0-1", True, False, "1-0"),
        ("+/-", False, True, "-/+"),
        ("-/+", False, True, "+/-"),
        ("-/-", False, True, "-/-"),
        ("0-0", True, False, "0-0"),
    ],
)
def test_a_result_knows_whether_it_was_played_and_how_black_sees_it(
    text: str, is_played: bool, is_forfeit: bool, reversed_text: str
) -> None:
    result = RESULT_OF_NOTATION[text]
    assert result.is_played is is_played
    assert result.is_forfeit is is_forfeit
    assert result.reversed is RESULT_OF_NOTATION[reversed_text]


def test_every_result_has_a_notation_of_its_own() -> None:
    assert set(RESULT_NOTATION) == set(GameResult)
    assert len(RESULT_OF_NOTATION) == len(GameResult)


def test_a_result_is_found_by_its_byte() -> None:
    assert [RESULTS[result] for result in GameResult] == list(GameResult)


def test_the_letters_of_the_byes_are_those_of_the_trf() -> None:
    assert "".join(ByeKind) == "UFHZ"


def test_a_fault_has_the_code_and_the_fields_of_its_sentence() -> None:
    fault = CodedFault("no-such-position", position=9)
    assert (fault.code, fault.fields) == ("no-such-position", {"position": 9})
    assert str(fault) == "no-such-position {'position': 9}"
