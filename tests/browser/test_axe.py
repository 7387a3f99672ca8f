"""No page hinders its readers: on a phone and on a desktop, in the light and in the dark.

All rules of axe-core are asked, the best practices and the size of targets included. Beside them:
no word is broken into letters, nothing is wider than its column, and the head of a table stays in
sight.
"""

import itertools
import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, BrowserContext, Page

from dsl.navigating import go_to
from dsl.page_kinds import PAGES, PageKind, furnished_by
from planilla.adapters.http.visitor import THEME_COOKIE

pytestmark = [pytest.mark.service, pytest.mark.no_cover, pytest.mark.timeout(600)]

ALL: dict[str, Any] = {"rules": {"target-size": {"enabled": True}}, "resultTypes": ["violations"]}
"""All rules, with the size of targets (WCAG 2.2), which axe leaves out by default.

Only the experimental rules are left out.
"""
HEADS = Path(__file__).with_name("table_heads.js").read_text(encoding="utf-8")
LAID_OUT = Path(__file__).with_name("laid_out.js").read_text(encoding="utf-8")
OPEN_ALL = "document.querySelectorAll('main details').forEach((each) => { each.open = true; })"
RUN = """async (options) => (await axe.run(options)).violations.flatMap(({ id, nodes }) =>
  nodes.map(({ target, html }) => `${id}: ${target[0]} ${html.slice(0, 120)}`))"""
SUBMIT = """([path, fields]) => {
  const form = Object.assign(document.createElement("form"), { method: "post", action: path });
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement("textarea");
    [input.name, input.value] = [name, value];
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}"""


HEIGHTS = {360: 740, 1400: 900}
"""The height of a window of each width: of a phone and of a desktop."""


class Sight(NamedTuple):
    """The width, theme and rules with which a page is checked."""

    width: int
    theme: str
    opened: bool
    options: dict[str, Any] = ALL


CLAIM = PageKind("/c/phones/{slip}")
"""The page of a board on a player's phone, behind the code of a slip."""
EVERY_PAGE = (*PAGES, CLAIM)
CONTRAST = "color-contrast"
"""The rule that takes two thirds of the time of all."""
NO_CONTRAST: dict[str, Any] = {**ALL, "rules": {**ALL["rules"], CONTRAST: {"enabled": False}}}
QUICK = tuple(
    Sight(width, theme, opened=True, options=options)
    for options in (ALL, NO_CONTRAST, NO_CONTRAST, NO_CONTRAST)
    for width, theme in ((360, "light"), (1400, "dark"))
)
"""The checks of `make test`: a page is looked at once, in one of these ways.

The same colours are on many pages: contrasts are measured on every fourth.
"""
DEEP = tuple(
    Sight(width, theme, opened)
    for opened, width, theme in itertools.product((False, True), (360, 1400), ("light", "dark"))
)
"""The checks of `make test-deep`: folded parts are opened only after all looks without."""


@pytest.fixture(scope="module")
def furnished(planilla: Any) -> dict[str, str]:
    """The versions that addresses name, of tournaments that stand on one server."""
    keys = itertools.count()

    def post(tournament: str, command: str, **fields: object) -> None:
        planilla.post(tournament, command, f"kinds-{next(keys)}", **fields)

    def facts() -> Any:
        with urllib.request.urlopen(f"{planilla.url}/api/t/open/facts", timeout=10) as answer:
            return json.load(answer)["facts"]

    named = furnished_by(post, facts)
    return named | {"slip": planilla.codes("phones", 1)[1]["black"]}


@pytest.fixture(scope="module")
def visitors(browser: Browser, planilla: Any) -> Iterator[dict[bool, BrowserContext]]:
    """A browser context of the public (False) and one of the organiser (True)."""
    contexts = {is_staff: browser.new_context(locale="en-GB") for is_staff in (False, True)}
    page = contexts[True].new_page()
    page.goto(planilla.link)
    page.wait_for_url(lambda address: "/enter" not in address)
    page.close()
    yield contexts
    for context in contexts.values():
        context.close()


