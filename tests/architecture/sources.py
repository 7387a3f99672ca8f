"""The files of this repository that the house rules speak about."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "planilla"
INNER_RINGS = ("domain", "projections", "formats", "audit", "presentation")


def python_files(*folders: str) -> list[Path]:
    """All Python files under `folders` of the repository, in order."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def web_files(ending: str) -> list[Path]:
    """The web files with this ending that are ours: not vendored."""
    found = (ROOT / "web").rglob(f"*{ending}")
    return sorted(path for path in found if "vendor" not in path.parts)


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Each function and method that `path` defines."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def named(path: Path) -> str:
    """How a message names a file: from the root of the repository."""
    return path.relative_to(ROOT).as_posix()
