"""Expected waits of simulated marathons beside the waits that came: a marathon is played in memory.

Every minute everybody who waits is told how long it will be; when they sit down, it is known.
"""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from planilla.demo.marathon import Marathon, next_act
from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.masnou.hall import Hall, Status
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.tournament.state import INITIAL, Tournament
from planilla.domain.tournament.subjects import COMMANDS
from planilla.domain.vocabulary import EntrantId

MINUTE = 60_000_000
BEGIN = 1_700_000_000_000_000
ACTS_MOST = 5_000
Told = Callable[[Hall, int], dict[EntrantId, int]]
"""A function that returns the waiting entrants, with the seconds shown to each."""


def states(plan: Marathon) -> Iterator[tuple[int, Tournament]]:
    """The states of a marathon, each with its time."""
    state, now = INITIAL, BEGIN
    for _ in range(ACTS_MOST):
        due = next_act(plan, state, now)
        if due is None:
            return
        now = max(now, due.at)
        try:
            events = decide(state, _command(due.name, due.body), DecisionContext(at=now, lot=1))
        except Refusal:
            continue
        for event in events:
            fact = Fact(version=state.version + 1, recorded_at=now, event=event)
            state = evolve(state, fact)
        yield now, state


def _command(name: str, body: Any) -> Command:
    if name == "enter-entrants":
        body = {"entrants": [each | {"person": "p"} for each in body["entrants"]]}
    if name == "correct-result":
        body = {**body, "reason": "r"}
    return msgspec.convert(body, COMMANDS[name], dec_hook=lambda _, text: Sealed(text))


def errors(plan: Marathon, told: Told) -> Iterator[tuple[int, int]]:
    """Each time somebody was told a wait: the minute, and by how many seconds too short it was."""
    open_now: dict[EntrantId, list[tuple[int, int]]] = {}
    asked = BEGIN
    before: tuple[int, Hall] | None = None
    for now, state in states(plan):
        while before is not None and asked < now:
            for entrant, about in told(before[1], asked).items():
                open_now.setdefault(entrant, []).append((asked, about))
            asked += MINUTE
        hall = Hall.of(state.memory)
        if hall is None or hall.over:
            before = None
            continue
        before = (now, hall)
        for entrant in [each for each in open_now if each not in hall.queue]:
            status = hall.members[entrant].status
            asks = open_now.pop(entrant)
            if status in (Status.PLAYING, Status.CALLED, Status.SITTING):
                for at, about in asks:
                    yield (at - BEGIN) // MINUTE, (now - at) // 1_000_000 - about


def by_quarter(plans: list[Marathon], told: Told) -> list[tuple[float, float]]:
    """Mean error and mean distance in seconds, of each quarter of an hour."""
    found: dict[int, list[int]] = {}
    for plan in plans:
        for minute, error in errors(plan, told):
            found.setdefault(minute // 15, []).append(error)
    return [
        (sum(each) / len(each), sum(map(abs, each)) / len(each))
        for _, each in sorted(found.items())
    ]
