"""The arbiter's manual: its words are on the pages, its commands and addresses exist.

Words in bold are those of a page or a command, in the language of the manual; a number or an
ellipsis stands for what changes. All languages have the same parts in the same order.
"""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import click
import pytest

from planilla.adapters.cli.command_line import Program
from planilla.adapters.cli.run import COMMANDS
from planilla.main import DEMO_COMMANDS
from planilla.presentation.catalogue import CATALOGUES

ROOT = Path(__file__).parents[2]
MANUALS = sorted((ROOT / "docs" / "manual").glob("*.md"))
CODE = re.compile(r"`([^`\n]+)`")
BLOCK = re.compile(r"^( *)```\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
BOLD = re.compile(r"\*\*([^*]+)\*\*")
LINK = re.compile(r"\]\(([^)\s]+)\)")
PART = re.compile(r"^ *(#+(?= )|\d+\.(?= )|-(?= )|!\[|\|)", re.MULTILINE)
CHANGES = r"(?:\d+|[A-Z]{2,}|…)"
"""What stands for a placeholder: a number, an abbreviation such as FIDE, or an ellipsis."""
LETTERS_MIN = 3
"""Letters that a text has besides its placeholders, to be more than a figure."""
EXAMPLE = "open-2026"


def _pattern(text: str) -> str:
    """Return the regular expression of what a text of the catalogue may become on a page."""
    parts = []
    for literal, field, form, _ in Formatter().parse(text.replace("\u00a0", " ")):
        parts.append(re.escape(literal))
        if field is not None:
            parts.append(
                f"(?:{'|'.join(map(re.escape, form.split('|')))})"
                if form and "|" in form
                else CHANGES
            )
    return "".join(parts)


def _words_of(language: str) -> re.Pattern[str]:
    """Return the regular expression of everything that pages and commands say in a language."""
    texts = {
        text
        for text in CATALOGUES[language].values()
        if sum(map(str.isalpha, re.sub(r"\{[^}]*\}", "", text))) >= LETTERS_MIN
    }
    return re.compile("|".join(sorted(map(_pattern, texts))))


def _codes(text: str) -> Iterator[str]:
    """Yield what is typed: every line of a block, and every code within a sentence."""
    for block in BLOCK.finditer(text):
        yield from (line.strip() for line in block[2].splitlines())
    yield from CODE.findall(BLOCK.sub("", text))


def _anchors(text: str) -> set[str]:
    """Return the anchors of the headings, as Markdown on the web makes them."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings}


def _is_called(line: str) -> bool:
    """Return whether a line calls a command that exists, with options that it has."""
    found: click.Command | None = Program((COMMANDS, DEMO_COMMANDS))
    words = shlex.split(line)[1:]
    while isinstance(found, click.Group):
        found = found.get_command(click.Context(found), words.pop(0)) if words else None
    if found is None:
        return False
    options = {name for each in found.params for name in each.opts}
    try:
        found.make_context(found.name or "", words)
    except Exception:  # noqa: BLE001 - without a console the complaint itself fails
        return False
    return {word for word in words if word.startswith("-")} <= options


@pytest.mark.parametrize("manual", MANUALS, ids=lambda manual: manual.stem)
def test_each_word_in_bold_is_said_by_the_program(manual: Path) -> None:
    words = _words_of(manual.stem)
    bold = {" ".join(each.split()) for each in BOLD.findall(manual.read_text(encoding="utf-8"))}
    assert bold, "a manual without a button"
    assert sorted(each for each in bold if not words.fullmatch(each)) == []


def test_a_word_of_no_page_would_be_found() -> None:
    words = _words_of("en")
    assert words.fullmatch("Pair round 1")
    assert words.fullmatch("Enter 118 people")
    assert not words.fullmatch("Pair the round")
    assert not words.fullmatch("Emparejar la ronda 1")


@pytest.mark.parametrize("manual", MANUALS, ids=lambda manual: manual.stem)
def test_each_command_exists_with_its_options(manual: Path) -> None:
    typed = [
        line
        for line in _codes(manual.read_text(encoding="utf-8"))
        if line.startswith("planilla ") and len(line.split()) > 1
    ]
    assert typed, "a manual without a command"
    assert [line for line in typed if not _is_called(line)] == []


def test_a_command_that_is_gone_would_be_found() -> None:
    assert _is_called("planilla export open-2026 -o open.trf")
    assert not _is_called("planilla export open-2026 --paper A4")
    assert not _is_called("planilla send open-2026")
    assert not _is_called("planilla log")


@pytest.mark.parametrize("manual", MANUALS, ids=lambda manual: manual.stem)
def test_each_setting_address_and_program_exists(manual: Path) -> None:
    reference = ROOT / "docs" / "reference"
    settings = (reference / "settings.md").read_text(encoding="utf-8")
    addresses = (reference / "http.md").read_text(encoding="utf-8")
    codes = list(_codes(manual.read_text(encoding="utf-8")))
    names = {name for code in codes for name in re.findall(r"PLANILLA_\w+", code)}
    assert names
    assert {name for name in names if f"`{name}`" not in settings} == set()
    paths = {code.replace(EXAMPLE, "{id}") for code in codes if re.match(r"/\w", code)}
    assert paths
    assert {path for path in paths if f"`{path}" not in addresses} == set()
    programs = {code.split()[0] for code in codes if code.startswith("deploy/")}
    assert programs
    assert [each for each in programs if not (ROOT / each).is_file()] == []


@pytest.mark.parametrize("manual", MANUALS, ids=lambda manual: manual.stem)
def test_each_link_leads_to_a_page_and_a_heading(manual: Path) -> None:
    lost = []
    for link in LINK.findall(manual.read_text(encoding="utf-8")):
        path, _, anchor = link.partition("#")
        page = (manual.parent / path).resolve() if path else manual
        if not page.is_file() or (
            anchor and anchor not in _anchors(page.read_text(encoding="utf-8"))
        ):
            lost.append(link)
    assert lost == []


def test_all_languages_have_the_same_parts() -> None:
    shapes = {}
    for manual in MANUALS:
        text = manual.read_text(encoding="utf-8")
        typed = [line for block in BLOCK.finditer(text) for line in block[2].splitlines()]
        shapes[manual.stem] = (PART.findall(text), typed)
    first, *others = shapes
    assert others, "one language alone"
    assert {each: shapes[each] for each in others if shapes[each] != shapes[first]} == {}


@pytest.mark.parametrize("page", ["README.md", "docs/operating/README.md"])
def test_a_newcomer_finds_the_manual(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    linked = {(ROOT / page).parent / link for link in LINK.findall(text) if link.endswith(".md")}
    assert {each.resolve() for each in MANUALS} <= {each.resolve() for each in linked}
