"""Numbers in scripts are written as `presentation.figures` writes them, case by case."""

import itertools
import random
from fractions import Fraction
from math import floor

import pytest
from playwright.sync_api import Page

from planilla.presentation.figures import conventions, figure_in_column, signed, written
from planilla.presentation.tables import NOTHING

UNITS = (1, 2, 3, 4, 6, 10, 20, 100, 4200)
VALUES = (*range(-9, 10), 41, 82, 83, 199, 999, 1000, 12_345)
"""In every unit; random ones besides."""
DRAWN = 400
WRITTEN = """async ({ mark, figures, hundredths }) => {
  document.documentElement.dataset.decimal = mark;
  const { decimal, figure, signed } = await import("/figures.js");
  return [
    figures.map((each) => figure(...each)),
    figures.map(([value, unit]) => figure(value, -unit)),
    hundredths.map(decimal),
    hundredths.map(signed),
  ];
}"""


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_script_writes_each_number_as_the_server_does(scripts_page: Page, language: str) -> None:
    drawn = random.Random(14)
    figures = [*itertools.product(VALUES, UNITS)]
    figures += [(drawn.randrange(-9999, 99_999), drawn.choice(UNITS)) for _ in range(DRAWN)]
    hundredths = [*range(-250, 250), *(drawn.randrange(-99_999, 99_999) for _ in range(DRAWN))]
    mark = conventions(language).decimal_mark
    asked = {"mark": mark, "figures": figures, "hundredths": hundredths}
    assert scripts_page.evaluate(WRITTEN, asked) == [
        [figure_in_column(language, value, unit) for value, unit in figures],
        [_rounded(language, value, unit) for value, unit in figures],
        [written(language, value) for value in hundredths],
        [signed(language, value) for value in hundredths],
    ]


def _rounded(language: str, value: int, unit: int) -> str:
    """A value that is shown rounded: half up, as `Tiebreak.shown` has it."""
    return figure_in_column(language, floor(Fraction(value, unit) + Fraction(1, 2)), 1)


def test_no_value_is_a_dash_in_scripts_too(scripts_page: Page) -> None:
    found = scripts_page.evaluate(
        """async () => {
          const { NOTHING, decimal, figure } = await import("/figures.js");
          return [NOTHING, decimal(null), figure(null, 2)];
        }"""
    )
    assert found == [NOTHING] * 3
