"""Numbers, points, money, shares and lists in the languages that are here."""

import re
from fractions import Fraction

import pytest

from planilla.presentation.catalogue import fill
from planilla.presentation.figures import (
    agreeing,
    conventions,
    decimal,
    exact,
    figure,
    figure_in_column,
    grouped,
    joined,
    money,
    percentage,
    plural_index,
    result,
    sentence_case,
    setting_shown,
    signed,
    written,
)


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
        pytest.param(82, 3, "27⅓", id="thirds"),
        pytest.param(22, 10, "2 1/5", id="fifths, reduced"),
        pytest.param(-1, 5, "−1/5", id="less than nothing, in fifths"),
    ],
)
def test_a_figure_is_written_exactly_with_the_sign_of_its_fraction(
    value: int, unit: int, written: str
) -> None:
    assert figure(value, unit) == written


@pytest.mark.parametrize(
    ("language", "value", "unit", "written"),
    [
        pytest.param("en", 85, 4, "21¼", id="a quarter has its sign"),
        pytest.param("en", 82, 3, "27.33", id="a third is rounded"),
        pytest.param("es", 83, 3, "27,67", id="rounded up, with the mark of the language"),
        pytest.param("es", -2, 3, "−0,67", id="less than nothing"),
        pytest.param("en", 1, 8, "0.13", id="the half of a hundredth is rounded up"),
    ],
)
def test_in_a_column_what_is_no_quarter_has_two_decimals(
    language: str, value: int, unit: int, written: str
) -> None:
    assert figure_in_column(language, value, unit) == written


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


@pytest.mark.parametrize(
    ("language", "number", "index"),
    [
        pytest.param("en", 1, 0, id="one"),
        pytest.param("en", 0, 1, id="other, which zero is in English"),
        pytest.param("es", 1_000_000, 1, id="many, as in un millón de rondas"),
        pytest.param("es", 2, 2, id="the third category of Spanish"),
    ],
)
def test_plural_categories_stand_in_the_order_of_cldr(
    language: str, number: int, index: int
) -> None:
    assert plural_index(language, number) == index


def test_the_marks_of_a_language_are_those_of_cldr_but_for_what_its_folder_says() -> None:
    # CLDR groups Spanish digits with a point; the Academy's Ortografía (2010) with a space.
    assert (conventions("es").decimal_mark, conventions("es").group_mark) == (",", "\u202f")
    assert (conventions("en").decimal_mark, conventions("en").group_mark) == (".", ",")


@pytest.mark.parametrize(
    ("hundredths", "text"),
    [(452, "4.52"), (-1080, "-10.8"), (300, "3"), (0, "0"), (-5, "-0.05"), (1000, "10")],
)
def test_programs_read_a_point_and_no_zeros_at_the_end(hundredths: int, text: str) -> None:
    assert decimal(hundredths) == text


def test_people_read_the_mark_of_their_language_and_a_true_minus() -> None:
    assert [written("es", -1080), written("en", -1080)] == ["−10,8", "−10.8"]


def test_a_change_has_its_sign() -> None:
    assert [signed("es", each) for each in (340, -50, 0)] == ["+3,4", "−0,5", "0"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(29, 2), "14.5"),
        (Fraction(49, 4), "12.25"),
        (Fraction(7), "7"),
        (Fraction(0), "0"),
        (Fraction(-1, 8), "-0.125"),
        (Fraction(1, 25), "0.04"),
        (Fraction(41, 3), "41/3"),
        (Fraction(-5, 6), "-5/6"),
    ],
)
def test_a_fraction_loses_nothing(value: Fraction, text: str) -> None:
    assert exact(value) == text


@pytest.mark.parametrize(
    ("language", "amount", "currency", "said"),
    [
        ("es", 125_050, "EUR", "1250,50 EUR"),
        ("es", 1_250_050, "EUR", "12\u202f500,50 EUR"),
        ("en", 125_050, "EUR", "1,250.50 EUR"),
        ("en", 5, "USD", "0.05 USD"),
        ("es", -550, "EUR", "−5,50 EUR"),
        ("en", 300, "JPY", "300 JPY"),
    ],
)
def test_money_has_the_decimals_of_its_currency(
    language: str, amount: int, currency: str, said: str
) -> None:
    assert money(language, amount, currency) == said


@pytest.mark.parametrize(
    ("language", "amount", "currency", "said"),
    [
        ("es", 3000, "EUR", "30 EUR"),
        ("es", 2750, "EUR", "27,50 EUR"),
        ("en", 2705, "EUR", "27.05 EUR"),
        ("en", 125_000_00, "EUR", "125,000 EUR"),
        ("en", 5000, "JPY", "5,000 JPY"),
        ("en", 0, "EUR", "0 EUR"),
    ],
)
def test_money_is_told_without_needless_decimals(
    language: str, amount: int, currency: str, said: str
) -> None:
    assert money(language, amount, currency) == said


@pytest.mark.parametrize(
    ("language", "chance", "said"),
    [
        ("es", Fraction(2, 3), "66,7\u00a0%"),
        ("en", Fraction(2, 3), "66.7%"),
        ("en", Fraction(1, 10_000), "< 0.1%"),
        ("es", Fraction(1, 2), "50\u00a0%"),
        ("es", Fraction(0), "0\u00a0%"),
        ("es", Fraction(1), "100\u00a0%"),
        ("es", Fraction(1, 10_000), "< 0,1\u00a0%"),
        ("es", Fraction(9_999, 10_000), "> 99,9\u00a0%"),
    ],
)
def test_a_chance_is_written_in_hundredths(language: str, chance: Fraction, said: str) -> None:
    assert percentage(language, chance) == said


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


def test_a_sentence_begins_with_a_capital_and_keeps_the_others() -> None:
    assert sentence_case("suizo holandés (FIDE 2026)") == "Suizo holandés (FIDE 2026)"
    assert sentence_case("") == ""


@pytest.mark.parametrize(
    ("label", "value", "shown"),
    [
        pytest.param("tables", "3", ("tables", "3"), id="a number"),
        pytest.param("clock (0: no clock)", "0", ("clock", "no clock"), id="a 0 that has words"),
        pytest.param("clock (0: no clock)", "5", ("clock", "5"), id="a number beside such a 0"),
        pytest.param("Bye", "2/3", ("Bye", "⅔"), id="a share"),
        pytest.param("Retired", "1/3", ("Retired", "⅓"), id="another"),
        pytest.param("Odd share", "2/5", ("Odd share", "2/5"), id="a share without a sign"),
        pytest.param("Colours (2 as in a Swiss)", "2", ("Colours", "2"), id="a hint that goes"),
        pytest.param("Values", "30, 20", ("Values", "30, 20"), id="a list"),
    ],
)
def test_a_setting_is_said_in_words(label: str, value: str, shown: tuple[str, str]) -> None:
    assert setting_shown(label, value) == shown
