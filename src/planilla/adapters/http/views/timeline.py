"""The timeline in plain words: one line for each fact, with a small sign for its kind."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from planilla.adapters.http.reading import HistoryEntry
from planilla.adapters.http.views.local import local_moment
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.presentation.sentences import event_sentence

SIGNS = {"setup": "◇", "entrant": "+", "round": "▤", "result": "●", "correction": "✎"}


@dataclass(frozen=True, kw_only=True)
class FactLine:
    """One fact in words; `at` is in microseconds since 1970 (UTC)."""

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
    """Return the facts in words, in order; `texts` are the reasons that the reader may see."""
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
        command_id=entry.command_id,
        is_public=entry.is_public,
    )
