"""Exact decimals for programs and for people."""

import pytest

from planilla.words.decimals import decimal, signed, written


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
