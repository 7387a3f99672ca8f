"""Spaces of typed texts, in time that grows with their length."""

import re

from hypothesis import given
from hypothesis import strategies as st

from planilla.formats.typed_text import cleaned

BREAKS = "\t\n\v\f\r\u0085\u2028\u2029"


@given(st.text(f"aé {BREAKS}", max_size=12).filter(lambda text: bool(text.strip())))
def test_a_line_break_and_the_spaces_around_it_become_one_space(text: str) -> None:
    assert cleaned(text) == re.sub(rf"[ {BREAKS}]*[{BREAKS}][ {BREAKS}]*", " ", text)


def test_a_million_spaces_are_read_once() -> None:
    text = "é" + " " * 1_000_000 + "é"
    assert cleaned(text) == text
