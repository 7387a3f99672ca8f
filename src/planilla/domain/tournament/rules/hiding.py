"""Hiding a tournament from everybody without a link to it, and showing it again (ADR 0030)."""

from planilla.domain.tournament.commands import HideTournament, ShowTournament
from planilla.domain.tournament.events import (
    Event,
    PersonErased,
    TournamentHidden,
    TournamentShown,
)
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.state import Tournament


def hide_tournament(state: Tournament, command: HideTournament, _: Given) -> tuple[Event, ...]:
    """Hide the tournament; who is in it may be forgotten in the same act, or by the same later."""
    hidden = () if state.hidden else (TournamentHidden(reason=command.reason.commitment),)
    return (*hidden, *(_everybody_erased(state) if command.erases else ()))


def show_tournament(state: Tournament, _: ShowTournament, __: Given) -> tuple[Event, ...]:
    """Take the hiding back; who was forgotten stays forgotten."""
    return (TournamentShown(),) if state.hidden else ()


def _everybody_erased(state: Tournament) -> tuple[PersonErased, ...]:
    """Everybody of whom anything is kept, mistaken entries included."""
    people = {entrant.id: entrant.person for entrant in state.entrants.values()} | state.removed
    return tuple(
        PersonErased(entrant=entrant, commitment=person)
        for entrant, person in people.items()
        if person not in state.erased
    )
