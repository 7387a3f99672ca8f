"""The ports of the application. Adapters implement them; tests use those in memory."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Protocol, TypeVar

import msgspec

from planilla.application.due import Due
from planilla.application.envelope import Actor, Answer, Person, Recorded, Submission
from planilla.application.ledger import PersonalData
from planilla.application.roles import Grant, WallProgramme
from planilla.audit.proofs import Endorsement
from planilla.domain.tournament.values import EvidenceFile

Asked = TypeVar("Asked")
Found = TypeVar("Found")


class VersionConflict(Exception):
    """The stream does not hold exactly the expected number of events: another node was faster."""


class StoreUnavailable(Exception):
    """The database cannot be reached, or did not answer in time. Nothing was written by halves."""


class DatabaseNewer(Exception):
    """The database was migrated by a newer Planilla than this one."""


class Clock(Protocol):
    """The time."""

    def now(self) -> int:
        """Microseconds since 1970 (UTC)."""


class Ids(Protocol):
    """Chance, drawn at the edge and recorded."""

    def event_id(self) -> str:
        """Return a new UUIDv7."""

    def salt(self) -> bytes:
        """Sixteen random bytes for a commitment."""

    def lot(self) -> int:
        """Return a number drawn by lot, 0 ≤ n < 2**63."""

    def token(self) -> str:
        """Return a secret for a link, URL-safe."""


class TournamentSummary(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the list of tournaments: id, name, head version and time of the last event.

    `festival`, `festival_words` and `is_on` are as in `ListedFacts`, `led_from` as in `StreamHead`.
    """

    id: str
    name: str
    version: int
    created_at: int
    changed_at: int
    hidden: bool = False
    festival: str = ""
    festival_words: str = ""
    is_on: bool = False
    led_from: str = ""


class CommandBus(Protocol):
    """The one entry for commands."""

    async def submit(self, submission: Submission) -> Answer:
        """Decide and, unless it is a dry run, record; the answer is durable when it arrives.

        Raises:
            StoreUnavailable: nothing was recorded, or it is unknown whether it was; the same
                command id may be sent again safely.
        """


class Log(Protocol):
    """Reading the log and the data beside it. Every read is of committed rows only."""

    async def epoch(self) -> str:
        """Return the epoch of the log: a restore from backup draws a new one."""

    async def log_id(self) -> str:
        """Return the name of this log in signed heads, 32 hex digits; a restore keeps it."""

    async def position(self) -> int:
        """Return the last position of the log; 0 when it is empty."""

    async def entries(self, after: int, upto: int) -> tuple[bytes, ...]:
        """The entries (`seal.entry`) of the events with after < position ≤ upto, in order."""

    async def last_before(self, tournament: str, position: int) -> Recorded | None:
        """Return the last event of a tournament up to a position of the log, if there is one."""

    async def head(self, tournament: str) -> int:
        """Return the stream's last version; 0 when there is no such tournament."""

    async def hidden(self, tournament: str) -> bool:
        """Return whether the tournament is visible only to holders of a link to it."""

    async def led_from(self, tournament: str) -> str:
        """Return the log that leads the tournament, as in `StreamHead`; "" for this one."""

    async def mark(self, tournament: str) -> str:
        """Return a mark that changes with the content of a tournament, or of the list of all.

        Something was recorded or erased, or the log was restored.
        """

    async def events(
        self, tournament: str, after: int = 0, upto: int | None = None
    ) -> tuple[Recorded, ...]:
        """Return the events of a tournament with after < version ≤ upto, in order of version."""

    async def since(self, position: int, limit: int = 1000) -> tuple[Recorded, ...]:
        """Return the events of all tournaments after a position of the log, in order."""

    async def tournaments(self) -> tuple[TournamentSummary, ...]:
        """Return all tournaments, the last changed first."""

    async def people(self, tournament: str) -> Mapping[str, Person]:
        """Personal data by entrant id; erased ones are absent."""

    async def entered(self, fide_id: str) -> Mapping[str, tuple[str, ...]]:
        """Return the entrants of each tournament whose personal data have this FIDE id."""

    async def erased(self, tournament: str) -> int:
        """Return the number of erased entrants: when it changes, names are to be fetched again."""

    async def texts(self, tournament: str, audience: str) -> Mapping[str, str]:
        """Texts kept apart, by commitment; `audience` is `public` or `staff` (which sees both)."""

    async def apart(self, tournament: str) -> PersonalData:
        """Return the people and texts with their salts, as they go beside an archive."""

    def wakes(self) -> AsyncIterator[int]:
        """Return the head position of the log after each change, coalesced; the first at once."""


