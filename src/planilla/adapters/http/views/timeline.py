"""Facts as lines of the timeline, and the act that undoes the last one."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from msgspec.structs import fields

from planilla.adapters.http.views.tournament_page import TournamentPage, local_moment
from planilla.application.envelope import Actor
from planilla.application.states import History, HistoryEntry
from planilla.application.undo import undo_for
from planilla.domain.tournament.command import Command
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


@dataclass(frozen=True, kw_only=True)
class UndoOffered:
    """The undo of the last act as a form: what was recorded, and the command with its fields.

    `version` is the last one, `at` the time of the act in microseconds since 1970 (UTC).
    """

    version: int
    at: int
    said: str
    act: str
    fields: dict[str, str]


def undo_offered(page: TournamentPage, history: History, actor: Actor) -> UndoOffered | None:
    """Return the undo of the last act, if it is one of this visitor and can be taken back."""
    undo = undo_for(history, actor)
    if undo is None:
        return None
    act, given = as_form(undo.command)
    return UndoOffered(
        version=history.version,
        at=undo.undone.recorded_at,
        said=_line(page, undo.undone, {}).sentence if undo.undone.event.has_sentence() else "",
        act=act,
        fields=given,
    )


def as_form(command: Command) -> tuple[str, dict[str, str]]:
    """Return a command as a form: its name, and the fields that differ from their defaults."""
    given = {each.name: getattr(command, each.name) for each in fields(command)}
    return command_name(type(command)), {
        each.name: _field_text(given[each.name])
        for each in fields(command)
        if each.required or given[each.name] != each.default
    }


def _field_text(value: Any) -> str:
    """Return the text of a form field; a list is joined by commas."""
    if value is True:
        return "yes"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
