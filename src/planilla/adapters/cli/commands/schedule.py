"""Command `schedule`: the rounds of a system whose games are fixed before the first one."""

from collections.abc import Iterator

import msgspec

from planilla.adapters.cli.command_line import Invocation, argument, command, option
from planilla.adapters.cli.console import CommandError, CommandOutcome, Console
from planilla.adapters.cli.values import count
from planilla.domain.pairing.table import FREE, NoTable, Rounds, TableRequest


@command("schedule", "cli.schedule")
@argument("system", key="cli.schedule.system", metavar="NAME")
@option("--players", key="cli.schedule.players", metavar="N", type=count)
@option("--teams", key="cli.schedule.teams", metavar="N", type=count)
@option("--boards", key="cli.schedule.boards", metavar="N", type=count)
@option("--cycles", key="cli.schedule.cycles", metavar="N", type=count)
@option("--games", key="cli.schedule.games", metavar="N", type=count)
@option("--order", key="cli.schedule.order", metavar="NAME")
def schedule(invocation: Invocation, *, system: str, **figures: int | str | None) -> CommandOutcome:
    """Return the rounds; refuse a size without a table, with the sizes that exist."""
    from planilla.domain.pairing.table_systems import SYSTEMS_BY_TABLE

    found = SYSTEMS_BY_TABLE.get(system)
    if found is None:
        known = ", ".join(SYSTEMS_BY_TABLE)
        raise CommandError("error.no-such-table", system=system, known=known)
    given = {name: figure for name, figure in figures.items() if figure is not None}
    takes = [name for name in figures if name in found.takes]
    for name, figure in given.items():
        if name not in takes:
            raise CommandError(
                "error.figure-not-taken",
                system=system,
                figure=_option(name),
                takes=", ".join(map(_option, takes)),
            )
        most = found.most.get(name)
        if most is not None and int(figure) > most:
            raise CommandError(
                "error.table-most",
                system=system,
                figure=_option(name),
                given=figure,
                most=most,
            )
    try:
        rounds = found.of(msgspec.convert(given, TableRequest))
    except NoTable as missing:
        raise _no_table(system, missing) from missing
    if not invocation.console.as_json:
        return CommandOutcome(lines=tuple(_lines(invocation.console, rounds)))
    written = [[[white.written, black.written] for white, black in games] for games in rounds]
    return CommandOutcome(data={"system": system, "rounds": written})


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
