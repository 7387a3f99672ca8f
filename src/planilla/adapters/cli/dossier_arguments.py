"""What can be asked of `dossier`."""

from typing import Any


def add(dossier: Any, version: Any) -> None:
    """Add the options; `version` reads a version as people write it."""
    dossier.option("tournament", "cli.tournament")
    dossier.option("version", "dossier.cli.version", metavar="vN", nargs="?", type=version)
    dossier.option("--game", "cli.game", metavar="GAME")
    dossier.option("--result", "cli.result", metavar="RESULT")
    dossier.option("--public", "dossier.cli.public", action="store_true")
    dossier.option("--output", "dossier.cli.output", short="-o", metavar="FILE")
