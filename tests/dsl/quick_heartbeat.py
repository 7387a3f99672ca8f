"""`planilla` with a heartbeat every half second, for tests that wait for the next one."""

from functools import partial

from planilla.application import watch
from planilla.main import main

if __name__ == "__main__":
    watch.FrameInterval = partial(watch.FrameInterval, heartbeat=0.5)  # type: ignore[misc,assignment]
    raise SystemExit(main())
