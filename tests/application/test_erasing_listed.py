"""Erasures that come with another command or log are on the list outside the database."""

import asyncio

import pytest

from dsl.memory_erasures import MemoryErasures
from dsl.portions import EMPTY, LedgerIntake, of_hall, portions, public_server
from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.application.envelope import Submission
from planilla.application.erasing_listed import ErasureListingBus, ErasureListingIntake
from planilla.application.following import end_of
from planilla.application.ports import Erasure
from stores import created, entered, submission


async def listed_after(*wishes: Submission) -> list[Erasure]:
    store, erasures = MemoryStore(clock=SetClock(1, 1), ids=CountedIds()), MemoryErasures()
    bus = ErasureListingBus(store, store, erasures)
    for wish in (created(), entered("Ada", "Bea"), *wishes):
        answer = await bus.submit(wish)
        assert answer.status == "done", answer
    return list(erasures.all())


@pytest.mark.parametrize(
    ("wish", "entrants"),
    [
        (submission("hide-tournament", {"erases": True}), ["a", "b"]),
        (submission("remove-entries", {"entrants": ["b"], "erases": True}), ["b"]),
        (submission("erase-person", {"entrant": "a"}), ["a"]),
        (submission("hide-tournament", {"erases": True}, dry_run=True), []),
        (submission("hide-tournament", {}), []),
    ],
    ids=["hidden", "removed", "erased", "tried out", "kept"],
)
async def test_who_is_forgotten_is_listed(wish: Submission, entrants: list[str]) -> None:
    lines = await listed_after(wish)
    assert [line.entrant for line in lines] == entrants
    assert {line.tournament for line in lines} <= {"club"}


async def test_texts_that_are_forgotten_are_listed_with_their_person() -> None:
    text = "ab" * 32
    wish = submission("erase-person", {"entrant": "a", "texts": [text]})
    lines = await listed_after(wish)
    assert [(line.entrant, line.texts) for line in lines] == [("a", ()), ("", (text,))]


def test_erasures_in_the_log_that_is_followed_are_listed() -> None:
    hall, erasures = of_hall(), MemoryErasures()
    intake = ErasureListingIntake(LedgerIntake(public_server()), erasures)
    known = EMPTY
    for wish, listed in (
        (submission("withdraw-entrant", {"entrant": "f", "from_round": 2}), []),
        (submission("erase-person", {"entrant": "a"}), ["a"]),
    ):
        hall.submit_all([wish])
        (portion,) = portions(hall, known)
        known = asyncio.run(intake.take("club", portion)).end
        assert known == end_of(hall.ledger.log[-1])
        assert [line.entrant for line in erasures.all()] == listed
