"""What the command on standings can be asked."""

from typing import Any

from planilla.adapters.cli.list_arguments import Optional

MODES = ("subsidiary", "successive")
NEWEST_EDITION = "fide-2026-03"
"""The tie-break rules where the command names none: those in force."""


def add_standings(parser: Optional) -> None:
    """`planilla standings`."""
    parser.option("files", "cli.check.files", metavar="FILE", nargs="+")
    parser.option("--tiebreaks", "cli.standings.tiebreaks", metavar="LIST", type=codes)
    parser.option("--edition", "cli.standings.edition", metavar="NAME", default=NEWEST_EDITION)
    parser.option("--mode", "cli.standings.mode", choices=MODES)
    parser.option("--after-round", "cli.standings.after-round", metavar="N", type=_count)
    kind: dict[str, Any] = {"dest": "predetermined", "default": None}
    parser.option("--round-robin", "cli.standings.round-robin", action="store_true", **kind)
    parser.option("--swiss", "cli.standings.swiss", action="store_false", **kind)
    parser.option("--explain", "cli.standings.explain", metavar="PLAYER", type=_count)
    parser.option("--jobs", "cli.jobs", metavar="N", type=_count)


def codes(text: str) -> tuple[str, ...]:
    """Tie-breaks parted by commas; none at all where nothing is written."""
    return tuple(code.strip() for code in text.split(",") if code.strip())


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number
