"""The commands `migrate` and `rebuild`: the schema up to date, the views made again."""

import argparse
import asyncio
from collections.abc import Sequence
from typing import Any

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.outcome import NO, Outcome, Stop
from planilla.adapters.cli.tools import Progress, Tools
from planilla.application.projector import Projector, RebuildStopped
from planilla.projections import VIEWS


def migrate(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Bring the database up to date, or say from where to where it would go."""
    said: dict[str, Any]
    if arguments.dry_run:
        revision, head = tools.revisions()
        said = {"revision": revision or "—", "head": head}
        return Outcome(lines=[console.say("cli.would-migrate", **said)], data=said)
    said = {"revision": tools.migrate()}
    return Outcome(lines=[console.say("cli.migrated", **said)], data=said)


def rebuild(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Make the stored views again from the log, beside the old ones, then switch."""
    chosen = arguments.views or tuple(VIEWS)
    unknown = [name for name in chosen if name not in VIEWS]
    if unknown:
        raise Stop("error.no-such-view", view=unknown[0], known=tuple(VIEWS))
    if arguments.dry_run:
        said: dict[str, Any] = {"views": tuple(chosen)}
        return Outcome(lines=[console.say("cli.would-rebuild", **said)], data=said)
    return asyncio.run(_rebuilt(chosen, tools, console, console.progress("progress.rebuild")))


async def _rebuilt(
    views: Sequence[str], tools: Tools, console: Console, progress: Progress
) -> Outcome:
    lines, versions = [], {}
    async with tools.open() as store:
        projector = Projector(store.log, store.views)
        for done, view in enumerate(views, start=1):
            try:
                versions[view] = await projector.rebuild(view)
            except RebuildStopped as error:
                said: dict[str, Any] = {
                    "view": view,
                    "tournament": error.tournament,
                    "version": error.stop.version,
                }
                lines.append(console.say("cli.rebuild-stopped", **said))
                return Outcome(lines=lines, data={"rebuilt": versions, "stopped": said}, code=NO)
            lines.append(console.say("cli.rebuilt", view=view, version=versions[view]))
            progress(done, len(views))
    return Outcome(lines=lines, data={"rebuilt": versions})