class SecretLink(msgspec.Struct, frozen=True, kw_only=True):
    """A secret link as it can be listed: `id` is the beginning of the hash of its token, in hex.

    Times are microseconds since 1970 (UTC); `revoked_at` is None until it is revoked, `seen_at`
    until it is used; it is noted at intervals, and not for the grants of accounts, whose sessions
    have their own. `given_by` and `revoked_by` are pseudonyms, "" where it was not noted.
    """

    id: str
    actor_id: str
    grant: Grant
    created_at: int
    revoked_at: int | None
    seen_at: int | None = None
    given_by: str = ""
    revoked_by: str = ""

    def is_open(self, now: int) -> bool:
        """Return whether it was not revoked and has not expired."""
        return self.revoked_at is None and self.grant.is_open(now)


class Grants(Protocol):
    """Secret links: a token stands for an actor and a grant; only its hash is kept."""

    async def give(self, token: str, actor_id: str, grant: Grant, *, by: str = "") -> None:
        """Make `token` stand for a grant, given `by` somebody.

        Nothing changes for a token that is known: one that was revoked stays so.
        """

    async def revoke(self, link: str, tournament: str | None = None, *, by: str = "") -> bool:
        """Close the link with this id, where it opens `tournament` (None: any), `by` somebody.

        Return whether it was open until now.
        """

    async def show(self, link: str, tournament: str, programme: WallProgramme) -> bool:
        """Change what the screen with this link shows.

        Return whether it is an open link of a screen of the tournament.
        """

    async def accept(self) -> int:
        """Sign the links that the key of this log has not signed, and return how many.

        From then on an inspection takes them for links that this Planilla made.
        """

    async def links(self, tournament: str | None = None) -> tuple[SecretLink, ...]:
        """Return the links of a tournament, or all: the oldest first, revoked ones too."""

    async def link(self, token: str) -> SecretLink | None:
        """Return the link of a token, also one that was revoked or has expired."""

    async def holder(self, token: str) -> Actor | None:
        """Return whoever acts with a token; None if it opens nothing, or nothing any more.

        The link is noted as seen, once in `SEEN_INTERVAL_US`.
        """

    async def session_holder(self, session: str) -> Actor | None:
        """Return the account that is signed in with a token of a session, with all its grants.

        None if the session has ended, or where the server has no accounts.
        """


ReportProgress = Callable[[int, int], None]
"""Called with how much is done, and how much there is in all."""


class Compacted(msgspec.Struct, frozen=True, kw_only=True):
    """The state of the storage of emptied rows in a `database`: `sqlite`, `postgresql`.

    `rewritten`: the tables hold nothing of them any more, nor their indexes and statistics; where
    not, `why` is `busy`, `large` or `not-owner`. `wal_emptied`: nor does the journal of SQLite
    (`-wal`). `wal_upto` is the segment of PostgreSQL's journal that is written now; it and earlier
    ones may hold what was erased until they are written over, or for good where `archived`.
    """

    database: str
    rewritten: bool = False
    why: str = ""
    wal_emptied: bool = False
    wal_upto: str = ""
    archived: bool = False


