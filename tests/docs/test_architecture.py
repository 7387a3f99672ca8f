"""The map of the code names files and folders that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "ARCHITECTURE.md"
NAMED = re.compile(r"`([\w./-]+/|[\w./-]+\.(?:py|md|js|toml))`")
AROUND = (
    ROOT,
    ROOT / "src" / "planilla",
    ROOT / "src" / "planilla" / "adapters",
    ROOT / "src" / "planilla" / "domain",
    ROOT / "src" / "planilla" / "domain" / "pairing",
    ROOT / "src" / "planilla" / "domain" / "tournament",
    ROOT / "src" / "planilla" / "formats",
    ROOT / "src" / "planilla" / "presentation",
    ROOT / "src" / "planilla" / "projections",
    ROOT / "docs",
    ROOT / "docs" / "walks",
    ROOT / "web",
)
"""Folders from which a section of the page names its files."""


def missing(page: str) -> list[str]:
    """Return the names of files and folders on a page that do not exist."""
    named = dict.fromkeys(NAMED.findall(page))
    return [name for name in named if not any((base / name).exists() for base in AROUND)]


def test_every_file_and_folder_of_the_map_exists() -> None:
    assert missing(PAGE.read_text(encoding="utf-8")) == []


def test_a_file_that_is_gone_is_found() -> None:
    assert missing("`domain/nowhere.py` and `domain/tiebreaks/`") == ["domain/nowhere.py"]
