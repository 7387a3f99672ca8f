"""Walks lead somewhere: each file that `docs/walks` names exists, and has the names beside it.

A name belongs to the file before it when a middle dot joins them: `path/file.py` · `name`.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WALKS = sorted((ROOT / "docs" / "walks").glob("*.md"))
PATH = r"`([\w./-]+/[\w.-]+\.(?:py|js|css|html|md|sql))`"
STOP = re.compile(PATH + r"((?:\s+·\s+`[^`]+`)*)")


@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.stem)
def test_every_file_of_a_walk_exists(walk: Path) -> None:
    named = [path for path, _ in _stops(walk)]
    assert named, "a walk without a stop"
    assert [path for path in named if not (ROOT / path).is_file()] == []


@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.stem)
def test_every_name_of_a_walk_is_in_its_file(walk: Path) -> None:
    missing = [
        f"{path}: {name}"
        for path, names in _stops(walk)
        for name in names
        if not _has(ROOT / path, name)
    ]
    assert missing == []


def test_the_walk_of_a_result_states_its_number_of_stops() -> None:
    walk = ROOT / "docs" / "walks" / "record-a-result.md"
    stops = {(path, name) for path, names in _stops(walk) for name in names}
    in_code = {(path, name) for path, name in stops if not path.startswith("tests/")}
    files = {path for path, _ in _stops(walk) if not path.startswith(("tests/", "docs/"))}
    stated = f"{len(in_code)} stops in {len(files)} files"
    assert stated in walk.read_text(encoding="utf-8"), f"the page should state {stated}"


def test_the_test_would_find_a_name_that_is_gone() -> None:
    here = Path(__file__)
    assert _has(here, "test_every_file_of_a_walk_exists")
    assert not _has(here, "test_every_file_of_a_walk_was_removed")
    assert not _has(ROOT / "web" / "scripts" / "desk.js", "enterNothing")


def _stops(walk: Path) -> Iterator[tuple[str, list[str]]]:
    for found in STOP.finditer(walk.read_text(encoding="utf-8")):
        yield found[1], re.findall(r"`([^`]+)`", found[2])


def _has(path: Path, name: str) -> bool:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return name in set(_defined(ast.parse(text), ""))
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) is not None


def _defined(node: ast.AST, prefix: str) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield prefix + child.name
            yield from _defined(child, f"{prefix}{child.name}.")
        elif isinstance(child, ast.Assign | ast.AnnAssign):
            targets = child.targets if isinstance(child, ast.Assign) else [child.target]
            yield from (prefix + each.id for each in targets if isinstance(each, ast.Name))
