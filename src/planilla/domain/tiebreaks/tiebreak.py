"""The shape of a tie-break: one integer for each tied entrant, and the working behind it."""

from collections.abc import Callable
from enum import StrEnum

import msgspec

from planilla.domain.crosstable import Crosstable, Game, Seat


class Note(StrEnum):
    """Why a term is what it is; the sentences are in `words`."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    BYE = "bye"
    ABSENT = "absent"
    OPEN = "open"
    OWN_UNPLAYED = "own-unplayed"
    MISSING = "missing"
    UNDECIDED = "undecided"


class Term(msgspec.Struct, frozen=True, kw_only=True):
    """One summand of a tie-break, in its unit.

    `round` is None for a meeting that is still missing, `opponent` where there is none (an own
    unplayed round is a draw against oneself). `factors` are the points scored and the opponent's
    total, both in units of the point system, where the value is their product.
    """

    round: int | None
    opponent: Seat | None
    value: int
    note: Note
    factors: tuple[int, int] | None = None


class Tiebreak(msgspec.Struct, frozen=True, kw_only=True):
    """A tie-break as two functions of the crosstable and of who is tied.

    `values(crosstable, tied)` is one integer for each of `tied`, in that order; more is better.
    `working(crosstable, tied, seat)` are the terms of one of them: they add up to the value.
    `unit(crosstable)` is what one point of this tie-break is written as: what people see is
    value / unit. `depends_on_tied` tells that the value is another one in another group; all
    others may be asked once for everybody.
    """

    code: str
    unit: Callable[[Crosstable], int]
    values: Callable[[Crosstable, tuple[Seat, ...]], tuple[int, ...]]
    working: Callable[[Crosstable, tuple[Seat, ...], Seat], tuple[Term, ...]]
    depends_on_tied: bool = False

    @property
    def name_key(self) -> str:
        """The key of its name in the catalogues of `words`."""
        return f"tiebreak.{self.code}"


def note_of(game: Game) -> Note:
    """How a round ended for an entrant, whatever it is worth."""
    if game.bye is not None:
        return Note.BYE
    if game.opponent is None:
        return Note.ABSENT
    if game.is_open:
        return Note.OPEN
    return Note.PLAYED if game.is_played else Note.FORFEIT
