"""One script made of modules and all that they import, so that a phone asks once.

Each module becomes a function that returns what it exports; the modules that it imports come before
it. Our modules name their imports and exports at the start of a statement, in the forms that
`IMPORT` and `EXPORT` read; another form is an error at the start of the program.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

IMPORT = re.compile(
    r"""(?m)(?:^|(?<=[;}]))\s*(?P<how>import|export)\s*(?:(?:\{(?P<names>[^}]*)\}|\*\s*as\s+(?P<whole>[\w$]+))\s*from\s*)?"""
    r"""["']\./(?P<module>[\w.-]+)["'];?"""
)
"""An import, or what is exported from another module."""
EXPORT = re.compile(
    r"""(?m)(?:^|(?<=[;}]))\s*export\s*(?:\{(?P<names>[^}]*)\};?|"""
    r"""(?P<kept>(?:async\s+)?(?:function\*?|const|class)\s+(?P<name>[\w$]+)))"""
)
LEFT = re.compile(r"""(?m)(?:^|[;}])\s*(?:export\b|import\b\s*[\w{*"'])""")


class NotJoinable(Exception):
    """A module has an import or export in another form; the message names it."""


def imports_of(source: str) -> tuple[str, ...]:
    """Return the file names of the modules that a module imports, in their order, each once."""
    return tuple(dict.fromkeys(found["module"] for found in IMPORT.finditer(source)))


def joined(sources: Mapping[str, str], names: Iterable[str]) -> str:
    """Return the script that does what the modules `names` do, one after another.

    `sources` are all modules by file name.

    Raises:
        KeyError: there is no such module.
        NotJoinable: a module has another form.
    """
    return "".join(_function_of(each, sources[each]) for each in _in_order(sources, names))


def _in_order(sources: Mapping[str, str], names: Iterable[str]) -> tuple[str, ...]:
    """Return the modules and all that they import, each after those that it imports."""
    known: dict[str, None] = {}

    def visit(name: str) -> None:
        if name not in known:
            for imported in imports_of(sources[name]):
                visit(imported)
            known.setdefault(name)

    for name in names:
        visit(name)
    return tuple(known)


def _function_of(name: str, source: str) -> str:
    exported = dict(_exports_of(source))
    body = EXPORT.sub(lambda found: f"\n{found['kept'] or ''}", IMPORT.sub(_imported, source))
    if LEFT.search(body):
        raise NotJoinable(f"{name} has an import or an export in another form")
    returned = ",".join(f"{outside}:{inside}" for outside, inside in exported.items())
    return f"const {_constant(name)}=(()=>{{\n{body}\nreturn{{{returned}}}}})();\n"


def _imported(found: re.Match[str]) -> str:
    if found["whole"] is not None:
        return f"\nconst {found['whole']}={_constant(found['module'])};"
    if found["how"] == "export" or found["names"] is None:
        return "\n"
    names = ",".join(f"{outside}:{inside}" for outside, inside in _pairs(found["names"]))
    return f"\nconst{{{names}}}={_constant(found['module'])};"


def _exports_of(source: str) -> Iterator[tuple[str, str]]:
    """Yield the exported names and what each is within the function of the module."""
    for found in IMPORT.finditer(source):
        if found["how"] == "export":
            module = _constant(found["module"])
            yield from ((out, f"{module}.{name}") for name, out in _pairs(found["names"]))
    for found in EXPORT.finditer(IMPORT.sub("\n", source)):
        if found["name"]:
            yield found["name"], found["name"]
        else:
            yield from ((out, name) for name, out in _pairs(found["names"]))


def _pairs(names: str) -> Iterator[tuple[str, str]]:
    """Yield the two names of each `a as b`, twice the same for `a`."""
    for each in filter(None, (part.strip() for part in names.split(","))):
        first, _, second = each.partition(" as ")
        yield first.strip(), (second or first).strip()


def _constant(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name)
