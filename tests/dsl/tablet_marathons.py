"""Random marathons decided by the server's rules, step by step, for the tablet's rules to repeat.

A step is a command as the tablet would send it, its time, and what came of it: the facts as the log
has them, or the code of the refusal. Left out is what no tablet knows: timers and commitments.
"""

from pathlib import Path
from random import Random
from typing import Any

import msgspec

from dsl.masnou_scenarios import Played, read, refusal_of
from planilla.domain.pairing.masnou import (
    LeavesOnDraw,
    MasnouRules,
    MissedCall,
    PausedPlace,
    RunningGames,
    StartOrder,
    StayerColour,
)
from planilla.domain.tournament.command import Command, Players, Sealed
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.corrections import CorrectResult
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.entrants import EnterEntrants, EntrantEntered, NewEntrant
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.firing import FireTimer
from planilla.domain.tournament.masnou.commands import (
    AddTable,
    DrawPlayoff,
    EndHall,
    KeepTable,
    MissCall,
    MoveHallEnd,
    MoveInQueue,
    OpenHall,
    PauseHall,
    QueuePlayer,
    ResumeHall,
    Seen,
    StandDown,
    TakeSeat,
    WithdrawTable,
)
from planilla.domain.tournament.masnou.events import Away
from planilla.domain.tournament.masnou.folds import NEVER_SEEN
from planilla.domain.tournament.masnou.hall import Hall, Status, hall_of, table_game
from planilla.domain.tournament.masnou.results import running_games
from planilla.domain.tournament.prohibitions import AllowPairs, ForbidPairs
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.tournament.results import RecordResult, WithdrawResult
from planilla.domain.tournament.setup import TournamentCreated
from planilla.domain.tournament.state import INITIAL, Tournament
from planilla.domain.tournament.subjects import COMMANDS
from planilla.domain.tournament.values import Timer, TimerKind
from planilla.domain.vocabulary import EntrantId, GameId
from planilla.projections import masnou as hall_view

BEGIN = 1_700_000_000_000_000
SECOND = 1_000_000
NAMES = {kind: name for name, kind in COMMANDS.items()}
OFTEN_OFFLINE = 0.3
SELDOM = 0.06
SOMETIMES_APART = 0.3
TOLD_OF_ENTRANTS = ("type", "entrant", "rating")
Step = dict[str, Any]


class Marathon:
    """A hall as the server has it, and the steps that led there."""

    def __init__(self, lot: int = 7) -> None:
        self.lot = lot
        self.state: Tournament = INITIAL
        self.version = 0
        self.at = BEGIN
        self.steps: list[Step] = []
        self._say(TournamentCreated(name="Masnou", system_name="masnou", rounds_asked=0))

    @property
    def hall(self) -> Hall:
        """The hall, once it is open."""
        return hall_of(self.state)

    def act(self, command: Command) -> None:
        """One step: a command, and what the rules say to it."""
        body = {
            name: value
            for name, value in msgspec.to_builtins(command, enc_hook=_unsealed).items()
            if name != "reason"
        }
        self._step(NAMES[type(command)], body, command)

    def fire(self, timer: Timer) -> None:
        """A timer of the server fires, if it is due."""
        self.at = max(self.at, timer.due_at)
        ends = timer.kind is TimerKind.HALL_END
        name = "time-expired" if ends else "call-expired"
        body = {"due_at": timer.due_at} if ends else {"call": int(timer.about)}
        self._step(name, body, FireTimer(timer=timer.id, due_at=timer.due_at))

    def expire(self, name: str, body: Step, command: FireTimer) -> None:
        """A timer as a scenario has it: one that is not pending does nothing."""
        if command.timer in self.state.timers:
            self._step(name, body, command)
        else:
            self.steps.append({"command": name, "body": body, "at": self.at, "facts": []})

    def _step(self, name: str, body: Step, command: Command) -> None:
        step: Step = {"command": name, "body": body, "at": self.at}
        try:
            events = decide(self.state, command, DecisionContext(at=self.at, lot=self.lot))
        except Refusal as refusal:
            self.steps.append({**step, "code": refusal.code})
            return
        told = []
        for event in events:
            self._say(event)
            if not type(event).__name__.startswith("Timer"):
                told.append((self.version, _told(event)))
        self.steps.append({**step, "facts": told})

    def _say(self, event: Event) -> None:
        self.version += 1
        fact = Fact(version=self.version, recorded_at=self.at, event=event)
        self.state = evolve(self.state, fact)

    def dumped(self) -> Step:
        """All of it, with the rows of the view at the end."""
        rows = msgspec.to_builtins(hall_view.rows(self.state))
        return {"steps": self.steps, "rows": rows}


