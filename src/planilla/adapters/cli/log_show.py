"""The command `log show`: what happened, fact by fact, and what brought each about."""

import argparse
import asyncio
from collections.abc import Sequence
from typing import Any

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.logs import Reading, facts_of
from planilla.adapters.cli.moments import reading_at
from planilla.adapters.cli.outcome import Outcome, Stop
from planilla.adapters.cli.tools import Tools
from planilla.application.envelope import Recorded
from planilla.application.sifting import Causes, Sieve, ToldFact
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.state import INITIAL
from planilla.projections.timeline import COLUMNS
from planilla.projections.timeline import rows as timeline_rows
from planilla.words.telling import told

Row = dict[str, Any]


def show(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Tell what happened up to a moment: everything, or what the options ask for."""
    reading = asyncio.run(reading_at(tools, arguments.tournament, arguments.at))
    rows = _rows(facts_of(reading.events))
    facts = [_told(recorded, row) for recorded, row in zip(reading.events, rows, strict=True)]
    causes, sieve = Causes(facts), _sieve(arguments, reading)
    kept = []
    lines = []
    for fact, row in zip(facts, rows, strict=True):
        if not sieve.passes(fact):
            continue
        row["cause"], row["actor"] = causes.of(fact), fact.actor
        row["text"] = told(console.language, row, name_of=lambda who: reading.names.get(who, who))
        reason = reading.texts.get(row["reason"], "")
        row["text"] += f" «{reason}»" if reason else ""
        said = {name: row[name] for name in ("version", "at", "text")}
        lines.append(console.say("cli.log-line", **said) + _because(fact, row, console))
        kept.append(row)
    return Outcome(lines=lines, data=kept)


def _because(fact: ToldFact, row: Row, console: Console) -> str:
    """The cause of a fact, behind its sentence."""
    cause = row["cause"]
    said = console.say(f"moments.cause.{cause.why}", version=cause.version or 0, actor=fact.actor)
    return f"  ({said})"


def _sieve(arguments: argparse.Namespace, reading: Reading) -> Sieve:
    """What is asked for.

    Raises:
        Stop: nobody is called so.
    """
    players = None if arguments.player is None else _players(arguments.player, reading)
    return Sieve(
        players=players,
        round=arguments.round,
        board=arguments.board,
        kind=arguments.kind or "",
        actor=arguments.actor or "",
    )


def _players(wanted: str, reading: Reading) -> frozenset[str]:
    """All whose id it is, or in whose names it stands."""
    part = wanted.casefold()
    named = {who for who, name in reading.names.items() if part in name.casefold()}
    known = {str(getattr(each.event, "entrant", "")) for each in reading.events}
    found = (named | ({wanted} & known)) - {""}
    if not found:
        raise Stop("moments.nobody", player=wanted)
    return frozenset(found)


def _told(recorded: Recorded, row: Row) -> ToldFact:
    fields = row["fields"]
    return ToldFact(
        version=recorded.version,
        event=recorded.event,
        type=recorded.type,
        command_id=recorded.command_id,
        actor=recorded.actor_id,
        round=row["round"],
        board=fields.get("board", fields.get("table")),
        entrants=tuple(row["entrants"]),
    )


def _rows(facts: Sequence[Fact]) -> list[Row]:
    state = INITIAL
    rows = []
    for fact in facts:
        after = evolve(state, fact)
        ((_, cells),) = timeline_rows(state, fact, after).items()
        row = {"version": fact.version, **dict(zip(COLUMNS, cells, strict=True))}
        row["fields"] = {**_more_for_staff(fact), **row["fields"]}
        rows.append(row)
        state = after
    return rows


def _more_for_staff(fact: Fact) -> Row:
    """What the sentences of facts that only the staff sees need besides."""
    event = fact.event
    games, kind = getattr(event, "games", None), getattr(event, "kind", None)
    return {
        **({} if games is None else {"boards": len(games)}),
        **({} if kind is None else {"kind": kind.value}),
    }
