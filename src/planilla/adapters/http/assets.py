"""Style sheets, scripts and icons: read and compressed once, cached by browsers without limit.

A digest of all files is part of every address, so modules import each other by relative paths and a
new release has new addresses.
"""

import gzip
import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
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
IMMUTABLE_CACHE_CONTROL = "public, max-age=31536000, immutable"
DIGEST_LENGTH = 12
_IMPORT = re.compile(r"""\bimport\b[^"';]*["']\./([\w.-]+\.js)["']""")


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
        digest = hashlib.sha256()
        for name, asset in self.files.items():
            digest.update(name.encode() + b"\0" + asset.plain)
        self.digest = digest.hexdigest()[:DIGEST_LENGTH]

    def imports(self, *names: str) -> tuple[str, ...]:
        """Return the addresses of the modules that scripts import, and these in turn, each once.

        A page that names them fetches all at once, instead of one row after another.
        """
        known = dict.fromkeys(names)
        waiting = [*names]
        while waiting:
            name = waiting.pop(0)
            folder = name.rpartition("/")[0]
            found = _IMPORT.findall(self.files[name].plain.decode())
            new = [each for path in found if (each := f"{folder}/{path}") not in known]
            known |= dict.fromkeys(new)
            waiting += new
        return tuple(self.url(each) for each in known if each not in names)

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
        asset = self.files.get(request.path_params["path"])
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


def _read(path: Path) -> Asset:
    plain = path.read_bytes()
    if path.suffix == ".js":  # comments are left out
        plain = jsmin(plain)
    return _asset(path.suffix, plain)


def _asset(suffix: str, plain: bytes) -> Asset:
    return Asset(
        media_type=TYPES[suffix],
        plain=plain,
        compressed=gzip.compress(plain, 9, mtime=0),
    )
