"""Envelopes: a submission, its answer, and a recorded event with its header."""

from typing import Any

import msgspec

from planilla.application.roles import Grant
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.facts import Fact, decode


class Actor(msgspec.Struct, frozen=True, kw_only=True):
    """A pseudonym, and what its secret links grant."""

    id: str
    grants: tuple[Grant, ...] = ()


class Submission(msgspec.Struct, frozen=True, kw_only=True):
    """A command to be decided: its name in `COMMANDS` and its JSON body as received.

    `expected` is the version the sender looked at (`If-Match`), or None. `dry_run` asks for the
    events and their impact without writing.
    """

    tournament: str
    name: str
    body: bytes
    command_id: str
    actor: Actor
    expected: int | None = None
    dry_run: bool = False
    correlation_id: str = ""


class Recorded(msgspec.Struct, frozen=True):
    """An event as it stands in the log, header and canonical JSON (`DESIGN` calls it the envelope).

    `position` runs over the whole log and `version` over the stream, both from 1 without holes.
    `hash` chains the stream: see `audit.seal`.
    """

    position: int
    event_id: str
    stream_id: str
    version: int
    type: str
    schema_version: int
    recorded_at: int
    effective_at: int | None
    round: int | None
    corrects: str | None
    command_id: str
    causation_id: str
    correlation_id: str
    actor_id: str
    data: bytes
    hash: bytes

    @property
    def event(self) -> Event:
        """The event itself, decoded."""
        return decode(self.type, self.data, self.schema_version)

    @property
    def fact(self) -> Fact:
        """The fact that `evolve` folds."""
        return Fact(version=self.version, recorded_at=self.recorded_at, event=self.event)


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a submission; it holds no names and is stored with the command.

    `status` is `done`, `already` (nothing to do: it was so), `refused` (`code` and `fields` say
    why), `malformed` (it could not be read) or `failed` (an internal error; nothing was written).
    `version` is the stream's head after it; `events` are the types recorded, or with a dry run
    those that would be. Malformed, failed and not permitted ones are not kept: they may be sent
    again under the same command id.
    """

    status: str
    version: int
    events: tuple[str, ...] = ()
    code: str = ""
    fields: dict[str, Any] = {}


class DryRunAnswer(Answer, frozen=True, kw_only=True):
    """The answer to a dry run: nothing was written, and `foreseen` are the events that would be.

    They have no ids, and decisions by lot use the lot 0: see `audit.impact.certain_events`.
    """

    foreseen: tuple[Recorded, ...] = ()


class Person(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Personal data of an entrant, kept apart from the log and erasable.

    `birth` is a date or a year, `sex` `m` or `w`, as tournament files have them; `arbiter` is an
    arbiter title: `IA`, `FA`, `NA`.
    """

    name: str
    birth: str = ""
    fide_id: str = ""
    club: str = ""
    contact: str = ""
    sex: str = ""
    arbiter: str = ""
