"""What `log import --dry-run` says: a tournament that would be there, or how one would change."""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.impacts import topic_lines
from planilla.adapters.cli.outcome import Outcome
from planilla.adapters.cli.tools import Tools
from planilla.application.archive_import import Foreseen, OpenLines, foreseen
from planilla.application.ledger import Head
from planilla.application.recording import UNBEGUN
from planilla.audit.archive_check import Expected
from planilla.audit.impact import Impact, between
from planilla.presentation.arrivals import Arrival, arrival_lines, arrival_of


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """The versions after `before` up to `version` would be appended.

    `arrival` is the tournament that would be there, `impact` how the one that is here would change.
    """

    tournament: str
    before: int
    version: int
    arrival: Arrival | None = None
    impact: Impact | None = None


class Coming(NamedTuple):
    """An archive: its lines, what is expected of it, and the lines of the file of people."""

    lines: OpenLines
    expected: Expected
    people: Iterable[bytes]


def arrival(coming: Coming, tools: Tools, console: Console) -> Outcome:
    """Verify an archive and say what appending it would bring; nothing is written.

    Raises:
        ArchiveFault, CannotTakeIn: it would not be appended.
    """
    here = _Here(tools)
    found = foreseen(here.head_of, coming.lines, expected=coming.expected, people=coming.people)
    told = _told(found)
    key = "arrival.would" if told.version > told.before else "arrival.already"
    fields: dict[str, Any] = {"events": told.version - told.before, "version": str(told.version)}
    lines = [console.say(key, tournament=told.tournament, **fields)]
    names = {**found.names, **here.names}
    if told.arrival is not None:
        lines += arrival_lines(told.arrival, console.language, names)
    if told.impact is not None:
        lines += topic_lines(told.impact, console.language, names)
    return Outcome(lines=lines, data=told)


def _told(found: Foreseen) -> Told:
    told = Told(tournament=found.tournament, before=found.before, version=found.version)
    if found.was is None:
        return msgspec.structs.replace(told, arrival=arrival_of(found.will))
    if found.version == found.before:
        return told
    return msgspec.structs.replace(told, impact=between(found.was, found.will))


class _Here:
    """What is in the database, where there is one; it is made for nobody who only looks."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self.names: Mapping[str, str] = {}

    def head_of(self, tournament: str) -> Head:
        """Where the tournament ends here; its names are known from then on."""
        return asyncio.run(self._look(tournament)) if self._tools.revisions()[0] else UNBEGUN

    async def _look(self, tournament: str) -> Head:
        async with self._tools.open() as shelf:
            events = await shelf.log.events(tournament)
            people = await shelf.log.people(tournament)
        self.names = {entrant: person.name for entrant, person in people.items()}
        if not events:
            return UNBEGUN
        last = events[-1]
        return Head(version=last.version, hash=last.hash, changed_at=last.recorded_at)
