"""Entering people, what is known of them, and whom they may not meet."""

import msgspec

from planilla.domain.instants import Instant
from planilla.domain.tournament.commands.command import Command, Sealed
from planilla.domain.tournament.events import Effect, GamesMeanwhile, NumberingReason
from planilla.domain.tournament.evidence import EvidenceFile
from planilla.domain.vocabulary import ByeKind, EntrantId


class NewEntrant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody to be entered; the id is formed by whoever enters them."""

    id: EntrantId
    person: Sealed
    rating: int = 0
    title: str = ""
    federation: str = ""
    k: int = 0
    rating_list: str = ""
    categories: tuple[str, ...] = ()


class EnterEntrants(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Enter people, also after the start; `made_at`: in a hall, then, without a connection.

    `known_at` is when a late entry was handed in; without it now.
    """

    entrants: tuple[NewEntrant, ...]
    made_at: Instant | None = None
    known_at: Instant | None = None


class RemoveEntries(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take mistaken entries back, of people who never stood in a published pairing.

    With `erases` their personal data are forgotten too.
    """

    entrants: tuple[EntrantId, ...]
    reason: Sealed = Sealed()
    erases: bool = False


class CorrectPersonalData(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Mend a name or other personal data."""

    entrant: EntrantId
    person: Sealed


class CorrectSportingData(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Mend rating, title, federation and what else is known; None: as it was.

    Another rating is from no list, unless one is named. `corrects` is the version of the event that
    said it before: with it the command is refused where somebody corrected it since.
    """

    entrant: EntrantId
    rating: int
    title: str = ""
    federation: str = ""
    k: int | None = None
    rating_list: str | None = None
    categories: tuple[str, ...] | None = None
    corrects: int | None = None
    reason: Sealed = Sealed()
    known_at: Instant | None = None
    evidence: tuple[EvidenceFile, ...] = ()


class AssignNumbers(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Number everybody; without `order`: by rating, title and alphabet (C.04.2, 2.2)."""

    order: tuple[EntrantId, ...] | None = None
    reason: NumberingReason = NumberingReason.ARBITER


class RequestBye(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask not to be paired in a round that is not yet paired."""

    entrant: EntrantId
    round: int
    kind: ByeKind = ByeKind.ZERO_POINT


class CancelBye(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Play that round after all."""

    entrant: EntrantId
    round: int


class WithdrawEntrant(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Leave the tournament: not paired any more.

    With a `from_round` that is paired already it was not recorded in time, and `games` says what
    becomes of the games since; `effect` as in `CorrectResult`, for each of them.
    """

    entrant: EntrantId
    reason: Sealed = Sealed()
    from_round: int | None = None
    games: GamesMeanwhile = GamesMeanwhile.STAND
    effect: Effect | None = None
    known_at: Instant | None = None
    evidence: tuple[EvidenceFile, ...] = ()


class ReturnEntrant(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Come back after a withdrawal."""

    entrant: EntrantId


class ExpelEntrant(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Remove somebody for good."""

    entrant: EntrantId
    reason: Sealed


class ForbidPairs(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Let none of `entrants` meet another of them, from the next round or `first_round` on."""

    entrants: tuple[EntrantId, ...]
    first_round: int | None = None
    last_round: int | None = None
    reason: Sealed = Sealed()


class AllowPairs(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Lift a prohibition; `forbidden` is the version of its event."""

    forbidden: int
    reason: Sealed = Sealed()
