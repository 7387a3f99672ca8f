"""Settings are read in words; what a form says to whoever types is not shown to readers."""

import pytest

from planilla.words.settings import said


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
    assert said(label, value) == shown
