"""Exact decimals for programs and for people."""

from fractions import Fraction

import pytest

from planilla.words.decimals import decimal, exact, signed, written


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
