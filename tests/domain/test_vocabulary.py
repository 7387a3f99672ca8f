"""The nouns: colours, results and how they are written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planilla.domain.vocabulary import (
    DIGITS_MAX,
    RESULT_NOTATION,
    RESULT_OF_NOTATION,
    RESULTS,
    ByeKind,
    CodedFault,
    Colour,
    GameId,
    GameKind,
    GameRef,
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


NUMBERS = st.integers(1, 10**DIGITS_MAX - 1)
REFS = st.builds(
    GameRef,
    stage=st.just(1) | NUMBERS,
    kind=st.sampled_from(GameKind),
    round=NUMBERS,
    match=NUMBERS,
    game=st.just(1) | NUMBERS,
)


@given(REFS)
def test_a_game_reference_is_parsed_from_its_written_form(ref: GameRef) -> None:
    assert GameRef.parse(ref.written) == ref == GameRef.of(ref.written)


@given(st.text("0123456789.-TP\n x٣", max_size=14) | st.from_regex(r"[TP0-9.-]{3,9}"))
def test_a_text_that_is_parsed_is_the_only_written_form_of_its_game(text: str) -> None:
    ref = GameRef.parse(text)
    assert ref is None or ref.written == text


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("1.17", GameRef(round=1, match=17)),
        ("1.17.2", GameRef(round=1, match=17, game=2)),
        ("2-1.17", GameRef(stage=2, round=1, match=17)),
        ("12-3.4.10", GameRef(stage=12, round=3, match=4, game=10)),
        ("T3.2", GameRef(kind=GameKind.TABLE, round=3, match=2)),
        ("P1.2", GameRef(kind=GameKind.PLAYOFF, round=1, match=2)),
        ("2-T3.2.2", GameRef(stage=2, kind=GameKind.TABLE, round=3, match=2, game=2)),
    ],
)
def test_game_ids_are_written_as_the_decision_says(text: str, ref: GameRef) -> None:
    assert (GameRef.parse(text), ref.written) == (ref, text)


@pytest.mark.parametrize(
    "text",
    [
        *("", "1", "1.", ".1", "0.1", "1.0", "01.1", "1.01", "1-1.17", "0-1.1", "1.17.1", "1.1.0"),
        *("1.1.2.3", "2/1.17", "t1.1", "X1.1", "T1", "1.1\n", " 1.1", "-1.1", "1.-1", "1.²", "٣.1"),
        *("1234567890.1", "1.1234567890", "2-", "table 3", "9" * 5000),
    ],
)
def test_other_texts_are_no_game_ids(text: str) -> None:
    assert GameRef.parse(text) is None


def test_a_recorded_game_has_a_well_formed_id() -> None:
    with pytest.raises(AssertionError):
        GameRef.of(GameId("table 3"))


def test_references_are_ordered_by_stage_kind_round_match_and_game() -> None:
    ordered = ["1.2", "1.2.2", "1.2.10", "1.10", "2.1", "10.1", "P1.1", "T1.1", "2-1.1"]
    refs = [GameRef.of(GameId(text)) for text in ordered]
    refs.reverse()
    assert [ref.written for ref in sorted(refs)] == ordered
