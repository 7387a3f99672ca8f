"""The port of the write path to a store: reads of recorded data, and an atomic append."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

import msgspec

from planilla.application.envelope import Answer, Person, Recorded
from planilla.audit.seal import GENESIS


class StreamHead(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a stream: last version, its hash, and when it was recorded.

    `event_ids` is the digest of the ids of all its events: `seal.event_ids_after`. `led_from` is
    the log that leads the tournament, by its id and its place; "" where that is this log.
    """

    version: int
    hash: bytes
    changed_at: int
    event_ids: bytes = GENESIS
    led_from: str = ""

    @property
    def led_by(self) -> str:
        """The id of the log that leads the tournament; "" where that is this one."""
        return self.led_from.partition(" ")[0]


CommandKey = tuple[str, str]
"""A tournament and the id of a command in it: the same id in another tournament is another one."""


class FirstAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The first answer to a command, and the keyed hash of its body."""

    command_id: str
    tournament: str
    fingerprint: bytes
    answered_at: int
    answer: Answer

    @property
    def key(self) -> CommandKey:
        """The key of the command."""
        return self.tournament, self.command_id


class PersonRow(msgspec.Struct, frozen=True, kw_only=True):
    """Personal data of an entrant, as canonical JSON; the commitment is in an event."""

    tournament: str
    entrant: str
    commitment: str
    salt: bytes
    body: bytes


class TextRow(msgspec.Struct, frozen=True, kw_only=True):
    """A free text, as canonical JSON; the commitment is in an event."""

    tournament: str
    commitment: str
    salt: bytes
    body: bytes
    audience: str


class PersonalData(msgspec.Struct, frozen=True, kw_only=True):
    """The people and texts of a tournament, with their salts; erased ones are absent."""

    people: tuple[PersonRow, ...]
    texts: tuple[TextRow, ...]


class PersonalDataKey(msgspec.Struct, frozen=True, kw_only=True):
    """The key of a row of personal data: an entrant, or a text by its commitment."""

    tournament: str
    key: str


EMPTY_HEAD = StreamHead(version=0, hash=GENESIS, changed_at=0)
"""The head of a stream that does not exist yet."""


class ListedFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a state that the list of tournaments repeats, so that it is read without folding.

    With `hidden` only who holds a link sees the tournament. `festival` is the id of its festival,
    "" for none, and `festival_words` are the words by which it is searched. `is_on`: it has begun
    and is not over, drafts and delayed rounds included.
    """

    hidden: bool = False
    festival: str = ""
    festival_words: str = ""
    is_on: bool = False


class Advance(msgspec.Struct, frozen=True, kw_only=True):
    """A new end of a stream: `before` is the one that it must have, `EMPTY_HEAD` of a new stream.

    `created_at` is the time of the first event of a new stream, where later ones come with it.
    """

    tournament: str
    name: str
    before: StreamHead
    head: StreamHead
    listed: ListedFacts = ListedFacts()
    created_at: int | None = None


class Appending(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that one transaction writes. The events have position 0 until they are placed.

    The rows of `people_erased` and `texts_erased` are emptied, salts included; the others of
    `people` and `texts` are written. The streams in `unmoved` must still end there.
    """

    events: tuple[Recorded, ...]
    streams: tuple[Advance, ...]
    answers: tuple[FirstAnswer, ...]
    people: tuple[PersonRow, ...]
    texts: tuple[TextRow, ...]
    people_erased: tuple[PersonalDataKey, ...] = ()
    texts_erased: tuple[PersonalDataKey, ...] = ()
    unmoved: Mapping[str, StreamHead] = {}


class Ledger(Protocol):
    """The log as its writer sees it. Reads see committed rows only and hold no lock."""

    def secret(self) -> bytes:
        """Return the key of this database's command fingerprints."""

    def log_id(self) -> str:
        """Return the id of this log, 32 hex digits."""

    def answers(self, commands: Iterable[CommandKey]) -> Mapping[CommandKey, FirstAnswer]:
        """Return the first answers that were given to these commands, where there are any."""

    def heads(self, tournaments: Iterable[str]) -> Mapping[str, StreamHead]:
        """Return the ends of these streams; those that do not exist are absent."""

    def in_festival(self, festival: str) -> tuple[str, ...]:
        """Return the tournaments that are parts of a festival."""

    def events(self, tournament: str, after: int) -> tuple[Recorded, ...]:
        """Return the events of a tournament after a version, in order."""

    def event_id(self, tournament: str, version: int) -> str | None:
        """Return the id of one event."""

    def persons(self, tournament: str) -> Mapping[str, Person]:
        """Personal data by entrant id; erased ones are absent."""

    def personal_data_known(self, tournament: str) -> frozenset[str]:
        """The entrants and the commitments of texts that have a row here, also an erased one."""

    def holding(self, tournaments: Sequence[str]) -> AbstractContextManager[None]:
        """Let no other node append to these streams until the block ends; then `append` is durable.

        For a batch that lost a race: it is decided again on heads that cannot move.

        Raises:
            VersionConflict, StoreUnavailable: as `append`, also at the end of the block.
        """

    def append(self, appending: Appending) -> int:
        """Write everything or nothing, durably; answers with the new position of the log.

        Raises:
            VersionConflict: a stream ends elsewhere, or a command was answered already.
            StoreUnavailable: the store did not answer; whether it wrote is unknown.
        """
