"""The shapes of a pairing system: what it is asked and what it answers.

A *round system* pairs one round at a time from what was played before; a *schedule system* knows
all its rounds from the number of entrants. An answer is a `Pairing` with its `Explanation`, or
`NoPairing` when the rules leave none: that is an answer, not a failure.
"""

from typing import Protocol, runtime_checkable

import msgspec

from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.pairing.floats import FloatRule
from planilla.domain.pairing.ladder.memory import LadderMemory
from planilla.domain.vocabulary import ByeKind, Colour


class PairingInput(msgspec.Struct, frozen=True, kw_only=True):
    """All that a round system may use.

    `crosstable` holds the rounds before the one to be paired; `present` the seats to be paired, in
    ascending order (requested byes and absences are already taken out); `first_colour` is the
    colour drawn by lot for the top player of round 1.

    `forbidden` pairs may not meet (C.04.2; TRF 260, XXP) and `unwanted` ones, those of the same
    origin, meet only where nothing else is possible (seed 000, 2.9 B3 bis); both hold pairs of
    seats, the lower first. `accelerated` holds the fictitious points of each entrant, by seat, in
    the rounds played and in the one to be paired, in units of the point system; empty: none.
    `ladder` holds the values in force, in a system that has them.
    """

    crosstable: Crosstable
    present: tuple[Seat, ...]
    first_colour: Colour = Colour.WHITE
    forbidden: frozenset[tuple[Seat, Seat]] = frozenset()
    unwanted: frozenset[tuple[Seat, Seat]] = frozenset()
    accelerated: tuple[tuple[int, ...], ...] = ()
    ladder: LadderMemory | None = None

    @property
    def round(self) -> int:
        """The number of the round to be paired."""
        return len(self.crosstable.rounds) + 1


class Instead(msgspec.Struct, frozen=True, kw_only=True):
    """Who came first in the order, and the article for which it was not they.

    `for_others` tells that the two might have met, or this player floated, but that the others of
    the bracket could then not have been paired as well: the article is what that would have cost,
    or is empty where the bracket is too large to find that out.
    """

    seat: Seat
    article: str
    for_others: bool = False


class Floater(msgspec.Struct, frozen=True, kw_only=True):
    """Who left a bracket, and the code of the reason: `odd`, `no-opponent`, `bye`, or an article.

    `instead` is the lowest ranked of the bracket, if it was not they who left.
    """

    seat: Seat
    reason: str
    instead: Instead | None = None


class BoardReason(msgspec.Struct, frozen=True, kw_only=True):
    """Why the two of a board meet and who has White.

    `meeting` is `first`, `transposition` or `exchange`; `colour_rule` the article (`E1` … `E5`);
    `same_preference` tells that one of the two did not get the colour that was due. `instead` is
    the first opponent in the order that the better placed of the two was not given.
    """

    white: Seat
    black: Seat
    meeting: str
    colour_rule: str
    same_preference: bool = False
    instead: Instead | None = None


class Bracket(msgspec.Struct, frozen=True, kw_only=True):
    """One score group as the arbiter would write it down, with what was met and given up.

    `points` is the score of the residents, in units; `seats` all members, moved-down ones first.
    `figures` are the book's T, P, B, N, F, X (seed 000, 2.9), as text: `{"T": "7", "F": "1B"}`.
    `criteria` are the articles that were looked at, in their order, and `given_up` maps those that
    were broken to the number of times. `exchange` holds the seats exchanged, from S1 and from S2;
    `exchange_number` and `transposition` tell the how manyth candidate this is, 0 being the first
    one (`exchange_number` is None where it was not counted). `at_bounds` tells that no criterion
    could be broken less often in any pairing of so many preferences and histories, so that no other
    pairing needed to be looked at. `reason` is the article that made this bracket what it is, if
    any (2012, C12 and C13; 2017, C.4 and A.9). `name` says what the group is where it is none of
    equal scores, such as a `ladder`.
    """

    points: int
    seats: tuple[Seat, ...]
    heterogeneous: bool
    figures: dict[str, str]
    boards: tuple[BoardReason, ...] = ()
    floaters: tuple[Floater, ...] = ()
    bye: Seat | None = None
    criteria: tuple[str, ...] = ()
    given_up: dict[str, int] = {}
    exchange: tuple[tuple[Seat, ...], tuple[Seat, ...]] = ((), ())
    exchange_number: int | None = 0
    transposition: int | None = 0
    at_bounds: bool = False
    reason: str = ""
    name: str = ""


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """Why the round looks as it does: brackets from the top of the table downwards."""

    system: str
    brackets: tuple[Bracket, ...] = ()


class Pairing(msgspec.Struct, frozen=True, kw_only=True):
    """A round: boards in board order as (White's seat, Black's seat), byes, and the reasons."""

    boards: tuple[tuple[Seat, Seat], ...]
    byes: tuple[tuple[Seat, ByeKind], ...] = ()
    explanation: Explanation


class NoPairing(msgspec.Struct, frozen=True, kw_only=True):
    """There is no legal pairing; `reason` is a code, `seats` those who cannot be paired."""

    reason: str
    seats: tuple[Seat, ...] = ()


class RoundSystem(Protocol):
    """Pairs one round from all that was played before it."""

    @property
    def edition(self) -> str:
        """The text that is followed."""

    @property
    def floats(self) -> FloatRule:
        """What is a float in this edition."""

    def pair(self, given: PairingInput) -> Pairing | NoPairing:
        """The one pairing that the rules give."""


@runtime_checkable
class ScheduleSystem(Protocol):
    """Knows all rounds from the number of entrants."""

    edition: str

    def rounds_for(self, size: int) -> int:
        """How many rounds `size` entrants play."""

    def schedule(self, size: int) -> tuple[Pairing, ...]:
        """All rounds for pairing numbers 1..`size` as seats 0..`size` - 1."""


@runtime_checkable
class HallSystem(Protocol):
    """Has no rounds: who meets whom follows from a queue."""

    edition: str

    def suggested_tables(self, players: int) -> int:
        """How many tables suit so many players."""
