"""The sample goes on from however the tournament stands."""

import msgspec
import pytest

from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.application.envelope import Actor, Submission
from planilla.application.roles import full_grant
from planilla.demo.acting import DemoAct
from planilla.demo.book_open import (
    TOURNAMENT,
    NoResult,
    entrant_of,
    next_act,
    open_of_the_book,
    play,
    player_of,
    result_of,
)
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.state import INITIAL, Tournament

ARBITER = Actor(id="arbiter", grants=(full_grant("*"),))
ENTRIES = 40
FIRST_RESULT = 1 + ENTRIES + 2
"""Acts before the first result: creation, entries, pairing and publishing round 1."""


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore(clock=SetClock(step=1_000_000), ids=CountedIds())


async def played(store: MemoryStore, acts: int) -> list[DemoAct]:
    """The acts of that many steps, and then no more."""
    done: list[DemoAct] = []
    async for step in play(open_of_the_book(), bus=store, log=store):
        done.append(step.act)
        if len(done) == acts:
            break
    return done


async def by_hand(store: MemoryStore, name: str, body: str) -> str:
    """An act of an arbiter in between, and the status of its answer."""
    answer = await store.submit(
        Submission(
            tournament=TOURNAMENT,
            name=name,
            body=body.encode(),
            command_id=f"hand:{name}:{body}".replace(" ", ""),
            actor=ARBITER,
        )
    )
    return answer.status


def state_of(store: MemoryStore) -> Tournament:
    return fold(recorded.fact for recorded in store.ledger.log)


def test_it_begins_with_the_tournament_itself() -> None:
    act = next_act(open_of_the_book(), INITIAL)
    assert act is not None
    assert act.name == "announce-regulations"
    assert act.body["regulations"]["play"]["first_colour"] == "white"


@pytest.mark.anyio
async def test_it_goes_on_where_it_stopped(store: MemoryStore) -> None:
    before = await played(store, 10)
    after = await played(store, 5)
    assert [act.body["entrants"][0]["id"] for act in before[1:]] == [
        entrant_of(number) for number in range(1, 10)
    ]
    assert [act.body["entrants"][0]["id"] for act in after] == [
        entrant_of(number) for number in range(10, 15)
    ]


@pytest.mark.anyio
async def test_a_result_entered_by_hand_is_not_entered_again(store: MemoryStore) -> None:
    await played(store, FIRST_RESULT)
    assert await by_hand(store, "record-result", '{"game": "1.1", "result": "1-0"}') == "done"
    rest = await played(store, 19)
    assert "1.1" not in [act.body["game"] for act in rest]
    assert {act.name for act in rest} == {"record-result"}


@pytest.mark.anyio
async def test_whoever_is_faster_is_noticed_at_the_next_step(store: MemoryStore) -> None:
    await played(store, FIRST_RESULT)
    steps = play(open_of_the_book(), bus=store, log=store)
    first = await anext(steps)
    await by_hand(store, "record-result", '{"game": "1.20", "result": "1-0"}')
    second = await anext(steps)
    third = await anext(steps)
    await steps.aclose()
    assert [step.answer.status for step in (first, second, third)] == ["done", "refused", "done"]
    assert second.answer.code == "stale-version"


@pytest.mark.anyio
async def test_it_ends_when_the_tournament_is_over(store: MemoryStore) -> None:
    await played(store, 10_000)
    for board in range(1, 20):
        await by_hand(store, "record-result", f'{{"game": "7.{board}", "result": "1-0"}}')
    assert await by_hand(store, "finish-tournament", "{}") == "done"
    assert next_act(open_of_the_book(), state_of(store)) is None


@pytest.mark.anyio
async def test_the_correction_is_left_out_where_the_two_did_not_meet(store: MemoryStore) -> None:
    await played(store, 10_000)
    opened = open_of_the_book()
    state = state_of(store)
    # As if round 4 were the last one, and its correction concerned a pair of another round.
    early = fold(recorded.fact for recorded in store.ledger.log[:120])
    assert early.rounds[-1].number == 4
    assert state.rounds[1].rulings
    other = msgspec.structs.replace(
        opened, correction=msgspec.structs.replace(opened.correction, white=1, after_results=0)
    )
    act = next_act(other, early)
    assert act is not None
    assert act.name == "record-result"


def test_an_entrant_and_a_number_are_one_and_the_same() -> None:
    assert player_of(entrant_of(7)) == 7


@pytest.mark.parametrize(
    ("number", "white", "black", "result"),
    [
        pytest.param(1, 1, 21, "1-0", id="White wins"),
        pytest.param(1, 22, 2, "0-1", id="Black wins"),
        pytest.param(1, 24, 4, "½-½", id="a draw"),
        pytest.param(4, 35, 32, "+/-", id="a forfeit"),
        pytest.param(4, 32, 35, "-/+", id="a forfeit by White"),
    ],
)
def test_two_own_results_make_one_game(number: int, white: int, black: int, result: str) -> None:
    opened = open_of_the_book()
    assert result_of(opened, number, entrant_of(white), entrant_of(black)) == result


def test_two_winners_make_no_game() -> None:
    with pytest.raises(NoResult, match="round 1: 1-2"):
        result_of(open_of_the_book(), 1, entrant_of(1), entrant_of(2))


def test_the_sample_says_that_its_names_are_invented() -> None:
    opened = open_of_the_book()
    assert "inventados" in opened.name
    assert max(len(player.name) for player in opened.players) == 40
    ratings = [player.rating for player in opened.players]
    assert ratings == sorted(set(ratings), reverse=True)
