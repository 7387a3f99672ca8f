"""Refusals about a tournament as a whole."""

from dataclasses import dataclass

from planilla.domain.tournament.refusals.refusal import Conflict, Unacceptable


@dataclass(kw_only=True, eq=False)
class NameMissing(Unacceptable):
    """The tournament has no name, or one longer than 120 characters."""

    code = "name-missing"


@dataclass(kw_only=True, eq=False)
class NoSuchSystem(Unacceptable):
    """No pairing system has this name."""

    code = "no-such-system"
    system: str
    known: tuple[str, ...]


@dataclass(kw_only=True, eq=False)
class NoSuchTimeZone(Unacceptable):
    """The tz database has no time zone of this name."""

    code = "no-such-time-zone"
    time_zone: str


@dataclass(kw_only=True, eq=False)
class NoSuchPointSystem(Unacceptable):
    """No point system has this name."""

    code = "no-such-point-system"
    point_system: str
    known: tuple[str, ...]


@dataclass(kw_only=True, eq=False)
class NoSuchMode(Unacceptable):
    """Tie-breaks are applied successively or subsidiarily."""

    code = "no-such-mode"
    mode: str


@dataclass(kw_only=True, eq=False)
class RoundsOutOfRange(Unacceptable):
    """The number of rounds is not possible."""

    code = "rounds-out-of-range"
    rounds: int
    smallest: int
    largest: int


@dataclass(kw_only=True, eq=False)
class NotInThisSystem(Unacceptable):
    """The pairing system of this tournament has no such act."""

    code = "not-in-this-system"
    system: str


@dataclass(kw_only=True, eq=False)
class TournamentExists(Conflict):
    """A tournament with this id exists."""

    code = "tournament-exists"
    tournament: str


@dataclass(kw_only=True, eq=False)
class NoSuchTournament(Conflict):
    """No tournament has this id."""

    code = "no-such-tournament"
    tournament: str


@dataclass(kw_only=True, eq=False)
class AlreadyFinished(Conflict):
    """The tournament is finished; reopen it first."""

    code = "already-finished"


@dataclass(kw_only=True, eq=False)
class NotFinished(Conflict):
    """The tournament is not finished."""

    code = "not-finished"


@dataclass(kw_only=True, eq=False)
class RoundsMissing(Conflict):
    """Not every round of the tournament is finished."""

    code = "rounds-missing"
    played: int
    rounds: int


@dataclass(kw_only=True, eq=False)
class StaleVersion(Conflict):
    """Somebody changed the tournament since you looked."""

    code = "stale-version"
    expected: int
    actual: int
