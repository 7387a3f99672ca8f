"""The command `log show`: what happened, fact by fact, and what brought each about."""

import argparse
import asyncio
from typing import Any

from planilla.adapters.cli.console import Console
from planilla.adapters.cli.logs import Reading, facts_of
from planilla.adapters.cli.moments import reading_at
from planilla.adapters.cli.outcome import Outcome, Stop
from planilla.adapters.cli.tools import Tools
from planilla.application.timeline import Causes, FactFilter, ListedFact
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.state import INITIAL
from planilla.presentation.sentences import event_sentence
from planilla.projections.timeline import in_context


def show(arguments: argparse.Namespace, tools: Tools, console: Console) -> Outcome:
    """Show what happened up to a moment: everything, or the facts that the options choose."""
    reading = asyncio.run(reading_at(tools, arguments.tournament, arguments.at))
    facts = _listed(reading)
    causes, chosen = Causes(facts), _filter(arguments, reading)
    kept = []
    lines = []
    for fact in facts:
        if not chosen.passes(fact):
            continue
        row = fact.row
        text = event_sentence(
            console.language, row, name_of=lambda who: reading.names.get(who, who)
        )
        reason = reading.texts.get(row.reason, "")
        text += f" «{reason}»" if reason else ""
        cause = causes.of(fact)
        because = console.say(
            f"moments.cause.{cause.why}", version=cause.version or 0, actor=fact.actor
        )
        lines.append(
            console.say("cli.log-line", version=row.version, at=row.at, text=text)
            + f"  ({because})"
        )
        kept.append(_as_data(fact) | {"cause": cause, "actor": fact.actor, "text": text})
    return Outcome(lines=lines, data=kept)


def _as_data(fact: ListedFact) -> dict[str, Any]:
    row = fact.row
    names = ("version", "kind", "at", "round", "game", "entrants", "fields", "reason")
    return {name: getattr(row, name) for name in names}


def _filter(arguments: argparse.Namespace, reading: Reading) -> FactFilter:
    """Return the filter that the options make.

    Raises:
        Stop: nobody has that name.
    """
    players = None if arguments.player is None else _players(arguments.player, reading)
    return FactFilter(
        players=players,
        round=arguments.round,
        board=arguments.board,
        kind=arguments.kind or "",
        actor=arguments.actor or "",
    )


def _players(wanted: str, reading: Reading) -> frozenset[str]:
    """Return all who have that id, or the text in their names."""
    part = wanted.casefold()
    named = {who for who, name in reading.names.items() if part in name.casefold()}
    known = {str(getattr(each.event, "entrant", "")) for each in reading.events}
    found = (named | ({wanted} & known)) - {""}
    if not found:
        raise Stop("moments.nobody", player=wanted)
    return frozenset(found)


def _listed(reading: Reading) -> list[ListedFact]:
    state, found = INITIAL, []
    for recorded, fact in zip(reading.events, facts_of(reading.events), strict=True):
        after = evolve(state, fact)
        found.append(
            ListedFact(
                row=in_context(state, fact, after),
                command_id=recorded.command_id,
                actor=recorded.actor_id,
            )
        )
        state = after
    return found
