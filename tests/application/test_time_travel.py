"""Time travel equals the snapshot taken at that moment, for every event of random tournaments.

The snapshots are those of the live path, which follows each fact as it is recorded; what is asked
of the past folds from the nearest state that it has kept, in whatever order it is asked.
"""

import asyncio
import json
from random import Random

import msgspec
import pytest

from dsl.random_acts import Act, advance, any_act, founded
from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.application import states
from planilla.application.envelope import Actor, Recorded, Submission
from planilla.application.project import Projection
from planilla.application.queries import Queries
from planilla.application.roles import full_grant
from planilla.application.states import History
from planilla.domain.pairing import SYSTEMS
from planilla.domain.tournament.event import Audience
from planilla.domain.tournament.evolve import evolve, fold
from planilla.domain.tournament.state import INITIAL
from planilla.projections import VIEWS
from planilla.projections.view import may_see

IN_BRIEF = ("swiss-dutch-2026", "swiss-dutch-libro", "round-robin", "keizer", "masnou")
STEPS, DEEP_STEPS, DEEP_SEEDS = 25, 120, 12
ANYTHING = 0.3
KEPT_EACH, STATES_MAX = 7, 5
"""So small that states are kept, thrown away and folded again all the time."""


@pytest.fixture(autouse=True)
def _states_are_kept_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(states, "STATES_MAX", STATES_MAX)


@pytest.mark.no_cover
@pytest.mark.parametrize("system", IN_BRIEF)
def test_the_past_is_what_was_seen_then(system: str) -> None:
    travel(system, seed=0, steps=STEPS)


@pytest.mark.deep
@pytest.mark.no_cover
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_it_is_so_in_many_tournaments(system: str) -> None:
    for seed in range(1, DEEP_SEEDS):
        travel(system, seed=seed, steps=DEEP_STEPS)


def travel(system: str, *, seed: int, steps: int) -> None:
    chance = Random(f"{system} {seed}")
    store = played(system, chance, steps)
    log = store.ledger.events("club", 0)
    shots = snapshots(log)
    asked = Queries(store)
    history = History(tournament="club", kept_each=KEPT_EACH).continued(log)
    versions = [each.version for each in log]
    chance.shuffle(versions)
    for version in versions:
        for name, rows in shots[version].items():
            reached, found = asyncio.run(asked.rows_at("club", name, version))
            assert (reached, encoded(found)) == (version, rows), f"{name} at v{version}"
    states_agree(history, log, versions)


def played(system: str, chance: Random, steps: int) -> MemoryStore:
    """A tournament of random acts, some of them senseless."""
    clock = SetClock()
    store = MemoryStore(clock=clock, ids=CountedIds())
    for act in founded(system):
        submit(store, act)
    for _ in range(steps):
        clock.time += 1_000_000
        state = fold(each.fact for each in store.ledger.events("club", 0))
        submit(store, (any_act if chance.random() < ANYTHING else advance)(chance, state))
    return store


def submit(store: MemoryStore, act: Act) -> None:
    name, body = act
    submission = Submission(
        tournament="club",
        name=name,
        body=json.dumps(body).encode(),
        command_id=f"c{len(store.ledger.first_answers)}-{len(store.ledger.events('club', 0))}",
        actor=Actor(id="a", grants=(full_grant("*"),)),
    )
    store.submit_all((submission,))


def snapshots(log: tuple[Recorded, ...]) -> dict[int, dict[str, bytes]]:
    """The rows of every view after every event, as those who watch have them."""
    projections = {name: Projection(view) for name, view in VIEWS.items()}
    shots = {}
    for recorded in log:
        for each in projections.values():
            each.follow(recorded.fact)
        shots[recorded.version] = {
            name: encoded({key: row for key, (_, row) in each.rows.items()})
            for name, each in projections.items()
        }
    return shots


def encoded(rows: object) -> bytes:
    plain = msgspec.json.decode(msgspec.json.encode(rows))
    return msgspec.json.encode(plain, order="deterministic")


def states_agree(history: History, log: tuple[Recorded, ...], versions: list[int]) -> None:
    """What pages are made of: both states of every moment, and no more of them kept than said."""
    public, staff = INITIAL, INITIAL
    states = {}
    for recorded in log:
        fact = recorded.fact
        staff = evolve(staff, fact)
        public = evolve(public, fact) if may_see(Audience.PUBLIC, fact) else public
        states[recorded.version] = (public, staff)
    for version in versions:
        found = tuple(history.state_at(version, to_staff=each) for each in (False, True))
        assert found == states[version], version
    assert len(history.kept) <= STATES_MAX
