"""What-ifs read from text, and what answers them."""

from typing import Any

import pytest

from dsl.tournaments import AFTER_2, facts
from planilla.application.malformed import Malformed
from planilla.application.redaction import NoSuchCommand
from planilla.application.whatif import (
    Asked,
    Reading,
    WantedEdit,
    edits_of,
    wanted_in,
    worked_out,
)
from planilla.audit.branch import Branch
from planilla.audit.edits import Inserted, Removed, Replaced
from planilla.audit.round_by_round import RoundByRound
from planilla.domain.tournament.corrections import CorrectResult
from planilla.domain.tournament.eligibility import WithdrawEntrant
from planilla.domain.vocabulary import EntrantId, GameId

BODY: dict[str, Any] = {"entrant": "ana"}
ASKED = Asked(facts=facts(*AFTER_2), edits=(), reading=Reading.ROUNDS)


def test_each_reading_is_worked_out_by_its_own_way() -> None:
    assert isinstance(worked_out(ASKED), RoundByRound)
    chain = Asked(facts=ASKED.facts, edits=(), reading=Reading.BRANCH)
    assert isinstance(worked_out(chain), Branch)


def test_edits_are_read_as_they_are_typed() -> None:
    assert wanted_in(["remove", "v12"]) == WantedEdit(remove=12)
    wanted = wanted_in(["insert", "v12", "withdraw-entrant", '{"entrant": "ana"}'])
    assert wanted == WantedEdit(insert=12, command="withdraw-entrant", body=BODY)
    replaced = wanted_in(["replace", "12", "withdraw-entrant", '{"entrant": "ana"}'])
    assert replaced == WantedEdit(replace=12, command="withdraw-entrant", body=BODY)
    assert wanted_in(["insert", "1", "recalculate-values"]).body == {}


def test_edits_hold_the_commands_that_they_name() -> None:
    leaving = WithdrawEntrant(entrant=EntrantId("ana"))
    wanted = (
        WantedEdit(remove=3),
        WantedEdit(insert=4, command="withdraw-entrant", body=BODY, lot=7),
        WantedEdit(replace=5, command="withdraw-entrant", body=BODY),
    )
    assert edits_of(wanted)[0] == (
        Removed(version=3),
        Inserted(after=4, command=leaving, lot=7),
        Replaced(version=5, command=leaving),
    )


def test_a_correction_needs_neither_reason_nor_version() -> None:
    body = {"game": "1.1", "result": "0-1"}
    ((edit,), _) = edits_of([WantedEdit(insert=4, command="correct-result", body=body)])
    assert isinstance(edit, Inserted)
    assert isinstance(edit.command, CorrectResult)
    assert (edit.command.game, edit.command.corrects) == (GameId("1.1"), 0)


def test_who_is_entered_is_named_beside() -> None:
    body = {"entrants": [{"id": "gil", "person": {"name": "Gil Gómez"}}]}
    _, names = edits_of([WantedEdit(insert=4, command="enter-entrants", body=body)])
    assert names == {"gil": "Gil Gómez"}


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["remove"],
        ["sing", "v3"],
        ["remove", "v"],
        ["remove", "v1234567890"],
        ["insert", "v3", "withdraw-entrant", "{"],
        ["insert", "v3", "withdraw-entrant", "[]"],
        ["insert", "v3", "withdraw-entrant", '{"entrant": "\ud800"}'],
    ],
)
def test_what_is_no_edit_is_told(words: list[str]) -> None:
    with pytest.raises(Malformed):
        wanted_in(words)


@pytest.mark.parametrize(
    ("wanted", "error"),
    [
        (WantedEdit(), Malformed),
        (WantedEdit(remove=1, replace=2), Malformed),
        (WantedEdit(insert=1, command="sing"), NoSuchCommand),
        (WantedEdit(insert=1, command="withdraw-entrant", body={"who": "ana"}), Malformed),
        (WantedEdit(insert=1, command="withdraw-entrant", body={"x": "y" * 20_001}), Malformed),
    ],
)
def test_what_cannot_be_meant_is_told(wanted: WantedEdit, error: type[Exception]) -> None:
    with pytest.raises(error):
        edits_of([wanted])
