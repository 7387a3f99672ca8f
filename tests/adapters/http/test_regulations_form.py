"""What was typed into the form of the regulations, and what of it cannot be meant."""

from typing import Any

import pytest

from planilla.adapters.http.command_forms import rows_offered
from planilla.adapters.http.forms import WrongForm
from planilla.adapters.http.pages.regulations import (
    NEW_REGULATIONS,
    body_of,
    changed_texts,
    regulations_texts,
)
from planilla.presentation.catalogue import sentence

SENT: dict[str, str] = {
    **regulations_texts(NEW_REGULATIONS),
    "name": "Open",
    "prizes.taking": "highest",
    "prizes.groups-1.sharing": "hort",
}
"""What a browser sends of the form as it comes, with a name."""


def told(typed: dict[str, str]) -> list[tuple[str, str]]:
    """The problems of a form as (field, sentence)."""
    try:
        body_of({**SENT, **typed}, {})
    except WrongForm as wrong:
        return [
            (each.field, sentence("en", each.code, dict(each.fields))) for each in wrong.problems
        ]
    return []


def read(**typed: str) -> dict[str, Any]:
    """The regulations that a form says."""
    found: dict[str, Any] = body_of({**SENT, **typed}, {})["regulations"]
    return found


def test_the_form_as_it_comes_is_sound() -> None:
    assert told({}) == []


WRONG: list[Any] = [
    ({"name": " "}, "needs a name"),
    ({"conduct.laws": ""}, "Choose one of the options."),
    ({"prizes.taking": "some"}, "Choose one of the options."),
    ({"privacy.published": "shoe size"}, "Choose one of the options."),
    ({"entries.opens": "May"}, "“May” is not a date."),
    ({"entries.closes": "tomorrow"}, "“tomorrow” is not a date and time."),
    ({"entries.closes": "2026-02-30 20:00"}, "“2026-02-30 20:00” is not a date and time."),
    ({"schedule.starts": "2026-07-04 10:00\nlater"}, "“later” is not a date and time."),
    ({"entries.fee": "free"}, "“free” is not an amount"),
    ({"entries.fee": "1.005"}, "“1.005” is not an amount"),
    ({"entries.players_max": "many"}, "many"),
    ({"time_control.periods": "40 in 90"}, "“40 in 90” is not a list of periods."),
    ({"categories-1.code": "U14", "categories-1.born_from": "young"}, "young"),
    ({"prizes.fund": "100", "prizes.groups-1.prizes": "100 lots"}, "“lots” is not an amount"),
    ({"prizes.groups-1.prizes": "100 50", "prizes.fund": "100"}, "100"),
    ({"play.tiebreaks": "ELO"}, "ELO"),
    ({"play.system": "round-robin", "play.tiebreaks": "BH"}, "BH"),
    ({"play.rounds": "31"}, "rounds, not 31"),
    ({"schedule.time_zone": "Europe/Atlantis"}, "“Europe/Atlantis” is not a code."),
    ({"rating.rules": "glicko"}, "There are no rating rules “glicko”."),
    ({"time_control.each_s": "0"}, "it needs a time for each move"),
]


@pytest.mark.parametrize(("typed", "said"), WRONG)
def test_what_is_wrong_is_told_with_its_field(typed: dict[str, str], said: str) -> None:
    ((field, sentence_said),) = told(typed)
    assert said in sentence_said
    *_, last = typed
    places = {"prizes.fund": "prizes", "time_control.each_s": "time_control"}
    assert field == places.get(last, last)


def test_each_line_that_cannot_be_read_is_told() -> None:
    lines = told({"schedule.starts": "2026-07-04 9:30\n\nlater\nnever"})
    assert [field for field, _ in lines] == ["schedule.starts"] * 2


def test_times_are_read_with_and_without_a_nought() -> None:
    starts = "2026-07-04 9:30\r\n2026-07-04T16:30"
    regulations = read(**{"schedule.starts": starts, "play.rounds": "2"})
    assert regulations["schedule"]["starts"] == ["2026-07-04T09:30:00", "2026-07-04T16:30:00"]


@pytest.mark.parametrize(
    ("text", "currency", "amount"),
    [("30", "EUR", 3000), ("27,5", "EUR", 2750), ("27.50", "EUR", 2750), ("500", "JPY", 500)],
)
def test_amounts_are_read_in_the_smallest_unit(text: str, currency: str, amount: int) -> None:
    typed = {"entries.fee": text, "entries.currency": currency}
    assert read(**typed)["entries"]["fee"] == amount


def test_periods_may_be_seconds() -> None:
    control = read(**{"time_control": "gong", "time_control.periods": "10s"})["time_control"]
    assert control["periods"] == [{"moves": 0, "seconds": 10}]


def test_texts_are_sent_only_where_they_change() -> None:
    form = {"prose.venue": " Ateneo\r\nsala 2 ", "prose.data": ""}
    before = {"venue": "Ateneo\nsala 2", "data": "x@example.org", "contact": ""}
    assert changed_texts(form, before) == {"data": ""}
    assert changed_texts(form, {}) == {"venue": "Ateneo\nsala 2"}


def test_there_is_always_an_empty_row() -> None:
    form = {f"categories-{number}.code": f"C{number}" for number in (1, 2, 3, 4)}
    assert rows_offered(form, "categories", "code", 3) == range(1, 6)
    assert rows_offered({}, "categories", "code", 3) == range(1, 4)
