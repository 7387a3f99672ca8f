"""A Masnou hall of 150 tables and 500 players: its log folded, one act, ranking and memory."""

import gc
import tracemalloc
from collections.abc import Sequence
from random import Random

from bench.figures import Figure, Section, milliseconds_of
from planilla.audit.masnou_replay import masnou_what_if
from planilla.domain.pairing.masnou import MasnouRules
from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.entrants import EnterEntrants, NewEntrant
from planilla.domain.tournament.evolve import evolve, fold
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.masnou.commands import OpenHall
from planilla.domain.tournament.masnou.hall import hall_of
from planilla.domain.tournament.masnou.ranking import ranking
from planilla.domain.tournament.masnou.results import running_games
from planilla.domain.tournament.results import RecordResult, ResultRecorded
from planilla.domain.tournament.setup import CreateTournament
from planilla.domain.tournament.state import INITIAL, Tournament
from planilla.domain.vocabulary import EntrantId, GameId

OPENED_AT = 1_767_034_800_000_000
SECOND = 1_000_000
RESULTS = ("1-0", "1-0", "0-1", "0-1", "½-½")
MEGABYTE = 1_000_000


def measure(*, quick: bool) -> Section:
    """The section on halls."""
    tables, players, events = (15, 50, 600) if quick else (150, 500, 6_000)
    runs = 3 if quick else 9
    facts = marathon(tables, players, 2 * events)
    half = facts[:events]
    state = fold(half)
    return Section(
        "A Masnou hall",
        f"{tables} tables, {players} players, results one after another at random tables; a fold "
        "starts from nothing and goes through every event, the timer included. Median of runs in "
        "one process; memory is what a folded state holds, entrants included.",
        [
            _fold(half, runs, "goal: 60 ms"),
            _fold(facts, runs, "twice as long"),
            _one_result(state, runs),
            Figure("ranking", milliseconds_of(lambda: _ranked(state), runs=runs), "ms", "of all"),
            _what_if(half, 1 if quick else 3),
            Figure("memory of the hall", memory_of(half) / MEGABYTE, "MB", "goal: 5 MB"),
        ],
    )


def _fold(facts: Sequence[Fact], runs: int, note: str) -> Figure:
    took = milliseconds_of(lambda: fold(facts), runs=runs)
    return Figure(f"fold a hall of {len(facts):,} events", took, "ms", note)


def _one_result(state: Tournament, runs: int) -> Figure:
    result = RecordResult(game=running_games(hall_of(state))[0], result="1-0")
    context = DecisionContext(at=state.changed_at + SECOND)
    took = milliseconds_of(lambda: decide(state, result, context), runs=20 * runs)
    return Figure("decide one result", took, "ms", "leaving, queue, call and next game")


def _ranked(state: Tournament) -> int:
    return len(ranking(hall_of(state)))


def _what_if(facts: Sequence[Fact], runs: int) -> Figure:
    first = next(each.event for each in facts if isinstance(each.event, ResultRecorded))
    other = "0-1" if first.result == "1-0" else "1-0"
    took = milliseconds_of(lambda: masnou_what_if(facts, first.game, other), runs=runs)
    return Figure("what the queue would have been", took, "ms", "had the first result been another")


def memory_of(facts: Sequence[Fact]) -> int:
    """Bytes that the folded state holds, beside the facts."""
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        state = fold(facts)
        gc.collect()
        assert state.has_begun
        held = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    return held


def marathon(tables: int, players: int, events: int) -> list[Fact]:
    """The log of a hall, cut after so many events."""
    chance = Random(150)
    log = _Log()
    entrants = tuple(
        NewEntrant(id=EntrantId(f"e{n}"), person=Sealed(f"{n:064x}"), rating=2400 - n)
        for n in range(1, players + 1)
    )
    log.act(CreateTournament(name="Marathon", system="masnou"))
    log.act(EnterEntrants(entrants=entrants))
    log.act(OpenHall(rules=MasnouRules(tables=tables, duration=24 * 60)))
    while len(log.facts) < events:
        game: GameId = chance.choice(running_games(hall_of(log.state)))
        log.act(RecordResult(game=game, result=chance.choice(RESULTS)))
    return log.facts[:events]


class _Log:
    """Acts one second apart, and what came of them."""

    def __init__(self) -> None:
        self.state = INITIAL
        self.facts: list[Fact] = []

    def act(self, command: Command) -> None:
        at = OPENED_AT + len(self.facts) * SECOND // 5
        for event in decide(self.state, command, DecisionContext(at=at)):
            fact = Fact(version=len(self.facts) + 1, recorded_at=at, event=event)
            self.facts.append(fact)
            self.state = evolve(self.state, fact)
