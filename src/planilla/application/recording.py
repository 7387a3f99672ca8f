"""From decided events to stored rows: headers, the chain, and the data beside the log."""

from collections.abc import Mapping, Sequence

import msgspec

from planilla.application.envelope import Recorded, Submission
from planilla.application.ledger import ListedFacts, PersonalDataKey, PersonRow, StreamHead, TextRow
from planilla.application.redaction import Redacted
from planilla.audit.seal import event_ids_after, seal
from planilla.domain.tournament.erasure import PersonErased, TextsErased
from planilla.domain.tournament.event import Audience, Event
from planilla.domain.tournament.facts import SCHEMA_VERSION, encode, round_of, type_of
from planilla.domain.tournament.regulations import RegulationsAnnounced
from planilla.domain.tournament.setup import TournamentCreated
from planilla.domain.tournament.state import Tournament


class DamagedLog(Exception):
    """The chain of a stream is broken at a version: nothing may be appended to it."""

    def __init__(self, version: int) -> None:
        self.version = version
        super().__init__(f"version {version}")


def stream_of(tournament: str) -> str:
    """Return the name of a tournament's stream."""
    return f"tournament/{tournament}"


def record(
    event: Event, *, head: StreamHead, event_id: str, corrects: str | None, submission: Submission
) -> Recorded:
    """Return the event as it follows `head`, sealed, not yet placed in the log (position 0).

    `head.changed_at` is the time at which it is recorded.
    """
    unsealed = Recorded(
        position=0,
        event_id=event_id,
        stream_id=stream_of(submission.tournament),
        version=head.version + 1,
        type=type_of(event),
        schema_version=SCHEMA_VERSION,
        recorded_at=head.changed_at,
        effective_at=event.known_at,
        round=round_of(event),
        corrects=corrects,
        command_id=submission.command_id,
        causation_id=submission.command_id,
        correlation_id=submission.correlation_id or submission.command_id,
        actor_id=submission.actor.id,
        data=encode(event),
        hash=b"",
    )
    return msgspec.structs.replace(unsealed, hash=seal(head.hash, unsealed))


def head_after(head: StreamHead, events: Sequence[Recorded]) -> StreamHead:
    """Return the head of a stream when `events` stand after `head`."""
    if not events:
        return head
    last = events[-1]
    return StreamHead(
        version=last.version,
        hash=last.hash,
        changed_at=last.recorded_at,
        event_ids=event_ids_after(head.event_ids, (each.event_id for each in events)),
        led_from=head.led_from,
    )


def listed_of(state: Tournament) -> ListedFacts:
    """Return what the list of tournaments repeats of a state."""
    festival = state.festival
    return ListedFacts(
        hidden=state.hidden,
        festival="" if festival is None else festival.id,
        festival_words="" if festival is None else festival.words,
        is_on=state.has_begun and not state.is_over,
    )


PLACE_DIGITS = 8
"""Digits of the id of a log that stand for its place where that is not known."""


def led_from_after(state: Tournament, log_id: str, before: str) -> str:
    """Return from where a tournament is led after its last fact, as `StreamHead.led_from` has it.

    `log_id` is that of this log, `before` what counts until the lead is handed or taken over.
    """
    if not state.led_from:
        return before
    return "" if state.led_from.partition(" ")[0] == log_id else state.led_from


def place_in(led_from: str) -> str:
    """Return the place in a `led_from`, as people are shown it."""
    log_id, _, place = led_from.partition(" ")
    return place or log_id[:PLACE_DIGITS]


def name_in(event: Event) -> str | None:
    """Return the tournament's name as the list of tournaments has it, where an event says it.

    A log from elsewhere may hold a NUL in it, which PostgreSQL keeps in no text.
    """
    match event:
        case TournamentCreated():
            name = event.name
        case RegulationsAnnounced():
            name = event.regulations.name
        case _:
            return None
    return name.replace("\0", "\ufffd")


def people_in(tournament: str, event: Event, kept: Mapping[str, Redacted]) -> tuple[PersonRow, ...]:
    """Return the personal data that an event commits to."""
    found = kept.get(event.person)
    if found is None or event.entrant is None:
        return ()
    return (
        PersonRow(
            tournament=tournament,
            entrant=event.entrant,
            commitment=found.commitment,
            salt=found.salt,
            body=found.body,
        ),
    )


def texts_in(tournament: str, event: Event, kept: Mapping[str, Redacted]) -> tuple[TextRow, ...]:
    """Return the free text that an event commits to, for its readers alone."""
    public = event.reason_is_public
    return tuple(
        TextRow(
            tournament=tournament,
            commitment=found.commitment,
            salt=found.salt,
            body=found.body,
            audience=Audience.PUBLIC if public else Audience.STAFF,
        )
        for commitment in event.commitments()
        if (found := kept.get(commitment)) is not None
    )


def people_erased_by(tournament: str, event: Event) -> tuple[PersonalDataKey, ...]:
    """Return the keys of the people whose personal data an event erases."""
    if not isinstance(event, PersonErased):
        return ()
    return (PersonalDataKey(tournament=tournament, key=event.entrant),)


def texts_erased_by(tournament: str, event: Event) -> tuple[PersonalDataKey, ...]:
    """Return the texts that an event says to be forgotten."""
    if not isinstance(event, TextsErased):
        return ()
    return tuple(PersonalDataKey(tournament=tournament, key=text) for text in event.texts)
