"""A field that nobody reads is told with its place, however deep it is."""

from typing import Any

import pytest

from planilla.adapters.memory import CountedIds
from planilla.application.redaction import Malformed, redact, unknown_field
from planilla.domain.tournament.announcement import Regulations


@pytest.mark.parametrize(
    ("value", "path"),
    [
        ({"name": "Open"}, None),
        ({"name": "Open", "hat": "x"}, "$.hat"),
        ({"entries": {"fees": 3}}, "$.entries.fees"),
        ({"categories": [{"code": "A"}, {"code": "B", "minor": True}]}, "$.categories[1].minor"),
        ({"time_control": {"kind": "gong", "each": 3}}, "$.time_control.each"),
        (
            {"time_control": {"black": {"periods": [{"second": 1}]}}},
            "$.time_control.black.periods[0].second",
        ),
        ({"time_control": None, "prizes": None}, None),
        ({"prizes": {"groups": [{"prizes": [1], "sharng": "hort"}]}}, "$.prizes.groups[0].sharng"),
        ({"rating": {"federations": ["FIDE"]}}, None),
        ({"entries": 3}, None),
    ],
)
def test_the_first_unknown_field_is_named(value: dict[str, Any], path: str | None) -> None:
    assert unknown_field(Regulations, value, "$") == path


def test_a_command_with_an_unknown_field_deep_inside_cannot_be_read() -> None:
    body = b'{"regulations": {"name": "Open", "schedule": {"zone": "Europe/Madrid"}}}'
    with pytest.raises(Malformed) as raised:
        redact("announce-regulations", body, CountedIds())
    assert raised.value.path == "$.regulations.schedule.zone"
