"""What has happened, in the past tense. Events are for ever.

Add events; add fields with defaults; never rename, remove or reinterpret. Each event type has a
golden JSON file in `tests/golden/events` that must decode for ever. Names of people and free text
are never here: a `person` or `reason` is the commitment (SHA-256, hex) to what is kept apart; the
empty string means that nothing was said. Who may see each type: `audience`.
"""

from enum import StrEnum

import msgspec

from planilla.domain.crosstable import PointSystem
from planilla.domain.vocabulary import ByeKind, Colour, EntrantId, GameId


class NumberingReason(StrEnum):
    """Why pairing numbers were assigned (C.04.2, 2.3 to 2.5)."""

    INITIAL_ORDER = "initial-order"
    LATE_ENTRY = "late-entry"
    RATING_CORRECTED = "rating-corrected"
    ARBITER = "arbiter"
    IMPORTED = "imported"


class SameOrigin(StrEnum):
    """Whether entrants of one federation may meet (seed 000, 2.9 B3 bis)."""

    MEET = "meet"
    AVOID = "avoid"
    FORBID = "forbid"


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """A fact of one tournament; its type is its class name."""


class PairedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a pairing, in board order."""

    game: GameId
    white: EntrantId
    black: EntrantId


class GrantedBye(msgspec.Struct, frozen=True, kw_only=True):
    """An entrant who has no opponent in the round, and why."""

    entrant: EntrantId
    kind: ByeKind


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """What a correction counts for (C.04.2, 4.3): `pairing_from` is a round number, or never."""

    points: bool
    pairing_from: int | None
    rating: bool


class TournamentCreated(Event, frozen=True, kw_only=True, tag=True):
    """A tournament exists. `first_colour` None: drawn by lot when round 1 is paired."""

    name: str
    system: str
    rounds: int
    point_system: str = "1-½-0"
    tiebreaks: tuple[str, ...] = ()
    tiebreak_mode: str = "subsidiary"
    first_colour: Colour | None = None


class TournamentImported(Event, frozen=True, kw_only=True, tag=True):
    """What the same command recorded besides was read from a file; `reason` says from which.

    `header` is the commitment to those of its lines that no other fact holds.
    """

    format: str
    reason: str = ""
    header: str = ""


class PointsRuled(Event, frozen=True, kw_only=True, tag=True):
    """Results are worth what `points` says, in place of the point system that was announced."""

    points: PointSystem


class SameOriginRuled(Event, frozen=True, kw_only=True, tag=True):
    """From the next pairing on, entrants of one federation meet, are kept apart, or may not."""

    rule: SameOrigin


class EntrantEntered(Event, frozen=True, kw_only=True, tag=True):
    """Somebody takes part from `first_round` on; more than 1 is a late entry."""

    entrant: EntrantId
    person: str
    rating: int = 0
    title: str = ""
    federation: str = ""
    first_round: int = 1


class PersonalDataCorrected(Event, frozen=True, kw_only=True, tag=True):
    """The personal data kept apart were corrected; the new commitment replaces the old."""

    entrant: EntrantId
    person: str


class SportingDataCorrected(Event, frozen=True, kw_only=True, tag=True):
    """Rating, title or federation were wrong; all three as they are now known."""

    entrant: EntrantId
    rating: int
    title: str = ""
    federation: str = ""


class PairingNumbersAssigned(Event, frozen=True, kw_only=True, tag=True):
    """The whole numbering: the first of `order` has number 1."""

    order: tuple[EntrantId, ...]
    reason: NumberingReason


class ByeRequested(Event, frozen=True, kw_only=True, tag=True):
    """An entrant will not play a round: absent (`Z`), or with a half or full point."""

    entrant: EntrantId
    round: int
    kind: ByeKind


class ByeRequestCancelled(Event, frozen=True, kw_only=True, tag=True):
    """The entrant plays that round after all."""

    entrant: EntrantId
    round: int


class EntrantWithdrawn(Event, frozen=True, kw_only=True, tag=True):
    """Not paired from `from_round` on."""

    entrant: EntrantId
    from_round: int
    reason: str = ""


class EntrantReturned(Event, frozen=True, kw_only=True, tag=True):
    """Paired again from `from_round` on."""

    entrant: EntrantId
    from_round: int


class EntrantExpelled(Event, frozen=True, kw_only=True, tag=True):
    """Removed by the arbiter: not paired from `from_round` on, and may not return."""

    entrant: EntrantId
    from_round: int
    reason: str = ""


class PairsForbidden(Event, frozen=True, kw_only=True, tag=True):
    """None of `entrants` may meet another of them in these rounds; `last_round` None: to the end.

    It holds for the rounds that are paired afterwards.
    """

    entrants: tuple[EntrantId, ...]
    first_round: int = 1
    last_round: int | None = None
    reason: str = ""


class PairsAllowed(Event, frozen=True, kw_only=True, tag=True):
    """From `from_round` on a prohibition holds no more; `forbidden` is its event's version."""

    forbidden: int
    from_round: int
    reason: str = ""


