"""Taking mistaken entries back, before anybody was to meet them (ADR 0029)."""

from planilla.domain.tournament.commands import RemoveEntries
from planilla.domain.tournament.events import DraftDiscarded, EntryRemoved, Event, PersonErased
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.refusals import EntryInUse, NumbersFixed, Refusal
from planilla.domain.tournament.rules.lists import check_length
from planilla.domain.tournament.rules.numbering import LAST_ROUND_TO_RENUMBER
from planilla.domain.tournament.rules.registration import known_entrant
from planilla.domain.tournament.state import EntrantState, Tournament, standing_in


def remove_entries(state: Tournament, command: RemoveEntries, _: Given) -> tuple[Event, ...]:
    """Remove entries; a draft in which one of them stands is thrown away with them.

    Numbers close up, as long as they may change (C.04.2, 2.3).
    """
    check_length(command.entrants)
    entries = [known_entrant(state, entrant) for entrant in dict.fromkeys(command.entrants)]
    if not entries:
        return ()
    _check_removable(state, entries)
    reason = command.reason.commitment
    return (
        *_draft_with(state, entries),
        *(_erased(state, entries) if command.erases else ()),
        *(EntryRemoved(entrant=entry.id, reason=reason) for entry in entries),
    )


def may_be_removed(state: Tournament, entry: EntrantState) -> bool:
    """Whether an entry may still be taken back."""
    try:
        _check_removable(state, [entry])
    except Refusal:
        return False
    return not state.finished


def _check_removable(state: Tournament, entries: list[EntrantState]) -> None:
    taken = _taken(state)
    for entry in entries:
        if entry.id in taken:
            raise EntryInUse(entrant=entry.id)
    is_fixed = len(state.rounds) >= LAST_ROUND_TO_RENUMBER
    if is_fixed and not {entry.id for entry in entries}.issubset(state.unnumbered):
        raise NumbersFixed(round=LAST_ROUND_TO_RENUMBER)


def _taken(state: Tournament) -> set[str]:
    """Everybody who was seen in a pairing, in a hall, on a list of a ladder or in the committee."""
    taken: set[str] = set(state.shown_paired)
    for played in state.rounds:
        if played.is_published:
            taken |= standing_in(played)
    if state.hall is not None:
        taken |= state.hall.members.keys()
    if state.ladder is not None:
        taken |= state.ladder.original.keys()
    if state.committee is not None:
        taken |= set(state.committee.members)
    return taken


def _draft_with(state: Tournament, entries: list[EntrantState]) -> tuple[DraftDiscarded, ...]:
    last = state.rounds[-1] if state.rounds else None
    if last is None or last.is_published:
        return ()
    stands = standing_in(last)
    if not any(entry.id in stands for entry in entries):
        return ()
    return (DraftDiscarded(round=last.number),)


def _erased(state: Tournament, entries: list[EntrantState]) -> tuple[PersonErased, ...]:
    return tuple(
        PersonErased(entrant=entry.id, commitment=entry.person)
        for entry in entries
        if entry.person not in state.erased
    )