def of_scenario(path: Path) -> Step:
    """A scenario of the golden files, with the acts that are refused."""
    scenario = read(path)
    played = Played(scenario)
    run = Marathon(lot=scenario.get("lot", 0))
    entrants = {"entrants": scenario["entrants"]}
    opening = {"rules": scenario["rules"], "absent": scenario.get("absent", [])}
    run.act(played.command_of({"command": "enter-entrants", "body": entrants}))
    run.act(played.command_of({"command": "open-hall", "body": opening}))
    for act in scenario["acts"]:
        run.at = BEGIN + act["at"] * SECOND
        command = played.command_of(act)
        refusal_of(played, act)
        if isinstance(command, FireTimer):
            due_at = BEGIN + act["body"].get("due_at", 0) * SECOND
            run.expire(act["command"], {**act["body"], "due_at": due_at}, command)
        else:
            run.act(command)
    return run.dumped()


def _unsealed(value: object) -> object:
    assert isinstance(value, Sealed), "nothing else needs help"
    return ""


def _told(fact: Event) -> Step:
    told: Step = msgspec.to_builtins(fact)
    told.pop("reason", None)
    if isinstance(fact, EntrantEntered):
        return {name: told[name] for name in TOLD_OF_ENTRANTS}
    return told


def marathon(seed: int, acts: int = 60) -> Step:
    """A random marathon, the same for the same seed."""
    return _Director(Random(seed)).played(acts)


