"""Other programs that a test starts and that are not to be measured: that takes them long."""

import os

SLOW = ("COV", "PYTHONDONTWRITEBYTECODE")
"""What slows a program: coverage, and modules that are compiled anew."""


def uninstrumented() -> dict[str, str]:
    """Our environment without what slows a program."""
    return {name: value for name, value in os.environ.items() if not name.startswith(SLOW)}
