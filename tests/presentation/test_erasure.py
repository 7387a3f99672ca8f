"""What is said after an erasure: of the storage of emptied rows, and of the chain of hashes."""

import pytest

from planilla.application.erasing import Chain, Report
from planilla.application.ports import Compacted
from planilla.audit.seal import Fault
from planilla.presentation.erasure import ErasureWords

TABLES = "The tables were rewritten: none of it is left in the database."
JOURNAL = "The journal (“-wal”) is empty."


@pytest.mark.parametrize(
    ("storage", "said"),
    [
        (Compacted(database="sqlite", rewritten=True, wal_emptied=True), [TABLES, JOURNAL]),
        (Compacted(database="postgresql", rewritten=True), [TABLES]),
        (Compacted(database="sqlite", why="busy"), []),
    ],
    ids=["tables and journal", "tables", "neither"],
)
def test_what_became_of_emptied_rows_is_said(storage: Compacted, said: list[str]) -> None:
    assert list(ErasureWords("en").storage(storage)) == said


def test_a_chain_that_is_broken_is_said_to_be_by_its_first_fault() -> None:
    faults = (Fault(version=3, code="hash-mismatch"), Fault(version=5, code="version-gap"))
    said = ErasureWords("en").chain(_report(Chain(events=7, head="ab" * 32, faults=faults)))
    assert "3" in said
    assert "5" not in said
    whole = ErasureWords("en").chain(_report(Chain(events=7, head="ab" * 32, faults=())))
    assert "7" in whole
    assert "ab" * 6 in whole


def _report(chain: Chain) -> Report:
    return Report(
        tournament="club",
        entrant="e1",
        number=1,
        at=0,
        version=7,
        fields=(),
        texts=(),
        files=(),
        remains=(),
        storage=Compacted(database="sqlite"),
        chain=chain,
    )
