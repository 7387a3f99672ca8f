"""Pictures and the pages that show them: none is missing, none is left over."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PICTURE = re.compile(r"docs/img/([\w-]+\.png)|\.\./img/([\w-]+\.png)")
BYTES_MAX = 150_000
"""The largest picture, a page of prizes on a phone, has 112 kB."""


def test_each_picture_is_shown_somewhere_and_each_that_is_shown_is_there() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    shown = {
        first or second
        for page in pages
        for first, second in PICTURE.findall(page.read_text(encoding="utf-8"))
    }
    assert shown == {path.name for path in (ROOT / "docs" / "img").iterdir()}


def test_no_picture_is_too_large_for_a_page() -> None:
    sizes = {path.name: path.stat().st_size for path in (ROOT / "docs" / "img").iterdir()}
    assert {name: size for name, size in sizes.items() if size > BYTES_MAX} == {}
