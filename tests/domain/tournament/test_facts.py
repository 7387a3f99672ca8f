"""Every event ever released decodes for ever: `tests/golden/events/<type>.json`."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from planilla.domain.tournament.byes import ByeCorrected
from planilla.domain.tournament.closing import RoundClosed, TournamentFinished
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.eligibility import EntrantWithdrawn
from planilla.domain.tournament.entrants import EntrantEntered
from planilla.domain.tournament.event import Audience, Event, Topic
from planilla.domain.tournament.facts import (
    SCHEMA_VERSION,
    UnknownEvent,
    decode,
    encode,
    round_of,
    type_of,
)
from planilla.domain.tournament.results import ResultRecorded
from planilla.domain.tournament.subjects import EVENT_TYPES, RULES
from planilla.domain.vocabulary import ByeKind, EntrantId, GameId

GOLDEN = Path(__file__).parents[2] / "golden" / "events"


@pytest.mark.parametrize("name", EVENT_TYPES)
def test_a_released_event_decodes_and_is_written_as_it_was(name: str) -> None:
    data = (GOLDEN / f"{name}.json").read_bytes().strip()
    event = decode(name, data)
    assert type_of(event) == name
    assert encode(event) == data


@pytest.mark.parametrize("path", sorted((GOLDEN / "earlier").iterdir()), ids=lambda path: path.stem)
def test_an_event_from_before_a_field_was_added_says_what_it_said(path: Path) -> None:
    event = decode(path.stem.partition("-")[0], path.read_bytes())
    written = json.loads(path.read_bytes())
    assert _named_in(written, json.loads(encode(event))) == written


def _named_in(written: Any, now: Any) -> Any:
    """The present form without the fields that were added, at the top and in the fields' own."""
    if isinstance(written, dict) and isinstance(now, dict):
        return {name: _named_in(value, now[name]) for name, value in written.items()}
    return now


@pytest.mark.parametrize("kind", EVENT_TYPES.values())
def test_every_event_declares_who_may_see_it_and_its_topic(kind: type[Event]) -> None:
    assert isinstance(kind.audience, Audience)
    assert isinstance(kind.topic, Topic)


READ_OF_ANY_EVENT = [name for name, value in vars(Event).items() if isinstance(value, property)]


@pytest.mark.parametrize("name", EVENT_TYPES)
def test_what_is_read_of_any_event_is_its_field_or_the_default_of_the_base(name: str) -> None:
    event = decode(name, (GOLDEN / f"{name}.json").read_bytes())
    for field in READ_OF_ANY_EVENT:
        declared = getattr(type(event), field)
        if field in event.__struct_fields__:
            assert not isinstance(declared, property), "a base class before its struct hides it"
        elif declared is vars(Event)[field] and field not in {"text", "stage_number"}:
            assert not getattr(event, field)


@pytest.mark.parametrize("name", EVENT_TYPES)
def test_the_command_that_decides_an_event_again_says_what_the_event_says(name: str) -> None:
    event = decode(name, (GOLDEN / f"{name}.json").read_bytes())
    command = event.as_command()
    if command is None:
        return
    assert type(command) in RULES
    for field in msgspec.structs.fields(command):
        said = getattr(command, field.name)
        is_left_out = not field.required and said == field.default
        said = said.commitment if isinstance(said, Sealed) else said
        assert is_left_out or said == getattr(event, field.name)


def test_a_corrected_bye_is_ruled_by_the_articles_on_absences_and_on_corrections() -> None:
    bye = ByeCorrected(entrant=EntrantId("a"), round=1, kind=ByeKind.ZERO_POINT)
    assert [each.name for each in bye.articles()] == ["C.04.2-3.2", "C.04.2-4.3"]


def test_fields_of_a_later_edition_are_ignored() -> None:
    later = json.dumps({"type": "RoundClosed", "round": 3, "mood": "good"}).encode()
    assert encode(decode("RoundClosed", later)) == b'{"type":"RoundClosed","round":3}'


@pytest.mark.parametrize(("name", "schema"), [("GamePostponed", 1), ("RoundClosed", 2)])
def test_a_newer_log_is_not_understood(name: str, schema: int) -> None:
    assert schema in (SCHEMA_VERSION, SCHEMA_VERSION + 1)
    with pytest.raises(UnknownEvent):
        decode(name, b"{}", schema)


def test_a_fact_of_the_wrong_shape_is_a_fault_of_the_log() -> None:
    with pytest.raises(msgspec.ValidationError):
        decode("RoundClosed", b'{"type":"RoundClosed","round":"three"}')


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b'{"type":"RoundClosed","round":"\xff"}', id="not UTF-8"),
        pytest.param(b'{"type":"RoundClosed","x":' + b"[" * 100_000, id="nested without end"),
    ],
)
def test_what_is_no_json_is_a_fault_of_the_log(data: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode("RoundClosed", data)


@pytest.mark.parametrize(
    ("event", "number"),
    [
        (RoundClosed(round=3), 3),
        (ResultRecorded(game=GameId("2.5"), result="1-0"), 2),
        (EntrantWithdrawn(entrant=EntrantId("a"), from_round=4), 4),
        (EntrantEntered(entrant=EntrantId("a"), person=""), 1),
        (TournamentFinished(), None),
        (ResultRecorded(game=GameId("T3.2"), result="1-0"), None),
    ],
)
def test_an_event_is_about_its_round(event: Event, number: int | None) -> None:
    assert round_of(event) == number
