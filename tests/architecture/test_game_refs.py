"""Game ids are parsed and formed in `GameRef` alone, and for the offline tablet in one script."""

import ast
import re

import pytest

from architecture.sources import PACKAGE, named, python_files, web_files

PARSER = PACKAGE / "domain" / "vocabulary.py"
SCRIPT = "masnou-state.js"
NAMES = {"game", "game_id", "identity"}
TEXT_METHODS = {
    *("partition", "rpartition", "split", "rsplit", "find", "index", "rfind"),
    *("startswith", "endswith", "removeprefix", "removesuffix"),
}
ID_IN_SCRIPT = re.compile(
    r"\[TP\]|`[TP]\$\{|\b(?:game|identity)\.(?:split|slice|startsWith|match)\("
)


def takes_apart(node: ast.AST) -> bool:
    """Return whether a node reads a part of a game id: by a text method, an index or a slice.

    The longest id has 40 characters, so that a text cut to 40 keeps each id whole. A part of
    a variable `game` may be its two players, as in the tables of closed systems.
    """
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr=attr)) if attr in TEXT_METHODS:
            return _is_game(value)
        case ast.Subscript(slice=ast.Slice(lower=None, upper=ast.Constant(value=40))):
            return False
        case ast.Subscript(
            value=ast.Attribute(attr="game") | ast.Name(id="identity"),
            slice=ast.Slice() | ast.Constant(value=int()),
        ):
            return True
        case _:
            return False


def forms(node: ast.AST) -> bool:
    """Return whether a node makes a game id of numbers: `f"T{…}.{…}"`, or `GameId(f"…")`."""
    match node:
        case ast.Call(func=ast.Name(id="GameId"), args=[ast.JoinedStr() | ast.BinOp()]):
            return True
        case ast.JoinedStr(
            values=[
                ast.Constant(value="T" | "P"),
                ast.FormattedValue(),
                ast.Constant(value="."),
                ast.FormattedValue(),
            ]
        ):
            return True
        case ast.JoinedStr(
            values=[ast.FormattedValue(value=first), ast.Constant(value="."), ast.FormattedValue()]
        ):
            return bool({"number", "round"} & {_last_name(first)})
        case _:
            return False


def _is_game(value: ast.expr) -> bool:
    match value:
        case ast.BoolOp(values=values):
            return any(_is_game(each) for each in values)
        case _:
            return _last_name(value) in NAMES


def _last_name(value: ast.expr) -> str:
    match value:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def test_only_the_parser_takes_game_ids_apart_and_forms_them() -> None:
    found = [
        f"{named(path)}:{node.lineno}"
        for path in python_files("src")
        if path != PARSER
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.expr) and (takes_apart(node) or forms(node))
    ]
    assert found == []


def test_only_one_script_takes_game_ids_apart_and_forms_them() -> None:
    found = [
        named(path)
        for path in web_files(".js")
        if path.name != SCRIPT and ID_IN_SCRIPT.search(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        'game.partition(".")',
        '(event.game or "").split(".")',
        "identity[1:]",
        "event.game[0]",
        "command.game[:1]",
        'game.startswith("T")',
        'f"T{table}.{place}"',
        'f"{number}.{board}"',
        'f"{played.round}.{place}"',
        'GameId(f"{one}.{other}")',
        'GameId(one + "." + other)',
    ],
)
def test_these_forms_would_be_found(source: str) -> None:
    found = [node for node in ast.walk(ast.parse(source)) if takes_apart(node) or forms(node)]
    assert len(found) == 1 or "GameId" in source


@pytest.mark.parametrize(
    "source",
    [
        "games[0]",
        "game[0]",
        "game[:40]",
        "GameId(text)",
        "game.round",
        'f"{module}.{name}"',
        "by_id[game]",
    ],
)
def test_other_expressions_are_not_found(source: str) -> None:
    tree = ast.walk(ast.parse(source))
    assert not any(takes_apart(node) or forms(node) for node in tree)
