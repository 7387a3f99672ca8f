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


DEMO_COMMANDS = "planilla.demo.commands"
"""The package of the commands of the demo and the simulators."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; the answer is the exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    return run(
        given,
        spoken_language(os.environ),  # noqa: TID251 - see there
        services,
        more_commands=(DEMO_COMMANDS,),
    )


def spoken_language(environment: Mapping[str, str]) -> str:
    """Return the language that the terminal names, as `es_ES.UTF-8`; empty when it names none.

    It is no setting of ours, and `config` would cost help half its time.
    """
    said = (environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return next(filter(None, said), "")


def services() -> "Assembly":
    """Return the services of the settings of this environment.

    Raises:
        CommandError: a setting cannot be read.
    """
    from planilla.main.assembly import assembled

    return assembled()
