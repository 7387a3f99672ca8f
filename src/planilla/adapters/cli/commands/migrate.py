"""Command `migrate`: migration of the schema of the database."""

from typing import Any

from planilla.adapters.cli.command_line import Invocation, command, option
from planilla.adapters.cli.console import CommandOutcome


@command("migrate", "cli.migrate")
@option("--dry-run", key="cli.dry-run", is_flag=True)
def migrate(invocation: Invocation, *, dry_run: bool) -> CommandOutcome:
    """Migrate the database, or show both revisions in a dry run."""
    said: dict[str, Any]
    console, services = invocation.console, invocation.services
    if dry_run:
        revision, head = services.revisions()
        said = {"revision": revision or "—", "head": head}
        return CommandOutcome(lines=[console.say("cli.would-migrate", **said)], data=said)
    said = {"revision": services.migrate()}
    return CommandOutcome(lines=[console.say("cli.migrated", **said)], data=said)
