"""Types of values on a command line, where a wrong text is a `ValueError`; and a shared option."""

from planilla.adapters.cli.command_line import option

at_moment = option("--at", key="moments.cli.at", metavar="MOMENT")
"""The moment at which a command reads a log."""


def count(text: str) -> int:
    """A whole number from 1 on."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def seed(text: str) -> int:
    """A whole number from 0 on."""
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number


def port(text: str) -> int:
    """A port, or 0 for any free one."""
    number = int(text)
    if not 0 <= number <= 65_535:
        raise ValueError(text)
    return number


def seconds(text: str) -> float:
    """Seconds, at most an hour."""
    number = float(text)
    if not 0 <= number <= 3600:
        raise ValueError(text)
    return number


def version(text: str) -> int:
    """A version of a log as people write it: `v61`, or `61`."""
    return int(text.removeprefix("v"))
