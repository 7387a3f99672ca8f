"""Templates are compiled once for all sites of a process; a page that was made leaves nothing."""

import gc
from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader
from jinja2.runtime import Macro
from markupsafe import Markup

from dsl.web_club import Club
from planilla.adapters.http import rendering
from planilla.adapters.http.rendering import COMPILED, page_text
from planilla.adapters.http.views.people import PlayerLine
from planilla.adapters.http.views.tables import TableRow
from planilla.adapters.http.views.timeline import FactLine


def rendered(folder: Path) -> str:
    """The page of a new site."""
    environment = Environment(
        loader=FileSystemLoader(folder), bytecode_cache=COMPILED, autoescape=True
    )
    return environment.get_template("page.html").render(name="Ana")


def test_another_site_finds_a_template_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "page.html").write_text("Hello {{ name }}", encoding="utf-8")
    first = rendered(tmp_path)

    def compiled(*_: object, **__: object) -> None:
        raise AssertionError("compiled again")

    monkeypatch.setattr(Environment, "compile", compiled)
    assert rendered(tmp_path) == first == "Hello Ana"


def test_a_text_that_is_filled_with_html_escapes_what_else_it_is_filled_with() -> None:
    at = Markup('<time datetime="2026-05-04">4 May</time>')
    said = page_text("en", "account.sign-in.line", at=at, how="<i>", address="::1 & 2")
    assert said == Markup('<time datetime="2026-05-04">4 May</time>: &lt;i&gt;, from ::1 &amp; 2')
    listed = page_text("en", "account.sign-in.line", at=at, how=["<i>", "b"], address="::1")
    assert listed.endswith(": &lt;i&gt; and b, from ::1")
    assert page_text("en", "links.until", at="<i>") == "until <i>", "a template escapes it"


def test_a_template_that_changed_is_compiled_again(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("Hello {{ name }}", encoding="utf-8")
    rendered(tmp_path)
    (tmp_path / "page.html").write_text("Good morning, {{ name }}", encoding="utf-8")
    assert rendered(tmp_path) == "Good morning, Ana"


def test_the_tabs_of_a_tournament_are_compiled_before_they_are_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rendering, "COMPILED", type(COMPILED)())
    fresh = Club()
    fresh.found()

    def compiled(*_: object, **__: object) -> None:
        raise AssertionError("compiled for a visitor")

    monkeypatch.setattr(Environment, "compile", compiled)
    with fresh.browser() as visitor:
        for tab in ("", "/rounds", "/cross", "/entrants", "/elo", "/facts", "/rules"):
            assert visitor.get(f"/t/club{tab}").status_code == 200
        assert visitor.get("/").status_code == 200


@pytest.mark.parametrize("address", ["/t/club", "/t/club/arbiter"])
async def test_a_page_leaves_nothing_for_the_collector(club: Club, address: str) -> None:
    """Its rows were held by the macros of its templates, in rings: 150 kB for 400 players."""
    assert club.client.get(address).status_code == 200
    gc.collect()
    gc.disable()
    try:
        club.client.get(address)
        left = [
            each
            for each in gc.get_objects()
            if isinstance(each, TableRow | FactLine | PlayerLine | Macro)
        ]
    finally:
        gc.enable()
    assert left == []
