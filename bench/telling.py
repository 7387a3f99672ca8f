"""`planilla` that notes what it takes to tell each frame: `python -m bench.telling serve`.

In `TOLD` of its data folder each frame has a line: to how many it was told, and the processor time
that this took, in ns.
"""

import os
import time
from collections.abc import Collection
from pathlib import Path
from unittest import mock

from planilla.application.frames import Frame
from planilla.application.watchers import Subscription, offer_to_all
from planilla.main import main

TOLD = "told.txt"


def serve() -> int:
    """`planilla`, with a stopwatch around the loop over all who watch."""
    path = Path(os.environ["PLANILLA_DATA_DIR"]) / TOLD
    with path.open("a", buffering=1, encoding="ascii") as told:

        def timed(subscriptions: Collection[Subscription], frame: Frame) -> None:
            begun = time.thread_time_ns()
            offer_to_all(subscriptions, frame)
            print(len(subscriptions), time.thread_time_ns() - begun, file=told)

        with mock.patch("planilla.application.channels.offer_to_all", timed):
            return main()


if __name__ == "__main__":
    raise SystemExit(serve())
