"""Reading of a tournament of the log by commands, up to a moment (`--at`)."""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from planilla.adapters.cli.console import CommandError, Exit
from planilla.adapters.cli.services import ReadStore, Services
from planilla.application.envelope import Actor, Recorded
from planilla.application.moments import UNREADABLE as NO_MOMENTS
from planilla.application.moments import MomentFault, Reached, moment_in, version_at
from planilla.application.roles import ALL_TOURNAMENTS, festival_of_scope, full_grant
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import Fact, UnknownEvent


def actor_named(name: str) -> Actor:
    """Return an actor with all permissions; `name` is recorded."""
    return Actor(id=name, grants=(full_grant(ALL_TOURNAMENTS),))


COMMAND_LINE = actor_named("command-line")
"""Default actor of commands."""


class LogReading(msgspec.Struct, frozen=True, kw_only=True):
    """Data of a tournament: its events, its people and its texts."""

    tournament: str
    events: tuple[Recorded, ...]
    head: int
    names: Mapping[str, str]
    texts: Mapping[str, str]


async def reading_of(store: ReadStore, tournament: str) -> LogReading:
    """Read all data of a tournament.

    Raises:
        CommandError: there is no such tournament.
    """
    events = await store.log.events(tournament)
    if not events:
        raise CommandError("error.no-such-tournament", tournament=tournament)
    people = await store.log.people(tournament)
    return LogReading(
        tournament=tournament,
        events=events,
        head=await store.log.head(tournament),
        names={entrant: person.name for entrant, person in people.items()},
        texts=await store.log.texts(tournament, "staff"),
    )


def facts_of(events: Sequence[Recorded]) -> tuple[Fact, ...]:
    """Return the facts of a log.

    Raises:
        CommandError: an event cannot be decoded: it was altered, or comes from a newer Planilla.
    """
    facts = []
    for recorded in events:
        try:
            facts.append(recorded.fact)
        except (UnknownEvent, msgspec.DecodeError) as error:
            raise CommandError("error.unreadable-event", version=recorded.version) from error
    return tuple(facts)


def naming(facts: Sequence[Fact], names: Mapping[str, str]) -> Callable[[str], str]:
    """Return a function that names entrants by pairing number and name."""
    numbers = {str(each): number for number, each in enumerate(fold(facts).order, start=1)}

    def name_of(who: str) -> str:
        return f"{numbers.get(who, '')} {names.get(who, '')}".strip() or who

    return name_of


async def reading_at(services: Services, tournament: str, at: str | None) -> LogReading:
    """Read a tournament with its events up to a moment, and with current names.

    Raises:
        CommandError: there is no such tournament, or no such moment of it.
    """
    async with services.open() as store:
        reading = await reading_of(store, tournament)
        return msgspec.structs.replace(
            reading, events=await events_until(store, reading.events, at, services)
        )


async def events_until(
    store: ReadStore, events: Sequence[Recorded], at: str | None, services: Services
) -> tuple[Recorded, ...]:
    """Return the events of a tournament up to a moment, or all without one.

    Raises:
        CommandError: the moment is not valid, or the tournament has no such moment.
    """
    if at is None:
        return tuple(events)
    now = max(services.now(), events[-1].recorded_at)
    reached = Reached(now=now, position=await store.log.position())
    try:
        # The state has the length of the log, its days and its time zone.
        version = version_at(moment_in(at), events, fold(facts_of(events)), reached)
    except MomentFault as fault:
        code = Exit.UNREADABLE if fault.code in NO_MOMENTS else Exit.NO
        raise CommandError(f"refusal.{fault.code}", exit_code=code, **fault.fields) from fault
    return tuple(events[:version])


async def check_scope(store: ReadStore, scope: str) -> None:
    """Check that a tournament or a festival exists.

    Raises:
        CommandError: it does not.
    """
    festival = festival_of_scope(scope)
    known = {each.festival for each in await store.log.tournaments()} if festival else ()
    if festival and festival not in known:
        raise CommandError("refusal.no-such-festival", festival=festival)
    if not festival and not await store.log.head(scope):
        raise CommandError("error.no-such-tournament", tournament=scope)
