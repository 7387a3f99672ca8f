"""A log with some facts edited: left out, inserted or replaced.

An inserted fact comes from a command that the real rules decide on the state of that moment, and
may refuse. Later facts that no longer hold are void, each with the reason.
"""

from collections.abc import Sequence

import msgspec

from planilla.audit.replay import FactWithState, Replay, VoidFact
from planilla.domain.tournament.command import Command
from planilla.domain.tournament.entrants import EnterEntrants, EntrantEntered
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.facts import Fact, type_of
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.subjects import command_name
from planilla.domain.tournament.whatif import (
    EditedTwice,
    EntryHasPlayed,
    FactStays,
    NoSuchFact,
    NotInWhatIf,
    TooManyEdits,
)
from planilla.domain.vocabulary import EntrantId

EDITS_MAX = 50


class Removed(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Removal of the fact of that version."""

    version: int


class Inserted(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A command, decided right after the fact of version `after`; `lot` is what it draws."""

    after: int
    command: Command
    lot: int = 0


class Replaced(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A command, decided at the moment of the fact of that version and in its place."""

    version: int
    command: Command
    lot: int | None = None
    """Lot that the command draws; None: the lot that the fact recorded, if it did."""


Edit = Removed | Inserted | Replaced


class EditedLog(msgspec.Struct, frozen=True, kw_only=True):
    """The facts of the edited log; those that stay keep their versions.

    What is put in has the version of the fact that it follows or replaces. `state` is the
    tournament after all of them, `real` after the recorded ones; `before` that from which each
    round is paired, by the version of the fact that paired it. `voided` are the facts of `void`,
    `left_out` and `added` those that the edits took away and brought.
    """

    facts: tuple[Fact, ...]
    void: tuple[VoidFact, ...]
    state: Tournament
    real: Tournament
    before: dict[int, Tournament]
    voided: tuple[FactWithState, ...]
    left_out: tuple[FactWithState, ...]
    added: tuple[FactWithState, ...]


def edited(facts: Sequence[Fact], edits: Sequence[Edit], *, everywhere: bool = False) -> EditedLog:
    """Return the log with the edits. With `everywhere` every fact is asked again.

    Raises:
        NoSuchFact, TooManyEdits, EditedTwice, NotInWhatIf, FactStays, EntryHasPlayed: an edit
            cannot be made.
        Refusal: the rules say no to a command.
    """
    replay = Replay(touched=everywhere)
    for step in edited_facts(facts, edits):
        follow_edited(replay, step)
    return EditedLog(
        facts=tuple(replay.log),
        void=tuple(replay.void),
        state=replay.state,
        real=replay.real,
        before=replay.before,
        voided=tuple(replay.voided),
        left_out=tuple(replay.left_out),
        added=tuple(replay.added),
    )


class EditedFact(msgspec.Struct, frozen=True, kw_only=True):
    """A fact of the log, its edit, and the commands that are put in after it."""

    fact: Fact
    edit: Removed | Replaced | None = None
    inserted: tuple[Inserted, ...] = ()


def edited_facts(facts: Sequence[Fact], edits: Sequence[Edit]) -> tuple[EditedFact, ...]:
    """Return the facts with the edits at their places.

    Raises:
        NoSuchFact, TooManyEdits, EditedTwice, NotInWhatIf, FactStays, EntryHasPlayed: one of them
            cannot be made.
    """
    if len(edits) > EDITS_MAX:
        raise TooManyEdits(largest=EDITS_MAX)
    _check_commands(edits)
    places = {fact.version: place for place, fact in enumerate(facts)}
    instead: dict[int, Removed | Replaced] = {}
    after: dict[int, list[Inserted]] = {}
    for edit in edits:
        if isinstance(edit, Inserted):
            after.setdefault(_place_after(facts, edit.after), []).append(edit)
            continue
        place = places.get(edit.version)
        if place is None:
            raise NoSuchFact(version=edit.version, last=_last(facts))
        if place in instead:
            raise EditedTwice(version=edit.version)
        _check_editable(facts, facts[place], edit)
        instead[place] = edit
    return tuple(
        EditedFact(fact=fact, edit=instead.get(place), inserted=tuple(after.get(place, ())))
        for place, fact in enumerate(facts)
    )


def _check_commands(edits: Sequence[Edit]) -> None:
    for edit in edits:
        if not isinstance(edit, Removed) and not edit.command.allowed_in_what_if:
            raise NotInWhatIf(command=command_name(type(edit.command)))


def _last(facts: Sequence[Fact]) -> int:
    return facts[-1].version if facts else 0


def _place_after(facts: Sequence[Fact], version: int) -> int:
    """Return the place of the last fact up to that version: some may be hidden from the asker."""
    places = [place for place, fact in enumerate(facts) if fact.version <= version]
    if not places or version > _last(facts):
        raise NoSuchFact(version=version, last=_last(facts))
    return places[-1]


def _check_editable(facts: Sequence[Fact], fact: Fact, edit: Removed | Replaced) -> None:
    event = fact.event
    if not event.editable_in_what_if:
        raise FactStays(version=fact.version, event=type_of(event))
    if isinstance(event, EntrantEntered) and not _enters(edit, event.entrant):
        for later in facts:
            _check_never_paired(later.event, event.entrant)


def _enters(edit: Removed | Replaced, entrant: EntrantId) -> bool:
    """Return whether the edit enters the same player, with other data perhaps."""
    if isinstance(edit, Removed) or not isinstance(edit.command, EnterEntrants):
        return False
    return any(new.id == entrant for new in edit.command.entrants)


def _check_never_paired(event: Event, entrant: EntrantId) -> None:
    if any(entrant in pair for pair in event.pairs):
        raise EntryHasPlayed(entrant=entrant, round=event.round or 0)


def follow_edited(replay: Replay, step: EditedFact) -> None:
    """Replay one fact with its edit.

    Raises:
        Refusal: the rules say no to a command.
    """
    if step.edit is None:
        replay.follow(step.fact)
    else:
        if isinstance(step.edit, Replaced):
            lot = recorded_lot(step.fact.event) if step.edit.lot is None else step.edit.lot
            replay.act(step.edit.command, step.fact, lot)
        replay.leave_out(step.fact)
    for inserted in step.inserted:
        replay.act(inserted.command, step.fact, inserted.lot)


def recorded_lot(event: Event) -> int:
    """Return the lot that a fact used; 0 where it used none."""
    return event.lot or 0
