"""Edits of a what-if from a command line: `--remove`, `--insert` and `--replace`."""

import argparse
from collections.abc import Mapping

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.outcome import Stop
from planilla.application.sealing import Malformed, NoSuchCommand
from planilla.application.whatif import edits_of, wanted_in
from planilla.audit.edits import Edit


def listed_edits(
    arguments: argparse.Namespace, console: Console
) -> tuple[tuple[Edit, ...], Mapping[str, str]]:
    """The edits in the order remove, insert, replace, and the names of those whom they enter.

    Raises:
        Stop: one of them cannot be read.
    """
    said = [
        *(["remove", version] for version in arguments.remove),
        *(["insert", *words] for words in arguments.insert),
        *(["replace", *words] for words in arguments.replace),
    ]
    try:
        return edits_of(wanted_in(words) for words in said)
    except NoSuchCommand as error:
        told = console.say("refusal.no-such-command", command=str(error))
        raise Stop("error.refused", sentence=told) from error
    except Malformed as error:
        told = console.say(f"refusal.{error.code}", **error.fields)
        raise Stop("error.refused", sentence=told) from error
