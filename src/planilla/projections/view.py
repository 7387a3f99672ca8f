"""The shape of a view: rows by key, made from the state or from each fact.

A row is a tuple of cells that JSON can write: integers, text, None, tuples and mappings of these.
Rows carry ids, never names, and never their own place: one result changes few rows.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from planilla.domain.tournament.event import Audience, audience_of
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.state import Tournament, focused
from planilla.domain.tournament.values import PublicLevel
from planilla.projections.timeline import FactInContext

Row = tuple[Any, ...]
Rows = Mapping[str, Row]


class StateView(msgspec.Struct, frozen=True):
    """A view whose rows follow from the state alone.

    `columns` names the cells of a row in order; in the crosstable one more cell follows for each
    published round. `version` is raised when the meaning of a cell changes: clients then
    start anew. `blind_to` names what of the state its rows never read: where nothing else changed
    they need not be made again. `level` is that of what it shows the public.
    """

    name: str
    audience: Audience
    columns: tuple[str, ...]
    rows: Callable[[Tournament], Rows]
    blind_to: frozenset[str] = frozenset()
    version: int = 1
    level: PublicLevel = PublicLevel.STANDINGS


class FactView(msgspec.Struct, frozen=True):
    """A view that only grows: each fact adds the rows that `rows` makes of it in its context."""

    name: str
    audience: Audience
    columns: tuple[str, ...]
    rows: Callable[[FactInContext], Rows]
    version: int = 1
    level: PublicLevel = PublicLevel.STANDINGS


View = StateView | FactView


def may_wait(view: View) -> bool:
    """Return whether the public may see a view later than it changes."""
    return view.audience is Audience.PUBLIC and view.level is not PublicLevel.NOTHING


TIME = frozenset(
    {"version", "changed_at", "timers", "timers_made", "awaiting"}
    | {"notices", "entry_form", "requests"}
)
"""Fields of the state that change with every fact, or describe scheduled actions and notices."""
STAGES = frozenset({"whole", "later"})
"""Fields that hold the other stages: the rows of a stage do not follow from them.

The one view that names all stages also reads the time of the last fact, so it is made again anyway.
"""
MEMORY = frozenset({"memory"})
"""The memory of the system: an act in a hall changes it and nothing else of most views."""
TIME_AND_MEMORY = TIME | MEMORY


def is_same_to(view: StateView, one: Tournament, other: Tournament) -> bool:
    """Return whether two states are equal in all that the rows of a view may read."""
    return all(
        getattr(one, field) is getattr(other, field)
        for field in Tournament.__struct_fields__
        if field not in view.blind_to and field not in STAGES
    )


def rows_in(view: StateView, state: Tournament, stage: int) -> Rows:
    """Return the rows of a view of one stage of a tournament; none before the stage is planned."""
    return view.rows(focused(state, stage)) if stage <= state.stages else {}


def may_see(audience: Audience, fact: Fact) -> bool:
    """Return whether readers of `audience` may see the fact."""
    return audience is Audience.STAFF or audience_of(fact.event) is Audience.PUBLIC
