"""Sentences of an erasure: what was emptied, what remains, its storage, and the chain of hashes."""

import pytest
from msgspec.structs import replace

from planilla.application.erasing import Chain, Remaining, Report
from planilla.application.ports import Compacted
from planilla.audit.seal import Fault
from planilla.presentation.catalogue import Words
from planilla.presentation.erasure import ErasureWords

TABLES = "The tables were rewritten: none of it is left in the database."
JOURNAL = "The journal (“-wal”) is empty."
REPORT = Report(
    tournament="club",
    entrant="",
    number=0,
    at=0,
    version=9,
    fields=(),
    texts=(),
    files=("0" * 64,),
    remains=(),
    storage=Compacted(database="sqlite"),
    chain=Chain(events=9, head="ab" * 32, faults=()),
)


def test_what_remains_is_said_with_its_reason() -> None:
    backup = Remaining(code="backup", fields={"name": "monday.db", "until": 1_800_000_000_000_000})
    (said,) = ErasureWords("en").remains([backup])
    assert "monday.db" in said


def test_files_of_evidence_that_were_emptied_are_counted() -> None:
    assert list(ErasureWords("en").emptied(REPORT)) == [Words("en").say("erasure.files", n=1)]


def test_a_whole_chain_is_said_with_its_events_and_the_start_of_its_last_hash() -> None:
    said = ErasureWords("en").chain(REPORT)
    assert said == Words("en").say("erasure.chain", events=9, head="ab" * 6)


def test_a_broken_chain_is_said_to_be_broken_at_its_first_fault() -> None:
    faults = (Fault(version=3, code="hash-mismatch"), Fault(version=5, code="version-gap"))
    broken = replace(REPORT, chain=Chain(events=9, head="ab" * 32, faults=faults))
    said = "The chain is broken at v3: see “planilla log verify”."
    assert ErasureWords("en").chain(broken) == said


@pytest.mark.parametrize(
    ("storage", "said"),
    [
        (Compacted(database="sqlite", rewritten=True, wal_emptied=True), [TABLES, JOURNAL]),
        (Compacted(database="postgresql", rewritten=True), [TABLES]),
        (Compacted(database="sqlite", why="busy"), []),
        (Compacted(database="sqlite"), []),
    ],
    ids=["tables and journal", "tables", "busy", "still to be done"],
)
def test_what_became_of_emptied_rows_is_said(storage: Compacted, said: list[str]) -> None:
    assert list(ErasureWords("en").storage(storage)) == said
