"""A program that keeps three processes of a kind, for tests: it prints their pids."""

import os
import signal
import sys
from functools import partial
from multiprocessing.connection import Connection

from planilla.main import several
from planilla.main.several import ServersDie, ServingProcesses

NUMBER = 3
GIVEN_UP = 7


def say(line: str) -> None:
    """Print a line in one piece: the other processes print to the same place."""
    os.write(1, f"{line}\n".encode())


def serve(kind: str, number: int, line: Connection) -> None:
    """Answer, and go on until stopped; `dying` ends at once, the third one of `lame` too."""
    if kind == "dying" or (kind == "lame" and number == NUMBER - 1):
        sys.exit(3)
    say(f"{number} {os.getpid()}")
    line.send(None)
    if kind == "deaf":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    line.poll(600)  # until the line breaks


def main(kind: str) -> int:
    """Run them until a signal comes."""
    several.RESTART_S = 0.01
    several.STOP_S = 0.5 if kind == "deaf" else 60.0
    try:
        ServingProcesses(NUMBER, partial(serve, kind)).run(lambda: say("ready"))
    except ServersDie:
        return GIVEN_UP
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]))
