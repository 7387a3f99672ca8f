"""What the command that hands in any command can be asked."""

from collections.abc import Callable
from typing import Any, Protocol


class Optional(Protocol):
    """Where options are added, with the key of what is said of them."""

    def option(self, name: str, key: str, **options: Any) -> None:
        """Add an option or argument."""


def add_options(parser: Optional, version: Callable[[str], int]) -> None:
    """`planilla act`: the tournament, the command and its body."""
    parser.option("tournament", "cli.tournament")
    parser.option("order", "cli.act.command", metavar="COMMAND")
    parser.option("body", "cli.act.body", metavar="JSON", nargs="?", default="{}")
    parser.option("--head", "cli.act.head", metavar="vN", type=version)
    parser.option("--id", "cli.act.id", metavar="ID")
    parser.option("--top", "cli.act.top", metavar="N", type=int, default=0)
    parser.option("--dry-run", "cli.dry-run", action="store_true")
