"""What is said of the storage of emptied rows."""

import pytest

from planilla.application.ports import Compacted
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
