"""Command `schedule`: the rounds of a system whose games are fixed before the first one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from planilla.adapters.cli.command_line import Invocation, argument, command, option
from planilla.adapters.cli.console import CommandError, CommandOutcome, Console
from planilla.adapters.cli.files import write
from planilla.adapters.cli.values import count
from planilla.domain.pairing.table import FREE, NoTable, Rounds, TableRequest, TableSystem

if TYPE_CHECKING:
    from planilla.domain.pairing.knockout.bracket import Bracket

FIGURES = ("players", "teams", "boards", "cycles", "games", "order")
"""The options that size a table, in the order in which they are listed."""


@command("schedule", "cli.schedule")
@argument("system", key="cli.schedule.system", metavar="NAME")
@option("--players", key="cli.schedule.players", metavar="N", type=count)
@option("--teams", key="cli.schedule.teams", metavar="N", type=count)
@option("--boards", key="cli.schedule.boards", metavar="N", type=count)
@option("--cycles", key="cli.schedule.cycles", metavar="N", type=count)
@option("--games", key="cli.schedule.games", metavar="N", type=count)
@option("--order", key="cli.schedule.order", metavar="NAME")
@option("--svg", key="cli.schedule.svg", metavar="FILE")
def schedule(
    invocation: Invocation, *, system: str, svg: str | None, **figures: int | str | None
) -> CommandOutcome:
    """Return the rounds; refuse a size without a table, with the sizes that exist.

    With `--svg` write the chart of a knockout.
    """
    from planilla.domain.pairing.knockout import BRACKETS
    from planilla.domain.pairing.table_systems import SYSTEMS_BY_TABLE

    found = SYSTEMS_BY_TABLE.get(system)
    if found is None:
        known = ", ".join(SYSTEMS_BY_TABLE)
        raise CommandError("error.no-such-table", system=system, known=known)
    given = {name: figure for name, figure in figures.items() if figure is not None}
    _check_figures(found, given)
    if svg is not None and system not in BRACKETS:
        raise CommandError("error.no-chart", system=system, known=", ".join(BRACKETS))
    request = msgspec.convert(given, TableRequest)
    try:
        if svg is not None:
            return _chart(invocation.console, BRACKETS[system](request), svg)
        rounds = found.of(request)
    except NoTable as missing:
        raise _no_table(system, missing) from missing
    if not invocation.console.as_json:
        return CommandOutcome(lines=tuple(_lines(invocation.console, rounds)))
    written = [[[white.written, black.written] for white, black in games] for games in rounds]
    return CommandOutcome(data={"system": system, "rounds": written})


def _check_figures(found: TableSystem, given: Mapping[str, int | str]) -> None:
    """Refuse a figure that a system does not take, or one above its largest."""
    takes = [name for name in FIGURES if name in found.takes]
    for name, figure in given.items():
        if name not in takes:
            raise CommandError(
                "error.figure-not-taken",
                system=found.name,
                figure=_option(name),
                takes=", ".join(map(_option, takes)),
            )
        most = found.most.get(name)
        if most is not None and int(figure) > most:
            raise CommandError(
                "error.table-most",
                system=found.name,
                figure=_option(name),
                given=figure,
                most=most,
            )


def _chart(console: Console, bracket: Bracket, svg: str) -> CommandOutcome:
    """Write the chart of a bracket to a file."""
    from planilla.domain.pairing.knockout.progress import progress
    from planilla.presentation.drawings.bracket import chart_of, standalone
    from planilla.presentation.drawings.bracket_layout import layout_of

    layout = layout_of(bracket)
    text = standalone(layout, chart_of(bracket, progress(bracket, {})), console.language)
    write(svg, text.encode())
    return CommandOutcome(
        data={"file": svg, "matches": len(layout.boxes)},
        lines=(console.say("cli.schedule.drawn", matches=len(layout.boxes), file=svg),),
    )


def _option(name: str) -> str:
    return f"--{name}"


def _no_table(system: str, missing: NoTable) -> CommandError:
    """Return the sentence on the figure that is missing or has no table, with what is possible."""
    key = "error.table-even" if missing.even else "error.table-least"
    return CommandError(
        "error.table-sizes" if missing.offered else key,
        system=system,
        figure=_option(missing.field),
        given=missing.given,
        offered=", ".join(map(str, missing.offered)),
        least=missing.least,
    )


def _lines(console: Console, rounds: Rounds) -> Iterator[str]:
    """Yield a line for each round, and one for those who are free in it."""
    for number, games in enumerate(rounds, start=1):
        played = [f"{w.written}-{b.written}" for w, b in games if FREE not in (w, b)]
        yield console.say("cli.schedule.round", round=number, games="  ".join(played))
        free = [place.written for game in games if FREE in game for place in game if place != FREE]
        if free:
            yield console.say("cli.schedule.free", free=", ".join(map(str, free)))
