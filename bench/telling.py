"""`planilla` that notes what it takes to tell each frame: `python -m bench.telling serve`.

In `TOLD` of its data folder each frame has a line: to how many it was told, and the processor time
that this took, in ns; in `BUILT` each snapshot that was built has one.
"""

import os
import time
from collections.abc import Collection, Mapping
from pathlib import Path
from unittest import mock

from planilla.application.frames import Frame, Offset, snapshot_body
from planilla.application.project import Held
from planilla.application.watchers import Subscription, offer_to_all
from planilla.main import main
from planilla.projections.view import View

TOLD, BUILT = "told.txt", "built.txt"


def serve() -> int:
    """`planilla`, with a stopwatch around the loop over all who watch."""
    folder = Path(os.environ["PLANILLA_DATA_DIR"])
    with (
        (folder / TOLD).open("a", buffering=1, encoding="ascii") as told,
        (folder / BUILT).open("a", buffering=1, encoding="ascii") as built,
    ):

        def timed(subscriptions: Collection[Subscription], frame: Frame) -> None:
            begun = time.thread_time_ns()
            offer_to_all(subscriptions, frame)
            print(len(subscriptions), time.thread_time_ns() - begun, file=told)

        def noted(view: View, at: Offset, rows: Mapping[str, Held]) -> bytes:
            print(view.name, file=built)
            return snapshot_body(view, at, rows)

        with (
            mock.patch("planilla.application.channels.offer_to_all", timed),
            mock.patch("planilla.application.channels.snapshot_body", noted),
        ):
            return main()


if __name__ == "__main__":
    raise SystemExit(serve())
