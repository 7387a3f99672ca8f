"""Command `show`: a view, current or of any moment, with current names.

A view with a table on the pages is shown as that table; rows of others are shown unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from planilla.adapters.cli.command_line import CSV_FORM, Invocation, argument, command, table_form
from planilla.adapters.cli.console import CommandError, CommandOutcome
from planilla.adapters.cli.values import at_moment

if TYPE_CHECKING:
    from planilla.domain.tournament.facts import Fact
    from planilla.projections.view import Row, Rows, View

TABLE_OF_VIEW = {"keizer": "standings"}
"""Tables by the name of the view with their rows, where that is another name."""


@command("show", "cli.show")
@argument("tournament", key="cli.tournament")
@argument("view", key="moments.cli.view")
@at_moment
@table_form
def show(
    invocation: Invocation, *, tournament: str, view: str, at: str | None, form: str
) -> CommandOutcome:
    """Write a line for each row, or with `--json` the rows as in the API."""
    import asyncio

    from planilla.adapters.cli.logs import facts_of, reading_at
    from planilla.domain.tournament.evolve import fold
    from planilla.presentation.tables import aligned, csv_of, view_csv, view_lines, words_in
    from planilla.projections import VIEWS
    from planilla.projections.tables import TABLES
    from planilla.projections.view import may_see

    found = VIEWS.get(view)
    if found is None:
        raise CommandError("moments.no-such-view", view=view, known=tuple(VIEWS))
    console = invocation.console
    reading = asyncio.run(reading_at(invocation.services, tournament, at))
    version = reading.events[-1].version
    seen = [fact for fact in facts_of(reading.events) if may_see(found.audience, fact)]
    if console.as_json:
        rows = _rows(found, seen)
        data = {"view": found.name, "version": version, "columns": found.columns, "rows": rows}
        return CommandOutcome(data=data)
    title = console.say("moments.view", view=found.name, version=version)
    name = TABLE_OF_VIEW.get(view, view)
    if name not in TABLES:
        header, *cells = _cells(found, _rows(found, seen), reading.names)
        if form == CSV_FORM:
            return CommandOutcome(raw=csv_of(["key", *header[1:]], cells).encode())
        return CommandOutcome(lines=[title, *aligned([header, *cells], left=words_in(cells))])

    def name_of(entrant: str) -> str:
        return reading.names.get(entrant, entrant)

    shown = (console.language, name, fold(seen), name_of)
    if form == CSV_FORM:
        return CommandOutcome(raw=view_csv(*shown).encode())
    return CommandOutcome(lines=[title, *view_lines(*shown)])


def _rows(view: View, seen: Sequence[Fact]) -> Rows:
    from planilla.domain.tournament.evolve import evolve, fold
    from planilla.domain.tournament.state import INITIAL
    from planilla.projections.timeline import in_context
    from planilla.projections.view import StateView

    if isinstance(view, StateView):
        return view.rows(fold(seen))
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
