"""The composition root: the only package that knows every adapter.

What assembles a command is loaded once its arguments were understood, so that help comes at once.
"""

import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from planilla.adapters.cli.run import run

if TYPE_CHECKING:
    from planilla.main.assembly import Assembly


def main(arguments: list[str] | None = None) -> int:
    """The command line; answers with the exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    return run(given, spoken_language(os.environ), tools)  # noqa: TID251 - see there


def spoken_language(environment: Mapping[str, str]) -> str:
    """What the terminal says about its language, as `es_ES.UTF-8`; empty when it says nothing.

    It is no setting of ours, and `config` would cost help half its time.
    """
    said = (environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return next(filter(None, said), "")


def tools() -> "Assembly":
    """What a command needs, by the settings of this environment.

    Raises:
        Stop: a setting cannot be read.
    """
    from planilla.main.assembly import assembled

    return assembled()
