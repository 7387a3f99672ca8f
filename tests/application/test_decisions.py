"""Recorded corrections carry both times and the events that they correct."""

from typing import Any

import pytest

from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.application.envelope import Answer, Recorded
from planilla.application.ports import StoreUnavailable
from planilla.domain.tournament.corrections import ColoursCorrected, ResultCorrected
from planilla.domain.tournament.evidence import EvidenceAdded
from stores import evening, result, submission

PHOTO = {"sha256": "ab" * 32, "media_type": "image/jpeg", "size": 9}


@pytest.fixture
def store() -> MemoryStore:
    """Round 1 is on the boards (version 10); 1.1 and 1.2 have results (11 and 12)."""
    made = MemoryStore(clock=SetClock(now=5_000, step=1_000), ids=CountedIds())
    made.submit_all((*evening(), result("1.1", "1-0"), result("1.2", "0-1")))
    return made


def act(store: MemoryStore, name: str, **body: Any) -> Answer:
    (answer,) = store.submit_all((submission(name, body),))
    assert answer.status == "done", answer
    return answer


def last(store: MemoryStore, count: int) -> tuple[Recorded, ...]:
    return tuple(store.ledger.log[-count:])


def ids(store: MemoryStore, *versions: int) -> list[str]:
    return [store.ledger.log[version - 1].event_id for version in versions]


def test_a_swap_names_both_events_and_when_it_became_known(store: MemoryStore) -> None:
    known_at = store.ledger.log[-1].recorded_at + 1
    act(
        store,
        "swap-results",
        game="1.1",
        corrects=11,
        other="1.2",
        other_corrects=12,
        reason="boards",
        known_at=known_at,
        evidence=[PHOTO],
    )
    first, second, evidence = last(store, 3)
    assert [first.corrects, second.corrects] == ids(store, 11, 12)
    assert [each.effective_at for each in (first, second)] == [known_at, known_at]
    assert [each.round for each in (first, second)] == [1, 1]
    assert isinstance(evidence.event, EvidenceAdded)
    assert evidence.event.about == first.version
    assert first.command_id == second.command_id == evidence.command_id


def test_what_follows_from_a_ruling_names_the_results_that_it_corrects(store: MemoryStore) -> None:
    (white,) = {each.event.games[0].white for each in store.ledger.log if each.version == 10}  # type: ignore[attr-defined]
    act(store, "rule-ineligible", entrant=white, from_round=1, games="forfeit", reason="no member")
    ruled, corrected = last(store, 2)
    assert (ruled.round, ruled.corrects) == (1, None)
    assert isinstance(corrected.event, ResultCorrected)
    assert [corrected.corrects] == ids(store, 11)
    # why somebody may not play is for the staff alone
    assert list(store.ledger.texts.values())[-1].audience == "staff"


def test_what_is_corrected_without_naming_it_is_named_all_the_same(store: MemoryStore) -> None:
    act(store, "correct-colours", game="1.2")
    (turned,) = last(store, 1)
    assert isinstance(turned.event, ColoursCorrected)
    assert [turned.corrects] == ids(store, 12)
    act(store, "correct-sporting-data", entrant="b", rating=2222, known_at=1)
    (mended,) = last(store, 1)
    assert ([mended.corrects], mended.effective_at) == (ids(store, 3), 1)
    act(store, "withdraw-entrant", entrant="c", from_round=1, games="not-played", reason="ill")
    withdrawn, *facts = last(store, 2)
    assert withdrawn.round == 1
    assert len(facts) == 1


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("correct-colours", {"game": "1.2"}),
        ("correct-sporting-data", {"entrant": "b", "rating": 2222}),
        ("withdraw-entrant", {"entrant": "c", "from_round": 1, "games": "not-played"}),
        ("rule-ineligible", {"entrant": "c", "from_round": 1, "reason": "x"}),
    ],
)
def test_the_log_is_not_read_to_find_what_is_corrected(
    store: MemoryStore, name: str, body: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    read = store.ledger.events

    def the_end(tournament: str, after: int) -> tuple[Recorded, ...]:
        assert after, "all of it is read"
        return read(tournament, after)

    monkeypatch.setattr(store.ledger, "events", the_end)
    act(store, name, **body)


@pytest.mark.parametrize(
    ("name", "body", "code"),
    [
        ("correct-colours", {"game": "9.9"}, "no-such-game"),
        ("correct-sporting-data", {"entrant": "z", "rating": 2222}, "no-such-entrant"),
        ("withdraw-entrant", {"entrant": "c", "from_round": 0}, "no-such-round"),
    ],
)
def test_what_corrects_nothing_is_refused_by_the_rules(
    store: MemoryStore, name: str, body: dict[str, Any], code: str
) -> None:
    (answer,) = store.submit_all((submission(name, body),))
    assert answer.code == code


def test_a_store_that_does_not_say_what_is_corrected_fails_the_batch(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mute(tournament: str, version: int) -> str:
        raise StoreUnavailable(f"{tournament} {version}")

    monkeypatch.setattr(store.ledger, "event_id", mute)
    with pytest.raises(StoreUnavailable):
        act(store, "correct-colours", game="1.2")


def test_an_event_of_the_same_batch_is_named_by_its_id(store: MemoryStore) -> None:
    body = {"game": "1.1", "reason": "x", "result": "0-1", "corrects": 11}
    more = {"game": "1.1", "reason": "x", "counts_as": "*", "corrects": 13}
    _, answer = store.submit_all(
        (submission("correct-result", body), submission("delete-result", more))
    )
    assert answer.status == "done"
    assert [last(store, 1)[0].corrects] == ids(store, 13)
    (refused,) = store.submit_all((submission("delete-result", more | {"corrects": 99}),))
    assert refused.code == "corrects-another-event"
