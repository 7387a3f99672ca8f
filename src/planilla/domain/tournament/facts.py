"""A fact: an event with its place in the log, and how events are written and read."""

from typing import Any

import msgspec

from planilla.domain.tournament.event import Event
from planilla.domain.tournament.subjects import EVENT_TYPES
from planilla.domain.vocabulary import GameKind, GameRef

SCHEMA_VERSION = 1
"""The schema version written now; upcasters convert older ones when they are read."""


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """An event with its place in the tournament: version 1..n, and when it was recorded.

    `recorded_at` is in microseconds since 1970 (UTC) and is never used for order.
    """

    version: int
    recorded_at: int
    event: Event


def type_of(event: Event) -> str:
    """Return the name under which an event is stored."""
    return type(event).__name__


def round_of(event: Event) -> int | None:
    """Return the round of an event, or the first round to which it applies; None without one."""
    for number in (event.round, event.from_round, event.first_round):
        if number is not None:
            return number
    game = GameRef.parse(event.game or "")
    return None if game is None or game.kind is not GameKind.ROUND else game.round


def encode(event: Event) -> bytes:
    """Return the canonical JSON of an event, with its fields in class order.

    These bytes are stored and hashed.
    """
    return _ENCODER.encode(event)


def decode(name: str, data: bytes, schema_version: int = SCHEMA_VERSION) -> Event:
    """Read a stored event; unknown fields are ignored, and older schemas are converted.

    Raises:
        UnknownEvent: the type is unknown, or the schema is newer than this code.
        msgspec.DecodeError: it is not JSON, or not of this type: it was altered.
    """
    if name not in EVENT_TYPES or schema_version > SCHEMA_VERSION:
        raise UnknownEvent(f"{name} (schema {schema_version})")
    try:
        event: Event = _DECODERS[name].decode(data)
    except (UnicodeDecodeError, RecursionError) as error:
        raise msgspec.DecodeError(str(error)) from error
    return event


class UnknownEvent(Exception):
    """The log was written by a newer Planilla."""


_ENCODER = msgspec.json.Encoder()

_DECODERS: dict[str, msgspec.json.Decoder[Any]] = {
    name: msgspec.json.Decoder(kind) for name, kind in EVENT_TYPES.items()
}
