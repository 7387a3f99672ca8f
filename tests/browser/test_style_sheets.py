"""Style sheets as they are sent mean what they say in their files."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from planilla.adapters.http.assets import without_comments

pytestmark = pytest.mark.service

SHEETS = sorted((Path(__file__).parents[2] / "web" / "styles").glob("*.css"))
RULES = """(css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return [...sheet.cssRules].map((rule) => rule.cssText.replace(/\\s+/g, " "));
}"""


def test_a_sheet_without_comments_has_the_same_rules(browser: Browser) -> None:
    page = browser.new_page()
    for sheet in SHEETS:
        written = sheet.read_bytes()
        rules = page.evaluate(RULES, written.decode())
        assert rules, sheet.name
        assert page.evaluate(RULES, without_comments(written).decode()) == rules, sheet.name
    page.close()
