"""What somebody wants to happen, in the imperative. Unknown fields are refused.

To add one: write it here, name it in `COMMANDS`, decide it in `rules`. Personal data and free text
arrive as `Sealed`: they are taken apart where commands are parsed, and only the commitment goes in.
"""

from enum import StrEnum

import msgspec

from planilla.domain.crosstable import PointSystem
from planilla.domain.tournament.events import Effect, NumberingReason, SameOrigin
from planilla.domain.vocabulary import ByeKind, EntrantId, GameId


class Sealed:
    """The commitment to a text or to personal data kept apart; "" when nothing was said."""

    __slots__ = ("commitment",)

    def __init__(self, commitment: str = "") -> None:
        self.commitment = commitment

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sealed) and self.commitment == other.commitment

    def __hash__(self) -> int:
        return hash(self.commitment)

    def __repr__(self) -> str:
        return f"Sealed({self.commitment!r})"


class FirstColour(StrEnum):
    """Which colour the top player of round 1 has."""

    LOT = "lot"
    WHITE = "white"
    BLACK = "black"


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wish concerning one tournament."""


class NewEntrant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody to be entered; the id is formed by whoever enters them."""

    id: EntrantId
    person: Sealed
    rating: int = 0
    title: str = ""
    federation: str = ""


class CreateTournament(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Open a tournament."""

    name: str
    system: str = "swiss-dutch-2026"
    rounds: int = 0
    point_system: str = "1-½-0"
    tiebreaks: tuple[str, ...] = ("PS", "BH", "SB", "DE", "WIN")
    tiebreak_mode: str = "subsidiary"
    first_colour: FirstColour = FirstColour.LOT
    same_origin: SameOrigin = SameOrigin.MEET


class ImportedEntrant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody whom a file names; `out_from` is the first round after they had left."""

    id: EntrantId
    person: Sealed
    rating: int = 0
    title: str = ""
    federation: str = ""
    first_round: int = 1
    out_from: int | None = None


class ImportedRound(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A round by pairing numbers: boards as (White, Black, result or `*`), and byes.

    `unrated` names the boards, from 1, whose games do not count for rating.
    """

    boards: tuple[tuple[int, int, str], ...] = ()
    byes: tuple[tuple[int, ByeKind], ...] = ()
    unrated: tuple[int, ...] = ()


class ImportedProhibition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Pairing numbers of whom none may meet another, in these rounds."""

    numbers: tuple[int, ...]
    first_round: int = 1
    last_round: int | None = None


class ImportTournament(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Open a tournament that a file tells of, with everything that was played in it.

    `entrants` are in the order of their pairing numbers; `byes` are those of rounds to come, as
    (number, round, kind). `points` stands in place of the point system of `tournament`. `header` is
    what else the file says, and `reason` where it comes from.
    """

    tournament: CreateTournament
    format: str
    entrants: tuple[ImportedEntrant, ...]
    played: tuple[ImportedRound, ...] = ()
    byes: tuple[tuple[int, int, ByeKind], ...] = ()
    forbidden: tuple[ImportedProhibition, ...] = ()
    points: PointSystem | None = None
    header: Sealed = Sealed()
    reason: Sealed = Sealed()


class RuleSameOrigin(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Let entrants of one federation meet, keep them apart, or forbid it (seed 000, 2.9 B3 bis)."""

    rule: SameOrigin


class EnterEntrants(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Enter people, also after the start."""

    entrants: tuple[NewEntrant, ...]


class CorrectPersonalData(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Mend a name or other personal data."""

    entrant: EntrantId
    person: Sealed


class CorrectSportingData(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Mend rating, title or federation."""

    entrant: EntrantId
    rating: int
    title: str = ""
    federation: str = ""


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
    """Leave the tournament: not paired any more."""

    entrant: EntrantId
    reason: Sealed = Sealed()


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


class PairRound(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Make a draft of the next round."""

    round: int


class ChangePairing(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Replace the boards of a round by hand, in board order as (White, Black)."""

    round: int
    boards: tuple[tuple[EntrantId, EntrantId], ...]
    bye: EntrantId | None = None
    reason: Sealed


class UnpairRound(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take the last round back, as long as it has no result."""

    round: int
    reason: Sealed = Sealed()


class PublishPairings(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Show a draft to everybody."""

    round: int


class CloseRound(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Confirm that all results of a round are in."""

    round: int


class ReopenRound(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Undo the closing of the last round."""

    round: int


class RecordResult(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Report the outcome of a game, forfeits included."""

    game: GameId
    result: str


class WithdrawResult(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take a result back at once: what undo does."""

    game: GameId


class CorrectColours(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The two played with the other colours."""

    game: GameId
    reason: Sealed = Sealed()


class CorrectResult(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rule that a game ended otherwise. `corrects`: the version of the event that was wrong.

    Without `effect` it is the one of C.04.2, 4.3 for this moment.
    """

    game: GameId
    result: str
    corrects: int
    reason: Sealed
    effect: Effect | None = None
    known_at: int | None = None


class FinishTournament(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Make the standings final."""


class ReopenTournament(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Mend something after the end."""


COMMANDS: dict[str, type[Command]] = {
    "create-tournament": CreateTournament,
    "import-tournament": ImportTournament,
    "rule-same-origin": RuleSameOrigin,
    "enter-entrants": EnterEntrants,
    "correct-personal-data": CorrectPersonalData,
    "correct-sporting-data": CorrectSportingData,
    "assign-numbers": AssignNumbers,
    "request-bye": RequestBye,
    "cancel-bye": CancelBye,
    "withdraw-entrant": WithdrawEntrant,
    "return-entrant": ReturnEntrant,
    "expel-entrant": ExpelEntrant,
    "forbid-pairs": ForbidPairs,
    "allow-pairs": AllowPairs,
    "pair-round": PairRound,
    "change-pairing": ChangePairing,
    "unpair-round": UnpairRound,
    "publish-pairings": PublishPairings,
    "close-round": CloseRound,
    "reopen-round": ReopenRound,
    "record-result": RecordResult,
    "withdraw-result": WithdrawResult,
    "correct-colours": CorrectColours,
    "correct-result": CorrectResult,
    "finish-tournament": FinishTournament,
    "reopen-tournament": ReopenTournament,
}
