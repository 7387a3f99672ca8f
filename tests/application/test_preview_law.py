"""The preview law: given the head and the lots, what a dry run foretells is what is then so.

Random tournaments of every system are played by random commands of every kind; each is asked
first as a dry run and then done.
"""

import asyncio
import json
from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

from dsl.random_acts import AT_NO_TIME_OF_OURS, BODIES, Act, advance, any_act, founded
from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.application.envelope import Actor, Answer, DryRunAnswer, Recorded, Submission
from planilla.application.impact import Impacts
from planilla.application.jobs import JobRunner
from planilla.application.roles import full_grant
from planilla.audit.impact import Impact, certain_events, impact
from planilla.domain.tournament.event import Audience
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.state import Tournament, focused
from planilla.domain.tournament.subjects import COMMANDS
from planilla.projections import VIEWS
from planilla.projections.view import Rows, StateView, may_see

SYSTEMS = (
    "swiss-dutch-2026",
    "swiss-dutch-libro",
    "swiss-double",
    "round-robin",
    "keizer",
    "masnou",
)
SEEDS = 1
DEEP_SEEDS = 60
STEPS = 30
SECOND_US = 1_000_000
ANYTHING = 0.45
SEALED = frozenset({"person", "reason", "header", "note", "prose"})
KEY, POINTS = 0, 1
CHANGE = 6
"""Columns of the views `standings` and `elo`."""


@pytest.mark.no_cover
@pytest.mark.parametrize("system", SYSTEMS)
def test_what_a_dry_run_foretells_is_then_so(system: str) -> None:
    for seed in range(SEEDS):
        Trial(system, seed).run(STEPS)


@pytest.mark.deep
@pytest.mark.no_cover
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("system", SYSTEMS)
def test_it_is_so_in_many_tournaments(system: str) -> None:
    done: Counter[str] = Counter()
    for seed in range(SEEDS, SEEDS + DEEP_SEEDS):
        trial = Trial(system, seed)
        trial.run(3 * STEPS)
        done += trial.done
    assert sum(done.values()) > DEEP_SEEDS * STEPS


@pytest.mark.no_cover
def test_a_hall_stays_busy() -> None:
    """Calls are answered, pauses end and an end is moved: else most acts would be refused."""
    trial = Trial("masnou", 4)
    trial.run(3 * STEPS)
    assert sum(trial.done.values()) > STEPS


