"""Which version of each stored view is shown: a rebuild makes the next one, then switches.

The stored version is the view's own version (in code) and a running generation; the live epoch
holds it, so that clients start anew when it changes.
"""

from collections.abc import Iterable

from planilla.application.ports import Saving, StoredRows, Views
from planilla.projections.view import View

GENERATIONS = 1000
"""Rebuilds of one version of a view; the stored version is version x 1000 + generation."""

EVERYWHERE = "*"
"""In place of a tournament: the pointer concerns all of them."""
POINTER_VERSION = 0
POINTER_KEY = "generation"


async def stored_version(views: Views | None, view: View) -> int:
    """The stored version of a view that is shown now."""
    if views is None:
        return view.version * GENERATIONS
    _, rows = await views.load_rows(EVERYWHERE, view.name, POINTER_VERSION)
    return _shown(view, rows)


async def stored_versions(views: Views, of: Iterable[View]) -> dict[str, int]:
    """The stored versions of views that are shown now, by the name of the view."""
    rows = await views.all_rows(EVERYWHERE)
    return {view.name: _shown(view, rows.get((view.name, POINTER_VERSION), {})) for view in of}


def _shown(view: View, pointer: StoredRows) -> int:
    shown = pointer.get(POINTER_KEY, (0, None))[0]
    return shown if shown // GENERATIONS == view.version else view.version * GENERATIONS


async def show(views: Views, view: View, version: int) -> None:
    """Switch to a stored version, which must be newer than the one shown."""
    pointer = {POINTER_KEY: (version, b"")}
    saving = Saving(
        view=view.name, view_version=POINTER_VERSION, changed=pointer, checkpoint=version
    )
    await views.save_rows(EVERYWHERE, saving)


def live_epoch(log_epoch: str, version: int) -> str:
    """The epoch of a channel: the log's, and the version of the projection."""
    return f"{log_epoch}.{version}"
