"""Refusals about a Masnou hall."""

from planilla.domain.tournament.refusal import Conflict, Unacceptable
from planilla.domain.vocabulary import EntrantId, GameId


class HallOutOfRange(Unacceptable):
    """A number in the hall's rules is out of range: `field` between `smallest` and `largest`."""

    field: str
    value: int
    smallest: int
    largest: int


class HallEndOutOfRange(Unacceptable):
    """The marathon cannot end then; times in microseconds since 1970 (UTC)."""

    earliest: int
    latest: int


class NoSuchTable(Unacceptable):
    """No table has this number."""

    table: int
    tables: int


class NoSuchPlace(Unacceptable):
    """The queue has no such place."""

    place: int
    queue: int


class MadeOutOfTime(Unacceptable):
    """An act cannot be made before the hall was opened, or in the future: a clock is wrong."""

    made_at: int
    opened_at: int
    now: int


class SeenNotTold(Unacceptable):
    """An act made offline does not state in `field` what its maker saw."""

    field: str


class TooFewForPlayoff(Unacceptable):
    """A play-off needs at least two players."""


class NotTiedForFirst(Unacceptable):
    """The play-off is for the players who share the first place."""

    entrant: EntrantId


class PlayoffNotAnnounced(Conflict):
    """The rules of the hall have no play-off."""


class HallNotOpen(Conflict):
    """The hall is not open yet."""


class HallAlreadyOpen(Conflict):
    """The hall is open already."""


class HallIsOver(Conflict):
    """The marathon is over: no game begins any more."""


class HallStillRuns(Conflict):
    """Games are still running, or the time is not over."""

    games: tuple[GameId, ...]


class TooFewToOpen(Conflict):
    """A hall needs at least two players."""

    players: int


class NoSuchCall(Conflict):
    """There is no such call without an answer."""

    call: int


class OtherCall(Conflict):
    """The call is for another player, or to another table, than the maker of the act saw."""

    call: int
    found: EntrantId
    found_table: int
    meant: EntrantId
    meant_table: int


class NotAsSeen(Conflict):
    """The player's status is `found`; the maker of the act saw `meant`."""

    entrant: EntrantId
    found: str
    found_players: tuple[EntrantId, ...]
    meant: str
    meant_players: tuple[EntrantId, ...]


class OtherAtPlace(Conflict):
    """Another player is at that place of the queue than the maker of the act saw."""

    place: int
    found: EntrantId
    meant: EntrantId


class PlaysNow(Conflict):
    """The player is at a table and cannot queue or pause before the game is over."""

    entrant: EntrantId
    table: int


class NotWaiting(Conflict):
    """The player is not in the queue."""

    entrant: EntrantId


class TableInUse(Conflict):
    """The table is already in use."""

    table: int


class TableNotInUse(Conflict):
    """The table was withdrawn."""

    table: int


class LastTable(Conflict):
    """The last table cannot be withdrawn: add another one first, or end the marathon."""


class NothingToKeep(Conflict):
    """No withdrawal of a table is pending."""


class GameIsVoid(Conflict):
    """The game is void and is not played."""

    game: GameId


class AfterTheEnd(Conflict):
    """A reported game began, or was still running, `at` a time after the end of the marathon."""

    game: GameId
    at: int
    ended_at: int


class TooLateToUndo(Conflict):
    """Later events depend on the result; it is corrected instead of taken back."""

    game: GameId


class PlayoffRuns(Conflict):
    """The play-off has been drawn."""
