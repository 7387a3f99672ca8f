"""The moment that a command looks at (`--at`), and the events up to it."""

from collections.abc import Sequence

from msgspec.structs import replace

from planilla.adapters.cli.logs import Reading, facts_of, reading_of
from planilla.adapters.cli.outcome import NO, UNREADABLE, Stop
from planilla.adapters.cli.tools import Shelf, Tools
from planilla.application.envelope import Recorded
from planilla.application.moments import UNREADABLE as UNWRITTEN
from planilla.application.moments import MomentFault, Reached, moment_in, version_at
from planilla.domain.tournament.evolve import fold


async def reading_at(tools: Tools, tournament: str, at: str | None) -> Reading:
    """A tournament as it was read, with its events up to a moment; names are those of today.

    Raises:
        Stop: there is no such tournament, or no such moment of it.
    """
    async with tools.open() as store:
        reading = await reading_of(store, tournament)
        return replace(reading, events=await until(store, reading.events, at, tools))


async def until(
    store: Shelf, events: Sequence[Recorded], at: str | None, tools: Tools
) -> tuple[Recorded, ...]:
    """The events of a tournament up to a moment; all of them without one.

    Raises:
        Stop: it cannot be read, or the tournament has no such moment.
    """
    if at is None:
        return tuple(events)
    now = max(tools.now(), events[-1].recorded_at)
    reached = Reached(now=now, position=await store.log.position())
    try:
        # The state tells how far the log came, its days and its time zone.
        version = version_at(moment_in(at), events, fold(facts_of(events)), reached)
    except MomentFault as fault:
        code = UNREADABLE if fault.code in UNWRITTEN else NO
        raise Stop(f"refusal.{fault.code}", exit_code=code, **fault.fields) from fault
    return tuple(events[:version])
