"""The options of the command `evidence`: `add`, `list`, `verify`, `erase`."""

from typing import Any


def add_acts(acts: Any, version: Any) -> None:
    """Add them; `version` reads a version as people write it."""
    add = acts.add("add", "evidence.cli.add")
    add.option("tournament", "cli.tournament")
    add.option("version", "evidence.cli.version", metavar="vN", type=version)
    add.option("file", "evidence.cli.file", metavar="FILE")
    listed = acts.add("list", "evidence.cli.list")
    listed.option("tournament", "cli.tournament")
    verify = acts.add("verify", "evidence.cli.verify")
    verify.option("tournament", "evidence.cli.tournament", nargs="?")
    erase = acts.add("erase", "evidence.cli.erase")
    erase.option("tournament", "cli.tournament")
    erase.option("sha256", "evidence.cli.sha256", metavar="HEX")
