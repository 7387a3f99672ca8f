"""Conversion between values and rows of events, stream heads and answers."""

from collections.abc import Iterable
from itertools import starmap
from typing import Any

import msgspec

from planilla.adapters.store import schema
from planilla.adapters.store.inserting import BEHIND_COLUMN
from planilla.application.envelope import Answer, Person, Recorded
from planilla.application.ledger import Advance, FirstAnswer, ListedFacts, StreamHead
from planilla.application.redaction import IDENTIFIER
from planilla.audit.seal import answer_seal

EVENT_COLUMNS = tuple(schema.event.c[name] for name in Recorded.__struct_fields__)
"""Columns of an event in the order of the fields of `Recorded`."""
ANSWER_COLUMNS = tuple(schema.command.c[name] for name in FirstAnswer.__struct_fields__)
HEAD_FIELDS = StreamHead.__struct_fields__
HEAD_COLUMNS = tuple(schema.stream.c[name] for name in ("tournament", *HEAD_FIELDS))

_ANSWERS = msgspec.json.Decoder(Answer)
_PEOPLE = msgspec.json.Decoder(Person)
_TEXTS = msgspec.json.Decoder(str)


def called(tournament: str) -> str:
    """Return a tournament id that a database accepts; "", which no tournament has, for other texts.

    PostgreSQL accepts no NUL, and no driver a lone surrogate.
    """
    return tournament if IDENTIFIER.fullmatch(tournament) else ""


def events_of(rows: Iterable[Iterable[Any]]) -> tuple[Recorded, ...]:
    """Return the events in rows of `EVENT_COLUMNS`."""
    return tuple(starmap(Recorded, rows))


def event_row(recorded: Recorded, behind: int) -> dict[str, Any]:
    """Return the row of an event with `behind` later events in the same append."""
    row = msgspec.structs.asdict(recorded)
    del row["position"]
    row[BEHIND_COLUMN] = behind
    return row


def answer_row(first: FirstAnswer, secret: bytes) -> dict[str, Any]:
    """Return the sealed row of a first answer."""
    answer = msgspec.json.encode(first.answer)
    seal = answer_seal(secret, first.key, first.fingerprint, first.answered_at, answer)
    return {**msgspec.structs.asdict(first), "answer": answer, "seal": seal}


def first_answer_of(row: Iterable[Any]) -> FirstAnswer:
    """Return the first answer of a row of `ANSWER_COLUMNS`."""
    fields = dict(zip(FirstAnswer.__struct_fields__, row, strict=True))
    return FirstAnswer(**{**fields, "answer": _ANSWERS.decode(fields["answer"])})


def new_stream_row(advance: Advance) -> dict[str, Any]:
    """Return the row of a new stream."""
    head, created_at = advance.head, advance.created_at
    return {
        "tournament": advance.tournament,
        "name": advance.name,
        "version": head.version,
        "hash": head.hash,
        "created_at": head.changed_at if created_at is None else created_at,
        "changed_at": head.changed_at,
        "event_ids": head.event_ids,
        "led_from": head.led_from,
        **listed_columns(advance.listed),
    }


def listed_columns(listed: ListedFacts) -> dict[str, int | str]:
    """Return what the list of tournaments repeats of a state by the names of its columns."""
    return {
        "hidden": int(listed.hidden),
        "festival": listed.festival,
        "festival_words": listed.festival_words,
        "is_on": int(listed.is_on),
    }


def listed_in(row: Any) -> ListedFacts:
    """Return what the row of a stream repeats of its state."""
    return ListedFacts(
        hidden=bool(row.hidden),
        festival=row.festival,
        festival_words=row.festival_words,
        is_on=bool(row.is_on),
    )


def person_of(body: bytes) -> Person:
    """Return the personal data of a row."""
    return _PEOPLE.decode(body)


def text_of(body: bytes) -> str:
    """Return the free text of a row."""
    return _TEXTS.decode(body)
