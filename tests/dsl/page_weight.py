"""What a page weighs: the assets it links."""

import re

from dsl.web_club import WEB
from planilla.adapters.http.assets import Assets


def loaded(page: str, kind: str) -> int:
    """Bytes that a page loads of the assets of a kind, compressed."""
    assets = Assets(WEB)
    names = {name for name in re.findall(r'"/assets/[^/]+/([^"]+)"', page) if name.endswith(kind)}
    found = [assets.find(name) for name in names]
    return sum(len(each.compressed) for each in found if each is not None)
