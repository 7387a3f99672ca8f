"""Templates are compiled once for all sites of a process, and again when they change."""

from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader

from planilla.adapters.http.rendering import COMPILED


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


def test_a_template_that_changed_is_compiled_again(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("Hello {{ name }}", encoding="utf-8")
    rendered(tmp_path)
    (tmp_path / "page.html").write_text("Good morning, {{ name }}", encoding="utf-8")
    assert rendered(tmp_path) == "Good morning, Ana"
