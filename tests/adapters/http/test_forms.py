"""Forms made from structs, in both directions."""

from datetime import date, datetime
from enum import StrEnum
from typing import Any

import msgspec
import pytest

from planilla.adapters.http.command_forms import (
    body_of,
    described,
    known_in,
    read,
    rows_offered,
    shown,
)
from planilla.adapters.http.forms import (
    FormField,
    FormReader,
    Hint,
    Hints,
    Input,
    WrongForm,
    amount_text,
    fields_of,
    texts_of,
)
from planilla.adapters.http.problems import Failure
from planilla.domain.instants import Instant
from planilla.domain.pairing.masnou import MasnouRules
from planilla.domain.tournament.subjects import COMMANDS
from planilla.domain.tournament.values import EvidenceFile


class Size(StrEnum):
    SMALL = "small"
    LARGE = "large"


class Row(msgspec.Struct, frozen=True, kw_only=True):
    code: str
    least: int = 0


class Place(msgspec.Struct, frozen=True, kw_only=True):
    city: str
    floor: int = 3


class Everything(msgspec.Struct, frozen=True, kw_only=True):
    """One field of each kind."""

    name: str
    number: int
    usual: int = 7
    none: int | None = None
    size: Size = Size.SMALL
    sizes: tuple[Size, ...] = ()
    numbers: tuple[int, ...] = ()
    maybe: tuple[str, ...] | None = None
    is_open: bool = False
    is_safe: bool = True
    day: date | None = None
    hours: tuple[datetime, ...] = ()
    place: Place = Place(city="Masnou")
    rows: tuple[Row, ...] = ()
    at: Instant | None = None


NONE = Hints()
FULL = Everything(
    name="Open",
    number=5,
    usual=8,
    none=9,
    size=Size.LARGE,
    sizes=(Size.SMALL, Size.LARGE),
    numbers=(3, 3, 1),
    maybe=("A b", "C"),
    is_open=True,
    is_safe=False,
    day=date(2026, 7, 4),
    hours=(datetime(2026, 7, 4, 9, 30), datetime(2026, 7, 4, 16)),  # noqa: DTZ001
    place=Place(city="Barcelona", floor=1),
    rows=(Row(code="U14", least=1), Row(code="U18")),
)


def value_of(form: dict[str, str], *, blank_is_empty: bool = False) -> dict[str, Any]:
    reader = FormReader(form, NONE, blank_is_empty=blank_is_empty)
    found = reader.struct(Everything)
    assert not reader.problems
    return found


def test_a_value_goes_into_a_form_and_comes_back() -> None:
    assert msgspec.convert(value_of(texts_of(FULL, NONE)), Everything) == FULL


def test_the_texts_are_those_that_a_person_types() -> None:
    texts = texts_of(FULL, NONE)
    assert texts["hours"] == "2026-07-04 09:30\n2026-07-04 16:00"
    assert texts["sizes"] == "small, large"
    assert (texts["is_open"], texts["is_safe"]) == ("yes", "no")
    assert (texts["rows-1.code"], texts["rows-2.code"]) == ("U14", "U18")
    assert (texts["place.city"], texts["at"]) == ("Barcelona", "")


def test_an_empty_form_leaves_out_everything_that_has_a_default() -> None:
    assert value_of({}) == {"name": "", "number": 0, "rows": []}
    blank = dict.fromkeys(texts_of(FULL, NONE), " ")
    assert value_of(blank) == {
        "name": "",
        "number": 0,
        "rows": [],
        "sizes": [],
        "numbers": [],
        "maybe": [],
        "hours": [],
    }


def test_a_blank_may_mean_nothing_instead() -> None:
    form = {"place.city": "Masnou", "size": "small"}
    found = value_of(form, blank_is_empty=True)
    assert (found["usual"], found["none"], found["maybe"]) == (0, None, None)
    assert found["place"] == {"city": "Masnou", "floor": 0}


def test_a_blank_is_no_choice() -> None:
    reader = FormReader({"size": "", "sizes": "small, tiny"}, NONE, blank_is_empty=True)
    reader.struct(Everything)
    assert [each.field for each in reader.problems if each.code == "not-a-choice"] == [
        "size",
        "sizes",
    ]


