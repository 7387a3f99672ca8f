"""Undo: the command that takes back the last act of a tournament.

An event type names the command that undoes it (`Event.undone_by`); whether that takes back the
whole act is tried: it is decided by the real rules, and must lead back to the state from which the
act was decided. Where no single command does, nothing is offered.
"""

from collections.abc import Iterator
from itertools import groupby, takewhile
from operator import attrgetter
from typing import Any, NamedTuple

from msgspec.structs import fields, replace

from planilla.application.envelope import Actor
from planilla.application.permissions import check_limits, may_submit
from planilla.application.states import History, HistoryEntry
from planilla.domain.tournament.command import Command
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.drafting import UnpairRound
from planilla.domain.tournament.entrants import EntrantEntered, RemoveEntries
from planilla.domain.tournament.event import Event, PairingAct
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.tournament.state import RoundState, Tournament
from planilla.domain.tournament.values import PublicLevel

DRAFTING = frozenset({PairingAct.DRAFTED, PairingAct.DRAFT_CHANGED})
Act = tuple[HistoryEntry, ...]
"""The facts of one command, in order."""


class Undo(NamedTuple):
    """The command that takes back the last act; `undone` is its fact that names the command."""

    undone: HistoryEntry
    command: Command


def undo_for(history: History, actor: Actor) -> Undo | None:
    """Return the undo of the last act, if it is one of `actor`, who may also take it back."""
    if not history.entries or history.entries[-1].listed.actor != actor.id:
        return None
    found = undo_of(history)
    if found is None or not may_submit(actor, history.tournament, type(found.command)):
        return None
    try:
        check_limits(actor, history.tournament, found.command, history.staff)
    except Refusal:
        return None
    return found


def undo_of(history: History) -> Undo | None:
    """Return the undo of the last act; None if no single command takes back the whole of it."""
    key = "undo", True
    if key not in history.memo:
        history.memo[key] = _found(history)
    found: Undo | None = history.memo[key]
    return found


def _found(history: History) -> Undo | None:
    acts = map(_in_order, groupby(reversed(history.entries), attrgetter("command_id")))
    act = next(acts)
    if all(isinstance(entry.event, EntrantEntered) for entry in act):
        return _not_entered(history, act[-1])
    undone = [entry for entry in (*act[:1], *act[1:][-1:]) if entry.event.undone_by]
    if not undone:
        return None
    if act[-1].event.pairing_act is PairingAct.PUBLISHED:  # it is undone with its pairing
        act = [act, *takewhile(_is_of_a_draft, acts)][-1]
    before = history.state_at(act[0].version - 1, to_staff=True)
    for entry in undone:
        for command in _commands(entry.event):
            after = _after(history, command)
            if after is not None and _is_as_before(before, after):
                return Undo(entry, command)
    return None


def _in_order(command: tuple[str, Iterator[HistoryEntry]]) -> Act:
    return tuple(command[1])[::-1]


def _is_of_a_draft(act: Act) -> bool:
    return act[-1].event.pairing_act in DRAFTING


def _not_entered(history: History, last: HistoryEntry) -> Undo | None:
    """Return the removal of all entries of a list, all portions included, not yet removed."""
    known = history.staff.entrants
    entrants = tuple(
        entry.event.entrant
        for entry in history.entries
        if entry.correlation_id == last.correlation_id
        and isinstance(entry.event, EntrantEntered)
        and entry.event.entrant in known
    )
    return Undo(last, RemoveEntries(entrants=entrants))


def _commands(event: Event) -> Iterator[Command]:
    """Yield the commands that may undo an event, with its fields."""
    kind = event.undone_by
    assert kind is not None, "only such events are asked for"
    given: dict[str, Any] = {
        each.name: getattr(event, each.name) for each in fields(kind) if each.required
    }
    if "in_stage" in kind.__struct_fields__:
        given["in_stage"] = event.stage_number
    yield kind(**given)
    if kind is UnpairRound:  # pairing may have closed the round before
        yield kind(**given, reopens=True)


def _after(history: History, command: Command) -> Tournament | None:
    """Return the state after a command; None if it is refused."""
    state, at = history.staff, history.entries[-1].recorded_at
    try:
        events = decide(state, command, DecisionContext(at=at))
    except Refusal:
        return None
    for version, event in enumerate(events, start=history.version + 1):
        state = evolve(state, Fact(version=version, recorded_at=at, event=event))
    return state


LASTING = frozenset(
    {"version", "changed_at", "games_made", "timers_made", "shown_paired", "lots", "numberings"}
)
"""Fields of a state that an undo leaves: counts of what there ever was, numbers and lots."""
COMPARED_APART = frozenset({"rounds", "publication", "later"})
COMPARED = tuple(
    each for each in Tournament.__struct_fields__ if each not in LASTING | COMPARED_APART
)


def _is_as_before(before: Tournament, after: Tournament) -> bool:
    """Return whether two states of a first stage are the same to people, later ones included."""
    return (
        all(getattr(before, name) == getattr(after, name) for name in COMPARED)
        and len(before.rounds) == len(after.rounds)
        and all(map(_is_same_round, before.rounds, after.rounds))
        and _shown(before) == _shown(after)
        and len(before.later) == len(after.later)
        and all(map(_is_as_before, before.later, after.later))
    )


def _is_same_round(before: RoundState, after: RoundState) -> bool:
    """Return whether two states of a round differ at most in the time at which it was closed."""
    is_closed = bool(before.closed_at) == bool(after.closed_at)
    return is_closed and replace(before, closed_at=0) == replace(after, closed_at=0)


def _shown(state: Tournament) -> tuple[PublicLevel, int]:
    """Return what the public sees from now on."""
    return state.publication.level, state.publication.delay_us
