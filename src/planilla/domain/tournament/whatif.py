"""Refusals about edits of a log that are only tried out, as a "what if" does."""

from dataclasses import dataclass

from planilla.domain.tournament.refusal import Conflict, Unacceptable
from planilla.domain.vocabulary import EntrantId


@dataclass(kw_only=True, eq=False)
class NoSuchFact(Unacceptable):
    """The log, as far as it may be seen, has no fact of that version."""

    code = "no-such-fact"
    version: int
    last: int


@dataclass(kw_only=True, eq=False)
class TooManyEdits(Unacceptable):
    """More facts are changed at a time than are tried out."""

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
    """The entry was paired in that round, and its games are facts: it may withdraw instead."""

    code = "entry-has-played"
    entrant: EntrantId
    round: int


@dataclass(kw_only=True, eq=False)
class DrawsOutOfRange(Unacceptable):
    """The number of draws is out of range: too few say nothing, too many take too long."""

    code = "draws-out-of-range"
    draws: int
    smallest: int
    largest: int


@dataclass(kw_only=True, eq=False)
class AlreadySo(Conflict):
    """It says nothing new: that is known by then."""

    code = "already-so"


@dataclass(kw_only=True, eq=False)
class NoSuchCorrection(Unacceptable):
    """The fact of that version corrects nothing, or is not there."""

    code = "no-such-correction"
    version: int


@dataclass(kw_only=True, eq=False)
class KnownNoEarlier(Unacceptable):
    """The fact tells what happened then: there was nothing to be known before."""

    code = "known-no-earlier"
    version: int


@dataclass(kw_only=True, eq=False)
class NotSeatedAgain(Unacceptable):
    """In a hall only a game with another result is replayed."""

    code = "not-seated-again"
    version: int
