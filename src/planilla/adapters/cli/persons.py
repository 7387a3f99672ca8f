"""The command `person erase`: somebody is forgotten, and what they played stays.

It may be called while servers run: people lie beside the log, in a table of their own.
"""

import argparse
import asyncio
from collections.abc import Mapping
from typing import Any

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.logs import facts_of
from planilla.adapters.cli.outcome import DONE, NO, Outcome, Stop
from planilla.adapters.cli.tools import Shelf, Tools
from planilla.domain.tournament.evolve import fold
from planilla.domain.vocabulary import EntrantId


def erase(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Empty the personal data of an entrant; the answer is no when nothing was kept any more."""
    return asyncio.run(_erased(arguments, tools, console))


async def _erased(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    tournament, entrant = arguments.tournament, arguments.entrant
    async with tools.open() as store:
        shown = console.say("page.player-number", number=await _number(store, tournament, entrant))
        said: dict[str, Any] = {"tournament": tournament, "entrant": entrant, "shown": shown}
        person = (await store.log.people(tournament)).get(entrant)
        if person is not None and arguments.dry_run:
            return _told(console, "cli.would-erase", DONE, {**said, "name": person.name})
        if person is not None and await store.people.erase_person(tournament, entrant):
            return _told(console, "cli.erased", DONE, said)
    return _told(console, "cli.nothing-to-erase", NO, said)


def _told(console: Console, key: str, code: int, said: Mapping[str, Any]) -> Outcome:
    data = {**said, "erased": key == "cli.erased"}
    return Outcome(lines=[console.say(key, **said)], data=data, code=code)


async def _number(store: Shelf, tournament: str, entrant: str) -> int:
    """The number that pages will call the entrant by.

    Raises:
        Stop: there is no such tournament, or no such entrant in it.
    """
    events = await store.log.events(tournament)
    if not events:
        raise Stop("error.no-such-tournament", tournament=tournament)
    order = fold(facts_of(events)).order
    if entrant not in order:
        raise Stop("error.no-such-entrant", tournament=tournament, entrant=entrant)
    return order.index(EntrantId(entrant)) + 1
