"""A process that hands in commands and prints each acknowledged id: to be killed at any moment.

Arguments: the database's URL, the tournament, a prefix for command ids. It ends when it is killed,
or when its standard input is closed.
"""

import asyncio
import itertools
import sys
import threading

from planilla.adapters.clock import SystemClock
from planilla.adapters.ids import RandomIds
from planilla.adapters.store.command_bus import BusResources, OpenCommandBus, open_command_bus
from planilla.adapters.store.wakes import GrowthSignal
from stores import result, submission

SUBMITTERS = 8


async def submit_until(
    done: threading.Event, bus: OpenCommandBus, prefix: str, number: int
) -> None:
    tournament = sys.argv[2]
    game = f"1.{number % 3 + 1}"
    for turn in itertools.count():
        command_id = f"{prefix}-{number}-{turn}"
        if turn % 2 == 0:
            wish = result(game, "1-0", command_id=command_id, tournament=tournament)
        else:
            wish = submission(
                "withdraw-result", {"game": game}, command_id=command_id, tournament=tournament
            )
        answer = await bus.submit(wish)
        sys.stdout.write(f"{command_id} {answer.status} {len(answer.events)}\n")
        sys.stdout.flush()
        if done.is_set():
            return


def wait_for_the_end(done: threading.Event) -> None:
    sys.stdin.read()
    done.set()


async def main(url: str, prefix: str) -> None:
    done = threading.Event()
    threading.Thread(target=wait_for_the_end, args=(done,), daemon=True).start()
    bus = open_command_bus(url, BusResources(SystemClock(), RandomIds(), GrowthSignal()))
    await asyncio.gather(*(submit_until(done, bus, prefix, n) for n in range(SUBMITTERS)))
    bus.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[3]))
