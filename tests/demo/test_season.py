"""A season that plays itself: people come and go, and the same seed makes the same season."""

from collections import Counter

import pytest

from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.application.envelope import Answer, Submission
from planilla.demo.season import TOURNAMENT, KeizerSeason, next_act, play
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.state import Tournament

SHORT = KeizerSeason(players=8, rounds=20, seed=22, names=("Ana", "Bea", "Carl"))


async def played(season: KeizerSeason, acts: int = 10_000) -> tuple[Tournament, Counter[str]]:
    store = MemoryStore(clock=SetClock(step=1_000_000), ids=CountedIds())
    done: Counter[str] = Counter()
    for _ in range(2):  # it goes on from where it stands
        async for step in play(season, bus=store, log=store):
            assert step.answer.status != "refused", step
            done[step.act.name] += 1
            if done.total() == acts:
                break
    return fold(recorded.fact for recorded in await store.events(TOURNAMENT, 0)), done


@pytest.mark.anyio
async def test_a_season_is_played_to_its_end() -> None:
    state, done = await played(SHORT)
    assert state.finished
    assert state.last_published == 20
    assert len(state.entrants) == SHORT.everybody == 10
    happened = ("request-bye", "withdraw-entrant", "return-entrant", "rule-absence")
    assert all(done[name] for name in (*happened, "correct-result"))
    assert next_act(SHORT, state) is None


@pytest.mark.anyio
async def test_the_same_seed_makes_the_same_season_also_after_a_stop() -> None:
    whole, _ = await played(SHORT)
    stopped, _ = await played(SHORT, acts=40)
    assert stopped.version > 0
    assert stopped.finished
    assert (stopped.rounds, stopped.memory) == (whole.rounds, whole.memory)


class Closed(MemoryStore):
    """A desk at which nothing is done any more."""

    async def submit(self, submission: Submission) -> Answer:
        """Refuse everything."""
        return Answer(status="refused", version=submission.expected or 0, code="internal")


@pytest.mark.anyio
async def test_a_season_that_cannot_go_on_ends() -> None:
    store = Closed(clock=SetClock(step=1_000_000), ids=CountedIds())
    steps = [step async for step in play(SHORT, bus=store, log=store)]
    assert [step.answer.status for step in steps] == ["refused"]
