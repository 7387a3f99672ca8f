"""What the command `whatif` can be asked."""

from collections.abc import Callable
from typing import Any, Protocol

from planilla.adapters.cli.numbers import count, seed

READINGS = ("rounds", "branch", "both")


class Optional(Protocol):
    """Where options are added, with the key of what is said of them."""

    def option(self, name: str, key: str, **options: Any) -> None:
        """Add an option or argument."""


def add(whatif: Optional, version: Callable[[str], int]) -> None:
    """`planilla whatif`."""
    whatif.option("tournament", "cli.tournament")
    whatif.option("--at", "moments.cli.at", metavar="MOMENT")
    whatif.option("--game", "cli.game", metavar="N.N")
    whatif.option("--result", "cli.result")
    whatif.option("--correction", "cli.correction", metavar="vN", type=version)
    whatif.option("--known-from", "cli.known-from", metavar="N", type=count)
    whatif.option("--remove", "cli.remove", metavar="vN", action="append", default=[])
    for name in ("insert", "replace"):
        whatif.option(
            f"--{name}",
            f"cli.{name}",
            metavar=("vN", "COMMAND", "JSON"),
            nargs=3,
            action="append",
            default=[],
        )
    whatif.option("--reading", "cli.reading", choices=READINGS, default="both")
    whatif.option("--draws", "cli.draws", metavar="N", type=count)
    whatif.option("--seed", "cli.seed", metavar="N", type=seed, default=0)
    whatif.option("--top", "cli.top", metavar="N", type=seed, default=0)
