"""Preview of an import: the tournament that it would create, in sentences."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from planilla.audit.compare import PlaceDifference, consequences
from planilla.domain.tournament.crosstables import rounds_planned
from planilla.domain.tournament.state import INITIAL, Tournament
from planilla.domain.vocabulary import EntrantId
from planilla.presentation.catalogue import tr
from planilla.presentation.figures import figure

ROWS = 5
"""Rows of the standings in a preview."""
Names = Mapping[str, str]


class Placed(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the standings; `points` in units of one `Arrival.unit`-th of a point."""

    rank: int
    entrant: EntrantId
    points: int


class Arrival(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament as it would be there, with the first rows of its standings."""

    name: str
    system: str
    players: int
    published: int
    rounds: int
    finished: bool
    unit: int
    standings: tuple[Placed, ...]


def arrival_of(state: Tournament) -> Arrival:
    """Return the preview of a tournament; no entrant has a place when nothing was played."""
    effects = consequences(INITIAL, state)
    ranked = sorted(effects.places, key=lambda each: (each.rank_after or 0, each.entrant))
    return Arrival(
        name=state.name,
        system=state.system_name,
        players=len(state.entrants),
        published=state.last_published,
        rounds=rounds_planned(state) if state.system.has_rounds else 0,
        finished=state.is_over,
        unit=effects.unit,
        standings=tuple(_placed(each) for each in ranked if each.rank_after is not None)[:ROWS],
    )


def _placed(change: PlaceDifference) -> Placed:
    assert change.rank_after is not None
    return Placed(rank=change.rank_after, entrant=change.entrant, points=change.points_after)


def arrival_lines(arrival: Arrival, language: str, names: Names) -> Iterator[str]:
    """The tournament in a sentence, and the first of the standings; who has no name by the key."""
    fields: dict[str, Any] = {
        "n": arrival.players,
        "published": arrival.published,
        "rounds": arrival.rounds,
    }
    key = "arrival.rounds" if arrival.rounds else "arrival.no-rounds"
    yield tr(language, key, name=arrival.name, system=arrival.system, **fields)
    if arrival.standings:
        yield tr(language, "arrival.finished" if arrival.finished else "arrival.standings")
    for each in arrival.standings:
        said = figure(each.points, arrival.unit)
        yield f"  {each.rank}. {names.get(each.entrant) or each.entrant}  {said}"
