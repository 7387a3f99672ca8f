"""What every event is, and the values that several of them hold."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, ClassVar, Protocol

import msgspec

from planilla.domain.vocabulary import ByeKind, Colour, EntrantId, GameId


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


Details = dict[str, Any]
"""Values by name that JSON can write: numbers, texts, None, and tuples of texts."""
PLAIN = (str, int, type(None))
SHOWN_APART = frozenset(
    {"entrant", "game", "round", "from_round", "at", "offline"}
    | {"reason", "note", "person", "commitment"}
)
"""Fields that have a column of the timeline, or are kept apart."""
HALL_GAMES = {"T": ".table", "P": ".playoff"}
"""The wording by the first letter of a game's identity in a Masnou hall."""


def wording_of_game(game: GameId) -> str:
    """Return the ending of a sentence about a game: none for a game of a round."""
    return HALL_GAMES.get(game[:1], "")


def lot_shown(lot: int | None) -> str | None:
    """Return a lot as text: it has more digits than the numbers of JavaScript."""
    return None if lot is None else str(lot)


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """A fact of one tournament; its type is its class name.

    Each type declares its `audience` and `topic`, and whether it can change the standings of
    rounds that were over before it. A single event may have a narrower audience: see `audience_of`.
    Other facts of the same act follow from one whose type `leads_its_act`. A type that
    `begins_a_round` (or a marathon) is where jumps by round land.
    """

    audience: ClassVar[Audience]
    topic: ClassVar[Topic]
    moves_standings: ClassVar[bool] = True
    leads_its_act: ClassVar[bool] = False
    begins_a_round: ClassVar[bool] = False

    def details(self) -> Details:
        """Return the values of its row and its sentence, besides who, where and when.

        These are its plain fields; a type that shows others, or figures made of them, names them.
        """
        return {
            name: value
            for name in self.__struct_fields__
            if name not in SHOWN_APART and isinstance(value := getattr(self, name), PLAIN)
        }

    def wording(self) -> str:
        """Return the ending of the key of its sentence: empty, or `.` and a word."""
        return ""

    def has_sentence(self) -> bool:
        """Return whether the timeline shows it."""
        return True


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


class RoundPairing(msgspec.Struct, frozen=True, kw_only=True):
    """The games and byes of a round, and the system and edition that made or judge them."""

    round: int
    games: tuple[PairedGame, ...]
    byes: tuple[GrantedBye, ...] = ()
    system: str
    edition: str
    first_colour: Colour


class ChangedPairing(msgspec.Struct, frozen=True, kw_only=True):
    """The games and byes of a round after a change; `engine` are the games of the system itself."""

    round: int
    games: tuple[PairedGame, ...]
    byes: tuple[GrantedBye, ...] = ()
    engine: tuple[PairedGame, ...] = ()
    reason: str = ""


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


class Ruling(Protocol):
    """A correction as far as its sentence shows it."""

    @property
    def corrects(self) -> int:
        """The version of the event that it corrects."""

    @property
    def effect(self) -> Effect:
        """What it counts for."""

    @property
    def known_at(self) -> int | None:
        """When it became known, in microseconds since 1970 (UTC)."""


def details_of_ruling(event: Ruling) -> Details:
    """Return the details of what a correction counts for."""
    effect = event.effect
    return {
        "corrects": event.corrects,
        "points": effect.points,
        "pairing_from": effect.pairing_from,
        "rating": effect.rating,
        "known_at": event.known_at,
    }
