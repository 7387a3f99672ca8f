"""The head of a tournament's page: system, settings and progress in one row, and its notices."""

from collections.abc import Mapping
from typing import NamedTuple

from planilla.domain.scoring import system_of
from planilla.domain.tiebreaks import tiebreak_of
from planilla.domain.tournament.crosstables import for_standings, rounds_planned
from planilla.domain.tournament.ranking import contest_for
from planilla.domain.tournament.state import RoundStatus, Tournament
from planilla.domain.vocabulary import GameResult
from planilla.projections.stages import StageRow, boards_of, stage_rows

KEY = "event"


class EventRow(NamedTuple):
    """The tournament as a whole.

    `unit` and `tiebreak_units`: what people see is value / unit. `round` is the last published,
    `closed` how many are closed, `boards` those of `round`; `late` counts late entries,
    `changed_at` is the time of the last fact in microseconds since 1970 (UTC). `stages` are those
    of a tournament of several, `notices` the versions of the notices that were not taken back.
    """

    name: str
    system: str
    point_system: str
    unit: int
    tiebreaks: tuple[str, ...]
    tiebreak_units: tuple[int, ...]
    mode: str
    rounds: int
    round: int
    boards: int
    boards_finished: int
    closed: int
    finished: bool
    entrants: int
    late: int
    changed_at: int
    stages: tuple[StageRow, ...]
    notices: tuple[int, ...]


def rows(state: Tournament) -> Mapping[str, EventRow]:
    """Return the one row, once the tournament exists."""
    if not state.exists:
        return {}
    crosstable = for_standings(state)
    edition = state.tiebreak_edition
    contest = contest_for(state)
    current = state.round(state.last_published)
    results = b"" if current is None else current.results
    row = EventRow(
        name=state.name,
        system=state.system_name,
        point_system=state.point_system,
        unit=system_of(crosstable).unit,
        tiebreaks=state.tiebreaks,
        tiebreak_units=tuple(tiebreak_of(code, edition).unit(contest) for code in state.tiebreaks),
        mode=state.tiebreak_mode,
        rounds=rounds_planned(state),
        round=state.last_published,
        boards=boards_of(state, current),
        boards_finished=len(results) - results.count(GameResult.OPEN),
        closed=sum(1 for played in state.rounds if played.status is RoundStatus.CLOSED),
        finished=state.is_over,
        entrants=len(state.entrants),
        late=sum(1 for entrant in state.entrants.values() if entrant.first_round > 1),
        changed_at=state.changed_at,
        stages=stage_rows(state),
        notices=tuple(each.version for each in state.notices),
    )
    return {KEY: row}


class NoticeRow(NamedTuple):
    """A notice: when it was posted and, with an end, until when it is shown.

    Both times are in microseconds since 1970 (UTC). Its text is kept apart: pages ask for it.
    """

    at: int
    until: int | None


def notice_rows(state: Tournament) -> Mapping[str, NoticeRow]:
    """Return the notices that were not taken back, by the versions of their events."""
    return {str(each.version): NoticeRow(at=each.at, until=each.until) for each in state.notices}
