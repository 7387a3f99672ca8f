"""House rules that no linter knows: lengths, names, first sentences, open ends."""

import ast
import re

from architecture.sources import (
    INNER_RINGS,
    PACKAGE,
    ROOT,
    functions,
    named,
    python_files,
    web_files,
)

MODULE_LINES_MAX = 600
FUNCTION_LINES_MAX = 60
SAYS_NOTHING = {"utils", "util", "helpers", "helper", "common", "manager", "base", "misc"}
OPEN_END = re.compile(r"\b(?:TODO|FIXME|XXX)\b(?!.*#\d)")
LITERAL_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?|oklch)\(")
SPEAKS_TO_THE_WORLD = {"open", "print", "input", "breakpoint", "exec", "eval", "__import__"}


def test_no_module_is_longer_than_600_lines() -> None:
    files = python_files("src") + web_files(".js")
    lengths = {named(path): len(path.read_text(encoding="utf-8").splitlines()) for path in files}
    assert {path: n for path, n in lengths.items() if n > MODULE_LINES_MAX} == {}


def test_no_function_is_longer_than_60_lines() -> None:
    lengths = {
        f"{named(path)}:{function.lineno} {function.name}": _lines_of(function)
        for path in python_files("src")
        for function in functions(path)
    }
    assert {where: n for where, n in lengths.items() if n > FUNCTION_LINES_MAX} == {}


def test_every_module_opens_with_a_sentence() -> None:
    silent = [
        named(path)
        for path in python_files("src")
        if not _opens_with_a_sentence(path.read_text(encoding="utf-8"))
    ]
    assert silent == []


def test_no_name_says_nothing() -> None:
    files = python_files("src", "tests", "bench") + web_files(".js")
    names = {named(path): {path.stem, *path.relative_to(ROOT).parent.parts} for path in files}
    assert {path for path, parts in names.items() if parts & SAYS_NOTHING} == set()


def test_an_open_end_names_its_issue() -> None:
    files = [
        *python_files("src", "tests", "bench", "migrations"),
        *web_files(".js"),
        *web_files(".css"),
    ]
    this_file = ROOT / "tests" / "architecture" / "test_tidy.py"
    open_ends = [
        f"{named(path)}:{number}"
        for path in files
        if path != this_file
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if OPEN_END.search(line)
    ]
    assert open_ends == []


def test_colours_come_from_the_tokens_alone() -> None:
    literal = [
        f"{named(path)}:{number}"
        for path in web_files(".css")
        if path.name != "tokens.css"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if LITERAL_COLOUR.search(line)
    ]
    assert literal == []


def test_the_inner_rings_open_print_and_ask_nothing() -> None:
    calls = [
        f"{named(path)}:{node.lineno} {node.func.id}"
        for ring in INNER_RINGS
        for path in (PACKAGE / ring).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in SPEAKS_TO_THE_WORLD
    ]
    assert calls == []


def _lines_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


def _opens_with_a_sentence(source: str) -> bool:
    docstring = ast.get_docstring(ast.parse(source)) or ""
    first = docstring.partition("\n\n")[0]
    return len(first.split()) > 2 and first[0].isupper() and first[-1] in ".:?!"