def test_a_row_that_is_left_empty_is_skipped() -> None:
    form = {"rows-1.code": "", "rows-1.least": "4", "rows-3.code": "B"}
    assert value_of(form)["rows"] == [{"code": "B"}]
    assert rows_offered(form, "rows", "code", 1) == range(1, 2)


def test_each_wrong_field_has_its_problem_in_the_order_of_the_struct() -> None:
    reader = FormReader(
        {
            "number": "x" * 50,
            "day": "May",
            "hours": "noon",
            "at": "2026-07-04T10:00",
            "zone": "Mars",
        },
        NONE,
    )
    reader.struct(Everything)
    found = [(each.field, each.code) for each in reader.problems]
    assert found == [
        ("number", "not-a-number"),
        ("day", "not-a-day"),
        ("hours", "not-a-moment"),
        ("at", "not-a-moment"),
    ]
    assert reader.problems[0].fields == {"text": "x" * 40}
    wrong = WrongForm(*reader.problems)
    assert (wrong.status, wrong.code, wrong.fields) == (422, "not-a-number", {"text": "x" * 40})


@pytest.mark.parametrize(
    ("text", "zone", "at"),
    [
        ("1970-01-01T01:00", "Europe/Madrid", 0),
        ("1970-01-02T00:00:01", "UTC", 86_401_000_000),
        ("9999-12-31T10:00", "UTC", None),
        ("1970-01-02T00:00+01:00", "UTC", None),
    ],
)
def test_a_moment_is_local_to_the_zone_of_the_form(text: str, zone: str, at: int | None) -> None:
    reader = FormReader({"at": text, "zone": zone, "name": "x", "number": "1"}, NONE)
    assert reader.struct(Everything).get("at") == at
    assert bool(reader.problems) is (at is None)


def test_a_field_is_described_by_its_type() -> None:
    found = {each.name: each for each in fields_of(Everything, NONE)}
    kinds = {name: each.kind for name, each in found.items()}
    assert kinds == {
        "name": "text",
        "number": "number",
        "usual": "number",
        "none": "number",
        "size": "choice",
        "sizes": "list",
        "numbers": "list",
        "maybe": "list",
        "is_open": "flag",
        "is_safe": "flag",
        "day": "date",
        "hours": "list",
        "place": "group",
        "place.city": "text",
        "place.floor": "number",
        "rows": "rows",
        "rows-1.code": "text",
        "rows-1.least": "number",
        "at": "moment",
    }
    assert found["size"].choices == ("small", "large")


def test_a_hint_says_what_the_type_does_not() -> None:
    hints = Hints(
        fields={
            (Everything, "name"): Hint(choices=("a", "b")),
            (Everything, "number"): Hint(
                read=lambda reader, name: -reader.number(name),
                show=lambda value, name: {name: str(-value)},
                limits=(1, 9),
                parts={"more": "text"},
            ),
        }
    )
    found = {each.name: each for each in fields_of(Everything, hints)}
    assert (found["name"].kind, found["name"].choices) == ("choice", ("a", "b"))
    assert found["number"] == FormField(name="number", kind="number", least=1, most=9)
    assert found["number.more"].kind == "text"
    assert FormReader({"number": "5"}, hints).struct(Everything)["number"] == -5
    assert texts_of(FULL, hints)["number"] == "-5"


def test_limits_come_from_the_rules_of_the_subject() -> None:
    tables = described(MasnouRules)["tables"]
    assert (tables.kind, tables.least, tables.most) == ("number", 1, 150)


def test_every_command_has_a_form() -> None:
    for name, kind in COMMANDS.items():
        assert set(described(kind)) >= set(kind.__struct_fields__), name


def test_a_form_of_no_command_has_no_body() -> None:
    with pytest.raises(Failure, match="404 no-such-command"):
        body_of("no-such-act", {})


