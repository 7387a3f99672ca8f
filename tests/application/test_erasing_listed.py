"""Erasures that come with another command or log are on the list outside the database."""

import pytest

from dsl.archives import club
from dsl.memory_erasures import MemoryErasures
from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.application.archive_import import recorded_of
from planilla.application.envelope import Submission
from planilla.application.erasing_listed import ErasureListingBus, ErasureListingIntake
from planilla.application.following import (
    End,
    FollowerEnd,
    Portion,
    commits,
    end_of,
    portions_after,
    take_portion,
    with_kept,
)
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


class Follower:
    """The `Intake` port on a log in memory."""

    def __init__(self) -> None:
        self.store = MemoryStore(clock=SetClock(), ids=CountedIds(5000))

    async def take(self, tournament: str, portion: Portion) -> FollowerEnd:
        """See `Intake.take`."""
        return take_portion(self.store.ledger, tournament, portion).end


async def test_erasures_in_the_log_that_is_followed_are_listed() -> None:
    hall, erasures = club(), MemoryErasures()
    hall.ledger.id = "ab" * 16
    intake = ErasureListingIntake(Follower(), erasures)
    for wish, listed in (
        (None, []),
        (submission("withdraw-entrant", {"entrant": "f", "from_round": 2}), []),
        (submission("erase-person", {"entrant": "a"}), ["a"]),
    ):
        known = end_of(hall.ledger.log[-1]) if wish else End()
        hall.submit_all([wish] if wish else [])
        (portion,) = portions_after(
            hall.ledger.events("club", known.version), known, hall.ledger.id, "Main hall"
        )
        if wish is None:
            apart = await hall.apart("club")
            wanted = commits(recorded_of(each) for each in portion.events)
            portion = with_kept(portion, apart, wanted)
        end = await intake.take("club", portion)
        assert end.end == end_of(hall.ledger.log[-1])
        assert [line.entrant for line in erasures.all()] == listed
