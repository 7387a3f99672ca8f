"""The command `export`: a tournament of the log as a tournament file, in any dialect."""

import argparse
import asyncio
from pathlib import Path
from typing import Any, NamedTuple

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.logs import facts_of
from planilla.adapters.cli.moments import until
from planilla.adapters.cli.outcome import NO, Outcome, Stop
from planilla.adapters.cli.tools import Tools
from planilla.application.envelope import Person
from planilla.application.trf_export import ReportTexts, header_in, prose_of, trf_of
from planilla.application.trf_remarks import remarks_of
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.masnou.rules import is_hall
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId
from planilla.formats.trf.dialects import DIALECTS


class _Read(NamedTuple):
    """A tournament with its people, and the other texts of its report."""

    state: Tournament
    people: dict[str, Person]
    texts: ReportTexts


def export(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Write the file, to standard output or where it was asked; drafts are not in it."""
    if arguments.dialect not in DIALECTS:
        raise Stop("error.no-such-dialect", dialect=arguments.dialect, known=tuple(DIALECTS))
    if arguments.database is not None:
        tools = tools.at(arguments.database)
    read = asyncio.run(_read(tools, arguments.tournament, arguments.at))
    if is_hall(read.state.system):
        raise Stop("refusal.no-report-of-a-hall", exit_code=NO)

    def person_of(entrant: EntrantId) -> Person:
        number = read.state.order.index(entrant) + 1
        known = read.people.get(entrant)
        return known or Person(name=console.say("page.player-number", number=number))

    content = trf_of(read.state, person_of, dialect=arguments.dialect, texts=read.texts)
    if arguments.output is None:
        return Outcome(raw=content)
    said: dict[str, Any] = {
        "tournament": arguments.tournament,
        "path": arguments.output,
        "dialect": arguments.dialect,
    }
    try:
        Path(arguments.output).write_bytes(content)
    except OSError as error:
        reason = error.strerror or "?"
        raise Stop("error.cannot-write", path=arguments.output, reason=reason) from error
    return Outcome(lines=[console.say("cli.trf-written", **said)], data=said)


async def _read(tools: Tools, tournament: str, at: str | None) -> _Read:
    async with tools.open() as store:
        events = await store.log.events(tournament)
        if not events:
            raise Stop("error.no-such-tournament", tournament=tournament)
        facts = facts_of(await until(store, events, at, tools))
        texts = await store.log.texts(tournament, "staff")
        people = await store.log.people(tournament)
        state = fold(facts)
        remarks = () if is_hall(state.system) else remarks_of(facts, state)
        header = header_in(facts, texts)
        told = ReportTexts(header=header, remarks=remarks, prose=prose_of(state, texts))
        return _Read(state=state, people=dict(people), texts=told)
