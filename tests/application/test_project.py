"""Rows remember what changed them, through the store and over jumps."""

import pytest

from dsl.tournaments import AFTER_2, ROUND_1, facts
from planilla.application.project import Folding, Projection
from planilla.projections import VIEWS

FACTS = facts(*AFTER_2)
BEGUN = len(ROUND_1)


def followed(view: str, jump: int) -> Projection:
    projection = Projection(VIEWS[view])
    Folding((projection,)).catch_up(FACTS, jump=jump)
    return projection


@pytest.mark.parametrize("jump", [0, 1, 5, 64])
@pytest.mark.parametrize("view", VIEWS)
def test_a_jump_leads_to_the_same_rows(view: str, jump: int) -> None:
    exact = {key: row for key, (_, row) in followed(view, 64).rows.items()}
    assert {key: row for key, (_, row) in followed(view, jump).rows.items()} == exact


def test_after_a_jump_an_older_reader_needs_a_snapshot() -> None:
    jumped = followed("pairings", 1)
    assert jumped.after(BEGUN) is None
    assert jumped.after(len(FACTS) + 1) is None
    assert jumped.after(len(FACTS) - 1) is not None


def test_the_store_keeps_from_which_version_on_changes_are_known() -> None:
    jumped = followed("pairings", 1)
    loaded = Projection(VIEWS["pairings"])
    loaded.load(jumped.offset, jumped.stored_after(0))
    assert (loaded.floor, loaded.rows) == (jumped.floor, jumped.rows)


def test_rows_that_went_are_stored_as_tombstones() -> None:
    projection = Projection(VIEWS["pairings"])
    projection.load(3, {"1.1": (3, None)})
    assert projection.after(2) == ({}, ("1.1",))
    assert projection.stored_after(2) == {"1.1": (3, None)}


def test_a_step_after_a_jump_that_was_not_settled_counts_from_there() -> None:
    projection = Projection(VIEWS["standings"])
    folding = Folding((projection,))
    for fact in FACTS[:-1]:
        folding.follow(fact, exactly=False)
    moved = folding.follow(FACTS[-1])["standings"]
    # 2.2, the last fact: Carl won against Dora, which is their line and their opponents'.
    assert moved["carl"]
    assert projection.floor == len(FACTS) - 1
    assert projection.rows == {
        key: (max(version, projection.floor), row)
        for key, (version, row) in followed("standings", 1).rows.items()
    }
