"""Scenarios of a Masnou hall, read from `tests/golden/masnou/scenarios` and played by the rules.

The format is told in the README beside the files; the tablet's rules play the same ones.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact, encode
from planilla.domain.tournament.firing import FireTimer
from planilla.domain.tournament.masnou.hall import Hall, Status, Table, hall_of
from planilla.domain.tournament.masnou.ranking import ranking
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.tournament.setup import TournamentCreated
from planilla.domain.tournament.state import INITIAL, Tournament
from planilla.domain.tournament.subjects import COMMANDS
from planilla.domain.tournament.values import TimerKind
from planilla.domain.vocabulary import GameId

FOLDER = Path(__file__).parents[1] / "golden" / "masnou" / "scenarios"
OPENED_AT = 1_700_000_000_000_000
SECOND = 1_000_000
TIMES = ("at", "ends_at", "until", "made_at", "began_at", "due_at", "ended_at")
"""Fields in seconds after the opening; `until` 0 is no time."""
AWAY = frozenset({Status.PAUSED, Status.ABSENT, Status.GONE, Status.EXPELLED})

Json = dict[str, Any]


def scenarios() -> list[Path]:
    """All files, by name."""
    return sorted(FOLDER.glob("*.json"))


CORRECTIONS = ("correct-result", "delete-result", "swap-results")
"""What corrects the versions in force unless it says others."""


class Played:
    """A scenario as it is played, act by act; `facts` are those of the last act."""

    def __init__(self, scenario: Json) -> None:
        self.scenario = scenario
        self.state: Tournament = INITIAL
        self.log: list[Fact] = []
        self.facts: list[Json] = []
        self._say(0, TournamentCreated(name="Masnou", system_name="masnou", rounds_asked=0))
        self.act({"command": "enter-entrants", "body": {"entrants": scenario["entrants"]}, "at": 0})
        opening = {"rules": scenario["rules"], "absent": scenario.get("absent", [])}
        self.act({"command": "open-hall", "body": opening, "at": 0})

    @property
    def hall(self) -> Hall:
        """The hall as it stands."""
        return hall_of(self.state)

    def act(self, act: Json) -> None:
        """One act, at its time.

        Raises:
            Refusal: the rules say no.
        """
        at = OPENED_AT + act["at"] * SECOND
        context = DecisionContext(at=at, lot=self.scenario.get("lot", 0))
        self.facts = []
        for event in decide(self.state, self.command_of(act), context):
            self._say(act["at"], event)

    def _say(self, at: int, event: Event) -> None:
        fact = Fact(
            version=self.state.version + 1, recorded_at=OPENED_AT + at * SECOND, event=event
        )
        self.state = evolve(self.state, fact)
        self.log.append(fact)
        told: Json = json.loads(encode(event))
        if not told["type"].startswith(("Timer", "HallOpened", "EntrantEntered")):
            self.facts.append({name: _after(name, value) for name, value in told.items()})

    def command_of(self, act: Json) -> Command:
        """The command of an act; what no tablet knows is filled in."""
        name, body = act["command"], _timed(act["body"])
        if body.get("seen") is not None:
            body["seen"] = _timed(body["seen"])
        if name in ("time-expired", "call-expired"):
            return self._timer(name, body)
        if name == "enter-entrants":
            body["entrants"] = [each | {"person": "person"} for each in body["entrants"]]
        if name in ("move-in-queue", *CORRECTIONS):
            body["reason"] = "reason"
        if name in CORRECTIONS:
            body = self._in_force(body) | body
        return msgspec.convert(body, COMMANDS[name], dec_hook=_sealed)

    def _in_force(self, body: Json) -> Json:
        named = {"corrects": body["game"]}
        if "other" in body:
            named["other_corrects"] = body["other"]
        games = {name: self.hall.find(GameId(game)) for name, game in named.items()}
        return {name: 0 if game is None else game.version for name, game in games.items()}

    def _timer(self, name: str, body: Json) -> FireTimer:
        kind = TimerKind.HALL_END if name == "time-expired" else TimerKind.CALL
        about = "" if kind is TimerKind.HALL_END else str(body["call"])
        for timer in self.state.timers.values():
            if timer.kind is kind and timer.about == about:
                return FireTimer(timer=timer.id, due_at=body.get("due_at", timer.due_at))
        return FireTimer(timer=f"{kind.value}.9999", due_at=OPENED_AT)

    def differs(self, then: Json) -> Json:
        """What of `then` is otherwise: the name, what is expected and what is."""
        found: dict[str, Callable[[], Any]] = {
            "tables": lambda: tables_of(self.hall),
            "queue": lambda: list(self.hall.queue),
            "held": lambda: [each.entrant for each in self.hall.held],
            "away": lambda: away_of(self.hall),
            "over": lambda: self.hall.over,
            "points": lambda: _points(self.hall, then["points"]),
            "ranking": lambda: _places(self.hall),
        }
        now = {name: found[name]() for name in then}
        return {name: (then[name], now[name]) for name in then if then[name] != now[name]}


def _timed(body: Json) -> Json:
    times = {name: body[name] for name in TIMES if body.get(name) is not None}
    return body | {name: OPENED_AT + second * SECOND for name, second in times.items()}


def _sealed(_: type, text: str) -> Sealed:
    return Sealed(text)


def _after(name: str, value: Any) -> Any:
    return (value - OPENED_AT) // SECOND if name in TIMES and value else value


def tables_of(hall: Hall) -> Json:
    """Who plays, sits or is called at each table in use."""
    return {
        str(number): _table(hall, table)
        for number, table in sorted(hall.tables.items())
        if not table.withdrawn
    }


def _table(hall: Hall, table: Table) -> Any:
    game = None if table.running is None else hall.find(table.running)
    if game is not None:
        return [game.white, game.black]
    return {
        "sits": [each.entrant for each in table.sitters],
        "called": [each.entrant for each in table.calls],
    }


def away_of(hall: Hall) -> Json:
    """Who is away, and how."""
    return {
        entrant: member.status.value
        for entrant, member in hall.members.items()
        if member.status in AWAY
    }


def _points(hall: Hall, asked: Json) -> Json:
    return {row.entrant: row.points for row in ranking(hall) if row.entrant in asked}


def _places(hall: Hall) -> list[list[str]]:
    places: dict[int, list[str]] = {}
    for row in ranking(hall):
        places.setdefault(row.place, []).append(row.entrant)
    return [sorted(group) for group in places.values()]


def read(path: Path) -> Json:
    """A scenario."""
    scenario: Json = json.loads(path.read_text(encoding="utf-8"))
    return scenario


def refusal_of(played: Played, act: Json) -> str | None:
    """The code of the refusal of an act; None where it was done."""
    try:
        played.act(act)
    except Refusal as refusal:
        return refusal.code
    return None
