"""The measures of the house: what an addition touches, and how the tree reads. `make house`.

Bounds are in `test_house.py`; they are lowered with the figures and never raised. `python
tests/architecture/house.py FOLDER` measures another checkout in the same way, and one of `LISTS`
in place of the folder prints the places behind a figure.
"""

import ast
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import mean
from types import MappingProxyType
from typing import NamedTuple

PACKAGE = Path(__file__).parents[2] / "src" / "planilla"
SHORT_LINES = 40
CLAUSE = re.compile(r"^(?:What|Who|Whom|Whose|Whether|Where|How many|How much|So many)\b")
QUOTED_SYSTEMS = r"[\"'](?:keizer|masnou|round-robin|swiss[\w-]*)[\"']"
KINDS = re.compile(
    r"(?<!assert )isinstance\([^()]*(?:SYSTEMS|\bsystem\b|\.memory\b)|"
    r"(?<!assert )isinstance\([^()]*\b(?:Hall|KeizerState|(?:Masnou|Keizer)Rules)\b|"
    r"(?<!\")\b(?:is|in|has|of)_(?:a_)?(?:hall|ladder|masnou|keizer)\b|"
    r"\b(?:hall|ladder|masnou) is (?:not )?None|\.(?:hall|ladder|masnou)\b is |"
    r"\bstate\.(?:hall|ladder|masnou|keizer)\b|"
    rf"(?:[!=]==?|\bin) [({{\[]?(?:{QUOTED_SYSTEMS}|\w*(?:KEIZER|MASNOU)\b)|"
    r"\bsystem(?:_name|\.name)?\.(?:startswith|endswith|partition)\("
)
"""Questions about the kind of a tournament in place of its traits and parts.

They are asked by type, by the name of the system, or by whether there is a hall or a ladder. An
assertion that narrows a type asks nothing.
"""


class Module(NamedTuple):
    """A Python file of the package, read once."""

    name: str
    path: Path
    source: str
    tree: ast.Module


class Measures(NamedTuple):
    """The figures of one checkout, in the order of the table."""

    event_mean: float
    event_most: int
    command_mean: float
    command_most: int
    kinds_asked: int
    short_modules: int
    single_reader_modules: int
    clauses: int
    repeated_class_names: int
    lines: int
    files: int


def modules_of(package: Path) -> list[Module]:
    """Return all modules below `package`, by path."""
    found = []
    for path in sorted(package.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        parts = path.relative_to(package.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found.append(Module(name, path, source, ast.parse(source)))
    return found


def descendants(modules: list[Module], root: str) -> list[str]:
    """Return the names of all classes that derive from the class `root`, directly or not.

    The base of those that concern one stage is left out.
    """
    parents = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        | {base.attr for base in node.bases if isinstance(base, ast.Attribute)}
        for module in modules
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef) and _is_of_the_tournament(module)
    }
    known = {root}
    while True:
        more = {name for name, bases in parents.items() if bases & known} - known
        if not more:
            return sorted(known - {root, f"Staged{root}"})
        known |= more


def _is_of_the_tournament(module: Module) -> bool:
    return module.name.startswith("planilla.domain.tournament")


def files_naming(modules: list[Module], names: list[str]) -> dict[str, int]:
    """Return the number of modules that name each of `names`, as a word or in a string."""
    words = [set(re.findall(r"[A-Za-z_][A-Za-z0-9_]*", module.source)) for module in modules]
    return {name: sum(name in each for each in words) for name in names}


def readers_of(modules: list[Module]) -> dict[str, set[str]]:
    """Return, for each module, the modules that import it or a name of it."""
    names = {module.name for module in modules}
    readers: dict[str, set[str]] = defaultdict(set)
    for module in modules:
        for imported in _imports(module.tree):
            target = imported if imported in names else imported.rpartition(".")[0]
            if target in names and target != module.name:
                readers[target].add(module.name)
    return readers


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def docstrings(module: Module) -> Iterator[tuple[int, str]]:
    """Yield the line and text of each docstring and of each string below a constant."""
    for node in ast.walk(module.tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield node.lineno, text.strip()
            case _:
                pass


def repeated_classes(modules: list[Module]) -> list[str]:
    """Return the class names that are defined more than once, private ones included."""
    counted = Counter(
        node.name
        for module in modules
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef)
    )
    return sorted(name for name, number in counted.items() if number > 1)