class People(Protocol):
    """Erasing what is kept apart; the commitments in the log stay."""

    async def erase_person(self, tournament: str, entrant: str) -> bool:
        """Empty the personal data of an entrant, salt included; False when there were none."""

    async def erase_text(self, tournament: str, commitment: str) -> bool:
        """Empty a free text, salt included; False when there was none."""

    async def compact(
        self, report_progress: ReportProgress, *, most: int | None = None
    ) -> Compacted:
        """Overwrite the space of emptied rows, in tables, indexes and journal.

        It may be called while servers run; who writes waits meanwhile. With `most`, what is larger
        (in bytes) is left for later.
        """


class Erasure(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the list of what was erased; it names nobody.

    `entrant` is empty where texts or files alone were erased; `texts` are commitments, `files`
    SHA-256; `at` is in microseconds since 1970 (UTC).
    """

    tournament: str
    at: int
    entrant: str = ""
    texts: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


class Erasures(Protocol):
    """The list of erasures, kept outside the database: a restored backup lacks them."""

    def add(self, erasure: Erasure) -> None:
        """Add a line, durably."""

    def all(self) -> tuple[Erasure, ...]:
        """Return all lines, oldest first."""


class KeptEvidence(msgspec.Struct, frozen=True, kw_only=True):
    """A file of evidence as it is kept: since when, and whether its bytes were erased."""

    file: EvidenceFile
    kept_at: int
    is_erased: bool = False


class Evidence(Protocol):
    """Files kept beside the log by their hash; for the staff alone."""

    async def keep(self, tournament: str, file: EvidenceFile, body: bytes) -> None:
        """Keep a file whose hash, type and size are those of `file`; again changes nothing."""

    async def kept(self, tournament: str) -> tuple[KeptEvidence, ...]:
        """Return the files of a tournament, oldest first, with the erased ones."""

    async def body(self, tournament: str, sha256: str) -> bytes | None:
        """Return the bytes of a file; None when it was erased, or never kept."""

    async def erase(self, tournament: str, sha256: str) -> bool:
        """Erase the bytes of a file; False if there were none. Its hash stays in the log."""


class Timers(Protocol):
    """The pending timers of all tournaments, kept beside the log and made from it."""

    async def pending(self) -> tuple[int, tuple[Due, ...]]:
        """Return the position of the log and the timers pending there.

        What is kept is mended first where it does not say what the log says.
        """

    async def changes(self, after: int, upto: int) -> tuple[Recorded, ...]:
        """Return the events of timers with after < position ≤ upto, in order."""


class Election(Protocol):
    """One process among all that share a store does what only one should do."""

    async def while_elected(self, work: Callable[[], Awaitable[None]]) -> None:
        """Wait to be elected, then run `work`; when the seat is lost, cancel it and wait again.

        For a moment two may believe that they are elected: `work` must bear it.
        """


class Signer(Protocol):
    """One Ed25519 key (RFC 8032) that signs for a log; only the public half ever leaves it."""

    @property
    def public_key(self) -> bytes:
        """The public key, 32 bytes."""

    def sign(self, message: bytes) -> bytes:
        """Return the signature of a message, 64 bytes."""


class KeyUnusable(Exception):
    """The key cannot be used; `why` names the reason.

    `open`: others may read its file. `unreadable`: the file cannot be read or written. `malformed`:
    no key stands there. `set`: a key was to be replaced that stands in a setting.
    """

    def __init__(self, why: str, *, where: str) -> None:
        self.why = why
        self.where = where
        super().__init__(f"{where}: {why}")


class Keys(Protocol):
    """The key of a log, kept outside its database, and how earlier ones endorsed it."""

    def current(self) -> Signer:
        """Whoever signs now; a key is drawn where there is none.

        Raises:
            KeyUnusable: it cannot be read or made, or others may read it.
        """

    def endorsements(self) -> tuple[Endorsement, ...]:
        """Return the endorsement of each key by the one before, in order."""
