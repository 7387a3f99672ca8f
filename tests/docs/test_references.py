"""The functions and tests that `docs/rules` names exist."""

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from architecture.sources import ROOT, functions, python_files

PAGES = sorted((ROOT / "docs" / "rules").glob("*.md"))
COLUMNS = {"function", "functions", "in the code"}
"""Headings of the columns that name code."""

NAME = re.compile(r"`([A-Za-z_][\w.]*)`")
MODES = {"successive"}
"""Values of options that stand beside a function."""


@functools.cache  # not when it is imported: every worker imports all tests
def _modules() -> dict[str, set[str]]:
    """Return the classes, functions and assigned names of each module, at any depth."""
    found = {}
    for path in python_files("src"):
        names: set[str] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                names.add(node.name)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                names.add(node.id)
        module = path.relative_to(ROOT / "src").with_suffix("")
        found[".".join(module.parts).removesuffix(".__init__")] = names
    return found


def _exists(name: str) -> bool:
    """Return whether `name` is a module, a name in the module it is qualified by, or a member."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        module, rest = "." + ".".join(parts[:length]), set(parts[length:])
        if any(rest <= names for path, names in _modules().items() if f".{path}".endswith(module)):
            return True
    return set(parts) <= set().union(*_modules().values())


def _named(text: str) -> Iterator[str]:
    """Yield the names in the columns that name code."""
    columns: list[int] | None = None
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            columns = None
        elif columns is None:
            columns = [at for at, cell in enumerate(cells) if cell in COLUMNS]
        else:
            yield from (
                name for at in columns if at < len(cells) for name in NAME.findall(cells[at])
            )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_function_in_the_tables_exists(page: Path) -> None:
    missing = [name for name in _named(page.read_text(encoding="utf-8")) if not _exists(name)]
    assert set(missing) <= MODES


def test_every_test_that_is_named_exists() -> None:
    tests = {function.name for path in python_files("tests") for function in functions(path)}
    files = {path.stem for path in python_files("tests")}
    named = {
        name
        for page in PAGES
        for name in re.findall(r"`(test_\w+)`", page.read_text(encoding="utf-8"))
    }
    assert named <= tests | files
