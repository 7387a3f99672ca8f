"""The command `show`: the rows of a view, now or at any moment, with the names of today."""

import asyncio
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from planilla.adapters.cli.command_line import Invocation, argument, command
from planilla.adapters.cli.console import CommandError, CommandOutcome
from planilla.adapters.cli.logs import facts_of, reading_at
from planilla.adapters.cli.values import at_moment
from planilla.domain.tournament.evolve import evolve, fold
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.state import INITIAL
from planilla.presentation.tables import NOTHING, aligned, words_in
from planilla.projections import VIEWS
from planilla.projections.timeline import in_context
from planilla.projections.view import Row, Rows, StateView, View, may_see


@command("show", "cli.show")
@argument("tournament", key="cli.tournament")
@argument("view", key="moments.cli.view")
@at_moment
def show(invocation: Invocation, *, tournament: str, view: str, at: str | None) -> CommandOutcome:
    """Write a line for each row, its key first; as data the rows as the interface serves them."""
    found = VIEWS.get(view)
    if found is None:
        raise CommandError("moments.no-such-view", view=view, known=tuple(VIEWS))
    reading = asyncio.run(reading_at(invocation.services, tournament, at))
    rows = _rows(found, facts_of(reading.events))
    version = reading.events[-1].version
    data = {"view": found.name, "version": version, "columns": found.columns, "rows": rows}
    title = invocation.console.say("moments.view", view=found.name, version=version)
    return CommandOutcome(lines=[title, *_lines(found, rows, reading.names)], data=data)


def _rows(view: View, facts: tuple[Fact, ...]) -> Rows:
    seen = [fact for fact in facts if may_see(view.audience, fact)]
    if isinstance(view, StateView):
        return view.rows(fold(seen))
    state, rows = INITIAL, dict[str, Row]()
    for fact in seen:
        after = evolve(state, fact)
        rows.update(view.rows(in_context(state, fact, after)))
        state = after
    return rows


def _lines(view: View, rows: Rows, names: Mapping[str, str]) -> Iterator[str]:
    """Return the rows by `key`, the greatest first, or else as they come; columns aligned."""
    ordered = sorted(rows.items(), key=lambda each: _order(view, each[1]), reverse=True)
    table = [[names.get(key, key), *(_cell(each, names) for each in row)] for key, row in ordered]
    yield from aligned([["", *view.columns], *table], left=words_in(table))


def _order(view: View, row: Row) -> tuple[Any, ...]:
    place = view.columns.index("key") if "key" in view.columns else None
    return () if place is None else tuple(row[place])


def _cell(value: Any, names: Mapping[str, str]) -> str:
    if value is None:
        return NOTHING
    if isinstance(value, tuple | list):
        return " ".join(_cell(each, names) for each in value)
    if isinstance(value, Mapping):
        return str(msgspec.to_builtins(value))
    return names.get(str(value), str(value))
