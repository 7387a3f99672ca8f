"""The command `log`: what happened, and whether it is what was written."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.outcome import DONE, NO, Outcome, Stop
from planilla.adapters.cli.tools import Shelf, Tools
from planilla.application.envelope import Recorded
from planilla.application.inspecting import (
    OF_A_FACT,
    Checked,
    Inspection,
    LinkSeen,
    inspect,
    inspect_one,
)
from planilla.application.permissions import EVERYWHERE
from planilla.audit.seal import Fault
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import Fact, UnknownEvent

ROWS_SHOWN = 3
"""Rows that are named of each kind of fault."""


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
    """Inspect one tournament, or the whole database; the answer is no where something is wrong.

    With all, what belongs to no tournament is looked at too: the order of the whole log, its end,
    the triggers that guard it, and the secret links.
    """
    found = _inspected(tools, arguments.tournament)
    lines = [] if found.tournaments else [console.say("cli.no-tournaments")]
    for each in found.tournaments:
        lines += _verdict(each, console)
    lines += [console.say("cli.hole", position=position) for position in found.holes]
    lines += _said_of_all("inspection.of-store", found.store, console)
    lines += [_link_line(link, console) for link in found.links if link.code]
    return Outcome(lines=lines, data=found, code=DONE if found.is_whole else NO)


def _inspected(tools: Tools, tournament: str | None) -> Inspection:
    known = tools.known_outside()
    with tools.inspecting() as snapshot:
        if tournament is None:
            return inspect(snapshot, known)
        checked = inspect_one(snapshot, tournament, known)
    if checked is None:
        raise Stop("error.no-such-tournament", tournament=tournament)
    return Inspection(tournaments=(checked,))


def _verdict(checked: Checked, console: Console) -> list[str]:
    said: dict[str, Any] = {"tournament": checked.tournament, "events": checked.events}
    if not checked.faults:
        return [console.say("cli.verified", **said)]
    first = checked.faults[0]
    if first.version and first.code in OF_A_FACT:
        why = console.say(f"fault.{first.code}")
        return [console.say("cli.tampered", **said, version=first.version, why=why)]
    return _said_of_all("inspection.of-tournament", checked.faults, console, **said)


def _said_of_all(key: str, faults: Sequence[Fault], console: Console, **fields: Any) -> list[str]:
    """A line for each kind of fault, with the first rows that have it."""
    by_code: dict[str, list[str]] = {}
    for fault in faults:
        by_code.setdefault(fault.code, []).append(fault.what or f"v{fault.version}")
    return [
        console.say(key, **fields, why=console.say(f"fault.{code}"), what=_rows(rows, console))
        for code, rows in by_code.items()
    ]


def _rows(rows: Sequence[str], console: Console) -> str:
    shown, more = ", ".join(rows[:ROWS_SHOWN]), len(rows) - ROWS_SHOWN
    if more > 0:
        return console.say("inspection.rows-and-more", rows=shown, more=more)
    return shown


def _link_line(link: LinkSeen, console: Console) -> str:
    state = link.code.removeprefix("link-") or ("open" if link.revoked_at is None else "revoked")
    everywhere = console.say("inspection.everywhere")
    return console.say(
        "inspection.link",
        id=link.id,
        actor=link.actor_id,
        scope=everywhere if link.scope == EVERYWHERE else link.scope,
        at=link.created_at,
        state=console.say(f"inspection.link.{state}"),
    )
