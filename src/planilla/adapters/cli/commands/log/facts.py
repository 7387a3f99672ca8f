"""Command `log show`: the facts of a tournament, and the cause of each."""

from typing import Any

import click

from planilla.adapters.cli.command_line import Invocation, argument, command, option
from planilla.adapters.cli.console import CommandError, CommandOutcome
from planilla.adapters.cli.logs import LogReading, facts_of, reading_at
from planilla.adapters.cli.values import at_moment, count
from planilla.application.timeline import Causes, FactFilter, ListedFact
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.state import INITIAL
from planilla.presentation.sentences import event_sentence
from planilla.projections.timeline import in_context

KINDS = ("setup", "entrant", "round", "result", "correction")


@command("show", "cli.log.show")
@argument("tournament", key="cli.tournament")
@at_moment
@option("--player", key="moments.cli.player", metavar="NAME|ID")
@option("--round", "number", key="moments.cli.round", metavar="N", type=count)
@option("--board", key="moments.cli.board", metavar="N", type=count)
@option("--kind", key="moments.cli.kind", type=click.Choice(KINDS))
@option("--actor", key="moments.cli.actor", metavar="NAME")
async def show(  # noqa: PLR0913 - a parameter for each option
    invocation: Invocation,
    *,
    tournament: str,
    at: str | None,
    player: str | None,
    number: int | None,
    board: int | None,
    kind: str | None,
    actor: str | None,
) -> CommandOutcome:
    """Show the facts up to a moment: all, or those selected by the options."""
    console = invocation.console
    reading = await reading_at(invocation.services, tournament, at)
    facts = _listed(reading)
    causes = Causes(facts)
    chosen = FactFilter(
        players=None if player is None else _players(player, reading),
        round=number,
        board=board,
        kind=kind or "",
        actor=actor or "",
    )
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
        if reason:
            text = console.say("moments.reason", text=text, reason=reason)
        cause = causes.of(fact)
        because = console.say(
            f"moments.cause.{cause.why}", version=cause.version or 0, actor=fact.actor
        )
        lines.append(
            console.say("cli.log-line", version=row.version, at=row.at, text=text)
            + f"  ({because})"
        )
        kept.append(_as_data(fact) | {"cause": cause, "actor": fact.actor, "text": text})
    return CommandOutcome(lines=lines, data=kept)


def _as_data(fact: ListedFact) -> dict[str, Any]:
    row = fact.row
    names = ("version", "kind", "at", "round", "game", "entrants", "fields", "reason")
    return {name: getattr(row, name) for name in names}


def _players(wanted: str, reading: LogReading) -> frozenset[str]:
    """Return the entrants with this id, or with this text in their name.

    Raises:
        CommandError: there is none.
    """
    part = wanted.casefold()
    named = {who for who, name in reading.names.items() if part in name.casefold()}
    known = {each.event.entrant or "" for each in reading.events}
    found = (named | ({wanted} & known)) - {""}
    if not found:
        raise CommandError("moments.nobody", player=wanted)
    return frozenset(found)


def _listed(reading: LogReading) -> list[ListedFact]:
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
