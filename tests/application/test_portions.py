"""Long lists in portions: each a command of its own, all of them one act."""

import json

import pytest

from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.application import portions
from planilla.application.envelope import Answer, Submission
from planilla.application.portions import portions_of, submit_list
from stores import created, submission

FIVE = [{"id": each, "person": {"name": each.upper()}} for each in "abcde"]


@pytest.fixture(autouse=True)
def two_a_portion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portions, "ENTRIES_MAX", 2)


@pytest.fixture
def store() -> MemoryStore:
    store = MemoryStore(clock=SetClock(), ids=CountedIds())
    store.submit_all((created(),))
    return store


def entering(command_id: str = "k", **changes: object) -> Submission:
    return submission("enter-entrants", {"entrants": FIVE, **changes}, command_id=command_id)


class Interrupted:
    """A desk at which somebody else corrects, or finishes, after the first command."""

    def __init__(self, store: MemoryStore, other: Submission) -> None:
        self.store = store
        self.others = [other]
        self.ids: list[str] = []

    async def submit(self, handed: Submission) -> Answer:
        self.ids.append(handed.command_id)
        answer = await self.store.submit(handed)
        if self.others:
            await self.store.submit(self.others.pop())
        return answer


def logged(store: MemoryStore) -> list[tuple[str, str, str]]:
    return [(each.type, each.command_id, each.correlation_id) for each in store.ledger.log[1:]]


async def test_a_list_is_entered_in_commands_that_belong_together(store: MemoryStore) -> None:
    answer = await submit_list(store, entering())
    assert (answer.status, answer.version) == ("done", 6)
    assert answer.events == ("EntrantEntered",) * 5
    ids = ("k", "k", "k:2", "k:2", "k:4")
    assert logged(store) == [("EntrantEntered", each, "k") for each in ids]


async def test_others_come_in_between(store: MemoryStore) -> None:
    renaming = {"entrant": "a", "person": {"name": "Ana"}}
    bus = Interrupted(store, submission("correct-personal-data", renaming, command_id="other"))
    assert (await submit_list(bus, entering())).version == 7
    assert [command for _, command, _ in logged(store)] == [
        "k", "k", "other", "k:2", "k:2", "k:4",
    ]  # fmt: skip


async def test_the_same_list_again_gets_the_same_answer(store: MemoryStore) -> None:
    first = await submit_list(store, entering())
    assert await submit_list(store, entering()) == first
    again = await submit_list(store, entering("another"))
    assert (again.status, again.version, again.events) == ("already", 6, ())


async def test_a_list_of_which_only_the_beginning_is_new_is_done(store: MemoryStore) -> None:
    store.submit_all((submission("enter-entrants", {"entrants": FIVE[2:]}),))
    answer = await submit_list(store, entering())
    assert (answer.status, answer.events) == ("done", ("EntrantEntered",) * 2)


async def test_it_ends_at_the_first_refusal_and_says_what_was_recorded(store: MemoryStore) -> None:
    bus = Interrupted(store, submission("assign-numbers", command_id="other"))
    body = {"entrants": [*FIVE[:3], {**FIVE[3], "rating": 9_999}, FIVE[4]]}
    answer = await submit_list(bus, submission("enter-entrants", body, command_id="k"))
    assert (answer.status, answer.code) == ("refused", "rating-out-of-range")
    assert (answer.events, bus.ids) == (("EntrantEntered",) * 2, ["k", "k:2"])


def test_the_version_looked_at_is_asked_of_the_first_alone() -> None:
    wanted = submission("remove-entries", {"entrants": list("abc"), "erases": True}, expected=7)
    parts = list(portions_of(wanted))
    assert [each.expected for each in parts] == [7, None]
    assert [json.loads(each.body) for each in parts] == [
        {"entrants": ["a", "b"], "erases": True},
        {"entrants": ["c"], "erases": True},
    ]


@pytest.mark.parametrize(
    "whole",
    [
        pytest.param(submission("enter-entrants", {"entrants": FIVE}, dry_run=True), id="dry run"),
        pytest.param(submission("forbid-pairs", {"entrants": list("abcde")}), id="no such list"),
        pytest.param(submission("enter-entrants", {"entrants": FIVE[:2]}), id="short"),
        pytest.param(submission("enter-entrants", {"entrants": "abcde"}), id="no list"),
        pytest.param(submission("enter-entrants", b"[1,2,3]"), id="no object"),
        pytest.param(submission("enter-entrants", b'{"entrants": "\xff"}'), id="no UTF-8"),
    ],
)
def test_what_cannot_be_divided_is_submitted_as_it_is(whole: Submission) -> None:
    assert list(portions_of(whole)) == [whole]


def test_a_list_that_belongs_to_another_act_still_does() -> None:
    (first, *_) = portions_of(
        Submission(
            tournament="club",
            name="enter-entrants",
            body=json.dumps({"entrants": FIVE}).encode(),
            command_id="k",
            actor=entering().actor,
            correlation_id="fair",
        )
    )
    assert (first.command_id, first.correlation_id) == ("k", "fair")
