"""Rows remember what changed them, step by step and over jumps."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.following import followed
from dsl.keizer_club import random_club
from dsl.tournaments import AFTER_2, ROUND_1, facts
from planilla.adapters.ids import RandomIds
from planilla.application.project import Projection
from planilla.application.redaction import redact
from planilla.demo.marathon import Marathon, next_act
from planilla.domain.tournament.byes import ByeRequested
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.state import INITIAL, Tournament
from planilla.domain.tournament.timers import TimerScheduled
from planilla.domain.tournament.values import TimerKind
from planilla.domain.vocabulary import ByeKind, EntrantId
from planilla.projections import VIEWS
from planilla.projections.view import StateView, is_same_to

FACTS = facts(*AFTER_2)
BEGUN = len(ROUND_1)


@pytest.mark.parametrize("jump", [0, 1, 5, 64])
@pytest.mark.parametrize("view", VIEWS)
def test_a_jump_leads_to_the_same_rows(view: str, jump: int) -> None:
    exact = {key: row for key, (_, row) in followed(view, FACTS).rows.items()}
    assert {key: row for key, (_, row) in followed(view, FACTS, jump).rows.items()} == exact


def test_after_a_jump_an_older_reader_needs_a_snapshot() -> None:
    jumped = followed("pairings", FACTS, 1)
    assert jumped.after(BEGUN) is None
    assert jumped.after(len(FACTS) + 1) is None
    assert jumped.after(len(FACTS) - 1) is not None


def test_a_step_after_a_jump_that_was_not_settled_counts_from_there() -> None:
    projection = Projection(VIEWS["standings"])
    for fact in FACTS[:-1]:
        projection.follow(fact, exactly=False)
    moved = projection.follow(FACTS[-1])
    # 2.2, the last fact: Carl won against Dora, which is their line and their opponents'.
    assert moved["carl"]
    assert projection.floor == len(FACTS) - 1
    assert projection.rows == {
        key: (max(version, projection.floor), row)
        for key, (version, row) in followed("standings", FACTS, 1).rows.items()
    }


def test_what_is_to_come_moves_no_row_of_what_was() -> None:
    reminder = TimerScheduled(timer="1", kind=TimerKind.REMINDER, due_at=1)
    projection = Projection(VIEWS["standings"])
    moved = [projection.follow(fact) for fact in facts(*AFTER_2, reminder)]
    assert moved[-2] != {}
    assert moved[-1] == {}
    assert projection.offset == len(FACTS) + 1


@pytest.mark.parametrize("view", VIEWS)
def test_rows_of_a_command_are_those_after_its_last_fact(view: str) -> None:
    projection = Projection(VIEWS[view])
    for place, fact in enumerate(FACTS):
        projection.follow(fact, more=place < len(FACTS) - 1)
    exact = {key: row for key, (_, row) in followed(view, FACTS).rows.items()}
    assert {key: row for key, (_, row) in projection.rows.items()} == exact


def test_a_fact_for_the_staff_ends_a_command_of_public_ones() -> None:
    entered = [place for place, fact in enumerate(FACTS) if fact.version <= BEGUN]
    staff = ByeRequested(entrant=EntrantId("ann"), round=2, kind=ByeKind.HALF_POINT)
    told = facts(*(FACTS[place].event for place in entered), staff)
    projection = Projection(VIEWS["pairings"])
    for place, fact in enumerate(told):
        projection.follow(fact, more=place < len(told) - 1)
    assert projection.offset == len(told)
    assert {version for version, _ in projection.rows.values()} == {len(told)}


def test_a_view_is_blind_to_fields_of_the_state() -> None:
    fields = frozenset(Tournament.__struct_fields__)
    assert all(view.blind_to <= fields for view in VIEWS.values() if isinstance(view, StateView))


def test_a_view_is_blind_to_no_values_that_its_rows_read() -> None:
    state = INITIAL
    for fact in random_club(3, players=6, rounds=3).facts:
        after = evolve(state, fact)
        for view in VIEWS.values():
            if isinstance(view, StateView) and is_same_to(view, state, after):
                assert view.rows(state) == view.rows(after), view.name
        state = after


@settings(max_examples=10)
@given(steps=st.lists(st.integers(0, 10**6), max_size=40))
def test_a_view_is_blind_to_nothing_that_its_rows_read(steps: list[int]) -> None:
    plan = Marathon(players=9, tables=2, names=("Ana",), seed=len(steps))
    state, now = INITIAL, 0
    for step in steps:
        due = next_act(plan, state, now)
        assert due is not None
        now = max(now, due.at) + step
        command, _ = redact(due.name, msgspec.json.encode(due.body), RandomIds())
        for event in decide(state, command, DecisionContext(at=now, lot=step)):
            fact = Fact(version=state.version + 1, recorded_at=now, event=event)
            after = evolve(state, fact)
            for view in VIEWS.values():
                if isinstance(view, StateView) and is_same_to(view, state, after):
                    assert view.rows(state) == view.rows(after), view.name
            state = after
