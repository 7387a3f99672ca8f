"""Which version of each stored view is shown: a rebuild makes the next one, then switches.

The stored version is the view's own version (in code) and a running generation; the live epoch
holds it, so that clients start anew when it changes.
"""

from planilla.application.ports import Views
from planilla.projections.view import View

GENERATIONS = 1000
"""Rebuilds of one version of a view; the stored version is version x 1000 + generation."""

EVERYWHERE = "*"
"""In place of a tournament: the pointer concerns all of them."""
POINTER_VERSION = 0
POINTER_KEY = "generation"


async def stored_version(views: Views | None, view: View) -> int:
    """The stored version of a view that is shown now."""
    base = view.version * GENERATIONS
    if views is None:
        return base
    _, rows = await views.load_rows(EVERYWHERE, view.name, POINTER_VERSION)
    shown = rows.get(POINTER_KEY, (0, None))[0]
    return shown if shown // GENERATIONS == view.version else base


async def show(views: Views, view: View, version: int) -> None:
    """Switch to a stored version, which must be newer than the one shown."""
    await views.save_rows(
        EVERYWHERE,
        view.name,
        POINTER_VERSION,
        changed={POINTER_KEY: (version, b"")},
        checkpoint=version,
    )


def live_epoch(log_epoch: str, version: int) -> str:
    """The epoch of a channel: the log's, and the version of the projection."""
    return f"{log_epoch}.{version}"
