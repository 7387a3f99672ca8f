"""Random evenings full of timers: three alarms on a clock that is set, crashes, stale timers.

The alarms follow the log late or not at all, are restarted, ring twice, too early, and for timers
that are long gone; the clock jumps, also back. `Run.check` compares what the log came to with what
a bookkeeper makes of its plain JSON, who knows no rule of ours.
"""

import asyncio
import random
from collections import Counter
from typing import Any, NamedTuple

import msgspec

from dsl.set_scheduler import SetScheduler
from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.application.alarm import Alarm
from planilla.application.due import Due
from planilla.application.envelope import Answer
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.state import Tournament
from stores import NAMES, created, entered, submission

ALARMS = 3
STEPS = 60
MINUTE = 60_000_000
ROUNDS = 3
NOON = 1_700_000_000_000_000
PEOPLE = [name[0].lower() for name in NAMES]


class Figures(NamedTuple):
    """What runs came to; `attempts` are the firings that alarms handed in."""

    schedules: int = 0
    fired: int = 0
    cancelled: int = 0
    attempts: int = 0
    late: int = 0
    restarts: int = 0
    events: int = 0
    effects: int = 0
    faults: int = 0


def total(figures: list[Figures]) -> Figures:
    """The sums."""
    return Figures(*(sum(column) for column in zip(*figures, strict=True)))


def play(seed: int) -> Figures:
    """One evening from a seed, checked.

    Raises:
        AssertionError: the timers are not what the log says, or something happened twice.
    """
    run = Run(seed)
    asyncio.run(run.play())
    return run.figures


