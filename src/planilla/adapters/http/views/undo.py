"""Taking the last act back: each fact with its inverse, where there is one."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from planilla.adapters.http.reading import Entry, History
from planilla.domain.tournament.absences import AbsenceNoted, AbsenceWithdrawn
from planilla.domain.tournament.byes import ByeRequested
from planilla.domain.tournament.closing import (
    RoundClosed,
    RoundReopened,
    TournamentFinished,
    TournamentReopened,
)
from planilla.domain.tournament.corrections import ColoursCorrected
from planilla.domain.tournament.drafting import DraftDiscarded, RoundPaired
from planilla.domain.tournament.eligibility import EntrantReturned, EntrantWithdrawn
from planilla.domain.tournament.entrants import EntrantEntered
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.importing import TournamentImported
from planilla.domain.tournament.pairings import PairingsPublished, RoundUnpaired
from planilla.domain.tournament.results import ResultRecorded
from planilla.domain.tournament.setup import TournamentHidden, TournamentShown

OPENING = 3
"""An import is told of among the first facts of a tournament."""

TAKEN_BACK = (DraftDiscarded, RoundUnpaired)
"""Facts of an act that took another back: it is done again, not undone."""

Inverse = tuple[str, dict[str, str]]


@dataclass(frozen=True, kw_only=True)
class Undo:
    """The last act, the act that takes it back, and the version at which both hold."""

    version: int
    at: int
    act: str
    fields: dict[str, str]


def undo_of(history: History) -> Undo | None:
    """How to take the last act back; None where only another ruling can mend it."""
    if not history.entries:
        return None
    last = history.entries[-1]
    if any(_imports(entry, last.command_id) for entry in history.entries[:OPENING]):
        return None  # a whole tournament came in at once
    together = list(
        takewhile(lambda each: each.command_id == last.command_id, reversed(history.entries))
    )[::-1]
    if any(isinstance(entry.fact.event, TAKEN_BACK) for entry in together):
        return None
    if all(isinstance(entry.event, EntrantEntered) for entry in together):
        act, fields = _not_entered(history, last)
        return Undo(version=last.version, at=last.fact.recorded_at, act=act, fields=fields)
    find = INVERSES.get(type(together[-1].fact.event))
    if find is None:
        return None
    act, fields = find(together[-1].fact.event)
    if act == "unpair-round" and _closed_another(history, int(fields["round"])):
        fields = {**fields, "reopens": "yes"}
    return Undo(version=last.version, at=last.fact.recorded_at, act=act, fields=fields)


def _imports(entry: Entry, command_id: str) -> bool:
    is_import = isinstance(entry.fact.event, TournamentImported)
    return is_import and entry.command_id == command_id


def _closed_another(history: History, number: int) -> bool:
    """Whether the act that paired a round closed the one before."""
    paired = [
        entry.command_id
        for entry in history.entries
        if isinstance(entry.fact.event, RoundPaired) and entry.fact.event.round == number
    ]
    return any(
        isinstance(entry.fact.event, RoundClosed) and entry.command_id in paired[-1:]
        for entry in history.entries
    )


def _round(act: str) -> Callable[[Any], Inverse]:
    return lambda event: (act, {"round": str(event.round)})


def _entrant(act: str) -> Callable[[Any], Inverse]:
    return lambda event: (act, {"entrant": event.entrant})


def _game(act: str) -> Callable[[Any], Inverse]:
    return lambda event: (act, {"game": event.game})


def _not_entered(history: History, last: Entry) -> Inverse:
    """Everybody of the list, who came in portions too, but for those removed since."""
    known = history.staff.entrants
    entrants = [
        entry.event.entrant
        for entry in history.entries
        if entry.correlation_id == last.correlation_id
        and isinstance(entry.event, EntrantEntered)
        and entry.event.entrant in known
    ]
    return "remove-entries", {"entrants": ",".join(entrants)}


def _no_bye(event: ByeRequested) -> Inverse:
    return "cancel-bye", {"entrant": event.entrant, "round": str(event.round)}


def _player(act: str) -> Callable[[Any], Inverse]:
    return lambda event: (act, {"game": event.game, "entrant": event.entrant})


def _nothing(act: str) -> Callable[[Any], Inverse]:
    return lambda _: (act, {})


INVERSES: dict[type[Event], Callable[[Any], Inverse]] = {
    ResultRecorded: _game("withdraw-result"),
    ColoursCorrected: _game("correct-colours"),
    RoundPaired: _round("unpair-round"),
    PairingsPublished: _round("unpair-round"),
    RoundClosed: _round("reopen-round"),
    RoundReopened: _round("close-round"),
    ByeRequested: _no_bye,
    EntrantWithdrawn: _entrant("return-entrant"),
    EntrantReturned: _entrant("withdraw-entrant"),
    AbsenceNoted: _player("withdraw-absence"),
    AbsenceWithdrawn: _player("note-absence"),
    TournamentFinished: _nothing("reopen-tournament"),
    TournamentReopened: _nothing("finish-tournament"),
    TournamentHidden: _nothing("show-tournament"),
    TournamentShown: _nothing("hide-tournament"),
}
"""Facts that have an inverse; the others are mended by another act, which the log shows too."""
