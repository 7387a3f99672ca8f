"""What a page weighs: the assets it links and, with its scripts, the modules they import."""

import re

from dsl.web_club import WEB
from planilla.adapters.http.assets import Assets


def loaded(page: str, kind: str) -> int:
    """Bytes that a page loads of the assets of a kind, compressed, with what its scripts import."""
    assets = Assets(WEB).files
    names: set[str] = set()
    wanted = [name for name in re.findall(r'"/assets/[^/]+/([^"]+)"', page) if name.endswith(kind)]
    while wanted:
        name = wanted.pop()
        if name not in names:
            names.add(name)
            found = re.findall(rb'(?:from|import) "\./([\w-]+\.js)"', assets[name].plain)
            wanted += [f"scripts/{each.decode()}" for each in found]
    return sum(len(assets[name].compressed) for name in names)