ACTS: list[Any] = [
    ("reopen-tournament", {"next": "/t/club"}, {}),
    ("record-result", {"game": "1.1", "result": "1-0"}, {"game": "1.1", "result": "1-0"}),
    (
        "withdraw-result",
        {"game": "1.1", "white": "e1", "black": "e2"},
        {"game": "1.1", "players": ["e1", "e2"]},
    ),
    ("close-round", {"round": ""}, {"round": 0}),
    (
        "remove-entries",
        {"entrants": "e1, e2", "erases": "yes"},
        {"entrants": ["e1", "e2"], "erases": True},
    ),
    (
        "change-pairing",
        {"round": "2", "white-1": "e1", "black-1": "e2", "white-2": "", "black-2": "", "bye": "e3"},
        {"round": 2, "boards": [("e1", "e2")], "bye": "e3", "reason": ""},
    ),
    (
        "swap-results",
        {"game": "2.1", "corrects": "70", "other": "2.3@71", "effect": "later"},
        {
            "game": "2.1",
            "corrects": 70,
            "other": "2.3",
            "other_corrects": 71,
            "reason": "",
            "evidence": [],
            "effect": {"points": False, "pairing_from": None, "rating": True, "reported": "later"},
        },
    ),
    (
        "draw-lots",
        {"draw": "hand", "lot-e2": "5", "lot-e1": ""},
        {"draw": "hand", "entrants": ["e2"], "numbers": [5]},
    ),
    (
        "draw-lots",
        {"draw": "machine", "lot-e2": "5"},
        {"draw": "machine", "entrants": [], "numbers": []},
    ),
    (
        "form-appeals-committee",
        {"way": "vote", "votes-e1": "3", "without": "e4,e5"},
        {"way": "vote", "votes": [{"entrant": "e1", "votes": 3}], "without": ["e4", "e5"]},
    ),
    (
        "schedule-timer",
        {"kind": "keizer-values", "weekday": "3", "hour": "20:30", "zone": "UTC"},
        {"kind": "keizer-values", "repeats": {"weekday": 3, "minute": 1230, "time_zone": "UTC"}},
    ),
    ("assign-numbers", {"numbering": "late-entry"}, {"reason": "late-entry"}),
    (
        "correct-personal-data",
        {"entrant": "e1", "name": " Ana ", "club": ""},
        {"entrant": "e1", "person": {"name": "Ana"}},
    ),
]


@pytest.mark.parametrize(("act", "form", "body"), ACTS)
def test_a_form_is_read_by_the_struct_of_its_command(
    act: str, form: dict[str, str], body: dict[str, Any]
) -> None:
    assert body_of(act, form) == body


def test_evidence_is_carried_on_by_name() -> None:
    file = EvidenceFile(sha256="a" * 64, media_type="application/pdf", size=12)
    form = {"about": "5", "evidence": f"{'a' * 64}:application/pdf:12"}
    body = body_of("add-evidence", form)
    assert msgspec.convert(body["evidence"], tuple[EvidenceFile, ...]) == (file,)
    with pytest.raises(Failure, match="400 not-a-form"):
        body_of("add-evidence", {**form, "evidence": "../x"})


def test_a_moment_may_be_known_or_not() -> None:
    assert known_in({}) is None
    assert known_in({"known_at": "1970-01-01T00:00", "zone": "UTC"}) == 0
    with pytest.raises(WrongForm):
        known_in({"known_at": "soon", "zone": "UTC"})


@pytest.mark.parametrize(
    ("amount", "currency", "text"),
    [(0, "EUR", "0"), (3000, "EUR", "30"), (2705, "EUR", "27.05"), (-500, "JPY", "-500")],
)
def test_amounts_are_written_as_they_are_typed(amount: int, currency: str, text: str) -> None:
    assert amount_text(amount, currency) == text


def test_an_hour_is_an_hour_and_a_minute() -> None:
    form = {"kind": "keizer-values", "weekday": "3", "hour": "20", "zone": "UTC"}
    with pytest.raises(WrongForm, match="not-a-number"):
        body_of("schedule-timer", form)


def test_what_was_not_typed_is_empty() -> None:
    assert Input({"name": "x"})["other"] == ""


def test_the_rules_of_a_hall_come_back() -> None:
    rules = MasnouRules(tables=4, same_opponent=False, playoff=False, clock=5)
    assert msgspec.convert(read(MasnouRules, shown(rules)), MasnouRules) == rules
