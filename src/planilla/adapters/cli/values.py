"""Types of values of the command line, and a shared option."""

import click

from planilla.adapters.cli.command_line import option

at_moment = option("--at", key="moments.cli.at", metavar="MOMENT")
"""Option for the moment at which a command reads a log."""


count = click.IntRange(min=1)
seed = click.IntRange(min=0)

port = click.IntRange(0, 65_535)
"""A port number; 0 is any free port."""

seconds = click.FloatRange(0, 3600)


def version(text: str) -> int:
    """Parse a version of a log, written `v61` or `61`.

    Raises:
        ValueError: it is no number.
    """
    return int(text.removeprefix("v"))
