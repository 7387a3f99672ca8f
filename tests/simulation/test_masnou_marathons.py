"""Random marathons: what the hall does is what a slow model on paper does, and the laws hold."""

import msgspec
import pytest

from dsl.masnou_scenarios import away_of, tables_of
from dsl.plain_masnou import Json, PlainMasnou
from dsl.tablet_marathons import marathon
from dsl.waiting_line import Line
from planilla.domain.tournament.entrants import EntrantEntered
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.facts import decode, encode, type_of
from planilla.domain.tournament.masnou.events import HallOpened, HallPairsForbidden, PlayerCalled
from planilla.domain.tournament.masnou.folds import MASNOU_FOLDS, follow, opened
from planilla.domain.tournament.masnou.hall import Hall, Status
from planilla.domain.tournament.masnou.ranking import ranking

SEEDS = 20
DEEP_SEEDS = 10_000


@pytest.mark.parametrize("start", range(0, SEEDS, 10))
def test_a_marathon_goes_as_on_paper(start: int) -> None:
    for seed in range(start, start + 10):
        play(seed)


@pytest.mark.parametrize("seed", [256, 509])
def test_a_game_that_the_end_has_stopped_may_have_ended_before(seed: int) -> None:
    play(seed)


def test_a_pause_told_after_the_end_may_move_it_to_an_end_that_has_passed_too() -> None:
    play(9758)


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("start", range(SEEDS, SEEDS + DEEP_SEEDS, 500))
def test_ten_thousand_marathons_go_as_on_paper(start: int) -> None:
    for seed in range(start, start + 500):
        play(seed)


def play(seed: int) -> int:
    """One marathon, checked after each act; how many facts it has."""
    watched = Watched()
    for number, step in enumerate(marathon(seed)["steps"]):
        watched.where = f"seed {seed}, act {number}: {step['command']} {step['body']}"
        watched.step(step)
    watched.restarted()
    return len(watched.log)


class Watched:
    """The hall as its facts are read back, beside the model and those who watch the queue."""

    def __init__(self) -> None:
        self.hall: Hall | None = None
        self.paper: PlainMasnou | None = None
        self.entered: list[tuple[str, int]] = []
        self.log: list[tuple[int, Event]] = []
        self.line = Line()
        self.apart: list[tuple[int, set[str]]] = []
        self.where = ""

    def step(self, step: Json) -> None:
        """One act: its facts into the hall, the act into the model, then all laws."""
        facts = [(version, _read(told)) for version, told in step.get("facts", [])]
        opening = any(isinstance(fact, HallOpened) for _, fact in facts)
        for version, fact in facts:
            self.follow(version, fact)
        if opening:
            rules, absent = step["body"]["rules"], list(step["body"]["absent"])
            self.paper = PlainMasnou(rules, self.entered, absent, step["at"], self.apart)
        elif self.paper is not None and facts:
            self.paper.act(step["command"], step["body"], step["at"], facts[0][0])
        if self.hall is not None:
            self.compare()
            self.check_laws(self.hall)

    def follow(self, version: int, fact: Event) -> None:
        """One fact, and whoever waits watches it."""
        if isinstance(fact, EntrantEntered):
            if self.hall is None:
                self.entered.append((fact.entrant, fact.rating))
            return
        if self.hall is None and isinstance(fact, HallPairsForbidden):
            self.apart.append((version, set(fact.entrants)))
            return
        self.log.append((version, fact))
        if isinstance(fact, HallOpened):
            self.hall = opened(fact)
            return
        assert self.hall is not None, self.where
        self.watch(self.hall, fact)
        self.hall = follow(self.hall, fact, version)

    def watch(self, hall: Hall, fact: Event) -> None:
        """Nobody who is there and willing is overtaken, but as the facts themselves say."""
        if isinstance(fact, PlayerCalled):
            self.overtaken(hall, fact)
        self.line.watch(hall, fact)

    def overtaken(self, hall: Hall, fact: PlayerCalled) -> None:
        """Whoever has an older ticket and waits has just met who sits there, by the option."""
        passed = [
            each
            for each in self.line.before(fact.entrant)
            if hall.members[each].status is Status.WAITING
        ]
        assert sorted(passed) == sorted(fact.passed), self.where
        assert not passed or not hall.rules.same_opponent or hall.apart, self.where
        table = hall.tables[fact.table]
        there = [each.entrant for each in table.sitters]
        there += [each.entrant for each in table.calls]
        assert all(hall.may_meet(fact.entrant, each) for each in there), self.where

    def compare(self) -> None:
        """Hall and model are the same, to everybody's seat and point."""
        hall, paper = self.hall, self.paper
        assert hall is not None
        assert paper is not None
        found = {
            "tables": tables_of(hall),
            "line": list(hall.queue),
            "held": [each.entrant for each in hall.held],
            "away": away_of(hall),
            "points": {row.entrant: row.points for row in ranking(hall)},
            "over": hall.over,
        }
        wanted = {
            "tables": paper.tables(),
            "line": paper.line,
            "held": [seat.who for seat in paper.held],
            "away": paper.away | dict.fromkeys(paper.pausing_in_line, "paused"),
            "points": paper.points(),
            "over": paper.over,
        }
        assert found == wanted, self.where

    def check_laws(self, hall: Hall) -> None:
        """The laws of the hall that need no model."""
        games = [game for table in hall.tables.values() for game in table.games]
        running = [game for game in games if game.is_running]
        somewhere = [
            *hall.queue,
            *(each.entrant for each in hall.held),
            *(each.entrant for table in hall.tables.values() for each in table.sitters),
            *(each.entrant for table in hall.tables.values() for each in table.calls),
            *(each for game in running for each in game.players),
        ]
        assert len(somewhere) == len(set(somewhere)), f"{self.where}: somebody is in two places"
        members = hall.members.values()
        waiting = sum(1 for each in members if each.status is Status.WAITING)
        wanting = [hall.tables[number].wants for number in hall.free]
        idle = any(0 < wants <= waiting for wants in wanting)
        stopped = hall.over or hall.paused_at or hall.rules.last_start or hall.apart
        assert stopped or not idle, f"{self.where}: a table stands still"
        decided = sum(1 for game in games if game.result)
        assert 2 * decided == sum(each.games for each in members), self.where
        assert {
            each for each, member in hall.members.items() if member.status is Status.PLAYING
        } == {each for game in running for each in game.players}, self.where

    def restarted(self) -> None:
        """A server that starts anew reads the same hall out of the log."""
        again = Watched()
        again.where = f"{self.where}, read again"
        for version, fact in self.log:
            again.follow(version, decode(type_of(fact), encode(fact)))
        assert again.hall == self.hall, again.where


def _read(told: Json) -> Event:
    fact = decode(told["type"], msgspec.json.encode({"person": "p"} | told))
    assert type(fact) in MASNOU_FOLDS or isinstance(fact, HallOpened | EntrantEntered)
    return fact
