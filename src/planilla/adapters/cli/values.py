"""Types of values of the command line, which raise `ValueError`, and a shared option."""

from planilla.adapters.cli.command_line import option

at_moment = option("--at", key="moments.cli.at", metavar="MOMENT")
"""Option for the moment at which a command reads a log."""


def count(text: str) -> int:
    """Parse a whole number from 1 on."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def seed(text: str) -> int:
    """Parse a whole number from 0 on."""
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number


def port(text: str) -> int:
    """Parse a port number; 0 is any free port."""
    number = int(text)
    if not 0 <= number <= 65_535:
        raise ValueError(text)
    return number


def seconds(text: str) -> float:
    """Parse seconds, at most an hour."""
    number = float(text)
    if not 0 <= number <= 3600:
        raise ValueError(text)
    return number


def version(text: str) -> int:
    """Parse a version of a log, written `v61` or `61`."""
    return int(text.removeprefix("v"))
