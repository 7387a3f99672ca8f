"""Taking the last act back: each fact with its inverse, where there is one."""

from dataclasses import dataclass
from itertools import takewhile

from msgspec.structs import fields

from planilla.adapters.http.reading import History, HistoryEntry
from planilla.domain.tournament.closing import (
    RoundClosed,
)
from planilla.domain.tournament.entrants import EntrantEntered
from planilla.domain.tournament.event import Event, PairingAct
from planilla.domain.tournament.importing import TournamentImported
from planilla.domain.tournament.subjects import command_name

IMPORT_FACTS_MAX = 3
"""The number of first facts among which an import is found."""

Inverse = tuple[str, dict[str, str]]


@dataclass(frozen=True, kw_only=True)
class Undo:
    """The last act, the act that takes it back, and the version at which both hold."""

    version: int
    at: int
    act: str
    fields: dict[str, str]


def undo_of(history: History) -> Undo | None:
    """Return the undoing of the last act; None if only another ruling can correct it."""
    if not history.entries:
        return None
    last = history.entries[-1]
    if any(_imports(entry, last.command_id) for entry in history.entries[:IMPORT_FACTS_MAX]):
        return None  # a whole tournament came in at once
    together = list(
        takewhile(lambda each: each.command_id == last.command_id, reversed(history.entries))
    )[::-1]
    if any(entry.event.pairing_act is PairingAct.DISCARDED for entry in together):
        return None  # an undoing act is repeated and not undone
    if all(isinstance(entry.event, EntrantEntered) for entry in together):
        act, needed = _not_entered(history, last)
        return Undo(version=last.version, at=last.fact.recorded_at, act=act, fields=needed)
    undoing = _undoing(together[-1].fact.event)
    if undoing is None:
        return None
    act, needed = undoing
    if act == "unpair-round" and _closed_another(history, int(needed["round"])):
        needed = {**needed, "reopens": "yes"}
    return Undo(version=last.version, at=last.fact.recorded_at, act=act, fields=needed)


def _imports(entry: HistoryEntry, command_id: str) -> bool:
    is_import = isinstance(entry.fact.event, TournamentImported)
    return is_import and entry.command_id == command_id


def _closed_another(history: History, number: int) -> bool:
    """Return whether the act that paired a round closed the one before."""
    paired = [
        entry.command_id
        for entry in history.entries
        if entry.event.pairing_act is PairingAct.DRAFTED and entry.event.round == number
    ]
    return any(
        isinstance(entry.fact.event, RoundClosed) and entry.command_id in paired[-1:]
        for entry in history.entries
    )


def _not_entered(history: History, last: HistoryEntry) -> Inverse:
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


def _undoing(event: Event) -> Inverse | None:
    """Return the command that takes an event back, with the fields that it needs."""
    kind = event.undone_by
    if kind is None:
        return None
    needed = (each.name for each in fields(kind) if each.required)
    return command_name(kind), {name: str(getattr(event, name)) for name in needed}
