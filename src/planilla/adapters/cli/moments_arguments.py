"""The options about moments: `--at` of what reads a log, the filters of `log show`, and `show`."""

from typing import Any

from planilla.adapters.cli.numbers import count

KINDS = ("setup", "entrant", "round", "result", "correction")


def add_at(command: Any) -> None:
    """Look at a moment; it is read by the command itself, so that help stays quick."""
    command.option("--at", "moments.cli.at", metavar="MOMENT")


def add_log_show(show: Any) -> None:
    """`planilla log show`."""
    show.option("tournament", "cli.tournament")
    add_at(show)
    show.option("--player", "moments.cli.player", metavar="NAME|ID")
    show.option("--round", "moments.cli.round", metavar="N", type=count)
    show.option("--board", "moments.cli.board", metavar="N", type=count)
    show.option("--kind", "moments.cli.kind", choices=KINDS)
    show.option("--actor", "moments.cli.actor", metavar="NAME")


def add_show(show: Any) -> None:
    """`planilla show`."""
    show.option("tournament", "cli.tournament")
    show.option("view", "moments.cli.view", metavar="VIEW")
    add_at(show)
