"""What cannot be read is told with its place, however deep it is, and with what would be right."""

import enum
from typing import Any, Literal

import msgspec
import pytest

from planilla.adapters.memory import CountedIds
from planilla.application.malformed import WORDS_MAX, Malformed, malformed, unknown_field
from planilla.application.redaction import redact
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
    found = unknown_field(Regulations, value, "$")
    assert (found and found.path) == path


def test_a_command_with_an_unknown_field_deep_inside_cannot_be_read() -> None:
    body = b'{"regulations": {"name": "Open", "schedule": {"zone": "Europe/Madrid"}}}'
    with pytest.raises(Malformed) as raised:
        redact("announce-regulations", body, CountedIds())
    assert raised.value.path == "$.regulations.schedule.zone"


class Colour(enum.StrEnum):
    WHITE = "white"
    BLACK = "black"


class Part(msgspec.Struct, forbid_unknown_fields=True):
    """One field of each shape that leads to a list of words."""

    colour: Colour | None = None
    colours: tuple[Colour, ...] = ()
    pair: tuple[int, Colour] | None = None
    by_name: dict[str, Colour] = {}
    letter: Literal["a", "b"] = "a"
    parts: list["Part"] = []
    number: int = 0


@pytest.mark.parametrize(
    ("body", "path", "message"),
    [
        (b'{"colour": "red"}', "$.colour", "value 'red'; expected one of `white`, `black`"),
        (
            b'{"colours": ["white", "red"]}',
            "$.colours[1]",
            "'red'; expected one of `white`, `black`",
        ),
        (b'{"pair": [1, "red"]}', "$.pair[1]", "'red'; expected one of `white`, `black`"),
        (b'{"by_name": {"x": "red"}}', "$.by_name[...]", "'red'; expected one of `white`, `black`"),
        (b'{"letter": "c"}', "$.letter", "'c'; expected one of `a`, `b`"),
        (b'{"parts": [{"colour": "red"}]}', "$.parts[0].colour", "one of `white`, `black`"),
        (
            b'{"parts": [{"color": 1}]}',
            "$.parts[0]",
            "`color`; expected one of `colour`, ",
        ),
        (b'{"number": "1"}', "$.number", "Expected `int`, got `str`"),
    ],
)
def test_the_words_that_would_be_right_are_named(body: bytes, path: str, message: str) -> None:
    with pytest.raises(msgspec.DecodeError) as raised:
        msgspec.json.decode(body, type=Part)
    found = malformed(raised.value, Part)
    assert found.path == path
    assert message in found.message


def test_a_long_list_of_words_is_cut_and_so_is_what_was_sent() -> None:
    words = {f"w{place}": f"w{place}" for place in range(WORDS_MAX + 1)}
    kind = enum.Enum("Many", words)  # type: ignore[misc]
    with pytest.raises(msgspec.DecodeError) as raised:
        msgspec.json.decode(msgspec.json.encode("x" * 5000), type=kind)
    message = malformed(raised.value, kind).message
    assert f"`w{WORDS_MAX - 1}`, …" in message
    assert len(message) < 1000


def test_a_level_of_publication_that_nobody_knows_is_told_with_those_that_exist() -> None:
    with pytest.raises(Malformed) as raised:
        redact("set-publication", b'{"level": "all"}', CountedIds())
    assert raised.value.path == "$.level"
    assert raised.value.message == (
        "Invalid enum value 'all'; expected one of `nothing`, `pairings`, `results`, `standings`"
    )
