"""Faults that an inspection reports for single rows; tests/contract covers the databases."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from planilla.adapters.memory import CountedIds, MemoryLedger, MemoryStore, SetClock
from planilla.application.envelope import Recorded
from planilla.application.inspecting import (
    ApartRow,
    CommandRow,
    EvidenceRow,
    InspectedTournament,
    Inspection,
    KnownOutside,
    StreamRow,
    inspect,
    inspect_one,
)
from planilla.application.integrity import Integrity
from planilla.audit.seal import LinkRow, is_link_signed, seal
from planilla.domain.tournament.values import EvidenceFile
from stores import created, entered, evening, result, submission

NOBODY = KnownOutside()


class InMemory:
    """The `StoreSnapshot` port on a memory ledger."""

    def __init__(self, ledger: MemoryLedger) -> None:
        self.ledger = ledger
        self.rows: dict[str, list[ApartRow]] = {}
        self.imported: set[str] = set()
        self.files: list[EvidenceRow] = []

    def log_id(self) -> bytes:
        return bytes(16)

    def position(self) -> int:
        return len(self.ledger.log)

    def positions(self) -> Iterable[int]:
        return [event.position for event in self.ledger.log]

    def tournaments(self) -> frozenset[str]:
        return frozenset({*self.ledger.streams, *(of for of, _ in self.ledger.first_answers)})

    def stream(self, tournament: str) -> StreamRow | None:
        row, head = self.ledger.streams.get(tournament), self.ledger.ends.get(tournament)
        if row is None or head is None:
            return None
        return StreamRow(
            tournament=tournament,
            name=row.name,
            version=head.version,
            hash=head.hash,
            created_at=row.created_at,
            changed_at=row.changed_at,
            event_ids=head.event_ids,
            hidden=row.hidden,
            festival=row.festival,
            led_from=head.led_from,
        )

    def events(self, tournament: str) -> Sequence[Recorded]:
        return self.ledger.events(tournament, 0)

    def commands(self, tournament: str | None) -> Iterable[tuple[str, CommandRow]]:
        answers = sorted(self.ledger.first_answers.values(), key=lambda each: each.key)
        for first in answers:
            if tournament in (None, first.tournament):
                is_imported = first.command_id in self.imported
                row = CommandRow(first.command_id, first.answer, True, is_imported)  # noqa: FBT003
                yield first.tournament, row

    def people(self, tournament: str) -> Iterable[ApartRow]:
        if tournament in self.rows:
            return self.rows[tournament]
        return [
            ApartRow(key=row.entrant, commitment=row.commitment, salt=row.salt, body=row.body)
            for (of, _), row in self.ledger.people.items()
            if of == tournament
        ]

    def texts(self, tournament: str) -> Iterable[ApartRow]:
        return [
            ApartRow(
                key=row.commitment,
                commitment=row.commitment,
                salt=row.salt,
                body=row.body,
                audience=row.audience,
            )
            for (of, _), row in self.ledger.texts.items()
            if of == tournament
        ]

    def evidence(self, tournament: str) -> Iterable[EvidenceRow]:
        return self.files if tournament == "club" else ()

    def links(self) -> Iterable[LinkRow]:
        return ()

    def guards(self) -> Iterable[tuple[str, str]]:
        return ()


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore(clock=SetClock(step=1), ids=CountedIds())


def codes(found: Inspection) -> dict[str, list[str]]:
    return {each.tournament: [fault.code for fault in each.faults] for each in found.tournaments}


def test_a_tournament_that_only_a_refused_command_names_is_none(store: MemoryStore) -> None:
    assert store.submit_all([result("1.1", "1-0", tournament="a")])[0].status == "refused"
    store.submit_all([created("b")])
    found = inspect(InMemory(store.ledger), NOBODY)
    assert codes(found) == {"b": []}
    assert found.is_whole


def test_facts_without_any_answer_are_found(store: MemoryStore) -> None:
    store.submit_all([created("a"), created("b"), created("c")])
    for key in [key for key in store.ledger.first_answers if key[0] == "b"]:
        del store.ledger.first_answers[key]
    found = codes(inspect(InMemory(store.ledger), NOBODY))
    assert found == {"a": [], "b": ["answer-missing"], "c": []}


@pytest.mark.parametrize("name", ["", "\udcff", "a b", "x" * 65])
def test_what_no_tournament_can_be_called_is_none(store: MemoryStore, name: str) -> None:
    assert inspect_one(InMemory(store.ledger), name, NOBODY) is None


def test_a_hidden_tournament_is_whole_and_is_not_named_in_public(store: MemoryStore) -> None:
    store.submit_all([created(), submission("hide-tournament", {})])
    snapshot = InMemory(store.ledger)
    assert codes(inspect(snapshot, NOBODY)) == {"club": []}
    del store.ledger.streams["club"]
    known = Integrity()
    known.inspected(inspect(snapshot, NOBODY))
    damage = known.of("club")
    assert damage is not None
    assert (damage.codes, known.lost) == (("stream-missing",), ())
    store.submit_all([created("open")])
    del store.ledger.streams["open"]
    known.inspected(inspect(snapshot, NOBODY))
    assert known.lost == ("open",)


def test_a_tournament_that_is_shown_again_is_whole(store: MemoryStore) -> None:
    store.submit_all(
        [created(), submission("hide-tournament", {}), submission("show-tournament", {})]
    )
    assert codes(inspect(InMemory(store.ledger), NOBODY)) == {"club": []}


def test_the_mark_of_who_leads_is_what_the_last_fact_about_it_says(store: MemoryStore) -> None:
    there = {"to": "ab" * 16, "place": "https://chess.example"}
    *_, answer = store.submit_all([created(), submission("hand-over-lead", there)])
    assert answer.status == "done", answer
    assert inspect(InMemory(store.ledger), NOBODY).is_whole
    handed_over = store.ledger.ends["club"]
    store.ledger.ends["club"] = msgspec.structs.replace(handed_over, led_from="")
    assert codes(inspect(InMemory(store.ledger), NOBODY)) == {"club": ["stream-led"]}
    store.ledger.ends["club"] = handed_over
    (answer,) = store.submit_all([submission("take-over-lead")])
    assert answer.status == "done", answer
    assert inspect(InMemory(store.ledger), NOBODY).is_whole


def test_a_text_that_a_later_fact_names_again_may_have_both_readers(store: MemoryStore) -> None:
    reason = {"game": "1.1", "result": "0-1", "corrects": 11, "reason": "the sheet"}
    store.submit_all([*evening(), result("1.1", "1-0"), submission("correct-result", reason)])
    snapshot, ledger = InMemory(store.ledger), store.ledger
    assert codes(inspect(snapshot, NOBODY)) == {"club": []}
    (text,) = ledger.texts.values()
    again = submission("expel-entrant", {"entrant": "f", "reason": "x"})
    store.submit_all([again])
    del ledger.texts["club", next(key for _, key in ledger.texts if key != text.commitment)]
    last = ledger.log[-1]
    said = last.data.replace(last.data.split(b'"reason":"')[1][:64], text.commitment.encode())
    ledger.log[-1] = sealed_again(ledger, replace(last, data=said))
    assert codes(inspect(snapshot, NOBODY)) == {"club": []}


def sealed_again(ledger: MemoryLedger, event: Recorded) -> Recorded:
    """The last event with other data, as if it had been recorded so."""
    sealed = replace(event, hash=seal(ledger.log[-2].hash, event))
    ledger.ends["club"] = replace(ledger.ends["club"], hash=sealed.hash)
    return sealed


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"salt": "no bytes"}, "person-changed"),
        ({"body": "no bytes"}, "person-changed"),
        ({"salt": None}, "person-changed"),
        ({"salt": None, "body": None}, "person-missing"),
        ({"key": "z"}, "person-foreign"),
    ],
)
def test_a_row_of_a_person_is_held_against_its_commitment(
    store: MemoryStore, changed: dict[str, str | None], code: str
) -> None:
    store.submit_all([created(), entered("Ada")])
    snapshot = InMemory(store.ledger)
    rows = list(snapshot.people("club"))
    snapshot.rows["club"] = [*rows, replace(rows[0], **changed)]
    if code != "person-foreign":
        snapshot.rows["club"] = snapshot.rows["club"][1:]
    assert codes(inspect(snapshot, NOBODY)) == {"club": [code]}


SLIP = b"the sheet"


@pytest.mark.parametrize(
    ("changed", "body", "expected"),
    [
        pytest.param({}, SLIP, [], id="as it was kept"),
        pytest.param({}, None, [], id="erased"),
        pytest.param({}, b"the shoot", ["evidence-changed"], id="bytes"),
        pytest.param({}, "the sheet", ["evidence-changed"], id="a text"),
        pytest.param({"sha256": "0" * 64}, SLIP, ["evidence-changed"], id="hash"),
        pytest.param({"media_type": "image/png"}, SLIP, ["evidence-changed"], id="type"),
        pytest.param({"size": 8}, SLIP, ["evidence-changed"], id="size"),
    ],
)
def test_a_file_of_evidence_is_held_against_its_hash(
    store: MemoryStore, changed: dict[str, Any], body: Any, expected: list[str]
) -> None:
    store.submit_all([created()])
    snapshot = InMemory(store.ledger)
    kept = EvidenceFile(
        sha256=hashlib.sha256(SLIP).hexdigest(), media_type="text/plain", size=len(SLIP)
    )
    snapshot.files = [EvidenceRow(replace(kept, **changed), body)]
    assert codes(inspect(snapshot, NOBODY)) == {"club": expected}


def test_an_erased_person_whose_row_is_back_is_found(store: MemoryStore) -> None:
    store.submit_all([created(), entered("Ada")])
    snapshot = InMemory(store.ledger)
    before = list(snapshot.people("club"))
    store.submit_all([submission("erase-person", {"entrant": "a"})])
    assert codes(inspect(snapshot, NOBODY)) == {"club": []}
    snapshot.rows["club"] = before
    assert codes(inspect(snapshot, NOBODY)) == {"club": ["person-returned"]}


def test_who_came_without_a_name_in_an_archive_is_not_missed(store: MemoryStore) -> None:
    enter = entered("Ada")
    store.submit_all([created(), enter])
    snapshot = InMemory(store.ledger)
    snapshot.rows["club"] = []
    assert codes(inspect(snapshot, NOBODY)) == {"club": ["person-missing"]}
    snapshot.imported.add(enter.command_id)
    assert codes(inspect(snapshot, NOBODY)) == {"club": []}


def test_a_fact_that_this_planilla_cannot_read_is_damage(store: MemoryStore) -> None:
    store.submit_all([created()])
    ledger = store.ledger
    store.submit_all([entered("Ada")])
    ledger.log[-1] = sealed_again(ledger, replace(ledger.log[-1], type="Tomorrow"))
    found = inspect_one(InMemory(ledger), "club", NOBODY)
    assert isinstance(found, InspectedTournament)
    assert ([fault.code for fault in found.faults], found.is_broken) == (["unreadable"], True)


def test_a_link_with_cells_of_another_kind_is_not_signed() -> None:
    link = LinkRow(token_hash=bytes(32), actor_id="x", scope="*", created_at=1)
    for public_key, signature in ((b"", b""), ("text" * 8, b"x" * 64), (bytes(32), "x" * 64)):
        row = replace(link, public_key=public_key, signature=signature)
        assert not is_link_signed(bytes(16), row)
    assert not is_link_signed(bytes(16), replace(link, token_hash="text"))
