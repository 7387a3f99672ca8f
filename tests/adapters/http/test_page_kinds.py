"""Every kind of page, as it is read: no sentence is missing, broken or left to a programmer."""

import asyncio
import re
from collections.abc import Iterator
from typing import Any

import pytest
from jinja2 import Environment

from dsl.page_kinds import PAGES, furnished_by, reading_of
from dsl.web_club import WEB, Club
from planilla.adapters.http.rendering import printable
from planilla.domain.tournament.subjects import COMMANDS
from planilla.presentation.catalogue import LANGUAGES

Page = tuple[str, str, str]
"""Language, address and HTML."""

FAULTS = re.compile(
    r"<Macro|&lt;Macro|\bUndefined\b|\bNone\b(?! of)|\bTrue\b|\bFalse\b|[{}]|\[\]|"
    r"\b(?:swiss|elo|fide)-[a-z0-9-]+"
)
"""Output of a failed template, and internal codes that are not words of the language."""


@pytest.fixture(scope="module")
def pages() -> tuple[Page, ...]:
    """All of them in both languages."""
    club = Club()
    named = furnished_by(club.command, lambda: club.client.get("/api/t/open/facts").json()["facts"])
    asyncio.run(club.let_in("organiser-token", "*"))
    return tuple(_read(club, named))


def _read(club: Club, named: dict[str, str]) -> Iterator[Page]:
    for language in LANGUAGES:
        visitor = club.browser(language)
        club.client.headers["accept-language"] = language
        for kind in PAGES:
            client = club.client if kind.is_staff else visitor
            path = kind.path.format(**named)
            if kind.form is None:
                answer = client.get(path)
            else:
                fields = {name: text.format(**named) for name, text in kind.form.items()}
                answer = client.post(path, data=fields)
            assert answer.status_code < 500, path
            assert "html" in answer.headers["content-type"], path
            yield language, path, answer.text


def test_no_page_shows_what_a_template_could_not_say(pages: tuple[Page, ...]) -> None:
    found = {}
    for language, path, html in pages:
        text, addresses = reading_of(html)
        faults = [each for written in (text, *addresses) for each in FAULTS.findall(written)]
        if faults:
            found[f"{language} {path}"] = faults
    assert found == {}


@pytest.mark.parametrize(
    "value",
    [None, True, [], {}, ("a",), object],
    ids=["None", "True", "list", "dict", "tuple", "class"],
)
def test_a_page_cannot_show_what_nobody_reads(value: Any) -> None:
    with pytest.raises(TypeError, match="a page cannot show"):
        printable(value)


def test_a_page_cannot_show_a_macro_that_took_the_name_of_a_value() -> None:
    """The fault of `/entries/review`: `{% macro kept() %}` above `href="?{{ kept }}"`."""
    template = "{% macro kept() %}{% endmacro %}<a href='?{{ kept }}'>"
    with pytest.raises(TypeError, match="Macro"):
        Environment(autoescape=True, finalize=printable).from_string(template).render()


# --- who will read a reason -----------------------------------------------------------------------

REASON = re.compile(r'<label>(?:(?!</label>).)*name="reason"(?:(?!</label>).)*</label>', re.DOTALL)
READERS = {
    "en": ("everybody can read it", "only the arbiters read it", "the applicants see it"),
    "es": ("puede leerlo todo el mundo", "solo lo leen los árbitros", "lo ven los solicitantes"),
}


def test_every_field_for_a_reason_says_who_will_read_it(pages: tuple[Page, ...]) -> None:
    seen = 0
    for language, path, html in pages:
        fields = html.count('name="reason"') - html.count('type="hidden" name="reason"')
        told = [
            label for label in REASON.findall(html) if any(r in label for r in READERS[language])
        ]
        assert len(told) == fields, path
        seen += fields
    assert seen > 20


