"""A language is one folder: a third one, put beside the others, speaks everywhere at once.

The texts are English ones with every letter changed, so that whatever is still legible on a page
was written elsewhere; plurals and dates are Polish.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from playwright.sync_api import Browser, Page

from dsl.pseudo_language import LANGUAGE, LETTERS, installed_with_pseudo
from patience import PATIENCE_MS, PATIENCE_S
from planilla.locales import LANGUAGES
from planilla.presentation.catalogue import CATALOGUES
from services import free_port

pytestmark = [pytest.mark.service, pytest.mark.no_cover]

MAIN = (sys.executable, "-c", "from planilla.main import main; main()")
WORD = re.compile(r"[^\W\d_]{2,}")
DATA = frozenset(
    """
    Planilla planilla Abierto de muestra nombres Elo inventados Sub English demo PS BH SB DE WIN
    FM CM WFM WCM ESP EUR TRF TRF16 JaVaFo bbpPairings JSON Europe Madrid
    """.split()  # noqa: SIM905 - easier to read than forty quotes
)
"""Names and codes that stand on pages of the demo in every language."""
DIGITS = re.compile("[a-f]+")
"""Letters between digits of a hash."""
SHOWN = """() => {
  const found = [];
  const all = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT;
  const walker = document.createTreeWalker(document.documentElement, all);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      const apart = node.parentElement.closest("script, style, code, pre, noscript, bdi, kbd");
      if (!apart) found.push(node.data);
    } else {
      for (const name of ["title", "aria-label", "alt"]) found.push(node.getAttribute(name) ?? "");
    }
  }
  return found;
}"""
"""Everything that is read on a page, and to those who listen."""


class Running:
    """An installation with three languages, its demo served in the third one."""

    def __init__(self, folder: Path) -> None:
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("LC_")},
            "PYTHONPATH": str(installed_with_pseudo(folder)),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONUNBUFFERED": "1",
            "LANG": "pl_PL.UTF-8",
            "PLANILLA_DATA_DIR": str(folder / "var"),
            "PLANILLA_PORT": str(free_port()),
        }
        self.url = f"http://127.0.0.1:{self.environment['PLANILLA_PORT']}"
        self.token = folder / "var" / "token"

    def planilla(self, *arguments: str) -> str:
        """What a command says, wherever it says it."""
        done = subprocess.run(
            [*MAIN, *arguments],
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE_S,
        )
        return done.stdout + done.stderr


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    made = Running(tmp_path_factory.mktemp("third"))
    with subprocess.Popen(
        [*MAIN, "serve", "--demo"],
        env=made.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as server:
        assert server.stdout is not None
        try:
            said = ""
            for line in server.stdout:
                said += line
                if f"{made.url}/t/muestra" in line:
                    break
            else:
                pytest.fail(f"the server did not start:\n{said}")
            yield made
        finally:
            server.terminate()
            server.communicate(timeout=PATIENCE_S)


@pytest.fixture(scope="module")
def page(browser: Browser, running: Running) -> Iterator[Page]:
    """A window of the organiser, in a browser that asks for the third language."""
    context = browser.new_context(locale="pl-PL", viewport={"width": 1400, "height": 900})
    window = context.new_page()
    window.set_default_timeout(PATIENCE_MS)
    window.goto(f"{running.url}/enter#{running.token.read_text(encoding='ascii').strip()}")
    window.wait_for_url(f"{running.url}/")
    yield window
    context.close()


def said(english: str) -> str:
    """An English text as the third language has it."""
    return english.translate(LETTERS)


def legible(texts: list[str]) -> set[str]:
    """Words of English or Spanish in what is shown."""
    known = {
        word
        for language in LANGUAGES
        for text in CATALOGUES[language].values()
        for literal, _, _, _ in Formatter().parse(text)
        for word in WORD.findall(literal)
    }
    shown = {word for text in texts for word in WORD.findall(text)}
    found = {word for word in shown & known if word.isascii() and not DIGITS.fullmatch(word)}
    return found - DATA


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/new",
        "/new/regulations",
        "/import",
        "/verify",
        "/t/muestra",
        "/t/muestra/rounds/2",
        "/t/muestra/rounds/2/why",
        "/t/muestra/cross",
        "/t/muestra/elo",
        "/t/muestra/arbiter/entrants/m01",
        "/t/muestra/entries",
        "/t/muestra/facts",
        "/t/muestra/prizes",
        "/t/muestra/proof",
        "/t/muestra/rules",
        "/t/muestra/arbiter",
        "/t/muestra/arbiter/timers",
        "/t/muestra/no-such-page",
    ],
)
def test_no_word_of_another_language_is_left_on_a_page(
    page: Page, running: Running, path: str
) -> None:
    page.goto(running.url + path)
    texts: list[str] = page.evaluate(SHOWN)
    assert page.evaluate("document.documentElement.lang") == LANGUAGE
    assert legible(texts) == set()


def test_the_choice_of_languages_names_all_three(page: Page, running: Running) -> None:
    page.goto(running.url)
    choices = page.locator("nav.choices")
    assert choices.locator("strong").first.text_content() == "PL"
    assert choices.locator("a[hreflang=en]").get_attribute("title") == "English"


def test_dates_are_those_of_the_language(page: Page, running: Running) -> None:
    page.goto(f"{running.url}/t/muestra/regulations")
    assert "sobota 4 lipca 2026" in page.inner_text("main")


def test_help_is_in_the_language_of_the_terminal(running: Running) -> None:
    told = running.planilla("--help")
    assert said("pair the next round of a tournament file") in told
    assert "{en,es,pl}" in told or "en|es|pl" in told
    assert running.planilla("--lang", "es", "pair", "--help").startswith("uso:")


def test_an_event_has_its_sentence(running: Running) -> None:
    told = running.planilla("log", "show", "muestra")
    assert said("is announced") in told
    assert legible(told.splitlines()) <= {"In"}


def test_a_refusal_has_its_sentence(running: Running) -> None:
    told = running.planilla("act", "muestra", "pair-round", json.dumps({"round": 9}))
    assert said("round") in told.lower()
    assert legible([told]) == set()


def test_plurals_have_all_forms_of_the_language(running: Running) -> None:
    program = (
        "from planilla.presentation.catalogue import fill;"
        "text = {'x': '{n:runda|rundy|rund|rundy}'};"
        "print(*(fill('pl', text, 'x', {'n': n}) for n in (1, 2, 5, 12, 22)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=running.environment,
        capture_output=True,
        text=True,
        check=True,
    )
    # 1 runda, 2 rundy, 5 rund, 12 rund (not as 2), 22 rundy: CLDR, plural rules of Polish.
    assert done.stdout.split() == ["runda", "rundy", "rund", "rund", "rundy"]
