"""The command `log`: what happened, and whether it is what was written."""

import argparse
import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.outcome import DONE, NO, Outcome, Stop
from planilla.adapters.cli.tools import Shelf, Tools
from planilla.application.envelope import Recorded
from planilla.audit.verify import Fault, holes
from planilla.audit.verify import verify as faults_of
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import Fact, UnknownEvent


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament as it was read: its events, its people and its texts."""

    tournament: str
    events: tuple[Recorded, ...]
    head: int
    names: Mapping[str, str]
    texts: Mapping[str, str]


async def reading_of(store: Shelf, tournament: str) -> Reading:
    """Everything about a tournament.

    Raises:
        Stop: there is no such tournament.
    """
    events = await store.log.events(tournament)
    if not events:
        raise Stop("error.no-such-tournament", tournament=tournament)
    people = await store.log.people(tournament)
    return Reading(
        tournament=tournament,
        events=events,
        head=await store.log.head(tournament),
        names={entrant: person.name for entrant, person in people.items()},
        texts=await store.log.texts(tournament, "staff"),
    )


def facts_of(events: Sequence[Recorded]) -> tuple[Fact, ...]:
    """The facts of a log.

    Raises:
        Stop: one cannot be read: it was altered, or a newer Planilla wrote it.
    """
    facts = []
    for recorded in events:
        try:
            facts.append(recorded.fact)
        except (UnknownEvent, msgspec.DecodeError) as error:
            raise Stop("error.unreadable-event", version=recorded.version) from error
    return tuple(facts)


def naming(facts: Sequence[Fact], names: Mapping[str, str]) -> Callable[[str], str]:
    """Entrants by pairing number and name, as arbiters speak of them."""
    numbers = {str(each): number for number, each in enumerate(fold(facts).order, start=1)}

    def name_of(who: str) -> str:
        return f"{numbers.get(who, '')} {names.get(who, '')}".strip() or who

    return name_of


def verify(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Check the chain of one tournament or of all; the answer is no where it is broken.

    With all, the positions of the whole log are looked at too: a tournament cannot go unnoticed.
    """
    checked, gaps = asyncio.run(_checked(tools, arguments.tournament))
    lines = [] if checked else [console.say("cli.no-tournaments")]
    lines += [_verdict(each, console) for each in checked]
    lines += [console.say("cli.hole", position=position) for position in gaps]
    broken = bool(gaps) or any(each.faults for each in checked)
    return Outcome(
        lines=lines, data={"tournaments": checked, "holes": gaps}, code=NO if broken else DONE
    )


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament whose chain was followed: how many events, and what is wrong with them."""

    tournament: str
    events: int
    faults: tuple[Fault, ...]


def _verdict(checked: Checked, console: Console) -> str:
    said: dict[str, Any] = {"tournament": checked.tournament, "events": checked.events}
    if not checked.faults:
        return console.say("cli.verified", **said)
    first = checked.faults[0]
    why = console.say(f"fault.{first.code}")
    return console.say("cli.tampered", **said, version=first.version, why=why)


async def _checked(tools: Tools, tournament: str | None) -> tuple[list[Checked], tuple[int, ...]]:
    async with tools.open() as store:
        known = [each.id for each in await store.log.tournaments()]
        if tournament is not None and tournament not in known:
            raise Stop("error.no-such-tournament", tournament=tournament)
        checked = []
        for each in known if tournament is None else [tournament]:
            events = await store.log.events(each)
            faults = _faults(events, await store.log.head(each))
            checked.append(Checked(tournament=each, events=len(events), faults=faults))
        return checked, holes(await _positions(store)) if tournament is None else ()


async def _positions(store: Shelf) -> list[int]:
    positions: list[int] = []
    while events := await store.log.since(positions[-1] if positions else 0):
        positions += [recorded.position for recorded in events]
    return positions


def _faults(events: Sequence[Recorded], head: int) -> tuple[Fault, ...]:
    try:
        faults = faults_of(events)
    except TypeError:  # a cell of the database does not even hold bytes any more
        wrong = (each for each in events if {type(each.data), type(each.hash)} != {bytes})
        faults = tuple(Fault(version=each.version, code="hash-mismatch") for each in wrong)
    last = events[-1].version if events else 0
    if last < head:
        faults = (*faults, Fault(version=last + 1, code="version-gap"))
    return faults
