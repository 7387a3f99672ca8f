"""Facts as lines of the timeline, and the act that undoes the last one."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Any

from msgspec.structs import fields

from planilla.adapters.http.views.tournament_page import TournamentPage, local_moment
from planilla.application.states import History, HistoryEntry
from planilla.domain.tournament.closing import RoundClosed
from planilla.domain.tournament.entrants import EntrantEntered
from planilla.domain.tournament.event import Event, PairingAct
from planilla.domain.tournament.importing import TournamentImported
from planilla.domain.tournament.subjects import command_name
from planilla.presentation.sentences import event_sentence

SIGNS = {"setup": "◇", "entrant": "+", "round": "▤", "result": "●", "correction": "✎"}


@dataclass(frozen=True, kw_only=True)
class FactLine:
    """One fact as text; `at` is in microseconds since 1970 (UTC)."""

    version: int
    at: int
    kind: str
    sign: str
    sentence: str
    reason: str
    command_id: str
    is_public: bool


def fact_lines(
    page: TournamentPage, entries: Iterable[HistoryEntry], texts: Mapping[str, str]
) -> tuple[FactLine, ...]:
    """Return the facts as text, in order; `texts` are the reasons visible to the reader."""
    return tuple(_line(page, entry, texts) for entry in entries if entry.event.has_sentence())


def last_lines(entries: Sequence[HistoryEntry], count: int) -> tuple[HistoryEntry, ...]:
    """Return the last facts that have a sentence, in order."""
    newest = (entry for entry in reversed(entries) if entry.event.has_sentence())
    return tuple(islice(newest, count))[::-1]


def _line(page: TournamentPage, entry: HistoryEntry, texts: Mapping[str, str]) -> FactLine:
    row, kind = entry.listed.row, entry.event.topic.value
    return FactLine(
        version=entry.version,
        at=entry.fact.recorded_at,
        kind=kind,
        sign=SIGNS[kind],
        sentence=event_sentence(
            page.language,
            row,
            name_of=page.isolated_name,
            game_of=page.game_name,
            date_of=lambda language, at: local_moment(language, page.state, at),
        ),
        reason=texts.get(row.reason, ""),
        command_id=entry.listed.command_id,
        is_public=entry.is_public,
    )


IMPORT_FACTS_MAX = 3
"""Number of first facts among which an import is searched."""

Inverse = tuple[str, dict[str, str]]


@dataclass(frozen=True, kw_only=True)
class Undo:
    """The last act, the act that undoes it, and the version for both."""

    version: int
    at: int
    act: str
    fields: dict[str, str]


def undo_of(history: History) -> Undo | None:
    """Return the undoing of the last act; None if only another ruling can correct it."""
    if not history.entries:
        return None
    last, act = history.entries[-1], history.entries[-1].listed.command_id
    if any(_imports(entry, act) for entry in history.entries[:IMPORT_FACTS_MAX]):
        return None  # a whole tournament was imported
    together = list(
        takewhile(lambda each: each.listed.command_id == act, reversed(history.entries))
    )[::-1]
    if any(entry.event.pairing_act is PairingAct.DISCARDED for entry in together):
        return None  # an undo is not undone: the act is repeated instead
    if all(isinstance(entry.event, EntrantEntered) for entry in together):
        act, needed = _not_entered(history, last)
        return Undo(version=last.version, at=last.fact.recorded_at, act=act, fields=needed)
    undoing = _undoing(together[-1].fact.event)
    if undoing is None:
        return None
    act, needed = undoing
    if act == "unpair-round" and _closed_another(history, together[-1].fact.event):
        needed = {**needed, "reopens": "yes"}
    return Undo(version=last.version, at=last.fact.recorded_at, act=act, fields=needed)


def _imports(entry: HistoryEntry, command_id: str) -> bool:
    is_import = isinstance(entry.fact.event, TournamentImported)
    return is_import and entry.listed.command_id == command_id


def _closed_another(history: History, event: Event) -> bool:
    """Return whether the act that paired the round of an event closed the one before."""
    paired_in = (event.round, event.stage_number)
    paired = [
        entry.listed.command_id
        for entry in history.entries
        if entry.event.pairing_act is PairingAct.DRAFTED
        and (entry.fact.event.round, entry.fact.event.stage_number) == paired_in
    ]
    return any(
        isinstance(entry.fact.event, RoundClosed) and entry.listed.command_id in paired[-1:]
        for entry in history.entries
    )


def _not_entered(history: History, last: HistoryEntry) -> Inverse:
    """Return the removal of all entries of a list, all portions included, not yet removed."""
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
    """Return the command that undoes an event, with its fields."""
    kind = event.undone_by
    if kind is None:
        return None
    needed = [each.name for each in fields(kind) if each.required]
    if "in_stage" in kind.__struct_fields__ and event.stage_number > 1:
        needed.append("in_stage")
    return command_name(kind), {name: _field_text(getattr(event, name)) for name in needed}


def _field_text(value: Any) -> str:
    """Return the text of a form field; a list is joined by commas."""
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
