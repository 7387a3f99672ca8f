"""Check-in: the entrants who are here before a round is paired, and what becomes of the others.

It changes no pairing by itself: at its end those who are not here are absent from the round or
withdrawn, each as their own fact (C.04.2, 3.2 and 3.3).
"""

from enum import StrEnum
from typing import ClassVar

from msgspec.structs import replace

from planilla.domain.tournament.byes import RequestBye, check_coming, request_bye
from planilla.domain.tournament.command import Command, ConfirmFirst, Duty, StagedCommand
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.eligibility import WithdrawEntrant, withdraw_entrant
from planilla.domain.tournament.event import Audience, Details, Event, StagedEvent, Topic
from planilla.domain.tournament.lookups import check_length, known_entrant
from planilla.domain.tournament.refusal import Conflict
from planilla.domain.tournament.state import Folds, Tournament
from planilla.domain.tournament.values import CheckedIn
from planilla.domain.vocabulary import EntrantId

# Commands


class AbsentBecome(StrEnum):
    """The consequence for those who are not here when the check-in ends."""

    ABSENT = "absent"
    """They do not play the round, and score no points in it."""
    WITHDRAWN = "withdrawn"
    """They do not play from the round on."""


class CheckIn(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Note that entrants are here for the round that is paired next."""

    duty: ClassVar[Duty] = Duty.PRESENCE
    needs_rounds: ClassVar[bool] = True
    comes_in_portions: ClassVar[bool] = True

    round: int
    entrants: tuple[EntrantId, ...]


class WithdrawCheckIn(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Withdraw the note that entrants are here."""

    duty: ClassVar[Duty] = Duty.PRESENCE
    needs_rounds: ClassVar[bool] = True
    comes_in_portions: ClassVar[bool] = True

    round: int
    entrants: tuple[EntrantId, ...]


class CloseCheckIn(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """End the check-in of a round: the entrants who are not here are absent or withdrawn."""

    duty: ClassVar[Duty] = Duty.PRESENCE
    needs_rounds: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ALWAYS

    round: int
    others: AbsentBecome


# Events


class PresenceEvent(StagedEvent, frozen=True, kw_only=True):
    """An event about entrants who are here, or not, before a round is paired."""

    round: int
    entrants: tuple[EntrantId, ...]

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"round": self.round, "entrants": self.entrants}


class EntrantsCheckedIn(PresenceEvent, frozen=True, kw_only=True, tag=True):
    """Entrants were here before a round was paired."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False
    undone_by: ClassVar[type[Command]] = WithdrawCheckIn


class CheckInWithdrawn(PresenceEvent, frozen=True, kw_only=True, tag=True):
    """Entrants had been noted as here by mistake."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False
    undone_by: ClassVar[type[Command]] = CheckIn


# Refusals


class NobodyCheckedIn(Conflict):
    """The check-in of a round cannot end before anybody is here."""

    round: int


# Rules


def check_in(state: Tournament, command: CheckIn, _: DecisionContext) -> tuple[Event, ...]:
    """Note entrants as here; those who are already are left out."""
    here = here_for(state, command.round)
    new = tuple(each for each in _named(state, command) if each not in here)
    return (EntrantsCheckedIn(round=command.round, entrants=new),) if new else ()


def withdraw_check_in(
    state: Tournament, command: WithdrawCheckIn, _: DecisionContext
) -> tuple[Event, ...]:
    """Withdraw the notes of entrants who are noted as here."""
    here = here_for(state, command.round)
    noted = tuple(each for each in _named(state, command) if each in here)
    return (CheckInWithdrawn(round=command.round, entrants=noted),) if noted else ()


def _named(state: Tournament, command: CheckIn | WithdrawCheckIn) -> list[EntrantId]:
    """Return the entrants that a command names, each once, if its round is not paired yet."""
    check_coming(state, command.round)
    check_length(command.entrants)
    return [known_entrant(state, each).id for each in dict.fromkeys(command.entrants)]


def close_check_in(
    state: Tournament, command: CloseCheckIn, context: DecisionContext
) -> tuple[Event, ...]:
    """Leave those who are not here out of the round, or withdraw them (C.04.2, 3.2 and 3.3)."""
    check_coming(state, command.round)
    if not here_for(state, command.round):
        raise NobodyCheckedIn(round=command.round)
    events: list[Event] = []
    for entrant in missing_from(state, command.round):
        if command.others is AbsentBecome.ABSENT:
            bye = RequestBye(entrant=entrant, round=command.round)
            events.extend(request_bye(state, bye, context))
        else:
            withdrawal = WithdrawEntrant(entrant=entrant)
            events.extend(withdraw_entrant(state, withdrawal, context))
    return tuple(events)


def here_for(state: Tournament, number: int) -> frozenset[EntrantId]:
    """Return the entrants who are noted as here for a round."""
    return state.checked_in.entrants if state.checked_in.round == number else frozenset()


def missing_from(state: Tournament, number: int) -> tuple[EntrantId, ...]:
    """Return those who would play a round and are not noted as here, by pairing number."""
    here = here_for(state, number)
    return tuple(
        each for each in state.order if state.entrants[each].plays(number) and each not in here
    )


RULES: Rules = {
    CheckIn: check_in,
    WithdrawCheckIn: withdraw_check_in,
    CloseCheckIn: close_check_in,
}


# Folds


def _checked_in(state: Tournament, event: EntrantsCheckedIn, _: int) -> Tournament:
    return _with_here(state, event.round, here_for(state, event.round).union(event.entrants))


def _withdrawn(state: Tournament, event: CheckInWithdrawn, _: int) -> Tournament:
    return _with_here(state, event.round, here_for(state, event.round).difference(event.entrants))


def _with_here(state: Tournament, number: int, here: frozenset[EntrantId]) -> Tournament:
    return replace(state, checked_in=CheckedIn(round=number, entrants=here))


FOLDS: Folds = {
    EntrantsCheckedIn: _checked_in,
    CheckInWithdrawn: _withdrawn,
}