class Run:
    """One evening."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.clock = SetClock(NOON)
        self.store = MemoryStore(clock=self.clock, ids=CountedIds())
        self.schedulers = [SetScheduler(self.clock) for _ in range(ALARMS)]
        self.alarms = [self._alarm(each) for each in self.schedulers]
        self.attempts = 0
        self.restarts = 0
        self.known: list[Due] = []

    async def play(self) -> None:
        """The whole evening; at the end every alarm has rung for everything."""
        for wish in (created(), entered(*NAMES), submission("assign-numbers", {})):
            await self.store.submit(wish)
        acts = [self.schedule] * 5 + [
            self.cancel,
            self.round,
            self.round,
            self.absence,
            self.absence,
            self.absence,
            self.result,
            self.settle,
            self.pass_time,
            self.pass_time,
            self.follow_some,
            self.follow_some,
            self.ring_some,
            self.ring_some,
            self.stale_bell,
            self.restart,
        ]
        for _ in range(STEPS):
            await self.chance.choice(acts)()
        self.check()
        self.clock.time = NOON + 100_000 * MINUTE
        for scheduler, alarm in zip(self.schedulers, self.alarms, strict=True):
            await alarm.follow(len(self.store.ledger.log))
            await self._fire(scheduler, alarm)
        self.check()
        assert not self.store.ledger.timers, "everything was due"

    async def schedule(self) -> None:
        """A timer of a random kind, soon."""
        kind = self.chance.choice(["publish-pairings", "round-start", "default-time", "reminder"])
        body: dict[str, Any] = {
            "kind": kind,
            "due_at": self.clock.time + self.chance.randint(-2, 90) * MINUTE,
        }
        if kind != "reminder":
            last = max(1, len(self.state().rounds))
            body["round"] = self.chance.choice([last, last, self.chance.randint(1, ROUNDS)])
            body["by_rule"] = self.chance.random() < 0.5
        if kind == "round-start" and self.chance.random() < 0.7:
            body["default_minutes"] = self.chance.randint(0, 30)
        await self._submit("schedule-timer", body)

    async def cancel(self) -> None:
        """Any timer that ever was."""
        if self.known:
            await self._submit("cancel-timer", {"timer": self.chance.choice(self.known).timer})

    async def settle(self) -> None:
        """What waits for the arbiter."""
        awaiting = list(self.state().awaiting)
        if awaiting:
            body = {"timer": awaiting[0], "is_dropped": self.chance.random() < 0.3}
            await self._submit("settle-timer", body)

    async def round(self) -> None:
        """Pair the next round, or publish the draft by hand."""
        state = self.state()
        drafts = [played.number for played in state.rounds if not played.is_published]
        if drafts and self.chance.random() < 0.8:
            return  # a timer may do it
        name = "publish-pairings" if drafts else "pair-round"
        await self._submit(name, {"round": drafts[0] if drafts else len(state.rounds) + 1})

    async def absence(self) -> None:
        """Somebody is noted absent, or has come."""
        state = self.state()
        if state.rounds:
            board = self.chance.randrange(3)
            name = "note-absence" if self.chance.random() < 0.8 else "withdraw-absence"
            body = {
                "game": state.rounds[-1].games[board],
                "entrant": self.chance.choice(state.rounds[-1].boards[board]),
            }
            await self._submit(name, body)

    async def result(self) -> None:
        """Some games of the round that are still open are drawn."""
        state = self.state()
        games = state.rounds[-1].open_games if state.rounds else ()
        for game in games[self.chance.randint(0, 2) :]:
            await self._submit("record-result", {"game": game, "result": "½-½"})

    async def pass_time(self) -> None:
        """Until the next timer exactly, for a while, or back."""
        nexts = [at for at in (each.next_at for each in self.schedulers) if at is not None]
        if nexts and self.chance.random() < 0.5:
            self.clock.time = max(self.clock.time, min(nexts))
        else:
            self.clock.time += self.chance.randint(-10, 40) * MINUTE

    async def follow_some(self) -> None:
        """Some alarms look at the log; the others do not know what happened since."""
        for alarm in self.alarms:
            if self.chance.random() < 0.6:
                await alarm.follow(len(self.store.ledger.log))

    async def ring_some(self) -> None:
        """Some alarms ring for what they believe is due."""
        for scheduler, alarm in zip(self.schedulers, self.alarms, strict=True):
            if self.chance.random() < 0.6:
                await self._fire(scheduler, alarm)

    async def stale_bell(self) -> None:
        """A timer that is fired twice, too early, or long after it is gone."""
        if self.known:
            self.attempts += 1
            await self.chance.choice(self.alarms).fire(self.chance.choice(self.known))

    async def restart(self) -> None:
        """An alarm dies; its successor knows nothing but the store."""
        at = self.chance.randrange(ALARMS)
        self.schedulers[at] = SetScheduler(self.clock)
        self.alarms[at] = self._alarm(self.schedulers[at])
        await self.alarms[at].follow(len(self.store.ledger.log))
        self.restarts += 1

    def state(self) -> Tournament:
        """The tournament as the log tells it."""
        return fold(recorded.fact for recorded in self.store.ledger.log)

    def check(self) -> None:
        """The log, the state, the table and the bookkeeper agree; all happened, and once."""
        book = Bookkeeper()
        for recorded in self.store.ledger.log:
            book.enter(recorded.type, msgspec.json.decode(recorded.data), recorded.command_id)
        book.close()
        pending = {key: timer.due_at for key, timer in self.state().timers.items()}
        kept = {due.timer: due.due_at for due in self.store.ledger.timers.values()}
        assert pending == book.pending == kept
        assert self.state() == self.state()
        assert book.faults == []
        self.book = book

    @property
    def figures(self) -> Figures:
        """What the evening came to."""
        book = self.book
        return Figures(
            schedules=book.ends["scheduled"],
            fired=book.ends["fired"],
            cancelled=book.ends["cancelled"],
            attempts=self.attempts,
            late=book.ends["late"],
            restarts=self.restarts,
            events=len(self.store.ledger.log),
            effects=book.ends["effects"],
            faults=len(book.faults),
        )

    def _alarm(self, scheduler: SetScheduler) -> Alarm:
        return Alarm(self.store, self.store, self.store, scheduler)

    async def _fire(self, scheduler: SetScheduler, alarm: Alarm) -> None:
        async with scheduler.running(alarm.fire):
            self.attempts += len(await scheduler.fire_due())

    async def _submit(self, name: str, body: dict[str, Any]) -> Answer:
        answer = await self.store.submit(submission(name, body))
        assert answer.status in {"done", "already", "refused"}, answer
        self.known += (
            due for due in self.store.ledger.timers.values() if due not in self.known[-20:]
        )
        return answer


class Bookkeeper:
    """Reckons from plain JSON what timers should come to, and notes what did not, or did twice."""

    def __init__(self) -> None:
        self.pending: dict[str, int] = {}
        self.faults: list[str] = []
        self.ends: Counter[str] = Counter()
        self._over: set[str] = set()
        self._by_rule: set[str] = set()
        self._boards: dict[int, dict[str, tuple[str, str]]] = {}
        self._drafts: set[int] = set()
        self._decided: set[str] = set()
        self._absent: set[tuple[str, str]] = set()
        self._firings: set[str] = set()
        self._command = ""
        self._expected: list[tuple[str, ...]] = []

    def enter(self, kind: str, fields: dict[str, Any], command: str) -> None:
        """One event of the log."""
        if command != self._command:
            self.close()
            self._command = command
        getattr(self, f"_{kind}", lambda _: None)(fields)

    def close(self) -> None:
        """A command is over: all that was to follow must have followed."""
        self._check(not self._expected, f"missing: {self._expected}")
        self._expected = []

    def _TimerScheduled(self, said: dict[str, Any]) -> None:  # noqa: N802 - as the event is named
        key = said["timer"]
        self._check(key not in self._over | self.pending.keys(), "scheduled twice")
        self.pending[key] = said["due_at"]
        if said["by_rule"]:
            self._by_rule.add(key)
        self.ends["scheduled"] += 1

    def _TimerCancelled(self, said: dict[str, Any]) -> None:  # noqa: N802
        self._check(self.pending.pop(said["timer"], None) is not None, "cancelled twice")
        self._over.add(said["timer"])
        self.ends["cancelled"] += 1

    def _TimerFired(self, said: dict[str, Any]) -> None:  # noqa: N802
        key = said["timer"]
        self._check(self.pending.pop(key, None) == said["due_at"], "fired twice")
        self._check(said["fired_at"] >= said["due_at"], "fired too early")
        self._check(self._command not in self._firings, "one command, two firings")
        self._firings.add(self._command)
        self._over.add(key)
        self.ends["fired"] += 1
        self.ends["late"] += said["fired_at"] > said["due_at"]
        if key.startswith("publish") and int(said["about"]) in self._drafts:
            self._expected = [("published", said["about"])]
        if key in self._by_rule:
            self._expected = self._forfeits(int(said["about"]))
        self.ends["effects"] += len(self._expected)

    def _TimerSettled(self, _: dict[str, Any]) -> None:  # noqa: N802
        self._expected = []  # the forfeits after it are the arbiter's, or none

    def _RoundPaired(self, said: dict[str, Any]) -> None:  # noqa: N802
        self._drafts.add(said["round"])

    def _PairingsPublished(self, said: dict[str, Any]) -> None:  # noqa: N802
        self._follow(("published", str(said["round"])))
        self._check(said["round"] in self._drafts, "published twice")
        self._drafts.discard(said["round"])
        self._boards[said["round"]] = {
            each["game"]: (each["white"], each["black"]) for each in said["games"]
        }

    def _ResultRecorded(self, said: dict[str, Any]) -> None:  # noqa: N802
        self._follow((said["game"], said["result"]))
        self._check(said["game"] not in self._decided, "a game decided twice")
        self._decided.add(said["game"])

    def _AbsenceNoted(self, said: dict[str, Any]) -> None:  # noqa: N802
        self._absent.add((said["game"], said["entrant"]))

    def _AbsenceWithdrawn(self, said: dict[str, Any]) -> None:  # noqa: N802
        self._absent.discard((said["game"], said["entrant"]))

    def _forfeits(self, number: int) -> list[tuple[str, ...]]:
        results = {(True, False): "-/+", (False, True): "+/-", (True, True): "-/-"}
        found: list[tuple[str, ...]] = []
        for game, (white, black) in self._boards.get(number, {}).items():
            gone = ((game, white) in self._absent, (game, black) in self._absent)
            if game not in self._decided and gone in results:
                found.append((game, results[gone]))
        return found

    def _follow(self, effect: tuple[str, ...]) -> None:
        """Of a firing only what is expected may follow, in its order."""
        if self._command in self._firings:
            self._check(self._expected[:1] == [effect], f"unexpected: {effect}")
            self._expected = self._expected[1:]

    def _check(self, is_so: bool, fault: str) -> None:
        if not is_so:
            self.faults.append(fault)