def short_modules(modules: list[Module]) -> list[str]:
    """Return the modules of fewer than `SHORT_LINES` lines, packages aside."""
    return [
        module.name
        for module in modules
        if module.path.stem != "__init__" and len(module.source.splitlines()) < SHORT_LINES
    ]


def single_reader_modules(modules: list[Module]) -> list[str]:
    """Return the modules that exactly one other module imports, packages aside."""
    readers = readers_of(modules)
    return [
        module.name
        for module in modules
        if module.path.stem != "__init__" and len(readers[module.name]) == 1
    ]


def clauses(modules: list[Module]) -> list[str]:
    """Return the places of docstrings that open with a clause."""
    return [
        f"{module.path}:{line}"
        for module in modules
        for line, text in docstrings(module)
        if CLAUSE.match(text)
    ]


def pages_of(package: Path) -> dict[Path, str]:
    """Return the templates and scripts beside the folder of the package, by path."""
    web = package.parents[1] / "web"
    found = sorted([*web.glob("pages/*.html"), *web.glob("scripts/*.js")])
    return {path: path.read_text(encoding="utf-8") for path in found}


def kinds_asked(
    modules: list[Module], pages: Mapping[Path, str] = MappingProxyType({})
) -> list[str]:
    """Return the places of modules and pages that ask for the kind of a tournament."""
    texts = {module.path: module.source for module in modules} | dict(pages)
    return [
        f"{path}:{number}"
        for path, text in texts.items()
        for number, line in enumerate(text.splitlines(), start=1)
        if KINDS.search(line)
    ]


def measure(package: Path) -> Measures:
    """Return the figures of the package in folder `package`."""
    modules = modules_of(package)
    events = files_naming(modules, descendants(modules, "Event"))
    commands = files_naming(modules, descendants(modules, "Command"))
    return Measures(
        event_mean=round(mean(events.values()), 1),
        event_most=max(events.values()),
        command_mean=round(mean(commands.values()), 1),
        command_most=max(commands.values()),
        kinds_asked=len(kinds_asked(modules, pages_of(package))),
        short_modules=len(short_modules(modules)),
        single_reader_modules=len(single_reader_modules(modules)),
        clauses=len(clauses(modules)),
        repeated_class_names=len(repeated_classes(modules)),
        lines=sum(len(module.source.splitlines()) for module in modules),
        files=len(modules),
    )


LABELS = {
    "event_mean": "source files that name an event type, mean",
    "event_most": "source files that name an event type, most",
    "command_mean": "source files that name a command, mean",
    "command_most": "source files that name a command, most",
    "kinds_asked": "questions about the kind of a tournament",
    "short_modules": "modules under 40 lines, packages aside",
    "single_reader_modules": "modules imported by one module only",
    "clauses": "docstrings that open with a clause",
    "repeated_class_names": "class names used more than once",
    "lines": "lines of Python in src",
    "files": "files of Python in src",
}
LISTS = {
    "kinds": lambda modules: kinds_asked(modules, pages_of(PACKAGE)),
    "short": short_modules,
    "single": single_reader_modules,
    "clauses": clauses,
    "classes": repeated_classes,
}


def main() -> None:
    """Print the table, or with one of `LISTS` as argument the places behind a figure."""
    given = sys.argv[1:]
    if given and given[0] in LISTS:
        sys.stdout.writelines(f"{line}\n" for line in LISTS[given[0]](modules_of(PACKAGE)))
        return
    package = Path(given[0]) / "src" / "planilla" if given else PACKAGE
    for name, value in measure(package)._asdict().items():
        sys.stdout.write(f"{LABELS[name]:48} {value:>8}\n")


if __name__ == "__main__":
    main()