@pytest.mark.no_cover
def test_what_a_dry_run_foretells_of_a_later_stage_is_then_so() -> None:
    # It says so of the stage that starts, whose standings are empty before, and not of the first.
    trial = Trial("swiss-dutch-2026", 0)
    plan = {"title": "Final", "system": "round-robin", "sources": [{"stage": 1, "last": 3}]}
    trial.compare(("plan-stage", plan))
    for _ in range(STEPS // 3):
        trial.compare(advance(trial.chance, trial.state))
    trial.compare(("start-stage", {"in_stage": 2, "entrants": ["e6", "e2", "e4"]}))
    assert focused(trial.state, 2).order
    trial.compare(("pair-round", {"in_stage": 2, "round": 1}))
    trial.compare(("publish-pairings", {"in_stage": 2, "round": 1}))
    (game,) = focused(trial.state, 2).rounds[0].games
    trial.compare(("record-result", {"game": game, "result": "1-0"}))
    assert trial.done["record-result"] > 1


def test_there_is_a_body_for_every_kind_of_command() -> None:
    assert BODIES.keys() == COMMANDS.keys() - AT_NO_TIME_OF_OURS


class Trial:
    """One tournament on memory ports: each act is asked, done and compared."""

    def __init__(self, system: str, seed: int) -> None:
        self.chance = Random(f"{system} {seed}")
        self.ids = CountedIds()
        self.clock = SetClock()
        self.store = MemoryStore(clock=self.clock, ids=self.ids)
        self.done: Counter[str] = Counter()
        self.impacts = Impacts(JobRunner(None), budget_s=60)
        for act in founded(system):
            self.compare(act)

    @property
    def log(self) -> tuple[Recorded, ...]:
        return self.store.ledger.events("club", 0)

    @property
    def state(self) -> Tournament:
        return fold(each.fact for each in self.log)

    def run(self, steps: int) -> None:
        for _ in range(steps):
            state = self.state
            mad = self.chance.random() < ANYTHING
            self.compare((any_act if mad else advance)(self.chance, state))

    def compare(self, act: Act) -> None:
        """Ask, do, and look whether it came so."""
        name, body = act
        before = self.log
        self.clock.time += SECOND_US
        foretold = self.ask(name, body)
        answer = self.submit(name, body)
        where = f"{name} {body}"
        assert (foretold.status, foretold.code, foretold.version, foretold.events) == (
            answer.status,
            answer.code,
            answer.version,
            answer.events,
        ), where
        after = self.log
        if not isinstance(foretold, DryRunAnswer) or not foretold.foreseen:
            assert after == before, where
            return
        self.done[name] += 1
        self.check(before, foretold, after, where)

    def ask(self, name: str, body: dict[str, Any]) -> Answer:
        """A dry run: it changes nothing and uses nothing up."""
        kept = (self.log, dict(self.store.ledger.first_answers), self.ids._next)
        answer = self.submit(name, body, dry_run=True)
        assert kept == (self.log, self.store.ledger.first_answers, self.ids._next), name
        return answer

    def submit(self, name: str, body: dict[str, Any], *, dry_run: bool = False) -> Answer:
        return self.store.submit_all(
            (
                Submission(
                    tournament="club",
                    name=name,
                    body=json.dumps(body).encode(),
                    command_id=f"c{len(self.store.ledger.first_answers)}",
                    actor=Actor(id="a", grants=(full_grant("*"),)),
                    dry_run=dry_run,
                ),
            )
        )[0]

    def check(
        self,
        before: tuple[Recorded, ...],
        foretold: DryRunAnswer,
        after: tuple[Recorded, ...],
        where: str,
    ) -> None:
        facts = tuple(each.fact for each in before)
        state = fold(facts)
        expected = certain_events(state, [each.event for each in foretold.foreseen])
        real = certain_events(state, [each.event for each in after[len(before) :]])
        assert expected.by_lot == real.by_lot, where
        assert [_told(each) for each in expected.events] == [_told(each) for each in real.events]
        found = asyncio.run(self.impacts.of(facts, foretold))
        assert found.by_lot == expected.by_lot, where
        whole = impact(facts, [each.event for each in foretold.foreseen], at=1)
        assert msgspec.structs.replace(found, screens=()) == whole, where
        if not expected.by_lot:
            then = fold(each.fact for each in after)
            stage = found.stage
            _standings_say_so(found, focused(state, stage), focused(then, stage), where)
            _screens_say_so(found, before, after, where)


def _told(event: Any) -> dict[str, Any]:
    """What an event says, but for commitments, whose salt is another one.

    The colour of number 1 is recorded of a schedule too, where it decides nothing.
    """
    fields: dict[str, Any] = msgspec.to_builtins(event)
    meaningless = {"first_colour"} if fields.get("system") == "round-robin" else set()
    return {
        name: (bool(value) if name in SEALED else value)
        for name, value in fields.items()
        if name not in meaningless
    }


def _ranks(rows: Rows) -> dict[str, tuple[int, int]]:
    """Place and points as whoever reads the rows of the view works them out."""
    keys = sorted((row[KEY][:-1] for row in rows.values()), reverse=True)
    return {entrant: (keys.index(row[KEY][:-1]) + 1, row[POINTS]) for entrant, row in rows.items()}


def _standings_say_so(found: Impact, before: Tournament, after: Tournament, where: str) -> None:
    view = VIEWS["standings"]
    assert isinstance(view, StateView)
    was, will = _ranks(view.rows(before)), _ranks(view.rows(after))
    told = {
        each.entrant: (each.rank_after, each.points_after) for each in found.consequences.places
    }
    for entrant, place in will.items():
        assert told.get(entrant, was.get(entrant)) == place, f"{where}: {entrant}"  # type: ignore[call-overload]
    elo = VIEWS["elo"]
    assert isinstance(elo, StateView)
    rows, then = elo.rows(before), elo.rows(after)
    moved = {
        entrant
        for entrant, row in then.items()
        if (row[CHANGE] or 0) != ((rows[entrant][CHANGE] or 0) if entrant in rows else 0)
    }
    assert {each.entrant for each in found.consequences.elo} == moved, where


def _screens_say_so(
    found: Impact, before: tuple[Recorded, ...], after: tuple[Recorded, ...], where: str
) -> None:
    was, will = (
        focused(
            fold(fact for each in log if may_see(Audience.PUBLIC, fact := each.fact)), found.stage
        )
        for log in (before, after)
    )
    for name, view in VIEWS.items():
        if isinstance(view, StateView) and view.audience is Audience.PUBLIC:
            changed = view.rows(was) != view.rows(will)
            assert (name in found.screens) is changed, f"{where}: {name}"
