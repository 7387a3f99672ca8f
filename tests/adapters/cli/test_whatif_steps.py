"""The progress of a what-if, on a terminal."""

import io

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.whatif_lines import steps_shown
from planilla.audit.replay import STARTED, Phase, ReplayProgress


class Terminal(io.StringIO):
    """A stream that people look at."""

    def isatty(self) -> bool:
        return True


def test_each_step_is_a_line_and_worlds_go_by_their_rounds() -> None:
    err = Terminal()
    told = steps_shown(Console("en", as_json=False, out=io.StringIO(), err=err))
    told(STARTED)
    told(ReplayProgress(phase=Phase.ROUNDS, done=5, total=10))
    told(ReplayProgress(phase=Phase.ENDS, done=9, total=9))
    told(ReplayProgress(phase=Phase.WORLDS, done=1, total=4, round=5, rounds=10))
    told(ReplayProgress(phase=Phase.WORLDS, done=4, total=4))
    shown = [part.removesuffix("\033[K") for part in err.getvalue().split("\r")[1:]]
    assert shown == [
        "░" * 24 + " reading the log",
        "█" * 12 + "░" * 12 + " 5 of 10 rounds paired again",
        "█" * 24 + " 9 of 9 outcomes followed",
        "█" * 9 + "░" * 15 + " 15 of 40 rounds of the scenarios drawn",
        "█" * 24 + " 4 of 4 scenarios",
    ]
