"""Refusals about edits of a log that are only tried out, as in a what-if."""

from dataclasses import dataclass

from planilla.domain.tournament.refusal import Conflict, Unacceptable
from planilla.domain.vocabulary import EntrantId


@dataclass(kw_only=True, eq=False)
class NoSuchFact(Unacceptable):
    """The visible part of the log has no fact of that version."""

    code = "no-such-fact"
    version: int
    last: int


@dataclass(kw_only=True, eq=False)
class TooManyEdits(Unacceptable):
    """Too many facts are changed at a time."""

    code = "too-many-edits"
    largest: int


@dataclass(kw_only=True, eq=False)
class EditedTwice(Unacceptable):
    """Two edits are of the same fact."""

    code = "edited-twice"
    version: int


@dataclass(kw_only=True, eq=False)
class NotInWhatIf(Unacceptable):
    """The effect of the command depends on later events, and the replay itself finds it."""

    code = "not-in-a-what-if"
    command: str


@dataclass(kw_only=True, eq=False)
class FactStays(Unacceptable):
    """A fact of that type follows from others: they may be edited, it may not."""

    code = "fact-stays"
    version: int
    event: str


@dataclass(kw_only=True, eq=False)
class EntryHasPlayed(Conflict):
    """The entry was paired in that round, and its games are facts; it can only withdraw."""

    code = "entry-has-played"
    entrant: EntrantId
    round: int


@dataclass(kw_only=True, eq=False)
class DrawsOutOfRange(Unacceptable):
    """The number of draws is out of range."""

    code = "draws-out-of-range"
    draws: int
    smallest: int
    largest: int


@dataclass(kw_only=True, eq=False)
class AlreadySo(Conflict):
    """The edit changes nothing: that is known by then."""

    code = "already-so"


@dataclass(kw_only=True, eq=False)
class NoSuchCorrection(Unacceptable):
    """The fact of that version corrects nothing, or does not exist."""

    code = "no-such-correction"
    version: int


@dataclass(kw_only=True, eq=False)
class KnownNoEarlier(Unacceptable):
    """The fact could not have been known earlier: it records what happened then."""

    code = "known-no-earlier"
    version: int


@dataclass(kw_only=True, eq=False)
class NotSeatedAgain(Unacceptable):
    """In a hall only a game with another result is replayed."""

    code = "not-seated-again"
    version: int