def show(page: Page, url: str, kind: PageKind, named: dict[str, str]) -> None:
    """Go to a page, or hand in the form that leads there."""
    path = kind.path.format(**named)
    if kind.form is None:
        go_to(page, url + path)
        return
    page.goto(url + "/enter")
    fields = {name: value.format(**named) for name, value in kind.form.items()}
    with page.expect_navigation(url=lambda address: address.endswith(path)):
        page.evaluate(SUBMIT, [path, fields])


def found_on(page: Page, sight: Sight) -> list[str]:
    """The violations of a page as it is looked at: rule and element, or word."""
    page.set_viewport_size({"width": sight.width, "height": HEIGHTS[sight.width]})
    page.emulate_media(color_scheme="dark" if sight.theme == "dark" else "light")
    laid_out = page.evaluate(LAID_OUT)
    if sight.opened:
        page.evaluate(OPEN_ALL)
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE_SCRIPT)
    violations = [*laid_out, *page.evaluate(RUN, sight.options)]
    return [f"{sight.width} {sight.theme} {each}" for each in violations]


def lost_heads(page: Page, width: int) -> list[str]:
    """The tables whose heads leave a window of this width while their rows are read."""
    page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
    return [f"{width} {each}" for each in page.evaluate(HEADS)]


def violations_of(
    pages: tuple[PageKind, ...],
    sights: tuple[Sight, ...],
    visitors: dict[bool, BrowserContext],
    url: str,
    named: dict[str, str],
) -> dict[str, list[str]]:
    """The violations of all these pages, page by page; a page without any is left out."""
    windows = {is_staff: context.new_page() for is_staff, context in visitors.items()}
    found: dict[str, list[str]] = {}
    for kind in pages:
        page = windows[kind.is_staff]
        show(page, url, kind, named)
        widths = dict.fromkeys(sight.width for sight in sights)
        said = [each for width in widths for each in lost_heads(page, width)]
        said += [each for sight in sights for each in found_on(page, sight)]
        page.context.clear_cookies(name=THEME_COOKIE)  # which an address chose for all that follow
        if said:
            found[kind.path] = said
    for window in windows.values():
        window.close()
    return found


def test_axe_finds_nothing_on_any_page(
    planilla: Any, visitors: dict[bool, BrowserContext], furnished: dict[str, str]
) -> None:
    for first, sight in enumerate(QUICK):
        pages = EVERY_PAGE[first :: len(QUICK)]
        assert violations_of(pages, (sight,), visitors, planilla.url, furnished) == {}


@pytest.mark.deep
@pytest.mark.timeout(3600)
def test_axe_finds_nothing_in_any_width_and_theme(
    planilla: Any, visitors: dict[bool, BrowserContext], furnished: dict[str, str]
) -> None:
    assert violations_of(EVERY_PAGE, DEEP, visitors, planilla.url, furnished) == {}


@pytest.mark.deep
@pytest.mark.timeout(3600)
def test_nothing_is_lost_at_twice_the_size_in_forced_colours(
    planilla: Any, visitors: dict[bool, BrowserContext], furnished: dict[str, str]
) -> None:
    """A window of 1,280 at 200 % is laid out as one of 640 (WCAG 1.4.4)."""
    found: dict[str, list[str]] = {}
    windows = {is_staff: context.new_page() for is_staff, context in visitors.items()}
    for window in windows.values():
        window.set_viewport_size({"width": 640, "height": 450})
        window.emulate_media(forced_colors="active")
    for kind in EVERY_PAGE:
        page = windows[kind.is_staff]
        show(page, planilla.url, kind, furnished)
        said = page.evaluate(LAID_OUT)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            said.append("wider than the window")
        if said:
            found[kind.path] = said
    for window in windows.values():
        window.close()
    assert found == {}
