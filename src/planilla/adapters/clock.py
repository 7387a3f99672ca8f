"""The time of this machine."""

import time


class SystemClock:
    """The `Clock` port on the machine's clock."""

    def now(self) -> int:
        """Microseconds since 1970 (UTC); it may jump when the machine's clock is set."""
        return time.time_ns() // 1000
