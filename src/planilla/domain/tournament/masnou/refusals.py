"""Refusals about a Masnou hall."""

from dataclasses import dataclass

from planilla.domain.tournament.refusal import Conflict, Unacceptable
from planilla.domain.vocabulary import EntrantId, GameId


@dataclass(kw_only=True, eq=False)
class HallOutOfRange(Unacceptable):
    """A number in the hall's rules is out of range: `field` between `smallest` and `largest`."""

    code = "hall-out-of-range"
    field: str
    value: int
    smallest: int
    largest: int


@dataclass(kw_only=True, eq=False)
class HallEndOutOfRange(Unacceptable):
    """The marathon cannot end then; times in microseconds since 1970 (UTC)."""

    code = "hall-end-out-of-range"
    earliest: int
    latest: int


@dataclass(kw_only=True, eq=False)
class NoSuchTable(Unacceptable):
    """No table has this number."""

    code = "no-such-table"
    table: int
    tables: int


@dataclass(kw_only=True, eq=False)
class NoSuchPlace(Unacceptable):
    """The queue has no such place."""

    code = "no-such-place"
    place: int
    queue: int


@dataclass(kw_only=True, eq=False)
class MadeOutOfTime(Unacceptable):
    """An act cannot be made before the hall was opened, or in the future: a clock is wrong."""

    code = "made-out-of-time"
    made_at: int
    opened_at: int
    now: int


@dataclass(kw_only=True, eq=False)
class SeenNotTold(Unacceptable):
    """An act made offline does not state in `field` what its maker saw."""

    code = "seen-not-told"
    field: str


@dataclass(kw_only=True, eq=False)
class TooFewForPlayoff(Unacceptable):
    """A play-off needs at least two players."""

    code = "too-few-for-playoff"


@dataclass(kw_only=True, eq=False)
class NotTiedForFirst(Unacceptable):
    """The play-off is for the players who share the first place."""

    code = "not-tied-for-first"
    entrant: EntrantId


@dataclass(kw_only=True, eq=False)
class PlayoffNotAnnounced(Conflict):
    """The rules of the hall have no play-off."""

    code = "playoff-not-announced"


@dataclass(kw_only=True, eq=False)
class HallNotOpen(Conflict):
    """The hall is not open yet."""

    code = "hall-not-open"


@dataclass(kw_only=True, eq=False)
class HallAlreadyOpen(Conflict):
    """The hall is open already."""

    code = "hall-already-open"


@dataclass(kw_only=True, eq=False)
class HallIsOver(Conflict):
    """The marathon is over: no game begins any more."""

    code = "hall-is-over"


@dataclass(kw_only=True, eq=False)
class HallStillRuns(Conflict):
    """Games are still running, or the time is not over."""

    code = "hall-still-runs"
    games: tuple[GameId, ...]


@dataclass(kw_only=True, eq=False)
class TooFewToOpen(Conflict):
    """A hall needs at least two players."""

    code = "too-few-to-open"
    players: int


@dataclass(kw_only=True, eq=False)
class NoSuchCall(Conflict):
    """There is no such call without an answer."""

    code = "no-such-call"
    call: int


@dataclass(kw_only=True, eq=False)
class OtherCall(Conflict):
    """The call is for another player, or to another table, than the maker of the act saw."""

    code = "other-call"
    call: int
    found: EntrantId
    found_table: int
    meant: EntrantId
    meant_table: int


@dataclass(kw_only=True, eq=False)
class NotAsSeen(Conflict):
    """The player's status is `found`; the maker of the act saw `meant`."""

    code = "not-as-seen"
    entrant: EntrantId
    found: str
    found_players: tuple[EntrantId, ...]
    meant: str
    meant_players: tuple[EntrantId, ...]


@dataclass(kw_only=True, eq=False)
class OtherAtPlace(Conflict):
    """Another player is at that place of the queue than the maker of the act saw."""

    code = "other-at-place"
    place: int
    found: EntrantId
    meant: EntrantId


@dataclass(kw_only=True, eq=False)
class PlaysNow(Conflict):
    """The player is at a table and cannot queue or pause before the game is over."""

    code = "plays-now"
    entrant: EntrantId
    table: int


@dataclass(kw_only=True, eq=False)
class NotWaiting(Conflict):
    """The player is not in the queue."""

    code = "not-waiting"
    entrant: EntrantId


@dataclass(kw_only=True, eq=False)
class TableInUse(Conflict):
    """The table is already in use."""

    code = "table-in-use"
    table: int


@dataclass(kw_only=True, eq=False)
class TableNotInUse(Conflict):
    """The table was withdrawn."""

    code = "table-not-in-use"
    table: int


@dataclass(kw_only=True, eq=False)
class LastTable(Conflict):
    """The last table cannot be withdrawn; end the marathon instead."""

    code = "last-table"


@dataclass(kw_only=True, eq=False)
class NothingToKeep(Conflict):
    """No withdrawal of a table is pending."""

    code = "nothing-to-keep"


@dataclass(kw_only=True, eq=False)
class GameIsVoid(Conflict):
    """The game is void and is not played."""

    code = "game-is-void"
    game: GameId


@dataclass(kw_only=True, eq=False)
class AfterTheEnd(Conflict):
    """A reported game began, or was still running, `at` a time after the end of the marathon."""

    code = "after-the-end"
    game: GameId
    at: int
    ended_at: int


@dataclass(kw_only=True, eq=False)
class TooLateToUndo(Conflict):
    """Later events depend on the result; it is corrected instead of taken back."""

    code = "too-late-to-undo"
    game: GameId


@dataclass(kw_only=True, eq=False)
class PlayoffRuns(Conflict):
    """The play-off has been drawn."""

    code = "playoff-runs"
