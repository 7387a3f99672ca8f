"""Command `export`: a tournament of the log as a tournament file, in any dialect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from planilla.adapters.cli.command_line import Invocation, argument, command, option
from planilla.adapters.cli.console import CommandError, CommandOutcome, Exit
from planilla.adapters.cli.files import write
from planilla.adapters.cli.services import Services
from planilla.adapters.cli.values import at_moment, at_stage, stage_named
from planilla.domain.vocabulary import EntrantId

if TYPE_CHECKING:
    from planilla.application.envelope import Person
    from planilla.application.trf_export import ReportTexts
    from planilla.domain.tournament.state import Tournament


class _Source(NamedTuple):
    """A tournament with its people and the other texts of its report."""

    state: Tournament
    people: dict[str, Person]
    texts: ReportTexts


@command("export", "cli.export")
@argument("tournament", key="cli.tournament")
@option("--dialect", key="cli.dialect", metavar="NAME", default="trf26")
@option("--database", key="cli.database", metavar="URL")
@option("--output", "-o", key="cli.output", metavar="FILE")
@at_stage
@at_moment
async def export(  # noqa: PLR0913 - a parameter for each option
    invocation: Invocation,
    *,
    tournament: str,
    dialect: str,
    database: str | None,
    output: str | None,
    stage: str | None,
    at: str | None,
) -> CommandOutcome:
    """Write the file of a stage, without drafts, to standard output or to the given path."""
    from planilla.application.envelope import Person
    from planilla.application.trf_export import reported, trf_of
    from planilla.formats.trf.dialects import DIALECTS

    console = invocation.console
    if dialect not in DIALECTS:
        raise CommandError("error.no-such-dialect", dialect=dialect, known=tuple(DIALECTS))
    services = invocation.services if database is None else invocation.services.at(database)
    read = await _source(services, tournament, stage, at)
    if read.state.system.seats_at_once:
        raise CommandError("refusal.no-report-of-a-hall", exit_code=Exit.NO)

    def person_of(entrant: EntrantId) -> Person:
        number = [*reported(read.state), *read.state.order].index(entrant) + 1
        known = read.people.get(entrant)
        return known or Person(name=console.say("page.player-number", number=number))

    content = trf_of(read.state, person_of, dialect=dialect, texts=read.texts)
    if output is None:
        return CommandOutcome(raw=content)
    write(output, content)
    said: dict[str, Any] = {"tournament": tournament, "path": output, "dialect": dialect}
    return CommandOutcome(lines=[console.say("cli.trf-written", **said)], data=said)


async def _source(
    services: Services, tournament: str, stage: str | None, at: str | None
) -> _Source:
    """Read a stage of a tournament at a moment.

    Raises:
        CommandError: there is no such tournament, stage or moment.
    """
    from planilla.adapters.cli.logs import events_until, facts_of
    from planilla.application.trf_export import ReportTexts, header_in, prose_of
    from planilla.application.trf_remarks import remarks_of
    from planilla.domain.tournament.evolve import fold

    async with services.open() as store:
        events = await store.log.events(tournament)
        if not events:
            raise CommandError("error.no-such-tournament", tournament=tournament)
        facts = facts_of(await events_until(store, events, at, services))
        texts = await store.log.texts(tournament, "staff")
        people = await store.log.people(tournament)
        state = stage_named(fold(facts), stage)
        remarks = () if state.system.seats_at_once else remarks_of(facts, state)
        header = header_in(facts, texts)
        prose = prose_of(state, texts)
        report = ReportTexts(header=header, remarks=remarks, prose=prose)
        return _Source(state=state, people=dict(people), texts=report)
