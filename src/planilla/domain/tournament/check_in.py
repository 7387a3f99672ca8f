"""Check-in: the entrants who are here before a round is paired, and what becomes of the others.

It changes no pairing by itself: at its end those who are not here are absent from the round or
withdrawn, each as their own fact (C.04.2, 3.2 and 3.3). Until the round is paired, whoever comes
after the end plays, and whoever was noted by mistake does not.
"""

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from planilla.domain.tournament.byes import (
    CancelBye,
    RequestBye,
    cancel_bye,
    check_coming,
    request_bye,
)
from planilla.domain.tournament.command import Command, ConfirmFirst, Duty, StagedCommand
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.eligibility import (
    ReturnEntrant,
    WithdrawEntrant,
    return_entrant,
    withdraw_entrant,
)
from planilla.domain.tournament.event import Audience, Details, Event, StagedEvent, Topic
from planilla.domain.tournament.lookups import check_length, known_entrant
from planilla.domain.tournament.refusal import Conflict
from planilla.domain.tournament.state import EntrantState, Folds, Tournament
from planilla.domain.tournament.values import AbsentBecome, CheckedIn
from planilla.domain.vocabulary import ByeKind, EntrantId

# Commands


class CheckIn(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Note that entrants are here for the round that is paired next.

    Those whom the end of its check-in left out play it again.
    """

    duty: ClassVar[Duty] = Duty.PRESENCE
    needs_rounds: ClassVar[bool] = True
    comes_in_portions: ClassVar[bool] = True

    round: int
    entrants: tuple[EntrantId, ...]


class WithdrawCheckIn(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Withdraw the note that entrants are here; after the end of the check-in they are left out."""

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


class ReopenCheckIn(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take back the end of the check-in of a round: those whom it left out play again."""

    duty: ClassVar[Duty] = Duty.PRESENCE
    needs_rounds: ClassVar[bool] = True

    round: int


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


class CheckInClosed(StagedEvent, frozen=True, kw_only=True, tag=True):
    """The check-in of a round ended while these entrants were not here.

    What becomes of each is a fact of its own.
    """

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False
    leads_its_act: ClassVar[bool] = True
    undone_by: ClassVar[type[Command]] = ReopenCheckIn

    round: int
    entrants: tuple[EntrantId, ...]
    others: AbsentBecome

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"round": self.round, "n": len(self.entrants)}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return "" if self.others is AbsentBecome.ABSENT else f".{self.others.value}"


class CheckInReopened(StagedEvent, frozen=True, kw_only=True, tag=True):
    """The end of the check-in of a round, with this consequence, was taken back."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False
    leads_its_act: ClassVar[bool] = True
    undone_by: ClassVar[type[Command]] = CloseCheckIn

    round: int
    others: AbsentBecome


# Refusals


class NobodyCheckedIn(Conflict):
    """The check-in of a round cannot end before anybody is here."""

    round: int


class CheckInNotClosed(Conflict):
    """The check-in of the round has not ended."""

    round: int


# Rules


def check_in(state: Tournament, command: CheckIn, context: DecisionContext) -> tuple[Event, ...]:
    """Note entrants as here; those who are already are left out."""
    here = here_for(state, command.round)
    new = tuple(each for each in _named(state, command) if each not in here)
    if not new:
        return ()
    late = [each for each in left_out(state, command.round) if each in new]
    noted = EntrantsCheckedIn(round=command.round, entrants=new)
    return (noted, *_taken_in(state, late, command.round, context))


def withdraw_check_in(
    state: Tournament, command: WithdrawCheckIn, context: DecisionContext
) -> tuple[Event, ...]:
    """Withdraw the notes of entrants who are noted as here."""
    checked = checked_in_for(state, command.round)
    noted = tuple(each for each in _named(state, command) if each in checked.entrants)
    if not noted:
        return ()
    withdrawn = CheckInWithdrawn(round=command.round, entrants=noted)
    if checked.others is None:
        return (withdrawn,)
    playing = [each for each in noted if state.entrants[each].plays(command.round)]
    end = CloseCheckIn(round=command.round, others=checked.others)
    return (withdrawn, *_left_out(state, playing, end, context))


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
    missing = missing_from(state, command.round)
    if not missing:
        return ()
    closed = CheckInClosed(round=command.round, entrants=missing, others=command.others)
    return (closed, *_left_out(state, missing, command, context))


def _left_out(
    state: Tournament, missing: Iterable[EntrantId], end: CloseCheckIn, context: DecisionContext
) -> tuple[Event, ...]:
    """Return the absence or the withdrawal of each of these entrants."""
    events: list[Event] = []
    for entrant in missing:
        if end.others is AbsentBecome.ABSENT:
            bye = RequestBye(entrant=entrant, round=end.round)
            events.extend(request_bye(state, bye, context))
        else:
            events.extend(withdraw_entrant(state, WithdrawEntrant(entrant=entrant), context))
    return tuple(events)


def reopen_check_in(
    state: Tournament, command: ReopenCheckIn, context: DecisionContext
) -> tuple[Event, ...]:
    """Take back the end of a check-in with the absences and withdrawals that it made."""
    check_coming(state, command.round)
    others = checked_in_for(state, command.round).others
    if others is None:
        raise CheckInNotClosed(round=command.round)
    reopened = CheckInReopened(round=command.round, others=others)
    out = left_out(state, command.round)
    return (reopened, *_taken_in(state, out, command.round, context))


def _taken_in(
    state: Tournament, out: Iterable[EntrantId], number: int, context: DecisionContext
) -> tuple[Event, ...]:
    """Return the end of the absence or of the withdrawal of entrants whom a check-in left out."""
    events: list[Event] = []
    for entrant in out:
        if state.entrants[entrant].out_from is None:
            events.extend(cancel_bye(state, CancelBye(entrant=entrant, round=number), context))
        else:
            events.extend(return_entrant(state, ReturnEntrant(entrant=entrant), context))
    return tuple(events)


def checked_in_for(state: Tournament, number: int) -> CheckedIn:
    """Return the check-in of a round; an empty one before it begins."""
    return state.checked_in if state.checked_in.round == number else CheckedIn(round=number)


def here_for(state: Tournament, number: int) -> frozenset[EntrantId]:
    """Return the entrants who are noted as here for a round."""
    return checked_in_for(state, number).entrants


def missing_from(state: Tournament, number: int) -> tuple[EntrantId, ...]:
    """Return those who would play a round and are not noted as here, by pairing number."""
    here = here_for(state, number)
    return tuple(
        each for each in state.order if state.entrants[each].plays(number) and each not in here
    )


def left_out(state: Tournament, number: int) -> tuple[EntrantId, ...]:
    """Return those whom the end of the check-in left out of a round, by pairing number.

    Whoever was given another bye since, or was expelled or ruled ineligible, is not one of them.
    """
    missing = checked_in_for(state, number).missing
    return tuple(
        each
        for each in state.order
        if each in missing and _is_left_out(state.entrants[each], number)
    )


def _is_left_out(entrant: EntrantState, number: int) -> bool:
    bye = entrant.bye_in(number)
    if entrant.out_from is None:
        return bye is ByeKind.ZERO_POINT
    is_barred = entrant.expelled or entrant.ineligible_from is not None
    return entrant.out_from == number and bye is None and not is_barred


RULES: Rules = {
    CheckIn: check_in,
    WithdrawCheckIn: withdraw_check_in,
    CloseCheckIn: close_check_in,
    ReopenCheckIn: reopen_check_in,
}


# Folds


def _checked_in(state: Tournament, event: EntrantsCheckedIn, _: int) -> Tournament:
    checked = checked_in_for(state, event.round)
    checked = replace(
        checked,
        entrants=checked.entrants.union(event.entrants),
        missing=checked.missing.difference(event.entrants),
    )
    return replace(state, checked_in=checked)


def _withdrawn(state: Tournament, event: CheckInWithdrawn, _: int) -> Tournament:
    checked = checked_in_for(state, event.round)
    is_closed = checked.others is not None
    checked = replace(
        checked,
        entrants=checked.entrants.difference(event.entrants),
        missing=checked.missing.union(event.entrants) if is_closed else checked.missing,
    )
    return replace(state, checked_in=checked)


def _closed(state: Tournament, event: CheckInClosed, _: int) -> Tournament:
    checked = checked_in_for(state, event.round)
    missing = checked.missing.union(event.entrants)
    return replace(state, checked_in=replace(checked, others=event.others, missing=missing))


def _reopened(state: Tournament, event: CheckInReopened, _: int) -> Tournament:
    checked = checked_in_for(state, event.round)
    return replace(state, checked_in=replace(checked, others=None, missing=frozenset()))


FOLDS: Folds = {
    EntrantsCheckedIn: _checked_in,
    CheckInWithdrawn: _withdrawn,
    CheckInClosed: _closed,
    CheckInReopened: _reopened,
}