CORRECTIONS: dict[str, dict[str, Any]] = {
    "correct-result": {"game": "1.1", "result": "0-1", "corrects": 11},
    "correct-colours": {"game": "1.1"},
    "delete-result": {"game": "1.1", "corrects": 11},
    "swap-results": {"game": "1.1", "corrects": 11, "other": "1.2", "other_corrects": 12},
}
ABOUT_PEOPLE: dict[str, dict[str, Any]] = {
    "withdraw-entrant": {"entrant": "e1"},
    "expel-entrant": {"entrant": "e1"},
    "rule-ineligible": {"entrant": "e1", "from_round": 1},
    "forbid-pairs": {"entrants": ["e1", "e2"]},
}


@pytest.mark.parametrize("command", [*CORRECTIONS, *ABOUT_PEOPLE])
async def test_what_the_field_says_is_true(command: str) -> None:
    club = Club()
    club.found("swiss-dutch-2026")
    club.play(1, "1-0", "½-½", "0-1")
    fields = (CORRECTIONS | ABOUT_PEOPLE)[command]
    club.command("club", command, reason="Because of it", **fields)
    public = await club.store.texts("club", "public")
    assert ("Because of it" in public.values()) == COMMANDS[command].reason_is_public


# --- what was wrong on single pages ---------------------------------------------------------------


def test_a_marathon_that_is_over_speaks_of_no_queue(pages: tuple[Page, ...]) -> None:
    """The margin still lists past events; only the rest of the page describes the present."""
    queue = {"en": r"queue|about \d+ min", "es": r"\bcola\b|unos \d+ min"}
    found = {
        f"{language} {path}": re.findall(
            queue[language], reading_of(html.partition("<aside")[0])[0]
        )
        for language, path, html in pages
        if path in {"/t/over", "/t/over/hall", "/t/over/screen"}
    }
    assert len(found) == 6
    assert {path: said for path, said in found.items() if said} == {}


def test_prizes_of_a_finished_tournament_are_won(pages: tuple[Page, ...]) -> None:
    shown = {path: html for language, path, html in pages if language == "en"}
    assert "if the standings stayed" in shown["/t/open/prizes"]
    assert "if the standings stayed" not in shown["/t/done/prizes"]
    assert "as it stands" not in shown["/t/done/prizes/e1"].lower()


def test_printed_pairings_say_their_date_and_count_their_pages(pages: tuple[Page, ...]) -> None:
    shown = {path: html for language, path, html in pages if language == "en"}
    assert '<span class="on-paper">as of <time' in shown["/t/open/rounds"]
    printed = (WEB / "styles" / "print.css").read_text(encoding="utf-8")
    hidden = printed.partition("{ display: none !important; }")[0]
    assert {".ask", ".onwards"} <= set(re.findall(r"\.[\w-]+", hidden))
    assert "counter(page)" in printed


# --- what is surprising in the crosstable can be read ---------------------------------------------

LEAST = 4.5
"""WCAG 2.2, 1.4.3: for text of the usual size."""


def luminance(colour: str) -> float:
    """The relative luminance of `#rgb` or `#rrggbb` (WCAG 2.2)."""
    digits = colour.lstrip("#")
    pairs = (
        [digits[at : at + 2] for at in (0, 2, 4)] if len(digits) == 6 else [c * 2 for c in digits]
    )
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for share in (int(pair, 16) / 255 for pair in pairs)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_results_are_legible_on_every_heat_of_the_crosstable() -> None:
    """Earlier values: 3.46 for a loss on the darkest cell, 3.93 for quiet words."""
    text = (WEB / "styles" / "tokens.css").read_text(encoding="utf-8")
    first, *others = [
        dict(TOKEN.findall(block)) for block in re.findall(r"\{([^{}]*--paper[^{}]*)", text)
    ]
    themes = [first, *({**first, **each} for each in others)]
    assert len(themes) == 5
    for theme in themes:
        for heat in ("surprise-1", "surprise-2", "surprise-3"):
            for ink in ("ink", "win-heat", "loss-heat", "quiet-heat", "correction"):
                low, high = sorted((luminance(theme[heat]), luminance(theme[ink])))
                assert (high + 0.05) / (low + 0.05) >= LEAST, (theme["paper"], heat, ink)


TOKEN = re.compile(r"--([\w-]+): (#[0-9a-f]+);")
