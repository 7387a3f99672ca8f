"""What the command on regulations can be asked."""

from typing import Any, Protocol


class Optional(Protocol):
    """Where options are added, with the key of what is said of them."""

    def option(self, name: str, key: str, **options: Any) -> None:
        """Add an option or argument."""


def add_options(parser: Optional) -> None:
    """`planilla regulations`: the file, and the tournament that it is for."""
    parser.option("file", "cli.regulations.file", metavar="FILE")
    parser.option("--announce", "cli.regulations.announce", metavar="ID")
    parser.option("--dry-run", "cli.dry-run", action="store_true")
    parser.option("--database", "cli.database", metavar="URL")
