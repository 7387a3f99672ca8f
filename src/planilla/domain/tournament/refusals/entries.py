"""Refusals about entrants: entering, numbering, byes, leaving."""

from dataclasses import dataclass

from planilla.domain.tournament.refusals.refusal import Conflict, Unacceptable
from planilla.domain.vocabulary import EntrantId


@dataclass(kw_only=True, eq=False)
class TooManyEntrants(Unacceptable):
    """More than the tournament can hold."""

    code = "too-many-entrants"
    largest: int


@dataclass(kw_only=True, eq=False)
class ListTooLong(Unacceptable):
    """More entries than one command takes: the rest comes in further lists."""

    code = "list-too-long"
    largest: int
    given: int


@dataclass(kw_only=True, eq=False)
class EntrantTwice(Unacceptable):
    """The same id or entrant appears twice in one wish."""

    code = "entrant-twice"
    entrant: EntrantId


@dataclass(kw_only=True, eq=False)
class RatingOutOfRange(Unacceptable):
    """No rating is negative or above 4000."""

    code = "rating-out-of-range"
    entrant: EntrantId
    rating: int


@dataclass(kw_only=True, eq=False)
class NumberingIncomplete(Unacceptable):
    """A numbering names every entrant exactly once."""

    code = "numbering-incomplete"
    missing: tuple[EntrantId, ...]


@dataclass(kw_only=True, eq=False)
class NoSuchEntrant(Unacceptable):
    """Nobody with this id takes part."""

    code = "no-such-entrant"
    entrant: EntrantId


@dataclass(kw_only=True, eq=False)
class ByeNotOffered(Unacceptable):
    """This kind of bye cannot be asked for."""

    code = "bye-not-offered"
    kind: str


@dataclass(kw_only=True, eq=False)
class NobodyToForbid(Unacceptable):
    """A prohibition is about two entrants or more."""

    code = "nobody-to-forbid"


@dataclass(kw_only=True, eq=False)
class NoSuchProhibition(Unacceptable):
    """No prohibition was recorded at this version."""

    code = "no-such-prohibition"
    forbidden: int


@dataclass(kw_only=True, eq=False)
class NoSuchNumber(Unacceptable):
    """Nobody has this pairing number."""

    code = "no-such-number"
    number: int


@dataclass(kw_only=True, eq=False)
class EntrantExists(Conflict):
    """Somebody else was entered under this id."""

    code = "entrant-exists"
    entrant: EntrantId


@dataclass(kw_only=True, eq=False)
class AlreadyWithdrawn(Conflict):
    """The entrant has left already."""

    code = "already-withdrawn"
    entrant: EntrantId


@dataclass(kw_only=True, eq=False)
class EntryInUse(Conflict):
    """The entry stood in a published pairing, or holds an office: it is not removed any more."""

    code = "entry-in-use"
    entrant: EntrantId


@dataclass(kw_only=True, eq=False)
class NotWithdrawn(Conflict):
    """The entrant never left."""

    code = "not-withdrawn"
    entrant: EntrantId


@dataclass(kw_only=True, eq=False)
class EntrantIsExpelled(Conflict):
    """Who was expelled does not come back."""

    code = "entrant-is-expelled"
    entrant: EntrantId


@dataclass(kw_only=True, eq=False)
class NumbersFixed(Conflict):
    """Numbers cannot change after round 4 was paired (C.04.2, 2.3)."""

    code = "numbers-fixed"
    round: int


@dataclass(kw_only=True, eq=False)
class ByeNotRequested(Conflict):
    """No bye was asked for in this round."""

    code = "bye-not-requested"
    entrant: EntrantId
    round: int