class _Director:
    """Opens a hall of random rules and does what comes to mind, sensible or not."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.run = Marathon()
        self.entered = 0

    def played(self, acts: int) -> Step:
        self._enter(self.chance.randint(2, 14))
        if self.chance.random() < SOMETIMES_APART:
            self.forbid()
        self.run.act(OpenHall(rules=self._rules(), absent=self._some(2)))
        while not self.run.state.memory.has_games:
            self._enter(2)
            self.run.act(OpenHall(rules=MasnouRules(tables=2)))
        for _ in range(acts):
            self.run.at += self.chance.choice((0, 1, 7, 30, 60, 300)) * SECOND
            self._timers()
            self.chance.choices(_WISHES, _WEIGHTS)[0](self)
        return self.run.dumped()

    def _rules(self) -> MasnouRules:
        pick = self.chance.choice
        return MasnouRules(
            tables=pick((1, 1, 2, 3, 4)),
            duration=pick((20, 60, 120)),
            order=pick((StartOrder.BEST_FIRST, StartOrder.WORST_FIRST, StartOrder.ARRIVAL)),
            leaves_on_draw=pick(tuple(LeavesOnDraw)),
            stayer_colour=pick(tuple(StayerColour)),
            call_seconds=pick((0, 0, 60)),
            missed=pick(tuple(MissedCall)),
            paused=pick(tuple(PausedPlace)),
            wins_cap=pick((0, 0, 1, 2, 3)),
            same_opponent=pick((True, True, False)),
            running_games=pick(tuple(RunningGames)),
            last_start=pick((0, 0, 0, 5, 15)),
        )

    def _some(self, most: int) -> tuple[EntrantId, ...]:
        return tuple({self._anybody() for _ in range(self.chance.randint(0, most))})

    def _anybody(self) -> EntrantId:
        return EntrantId(f"p{self.chance.randint(1, self.entered + 1)}")

    def _timers(self) -> None:
        for timer in sorted(self.run.state.timers.values(), key=lambda each: each.due_at):
            if timer.due_at <= self.run.at and timer.id in self.run.state.timers:
                self.run.fire(timer)

    def _made_at(self) -> int | None:
        return self.run.at - 5 * SECOND if self.chance.random() < OFTEN_OFFLINE else None

    def _enter(self, number: int) -> None:
        made_at = self._made_at() if self.run.state.memory.has_games else None
        new = []
        for _ in range(number):
            self.entered += 1
            rating = self.chance.choice((0, 0, 1500, 1800, 2100))
            each = EntrantId(f"p{self.entered}")
            new.append(NewEntrant(id=each, person=Sealed("c"), rating=rating))
        self.run.act(EnterEntrants(entrants=tuple(new), made_at=made_at))

    def result(self) -> None:
        games = running_games(self.run.hall) or (GameId("T1.1"),)
        game = self.chance.choice(games)
        result = self.chance.choice(("1-0", "½-½", "0-1"))
        self.run.act(
            RecordResult(
                game=game, result=result, players=self._players(game), made_at=self._made_at()
            )
        )

    def any_result(self) -> None:
        game = self._any_game()
        result = self.chance.choice(("1-0", "½-½", "0-1", "2-0"))
        self.run.act(RecordResult(game=game, result=result))

    def undo(self) -> None:
        recorded = [step for step in self.run.steps if step["command"] == "record-result"]
        game = GameId(recorded[-1]["body"]["game"] if recorded else "T1.1")
        undone = self.chance.choice((game, self._any_game()))
        self.run.act(WithdrawResult(game=undone, players=self._players(undone)))

    def correct(self) -> None:
        game = self._any_game()
        found = self.run.hall.find(game)
        corrects = found.version if found is not None else 1
        result = self.chance.choice(("1-0", "½-½", "0-1"))
        self.run.act(CorrectResult(game=game, result=result, corrects=corrects, reason=Sealed("c")))

    def _any_game(self) -> GameId:
        number = self.chance.choice((*self.run.hall.tables, 99))
        games = len(self.run.hall.tables[number].games) if number in self.run.hall.tables else 1
        return table_game(number, max(1, games - self.chance.randint(-1, 2)))

    def answer_call(self) -> None:
        tables = self.run.hall.tables.values()
        calls = [call.number for table in tables for call in table.calls]
        call = self.chance.choice((*calls, *calls, 10_000))
        kind = self.chance.choice((TakeSeat, TakeSeat, MissCall))
        found = self.run.hall.call(call)
        entrant = self._anybody() if found is None or self._errs() else found.entrant
        table = 9 if found is None or self._errs() else found.table
        self.run.act(kind(call=call, entrant=entrant, table=table, made_at=self._made_at()))

    def stand_down(self) -> None:
        away = self.chance.choice(tuple(Away))
        entrant = self._anybody()
        self.run.act(
            StandDown(entrant=entrant, away=away, seen=self._seen(entrant), made_at=self._made_at())
        )

    def queue(self) -> None:
        entrant = self._anybody()
        self.run.act(
            QueuePlayer(entrant=entrant, seen=self._seen(entrant), made_at=self._made_at())
        )

    def _errs(self) -> bool:
        """Return, at random, whether a person saw another state than the actual one."""
        return self.chance.random() < SELDOM

    def _players(self, game: GameId) -> Players | None:
        """Return the reported players of a game: mostly the actual ones."""
        found = self.run.hall.find(game)
        if found is None or self._errs():
            return self.chance.choice((None, (self._anybody(), self._anybody())))
        return found.players

    def _seen(self, entrant: EntrantId) -> Seen | None:
        """Return the reported state of a player: mostly the actual one."""
        if self._errs():
            return self.chance.choice((None, Seen(status=self.chance.choice(tuple(Status)))))
        member = self.run.hall.members.get(entrant, NEVER_SEEN)
        running = self.run.hall.tables[member.table].running if member.table else None
        game = None if running is None else self.run.hall.find(running)
        playing = game is not None and member.status is Status.PLAYING
        return Seen(status=member.status, players=game.players if game and playing else ())

    def enter(self) -> None:
        self._enter(1)

    def table(self) -> None:
        number = self.chance.choice((None, *self.run.hall.tables, 20))
        kind = self.chance.choice((AddTable, WithdrawTable, WithdrawTable, KeepTable))
        broken = {"broken": self.chance.random() < OFTEN_OFFLINE} if kind is WithdrawTable else {}
        self.run.act(kind(table=number, made_at=self._made_at(), **broken))

    def move(self) -> None:
        place = self.chance.randint(0, len(self.run.hall.queue) + 1)
        entrant = self.chance.choice((*self.run.hall.queue, self._anybody()))
        queue = self.run.hall.queue
        there = queue[place - 1] if 1 <= place <= len(queue) and not self._errs() else None
        at_place = there or self.chance.choice((None, self._anybody()))
        self.run.act(
            MoveInQueue(
                entrant=entrant,
                place=place,
                at_place=at_place,
                reason=Sealed("c"),
                made_at=self._made_at(),
            )
        )

    def end(self) -> None:
        self.run.act(EndHall(made_at=self._made_at()))

    def play_off(self) -> None:
        self.run.act(DrawPlayoff())

    def move_end(self) -> None:
        minutes = self.chance.choice((-5, 10, 90))
        self.run.act(MoveHallEnd(ends_at=self.run.at + minutes * 60 * SECOND))

    def pause(self) -> None:
        self.run.act(PauseHall(made_at=self._made_at()))

    def resume(self) -> None:
        extend = self.chance.choice((False, False, True))
        self.run.act(ResumeHall(extend=extend, made_at=self._made_at()))

    def forbid(self) -> None:
        entrants = tuple(self._anybody() for _ in range(self.chance.choice((1, 2, 2, 2, 3))))
        first = self.chance.choice((*(None,) * 9, 1))
        self.run.act(ForbidPairs(entrants=entrants, first_round=first))

    def allow(self) -> None:
        forbidden = [each.version for each in self.run.hall.apart]
        self.run.act(AllowPairs(forbidden=self.chance.choice((*forbidden, 1))))


_WISHES = (
    _Director.result,
    _Director.answer_call,
    _Director.queue,
    _Director.stand_down,
    _Director.table,
    _Director.enter,
    _Director.undo,
    _Director.correct,
    _Director.any_result,
    _Director.move,
    _Director.move_end,
    _Director.end,
    _Director.play_off,
    _Director.pause,
    _Director.resume,
    _Director.forbid,
    _Director.allow,
)
_WEIGHTS = (40, 14, 10, 9, 8, 4, 6, 4, 3, 4, 1, 1, 2, 2, 5, 3, 2)