class RoundPaired(Event, frozen=True, kw_only=True, tag=True):
    """A draft of a round, with the system and edition that made it and the lot it used."""

    round: int
    games: tuple[PairedGame, ...]
    byes: tuple[GrantedBye, ...] = ()
    system: str
    edition: str
    first_colour: Colour


class DraftChanged(Event, frozen=True, kw_only=True, tag=True):
    """The arbiter changed a draft; `engine` is what the system itself had answered."""

    round: int
    games: tuple[PairedGame, ...]
    byes: tuple[GrantedBye, ...] = ()
    engine: tuple[PairedGame, ...] = ()
    reason: str = ""


class DraftDiscarded(Event, frozen=True, kw_only=True, tag=True):
    """A draft was thrown away; the round can be paired again."""

    round: int
    reason: str = ""


class PairingsPublished(Event, frozen=True, kw_only=True, tag=True):
    """Everybody may see the round; it repeats the draft, so that public facts suffice."""

    round: int
    games: tuple[PairedGame, ...]
    byes: tuple[GrantedBye, ...] = ()
    system: str
    edition: str
    first_colour: Colour


class RoundImported(Event, frozen=True, kw_only=True, tag=True):
    """A round that was paired elsewhere, as the file gives it; everybody may see it.

    Nobody says that `system` made it: that is the one, in this `edition`, by which it is judged.
    """

    round: int
    games: tuple[PairedGame, ...]
    byes: tuple[GrantedBye, ...] = ()
    system: str
    edition: str
    first_colour: Colour


class PairingChanged(Event, frozen=True, kw_only=True, tag=True):
    """The arbiter changed published pairings; games that stay keep their identity and result."""

    round: int
    games: tuple[PairedGame, ...]
    byes: tuple[GrantedBye, ...] = ()
    engine: tuple[PairedGame, ...] = ()
    reason: str = ""


class RoundUnpaired(Event, frozen=True, kw_only=True, tag=True):
    """A published round without results was taken back."""

    round: int
    reason: str = ""


class RoundClosed(Event, frozen=True, kw_only=True, tag=True):
    """All results of the round are in and confirmed."""

    round: int


class RoundReopened(Event, frozen=True, kw_only=True, tag=True):
    """The round was closed too early."""

    round: int


class ResultRecorded(Event, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """The first result of a game, in the notation of `vocabulary.RESULT_NOTATION`.

    `unrated` tells of a game of less than one move, which does not count for rating.
    """

    game: GameId
    result: str
    unrated: bool = False


class ResultWithdrawn(Event, frozen=True, kw_only=True, tag=True):
    """A typing error of the last seconds was taken back: the game is open again."""

    game: GameId


class ColoursCorrected(Event, frozen=True, kw_only=True, tag=True):
    """The two had played with the other colours; each keeps the points."""

    game: GameId
    reason: str = ""


class ResultCorrected(Event, frozen=True, kw_only=True, tag=True):
    """The result of a game was another one. `corrects` is the version of the event it corrects.

    `known_at` is when it became known, in microseconds since 1970 (UTC); None: when recorded.
    """

    game: GameId
    result: str
    corrects: int
    effect: Effect
    reason: str = ""
    known_at: int | None = None


class TournamentFinished(Event, frozen=True, kw_only=True, tag=True):
    """The final standings stand."""


class TournamentReopened(Event, frozen=True, kw_only=True, tag=True):
    """Something had to be mended after the end."""


EVENT_TYPES: dict[str, type[Event]] = {
    "TournamentCreated": TournamentCreated,
    "TournamentImported": TournamentImported,
    "PointsRuled": PointsRuled,
    "SameOriginRuled": SameOriginRuled,
    "EntrantEntered": EntrantEntered,
    "PersonalDataCorrected": PersonalDataCorrected,
    "SportingDataCorrected": SportingDataCorrected,
    "PairingNumbersAssigned": PairingNumbersAssigned,
    "ByeRequested": ByeRequested,
    "ByeRequestCancelled": ByeRequestCancelled,
    "EntrantWithdrawn": EntrantWithdrawn,
    "EntrantReturned": EntrantReturned,
    "EntrantExpelled": EntrantExpelled,
    "PairsForbidden": PairsForbidden,
    "PairsAllowed": PairsAllowed,
    "RoundPaired": RoundPaired,
    "DraftChanged": DraftChanged,
    "DraftDiscarded": DraftDiscarded,
    "PairingsPublished": PairingsPublished,
    "RoundImported": RoundImported,
    "PairingChanged": PairingChanged,
    "RoundUnpaired": RoundUnpaired,
    "RoundClosed": RoundClosed,
    "RoundReopened": RoundReopened,
    "ResultRecorded": ResultRecorded,
    "ResultWithdrawn": ResultWithdrawn,
    "ColoursCorrected": ColoursCorrected,
    "ResultCorrected": ResultCorrected,
    "TournamentFinished": TournamentFinished,
    "TournamentReopened": TournamentReopened,
}
