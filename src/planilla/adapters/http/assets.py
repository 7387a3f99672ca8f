"""Style sheets, scripts and icons: read and compressed once, cached by browsers without limit.

A digest of all files is part of every address, so modules import each other by relative paths and a
new release has new addresses.

Scripts of several modules are joined to one: each module becomes a function that returns what it
exports; the modules that it imports come before it. Ours name their imports and exports at the
start of a statement, in the forms that `IMPORT` and `EXPORT` read.
"""

import gzip
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from rjsmin import jsmin
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

FOLDERS = ("styles", "scripts", "vendor", "icons")
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
}
BASE = ("tokens", "page", "forms")
BUNDLES = {
    "base": BASE,
    "tournament": (
        *(*BASE, "sheet", "scrubber", "moments", "reasons", "moves", "elo", "keizer", "prizes"),
        *("timers", "stages"),
    ),
    "bracket": (*BASE, "sheet", "bracket", "timers", "stages"),
    "foot": ("scrubber", "moments"),
}
"""Style sheets that pages ask for together, so that a phone asks once: `styles/all-<name>.css`."""
PAGE = ("page",)
TOURNAMENT = (*PAGE, "tournament", "countdown", "since", "slim-head")
STAFF = (*TOURNAMENT, "palette", "kept-results")
SCRIPTS = {
    "page": PAGE,
    "tournament": TOURNAMENT,
    "bracket": (*TOURNAMENT, "bracket"),
    "claim": (*PAGE, "claim", "offline"),
    "create": (*PAGE, "system-choice", "regulations-preview"),
    "desk": (*STAFF, "desk"),
    "entries": (*STAFF, "list-search"),
    "festival": (*PAGE, "several", "offline"),
    "index": (*PAGE, "offline", "several"),
    "masnou-page": (*TOURNAMENT, "masnou-page"),
    "regulations-form": (*PAGE, "regulations-preview"),
    "screen": (*PAGE, "screen"),
    "second-look": (*PAGE, "second-look"),
    "staff": STAFF,
    "stages": (*STAFF, "system-choice"),
    "tablet": (*PAGE, "tablet"),
    "wall": (*PAGE, "wall", "countdown"),
}
"""Modules that a kind of page asks for, with all that they import: `scripts/all-<name>.js`."""
IMMUTABLE_CACHE_CONTROL = "public, max-age=31536000, immutable"
DIGEST_LENGTH = 12
_COMMENT, _BLANKS = re.compile(rb"/\*.*?\*/", re.DOTALL), re.compile(rb"\s+")
CONTENTS_KEPT = 512
"""Most files of which the compressed content is kept for further sites of the process."""


@dataclass(frozen=True, kw_only=True)
class Asset:
    """One file, plain and compressed."""

    media_type: str
    plain: bytes
    compressed: bytes


class Assets:
    """The files of a web folder by path, and the digest of all of them."""

    def __init__(self, web_dir: Path) -> None:
        self.files = {
            path.relative_to(web_dir).as_posix(): _read(path)
            for folder in FOLDERS
            for path in sorted((web_dir / folder).rglob("*"))
            if path.suffix in TYPES
        }
        self.files |= {
            f"styles/all-{name}.css": self._joined(sheets) for name, sheets in BUNDLES.items()
        }
        self._modules = {
            name.removeprefix("scripts/"): asset.plain.decode()
            for name, asset in self.files.items()
            if name.startswith("scripts/")
        }
        self._scripts: dict[str, Asset] = {}
        digest = hashlib.sha256()
        for name, asset in self.files.items():
            digest.update(name.encode() + b"\0" + asset.plain)
        self.digest = digest.hexdigest()[:DIGEST_LENGTH]

    def script(self, name: str) -> str:
        """Return the address of a script of `SCRIPTS`, with the digest.

        Raises:
            KeyError: there is no such script.
        """
        if name not in SCRIPTS:
            raise KeyError(name)
        return f"/assets/{self.digest}/scripts/all-{name}.js"

    def _joined(self, sheets: Iterable[str]) -> Asset:
        return _asset(".css", b"".join(self.files[f"styles/{each}.css"].plain for each in sheets))

    def url(self, name: str) -> str:
        """Return the address of a file, with the digest.

        Raises:
            KeyError: there is no such file.
        """
        if name not in self.files:
            raise KeyError(name)
        return f"/assets/{self.digest}/{name}"

    async def serve(self, request: Request) -> Response:
        """Answer `/assets/<digest>/<path>`; an address of another release is answered uncached."""
        asset = self.find(request.path_params["path"])
        if asset is None:
            raise HTTPException(404)
        is_current = request.path_params["digest"] == self.digest
        headers = {
            "cache-control": IMMUTABLE_CACHE_CONTROL if is_current else "no-cache",
            "vary": "accept-encoding",
            "etag": f'"{self.digest}"',
        }
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(asset.plain, headers=headers, media_type=asset.media_type)
        headers["content-encoding"] = "gzip"
        return Response(asset.compressed, headers=headers, media_type=asset.media_type)

    def find(self, path: str) -> Asset | None:
        """Return a file, or a script of `SCRIPTS`, which is made once; None for another."""
        name = path.removeprefix("scripts/all-").removesuffix(".js")
        if path != f"scripts/all-{name}.js" or name not in SCRIPTS:
            return self.files.get(path)
        if name not in self._scripts:
            script = joined(self._modules, [f"{each}.js" for each in SCRIPTS[name]])
            self._scripts[name] = _asset(".js", script.encode())
        return self._scripts[name]


def _read(path: Path) -> Asset:
    plain = path.read_bytes()
    if path.suffix == ".js":  # comments are left out
        plain = _minified(plain)
    elif path.suffix == ".css":
        plain = without_comments(plain)
    return _asset(path.suffix, plain)


def _asset(suffix: str, plain: bytes) -> Asset:
    return Asset(
        media_type=TYPES[suffix],
        plain=plain,
        compressed=_compressed(plain),
    )


@lru_cache(maxsize=CONTENTS_KEPT)
def _minified(script: bytes) -> bytes:
    return bytes(jsmin(script))


def without_comments(sheet: bytes) -> bytes:
    """Return a style sheet without comments, and with one blank for several.

    No text of ours has the signs of a comment or two blanks; a library for it is left out, since it
    takes the blank before `:is()` within `@container` for one of a declaration.
    """
    return _BLANKS.sub(b" ", _COMMENT.sub(b"", sheet))


@lru_cache(maxsize=CONTENTS_KEPT)
def _compressed(plain: bytes) -> bytes:
    return gzip.compress(plain, 9, mtime=0)


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
