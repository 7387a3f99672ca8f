"""Refusals about games: results and their corrections."""

from dataclasses import dataclass

from planilla.domain.tournament.refusals.refusal import Conflict, Unacceptable
from planilla.domain.vocabulary import EntrantId, GameId


@dataclass(kw_only=True, eq=False)
class NoSuchResult(Unacceptable):
    """This is not a result."""

    code = "no-such-result"
    result: str
    known: tuple[str, ...]


@dataclass(kw_only=True, eq=False)
class NoSuchGame(Unacceptable):
    """No game has this identity."""

    code = "no-such-game"
    game: GameId


@dataclass(kw_only=True, eq=False)
class EffectOutOfRange(Unacceptable):
    """A correction can count for the pairing only from a round not yet paired."""

    code = "effect-out-of-range"
    pairing_from: int
    smallest: int


@dataclass(kw_only=True, eq=False)
class KnownTooLate(Unacceptable):
    """A correction cannot be known after it is recorded."""

    code = "known-too-late"
    known_at: int


@dataclass(kw_only=True, eq=False)
class ResultsConflict(Conflict):
    """Another result is recorded; the arbiter decides."""

    code = "results-conflict"
    game: GameId
    recorded: str
    reported: str


@dataclass(kw_only=True, eq=False)
class OtherPlayers(Conflict):
    """The game is another one than its reporter saw: `found` play it, White first, not `meant`."""

    code = "other-players"
    game: GameId
    found: tuple[EntrantId, ...]
    meant: tuple[EntrantId, ...]


@dataclass(kw_only=True, eq=False)
class NoResultYet(Conflict):
    """The game has no result."""

    code = "no-result-yet"
    game: GameId


@dataclass(kw_only=True, eq=False)
class SameResult(Conflict):
    """The correction changes nothing."""

    code = "same-result"
    game: GameId
    result: str


@dataclass(kw_only=True, eq=False)
class CorrectsAnotherEvent(Conflict):
    """The event to be corrected is not the one in force."""

    code = "corrects-another-event"
    game: GameId
    corrects: int
    in_force: int


@dataclass(kw_only=True, eq=False)
class NotPlayed(Conflict):
    """An unplayed game has no colours."""

    code = "not-played"
    game: GameId
