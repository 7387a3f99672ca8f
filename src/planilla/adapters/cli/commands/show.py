"""Command `show`: a view, current or of any moment, with current names.

A view with a table on the pages is shown as that table; rows of others are shown unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from planilla.adapters.cli.command_line import CSV_FORM, Invocation, argument, command, table_form
from planilla.adapters.cli.console import CommandError, CommandOutcome, Console
from planilla.adapters.cli.values import at_moment, at_stage, stage_named

if TYPE_CHECKING:
    from planilla.domain.tournament.facts import Fact
    from planilla.domain.tournament.state import Tournament
    from planilla.projections.view import Row, Rows, View

TABLE_OF_VIEW = {"keizer": "standings"}
"""Tables by the name of the view with their rows, where that is another name."""


@command("show", "cli.show")
@argument("tournament", key="cli.tournament")
@argument("view", key="moments.cli.view")
@at_stage
@at_moment
@table_form
def show(  # noqa: PLR0913 - a parameter for each option
    invocation: Invocation,
    *,
    tournament: str,
    view: str,
    stage: str | None,
    at: str | None,
    form: str,
) -> CommandOutcome:
    """Write a line for each row, or with `--json` the rows as in the API."""
    import asyncio

    from planilla.adapters.cli.logs import facts_of, reading_at
    from planilla.domain.tournament.event import Audience
    from planilla.domain.tournament.evolve import fold
    from planilla.presentation.tables import aligned, csv_of, view_csv, view_lines, words_in
    from planilla.projections import VIEWS
    from planilla.projections.tables import TABLES
    from planilla.projections.view import FactView, may_see

    found, name = VIEWS.get(view), TABLE_OF_VIEW.get(view, view)
    if found is None and name not in TABLES:
        known = tuple(dict.fromkeys((*VIEWS, *TABLES)))
        raise CommandError("moments.no-such-view", view=view, known=known)
    if stage is not None and isinstance(found, FactView):
        raise CommandError("error.view-of-all-stages", view=view)
    console = invocation.console
    reading = asyncio.run(reading_at(invocation.services, tournament, at))
    audience = Audience.PUBLIC if found is None else found.audience
    seen = [fact for fact in facts_of(reading.events) if may_see(audience, fact)]
    state = stage_named(fold(seen), stage)

    names = {**_teams_named(console, state, reading.texts), **reading.names}

    def name_of(entrant: str) -> str:
        return names.get(entrant, entrant)

    head = {"view": view, "version": reading.events[-1].version}
    if console.as_json:
        return CommandOutcome(data=_data(head, state, seen))
    title = _title(console, head, state)
    if found is not None and name not in TABLES:
        header, *cells = _cells(found, _rows(found, seen, state), names)
        if form == CSV_FORM:
            return CommandOutcome(raw=csv_of(["key", *header[1:]], cells).encode())
        return CommandOutcome(lines=[title, *aligned([header, *cells], left=words_in(cells))])
    shown = (console.language, name, state, name_of)
    if form == CSV_FORM:
        return CommandOutcome(raw=view_csv(*shown).encode())
    return CommandOutcome(lines=[title, *view_lines(*shown)])


def _teams_named(console: Console, state: Tournament, texts: Mapping[str, str]) -> dict[str, str]:
    """Return the teams of a table by their letters, with the names that they have."""
    from planilla.presentation.tables import team_label

    if not state.system.forms_teams:
        return {}
    names = {team.id: texts.get(state.team_names.get(team.id, ""), "") for team in state.teams}
    return {team: team_label(console.language, team, name) for team, name in names.items()}


def _title(console: Console, head: Mapping[str, Any], state: Tournament) -> str:
    """Return the line above a view, with the stage in a tournament of several."""
    if state.stages == 1:
        return console.say("moments.view", **head)
    return console.say("stages.cli.view", **head, stage=f"{state.stage} {state.plan.title}".strip())


def _data(head: Mapping[str, Any], state: Tournament, seen: Sequence[Fact]) -> dict[str, Any]:
    """Return a view or a table as data, with its stage in a tournament of several."""
    from planilla.presentation.tables import table_cells
    from planilla.projections import VIEWS

    found = VIEWS.get(head["view"])
    named = {} if state.stages == 1 else {"stage": state.stage}
    if found is None:
        columns, cells = table_cells(head["view"], state)
        return {**head, **named, "columns": columns, "rows": cells}
    rows = _rows(found, seen, state)
    return {**head, **named, "columns": found.columns, "rows": rows}


def _rows(view: View, seen: Sequence[Fact], stage: Tournament) -> Rows:
    """Return the rows of a view of the state of a stage, or of all facts."""
    from planilla.domain.tournament.evolve import evolve
    from planilla.domain.tournament.state import INITIAL
    from planilla.projections.timeline import in_context
    from planilla.projections.view import StateView

    if isinstance(view, StateView):
        return view.rows(stage)
    state = INITIAL
    rows: dict[str, Row] = {}
    for fact in seen:
        after = evolve(state, fact)
        rows.update(view.rows(in_context(state, fact, after)))
        state = after
    return rows


def _cells(view: View, rows: Rows, names: Mapping[str, str]) -> Iterator[list[str]]:
    """Yield the columns of a view, then its rows, each starting with its key.

    The rows are sorted by `key`, the greatest first, or keep their order.
    """
    yield ["", *view.columns]
    for key, row in sorted(rows.items(), key=lambda each: _order(view, each[1]), reverse=True):
        yield [names.get(key, key), *(_cell(each, names) for each in row)]


def _order(view: View, row: Row) -> tuple[Any, ...]:
    place = view.columns.index("key") if "key" in view.columns else None
    return () if place is None else tuple(row[place])


def _cell(value: Any, names: Mapping[str, str]) -> str:
    from planilla.presentation.tables import NOTHING

    if value is None:
        return NOTHING
    if isinstance(value, tuple | list):
        return " ".join(_cell(each, names) for each in value)
    if isinstance(value, Mapping):
        return str(msgspec.to_builtins(value))
    return names.get(str(value), str(value))
