"""The command `migrate`: the schema up to date."""

import argparse
from typing import Any

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.outcome import Outcome
from planilla.adapters.cli.tools import Tools


def migrate(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Bring the database up to date, or say from where to where it would go."""
    said: dict[str, Any]
    if arguments.dry_run:
        revision, head = tools.revisions()
        said = {"revision": revision or "—", "head": head}
        return Outcome(lines=[console.say("cli.would-migrate", **said)], data=said)
    said = {"revision": tools.migrate()}
    return Outcome(lines=[console.say("cli.migrated", **said)], data=said)
