"""The head of a tournament's page: what is played, how far it is. One row, with the key `event`."""

from planilla.domain.crosstable import Crosstable
from planilla.domain.scoring import system_of
from planilla.domain.tiebreaks import unit_of
from planilla.domain.tournament.crosstables import for_standings, rounds_planned
from planilla.domain.tournament.state import RoundStatus, Tournament
from planilla.domain.vocabulary import GameResult
from planilla.projections.view import Rows

KEY = "event"

COLUMNS = (
    "name",
    "system",
    "point_system",
    "unit",
    "tiebreaks",
    "tiebreak_units",
    "mode",
    "rounds",
    "round",
    "boards",
    "boards_finished",
    "closed",
    "finished",
    "entrants",
    "late",
    "changed_at",
)
"""`unit` and `tiebreak_units`: what people see is value / unit. `round` is the last published,
`closed` how many are closed, `boards` those of `round`; `late` counts late entries, `changed_at`
is the time of the last fact in microseconds since 1970 (UTC)."""


def rows(state: Tournament) -> Rows:
    """The one row, once the tournament exists."""
    if not state.exists:
        return {}
    crosstable = for_standings(state)
    return {KEY: (*_rules(state, crosstable), *_progress(state))}


def _rules(state: Tournament, crosstable: Crosstable) -> tuple[object, ...]:
    return (
        state.name,
        state.system,
        state.point_system,
        system_of(crosstable).unit,
        state.tiebreaks,
        tuple(unit_of(code, state.tiebreak_edition, crosstable) for code in state.tiebreaks),
        state.tiebreak_mode,
        rounds_planned(state),
    )


def _progress(state: Tournament) -> tuple[object, ...]:
    current = state.round(state.last_published)
    results = current.results if current is not None else b""
    return (
        state.last_published,
        len(results),
        len(results) - results.count(GameResult.OPEN),
        sum(1 for played in state.rounds if played.status is RoundStatus.CLOSED),
        state.finished,
        len(state.entrants),
        sum(1 for entrant in state.entrants.values() if entrant.first_round > 1),
        state.changed_at,
    )
