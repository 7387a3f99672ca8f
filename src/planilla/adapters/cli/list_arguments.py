"""What the commands on rating lists can be asked."""

import re
from typing import Any, Protocol

KIND = re.compile(r"[a-z][a-z0-9-]{0,19}")
"""What a kind of list may be called: its file has this name."""

MONTH = re.compile(r"20\d\d-(?:0[1-9]|1[0-2])", re.ASCII)
FIDE = "fide"
RATES = ("standard", "rapid", "blitz")


class Optional(Protocol):
    """Where options are added, with the key of what is said of them."""

    def option(self, name: str, key: str, **options: Any) -> None:
        """Add an option or argument."""


def add_import(parser: Optional) -> None:
    """`planilla list import`."""
    parser.option("file", "cli.list.file", metavar="FILE")
    parser.option("--month", "cli.list.month", metavar="YYYY-MM", type=month)
    parser.option("--kind", "cli.list.kind", metavar="NAME", type=kind, default=FIDE)
    parser.option("--rate", "cli.list.rate", choices=RATES, default=RATES[0])


def add_show(parser: Optional) -> None:
    """`planilla list show`, which asks nothing more."""
    del parser


def add_find(parser: Optional) -> None:
    """`planilla list find`."""
    parser.option("name", "cli.list.name", metavar="NAME|ID", nargs="+")
    parser.option("--kind", "cli.list.kind", metavar="NAME", type=kind)


def month(text: str) -> str:
    """A month as `2026-11`.

    Raises:
        ValueError: it is none.
    """
    if not MONTH.fullmatch(text):
        raise ValueError(text)
    return text


def kind(text: str) -> str:
    """The name of a kind of list, in small letters, digits and hyphens.

    Raises:
        ValueError: it is none.
    """
    if not KIND.fullmatch(text):
        raise ValueError(text)
    return text
