"""What every event is, and the values that several of them hold."""

from collections.abc import Iterable
from enum import StrEnum
from typing import ClassVar

import msgspec

from planilla.domain.vocabulary import ByeKind, EntrantId, GameId


class NumberingReason(StrEnum):
    """Why pairing numbers were assigned (C.04.2, 2.3 to 2.5)."""

    INITIAL_ORDER = "initial-order"
    LATE_ENTRY = "late-entry"
    RATING_CORRECTED = "rating-corrected"
    ARBITER = "arbiter"
    IMPORTED = "imported"


class GamesMeanwhile(StrEnum):
    """What becomes of the games of somebody who should not have been paired.

    They stand, or are lost by forfeit, or were played by neither of the two.
    """

    STAND = "stand"
    FORFEIT = "forfeit"
    NOT_PLAYED = "not-played"


class SameOrigin(StrEnum):
    """Whether entrants of one federation may meet (seed 000, 2.9 B3 bis)."""

    MEET = "meet"
    AVOID = "avoid"
    FORBID = "forbid"


class Audience(StrEnum):
    """Who may see a fact."""

    PUBLIC = "public"
    STAFF = "staff"


class Topic(StrEnum):
    """The kind of a fact: the shape of its tick and sign, and a filter of the timeline."""

    SETUP = "setup"
    ENTRANT = "entrant"
    ROUND = "round"
    RESULT = "result"
    CORRECTION = "correction"


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """A fact of one tournament; its type is its class name.

    Each type declares its `audience` and `topic`, and whether it can change the standings of
    rounds that were over before it. A single event may have a narrower audience: see `audience_of`.
    """

    audience: ClassVar[Audience]
    topic: ClassVar[Topic]
    moves_standings: ClassVar[bool] = True


class PairedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a pairing, in board order."""

    game: GameId
    white: EntrantId
    black: EntrantId


class GrantedBye(msgspec.Struct, frozen=True, kw_only=True):
    """An entrant who has no opponent in the round, and why."""

    entrant: EntrantId
    kind: ByeKind


def allocated_bye(byes: Iterable[GrantedBye]) -> EntrantId | None:
    """Who has the bye that a pairing allocates to the one left over; None where nobody has."""
    return next((bye.entrant for bye in byes if bye.kind is ByeKind.PAIRING_ALLOCATED), None)


class Reported(StrEnum):
    """When an error in a round was reported: the three cases of C.04.2, 4.3."""

    BEFORE_NEXT_PAIRING = "before-next-pairing"
    DURING_NEXT_ROUND = "during-next-round"
    LATER = "later"


class Effect(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a correction counts for (C.04.2, 4.3): `pairing_from` is a round number, or never.

    `reported` is the case that the arbiter ruled it to be, None where they named none: the first
    two count for the same.
    """

    points: bool
    pairing_from: int | None
    rating: bool
    reported: Reported | None = None
